// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib
package import GatefoldModel
internal import GatefoldPlayer

/// An engine that makes no sound: it remembers what it was asked, and reports what a test says.
@PlayerActor
package final class FakeEngine: AudioEngine {
    package var onReports: (@PlayerActor ([EngineReport]) -> Void)?
    package private(set) var effects: [EngineEffect] = []
    package private(set) var isShutDown = false
    /// Answers every load, seek and resume with `playing` in a later turn, as a real one does.
    package var answers = false
    /// Where the sound is when it resumes.
    package var position: @PlayerActor () -> MediaTime = { .zero }

    private var loaded: EngineItem?
    private var prepared: EngineItem?

    package init() {}

    package func perform(_ effect: EngineEffect) {
        effects.append(effect)
        switch effect {
        case .load(let item, let playing):
            (loaded, prepared) = (item, nil)
            if playing { answer(.playing(item.start)) }
        case .prepare(let item): prepared = item
        case .seek(let position, _): answer(.playing(position))
        case .setPlaying(let playing): if playing { answer(.playing(position())) }
        case .unload: (loaded, prepared) = (nil, nil)
        case .setRate, .setVolume, .setMuted, .setReplayGain: break
        }
    }

    package func shutDown() {
        isShutDown = true
    }

    /// Sends reports about the loaded item.
    package func report(_ events: EngineReport.Event...) {
        guard let loaded else { return }
        onReports?(events.map { EngineReport($0, loaded.generation) })
    }

    /// Comes to the end of the loaded item: what was prepared is heard, without a gap.
    package func finishItem() {
        guard let next = prepared else { return report(.ended) }
        (loaded, prepared) = (next, nil)
        report(.playing(.zero))
    }

    private func answer(_ event: EngineReport.Event) {
        guard answers, let generation = loaded?.generation else { return }
        PlayerActor.post { self.onReports?([EngineReport(event, generation)]) }
    }
}

/// A monotonic clock that a test moves.
@PlayerActor
package final class ManualClock {
    package private(set) var now = MonotonicTime(nanoseconds: 1_000_000_000)

    package init() {}

    package func advance(_ time: MediaTime) {
        now = now.advanced(by: time)
    }
}
