// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// Turns what a user gives into tracks: files, folders, playlists and URLs.
///
/// Folders are walked in natural order, their folders first; hidden names and what has no extension
/// of an audio format are left out. A file that is named itself is taken whatever its name is.
/// Tracks come without tags, unless a playlist says something about them: then their artwork is
/// `.unread` where the file's own tags have still to be read.
package enum SourceExpander {
    /// Takes tracks and problems; false ends the walk.
    package typealias Receiver = ([Track], [SourceProblem]) -> Bool

    /// Calls `receive` with one track as soon as it is found, then with growing chunks, so that ten
    /// thousand files begin to play at once.
    ///
    /// - Parameter sources: absolute paths, `file:`, `http:` and `https:` URIs.
    package static func expand(_ sources: [String], into receive: @escaping Receiver) {
        var walk = SourceWalk(receive)
        for source in sources {
            walk.take(source)
        }
        walk.finish()
    }
}

/// Collects what is found and hands it over in chunks of 1, 16, 256, 256, ….
struct ChunkedResults {
    private let receive: SourceExpander.Receiver
    private var tracks: [Track] = []
    private var problems: [SourceProblem] = []
    private var chunkSize = 1
    private(set) var isCancelled = false
    /// Tracks and problems so far.
    private(set) var count = 0

    init(_ receive: @escaping SourceExpander.Receiver) {
        self.receive = receive
    }

    mutating func add(_ track: Track) {
        count += 1
        tracks.append(track)
        if tracks.count >= chunkSize { flush() }
    }

    /// Problems travel with the next tracks, unless there are very many.
    mutating func add(_ problem: SourceProblem) {
        count += 1
        problems.append(problem)
        if problems.count >= 256 { flush() }
    }

    mutating func flush() {
        guard !isCancelled, !tracks.isEmpty || !problems.isEmpty else { return }
        isCancelled = !receive(tracks, problems)
        if !tracks.isEmpty { chunkSize = min(chunkSize * 16, 256) }
        tracks.removeAll(keepingCapacity: true)
        problems.removeAll()
    }
}
