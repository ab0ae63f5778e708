// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib

#if canImport(Glibc)
    private import Glibc
#endif

/// Listens on the disk that a server has not accepted yet: a folder with a file for each.
///
/// A file appears whole or not at all and is there once it is added, whatever happens to the
/// process; its name sorts by time, and the same listen twice is one file.
package struct ListenQueue: Sendable {
    private let directory: String
    private let limit: Int

    /// - Parameter limit: in listens; beyond it the oldest go.
    package init(directory: String = Directories.state + "/listens", limit: Int = 5000) {
        self.directory = directory
        self.limit = limit
    }

    /// What waits for a source of the user's, by its name.
    package init(of source: String) {
        self.init(directory: "\(Directories.state)/listens/\(source)")
    }

    /// - Parameter since: in seconds since 1970.
    func add(_ json: [UInt8], since: Int64) throws(FileError) {
        let time = String(max(0, since))
        let padding = String(repeating: "0", count: max(0, 12 - time.count))
        let name = "\(padding)\(time)-\(sha256(json).prefix(16)).json"
        try makeDirectories(path: directory)
        try writeAtomically(path: "\(directory)/\(name)", bytes: json)
        for name in names.dropLast(limit) { remove(name) }
    }

    /// The oldest, at most so many.
    func oldest(_ count: Int) -> [(name: String, json: [UInt8])] {
        names.prefix(count).compactMap { name in
            let path = Array("\(directory)/\(name)".utf8)
            // One that cannot be read now may be another time.
            return (try? readFile(path: path, limit: 1 << 16)).map { (name, $0) }
        }
    }

    func remove(_ name: String) {
        // What cannot be removed is sent again, and the server knows it already.
        _ = unlink("\(directory)/\(name)")
    }

    /// Forgets all of them, and what is being written.
    package func removeAll() {
        for name in allNames { remove(name) }
    }

    /// How many are waiting.
    package var count: Int { names.count }

    /// Nothing if the folder is not there.
    ///
    /// A name with another dot is one that is being written.
    private var names: [String] {
        allNames.filter { $0.hasSuffix(".json") && $0.split(separator: ".").count == 2 }.sorted()
    }

    private var allNames: [String] {
        let items = (try? folderItems(path: Array(directory.utf8))) ?? []
        return items.map { String(decoding: $0.name, as: UTF8.self) }
    }
}
