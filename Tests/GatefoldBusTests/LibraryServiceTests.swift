// SPDX-License-Identifier: MPL-2.0

import GatefoldBus
import GatefoldGLib
import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

/// A library that writes down what it is asked, and answers in a later turn.
@PlayerActor
final class FakeLibrary: LibrarySource {
    var onScan: (@PlayerActor (ScanNews) -> Void)?
    var scan: ScanStage?
    private(set) var questions: [String] = []
    var listings: [SourceItem] = []
    var refusal: SourceError?
    /// Searches are not answered.
    var isHanging = false

    nonisolated init() {}

    func search(
        _ text: String, for kinds: Set<SourceItem.Kind>, limit: Int,
        then answer: @escaping Answer<[SourceItem]>
    ) -> @PlayerActor () -> Void {
        let names = kinds.map(\.rawValue).sorted().joined(separator: ",")
        questions.append("search \(text) \(names) \(limit)")
        if !isHanging { give(listings, answer) }
        return { [weak self] in self?.questions.append("gave up \(text)") }
    }

    func list(
        _ list: LibraryList, first: Int, count: Int,
        then answer: @escaping Answer<[SourceItem]>
    ) {
        questions.append("list \(list) \(first) \(count)")
        give(listings, answer)
    }

    func content(
        of uri: String, first: Int, count: Int, then answer: @escaping Answer<[SourceItem]>
    ) {
        questions.append("content \(uri) \(first) \(count)")
        give(listings, answer)
    }

    func figures(then answer: @escaping Answer<[LibraryFigure: Int64]>) {
        give([.tracks: 12, .length: 1_000_000], answer)
    }

    func folders(then answer: @escaping Answer<[LibraryFolderListing]>) {
        let folder = LibraryFolderListing(
            uri: "file:///music", trackCount: 12, isAvailable: true, scanned: 5_000_000_000)
        give([folder], answer)
    }

    func edit(_ edit: LibraryEdit, then answer: @escaping Answer<String?>) {
        questions.append("\(edit)")
        if case .createPlaylist = edit { return give("gatefold:playlist/7", answer) }
        give(nil, answer)
    }

    func startScan(then answer: @escaping Answer<[LibraryFolderListing]>) {
        scan = ScanStage()
        onScan?(.stage(ScanStage()))
        folders(then: answer)
    }

    func cancelScan() { questions.append("cancel") }

    private func give<Value: Sendable>(_ value: Value, _ answer: @escaping Answer<Value>) {
        let refusal = refusal
        PlayerActor.post { answer(refusal.map { .failure($0) } ?? .success(value)) }
    }
}

extension BusRig {
    func libraryFinds(_ listings: SourceItem...) { library.listings = listings }
    func libraryRefuses(_ refusal: SourceError) { library.refusal = refusal }
    func libraryHangs(_ isHanging: Bool) { library.isHanging = isHanging }
    func tell(_ news: ScanNews) { library.onScan?(news) }
}

extension Bus {
    @Suite struct `The library on the bus` {
        private static let members = [
            "method AddFolder(in uri s)",
            "method AddToPlaylist(in uri s, in uris as, in index i)",
            "method CancelScan()",
            "method Content(in uri s, in first u, in count u, out items aa{sv})",
            "method CreatePlaylist(in name s, in uris as, out uri s)",
            "method DeletePlaylist(in uri s)",
            "method ExportPlaylist(in uri s, in file s, in replace b)",
            "method Folders(out folders a(subx))",
            "method ImportPlaylist(in file s, out uri s)",
            "method List(in list s, in first u, in count u, out items aa{sv})",
            "method MoveInPlaylist(in uri s, in entry x, in index u)",
            "method RemoveFolder(in uri s)",
            "method RemoveFromPlaylist(in uri s, in entries ax)",
            "method RenamePlaylist(in uri s, in name s)",
            "method Scan(out folders a(subx))",
            "method Search(in text s, in kinds as, in limit u, out items aa{sv})",
            "method SetFavourite(in uri s, in favourite b)",
            "method SetRating(in uri s, in rating d)",
            "method Song(in uri s, out items aa{sv})",
            "method Statistics(out figures a{sx})",
            "property Scanning b read true",
            "signal ScanFinished(found u, added u, changed u, moved u, lost u, problems u, failure s)",
            "signal ScanProblem(source s, reason s)",
            "signal ScanProgress(found u, unread i, read u)",
        ]

        @Test func `has these members, beside the own interface and not on MPRIS's path`()
            async throws
        {
            let rig = try await BusRig.started()
            #expect(await rig.witness.ask("members(LIBRARY)") == Self.members)
            #expect(
                await rig.witness.ask("call((MPRIS, LIBRARY[1]), 'Scan')")
                    == ["org.freedesktop.DBus.Error.UnknownInterface"])
        }

