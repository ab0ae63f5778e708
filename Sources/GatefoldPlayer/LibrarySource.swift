// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib
package import GatefoldModel

/// The user's music library, as those see it who ask from outside.
///
/// Everything is answered in a later turn.
@PlayerActor
package protocol LibrarySource: AnyObject {
    typealias Answer<Value> =
        @PlayerActor @Sendable (Result<Value, SourceError>) -> Void

    /// Called when a scan begins, gets on and ends.
    var onScan: (@PlayerActor (ScanNews) -> Void)? { get set }

    /// How far the scan is that is under way, if one is.
    var scan: ScanStage? { get }

    /// Things in which every word of the text is found, the last by its beginning; the best first,
    /// and of each kind at most so many.
    ///
    /// - Returns: what gives the search up: then there is no answer.
    func search(
        _ text: String, for kinds: Set<SourceItem.Kind>, limit: Int,
        then answer: @escaping Answer<[SourceItem]>
    ) -> @PlayerActor () -> Void

    /// A part of a list.
    func list(
        _ list: LibraryList, first: Int, count: Int,
        then answer: @escaping Answer<[SourceItem]>)

    /// What is in an album, a playlist, …, in order.
    func content(
        of uri: String, first: Int, count: Int, then answer: @escaping Answer<[SourceItem]>)

    func figures(then answer: @escaping Answer<[LibraryFigure: Int64]>)

    func folders(then answer: @escaping Answer<[LibraryFolderListing]>)

    /// Answers, of what is made, with its URI.
    func edit(_ edit: LibraryEdit, then answer: @escaping Answer<String?>)

    /// Looks for what has changed in all folders; where none was added yet, the music folder of the
    /// desktop is.
    ///
    /// A scan that is under way goes on. Answers when it has begun, with the folders that it looks
    /// into.
    func startScan(then answer: @escaping Answer<[LibraryFolderListing]>)

    /// What was read stays.
    func cancelScan()
}
