// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldLibrary
import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

@testable import GatefoldRuntime

#if canImport(Glibc)
    import Glibc
#endif

/// A desk with a folder of files that have no tags, and what it tells of scans.
@PlayerActor
private final class ScanRig {
    let folder: TemporaryFolder
    let desk: LibraryDesk
    private(set) var ends: [ScanResult] = []
    /// Those who were told that the scan has begun.
    private(set) var followers = 0

    nonisolated static func filled() async throws -> ScanRig {
        MainContext.shared.startThread()
        let folder = try TemporaryFolder()
        for number in 0..<50 { try folder.write("x".utf8, to: "music/\(number).flac") }
        return await ScanRig(folder)
    }

    private init(_ folder: TemporaryFolder) {
        self.folder = folder
        let store = LibraryStore(path: folder["data/library.sqlite"].printable)
        desk = LibraryDesk(store, music: folder["music"])
        desk.onScan = { [weak self] news in
            if case .finished(let result) = news { self?.ends.append(result) }
        }
    }

    func isIdle(with count: Int) -> Bool { followers == count && isIdle }

    var isIdle: Bool { desk.awaitedScans == 0 && desk.scan == nil }

    func follow() {
        desk.startScan { [weak self] _ in self?.followers += 1 }
    }
}

@Suite(.serialized) struct `Scans that several ask for` {
    @Test func `end once, when the last of them is over, with what all did`() async throws {
        let rig = try await ScanRig.filled()
        await rig.follow()
        await rig.follow()
        try await eventually("both are over") {
            await rig.isIdle(with: 2)
        }
        let ends = await rig.ends
        #expect(ends.map(\.added) == [50])
        #expect(ends.map(\.found) == [50])
        await rig.desk.close()
    }

    @Test func `end together when they are cancelled`() async throws {
        let rig = try await ScanRig.filled()
        await rig.follow()
        await rig.follow()
        try await eventually("both are asked for") { await rig.followers == 2 }
        await rig.desk.cancelScan()
        try await eventually("both are over") {
            await rig.isIdle
        }
        #expect(await rig.ends.count == 1)
        await rig.desk.close()
    }
}

@Suite(.serialized) struct `The end of the library’s desk` {
    @Test func `leaves the database all in its file`() async throws {
        let rig = try await ScanRig.filled()
        await rig.follow()
        try await eventually("it is over") { await rig.ends.count == 1 }
        let log = rig.folder["data/library.sqlite-wal"].printable
        #expect(access(log, F_OK) == 0)
        await rig.desk.close()
        #expect(access(log, F_OK) != 0)
    }
}
