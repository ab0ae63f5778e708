// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
package import GatefoldModel
private import Synchronization

/// How far a scan is.
package struct ScanProgress: Sendable, Hashable {
    /// Music files that were seen.
    package var found = 0
    /// Of those, the ones that have to be read: new ones, and such as have changed.
    ///
    /// Known when all
    /// were seen, nil before.
    package var unread: Int?
    /// Of these, the ones that were read, and are in the library.
    package var read = 0
}

/// What a scan did.
package struct ScanSummary: Sendable, Hashable {
    package var found = 0
    package var added = 0
    package var changed = 0
    /// Files that were elsewhere before.
    package var moved = 0
    /// Files that are gone; those on a disk that is not there are not counted.
    package var lost = 0
    /// Folders that are not there.
    package var unavailable: [FilePath] = []
    /// The first hundred.
    package var problems: [SourceProblem] = []
    package var problemCount = 0
    /// All folders, if they are few enough to be watched.
    package var folders: [FilePath]?
}

/// One scan of all folders of the library.
///
/// A walk finds what changed, two threads read tags, and the library's own thread writes, a
/// thousand files in one transaction, between which it does what else is asked. Stopped or killed at
/// any moment, a scan leaves what it has written, and the next one goes on from there.
///
/// No thread waits for another: each step starts the next one.
final class LibraryScan: Sendable {
    typealias Completion = @Sendable (Result<ScanSummary, LibraryError>) -> Void

    private let store: LibraryStore
    private let request: LibraryRequest
    private let readers = Worker(threads: readerCount)
    private let onProgress: @Sendable (ScanProgress) -> Void
    private let completion: Completion
    private let flow = Mutex(Flow())

    private static let readerCount = 2
    /// Files that one thread reads in one go.
    private static let pieceSize = 32
    /// Files that are written in one transaction, unless they are the last ones: full text costs half as
    /// much for a thousand at once as for a quarter of that.
    private static let batchSize = 1024
    /// Files that may wait to be written.
    private static let waitLimit = 2048
    /// Folders between two reports of the walk.
    private static let reportInterval = 64

    private struct Flow: Sendable {
        var next = 0
        var reading = 0
        var waiting: [ScannedPiece] = []
        var waitingCount = 0
        var isWriting = false
        var failure: LibraryError?
        var isOver = false
    }

    init(
        _ store: LibraryStore, _ request: LibraryRequest,
        onProgress: @escaping @Sendable (ScanProgress) -> Void, completion: @escaping Completion
    ) {
        self.store = store
        self.request = request
        self.onProgress = onProgress
        self.completion = completion
    }

    // MARK: Finding

    func start() {
        let operation = "scanning the library"
        store.scanning.perform(operation, request) { [self] (database) throws(LibraryError) in
            try plan(database)
        } _: { [self] result in
            switch result {
            case .failure(let error): completion(.failure(error))
            case .success(let session): begin(session)
            }
        }
    }

    private func plan(_ database: Database) throws(LibraryError) -> ScanSession {
        let lock = try ScanLock(beside: store.path)
        let roots = try LibraryReader(database).folders().map(\.path)
        var calls = 0
        let plan = try ScanPlan(roots, database) { found in
            calls += 1
            if calls % Self.reportInterval == 0 { onProgress(ScanProgress(found: found)) }
            return !request.isCancelled
        }
        return ScanSession(plan, lock)
    }

    private func begin(_ session: ScanSession) {
        write { (writer) throws(LibraryError) in
            try session.begin(writer)
        } then: { [self] in
            onProgress(session.progress)
            advance(session)
        } otherwise: { [self] in
            end(session, .failure($0))
        }
    }

    // MARK: Reading and writing

    private enum Step {
        case read(Range<Int>)
        case write([ScannedPiece])
        case finish
        case fail(LibraryError)
    }

