// SPDX-License-Identifier: MPL-2.0

/// A command that moves to a position: MPRIS's `SetPosition` and `Seek`.
public final class MPChangePlaybackPositionCommand: MPRemoteCommand, @unchecked Sendable {}
