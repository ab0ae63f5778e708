// SPDX-License-Identifier: MPL-2.0

import GatefoldBus
import GatefoldGLib
import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

/// A directory of sources that a test fills.
@PlayerActor
final class FakeDirectory: SourceDirectory {
    var onChange: (@PlayerActor () -> Void)?
    private(set) var known: [SourceSettings] = []
    private var sources: [String: FakeSource] = [:]
    private var tasks: [Task<Void, Never>] = []

    nonisolated init() {}

    deinit { for task in tasks { task.cancel() } }

    func put(_ source: FakeSource) { sources[source.name] = source }

    func settings() throws(SourceError) -> [SourceSettings] { known }

    func add(_ settings: SourceSettings, then answer: @escaping Answer<Void>) {
        if let fault = settings.fault { return answer(.failure(SourceError(.invalid, fault))) }
        known.append(settings)
        onChange?()
        answer(.success(()))
    }

    func remove(_ name: String, then answer: @escaping Answer<Void>) {
        let count = known.count
        known.removeAll { $0.name == name }
        answer(
            known.count < count
                ? .success(()) : .failure(SourceError(.notFound, "There is none.")))
    }

    func ask<Value: Sendable>(
        _ name: String, _ question: @escaping SourceQuestion<Value>,
        then answer: @escaping Answer<Value>
    ) {
        guard let source = sources[name] else {
            return answer(.failure(SourceError(.notFound, "There is none.")))
        }
        tasks.append(
            Task {
                answer(
                    await caught { () async throws(SourceError) in try await question(source) })
            })
    }
}

extension BusRig {
    nonisolated func source(_ name: String) async -> FakeSource {
        let source = FakeSource(name)
        await directory.put(source)
        return source
    }
}

extension Bus {
    @Suite struct `Online sources on the bus` {
        private static let members = [
            "method Account(in name s, out canPlay b, out canEdit b)",
            "method Add(in name s, in kind s, in address s, in user s, in options a{ss})",
            "method AddToPlaylist(in uri s, in uris as, in index i)",
            "method Chart(in name s, in kind s, in chart s, in genre s, in limit u, "
                + "out items aa{sv})",
            "method Content(in uri s, in first u, in count u, out items aa{sv})",
            "method CreatePlaylist(in name s, in title s, in uris as, out uri s)",
            "method DeletePlaylist(in uri s)",
            "method Items(in name s, in kind s, in first u, in count u, out items aa{sv})",
            "method List(out sources a(ssssa{ss}))",
            "method MoveInPlaylist(in uri s, in entry x, in index u)",
            "method Remove(in name s)",
            "method RemoveFromPlaylist(in uri s, in entries ax)",
            "method RenamePlaylist(in uri s, in name s)",
            "method Search(in name s, in text s, in kinds as, in limit u, out items aa{sv})",
            "signal SourcesChanged()",
        ]

        @Test func `have these members, and nothing for a password`() async throws {
            let rig = try await BusRig.started()
            #expect(await rig.witness.ask("members(SOURCES)") == Self.members)
        }

