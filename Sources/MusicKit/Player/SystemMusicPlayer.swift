// SPDX-License-Identifier: MPL-2.0

internal import Synchronization

/// Steers the player of the desktop: the `gatefoldd` that runs on the session bus.
///
/// Where none runs it is stopped, and what asks for sound throws `MusicPlayerError.noPlayer`. What
/// it plays goes on when this program ends.
///
/// `@unchecked Sendable`: what changes is behind a mutex.
public final class SystemMusicPlayer: MusicPlayer, @unchecked Sendable {
    /// The player of the desktop.
    public static let shared = SystemMusicPlayer()

    private let current: Mutex<MusicPlayer.Queue>

    private init() {
        let core = SystemCore()
        let queue = MusicPlayer.Queue([])
        current = Mutex(queue)
        super.init(core: core)
        queue.adopt(by: core)
    }

    /// What is played; another queue is played with the next `play()`.
    ///
    /// Of what others queued only the current entry is known.
    public var queue: MusicPlayer.Queue {
        get { current.withLock { $0 } }
        set {
            let old = current.withLock { current in
                defer { current = newValue }
                return current
            }
            if old !== newValue { old.detach() }
            newValue.attach(to: core)
        }
    }
}
