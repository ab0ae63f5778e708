// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel
import GatefoldRuntime
import Testing

@testable import gatefoldd

@Suite struct `The daemon's command line` {
    private func request(_ words: String...) throws -> DaemonRequest {
        try request(words.map { Array($0.utf8) })
    }

    private func request(_ words: [[UInt8]]) throws -> DaemonRequest {
        var arguments = DaemonArguments(words, in: FilePath("/home/me"))
        return try arguments.request()
    }

    private func running(_ change: (inout PlayerRuntime.Options) -> Void) -> DaemonRequest {
        var options = PlayerRuntime.Options()
        change(&options)
        return .run(options, nil)
    }

    @Test func `may be empty`() throws {
        #expect(try request() == running { _ in })
    }

    @Test func `asks for help and version, wherever that stands`() throws {
        #expect(try request("a.ogg", "--help") == .help)
        #expect(try request("-h") == .help)
        #expect(try request("--version") == .version)
    }

    @Test func `makes URIs of paths, and keeps URLs`() throws {
        #expect(
            try request("a b.ogg", "/music/ü.ogg", "HTTP://host/x", "file:///y", "c:d.ogg")
                == running {
                    $0.sources = [
                        "file:///home/me/a%20b.ogg", "file:///music/%C3%BC.ogg", "HTTP://host/x",
                        "file:///y", "file:///home/me/c%3Ad.ogg",
                    ]
                })
    }

    @Test func `takes paths that are not UTF-8, and paths behind --`() throws {
        #expect(
            try request([[0xFF, UInt8(ascii: ".")]])
                == running { $0.sources = ["file:///home/me/%FF."] })
        #expect(
            try request("--", "--help")
                == running { $0.sources = ["file:///home/me/--help"] })
    }

    @Test func `sets the sink, the log level and a fresh start, in both spellings`() throws {
        #expect(try request("--no-restore") == running { $0.restores = false })
        let sink = running { $0.audioSink = "alsasink device=hw:0" }
        #expect(try request("--audio-sink", "alsasink device=hw:0") == sink)
        #expect(try request("--audio-sink=alsasink device=hw:0") == sink)
        #expect(try request("--log-level", "debug") == .run(PlayerRuntime.Options(), .debug))
        #expect(try request("--log-level=error") == .run(PlayerRuntime.Options(), .error))
    }

    @Test(arguments: [
        (["--frobnicate"], "There is no option --frobnicate."),
        (["-x"], "There is no option -x."),
        (["--audio-sink"], "--audio-sink needs a sink, such as pulsesink."),
        (["--audio-sink="], "--audio-sink needs a sink, such as pulsesink."),
        (["--log-level"], "--log-level needs error, warning, info or debug."),
        (["--log-level", "loud"], "There is no log level loud."),
        (["--help=me"], "--help takes no value."),
        (["--no-restore=yes"], "--no-restore takes no value."),
        ([""], "A path is empty."),
    ])
    func `is refused with a sentence`(_ words: [String], _ reason: String) {
        #expect(throws: Misuse(reason: reason)) { try request(words.map { Array($0.utf8) }) }
    }
}
