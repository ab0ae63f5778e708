// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldLibrary
internal import GatefoldModel
internal import GatefoldPlayer

/// Keeping the library up to date.
extension LibraryDesk {
    var scan: ScanStage? { keeper.progress.map { ScanStage($0) } }

    /// Nobody's music is looked for without being asked: the desktop's folder is taken in by the
    /// first scan that somebody wants, and only where no other folder was added.
    func startScan(then answer: @escaping Answer<[LibraryFolderListing]>) {
        store.write("scanning the library") { [music] (writer) throws(LibraryError) in
            if try writer.reader.folders().isEmpty, let music { try writer.addFolder(music) }
            return try writer.reader.folders().map { LibraryFolderListing($0) }
        } then: { [weak self] result in
            if case .success(let folders) = result, !folders.isEmpty { self?.beginScan() }
            answer(result.mapError { SourceError($0) })
        }
    }

    private func beginScan() {
        awaitedScans += 1
        keeper.scan { [weak self] in self?.finishScan($0, isAskedFor: true) }
        if let scan { onScan?(.stage(scan)) }
    }

    func cancelScan() {
        keeper.cancel()
    }

    /// Where a scan was asked for while another one ran, the end is that of the later one, with what
    /// all of them did: who asked last is not told that it is over before it is.
    func finishScan(_ result: Result<ScanSummary, LibraryError>, isAskedFor: Bool) {
        guard isAskedFor == (awaitedScans > 0) else { return }
        if isAskedFor { awaitedScans -= 1 }
        switch result {
        case .success(let summary):
            for problem in summary.problems { onScan?(.problem(problem)) }
            endedScans.follow(with: ScanResult(summary))
        case .failure(let error): endedScans.failure = SourceError(error).description
        }
        guard awaitedScans == 0 else { return }
        onScan?(.finished(endedScans))
        endedScans = ScanResult()
    }
}

extension ScanResult {
    /// A file with a problem has it in every scan.
    fileprivate mutating func follow(with later: ScanResult) {
        found = later.found
        added += later.added
        changed += later.changed
        moved += later.moved
        lost += later.lost
        problems = later.problems
        failure = nil
    }
}

extension ScanStage {
    init(_ progress: ScanProgress) {
        self.init()
        (found, unread, read) = (progress.found, progress.unread, progress.read)
    }
}

extension ScanResult {
    init(_ summary: ScanSummary) {
        self.init()
        found = summary.found
        added = summary.added
        changed = summary.changed
        moved = summary.moved
        lost = summary.lost
        problems = summary.problemCount
    }
}
