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
/// A walk finds what changed, two threads read tags as soon as it has found something, and the
/// library's own thread writes many files in one transaction, between which it does what else is
/// asked. Stopped or killed at any moment, a scan leaves what it has written, and the next one goes
/// on from there.
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
    /// Files that are written in one transaction, unless they are the first or the last ones: full text
    /// costs half as much for a thousand at once as for a quarter of that.
    private static let batchSizes = 128...1024
    /// Files that may wait to be written.
    private static let waitLimit = 2048
    /// Folders between two reports of the walk.
    private static let reportInterval = 64

    private struct Flow: Sendable {
        /// What has to be read, as far as it is known.
        var candidates: [ScannedFile.Candidate] = []
        /// There once all of it is known.
        var session: ScanSession?
        var next = 0
        var reading = 0
        var waiting: [ScannedPiece] = []
        var waitingCount = 0
        /// At first what is gone: a file that was moved is recognised by what is missing.
        var isWriting = true
        var failure: LibraryError?
        var isOver = false

        var isAllRead: Bool { session != nil && next == candidates.count && reading == 0 }

        /// How many files are worth a transaction: few at the beginning and at the end, when there is
        /// nothing else to do meanwhile.
        var batchSize: Int {
            let written = next - waitingCount
            let sizes = LibraryScan.batchSizes
            return min(
                max(sizes.lowerBound, min(written, candidates.count - next)), sizes.upperBound)
        }
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
            case .failure(let error): fail(error)
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
        } take: { candidates in
            flow.withLock { $0.candidates += candidates }
            advance()
        }
        return ScanSession(plan, lock)
    }

    private func begin(_ session: ScanSession) {
        flow.withLock { $0.session = session }
        onProgress(session.progress)
        write { (writer) throws(LibraryError) in try session.begin(writer) }
    }

    // MARK: Reading and writing

    private enum Step {
        case read([ScannedFile.Candidate])
        case write([ScannedPiece], ScanSession)
        case finish(ScanSession)
        case fail(LibraryError)
    }

    /// Starts whatever can be done now.
    private func advance() {
        for step in flow.withLock({ steps(&$0) }) {
            switch step {
            case .read(let candidates): read(candidates)
            case .write(let pieces, let session):
                write { (writer) throws(LibraryError) in
                    try session.write(pieces, writer)
                }
            case .finish(let session): finish(session)
            case .fail(let error): end(.failure(error))
            }
        }
    }

    private func steps(_ flow: inout Flow) -> [Step] {
        guard !flow.isOver else { return [] }
        if request.isCancelled, flow.failure == nil {
            flow.failure = LibraryError(.cancelled, "scanning the library")
        }
        if let failure = flow.failure {
            guard flow.reading == 0, !flow.isWriting else { return [] }
            flow.isOver = true
            return [.fail(failure)]
        }
        return readingSteps(&flow) + writingSteps(&flow)
    }

    private func readingSteps(_ flow: inout Flow) -> [Step] {
        var steps: [Step] = []
        while flow.reading < Self.readerCount, flow.next < flow.candidates.count,
            flow.waitingCount < Self.waitLimit
        {
            let end = min(flow.next + Self.pieceSize, flow.candidates.count)
            steps.append(.read(Array(flow.candidates[flow.next..<end])))
            flow.next = end
            flow.reading += 1
        }
        return steps
    }

    private func writingSteps(_ flow: inout Flow) -> [Step] {
        guard let session = flow.session, !flow.isWriting else { return [] }
        let isAllRead = flow.isAllRead
        if flow.waitingCount >= flow.batchSize || isAllRead && flow.waitingCount > 0 {
            defer {
                flow.waiting = []
                flow.waitingCount = 0
                flow.isWriting = true
            }
            return [.write(flow.waiting, session)]
        }
        guard isAllRead else { return [] }
        flow.isOver = true
        return [.finish(session)]
    }

    private func read(_ candidates: [ScannedFile.Candidate]) {
        readers.perform { [self] in
            let piece = ScannedPiece(candidates, request)
            flow.withLock { flow in
                flow.reading -= 1
                flow.waiting.append(piece)
                flow.waitingCount += piece.count
            }
            advance()
        }
    }

    private func write(_ body: @escaping @Sendable (LibraryWriter) throws(LibraryError) -> Void) {
        write(body) { [self] in
            let session = flow.withLock { flow in
                flow.isWriting = false
                return flow.session
            }
            if let session { onProgress(session.progress) }
            advance()
        } otherwise: { [self] in
            fail($0)
        }
    }

    /// Nothing is written any more.
    private func fail(_ error: LibraryError) {
        flow.withLock { flow in
            flow.isWriting = false
            flow.failure = flow.failure ?? error
        }
        advance()
    }

    private func finish(_ session: ScanSession) {
        write { (writer) throws(LibraryError) in
            try session.finish(writer)
        } then: { [self] in
            end(.success(session.summary))
        } otherwise: { [self] in
            end(.failure($0))
        }
    }

    /// Who is told that the scan is over may begin another one.
    private func end(_ result: Result<ScanSummary, LibraryError>) {
        flow.withLock { $0.session }?.unlock()
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

    init(_ candidates: [ScannedFile.Candidate], _ request: LibraryRequest) {
        for candidate in candidates where !request.isCancelled {
            do throws(FileError) {
                files.append(try ScannedFile(candidate))
            } catch {
                failed.append(candidate)
                if !error.isAbsence { problems.add(candidate.path, error.reason) }
            }
        }
    }
}
