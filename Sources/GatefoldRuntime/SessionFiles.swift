// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPlayer
private import Synchronization

#if canImport(Glibc)
    private import Glibc
#endif

/// The two files that keep a session: a small one for what changes often, and the queue.
final class SessionFiles: Sendable {
    /// What a change leaves to be written.
    struct Snapshot: Sendable {
        let place: SavedPlace
        /// Nil where the file on disk is still right.
        let queue: Queue?
    }

    private let directory: String
    private let lastNumber = Atomic<UInt64>(0)
    /// The number of the snapshot on disk; held while one is written.
    private let onDisk = Mutex<UInt64>(0)

    private var placePath: String { directory + "/session.txt" }
    private var queuePath: String { directory + "/queue.txt" }
    private var positionMarkPath: String { directory + "/position" }

    /// The folder is made when something is written.
    init(directory: String) {
        self.directory = directory
    }

    // MARK: Reading

    func place() -> SavedPlace? {
        read(placePath) { (bytes) throws(SessionDamage) in try SavedPlace(bytes) }
    }

    func queue() -> SavedQueue? {
        read(queuePath) { (bytes) throws(SessionDamage) in try SavedQueue(bytes) }
    }

    func positionMark() -> (generation: UInt64, position: MediaTime)? {
        PositionMark.read(path: positionMarkPath)
    }

    private func read<Value>(
        _ path: String, _ decode: ([UInt8]) throws(SessionDamage) -> Value
    ) -> Value? {
        // Without a file there was no earlier run.
        guard let bytes = try? readFile(path: Array(path.utf8), limit: 1 << 30) else { return nil }
        do throws(SessionDamage) {
            return try decode(bytes)
        } catch {
            Log.warning("the saved session is damaged and was set aside", "\(path).damaged")
            // If even that fails, the next save replaces it.
            _ = rename(path, path + ".damaged")
            return nil
        }
    }

    // MARK: Writing

    /// Where the engine marks the position while it plays.
    func openPositionMark() throws(FileError) -> PositionMark {
        try makeDirectories(path: directory)
        return try PositionMark(path: positionMarkPath)
    }

    /// Numbers count snapshots, so that an old one never comes after a new one.
    func nextNumber() -> UInt64 {
        lastNumber.add(1, ordering: .relaxed).newValue
    }

    /// Writes a snapshot, unless a newer one has been written.
    ///
    /// - Returns: why the session is not on disk.
    func write(_ snapshot: Snapshot, _ number: UInt64) -> String? {
        onDisk.withLock { onDisk in
            guard number > onDisk else { return nil }
            do throws(FileError) {
                try write(snapshot)
                onDisk = number
                return nil
            } catch {
                // A full disk must not stop the music.
                Log.warning("the session could not be saved", error.description)
                return error.description
            }
        }
    }

    private func write(_ snapshot: Snapshot) throws(FileError) {
        try makeDirectories(path: directory)
        // The queue first: a place in a queue that is not there yet would be lost.
        if let queue = snapshot.queue {
            try writeAtomically(path: queuePath, bytes: SavedQueue.bytes(queue))
        }
        try writeAtomically(path: placePath, bytes: snapshot.place.bytes)
    }
}
