// SPDX-License-Identifier: MPL-2.0

private import GatefoldModel
internal import Testing

@testable private import gatefold

/// Words → the command, or the sentence of the refusal.
private func parse(_ words: Argument...) -> Result<Command, UsageError> {
    Result { () throws(UsageError) in try Arguments.parse(words) }
}

private func refusal(_ words: Argument...) -> String? {
    guard
        case .failure(let error) = Result(catching: { () throws(UsageError) in
            try Arguments.parse(words)
        })
    else { return nil }
    return error.text
}

@Suite struct `Reading the command line` {
    @Test func `every command of the issue is understood`() {
        #expect(parse("play", "a", "b") == .success(.play(["a", "b"])))
        #expect(parse("play") == .success(.play([])))
        #expect(parse("pause") == .success(.pause))
        #expect(parse("resume") == .success(.resume))
        #expect(parse("toggle") == .success(.toggle))
        #expect(parse("stop") == .success(.stop))
        #expect(parse("next") == .success(.next))
        #expect(parse("previous") == .success(.previous))
        #expect(parse("restart") == .success(.restart))
        #expect(parse("rate", "1.25") == .success(.rate(1.25)))
        #expect(parse("rate", "1.5x") == .success(.rate(1.5)))
        #expect(parse("shuffle", "on") == .success(.shuffle(true)))
        #expect(parse("repeat", "all") == .success(.repeating(.all)))
        #expect(parse("replay-gain", "track") == .success(.replayGain(.track)))
        #expect(parse("quit") == .success(.quit))
        #expect(parse("--version") == .success(.version))
    }

    @Test func `a value that is left out is printed`() {
        #expect(parse("volume") == .success(.volume(nil)))
        #expect(parse("rate") == .success(.rate(nil)))
        #expect(parse("shuffle") == .success(.shuffle(nil)))
        #expect(parse("repeat") == .success(.repeating(nil)))
        #expect(parse("replay-gain") == .success(.replayGain(nil)))
    }

    @Test func `the queue is listed or edited`() {
        #expect(parse("queue") == .success(.queue(.list(all: false))))
        #expect(parse("queue", "--all") == .success(.queue(.list(all: true))))
        #expect(parse("queue", "list", "--all") == .success(.queue(.list(all: true))))
        #expect(parse("queue", "add", "x") == .success(.queue(.add(["x"]))))
        #expect(parse("queue", "next", "x") == .success(.queue(.next(["x"]))))
        #expect(parse("queue", "move", "7", "2") == .success(.queue(.move(from: 7, to: 2))))
        #expect(
            parse("queue", "remove", "2", "4-6") == .success(.queue(.remove([2...2, 4...6]))))
        #expect(parse("queue", "jump", "3") == .success(.queue(.jump(3))))
        #expect(parse("queue", "clear") == .success(.queue(.clear)))
    }

    @Test func `options stand anywhere until a double hyphen`() {
        #expect(
            parse("status", "--follow", "--json") == .success(.status(json: true, follow: true)))
        #expect(parse("play", "--", "--help", "-x") == .success(.play(["--help", "-x"])))
        #expect(parse("play", "-") == .success(.play(["-"])))
    }

    @Test func `bytes that are not UTF-8 reach the command unchanged`() {
        let path = Argument(bytes: [0x2F, 0xFF, 0xFE])
        #expect(parse("play", path) == .success(.play([path])))
    }

    @Test func `help is found at every level`() {
        #expect(parse("--help") == .success(.help([])))
        #expect(parse("help") == .success(.help([])))
        #expect(parse("seek", "--help") == .success(.help(["seek"])))
        #expect(parse("queue", "-h") == .success(.help(["queue"])))
        #expect(parse("queue", "move", "--help") == .success(.help(["queue", "move"])))
        #expect(parse("help", "queue", "move") == .success(.help(["queue", "move"])))
        #expect(refusal("help", "sing") != nil)
    }

    @Test func `what was probably meant is suggested`() {
        #expect(refusal("plya")?.contains("did you mean “play”?") == true)
        #expect(refusal("prev")?.contains("did you mean “previous”?") == true)
        #expect(refusal("queue", "ad", "x")?.contains("did you mean “queue add”?") == true)
        #expect(refusal("status", "--jsn")?.contains("did you mean “--json”?") == true)
        #expect(refusal("--vresion")?.contains("did you mean “--version”?") == true)
        #expect(refusal("photosynthesis")?.contains("did you mean") == false)
    }

    @Test func `a refusal names the help that explains it`() {
        #expect(refusal()?.hasSuffix("Try “gatefold --help”.") == true)
        #expect(refusal("seek")?.hasSuffix("Try “gatefold seek --help”.") == true)
        #expect(
            refusal("queue", "move", "1")?.hasSuffix("Try “gatefold queue move --help”.") == true)
    }

    @Test func `an escape sequence among the words does not come back`() {
        #expect(refusal("\u{1B}[31mplay")?.contains("\u{1B}") == false)
        #expect(refusal("seek", "\u{1B}]0;x\u{7}1")?.contains("\u{1B}") == false)
        #expect(refusal("status", "--\u{1B}[2J")?.contains("\u{1B}") == false)
    }

    @Test(arguments: [
        ["pause", "x"], ["seek", "1", "2"], ["shuffle", "maybe"], ["repeat", "on"],
        ["replay-gain", "on"],
        ["rate", "0"], ["rate", "nan"], ["rate", "-1"], ["queue", "move", "1", "2", "3"],
        ["queue", "add"], ["queue", "jump", "0"], ["queue", "remove", "5-3"],
        ["queue", "remove", "3-"], ["queue", "remove"], ["status", "x"], ["play", "--loud"],
        ["quit", "now"], [""],
    ])
    func `nonsense is refused`(words: [String]) {
        #expect(throws: UsageError.self) {
            try Arguments.parse(words.map { Argument(bytes: $0.utf8) })
        }
    }
}

