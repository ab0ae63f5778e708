// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel

/// When playlists were chosen, for MPRIS's order `Played`; kept in a file.
@PlayerActor
final class PlaylistHistory {
    private let path: String
    /// Nanoseconds since 1970.
    private var times: [PlaylistID: Int64]

    private static let kind: StaticString = "gatefold-playlists 1"
    /// The latest are kept.
    private static let limit = 1000

    /// What cannot be read is no history: at worst an order is not that of last time.
    init(path: String) {
        self.path = path
        let bytes = try? readFile(path: Array(path.utf8), limit: 1 << 20)
        times = bytes.flatMap { try? Self.times(in: $0) } ?? [:]
    }

    /// 0 for what was never chosen.
    subscript(id: PlaylistID) -> Int64 { times[id] ?? 0 }

    /// Remembers that a playlist was chosen now.
    func note(_ id: PlaylistID, on worker: Worker) {
        // Two within one tick of the clock still come one after the other.
        times[id] = max(wallClockNanoseconds(), (times.values.max() ?? 0) + 1)
        let latest = times.sorted { $0.value > $1.value }.prefix(Self.limit)
        times = Dictionary(
            latest.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        var text = SessionText(Self.kind)
        for (id, time) in latest { text.add("played", "\(time) \(id.rawValue)") }
        worker.perform { [path, bytes = text.finished()] in
            do throws(FileError) {
                try writeAtomically(path: path, bytes: bytes)
            } catch {
                Log.warning("the history of playlists could not be saved", error.description)
            }
        }
    }

    private static func times(in bytes: [UInt8]) throws(SessionDamage) -> [PlaylistID: Int64] {
        var times: [PlaylistID: Int64] = [:]
        try SessionText.read(bytes, kind) { (line) throws(SessionDamage) in
            let parts = line.text.split(separator: " ")
            guard parts.count == 2 else { throw SessionDamage() }
            times[try intact(PlaylistID(rawValue: String(parts[1])))] = try intact(Int64(parts[0]))
        }
        return times
    }
}
