// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib
package import GatefoldModel

/// Where playlists come from that are chosen by name: folders, a library.
@PlayerActor
package protocol PlaylistSource: AnyObject {
    /// What can be chosen now, in no order.
    var playlists: [NamedPlaylist] { get }

    /// Called when `playlists` has changed.
    var onChange: (@PlayerActor () -> Void)? { get set }

    /// Calls `body` once it is known what there is: at once, or when the first look is over.
    func whenKnown(_ body: @escaping @PlayerActor () -> Void)

    /// Saves the entries of a queue, as listed, under a name.
    ///
    /// - Parameters:
    ///   - replaces: a playlist of this name gives way.
    ///   - completion: called once, in a later turn.
    func save(
        _ queue: Queue, as name: String, replaces: Bool,
        then completion: @escaping @PlayerActor @Sendable (PlaylistSaveFailure?) -> Void)
}

/// Why a playlist was not saved.
package struct PlaylistSaveFailure: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        /// The name cannot be one of a file.
        case unusableName
        case exists
        case notWritten
    }

    package let code: Code
    /// A sentence for the user.
    package let description: String

    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
