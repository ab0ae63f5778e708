// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel

/// Keeps a library up to date for a program that asks it now and then, and runs no `LibraryKeeper`.
///
/// The first question of a process begins a scan. It is waited for where it costs milliseconds, and
/// where there is nothing to answer from: in a library of up to `smallCount` tracks, and in one that
/// is scanned for the first time; a larger one answers at once with what it has. From then on every
/// question looks at the times of the folders, if they are few and on disks of this computer: what a
/// program has put there a moment ago is found by its next question. Where somebody else scans,
/// nothing is waited for.
///
/// Nothing is looked at unless somebody asks.
actor LibraryUpkeep {
    private let store: LibraryStore
    private let music: FilePath?
    private let looker = Worker(threads: 1)
    private var state = State.unknown
    /// Who waits for the scan that runs.
    private var waiting: [AsyncStream<Never>.Continuation] = []
    /// Of the last scan, if they are few and local; and when it began.
    private var watched: [FilePath] = []
    private var began: Int64 = 0
    private var work: Task<Void, Never>?

    private enum State {
        case unknown
        case scanning(isWaitedFor: Bool)
        case scanned
    }

    /// As many tracks are looked through in some ten milliseconds.
    private static let smallCount = 10_000
    /// What changes while the clock of the file system ticks once has the time of before.
    private static let tick: Int64 = 20_000_000

    /// - Parameter music: becomes the library's folder where it has none.
    init(_ store: LibraryStore, music: FilePath?) {
        self.store = store
        self.music = music
    }

    /// Returns when the library may be asked, or nobody waits any more.
    ///
    /// - Parameter always: a scan that begins now is waited for, whatever it costs.
    func refresh(always: Bool = false) async {
        switch state {
        case .unknown:
            state = .scanning(isWaitedFor: true)
            work = Task { await begin() }
        case .scanning(let isWaitedFor):
            guard isWaitedFor else { return }
        case .scanned:
            if !always {
                guard await hasChanged() else { return }
            }
            // Somebody else may have noticed meanwhile.
            if case .scanned = state {
                state = .scanning(isWaitedFor: true)
                work = Task { await scan() }
            }
        }
        await turn()
    }

    /// Waits until the scan is over, or may go on alone.
    private func turn() async {
        guard case .scanning(isWaitedFor: true) = state else { return }
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        waiting.append(continuation)
        // Ends with the continuation, and when the task is cancelled.
        for await _ in stream {}
    }

    private func release() {
        for continuation in waiting { continuation.finish() }
        waiting = []
    }

    // MARK: Scanning

    private func begin() async {
        do throws(LibraryError) {
            let folders = try await folders()
            let isQuick =
                folders.contains { $0.scanned == 0 }
                || folders.reduce(0) { $0 + $1.trackCount } <= Self.smallCount
            if !isQuick {
                state = .scanning(isWaitedFor: false)
                release()
            }
            await scan()
        } catch {
            // Who asks is told the reason, if it still holds.
            settle(.unknown)
        }
    }

    /// Those that the library has, or the music folder, which is the first one.
    private func folders() async throws(LibraryError) -> [LibraryFolder] {
        let folders = try await store.read { (reader) throws(LibraryError) in
            try reader.folders()
        }
        guard folders.isEmpty, let music, music.exists else { return folders }
        return try await store.write("adding the music folder") {
            (writer) throws(LibraryError) in
            try writer.addFolder(music)
            return try writer.reader.folders()
        }
    }

    private func scan() async {
        began = FileStatus.clock
        do throws(LibraryError) {
            let summary = try await store.scan()
            watched = summary.folders ?? []
            // Without a folder, one may be made.
            settle(summary.folders == [] ? .unknown : .scanned)
        } catch {
            // Somebody else scans, or the library cannot be written: it is tried again.
            settle(.unknown)
        }
    }

    private func settle(_ state: State) {
        self.state = state
        release()
    }

    /// Whether something came, went or was renamed in one of the folders since the last scan began.
    private func hasChanged() async -> Bool {
        let (folders, since) = (watched, began - Self.tick)
        return await withCheckedContinuation { continuation in
            looker.perform {
                let isNew = folders.contains { folder in
                    // One that is gone has changed the folder above; a disk has been unplugged.
                    (FileStatus.changeTime(of: folder) ?? .max) > since
                }
                continuation.resume(returning: isNew)
            }
        }
    }
}
