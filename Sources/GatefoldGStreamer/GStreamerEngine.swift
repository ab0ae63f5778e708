// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGStreamer
package import GatefoldGLib
package import GatefoldModel
package import GatefoldPlayer
private import Synchronization

/// Plays with GStreamer.
///
/// `perform` only notes what is wanted: one worker thread, on which all calls that may take time
/// are made, compares it with what is. GStreamer starts with the first load.
@PlayerActor
package final class GStreamerEngine: AudioEngine {
    package var onReports: (@PlayerActor ([EngineReport]) -> Void)?
    /// What the sound goes to, when that changes: a device, or silence where there is none.
    package var onOutput: (@PlayerActor (OutputState) -> Void)?

    private var requests = EngineRequests()
    private let restDelay: Duration
    private let worker: Worker
    private let mailbox: Mailbox
    /// Armed by the pipeline while something is about to be heard.
    private var lookTimer: EventSource?
    private var reminders: [Reminder: EventSource] = [:]
    private var restTimer: EventSource?
    private var handTimer: EventSource?
    private var pipeline: Pipeline?

    /// - Parameters:
    ///   - audioSink: a sink as `gst-launch-1.0` writes it, such as `alsasink device=hw:0`;
    ///     `none` for silence in real time; nil for the first of `devices` that works, and silence
    ///     where none does.
    ///   - devices: GStreamer's names of sinks, the best first; nil for those of a desktop.
    ///   - mark: where the position is stored while playing.
    ///   - restDelay: how long a paused player keeps the device.
    ///   - reconnection: when a server that broke off is asked again.
    package init(
        audioSink: String?, devices: [String]? = nil, mark: PositionMark? = nil,
        restDelay: Duration = .seconds(8), reconnection: Reconnection = Reconnection()
    ) {
        self.restDelay = restDelay
        worker = Worker(threads: 1, keepsThread: true)
        mailbox = Mailbox()
        let pipeline = Pipeline(
            sink: audioSink, devices: devices ?? AudioOutput.devices, mark: mark,
            reconnection: reconnection, worker: worker
        ) { [weak self] notices, epoch in
            PlayerActor.post { self?.receive(notices, epoch) }
        }
        self.pipeline = pipeline
        EngineExits.shared.add(pipeline)
    }

    package func perform(_ effect: EngineEffect) {
        requests.apply(effect)
        handSoon()
    }

    /// Hands over in two milliseconds, so that the bus goes first.
    ///
    /// A pipeline that changes its state keeps all processors busy, and a client waits for the
    /// signal meanwhile. What follows within that time is one change.
    private func handSoon() {
        guard handTimer == nil else { return }
        handTimer = EventSource.timeout(after: .milliseconds(2)) { [weak self] in
            guard let self else { return }
            handTimer = nil
            restTimer = requests.playing || requests.item == nil ? nil : makeRestTimer()
            hand()
        }
    }

    /// A sound server's client wakes up about once a second even while paused; after this time a
    /// paused player holds nothing open.
    private func makeRestTimer() -> EventSource {
        EventSource.timeout(after: restDelay) { [weak self] in
            self?.requests.rest()
            self?.hand()
        }
    }

    package func shutDown() {
        onReports = nil
        onOutput = nil
        lookTimer = nil
        reminders = [:]
        restTimer = nil
        handTimer = nil
        guard let pipeline else { return }
        self.pipeline = nil
        EngineExits.shared.remove(pipeline)
        pipeline.shutDownSoon().wait(for: EngineExits.patience)
    }

    /// Gives the worker the newest requests; older ones that it has not taken never happen.
    private func hand() {
        guard let pipeline, mailbox.put(requests) else { return }
        worker.perform { [mailbox] in
            if let requests = mailbox.take() { pipeline.take(requests) }
        }
    }

    private func receive(_ notices: [PipelineNotice], _ epoch: Int) {
        var reports: [EngineReport] = []
        for notice in notices {
            switch notice {
            case .report(let report):
                if requests.allows(report, epoch: epoch) { reports.append(report) }
            case .heard(let crossing, let facts):
                reports += cross(crossing, facts)
            case .lookAgain(let delay):
                lookTimer = EventSource.timeout(after: delay) { [weak self] in
                    self?.pipeline?.send(.lookAgain)
                }
            case .remind(let reminder, let delay):
                reminders[reminder] = EventSource.timeout(after: delay) { [weak self] in
                    self?.reminders[reminder] = nil
                    self?.pipeline?.send(.reminded(reminder))
                }
            case .output(let state):
                onOutput?(state)
            }
        }
        if !reports.isEmpty { onReports?(reports) }
    }

    /// The next item is heard now.
    ///
    /// Decided here, on the actor, where the session's last word on what follows is known.
    private func cross(_ crossing: Crossing, _ facts: [EngineReport]) -> [EngineReport] {
        guard requests.item?.generation == crossing.previous else { return [] }
        if requests.next?.generation == crossing.next {
            requests.advance()
            hand()
            return [EngineReport(.playing(.zero), crossing.next)] + facts
        }
        // Not wanted any more, and too late to take back: the session loads what is.
        requests.unload()
        hand()
        return [EngineReport(.ended, crossing.previous)]
    }
}

/// The newest requests on their way to the worker.
private final class Mailbox: Sendable {
    private let requests = Mutex<EngineRequests?>(nil)

    /// - Returns: whether the worker has to be told.
    func put(_ new: EngineRequests) -> Bool {
        requests.withLock { requests in
            defer { requests = new }
            return requests == nil
        }
    }

    func take() -> EngineRequests? {
        requests.withLock { requests in
            defer { requests = nil }
            return requests
        }
    }
}
