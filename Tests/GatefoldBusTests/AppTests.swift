// SPDX-License-Identifier: MPL-2.0

import GatefoldBus
import GatefoldDBus
import GatefoldGLib
import GatefoldMPRIS
import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

/// A player that is none of ours: it remembers its commands, and refuses what it is told to.
@PlayerActor
private final class App: CommandHandler {
    var position = MediaTime.zero
    var refusal: PlayerRefusal?
    private(set) var commands: [PlayerCommand] = []

    func command(_ command: PlayerCommand) throws(PlayerRefusal) {
        if let refusal { throw refusal }
        commands.append(command)
    }
}

/// An app on a bus of its own.
@PlayerActor
private final class AppRig {
    let bus = PrivateBus()
    let witness: BusWitness
    let app = App()
    let registration: DBusRegistration
    let mpris: MPRISService

    nonisolated static func started(
        _ properties: PlayerProperties, desktopEntry: String? = nil
    ) async throws -> AppRig {
        MainContext.shared.startThread()
        let rig = try await AppRig(properties, desktopEntry)
        try await eventually("the name is there") { await rig.mpris.busName != nil }
        return rig
    }

    private init(_ properties: PlayerProperties, _ desktopEntry: String?) throws {
        let identity = PlayerIdentity(
            name: "An app", identity: "An App", desktopEntry: desktopEntry)
        witness = BusWitness(bus, server: "org.mpris.MediaPlayer2.An_app")
        registration = DBusRegistration(.address(bus.address))
        try registration.startAndWait()
        mpris = MPRISService(registration, identity, showing: properties, handledBy: app)
        mpris.start(processID: 1)
    }

    deinit {
        PlayerActor.post { [registration] in registration.close() }
    }
}

extension Bus {
    @Suite struct `An app that shows itself` {
        private let playing = PlayerProperties(
            playbackStatus: .playing,
            metadata: Metadata(fields: [.init("xesam:title", .string("Tune"))]),
            currentEntry: EntryID(rawValue: 1), canPlay: true, canPause: true)

        private func names(_ rig: AppRig, at place: BusWitness.Place) async -> Set<String> {
            let all = await rig.witness.all(at: place)
            return Set(all.map { String($0.prefix { $0 != " " }) })
        }

