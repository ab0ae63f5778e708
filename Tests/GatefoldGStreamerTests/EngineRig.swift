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

    fileprivate init(sink: String?, mark: PositionMark?) throws {
        folder = try TemporaryFolder()
        let writing =
            "audioconvert ! audio/x-raw,format=S16LE,rate=44100,channels=1 ! "
            + "filesink sync=true buffer-mode=unbuffered location=\(folder["heard"].printable)"
        engine = GStreamerEngine(audioSink: sink ?? writing, mark: mark)
        engine.onReports = { [weak self] in self?.reports += $0 }
        engine.onOutput = { [weak self] in self?.outputs.append($0) }
    }

    /// Ends the engine, so that all it wrote is in the file.
    func finish() { engine.shutDown() }

    // MARK: Asking

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

    /// The samples heard so far; complete after `finish`.
    var heard: [Int16] { bytes("heard").withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) } }

    func bytes(_ name: String) -> [UInt8] {
        guard let file = fopen(folder[name].printable, "r") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
            bytes += buffer[..<count]
        }
        return bytes
    }

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

extension Generation {
    static func of(_ value: Int) -> Generation { Generation(rawValue: UInt64(value)) }
}

/// Runs a test on the actor with an engine of its own, which ends with it.
///
/// - Parameter sink: nil writes what is heard to a file.
func withEngine(
    sink: String? = nil, mark: PositionMark? = nil,
    _ body: @PlayerActor (EngineRig) async throws -> Void
) async throws {
    // The actor's thread has to run before anything waits for it.
    MainContext.shared.startThread()
    // GLib's criticals, which G_DEBUG makes fatal, say what they are.
    Log.level = .debug
    let rig = try await EngineRig(sink: sink, mark: mark)
    do {
        try await body(rig)
    } catch {
        await rig.finish()
        throw error
    }
    await rig.finish()
}