    /// Starts whatever can be done now.
    private func advance(_ session: ScanSession) {
        let total = session.plan.candidates.count
        for step in flow.withLock({ steps(&$0, total) }) {
            switch step {
            case .read(let range): read(range, session)
            case .write(let pieces): write(pieces, session)
            case .finish: finish(session)
            case .fail(let error): end(session, .failure(error))
            }
        }
    }

    private func steps(_ flow: inout Flow, _ total: Int) -> [Step] {
        guard !flow.isOver else { return [] }
        if request.isCancelled, flow.failure == nil {
            flow.failure = LibraryError(.cancelled, "scanning the library")
        }
        if let failure = flow.failure {
            guard flow.reading == 0, !flow.isWriting else { return [] }
            flow.isOver = true
            return [.fail(failure)]
        }
        var steps: [Step] = []
        while flow.reading < Self.readerCount, flow.next < total, flow.waitingCount < Self.waitLimit
        {
            let range = flow.next..<min(flow.next + Self.pieceSize, total)
            flow.next = range.upperBound
            flow.reading += 1
            steps.append(.read(range))
        }
        let isAllRead = flow.next == total && flow.reading == 0
        guard !flow.isWriting else { return steps }
        if flow.waitingCount >= Self.batchSize || isAllRead && flow.waitingCount > 0 {
            steps.append(.write(flow.waiting))
            flow.waiting = []
            flow.waitingCount = 0
            flow.isWriting = true
        } else if isAllRead {
            flow.isOver = true
            steps.append(.finish)
        }
        return steps
    }

    private func read(_ range: Range<Int>, _ session: ScanSession) {
        readers.perform { [self] in
            let piece = ScannedPiece(session.plan, range, request)
            flow.withLock { flow in
                flow.reading -= 1
                flow.waiting.append(piece)
                flow.waitingCount += piece.count
            }
            advance(session)
        }
    }

    private func write(_ pieces: [ScannedPiece], _ session: ScanSession) {
        write { (writer) throws(LibraryError) in
            try session.write(pieces, writer)
        } then: { [self] in
            flow.withLock { $0.isWriting = false }
            onProgress(session.progress)
            advance(session)
        } otherwise: { [self] error in
            flow.withLock { flow in
                flow.isWriting = false
                flow.failure = error
            }
            advance(session)
        }
    }

    private func finish(_ session: ScanSession) {
        write { (writer) throws(LibraryError) in
            try session.finish(writer)
        } then: { [self] in
            end(session, .success(session.summary))
        } otherwise: { [self] in
            end(session, .failure($0))
        }
    }

    /// Who is told that the scan is over may begin another one.
    private func end(_ session: ScanSession, _ result: Result<ScanSummary, LibraryError>) {
        session.unlock()
        completion(result)
    }

    private func write(
        _ body: @escaping @Sendable (LibraryWriter) throws(LibraryError) -> Void,
        then: @escaping @Sendable () -> Void,
        otherwise: @escaping @Sendable (LibraryError) -> Void
    ) {
        store.write("writing what a scan found", isDurable: false, body) { result in
            switch result {
            case .success: then()
            case .failure(let error): otherwise(error)
            }
        }
    }
}

/// What one thread read in one go.
struct ScannedPiece: Sendable {
    private(set) var files: [ScannedFile] = []
    /// Files that went meanwhile, or cannot be read.
    private(set) var failed: [ScannedFile.Candidate] = []
    private(set) var problems = ScanProblems()

    var count: Int { files.count + failed.count }

    init(_ plan: ScanPlan, _ range: Range<Int>, _ request: LibraryRequest) {
        for candidate in plan.candidates[range] where !request.isCancelled {
            let folder = plan.folders[candidate.folder].path
            do throws(FileError) {
                files.append(try ScannedFile(candidate, in: folder))
            } catch {
                failed.append(candidate)
                if !error.isAbsence {
                    problems.add(folder.appending(candidate.file.name), error.reason)
                }
            }
        }
    }
}
