// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldGStreamer
import GatefoldModel
import GatefoldTestSupport
import Testing

extension EngineRig {
    /// Prepares a song of an online source, which has no address yet.
    fileprivate func prepareNameless(_ generation: Int) {
        let url = "gatefold:at/home/song/\(generation)"
        engine.perform(.prepare(EngineItem(generation: .of(generation), url: url)))
    }

    fileprivate func untilAddressIsNeeded(_ generation: Int) async throws {
        try await eventually("the address is needed") {
            events(generation).contains(.needsAddress)
        }
    }
}

@Suite(.serialized) struct `What follows and has no address yet` {
    @Test func `is asked about once, and follows without a gap`() async throws {
        try await withEngine { rig in
            let whole = try await rig.writeSweep("1.flac", "2.flac")
            rig.load("1.flac", 1)
            rig.prepareNameless(2)
            try await rig.untilAddressIsNeeded(2)
            rig.prepare("2.flac", 2)
            try await rig.untilEnded(2)
            rig.finish()
            #expect(Sound(rig.heard) == Sound(whole))
            #expect(rig.events(2).count { $0 == .needsAddress } == 1)
        }
    }

    @Test func `follows also when its address comes after the end`() async throws {
        try await withEngine { rig in
            _ = try await rig.writeSweep("1.flac", "2.flac")
            rig.load("1.flac", 1)
            rig.prepareNameless(2)
            try await rig.untilAddressIsNeeded(2)
            try await eventually("all of the first is heard") {
                rig.heard.count >= Tone.sampleRate - 1000
            }
            rig.prepare("2.flac", 2)
            try await rig.untilEnded(2)
            rig.finish()
            #expect(rig.plays(2) == [.zero])
        }
    }

    @Test func `lets the current item end where it is withdrawn`() async throws {
        try await withEngine { rig in
            let whole = try await rig.writeSweep("1.flac")
            rig.load("1.flac", 1)
            rig.prepareNameless(2)
            try await rig.untilAddressIsNeeded(2)
            rig.engine.perform(.prepare(nil))
            try await rig.untilEnded(1)
            rig.finish()
            #expect(Sound(rig.heard) == Sound(whole))
        }
    }

    @Test func `cannot be loaded, and says so`() async throws {
        try await withEngine { rig in
            let item = EngineItem(generation: .of(1), url: "gatefold:at/home/song/1")
            rig.engine.perform(.load(item, playing: true))
            let failure = try await rig.untilFailed(1)
            #expect(failure != nil)
        }
    }
}
