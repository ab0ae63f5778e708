// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib

/// What a desktop file says of a program (Desktop Entry Specification).
struct DesktopEntry: Sendable, Hashable {
    /// The file's name without its suffix.
    let id: String
    let name: String
    /// The program's name without its folder.
    let program: String
    /// Opens files that it is given.
    let takesFiles: Bool
    let mimeTypes: [String]

    /// - Parameter value: what the group `Desktop Entry` has under a key.
    init?(id: String, languages: [String] = [], _ value: (String) -> String?) {
        guard let plain = value("Name"), value("Hidden") != "true" else { return nil }
        self.id = id
        name = languages.compactMap { value("Name[\($0)]") }.first ?? plain
        let words = (value("Exec") ?? "").split(separator: " ")
        program = words.lazy.map(Self.unquoted).first { !$0.isLauncher }?.fileName ?? ""
        takesFiles = words.contains { ["%f", "%F", "%u", "%U"].contains($0) }
        mimeTypes = (value("MimeType") ?? "").split(separator: ";").map(String.init)
    }

    private static func unquoted(_ word: Substring) -> String {
        String(word.drop { $0 == "\"" }.prefix { $0 != "\"" })
    }

    /// Whether it is the program's own: by its id, which may be a reversed domain, or by what it
    /// starts.
    func belongs(to program: String) -> Bool {
        guard !program.isEmpty else { return false }
        let last = id.split(separator: ".").last.map(String.init) ?? id
        return [id, last].contains { $0.lowercased() == program.lowercased() }
            || self.program == program
    }

    static let schemePrefix = "x-scheme-handler/"

    var schemes: [String] {
        let handled = mimeTypes.filter { $0.hasPrefix(Self.schemePrefix) }
            .map { $0.dropFirst(Self.schemePrefix.count).lowercased() }
        return (takesFiles ? ["file"] : []) + handled
    }
}

extension String {
    fileprivate var fileName: String { String(split(separator: "/").last ?? "") }

    /// A word before the program's own: `env NAME=value python3 program`.
    fileprivate var isLauncher: Bool { contains("=") || Self.launchers.contains(fileName) }

    private static let launchers: Set<String> = [
        "env", "sh", "bash", "python", "python3", "perl", "ruby", "node", "java", "gjs",
    ]
}