        @Test func `C100 C160 has no property that it does not have`() async throws {
            let rig = try await AppRig.started(playing)
            let absent = Set(["LoopStatus", "Shuffle"])
            #expect(await names(rig, at: .player).isDisjoint(with: absent))
            #expect(await !names(rig, at: .root).contains("DesktopEntry"))
            let members = await rig.witness.ask("members(PLAYER)")
            #expect(!members.contains { $0.contains("LoopStatus") || $0.contains("Shuffle") })
            let unknown = "org.freedesktop.DBus.Error.UnknownProperty"
            #expect(await rig.witness.get("Shuffle") == unknown)
            #expect(
                await rig.witness.events(ofSetting: "LoopStatus", to: "<'Track'>")
                    == ["reply \(unknown)"])
            #expect(
                await rig.witness.ask(
                    "call((MPRIS, 'org.mpris.MediaPlayer2.Playlists'), 'GetPlaylists', "
                        + "\"(uint32 0, uint32 5, 'Played', true)\")")
                    == ["org.freedesktop.DBus.Error.UnknownInterface"])
            #expect(await rig.app.commands == [])
        }

        @Test func `can be neither quit nor raised nor given anything to open`() async throws {
            let rig = try await AppRig.started(playing)
            let refusal = "org.freedesktop.DBus.Error.NotSupported"
            for property in ["CanQuit", "CanRaise"] {
                #expect(await rig.witness.get(property, at: .root) == "v (<false>,)")
            }
            for method in ["Quit", "Raise"] {
                #expect(await rig.witness.call(method, at: .root) == refusal)
            }
            #expect(await rig.witness.call("OpenUri", "('file:///x',)") == refusal)
        }

        @Test func `announces what it learns to do and who it becomes`() async throws {
            let rig = try await AppRig.started(playing)
            _ = await rig.witness.signals()
            await rig.raise()
            #expect(await rig.witness.signals() == ["Root: CanRaise=true"])
            #expect(await rig.witness.call("Raise", at: .root) == "")
            await rig.rename(to: "Renamed", desktopEntry: "org.example.App")
            #expect(
                await rig.witness.signals()
                    == ["Root: Identity='Renamed', DesktopEntry='org.example.App'"])
        }

        @Test func `gains and loses a mode by an announcement`() async throws {
            let rig = try await AppRig.started(playing)
            _ = await rig.witness.signals()
            await rig.show(loop: .track)
            #expect(await rig.witness.signals() == ["Player: LoopStatus='Track'"])
            #expect(
                await rig.witness.events(ofSetting: "LoopStatus", to: "<'None'>") == ["reply"])
            #expect(await rig.app.commands == [.setLoop(.none)])
            await rig.show(loop: nil)
            let withdrawal = await rig.witness.ask(
                "(ping(), [m.get_body().unpack()[1:] for m in wire.log if m.get_interface() "
                    + "== PROPERTIES])[1]")
            #expect(withdrawal == ["({}, ['LoopStatus'])"])
        }

        @Test func `gets every command, and its refusals become errors where MPRIS has them`()
            async throws
        {
            let rig = try await AppRig.started(playing)
            for method in ["Play", "Pause", "PlayPause", "Stop", "Next", "Previous"] {
                #expect(await rig.witness.call(method) == "")
            }
            #expect(
                await rig.app.commands == [.play, .pause, .playPause, .stop, .next, .previous])
            await rig.refuse()
            let refusal = "org.freedesktop.DBus.Error.NotSupported"
            #expect(await rig.witness.call("Next") == "")
            #expect(await rig.witness.call("PlayPause") == refusal)
            #expect(
                await rig.witness.events(ofSetting: "Volume", to: "<0.5>") == ["reply \(refusal)"])
        }

        @Test func `cannot be controlled where it says so`() async throws {
            let rig = try await AppRig.started(PlayerProperties(canPlay: true, canControl: false))
            #expect(await rig.witness.get("CanPlay") == "v (<false>,)")
            #expect(await rig.witness.get("CanControl") == "v (<false>,)")
            for method in ["Stop", "PlayPause"] {
                #expect(await rig.witness.call(method).hasSuffix("NotSupported"))
            }
            #expect(await rig.witness.call("Next") == "")
            #expect(
                await rig.witness.events(ofSetting: "Rate", to: "<1.0>")
                    == ["reply org.freedesktop.DBus.Error.NotSupported"])
            #expect(await rig.app.commands == [])
        }

        @Test func `hands over to another player of its own in one announcement`() async throws {
            let rig = try await AppRig.started(playing)
            _ = await rig.witness.signals()
            let other = await rig.handOver()
            #expect(
                await rig.witness.signals() == [
                    "Player: PlaybackStatus='Paused', Metadata=Other, CanGoNext=true, "
                        + "CanPause=false", "Seeked 7000000",
                ])
            #expect(await rig.witness.call("Next") == "")
            #expect(await other.commands == [.next])
            #expect(await rig.app.commands == [])
            #expect(await rig.witness.get("Position") == "v (<int64 7000000>,)")
        }

        @Test func `outlives the player that it showed`() async throws {
            let rig = try await AppRig.started(playing)
            _ = await rig.handOver()
            #expect(await rig.witness.call("Next") == "")
            #expect(await rig.witness.call("PlayPause").hasSuffix("NotSupported"))
            #expect(await rig.witness.get("Position") == "v (<int64 0>,)")
        }
    }
}

extension AppRig {
    fileprivate func raise() { mpris.onRaise = {} }
    fileprivate func refuse() { app.refusal = .notSupported }

    fileprivate func rename(to identity: String, desktopEntry: String) {
        var other = mpris.identity
        other.identity = identity
        other.desktopEntry = desktopEntry
        mpris.identity = other
    }

    fileprivate func show(loop: LoopStatus?) {
        mpris.present(
            PlayerProperties(
                playbackStatus: .playing, loopStatus: loop,
                metadata: Metadata(fields: [.init("xesam:title", .string("Tune"))]),
                currentEntry: EntryID(rawValue: 1), canPlay: true, canPause: true),
            position: .zero)
    }

    fileprivate func handOver() -> App {
        let other = App()
        other.position = MediaTime(milliseconds: 7000)
        mpris.present(
            PlayerProperties(
                playbackStatus: .paused,
                metadata: Metadata(fields: [.init("xesam:title", .string("Other"))]),
                currentEntry: EntryID(rawValue: 2), canGoNext: true, canPlay: true),
            position: other.position, handledBy: other)
        return other
    }
}
