// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldMPRIS

/// Who this process is to the desktop, as far as it can be found out.
enum ApplicationIdentity {
    /// By the desktop file that started it, or one that names the program.
    static func ofThisProcess() -> PlayerIdentity {
        var found = identity(program: Process.name, entry: launchedEntry ?? matchingEntry)
        found.desktopEntry =
            found.desktopEntry
            ?? PlayerIdentity.sandboxedDesktopEntry(ofProgram: Process.name, Process.variable)
        return found
    }

    static func identity(program: String, entry: DesktopEntry?) -> PlayerIdentity {
        PlayerIdentity(
            name: program.isEmpty ? entry?.id ?? "" : program,
            identity: entry?.name ?? program,
            desktopEntry: entry?.id,
            supportedURISchemes: entry?.schemes ?? [],
            supportedMIMETypes: entry?.mimeTypes.filter {
                !$0.hasPrefix(DesktopEntry.schemePrefix)
            } ?? [])
    }

    /// GLib tells a program which file it was started from; a sandbox knows its id.
    private static var launchedEntry: DesktopEntry? {
        if let path = Process.variable("GIO_LAUNCHED_DESKTOP_FILE"),
            Process.variable("GIO_LAUNCHED_DESKTOP_FILE_PID") == String(Process.id)
        {
            return entry(at: path)
        }
        guard let id = Process.variable("FLATPAK_ID") else { return nil }
        return folders.lazy.compactMap { entry(at: "\($0)/\(id).desktop") }.first
    }

    private static var matchingEntry: DesktopEntry? {
        for folder in folders {
            // A folder that cannot be listed has no file of ours.
            let items = (try? folderItems(path: Array(folder.utf8))) ?? []
            let names = items.map { String(decoding: $0.name, as: UTF8.self) }.sorted()
            let entries = names.lazy.compactMap { entry(at: "\(folder)/\($0)") }
            if let entry = entries.first(where: { $0.belongs(to: Process.name) }) { return entry }
        }
        return nil
    }

    private static var folders: [String] { Directories.data.map { $0 + "/applications" } }

    private static func entry(at path: String) -> DesktopEntry? {
        let suffix = ".desktop"
        // A file that does not parse is nobody's.
        guard path.hasSuffix(suffix), let file = try? KeyFile(path: path) else { return nil }
        let name = path.split(separator: "/").last ?? ""
        return DesktopEntry(id: String(name.dropLast(suffix.count)), languages: userLanguages) {
            file["Desktop Entry", $0]
        }
    }
}

/// What an app says of itself; nil is what can be found out.
package struct IdentityOverrides: Sendable, Hashable {
    /// The end of the bus name; counts until the name is on the bus.
    package var name: String?
    /// The name for people.
    package var identity: String?
    package var desktopEntry: String?
    package var supportedURISchemes: [String]?
    package var supportedMIMETypes: [String]?

    package init() {}

    func applied(to found: PlayerIdentity) -> PlayerIdentity {
        PlayerIdentity(
            name: name ?? found.name,
            identity: identity ?? found.identity,
            desktopEntry: desktopEntry ?? found.desktopEntry,
            supportedURISchemes: supportedURISchemes?.map { $0.lowercased() }
                ?? found.supportedURISchemes,
            supportedMIMETypes: supportedMIMETypes ?? found.supportedMIMETypes)
    }
}
