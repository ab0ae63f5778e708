// SPDX-License-Identifier: MPL-2.0

/// The properties of `org.mpris.MediaPlayer2`, which never change.
package enum RootProperties {
    package static let identity = "Gatefold"
    /// The desktop file's name without its suffix.
    package static let desktopEntry = "org.gatefold.Gatefold"
    package static let canQuit = true
    /// There is no window to raise, and none to fill a screen.
    package static let canRaise = false
    package static let fullscreen = false
    package static let canSetFullscreen = false
    package static let supportedURISchemes = ["file", "http", "https"]
}

/// MPRIS's own names.
package enum MPRIS {
    package static let busName = "org.mpris.MediaPlayer2.gatefold"
    package static let objectPath = "/org/mpris/MediaPlayer2"
    package static let rootInterface = "org.mpris.MediaPlayer2"
    package static let playerInterface = "org.mpris.MediaPlayer2.Player"

    /// The name of another instance: an element that does not begin with a digit (MPRIS, Bus Name
    /// Policy).
    package static func busName(ofInstance processID: Int32) -> String {
        busName + ".instance\(processID)"
    }
}
