// SPDX-License-Identifier: MPL-2.0

/// Which of an app's two players the desktop shows: the app's own, or the application player.
///
/// An app that lets the application player play, and also writes what it plays itself, does not
/// destroy what is shown: the last to begin to play is shown, until the other one begins.
package struct PresenceOwner: Sendable, Hashable {
    package enum Player: Sendable, Hashable {
        /// The app makes the sound, and writes what it is.
        case app
        /// The application player makes the sound.
        case player
    }

    package private(set) var shown = Player.app
    /// What the app wrote belongs to the application player's entry, and adds to what is shown.
    package private(set) var isAddition = false

    private var writes: UInt64 = 0
    private var entry: EntryID?

    package init() {}

    /// Decides anew.
    ///
    /// - Parameters:
    ///   - writes: how many dictionaries the app has written.
    ///   - player: the status and the current entry of the application player; nil while it has none.
    package mutating func update(
        app: NowPlaying, writes: UInt64, player: (status: PlaybackStatus, entry: EntryID)?
    ) {
        let hasWritten = writes != self.writes
        self.writes = writes
        let hasMovedOn = player?.entry != entry
        entry = player?.entry
        let before = shown
        shown = owner(app: app, hasWritten: hasWritten, player: player?.status)
        guard shown == .player, app.info != nil else {
            isAddition = false
            return
        }
        // What was written for the app's own sound, or for an earlier entry, says nothing of this.
        if hasWritten {
            isAddition = true
        } else if hasMovedOn || shown != before {
            isAddition = false
        }
    }

    private func owner(
        app: NowPlaying, hasWritten: Bool, player: PlaybackStatus?
    ) -> Player {
        guard let player else { return .app }
        if player == .playing { return .player }
        // A dictionary that says "paused" is an app's that follows the application player.
        if hasWritten, app.status == .playing { return .app }
        return app.info == nil ? .player : shown
    }
}
