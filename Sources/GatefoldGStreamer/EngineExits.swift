// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
private import Synchronization

#if canImport(Glibc)
    private import Glibc
#endif

/// Ends the engines before the process ends.
///
/// A thread of GStreamer that loads a plug-in while `exit` takes the libraries down finds GObject's
/// types gone, and aborts: an app that plays and ends at once would end with SIGABRT.
final class EngineExits: Sendable {
    static let shared = EngineExits()

    private let pipelines = Mutex<[Weak]>([])

    private struct Weak: Sendable {
        weak let pipeline: Pipeline?
    }

    /// How long an engine is waited for: a server that hangs must not keep the process alive.
    static let patience = Duration.seconds(2)

    private init() {
        // Later than the libraries that are linked: so it runs before they are taken down.
        atexit { EngineExits.shared.endAll() }
    }

    func add(_ pipeline: Pipeline) {
        pipelines.withLock { pipelines in
            pipelines.removeAll { $0.pipeline == nil }
            pipelines.append(Weak(pipeline: pipeline))
        }
    }

    func remove(_ pipeline: Pipeline) {
        pipelines.withLock { $0.removeAll { $0.pipeline === pipeline } }
    }

    private func endAll() {
        let running = pipelines.withLock { $0.compactMap(\.pipeline) }
        for done in running.map({ $0.shutDownSoon() }) { done.wait(for: Self.patience) }
    }
}

extension Pipeline {
    /// Ends it on the worker, after what is under way.
    ///
    /// - Returns: tells when it has ended.
    func shutDownSoon() -> Completion {
        let done = Completion()
        worker.perform {
            self.shutDown()
            done.signal()
        }
        return done
    }
}
