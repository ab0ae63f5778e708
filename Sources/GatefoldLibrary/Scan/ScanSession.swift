// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel

/// What a scan writes, and has written.
///
/// `@unchecked Sendable`: made on one thread, and from then on used only on the one that writes,
/// except for the plan, which does not change.
final class ScanSession: @unchecked Sendable {
    let plan: ScanPlan
    private(set) var summary = ScanSummary()
    private(set) var progress: ScanProgress

    private let lock: ScanLock
    private let names = ScanNames()
    /// By folder: its row, files that have not been dealt with, and whether some could not be.
    private var directories: [Int: Int64] = [:]
    private var remaining: [Int]
    private var spoilt: Set<Int> = []
    private var problems: ScanProblems

    init(_ plan: ScanPlan, _ lock: ScanLock) {
        self.plan = plan
        self.lock = lock
        remaining = plan.folders.map(\.unread)
        problems = plan.problems
        progress = ScanProgress(found: plan.found, unread: plan.unread)
        summary.found = plan.found
        summary.unavailable = plan.unavailable
        summary.folders = plan.visited
    }

    /// First of all what is gone: a file that was moved is recognised by what is missing.
    func begin(_ writer: LibraryWriter) throws(LibraryError) {
        let scan = ScanWriter(writer)
        for folder in plan.available { try scan.setAvailable(folder, true) }
        for folder in plan.unavailable {
            try scan.setAvailable(folder, false)
            try scan.loseTracks(beneath: folder)
        }
        for directory in plan.lostDirectories {
            summary.lost += try scan.loseTracks(inDirectory: directory)
        }
        try scan.lose(plan.lost)
        summary.lost += plan.lost.count
        try scan.restore(plan.restored)
        for (number, folder) in plan.folders.enumerated() where folder.unread == 0 {
            try scan.setDigest(folder.digest, ofDirectory: directory(number, scan))
        }
    }

    func write(_ pieces: [ScannedPiece], _ writer: LibraryWriter) throws(LibraryError) {
        let scan = ScanWriter(writer)
        let files = pieces.flatMap(\.files)
        var displaced: Set<Int64> = []
        // All places are free before one is taken: two files may have exchanged theirs.
        for file in files where try scan.displace(file) {
            if let track = file.candidate.track { displaced.insert(track) }
        }
        try scan.begin(names)
        for file in files {
            let isNew = file.candidate.track.map(displaced.contains) ?? true
            count(
                try scan.save(
                    file, in: directory(file.candidate.folder, scan), isNew: isNew, names))
        }
        for candidate in pieces.flatMap(\.failed) {
            // To be looked at again the next time.
            spoilt.insert(candidate.folder)
            if let track = candidate.track { try scan.lose([track]) }
        }
        for candidate in files.map(\.candidate) + pieces.flatMap(\.failed) {
            try conclude(candidate.folder, scan)
        }
        try scan.conclude(names)
        for piece in pieces { problems.add(piece.problems) }
        progress.read += pieces.reduce(0) { $0 + $1.count }
    }

    func finish(_ writer: LibraryWriter) throws(LibraryError) {
        let scan = ScanWriter(writer)
        for folder in plan.available { try scan.setScanned(folder) }
        try scan.sweep()
        summary.problems = problems.first
        summary.problemCount = problems.count
    }

    /// Lets others scan.
    func unlock() { lock.release() }

    /// Keeps a folder's digest once its last file is in: what comes with the same one need not be
    /// looked at.
    private func conclude(_ folder: Int, _ scan: ScanWriter) throws(LibraryError) {
        remaining[folder] -= 1
        guard remaining[folder] == 0 else { return }
        let digest = spoilt.contains(folder) ? nil : plan.folders[folder].digest
        try scan.setDigest(digest, ofDirectory: directory(folder, scan))
    }

    private func directory(_ folder: Int, _ scan: ScanWriter) throws(LibraryError) -> Int64 {
        if let directory = directories[folder] { return directory }
        let directory = try scan.directory(plan.folders[folder].path)
        directories[folder] = directory
        return directory
    }

    private func count(_ outcome: ScanWriter.Outcome) {
        switch outcome {
        case .added: summary.added += 1
        case .changed: summary.changed += 1
        case .moved: summary.moved += 1
        }
    }
}
