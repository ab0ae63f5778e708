// SPDX-License-Identifier: MPL-2.0

/// An online source as its user has set it up; nothing of it is secret.
package struct SourceSettings: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A music server that speaks Subsonic's protocol, such as Navidrome.
        case subsonic
        /// Apple's search of the iTunes Store, whose songs are heard as previews.
        case itunes
        /// The stations in a playlist file of the user's.
        case radio
    }

    /// What the user calls it.
    package var name: String
    package var kind: Kind
    /// Of its server; nil where the kind has one of its own.
    package var address: String?
    package var user: String?
    /// What else the kind takes, such as a `country`.
    package var options: [String: String] = [:]

    package init(_ kind: Kind, name: String) {
        self.kind = kind
        self.name = name
    }

    /// Whether it is a name for a source.
    ///
    /// It is a word of the command line, a part of URIs and of a group's name in a file.
    package static func isName(_ name: String) -> Bool {
        guard let first = name.first, first.isLetter || first.isNumber, name.count <= 40 else {
            return false
        }
        return !reservedNames.contains(name)
            && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    }

    /// What stands for the user's own music, and for every source.
    package static let library = "library"
    package static let all = "all"
    private static let reservedNames: Set = [library, all]

    /// Why it cannot be used, in a sentence; nil if it can.
    package var fault: String? {
        guard Self.isName(name) else {
            return "“\(name)” is no name for a source: it is made of letters, digits, “-”, “_” and "
                + "“.”, and is neither “all” nor “library”."
        }
        switch kind {
        case .subsonic:
            guard let address else { return "The address of the server is missing." }
            if user?.isEmpty ?? true { return "The name of the user is missing." }
            return Self.fault(of: address)
        case .itunes, .radio: return nil
        }
    }

    /// What is asked of the user, and kept where nobody sees it.
    package var needsPassword: Bool { kind == .subsonic }

    /// An address is shown in lists: what is secret has no place in it.
    private static func fault(of address: String) -> String? {
        let scheme = address.prefix { $0 != ":" }
        let rest = address.dropFirst(scheme.count)
        let host = rest.dropFirst(3).prefix { $0 != "/" }
        guard ["http", "https"].contains(scheme.lowercased()), rest.hasPrefix("://"), !host.isEmpty,
            address.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
        else { return "The address of a server begins with http:// or https://." }
        guard !host.contains("@"), !rest.contains("?"), !rest.contains("#"),
            withoutCredentials(address) == address
        else {
            return "The address must hold neither a user nor a password: these are asked for apart."
        }
        return nil
    }
}
