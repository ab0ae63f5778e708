// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

extension Bus {
    /// Reports about types, ids and texts; `Tests/MPRISCases.md` says what the numbers are.
    @Suite struct `Metadata, case by case` {
        @Test func `C045 C046 gives odd tracks ids that are paths, each its own`() async throws {
            let rig = try await BusRig.started(tracks: 0)
            let names = [
                "tr-123", "a.b", "a:b", "%25", "ü", "中", "..", "", "x y", "~", "🎵", "\u{7}",
            ]
            let tracks = (0..<204).map { number in
                Track(url: "http://host/\(names[number % names.count])?id=\(number / 12)")
            }
            await rig.play(tracks)
            var ids: [String] = []
            for _ in tracks {
                ids.append(await rig.witness.metadata("mpris:trackid"))
                _ = await rig.witness.call("Next")
            }
            #expect(Set(ids).count == tracks.count)
            #expect(ids.allSatisfy { $0.wholeMatch(of: /(\/[A-Za-z0-9_]+)+/) != nil })
        }

        @Test func `C052 gives each entry its own id, also of the same file`() async throws {
            let rig = try await BusRig.started(tracks: 0)
            let track = Track(url: "file:///a.ogg")
            await rig.play([track, track, Track(url: "file:///b.ogg")])
            var ids: Set<String> = []
            for _ in 1...3 {
                ids.insert(await rig.witness.metadata("mpris:trackid"))
                _ = await rig.witness.call("Next")
            }
            #expect(ids.count == 3)
        }

        @Test func `C052 keeps the id of an entry that repeats`() async throws {
            let rig = try await BusRig.started()
            _ = await rig.witness.events(ofSetting: "LoopStatus", to: "<'Track'>")
            await rig.bring(to: .playing, at: 2)
            let id = await rig.witness.metadata("mpris:trackid")
            await rig.engine.finishItem()
            #expect(await rig.witness.metadata("mpris:trackid") == id)
        }

        @Test func `C053 has an id whenever there is a track`() async throws {
            let rig = try await BusRig.started()
            for status in PlaybackStatus.allCases {
                await rig.bring(to: status, at: 1)
                #expect(await rig.witness.metadata("mpris:trackid") == "/org/gatefold/track/1")
            }
        }

        @Test func `C073 cuts a long text between characters`() async throws {
            let rig = try await BusRig.started(tracks: 0)
            await rig.play([Track(url: "file:///a.ogg")])
            await rig.describeCurrent { $0.title = String(repeating: "é", count: 2500) }
            let title = await rig.witness.metadata("xesam:title")
            #expect(title.hasPrefix("ééé") && title.hasSuffix("é…"))
        }

        @Test func `C070 stays below 64 KiB whatever the tags hold`() async throws {
            let rig = try await BusRig.started(tracks: 0)
            await rig.play([Track(url: "file:///a.ogg")])
            let long = String(repeating: "text ", count: 100_000)
            await rig.describeCurrent { tags in
                tags.title = long
                tags.album = long
                tags.artists = Array(repeating: long, count: 50)
                tags.comments = Array(repeating: long, count: 50)
            }
            let size = await rig.witness.ask("dict(get_all(PLAYER))['Metadata'].get_size()")
            #expect(try #require(size.first.flatMap { Int($0) }) < 65_536)
        }

        @Test func `C082 is a variant in Get and a dictionary in GetAll`() async throws {
            let rig = try await BusRig.started()
            for place in [BusWitness.Place.root, .player, .own] {
                let signatures = await rig.witness.ask(
                    """
                    sorted({wire.reply(wire.send((\(place.rawValue)[0], PROPERTIES), 'Get', \
                    variant("('%s', '%s')" % (\(place.rawValue)[1], n)))).get_signature() \
                    for n, v in get_all(\(place.rawValue))})
                    """)
                #expect(signatures == ["v"])
            }
        }

        @Test func `C086 is that of a stream which follows a file`() async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 1)
            let before = await rig.witness.metadata("mpris:trackid")
            #expect(
                await rig.witness.call("OpenUri", "('http://radio/Station%20One',)") == "")
            #expect(await rig.witness.metadata("mpris:trackid") != before)
            #expect(await rig.witness.metadata("xesam:title") == "Station One")
            #expect(await rig.witness.metadata("mpris:length") == "None")
        }

        @Test func `C033 C034 C148 has the type that BlueZ's parser wants, of every property`()
            async throws
        {
            let rig = try await BusRig.started()
            for status in PlaybackStatus.allCases {
                await rig.bring(to: status, at: 1)
                let types = await rig.witness.ask(
                    "[n + ' ' + v.get_type_string() for n, v in get_all(PLAYER)]")
                #expect(
                    types == [
                        "PlaybackStatus s", "LoopStatus s", "Rate d", "Shuffle b",
                        "Metadata a{sv}", "Volume d", "CanGoNext b", "CanGoPrevious b",
                        "CanPlay b", "CanPause b", "CanSeek b", "MinimumRate d", "MaximumRate d",
                        "Position x", "CanControl b",
                    ])
            }
        }
    }
}
