// SPDX-License-Identifier: MPL-2.0

import GatefoldBus
import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

extension Bus {
    /// MPRIS 2.2, as its specification has it: names, types, access and annotations.
    @Suite struct `The interfaces` {
        private static let root = [
            "method Quit()", "method Raise()",
            "property CanQuit b read true",
            "property CanRaise b read true",
            "property CanSetFullscreen b read true",
            "property DesktopEntry s read true",
            "property Fullscreen b readwrite true",
            "property HasTrackList b read true",
            "property Identity s read true",
            "property SupportedMimeTypes as read true",
            "property SupportedUriSchemes as read true",
        ]

        private static let player = [
            "method Next()",
            "method OpenUri(in Uri s)",
            "method Pause()", "method Play()", "method PlayPause()", "method Previous()",
            "method Seek(in Offset x)",
            "method SetPosition(in TrackId o, in Position x)",
            "method Stop()",
            "property CanControl b read false",
            "property CanGoNext b read true",
            "property CanGoPrevious b read true",
            "property CanPause b read true",
            "property CanPlay b read true",
            "property CanSeek b read true",
            "property LoopStatus s readwrite true",
            "property MaximumRate d read true",
            "property Metadata a{sv} read true",
            "property MinimumRate d read true",
            "property PlaybackStatus s read true",
            "property Position x read false",
            "property Rate d readwrite true",
            "property Shuffle b readwrite true",
            "property Volume d readwrite true",
            "signal Seeked(Position x)",
        ]

        private static let own = [
            "method Clear()",
            "method Enqueue(in uris as, in place s, in play b, out job u)",
            "method Jump(in id t)",
            "method ListEntries(in first u, in count u, out entries a(tsssx))",
            "method ListPlaylists(out playlists a(osb))",
            "method Move(in id t, in index u)",
            "method Remove(in ids at)",
            "method Restart()", "method Save()",
            "method SavePlaylist(in name s, in replace b)",
            "property Buffering b read true",
            "property CurrentIndex i read true",
            "property Muted b readwrite true",
            "property Output s read true",
            "property QueueLength u read true",
            "property ReplayGain s readwrite true",
            "property Version s read const",
            "signal JobProblem(job u, source s, reason s)",
            "signal JobProgress(job u, found u, read u, finished b)",
            "signal Problem(message s)",
        ]

        @Test
        func `C110 C122 C166 have the members of the specification, in the XML and in GetAll`()
            async throws
        {
            let rig = try await BusRig.started()
            let tables = [
                (BusWitness.Place.root, Self.root), (.player, Self.player), (.own, Self.own),
            ]
            for (place, table) in tables {
                #expect(await rig.witness.ask("members(\(place.rawValue))") == table)
                let types = await rig.witness.ask(
                    "[n + ' ' + v.get_type_string() for n, v in get_all(\(place.rawValue))]")
                let declared = table.filter { $0.hasPrefix("property") }.map { line in
                    line.split(separator: " ")[1...2].joined(separator: " ")
                }
                #expect(types.sorted() == declared)
            }
        }

        @Test func `annotate the root interface as a whole`() async throws {
            let rig = try await BusRig.started()
            let annotation = await rig.witness.ask(
                """
                emits(xml.fromstring(wire.reply(wire.send((MPRIS, \
                'org.freedesktop.DBus.Introspectable'), 'Introspect')).get_body().unpack()[0]) \
                .find("interface[@name='org.mpris.MediaPlayer2']"), 'none')
                """)
            #expect(annotation == ["true"])
        }

