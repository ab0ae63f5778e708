// SPDX-License-Identifier: MPL-2.0

import GatefoldDBus
import GatefoldGLib
import GatefoldModel
import GatefoldPresence
import GatefoldTestSupport
import Synchronization
import Testing

/// Tests with a bus of their own each: one after the other, so that there are few at a time.
@Suite(.serialized) enum Presence {}

/// A process that appears on a private bus, with a source whose turns end when a test says so.
final class PresenceRig: Sendable {
    let bus: PrivateBus
    let witness: BusWitness
    let presence: ApplicationPresence
    let source: NowPlayingSource
    private let turn: Turn

    /// What waits for the end of the app's turn.
    private final class Turn: Sendable {
        let works = Mutex<[@PlayerActor @Sendable () -> Void]>([])

        func end() {
            for work in works.withLock({ works in
                defer { works = [] }
                return works
            }) { PlayerActor.post(work) }
        }
    }

    static func make() async -> PresenceRig {
        MainContext.shared.startThread()
        let bus = PrivateBus()
        let presence = await ApplicationPresence(named: "tested", on: bus)
        return await PresenceRig(bus, presence)
    }

    private init(_ bus: PrivateBus, _ presence: ApplicationPresence) async {
        self.bus = bus
        self.presence = presence
        witness = BusWitness(bus, server: "org.mpris.MediaPlayer2.tested")
        let turn = Turn()
        self.turn = turn
        source = NowPlayingSource { work in turn.works.withLock { $0.append(work) } }
        await presence.show(source)
    }

    /// Ends the app's turn, and returns when what it wrote is on the bus.
    func endTurn() async {
        turn.end()
        await Self.pass()
    }

    /// Writes, and ends the turn.
    func write(_ info: NowPlayingInfo?) async {
        source.write(info)
        await endTurn()
    }

    func offer(_ commands: Set<RemoteCommand>) async {
        source.update { nowPlaying, _ in
            nowPlaying.hasHandlers = !commands.isEmpty
            nowPlaying.commands.offered = commands
        }
        await endTurn()
    }

    func isThere(_ name: String = "org.mpris.MediaPlayer2.tested") async -> Bool {
        await witness.ask("has_owner(\(quoted(name)))") == ["True"]
    }

    func appear() async throws {
        try await eventually("the name is there") { await self.isThere() }
    }

    @PlayerActor
    private static func pass() {}
}

extension ApplicationPresence {
    fileprivate convenience init(named name: String, on bus: PrivateBus) {
        self.init(.address(bus.address))
        overrides.name = name
        overrides.identity = "An App"
    }
}

func track(
    _ title: String = "Track", _ change: (inout NowPlayingInfo) -> Void = { _ in }
)
    -> NowPlayingInfo
{
    var info = NowPlayingInfo()
    info.tags.title = title
    info.tags.length = MediaTime(seconds: 200)
    info.rate = 1
    change(&info)
    return info
}
