// SPDX-License-Identifier: MPL-2.0

internal import Testing

@testable private import gatefold

@Suite struct `Text from tags on a terminal` {
    @Test(arguments: [
        ("plain", "plain"),
        ("a\u{1B}[31mred\u{1B}[0m", "ared"),
        ("a\u{1B}]0;title\u{7}b", "ab"),
        ("a\u{1B}]8;;http://x\u{1B}\\link", "alink"),
        ("a\u{9B}31mb", "ab"),
        ("a\u{1B}Pdata\u{1B}\\b", "ab"),
        ("a\u{1B}cb", "ab"),
        ("a\u{1B}(0b", "ab"),
        ("two\nlines\tand\rmore", "two lines and more"),
        ("bell\u{7}\u{8}\u{0}\u{7F}", "bell"),
        ("right\u{202E}to left", "rightto left"),
        ("line\u{2028}separator", "line separator"),
        ("日本語 👩‍👩‍👧 é", "日本語 👩‍👩‍👧 é"),
    ])
    func `loses control characters and escape sequences`(text: String, expected: String) {
        #expect(TerminalText.sanitised(text) == expected)
    }

    @Test func `keeps what follows a sequence that does not end`() {
        #expect(TerminalText.sanitised("a\u{1B}]the rest") == "athe rest")
        #expect(TerminalText.sanitised("a\u{1B}") == "a")
        #expect(TerminalText.sanitised("a\u{1B}[") == "a")
        #expect(TerminalText.sanitised("a\u{1B}[12日") == "a日")
    }

    @Test func `never holds a control character, whatever it was made of`() {
        var random = SystemRandomNumberGenerator()
        let pieces = [
            "\u{1B}", "[", "]", "31", "m", "\u{9B}", "\u{9D}", "\u{7}", "\\", "x", "é", "\n",
        ]
        for _ in 0..<2000 {
            let text = (0..<12).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            let clean = TerminalText.sanitised(text)
            let isClean = clean.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
            }
            #expect(isClean, "\(text.debugDescription)")
        }
    }
}

@Suite struct `The width of text` {
    @Test(arguments: [
        ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한국", 4), ("ｆ", 2), ("👍", 2),
        ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🇪🇺", 2), ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2),
        ("\u{200B}", 0), ("—", 1), ("▶", 1), ("…", 1), ("", 0),
    ])
    func `counts columns, not characters`(text: String, columns: Int) {
        #expect(TerminalText.width(text) == columns)
    }

    @Test func `cuts by columns and shows an ellipsis`() {
        #expect(TerminalText.truncated("abcdef", to: 6) == "abcdef")
        #expect(TerminalText.truncated("abcdef", to: 4) == "abc…")
        #expect(TerminalText.truncated("日本語", to: 6) == "日本語")
        #expect(TerminalText.truncated("日本語", to: 5) == "日本…")
        #expect(TerminalText.truncated("日本語", to: 4) == "日…")
        #expect(TerminalText.truncated("abc", to: 1) == "…")
        #expect(TerminalText.truncated("abc", to: 0) == "")
    }
}

@Suite struct `A live line` {
    @Test func `is written over, and not again while it stays the same`() {
        final class Screen: @unchecked Sendable {
            // One test, one thread.
            var text = ""
        }
        let screen = Screen()
        var line = LiveLine { screen.text += $0 }
        line.show("one")
        line.show("one")
        line.show("two")
        line.erase()
        line.erase()
        #expect(screen.text == "\rone\u{1B}[K\rtwo\u{1B}[K\r\u{1B}[K")
    }
}
