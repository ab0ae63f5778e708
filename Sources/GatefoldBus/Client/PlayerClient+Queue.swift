// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
package import GatefoldModel

/// One entry of the queue, as listed.
package struct QueueEntry: Hashable, Sendable {
    package let id: EntryID
    package let url: String
    /// Empty where unknown, as for the artist.
    package let title: String
    package let artist: String
    package let length: MediaTime?

    package init(id: EntryID, url: String, title: String, artist: String, length: MediaTime?) {
        self.id = id
        self.url = url
        self.title = title
        self.artist = artist
        self.length = length
    }

    /// One structure of `ListEntries`: id, URI, title, artist, length in microseconds or -1.
    init?(_ value: DBusValue) {
        guard let fields = value.structureValue, fields.count == 5,
            let id = fields[0].uint64Value, let url = fields[1].stringValue,
            let title = fields[2].stringValue, let artist = fields[3].stringValue,
            let microseconds = fields[4].int64Value
        else { return nil }
        self.id = EntryID(rawValue: id)
        self.url = url
        self.title = title
        self.artist = artist
        length = microseconds < 0 ? nil : MediaTime(microseconds: microseconds)
    }
}

/// Queue editing, which MPRIS cannot say.
extension PlayerClient {
    package enum Place: String, Sendable {
        case replace, end, next
    }

    /// Hands over sources, which the daemon expands in the background.
    ///
    /// - Returns: the job that `Event.jobProgress` tells about.
    package func enqueue(
        _ urls: [String], at place: Place, playing: Bool
    ) throws(ClientError) -> UInt32 {
        let reply = try own(
            "Enqueue", [.strings(urls), .string(place.rawValue), .boolean(playing)])
        guard let job = reply.first?.uint32Value else { throw ClientError.unexpected }
        return job
    }

    /// The entries at these positions, which count from 0; fewer where the queue is shorter.
    ///
    /// Asked for in pieces: the player answers with as many as it can name in a moment.
    package func entries(in range: Range<Int>) throws(ClientError) -> [QueueEntry] {
        var entries: [QueueEntry] = []
        while entries.count < range.count {
            let piece = try firstEntries(in: range.dropFirst(entries.count))
            if piece.isEmpty { break }
            entries += piece
        }
        return entries
    }

    private func firstEntries(in range: Range<Int>) throws(ClientError) -> [QueueEntry] {
        let reply = try own(
            "ListEntries",
            [.uint32(UInt32(clamping: range.lowerBound)), .uint32(UInt32(clamping: range.count))])
        let entries = reply.first?.arrayValue?.map(QueueEntry.init)
        guard let entries, !entries.contains(where: { $0 == nil }) else {
            throw ClientError.unexpected
        }
        return entries.compactMap(\.self)
    }

    package func move(_ id: EntryID, to index: Int) throws(ClientError) {
        try own("Move", [.uint64(id.rawValue), .uint32(UInt32(clamping: index))])
    }

    package func remove(_ ids: [EntryID]) throws(ClientError) {
        try own("Remove", [.array(of: "t", ids.map { .uint64($0.rawValue) })])
    }

    package func jump(to id: EntryID) throws(ClientError) {
        try own("Jump", [.uint64(id.rawValue)])
    }

    package func clear() throws(ClientError) { try own("Clear") }
}

extension ClientError {
    static let unexpected = ClientError(
        .refused, "gatefoldd answers in a way that this gatefold does not understand.")
}
