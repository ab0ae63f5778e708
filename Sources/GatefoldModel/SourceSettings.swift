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
        /// Apple's catalog by the Apple Music API, with a developer's key of the user's own; its songs
        /// are heard as previews.
        case appleMusic = "apple-music"
        /// ListenBrainz, or a server that speaks like it: it is told what is heard, and has no music.
        case listenBrainz = "listenbrainz"

        /// Whether something is to be found in it.
        package var hasMusic: Bool { self != .listenBrainz }

        /// Whether of its songs only pieces are to be heard.
        package var hasOnlyPreviews: Bool { self == .itunes || self == .appleMusic }
    }

    /// Names of options.
    package enum Option {
        /// Of the iTunes Store, two letters.
        package static let country = "country"
        /// Likewise of Apple Music's catalog.
        package static let storefront = "storefront"
        /// By which Apple knows a developer's key, and whose it is; neither is secret.
        package static let keyID = "key-id"
        package static let teamID = "team-id"
    }

    /// What the user calls it.
    package var name: String
    package var kind: Kind
    /// Of its server; nil is the one that the kind has by itself.
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
        case .appleMusic:
            guard isAppleID(Option.keyID), isAppleID(Option.teamID) else {
                return "The identifier of the key, or of the team, is missing or none of Apple's."
            }
            return address.flatMap(Self.fault)
        case .itunes, .listenBrainz: return address.flatMap(Self.fault)
        case .radio: return nil
        }
    }

    /// Whether something secret is kept of it, where nobody sees it.
    package var needsPassword: Bool { [.subsonic, .appleMusic, .listenBrainz].contains(kind) }

    /// Apple's have ten characters; who knows what others there will be.
    private func isAppleID(_ option: String) -> Bool {
        guard let id = options[option], (1...40).contains(id.count) else { return false }
        return id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

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