        @Test func `are each on their own path only`() async throws {
            let rig = try await BusRig.started()
            let unknown = "org.freedesktop.DBus.Error.UnknownInterface"
            #expect(await rig.witness.ask("call((MPRIS, OWN[1]), 'Clear')") == [unknown])
            #expect(await rig.witness.ask("call((OWN[0], PLAYER[1]), 'Next')") == [unknown])
            #expect(
                await rig.witness.ask(
                    "call((MPRIS, PROPERTIES), 'GetAll', \"('org.gatefold.Player1',)\")")
                    == [unknown])
        }
    }

    @Suite struct `Reading properties` {
        @Test func `C048 C084 gives the values of an idle player with their exact types`()
            async throws
        {
            let rig = try await BusRig.started(tracks: 0)
            #expect(
                await rig.witness.all() == [
                    "PlaybackStatus 'Stopped'", "LoopStatus 'None'", "Rate 1.0", "Shuffle false",
                    "Metadata @a{sv} {}", "Volume 1.0", "CanGoNext false", "CanGoPrevious false",
                    "CanPlay false", "CanPause false", "CanSeek false", "MinimumRate 0.25",
                    "MaximumRate 4.0", "Position int64 0", "CanControl true",
                ])
            #expect(await rig.witness.get("Metadata") == "v (<@a{sv} {}>,)")
            #expect(await rig.witness.get("Position") == "v (<int64 0>,)")
            #expect(
                await rig.witness.all(at: .own) == [
                    "Muted false", "QueueLength uint32 0", "CurrentIndex -1", "Buffering false",
                    "ReplayGain 'album'", "Output ''", "Version '\(gatefoldVersion)'",
                ])
        }

        @Test func `gives what the root interface says of the program`() async throws {
            let rig = try await BusRig.started(tracks: 0)
            let all = await rig.witness.all(at: .root)
            #expect(
                all.filter { !$0.hasPrefix("SupportedMimeTypes") } == [
                    "CanQuit true", "Fullscreen false", "CanSetFullscreen false", "CanRaise false",
                    "HasTrackList false", "Identity 'Gatefold'",
                    "DesktopEntry 'org.gatefold.Gatefold'",
                    "SupportedUriSchemes ['file', 'http', 'https']",
                ])
            #expect(all.contains { $0.hasPrefix("SupportedMimeTypes ['audio/") })
        }

        @Test func `gives Get and GetAll the same answer for each property`() async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 2)
            let disagreements = await rig.witness.ask(
                "[n for p in (ROOT, PLAYER, OWN) for n, v in get_all(p)"
                    + " if get(p, n) != 'v (<' + v.print_(True) + '>,)']")
            #expect(disagreements == [])
        }

        @Test func `C044 C056 C057 C058 C077 C078 C080 C164 gives metadata the right types`()
            async throws
        {
            let rig = try await BusRig.started(tracks: 0)
            await rig.queueTaggedTrack()
            let fields = [
                "'mpris:trackid': <objectpath '/org/gatefold/track/1'>",
                "'mpris:length': <int64 10800000000>",
                "'mpris:artUrl': <'file:///cache/a.png'>", "'xesam:title': <'T'>",
                "'xesam:artist': <['A', 'B']>", "'xesam:album': <'L'>",
                "'xesam:albumArtist': <['C']>", "'xesam:genre': <['G']>",
                "'xesam:composer': <['K']>", "'xesam:lyricist': <['W']>",
                "'xesam:comment': <['N']>", "'xesam:trackNumber': <3>",
                "'xesam:discNumber': <1>", "'xesam:audioBPM': <120>",
                "'xesam:contentCreated': <'2024-05-06'>",
                "'xesam:url': <'file:///m/a%20b.ogg'>",
            ]
            let expected = "{" + fields.joined(separator: ", ") + "}"
            #expect(await rig.witness.get("Metadata") == "v (<\(expected)>,)")
            #expect(await rig.witness.all().contains("Metadata \(expected)"))
        }
    }
}

extension BusRig {
    fileprivate func queueTaggedTrack() {
        var tags = TrackTags()
        tags.title = "T\u{7}"
        tags.artists = ["A", "", "B"]
        tags.album = "L"
        tags.albumArtists = ["C"]
        tags.genres = ["G"]
        tags.composers = ["K"]
        tags.lyricists = ["W"]
        tags.comments = ["N"]
        tags.trackNumber = 3
        tags.discNumber = 1
        tags.audioBPM = 120
        tags.contentCreated = "2024-05-06"
        tags.length = MediaTime(milliseconds: 10_800_000)
        tags.artwork = .file("file:///cache/a.png")
        let track = Track(url: "file:///m/a%20b.ogg", tags: tags)
        session.handle([.command(.insert([track], .end, play: false))])
    }
}