        @Test func `answers a search with what is known, and leaves out what is not`() async throws
        {
            let rig = try await BusRig.started()
            var song = SourceItem(.song, uri: "file:///a.ogg", title: "A\nB")
            song.length = MediaTime(milliseconds: 65_000)
            song.plays = 3
            song.played = 7_500_000_000
            song.isFavourite = true
            await rig.libraryFinds(song)
            #expect(
                await rig.witness.call("Search", "('a b', ['song'], uint32 5)", at: .library)
                    == "aa{sv} ([{'kind': <'song'>, 'uri': <'file:///a.ogg'>, 'title': <'A B'>, "
                    + "'length': <int64 65000000>, 'plays': <uint32 3>, 'played': <int64 7>, "
                    + "'favourite': <true>}],)")
            #expect(await rig.library.questions == ["search a b song 5"])
        }

        @Test func `searches all kinds where none is named, and refuses others`() async throws {
            let rig = try await BusRig.started()
            _ = await rig.witness.call("Search", "('a', @as [], uint32 5)", at: .library)
            #expect(
                await rig.library.questions == [
                    "search a album,artist,genre,playlist,song,station 5"
                ])
            #expect(
                await rig.witness.call("Search", "('a', ['film'], uint32 5)", at: .library)
                    == "org.freedesktop.DBus.Error.InvalidArgs")
        }

        @Test func `answers only the newest search of a client`() async throws {
            let rig = try await BusRig.started()
            await rig.libraryHangs(true)
            let search = { (text: String) in
                "wire.send(LIBRARY, 'Search', variant(\"('\(text)', @as [], uint32 5)\"))"
            }
            let replies = await rig.witness.ask(
                "(lambda first, second: [describe(wire.reply(first))])"
                    + "(\(search("a")), \(search("ab")))")
            #expect(replies == ["org.gatefold.Error.Superseded"])
            let kinds = "album,artist,genre,playlist,song,station"
            #expect(
                await rig.library.questions == [
                    "search a \(kinds) 5", "gave up a", "search ab \(kinds) 5",
                ])
        }

        @Test func `takes an empty URI for the current entry`() async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 2)
            _ = await rig.witness.call("SetFavourite", "('', true)", at: .library)
            _ = await rig.witness.call("SetRating", "('', -1.0)", at: .library)
            _ = await rig.witness.call("SetRating", "('file:///x', 0.8)", at: .library)
            #expect(
                await rig.library.questions == [
                    "setFavourite(\"file:///music/2.ogg\", true)",
                    "setRating(\"file:///music/2.ogg\", nil)",
                    "setRating(\"file:///x\", Optional(0.8))",
                ])
            #expect(
                await rig.witness.call("SetRating", "('', 1.1)", at: .library)
                    == "org.freedesktop.DBus.Error.InvalidArgs")
            let empty = try await BusRig.started(tracks: 0)
            #expect(
                await empty.witness.call("SetFavourite", "('', true)", at: .library)
                    == "org.freedesktop.DBus.Error.Failed")
        }

        @Test func `edits playlists, and names what it makes`() async throws {
            let rig = try await BusRig.started()
            #expect(
                await rig.witness.call(
                    "CreatePlaylist", "('A', ['file:///a', 'gatefold:album/1'])", at: .library)
                    == "s ('gatefold:playlist/7',)")
            #expect(
                await rig.witness.call("MoveInPlaylist", "('p', int64 5, uint32 2)", at: .library)
                    == "")
            _ = await rig.witness.call("AddToPlaylist", "('p', ['x'], -1)", at: .library)
            #expect(
                await rig.library.questions == [
                    "createPlaylist(name: \"A\", sources: [\"file:///a\", \"gatefold:album/1\"])",
                    "movePlaylistEntry(\"p\", entry: 5, index: 2)",
                    "addToPlaylist(\"p\", sources: [\"x\"], index: nil)",
                ])
        }

        @Test(arguments: [
            (SourceError.Code.notFound, "InvalidArgs"), (.invalid, "InvalidArgs"),
            (.exists, "FileExists"), (.failed, "Failed"),
        ])
        func `says why something was not done`(
            code: SourceError.Code, error: String
        ) async throws {
            let rig = try await BusRig.started()
            await rig.libraryRefuses(SourceError(code, "It cannot be."))
            for (member, arguments) in [("DeletePlaylist", "('p',)"), ("Statistics", "()")] {
                #expect(
                    await rig.witness.call(member, arguments, at: .library)
                        == "org.freedesktop.DBus.Error." + error)
            }
        }

        @Test func `tells of a scan from its beginning to its end`() async throws {
            let rig = try await BusRig.started()
            #expect(
                await rig.witness.events(of: "Scan", at: .library) == [
                    "Library1: Scanning=true", "ScanProgress 0 -1 0",
                    "reply a(subx) ([('file:///music', uint32 12, true, int64 5)],)",
                ])
            var stage = ScanStage()
            (stage.found, stage.unread, stage.read) = (10, 4, 1)
            await rig.tell(.stage(stage))
            await rig.tell(.problem(SourceProblem(source: "/x", reason: "permission denied")))
            var result = ScanResult()
            (result.found, result.added) = (10, 4)
            await rig.tell(.finished(result))
            #expect(
                await rig.witness.signals() == [
                    "ScanProgress 10 4 1", "ScanProblem /x permission denied",
                    "Library1: Scanning=false", "ScanFinished 10 4 0 0 0 0 ",
                ])
        }
    }
}
