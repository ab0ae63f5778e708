// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// Who a player is to the desktop: its bus name, and what its root interface says of it.
package struct PlayerIdentity: Sendable, Hashable {
    /// What follows `org.mpris.MediaPlayer2.` in the bus name: one or more legal elements.
    package private(set) var name: String
    /// The name for people.
    package var identity: String
    /// The desktop file's name without its suffix.
    package var desktopEntry: String?
    /// Lower-case, as MPRIS has them.
    package var supportedURISchemes: [String]
    package var supportedMIMETypes: [String]
    /// The player has the interface TrackList.
    package var hasTrackList: Bool

    /// - Parameter name: any text, such as an application id; what a bus name may not contain
    ///   becomes "_".
    package init(
        name: String, identity: String, desktopEntry: String? = nil,
        supportedURISchemes: [String] = [], supportedMIMETypes: [String] = [],
        hasTrackList: Bool = false
    ) {
        self.name = Self.legalName(name)
        self.identity = identity
        self.desktopEntry = desktopEntry
        self.supportedURISchemes = supportedURISchemes
        self.supportedMIMETypes = supportedMIMETypes
        self.hasTrackList = hasTrackList
    }

    package static let gatefold = PlayerIdentity(
        name: "gatefold", identity: "Gatefold", desktopEntry: "org.gatefold.Gatefold",
        supportedURISchemes: ["file", "http", "https"],
        supportedMIMETypes: AudioFormats.mimeTypes)

    /// The name of the first instance.
    package var busName: String { MPRIS.busNamePrefix + name }

    /// The name of another instance, such as `….instance4711` (MPRIS, Bus Name Policy).
    ///
    /// - Parameter session: tells the sessions of one process apart, from the second on.
    package func busName(ofInstance processID: Int32, session: Int = 1) -> String {
        busName + ".instance\(processID)" + (session > 1 ? "_\(session)" : "")
    }

    /// The names to ask for, the first free one that the bus grants.
    ///
    /// The plain one and that of a further instance; then the same below the desktop file's name, since
    /// a sandbox may grant nothing else: Flatpak allows `org.mpris.MediaPlayer2.` and its
    /// application's id. From the second session on none is plain, even for a moment.
    package func busNames(ofInstance processID: Int32, session: Int = 1) -> [String] {
        var sandboxed = self
        sandboxed.name = Self.legalName(desktopEntry ?? name)
        let identities = sandboxed.name == name ? [self] : [self, sandboxed]
        return identities.flatMap { identity in
            let instance = identity.busName(ofInstance: processID, session: session)
            return session > 1 ? [instance] : [identity.busName, instance]
        }
    }

    /// What a sandbox calls the desktop file of the program in it; nil outside of one.
    ///
    /// - Parameter variable: a look at the environment.
    package static func sandboxedDesktopEntry(
        ofProgram program: String, _ variable: (String) -> String?
    ) -> String? {
        if let id = variable("FLATPAK_ID") { return id }
        return variable("SNAP_INSTANCE_NAME").map { "\($0)_\(program)" }
    }

    /// A bus name has 255 characters at most, and an instance takes its share.
    private static let longestName = 180

    private static func legalName(_ name: String) -> String {
        let elements = name.split(separator: ".").map { element in
            let legal = String(element.unicodeScalars.map { isLegal($0) ? Character($0) : "_" })
            return legal.first?.isNumber == true ? "_" + legal : legal
        }
        let whole = elements.joined(separator: ".").prefix(longestName)
        let legal = whole.hasSuffix(".") ? whole.dropLast() : whole
        return legal.isEmpty ? "player" : String(legal)
    }

    private static func isLegal(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
        default: false
        }
    }
}

/// MPRIS's own names.
package enum MPRIS {
    package static let busNamePrefix = "org.mpris.MediaPlayer2."
    package static let objectPath = "/org/mpris/MediaPlayer2"
    package static let rootInterface = "org.mpris.MediaPlayer2"
    package static let playerInterface = "org.mpris.MediaPlayer2.Player"
}
