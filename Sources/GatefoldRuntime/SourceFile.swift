// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel

#if canImport(Glibc)
    private import Glibc
#endif

/// The online sources in the user's file of settings: a group `[source NAME]` for each.
struct SourceFile: Sendable {
    let path: String

    private static let prefix = "source "

    init(path: String = Directories.config + "/config.ini") {
        self.path = path
    }

    /// Tells one content of the file from another; nil where there is none.
    struct Stamp: Sendable, Hashable {
        private let numbers: [Int64]

        fileprivate init?(of path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            numbers = [
                Int64(status.st_dev), Int64(bitPattern: UInt64(status.st_ino)),
                Int64(status.st_size), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec),
            ]
        }
    }

    var stamp: Stamp? { Stamp(of: path) }

    /// Those that can be used, in the order of the file; the others are logged.
    func read() throws(SourceError) -> [SourceSettings] {
        let file = try attempt { () throws(GLibError) in try KeyFile(path: path) }
        return file.groups.compactMap { group in
            guard group.hasPrefix(Self.prefix) else { return nil }
            let name = String(group.dropFirst(Self.prefix.count))
            guard let settings = SourceSettings(name, file[group]) else {
                Log.warning("a source of an unknown kind in the settings", name)
                return nil
            }
            guard let fault = settings.fault else { return settings }
            Log.warning("a source in the settings cannot be used", "\(name): \(fault)")
            return nil
        }
    }

    /// Adds a source, or replaces the one of its name.
    func write(_ settings: SourceSettings) throws(SourceError) {
        try change { text in
            let group = Self.prefix + settings.name
            text.remove(group)
            for (key, value) in settings.values { text[group, key] = value }
        }
    }

    func remove(_ name: String) throws(SourceError) {
        try change { $0.remove(Self.prefix + name) }
    }

    private func change(_ change: (KeyFileText) -> Void) throws(SourceError) {
        let text = try attempt { () throws(GLibError) in try KeyFileText(path: path) }
        change(text)
        do throws(FileError) {
            try writeSettings(path: path, bytes: text.bytes)
        } catch {
            throw SourceError(
                .failed, "The settings in \(path) cannot be written: \(error.reason).")
        }
    }

    private func attempt<Value>(
        _ body: () throws(GLibError) -> Value
    ) throws(SourceError) -> Value {
        do throws(GLibError) {
            return try body()
        } catch {
            throw SourceError(.failed, "The settings in \(path) cannot be read: \(error.message).")
        }
    }
}

extension SourceSettings {
    private enum Key {
        static let kind = "kind"
        static let address = "address"
        static let user = "user"
    }

    /// Nil for a kind that this version does not know.
    fileprivate init?(_ name: String, _ values: [String: String]) {
        guard let kind = values[Key.kind].flatMap(Kind.init) else { return nil }
        self.init(kind, name: name)
        address = values[Key.address]
        user = values[Key.user]
        options = values.filter { ![Key.kind, Key.address, Key.user].contains($0.key) }
    }

    fileprivate var values: [(String, String)] {
        let known = [(Key.kind, kind.rawValue), (Key.address, address), (Key.user, user)]
        return known.compactMap { key, value in value.map { (key, $0) } }
            + options.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
