// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldGStreamer
import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Glibc
import Testing

/// A real engine that writes what is heard to a file, in real time, and a folder for its music.
@PlayerActor
final class EngineRig {
    let folder: TemporaryFolder
    let engine: GStreamerEngine
    private(set) var reports: [EngineReport] = []
    private(set) var outputs: [OutputState] = []
    private var followers: [(file: String, generation: Int)] = []

    fileprivate init(
        sink: String?, mark: PositionMark?, restDelay: Duration, reconnection: Reconnection
    ) throws {
        folder = try TemporaryFolder()
        let writing =
            "audioconvert ! audio/x-raw,format=S16LE,rate=44100,channels=1 ! "
            + "filesink sync=true buffer-mode=unbuffered location=\(folder["heard"].printable)"
        engine = GStreamerEngine(
            audioSink: sink ?? writing, mark: mark, restDelay: restDelay,
            reconnection: reconnection)
        engine.onReports = { [weak self] in self?.hear($0) }
        engine.onOutput = { [weak self] in self?.outputs.append($0) }
    }

    private func hear(_ news: [EngineReport]) {
        reports += news
        guard let next = followers.first,
            news.contains(where: { $0.generation == .of(next.generation - 1) && $0.isPlaying })
        else { return }
        followers.removeFirst()
        prepare(next.file, next.generation)
    }

    /// Ends the engine, so that all it wrote is in the file.
    func finish() { engine.shutDown() }

    // MARK: Asking

    /// Plays files one after the other, as a session does: each is prepared when the one before
    /// is heard.
    func play(_ files: [String]) {
        followers = files.enumerated().dropFirst().map { ($1, $0 + 1) }
        load(files[0], 1)
    }

    func load(_ file: String, _ generation: Int, start: MediaTime = .zero, playing: Bool = true) {
        engine.perform(.load(item(file, generation, start: start), playing: playing))
    }

    func prepare(_ file: String, _ generation: Int) {
        engine.perform(.prepare(item(file, generation)))
    }

    private func item(_ file: String, _ generation: Int, start: MediaTime = .zero) -> EngineItem {
        let url = file.contains("://") ? file : "file://" + folder[file].printable
        return EngineItem(generation: .of(generation), url: url, start: start)
    }

    // MARK: Listening

    /// Whether this process has the file open.
    func holdsOpen(_ file: String) -> Bool {
        guard let descriptors = opendir("/proc/self/fd") else { return false }
        defer { closedir(descriptors) }
        let number = dirfd(descriptors)
        while let entry = readdir(descriptors) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            var target = [UInt8](repeating: 0, count: 4096)
            let length = readlinkat(
                number, String(decoding: name, as: UTF8.self), &target, target.count)
            if length > 0, Array(target[..<length]) == folder[file].bytes { return true }
        }
        return false
    }

    /// The samples heard so far; complete after `finish`.
    var heard: [Int16] { bytes("heard").withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) } }

    func bytes(_ name: String) -> [UInt8] { readFile(folder[name]) }

    func events(_ generation: Int) -> [EngineReport.Event] {
        reports.filter { $0.generation == .of(generation) }.map(\.event)
    }

    /// The positions from which the item was said to be heard.
    func plays(_ generation: Int) -> [MediaTime] {
        events(generation).compactMap { event in
            if case .playing(let position) = event { position } else { nil }
        }
    }

    func failures(_ generation: Int) -> [PlaybackFailure] {
        events(generation).compactMap { event in
            if case .failed(let failure) = event { failure } else { nil }
        }
    }

    func untilPlaying(_ generation: Int) async throws {
        try await eventually("item \(generation) is heard") { !plays(generation).isEmpty }
    }

    func untilEnded(_ generation: Int) async throws {
        try await eventually("item \(generation) ends") {
            events(generation).contains(.ended)
        }
    }

    func untilFailed(_ generation: Int) async throws -> PlaybackFailure? {
        try await eventually("item \(generation) fails", within: .seconds(40)) {
            !failures(generation).isEmpty
        }
        return failures(generation).first
    }
}

extension EngineReport {
    var isPlaying: Bool { if case .playing = event { true } else { false } }
}

extension Generation {
    static func of(_ value: Int) -> Generation { Generation(rawValue: UInt64(value)) }
}

/// Runs a test on the actor with an engine of its own, which ends with it.
///
/// - Parameter sink: nil writes what is heard to a file.
func withEngine(
    sink: String? = nil, mark: PositionMark? = nil, restDelay: Duration = .seconds(60),
    reconnection: Reconnection = Reconnection(),
    _ body: @PlayerActor (EngineRig) async throws -> Void
) async throws {
    // The actor's thread has to run before anything waits for it.
    MainContext.shared.startThread()
    // GLib's criticals, which G_DEBUG makes fatal, say what they are.
    Log.level = .debug
    let rig = try await EngineRig(
        sink: sink, mark: mark, restDelay: restDelay, reconnection: reconnection)
    do {
        try await body(rig)
    } catch {
        await rig.finish()
        throw error
    }
    await rig.finish()
}

/// The bytes of a file; none where it cannot be read.
func readFile(_ path: FilePath) -> [UInt8] {
    guard let file = fopen(path.printable, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
        bytes += buffer[..<count]
    }
    return bytes
}

/// Samples that are compared, and of which a failed test prints only what tells them apart.
struct Sound: Equatable, CustomTestStringConvertible {
    private let samples: [Int16]

    init(_ samples: some Sequence<Int16>) { self.samples = Array(samples) }

    var testDescription: String {
        "\(samples.count) samples from \(samples.prefix(8)) to \(samples.suffix(8))"
    }
}
