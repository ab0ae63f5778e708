// SPDX-License-Identifier: MPL-2.0

private import Synchronization

/// The tracks of entries by their ids, in pages.
///
/// Who holds a copy (a worker that writes the queue to disk) shares the pages: an edit meanwhile
/// copies the page it touches and a list of pages, not 100,000 tracks, and nothing ever grows by
/// moving all of them.
struct TrackTable: Sendable {
    /// Ids count up, so that entries that came together share a page.
    private static let pageSize: UInt64 = 64

    private var pages: [UInt64: Page] = [:]

    private struct Page {
        var tracks = [Track?](repeating: nil, count: Int(pageSize))
        var count = 0

        mutating func put(_ tracks: ArraySlice<Track>, from place: Int) {
            for (offset, track) in tracks.enumerated() { put(track, at: place + offset) }
        }

        mutating func put(_ track: Track?, at place: Int) {
            count += (track == nil ? 0 : 1) - (tracks[place] == nil ? 0 : 1)
            tracks[place] = track
        }
    }

    /// Puts tracks in under ids that count up from `first`.
    mutating func put(_ tracks: [Track], from first: UInt64) {
        var rest = tracks[...]
        var id = first
        while !rest.isEmpty {
            let place = id % Self.pageSize
            let fitting = rest.prefix(Int(Self.pageSize - place))
            pages[id / Self.pageSize, default: Page()].put(fitting, from: Int(place))
            rest = rest.dropFirst(fitting.count)
            id += UInt64(fitting.count)
        }
    }

    subscript(id: EntryID) -> Track? {
        get { pages[id.rawValue / Self.pageSize]?.tracks[Self.place(of: id)] }
        set {
            let number = id.rawValue / Self.pageSize
            guard let newValue else { return remove(id, fromPage: number) }
            pages[number, default: Page()].put(newValue, at: Self.place(of: id))
        }
    }

    func contains(_ id: EntryID) -> Bool {
        pages[id.rawValue / Self.pageSize]?.tracks[Self.place(of: id)] != nil
    }

    /// In place, so that a new description copies no page; unknown ids change nothing.
    mutating func describe(_ id: EntryID, _ tags: TrackTags) {
        pages[id.rawValue / Self.pageSize]?.tracks[Self.place(of: id)]?.tags = tags
    }

    private mutating func remove(_ id: EntryID, fromPage number: UInt64) {
        pages[number]?.put(nil, at: Self.place(of: id))
        if pages[number]?.count == 0 { pages[number] = nil }
    }

    private static func place(of id: EntryID) -> Int { Int(id.rawValue % pageSize) }
}

/// The tracks of a long queue that was cleared.
///
/// Letting go of 100,000 of them takes tens of milliseconds, for a thread on which nobody waits.
package final class DiscardedTracks: Sendable {
    private let tracks: Mutex<TrackTable?>

    init(_ tracks: TrackTable) {
        self.tracks = Mutex(tracks)
    }

    /// Frees them; the object itself may live on anywhere.
    package func release() {
        tracks.withLock { $0 = nil }
    }
}
