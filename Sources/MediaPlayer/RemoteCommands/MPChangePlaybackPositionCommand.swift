// SPDX-License-Identifier: MPL-2.0

/// A command that moves to a position: MPRIS's `SetPosition` and `Seek`.
///
/// `@unchecked Sendable`: it adds nothing to its superclass.
public final class MPChangePlaybackPositionCommand: MPRemoteCommand, @unchecked Sendable {}