@Suite struct `Reading positions` {
    private func target(_ word: String) -> SeekTarget? { try? Values.seekTarget(word) }

    @Test func `absolute times count from the beginning`() {
        #expect(target("90") == .time(MediaTime(seconds: 90)))
        #expect(target("1:30") == .time(MediaTime(seconds: 90)))
        #expect(target("1:02:03") == .time(MediaTime(seconds: 3723)))
        #expect(target("0:01.5") == .time(MediaTime(milliseconds: 1500)))
        #expect(target("100:00") == .time(MediaTime(seconds: 6000)))
    }

    @Test func `a sign makes them relative`() {
        #expect(target("+10") == .distance(MediaTime(seconds: 10)))
        #expect(target("-5") == .distance(MediaTime(seconds: -5)))
        #expect(target("+1:30") == .distance(MediaTime(seconds: 90)))
        #expect(target("-0.25") == .distance(MediaTime(milliseconds: -250)))
    }

    @Test func `a percent sign makes them a part of the length`() {
        #expect(target("50%") == .fraction(0.5))
        #expect(target("100%") == .fraction(1))
        #expect(target("101%") == nil)
    }

    @Test(arguments: [
        "", "+", "-", "%", ":", "1:", ":1", "1:60", "1:2:3:4", "1:90:00", "1.5:00", "1e3", "0x10",
        "inf", "nan", "--5", "+-5", "1:-5", "٣",
    ])
    func `what is no time is refused`(word: String) {
        #expect(target(word) == nil)
    }

    @Test func `a huge number saturates`() {
        #expect(
            target("99999999999999999999")
                == .time(MediaTime(nanoseconds: .max)))
    }
}

@Suite struct `Reading volumes` {
    private func change(_ word: String) -> VolumeChange? { try? Values.volumeChange(word) }

    @Test func `whole numbers are percent and numbers with a point are fractions`() {
        #expect(change("80%") == .level(0.8))
        #expect(change("80") == .level(0.8))
        #expect(change("0.8") == .level(0.8))
        #expect(change("1") == .level(0.01))
        #expect(change("1.0") == .level(1))
        #expect(change("100%") == .level(1))
    }

    @Test func `a sign makes a step`() {
        #expect(change("+5%") == .step(0.05))
        #expect(change("-5%") == .step(-0.05))
        #expect(change("-0.1") == .step(-0.1))
    }

    @Test func `mute has words of its own`() {
        #expect(change("mute") == .mute)
        #expect(change("unmute") == .unmute)
        #expect(change("toggle") == .toggle)
    }

    @Test(arguments: ["101%", "1.5", "loud", "", "%", "5%%", "nan"])
    func `what is no volume is refused`(word: String) {
        #expect(change(word) == nil)
    }

    @Test func `steps stay within the range and meet again`() {
        #expect(Program.volume(0.98, changedBy: 0.05) == 1)
        #expect(Program.volume(0.02, changedBy: -0.05) == 0)
        var volume = 0.5
        for step in [0.1, 0.1, 0.1, -0.1, -0.1, -0.1] {
            volume = Program.volume(volume, changedBy: step)
        }
        #expect(volume == 0.5)
    }
}

@Suite struct `The help` {
    /// Every path of commands, the overview included.
    private static let topics: [[String]] =
        [[]]
        + CommandTable.commands.flatMap { entry in
            [[entry.name]] + entry.subcommands.map { [entry.name, $0.name] }
        }

    @Test(arguments: topics)
    func `has a usage line and an example at every level, in 90 columns`(topic: [String]) {
        let text = Help.text(on: topic)
        #expect(text.hasPrefix("Usage: " + (["gatefold"] + topic).joined(separator: " ")))
        #expect(text.contains("\nExamples:\n  gatefold "))
        #expect(text.hasSuffix("\n"))
        let longest = text.split(separator: "\n").max {
            TerminalText.width(String($0)) < TerminalText.width(String($1))
        }
        #expect(TerminalText.width(String(longest ?? "")) <= 90)
    }

    @Test func `names every command in the overview`() {
        for entry in CommandTable.commands {
            #expect(Help.text(on: []).contains("\n  \(entry.name) "))
        }
    }

    @Test func `gives only examples that the parser takes`() throws {
        let entries = CommandTable.commands.flatMap { [$0] + $0.subcommands }
        for example in entries.flatMap(\.examples) {
            let line = example.line.split(separator: " | ")[0]
            let words = line.split(separator: " ").dropFirst().map { Argument(bytes: $0.utf8) }
            #expect(throws: Never.self, "\(example.line)") { try Arguments.parse(Array(words)) }
        }
    }
}
