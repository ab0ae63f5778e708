// SPDX-License-Identifier: MPL-2.0

/// What became of a remote command.
///
/// MPRIS's methods return nothing, so clients see the effect alone; what is no success is logged.
public enum MPRemoteCommandHandlerStatus: Int, Sendable {
    /// It is done.
    case success = 0
    /// What it asks for does not exist.
    case noSuchContent = 100
    /// Nothing is playing that it could be done to.
    case noActionableNowPlayingItem = 110
    /// The device that it needs is not there.
    case deviceNotFound = 120
    /// It could not be done.
    case commandFailed = 200
}
