// SPDX-License-Identifier: MPL-2.0

private import GatefoldBus
private import GatefoldModel
internal import Testing

@testable private import gatefold

private let now = MonotonicTime(nanoseconds: 5_000_000_000)

private func playing() -> PlayerSnapshot {
    var snapshot = PlayerSnapshot()
    snapshot.status = .playing
    var entry = PlayerSnapshot.Entry(id: "/org/gatefold/entry/1")
    entry.title = "Title"
    entry.artists = ["Artist", "Other"]
    entry.album = "Album"
    entry.url = "file:///music/a%20b.ogg"
    entry.length = MediaTime(seconds: 225)
    snapshot.entry = entry
    snapshot.anchor = .init(MediaTime(seconds: 60), at: MonotonicTime(nanoseconds: 3_000_000_000))
    snapshot.index = 1
    snapshot.queueLength = 12
    snapshot.volume = 0.8
    return snapshot
}

private func line(_ snapshot: PlayerSnapshot, columns: Int? = nil, colours: Bool = false) -> String?
{
    StatusLine(snapshot, at: now)?.text(columns: columns, colours: colours)
}

@Suite struct `The status line` {
    @Test func `says what plays, where, and how`() {
        #expect(
            line(playing())
                == "▶ Title — Artist, Other · Album  1:02 / 3:45  [2/12]  vol 80%")
    }

    @Test func `names what differs from plain playing`() {
        var snapshot = playing()
        snapshot.status = .paused
        snapshot.isMuted = true
        snapshot.rate = 1.25
        snapshot.loop = .playlist
        snapshot.shuffle = true
        snapshot.output = "no sound device: playing silently"
        #expect(
            line(snapshot)
                == "⏸ Title — Artist, Other · Album  1:00 / 3:45  [2/12]  muted  1.25×  repeat all"
                + "  shuffle  (no sound device: playing silently)")
    }

    @Test func `does without what is unknown`() {
        var snapshot = playing()
        snapshot.entry?.title = nil
        snapshot.entry?.artists = []
        snapshot.entry?.album = nil
        snapshot.entry?.length = nil
        snapshot.index = nil
        #expect(line(snapshot) == "▶ a b.ogg  1:02  vol 80%")
        #expect(line(PlayerSnapshot()) == nil)
    }

    @Test func `lets nothing from a tag reach the terminal raw`() {
        var snapshot = playing()
        snapshot.entry?.title = "T\u{1B}]0;evil\u{7}\nx"
        snapshot.entry?.artists = ["\u{9B}2J"]
        snapshot.entry?.album = "\u{1B}[H"
        snapshot.output = "\u{1B}c"
        let text = line(snapshot) ?? ""
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x9B })
        #expect(text.hasPrefix("▶ T x"))
    }

    @Test(arguments: 1...120)
    func `fits every width`(columns: Int) {
        var snapshot = playing()
        snapshot.entry?.title = "夜に駆ける 🎵 a long title that goes on and on"
        snapshot.loop = .track
        let text = line(snapshot, columns: columns) ?? ""
        #expect(TerminalText.width(text) <= columns)
        if columns >= 30 { #expect(text.contains("1:02 / 3:45")) }
    }

    @Test func `is coloured only where that is asked for`() {
        #expect(line(playing())?.contains("\u{1B}") == false)
        #expect(line(playing(), colours: true)?.hasPrefix("\u{1B}[32m▶\u{1B}[0m ") == true)
    }
}

@Suite struct `The position` {
    @Test func `goes on while playing, with the rate, up to the end`() {
        var snapshot = playing()
        #expect(snapshot.position(at: now) == MediaTime(seconds: 62))
        snapshot.rate = 1.5
        #expect(snapshot.position(at: now) == MediaTime(seconds: 63))
        snapshot.entry?.length = MediaTime(seconds: 61)
        #expect(snapshot.position(at: now) == MediaTime(seconds: 61))
    }

    @Test func `stands while paused and while buffering`() {
        var snapshot = playing()
        snapshot.isBuffering = true
        #expect(snapshot.position(at: now) == MediaTime(seconds: 60))
        snapshot.isBuffering = false
        snapshot.status = .paused
        #expect(snapshot.position(at: now) == MediaTime(seconds: 60))
    }
}

