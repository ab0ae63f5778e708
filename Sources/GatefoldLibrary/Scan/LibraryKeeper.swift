// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib
internal import GatefoldModel

#if canImport(Glibc)
    private import Glibc
#endif

/// Keeps the library up to date: scans at the start, when asked, and when files change.
///
/// Changes are noticed by inotify where all folders are on disks of this computer and no more than
/// `ScanPlan.watchLimit`. A larger library, and one on the network, whose server tells nobody, is
/// scanned at the start and when asked. Nothing looks again by itself: that would wake the computer
/// up, and the disk. Of what changed only the folder is known, so a scan goes through all of them: for
/// as many as are watched that takes milliseconds.
@PlayerActor
package final class LibraryKeeper {
    /// Of the scan that runs; nil while none does.
    package private(set) var progress: ScanProgress?
    /// Told while a scan runs.
    package var onProgress: (@PlayerActor (ScanProgress) -> Void)?
    /// Told when a scan is over.
    package var onEnd: (@PlayerActor (Result<ScanSummary, LibraryError>) -> Void)?

    private let store: LibraryStore
    private var request: LibraryRequest?
    private var watch: FolderWatch?
    private var timer: EventSource?
    /// Something changed while a scan ran, or may have.
    private var scansAgain = false
    private var isClosed = false
    private var waiting: [@PlayerActor @Sendable (Result<ScanSummary, LibraryError>) -> Void] = []

    /// How long changes wait for more of them: a copied folder is many.
    private static let delay = Duration.milliseconds(500)
    /// The start of a program has more urgent things to do.
    private static let startDelay = Duration.seconds(2)

    package init(_ store: LibraryStore) {
        self.store = store
        store.onReplace = { [weak self] in self?.scan() }
    }

    /// Scans soon, and follows changes from then on; where no library has been made, nothing happens.
    package func start() {
        guard access(store.path, F_OK) == 0 else { return }
        timer = EventSource.timeout(after: Self.startDelay) { [weak self] in self?.scan() }
    }

    /// Scans now, or after the scan that runs: what has changed up to now is in the library when it
    /// is over.
    package func scan(
        then completion: (@PlayerActor @Sendable (Result<ScanSummary, LibraryError>) -> Void)? = nil
    ) {
        guard !isClosed else { return }
        if let completion { waiting.append(completion) }
        timer = nil
        guard request == nil else {
            scansAgain = true
            return
        }
        progress = ScanProgress()
        let waiters = waiting
        waiting = []
        request = store.scan { [weak self] progress in
            self?.advance(progress)
        } then: { [weak self] result in
            self?.finish(result)
            for waiter in waiters { waiter(result) }
            self?.dismissWaiters(result)
        }
    }

    /// Where no other scan follows, this one's end is the end for whoever waited for that.
    private func dismissWaiters(_ result: Result<ScanSummary, LibraryError>) {
        guard timer == nil, request == nil else { return }
        let waiters = waiting
        waiting = []
        for waiter in waiters { waiter(result) }
    }

    /// Ends the scan that runs; what was read stays.
    package func cancel() {
        scansAgain = false
        request?.cancel()
    }

    /// Nothing is scanned or watched any more.
    package func close() {
        isClosed = true
        cancel()
        watch = nil
        timer = nil
    }

    private func advance(_ progress: ScanProgress) {
        guard request != nil else { return }
        self.progress = progress
        onProgress?(progress)
    }

    private func finish(_ result: Result<ScanSummary, LibraryError>) {
        request = nil
        progress = nil
        onEnd?(result)
        switch result {
        case .success(let summary): follow(summary.folders ?? [])
        case .failure(let error):
            switch error.code {
            // The other program's scan may have been past what has changed here.
            case .busy where watch != nil: scansAgain = true
            case .cancelled: break
            default: Log.warning("a scan has failed", error.description)
            }
        }
        if scansAgain { scanSoon() }
        scansAgain = false
    }

    private func follow(_ folders: [FilePath]) {
        guard !isClosed else { return }
        if watch == nil, !folders.isEmpty {
            watch = FolderWatch { [weak self] changes in
                if changes.contains(where: \.concernsMusic) { self?.scanSoon() }
            }
        }
        // What changed between the scan and the watch would be missed for good.
        if watch?.follow(folders.map(\.bytes)) == true { scansAgain = true }
    }

    private func scanSoon() {
        guard !isClosed else { return }
        timer = EventSource.timeout(after: Self.delay) { [weak self] in self?.scan() }
    }
}

extension FolderChange {
    /// The folder itself, or changes that were lost, may be anything.
    fileprivate var concernsMusic: Bool {
        isFolder || name.isEmpty
            || AudioFormats.isAudio(fileExtension: FilePath(bytes: name).fileExtension)
    }
}
