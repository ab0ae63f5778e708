// SPDX-License-Identifier: MPL-2.0

/// The properties of `org.mpris.MediaPlayer2`, in the order of MPRIS's own list.
package enum RootProperty: String, CaseIterable, Sendable {
    case canQuit = "CanQuit"
    case fullscreen = "Fullscreen"
    case canSetFullscreen = "CanSetFullscreen"
    case canRaise = "CanRaise"
    case hasTrackList = "HasTrackList"
    case identity = "Identity"
    case desktopEntry = "DesktopEntry"
    case supportedURISchemes = "SupportedUriSchemes"
    case supportedMIMETypes = "SupportedMimeTypes"
}

/// What `org.mpris.MediaPlayer2` says: the identity, and what the player can do beside playing.
package struct RootProperties: Sendable, Hashable {
    package let identity: PlayerIdentity
    package let canQuit: Bool
    package let canRaise: Bool

    package init(_ identity: PlayerIdentity, canQuit: Bool, canRaise: Bool) {
        self.identity = identity
        self.canQuit = canQuit
        self.canRaise = canRaise
    }

    /// Which properties differ.
    package func changes(from earlier: RootProperties) -> [RootProperty] {
        RootProperty.allCases.filter { differs(from: earlier, in: $0) }
    }

    private func differs(from earlier: RootProperties, in property: RootProperty) -> Bool {
        let (mine, other) = (identity, earlier.identity)
        return switch property {
        case .canQuit: canQuit != earlier.canQuit
        case .canRaise: canRaise != earlier.canRaise
        // No window of ours fills a screen.
        case .fullscreen, .canSetFullscreen: false
        case .hasTrackList: mine.hasTrackList != other.hasTrackList
        case .identity: mine.identity != other.identity
        case .desktopEntry: mine.desktopEntry != other.desktopEntry
        case .supportedURISchemes: mine.supportedURISchemes != other.supportedURISchemes
        case .supportedMIMETypes: mine.supportedMIMETypes != other.supportedMIMETypes
        }
    }
}
