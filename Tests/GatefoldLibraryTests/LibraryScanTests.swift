// SPDX-License-Identifier: MPL-2.0

import GatefoldLibrary
import GatefoldModel
import GatefoldTestSupport
import Testing

@Suite struct `Scanning a folder` {
    let tree: MusicTree

    init() throws {
        tree = try MusicTree()
    }

    @Test func `finds what the tags say`() async throws {
        try tree.add(
            "A/01.flac", "TITLE=Jóga", "ARTIST=Björk", "ALBUM=Homogenic", "TRACKNUMBER=2",
            "GENRE=Electronic", "GENRE=Pop", "DATE=1997-09-22", "ORIGINALDATE=1997",
            "REPLAYGAIN_TRACK_GAIN=-7.03 dB", "REPLAYGAIN_TRACK_PEAK=0.98")
        let summary = try await tree.scan()
        #expect(summary.added == 1)
        let track = try await tree.track("Jóga")
        #expect(track.tags.artists == ["Björk"])
        #expect(track.tags.album == "Homogenic")
        #expect(track.tags.genres == ["Electronic", "Pop"])
        #expect(track.tags.trackNumber == 2)
        #expect(track.tags.contentCreated == "1997-09-22")
        #expect(track.originalDate == "1997")
        #expect(track.tags.length == MediaTime(seconds: 200))
        #expect(track.replayGain.trackGain == -7.03)
        #expect(track.replayGain.trackPeak == 0.98)
        #expect(try await tree.found("bjork jo") == ["Jóga"])
    }

    @Test func `reads nothing again that has not changed`() async throws {
        try tree.add("A/01.flac", "TITLE=A")
        try tree.add("A/02.flac", "TITLE=B")
        #expect(try await tree.scan().added == 2)
        try tree.add("A/02.flac", "TITLE=Changed")
        let summary = try await tree.scan()
        #expect(summary.found == 2)
        #expect(summary.added == 0)
        #expect(summary.changed == 1)
        #expect(try await tree.titles() == ["A", "Changed"])
    }
}
