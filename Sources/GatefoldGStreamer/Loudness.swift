// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGStreamer
internal import GatefoldModel
private import Synchronization

/// How loud the output is: the user's volume times the gain of the item that is heard.
///
/// One `volume` element for both, so that samples are rounded once; where the product is 1 they
/// pass unchanged. The gain changes in the streaming thread between the last sample of one item and
/// the first of the next.
///
/// `@unchecked Sendable`: the element is thread-safe, and all that changes is behind the mutex.
final class Loudness: @unchecked Sendable {
    /// Borrowed from the pipeline.
    private let element: Element
    private let state = Mutex(State())

    private struct State {
        var volume = 1.0
        var isMuted = false
        var mode = ReplayGainMode.off
        /// The item whose samples go through.
        var current: Generation?
        /// Its stream has begun; samples of the one before may still be on their way.
        var arriving: Generation?
        /// What items have said, the current and those that follow it.
        var gains: [Generation: ReplayGain] = [:]

        /// Linear, as samples are multiplied.
        var factor: Double {
            let gain = current.flatMap { gains[$0] } ?? ReplayGain()
            return min(volume * volume * volume * gain.factor(mode), State.limit)
        }

        /// What the element takes.
        static let limit = 10.0
    }

    /// - Parameter element: the `volume` of the output, which outlives this.
    init(_ element: Element) {
        self.element = element
        guard let entry = gst_element_get_static_pad(element, "sink") else { return }
        gst_pad_add_probe(
            entry, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
            { _, info, data in
                if let event = info?.pointee.data?.assumingMemoryBound(to: GstEvent.self),
                    let data
                {
                    Unmanaged<Loudness>.fromOpaque(data).takeUnretainedValue().see(event)
                }
                return GST_PAD_PROBE_OK
            },
            Unmanaged.passRetained(self).toOpaque(),
            { data in if let data { Unmanaged<Loudness>.fromOpaque(data).release() } })
        gst_object_unref(entry)
    }

    /// Volume is linear as on the bus and cubic in the ear, as PulseAudio does.
    func set(_ requests: EngineRequests) {
        change { state in
            state.volume = requests.volume
            state.isMuted = requests.muted
            state.mode = requests.replayGain
        }
    }

    /// An item's tags have said this; called before its first sample comes.
    func note(_ gain: ReplayGain, _ generation: Generation) {
        change { $0.gains[generation] = gain }
    }

    private func see(_ event: UnsafeMutablePointer<GstEvent>) {
        switch event.pointee.type {
        case GST_EVENT_STREAM_START:
            let generation = ItemDecoder.generation(streamStart: event)
            state.withLock { $0.arriving = generation }
        case GST_EVENT_SEGMENT:
            // Before it, conversion sends what it has held back of the item before.
            change { state in
                guard let arriving = state.arriving else { return }
                state.arriving = nil
                state.current = arriving
                state.gains = state.gains.filter { $0.key >= arriving }
            }
        default:
            break
        }
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            let before = (state.factor, state.isMuted)
            body(&state)
            guard before != (state.factor, state.isMuted) else { return }
            gatefold_set_volume(element, state.factor, state.isMuted ? 1 : 0)
        }
    }
}
