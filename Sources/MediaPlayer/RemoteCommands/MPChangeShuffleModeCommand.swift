// SPDX-License-Identifier: MPL-2.0

private import Synchronization

/// What is shuffled.
public enum MPShuffleType: Int, Sendable {
    /// Nothing.
    case off = 0
    /// The items.
    case items = 1
    /// Whole collections, such as albums: to MPRIS the same as items.
    case collections = 2
}

/// A command that changes what is shuffled: a write of MPRIS's `Shuffle`.
///
/// The property exists while the command is offered.
///
/// `@unchecked Sendable`: what changes is behind a mutex.
public final class MPChangeShuffleModeCommand: MPRemoteCommand, @unchecked Sendable {
    private let type = Mutex(MPShuffleType.off)

    /// What is shuffled now, which the app keeps up to date.
    public var currentShuffleType: MPShuffleType {
        get { type.withLock { $0 } }
        set {
            type.withLock { $0 = newValue }
            onChange()
        }
    }
}