@Suite struct `The status as JSON` {
    @Test func `has all keys, in microseconds and positions from 1`() {
        #expect(
            StatusJSON.text(playing(), at: now)
                == #"{"status":"playing","title":"Title","artist":["Artist","Other"],"#
                + #""album":"Album","uri":"file:///music/a%20b.ogg","art":null,"#
                + #""position_us":62000000,"length_us":225000000,"index":2,"queue_length":12,"#
                + #""volume":0.8,"muted":false,"rate":1.0,"shuffle":false,"repeat":"off","#
                + #""replay_gain":"off","buffering":false,"output":null,"preview":false,"page":null,"#
                + #""can":{"play":false,"pause":false,"#
                + #""seek":false,"next":false,"previous":false}}"#)
    }

    @Test func `documents every key that it prints`() {
        let json = StatusJSON.text(playing(), at: now)
        let keys = json.split(separator: "\"").enumerated().compactMap { index, word in
            json.contains("\"\(word)\":") ? String(word) : nil
        }
        #expect(keys.count >= 19)
        for key in keys { #expect(StatusJSON.documentation.contains(key), "\(key)") }
    }

    @Test func `escapes what JSON and terminals need escaped`() {
        #expect(
            JSONText.string("\"\\\n\r\t\u{1B}\u{0}\u{9B}\u{2028}é日👍")
                == #""\"\\\n\r\t\u001b\u0000\u009b\u2028é日👍""#)
    }

    @Test func `writes null for a number that JSON does not have`() {
        var snapshot = playing()
        snapshot.volume = .nan
        snapshot.rate = .infinity
        let text = StatusJSON.text(snapshot, at: now)
        #expect(text.contains(#""volume":null"#))
        #expect(text.contains(#""rate":null"#))
    }
}

@Suite struct `Values in words` {
    @Test func `times have minutes, and hours where there are any`() {
        #expect(Words.time(MediaTime(seconds: 0)) == "0:00")
        #expect(Words.time(MediaTime(milliseconds: 62_999)) == "1:02")
        #expect(Words.time(MediaTime(seconds: 3723)) == "1:02:03")
        #expect(Words.time(MediaTime(seconds: -5)) == "0:00")
    }

    @Test func `numbers are grouped and percent are rounded`() {
        #expect(Words.count(7) == "7")
        #expect(Words.count(999) == "999")
        #expect(Words.count(3200) == "3,200")
        #expect(Words.count(1_000_000) == "1,000,000")
        #expect(Words.percent(0.285) == "28%" || Words.percent(0.285) == "29%")
        #expect(Words.percent(0.8) == "80%")
        #expect(Words.percent(.nan) == "?")
        #expect(Words.rate(1.25) == "1.25")
        #expect(Words.rate(2) == "2")
    }
}

@Suite struct `The list of the queue` {
    private func entry(_ title: String, artist: String = "", length: Double? = nil) -> QueueEntry {
        QueueEntry(
            id: EntryID(rawValue: 1), url: "file:///x/y%20z.ogg", title: title, artist: artist,
            length: length.map(MediaTime.init(seconds:)))
    }

    @Test func `marks the current entry and aligns the numbers`() {
        #expect(
            QueueList.line(
                entry("T", artist: "A", length: 65), at: 8, of: 10, mark: "▶", columns: nil)
                == "▶  9  T — A  1:05")
        #expect(
            QueueList.line(entry(""), at: 9, of: 10, mark: nil, columns: nil) == "  10  y z.ogg")
    }

    @Test func `fits the terminal`() {
        let text = QueueList.line(
            entry("A very long title indeed", length: 65), at: 0, of: 1, mark: nil, columns: 20)
        #expect(TerminalText.width(text) == 20)
        #expect(text.hasSuffix("…  1:05"))
    }

    @Test func `shows a long queue around the current entry`() {
        #expect(QueueList.window(of: 0, around: nil) == 0..<0)
        #expect(QueueList.window(of: 40, around: 39) == 0..<40)
        #expect(QueueList.window(of: 1000, around: nil) == 0..<40)
        #expect(QueueList.window(of: 1000, around: 500) == 490..<530)
        #expect(QueueList.window(of: 1000, around: 999) == 960..<1000)
    }
}
