// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Testing

extension Bus {
    @Suite struct `Refusing` {
        private static let prefix = "org.freedesktop.DBus.Error."

        @Test(arguments: [
            (
                "call((MPRIS, PROPERTIES), 'Get', \"('org.mpris.MediaPlayer2.Player', 'No')\")",
                "UnknownProperty"
            ),
            (
                "call((MPRIS, PROPERTIES), 'Get', \"('no.such.interface', 'Volume')\")",
                "UnknownInterface"
            ),
            ("call((MPRIS, PROPERTIES), 'GetAll', \"('no.such.interface',)\")", "UnknownInterface"),
            (
                "call((MPRIS, PROPERTIES), 'Set', "
                    + "\"('org.mpris.MediaPlayer2.Player', 'No', <1.0>)\")", "UnknownProperty"
            ),
            (
                "call((MPRIS, PROPERTIES), 'Set', "
                    + "\"('org.mpris.MediaPlayer2.Player', 'Position', <int64 0>)\")",
                "PropertyReadOnly"
            ),
            (
                "call((MPRIS, PROPERTIES), 'Set', "
                    + "\"('org.mpris.MediaPlayer2.Player', 'Metadata', <@a{sv} {}>)\")",
                "PropertyReadOnly"
            ),
            (
                "call((MPRIS, PROPERTIES), 'Set', "
                    + "\"('org.mpris.MediaPlayer2.Player', 'MinimumRate', <2.0>)\")",
                "PropertyReadOnly"
            ),
            (
                "call((MPRIS, PROPERTIES), 'Set', "
                    + "\"('org.gatefold.Player1', 'Muted', <true>)\")", "UnknownInterface"
            ),
            (
                "call((OWN[0], PROPERTIES), 'Set', "
                    + "\"('org.gatefold.Player1', 'Version', <'2'>)\")", "PropertyReadOnly"
            ),
            ("call(PLAYER, 'NoSuchMethod')", "UnknownMethod"),
            (
                "call((MPRIS, 'org.mpris.MediaPlayer2.TrackList'), 'GoTo', \"(objectpath '/',)\")",
                "UnknownInterface"
            ),
            (
                "call((MPRIS, 'org.mpris.MediaPlayer2.Playlists'), 'GetPlaylists', "
                    + "\"(uint32 0, uint32 5, 'Played', true)\")", "UnknownInterface"
            ),
            ("call(('/no/such/object', PLAYER[1]), 'Next')", "UnknownObject"),
            ("call(PLAYER, 'Seek', \"('5',)\")", "InvalidArgs"),
            ("call(PLAYER, 'Next', '(1,)')", "InvalidArgs"),
            ("call(PLAYER, 'OpenUri', \"('mailto:a@b',)\")", "NotSupported"),
            ("call(PLAYER, 'OpenUri', \"('/music/1.ogg',)\")", "NotSupported"),
            ("call(ROOT, 'Raise')", "NotSupported"),
        ])
        func `C106 C120 names the error, announces nothing`(
            _ call: String, _ error: String
        ) async throws {
            let rig = try await BusRig.started()
            _ = await rig.witness.signals()
            #expect(await rig.witness.ask(call) == [Self.prefix + error])
            #expect(await rig.witness.signals() == [])
        }

        @Test(arguments: [
            ("LoopStatus", "<'Bogus'>"), ("LoopStatus", "<'playlist'>"), ("LoopStatus", "<true>"),
            ("Rate", "<nan>"), ("Rate", "<-1.0>"), ("Rate", "<inf>"), ("Rate", "<1>"),
            ("Volume", "<nan>"), ("Volume", "<'1.0'>"), ("Volume", "<<0.5>>"),
            ("Shuffle", "<1>"), ("Shuffle", "<'true'>"),
        ])
        func `keeps the value that an unusable one would replace`(
            _ property: String, _ value: String
        ) async throws {
            let rig = try await BusRig.started()
            let before = await rig.witness.all()
            #expect(
                await rig.witness.events(ofSetting: property, to: value)
                    == ["reply \(Self.prefix)InvalidArgs"])
            #expect(await rig.witness.all() == before)
        }

        @Test func `does nothing where there is nothing to play, and PlayPause says so`()
            async throws
        {
            let rig = try await BusRig.started(tracks: 0)
            for method in ["Play", "Pause", "Stop", "Next", "Previous"] {
                #expect(await rig.witness.events(of: method) == ["reply"])
            }
            #expect(await rig.witness.events(of: "Seek", "(int64 5000000,)") == ["reply"])
            #expect(
                await rig.witness.events(of: "PlayPause") == ["reply \(Self.prefix)NotSupported"])
        }

        @Test func `C165 refuses to fill a screen that there is not`() async throws {
            let rig = try await BusRig.started()
            #expect(
                await rig.witness.events(ofSetting: "Fullscreen", to: "<true>", at: .root)
                    == ["reply \(Self.prefix)NotSupported"])
            #expect(await rig.witness.get("Fullscreen", at: .root) == "v (<false>,)")
        }
    }
}
