// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel
private import Synchronization

/// What is repeated.
public enum MPRepeatType: Int, Sendable {
    /// Nothing: MPRIS's `None`.
    case off = 0
    /// The current item: MPRIS's `Track`.
    case one = 1
    /// Everything: MPRIS's `Playlist`.
    case all = 2
}

/// A command that changes what is repeated: a write of MPRIS's `LoopStatus`.
///
/// The property exists while the command is offered.
///
/// `@unchecked Sendable`: what changes is behind a mutex.
public final class MPChangeRepeatModeCommand: MPRemoteCommand, @unchecked Sendable {
    private let type = Mutex(MPRepeatType.off)

    /// What is repeated now, which the app keeps up to date.
    public var currentRepeatType: MPRepeatType {
        get { type.withLock { $0 } }
        set {
            type.withLock { $0 = newValue }
            onChange()
        }
    }
}

extension MPRepeatType {
    init(_ status: LoopStatus) {
        self =
            switch status {
            case .none: .off
            case .track: .one
            case .playlist: .all
            }
    }

    var loopStatus: LoopStatus {
        switch self {
        case .off: .none
        case .one: .track
        case .all: .playlist
        }
    }
}