        @Test func `are added, listed and removed`() async throws {
            let rig = try await BusRig.started()
            let home = "('home', 'subsonic', 'http://nas:4533', 'me', @a{ss} {})"
            let events = await rig.witness.events(of: "Add", home, at: .sources)
            #expect(events == ["SourcesChanged", "reply"])
            _ = await rig.witness.call(
                "Add", "('shop', 'itunes', '', '', {'country': 'is'})", at: .sources)
            #expect(
                await rig.witness.call("List", at: .sources)
                    == "a(ssssa{ss}) ([('home', 'subsonic', 'http://nas:4533', 'me', @a{ss} {}), "
                    + "('shop', 'itunes', '', '', {'country': 'is'})],)")
            #expect(await rig.witness.call("Remove", "('home',)", at: .sources) == "")
            #expect(
                await rig.witness.call("Remove", "('home',)", at: .sources)
                    == "org.freedesktop.DBus.Error.InvalidArgs")
        }

        @Test(arguments: [
            ("('home', 'telepathy', '', '', @a{ss} {})", "NotSupported"),
            ("('all', 'itunes', '', '', @a{ss} {})", "InvalidArgs"),
        ])
        func `are not made of anything`(arguments: String, error: String) async throws {
            let rig = try await BusRig.started()
            #expect(
                await rig.witness.call("Add", arguments, at: .sources)
                    == "org.freedesktop.DBus.Error.\(error)")
        }

        @Test func `answer a search, and say what is only a piece`() async throws {
            let rig = try await BusRig.started()
            let source = await rig.source("home")
            var song = SourceItem(.song, uri: source.uri(.song, "1"), title: "Jóga")
            song.details.isPlayable = false
            song.details.page = "https://music.example.org/1"
            source.add(song)
            #expect(
                await rig.witness.call(
                    "Search", "('home', 'jó', ['song'], uint32 5)", at: .sources)
                    == "aa{sv} ([{'kind': <'song'>, 'uri': <'gatefold:at/home/song/1'>, "
                    + "'title': <'Jóga'>, 'playable': <false>, "
                    + "'page': <'https://music.example.org/1'>}],)")
            #expect(source.questions == ["search jó song 5"])
        }

        @Test func `give all that they have of a kind, a part at a time`() async throws {
            let rig = try await BusRig.started()
            let source = await rig.source("home")
            let songs = (1...3).map { source.song("\($0)") }
            for song in songs { source.add(song) }
            let titles =
                "[item['uri'] for item in wire.reply(wire.send(SOURCES, %s)).get_body().unpack()[0]]"
            let part = "'Items', variant(\"('home', 'song', uint32 1, uint32 1)\")"
            #expect(await rig.witness.ask(titles.replacing("%s", with: part)) == [songs[1].uri])
            #expect(source.questions == ["songs from 1"])
            #expect(
                await rig.witness.call(
                    "Items", "('home', 'noise', uint32 0, uint32 1)", at: .sources)
                    == "org.freedesktop.DBus.Error.InvalidArgs")
        }

        @Test func `give charts, and the songs of an album`() async throws {
            let rig = try await BusRig.started()
            let source = await rig.source("home")
            let album = source.album("a")
            source.put([source.song("1"), source.song("2")], into: album)
            let count = "len(wire.reply(wire.send(SOURCES, %s)).get_body().unpack()[0])"
            let chart = "'Chart', variant(\"('home', 'album', 'mostPlayed', 'Jazz', uint32 5)\")"
            let content = "'Content', variant(\"('\(album.uri)', uint32 1, uint32 9)\")"
            #expect(await rig.witness.ask(count.replacing("%s", with: chart)) == ["1"])
            #expect(await rig.witness.ask(count.replacing("%s", with: content)) == ["1"])
            #expect(
                source.questions == [
                    "chart mostPlayed album Jazz", "songs of \(album.uri) from 1",
                ])
        }

        @Test func `answer while another one hangs`() async throws {
            let rig = try await BusRig.started()
            await rig.source("slow").hang()
            _ = await rig.source("fast")
            let send = { (name: String) in
                "wire.send(SOURCES, 'Account', variant(\"('\(name)',)\"))"
            }
            #expect(
                await rig.witness.ask(
                    "(lambda slow, fast: [describe(wire.reply(fast))])"
                        + "(\(send("slow")), \(send("fast")))") == ["bb (true, true)"])
        }

        @Test(arguments: [
            (SourceError.Code.unauthorised, "AccessDenied"), (.unsupported, "NotSupported"),
            (.offline, "Failed"), (.rateLimited(seconds: 3), "Failed"),
        ])
        func `say why they do not answer`(code: SourceError.Code, error: String) async throws {
            let rig = try await BusRig.started()
            await rig.source("home").fail(SourceError(code, "It cannot be."))
            #expect(
                await rig.witness.call("Account", "('home',)", at: .sources)
                    == "org.freedesktop.DBus.Error.\(error)")
        }

        @Test func `name what the queue takes`() async throws {
            let lists = try await ListsRig.started()
            let arguments =
                "('gatefold:at/home/song/1', objectpath '/org/mpris/MediaPlayer2/TrackList/NoTrack', false)"
            #expect(await lists.witness.call("AddTrack", arguments, at: .trackList) == "")
            #expect(
                await lists.rig.intake.requests.map(\.sources) == [["gatefold:at/home/song/1"]])
        }
    }
}
