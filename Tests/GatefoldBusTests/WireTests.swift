// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

extension Bus {
    /// What the implementations of others make of our messages: GDBus and systemd's sd-bus.
    @Suite struct `Over the wire` {
        @Test(arguments: [
            ("PLAYER, 'Next'", "method-return from player to me, ''"),
            (
                "(MPRIS, PROPERTIES), 'GetAll', variant(\"('%s',)\" % PLAYER[1])",
                "method-return from player to me, 'a{sv}'"
            ),
            (
                "(MPRIS, PROPERTIES), 'Get', variant(\"('%s', 'Position')\" % PLAYER[1])",
                "method-return from player to me, 'v'"
            ),
            (
                "(MPRIS, 'org.freedesktop.DBus.Introspectable'), 'Introspect'",
                "method-return from player to me, 's'"
            ),
            ("PLAYER, 'Missing'", "error from player to me, 's'"),
            ("PLAYER, 'Seek', variant(\"('text',)\")", "error from player to me, 's'"),
        ])
        func `a reply goes from the player to the caller`(
            _ call: String, _ header: String
        ) async throws {
            let rig = try await BusRig.started()
            #expect(await rig.witness.ask("header(wire.reply(wire.send(\(call))))") == [header])
        }

        @Test func `an announcement goes to all, in exactly the bytes that GDBus would send`()
            async throws
        {
            let rig = try await BusRig.started()
            let announced = "signal from player to all, 'sa{sv}as'"
            let player = "'org.mpris.MediaPlayer2.Player'"
            #expect(
                await rig.witness.ask(
                    """
                    announces_exactly('Play', "(\(player), {'PlaybackStatus': <'Playing'>, \
                    'CanSeek': <true>}, @as [])")
                    """) == [announced, "True"])
            #expect(
                await rig.witness.ask(
                    """
                    announces_exactly('Next', "(\(player), {'Metadata': <{\
                    'mpris:trackid': <objectpath '/org/gatefold/track/2'>, \
                    'mpris:length': <int64 60000000>, 'xesam:title': <'2'>, \
                    'xesam:url': <'file:///music/2.ogg'>}>, 'CanGoPrevious': <true>}, @as [])")
                    """) == [announced, "True"])
        }

        @Test func `a signal leaves before the reply to the call that caused it`() async throws {
            let rig = try await BusRig.started()
            await rig.bring(to: .playing, at: 1)
            _ = await rig.witness.signals()
            #expect(
                await rig.witness.ask("arrivals(['Pause', 'Play', 'Pause', 'Next'])")
                    == [
                        "PropertiesChanged", "reply", "PropertiesChanged", "reply",
                        "PropertiesChanged", "reply", "PropertiesChanged", "reply",
                    ])
        }

        @Test func `nothing answers a call that expects no reply`() async throws {
            let rig = try await BusRig.started()
            _ = await rig.witness.signals()
            #expect(
                await rig.witness.ask("arrivals(['Play'], NO_REPLY)") == ["PropertiesChanged"])
            #expect(await rig.session.state.status == .playing)
        }

        @Test func `systemd's library reads every property with its type`() async throws {
            let rig = try await BusRig.started()
            let types = [
                "PlaybackStatus": "s", "LoopStatus": "s", "Rate": "d", "Shuffle": "b",
                "Metadata": "a{sv}", "Volume": "d", "CanGoNext": "b", "CanGoPrevious": "b",
                "CanPlay": "b", "CanPause": "b", "CanSeek": "b", "MinimumRate": "d",
                "MaximumRate": "d", "Position": "x", "CanControl": "b",
            ]
            let json = await busctl(
                rig, "call", "org.freedesktop.DBus.Properties", "GetAll", "s",
                "org.mpris.MediaPlayer2.Player"
            ).output
            #expect(json.hasPrefix(#"{"type":"a{sv}","data":[{"PlaybackStatus":{"type":"s","#))
            for (name, type) in types {
                #expect(json.contains(#""\#(name)":{"type":"\#(type)","data":"#), "\(name)")
            }
            let metadata = await busctl(
                rig, "get-property", "org.mpris.MediaPlayer2.Player", "Metadata")
            #expect(
                metadata.line
                    == #"{"type":"a{sv}","data":{"mpris:trackid":{"type":"o","data":"#
                    + #""/org/gatefold/track/1"},"mpris:length":{"type":"x","data":60000000},"#
                    + #""xesam:title":{"type":"s","data":"1"},"xesam:url":{"type":"s","data":"#
                    + #""file:///music/1.ogg"}}}"#)
        }

        @Test func `systemd's library sees who may be written and what is announced`()
            async throws
        {
            let rig = try await BusRig.started()
            let result = await busctl(rig, "introspect", "org.mpris.MediaPlayer2.Player")
            let rows = result.output.split(separator: "\n").map { line in
                line.split(separator: " ").map(String.init)
            }
            // Name, kind and signature first, flags last.
            let expected = [
                [".Volume", "property", "d", "emits-change", "writable"],
                [".Rate", "property", "d", "emits-change", "writable"],
                [".PlaybackStatus", "property", "s", "emits-change"],
                [".Position", "property", "x", "-"], [".CanControl", "property", "b", "-"],
                [".SetPosition", "method", "ox", "-"], [".Seeked", "signal", "x", "-"],
            ]
            for member in expected {
                let row = rows.first { $0.first == member[0] } ?? []
                #expect(Array(row.prefix(3)) == Array(member.prefix(3)))
                #expect(Array(row.suffix(member.count - 3)) == Array(member.dropFirst(3)))
            }
        }

        @Test func `systemd's library sets a property and names an error`() async throws {
            let rig = try await BusRig.started()
            let player = "org.mpris.MediaPlayer2.Player"
            #expect(await busctl(rig, "set-property", player, "Volume", "d", "0.5").status == 0)
            #expect(await rig.session.state.volume == 0.5)
            let refused = await busctl(rig, "set-property", player, "LoopStatus", "s", "Bogus")
            #expect(refused.status != 0)
            #expect(refused.error.contains("Not a usable LoopStatus."))
            let missing = await busctl(rig, "call", player, "Missing")
            #expect(missing.status != 0)
            #expect(missing.error.contains("no method Missing"))
        }

        private func busctl(
            _ rig: BusRig, _ verb: String, _ arguments: String...
        ) async -> ChildProcess.Result {
            await ChildProcess.run(
                [
                    "busctl", "--user", "--json=short", verb, "org.mpris.MediaPlayer2.gatefold",
                    "/org/mpris/MediaPlayer2",
                ] + arguments, environment: rig.bus.environment)
        }
    }

    @Suite struct `A client that does harm` {
        @Test func `reads no reply, and nobody else notices`() async throws {
            let rig = try await BusRig.started()
            _ = await rig.witness.ask(
                "call_deafly(5000, (MPRIS, PROPERTIES), 'GetAll', \"('%s',)\" % PLAYER[1])")
            #expect(await rig.witness.events(of: "Play").last == "reply")
            #expect(await rig.session.state.status == .playing)
        }

        @Test func `is gone before it is answered`() async throws {
            let rig = try await BusRig.started()
            for _ in 1...20 {
                _ = await rig.witness.ask("call_and_die(PLAYER, 'OpenUri', \"('file:///x.ogg',)\")")
            }
            try await eventually("all were taken") { await rig.session.state.queue.count == 23 }
            #expect(await rig.witness.call("Pause") == "")
            #expect(await rig.session.state.status == .paused)
        }
    }
}
