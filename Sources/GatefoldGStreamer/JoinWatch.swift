// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGStreamer
internal import GatefoldModel
internal import GatefoldPlayer
private import Synchronization

/// Watches what leaves the join of the items towards the output: whose data it is, up to where, and
/// when it will be heard.
///
/// Runs in the streaming thread for every buffer: no allocation, no system call.
///
/// `@unchecked Sendable`: all that changes is behind the mutex.
final class JoinWatch: @unchecked Sendable {
    /// `@unchecked Sendable`: a `GstSegment` is numbers only.
    private struct State: @unchecked Sendable {
        var generation: Generation?
        var segment = GstSegment()
        /// Where the last buffer begins and ends.
        var start: MediaTime?
        var end: MediaTime = .zero
        /// The same as a timestamp of the segment.
        var timestampEnd: GstClockTime?
        var format: String?
        /// By how much later than the join says data are heard.
        var delay: GstClockTime = 0
        var hasEnded = false
        var crossings: [Crossing] = []
        var awaitsSegmentAfter: Generation?
        /// The position at which `nearEnd` is told, once.
        var alarm: MediaTime?
    }

    private let state = Mutex(State())
    private let mark: PositionMark?
    private let send: @Sendable (PipelineNews) -> Void

    init(mark: PositionMark?, send: @escaping @Sendable (PipelineNews) -> Void) {
        self.mark = mark
        self.send = send
    }

    /// True once the end of all data went to the output: nothing can follow any more.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// The item whose data went to the output last.
    var generation: Generation? { state.withLock { $0.generation } }

    /// What was sent last of that item: about what is heard, where the device cannot say.
    var place: MediaTime? { state.withLock { $0.start } }

    /// Up to where data of that item were sent.
    var end: MediaTime? { state.withLock { $0.start == nil ? nil : $0.end } }

    var crossing: Crossing? { state.withLock { $0.crossings.first } }

    func removeCrossing() {
        state.withLock { if !$0.crossings.isEmpty { $0.crossings.removeFirst() } }
    }

    func reset() {
        state.withLock { $0 = State() }
    }

    /// Tells `nearEnd` when data from `position` on has come; nil does not.
    func setAlarm(_ position: MediaTime?) {
        let isPast = state.withLock { state in
            let isPast = position.map { state.generation != nil && state.end >= $0 } ?? false
            state.alarm = isPast ? nil : position
            return isPast
        }
        if isPast { send(.nearEnd) }
    }

    /// Watches `pad` for as long as it lives.
    func attach(to pad: Pad) {
        let types =
            GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
            | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
        gst_pad_add_probe(
            pad, GstPadProbeType(rawValue: types),
            { pad, info, data in
                guard let pad, let info, let data else { return GST_PAD_PROBE_OK }
                Unmanaged<JoinWatch>.fromOpaque(data).takeUnretainedValue().see(info, pad)
                return GST_PAD_PROBE_OK
            },
            Unmanaged.passRetained(self).toOpaque(),
            { data in if let data { Unmanaged<JoinWatch>.fromOpaque(data).release() } })
    }

    private func see(_ info: UnsafeMutablePointer<GstPadProbeInfo>, _ pad: Pad) {
        guard let data = info.pointee.data else { return }
        if info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
            see(buffer: data.assumingMemoryBound(to: GstBuffer.self))
        } else {
            see(event: data.assumingMemoryBound(to: GstEvent.self), info, pad)
        }
    }

    private func see(buffer: UnsafeMutablePointer<GstBuffer>) {
        let (mark, isNearEnd) = state.withLock { state -> ((Generation, MediaTime)?, Bool) in
            guard let generation = state.generation,
                let times = state.segment.times(of: buffer)
            else { return (nil, false) }
            state.timestampEnd = times.timestampEnd
            state.start = times.start
            state.end = times.end
            let isNearEnd = state.alarm.map { times.end >= $0 } ?? false
            if isNearEnd { state.alarm = nil }
            return ((generation, times.start), isNearEnd)
        }
        if let mark { self.mark?.store(generation: mark.0, position: mark.1) }
        if isNearEnd { send(.nearEnd) }
    }

    private func see(
        event: UnsafeMutablePointer<GstEvent>, _ info: UnsafeMutablePointer<GstPadProbeInfo>,
        _ pad: Pad
    ) {
        switch event.pointee.type {
        case GST_EVENT_STREAM_START:
            seeStreamStart(ItemDecoder.generation(streamStart: event))
        case GST_EVENT_SEGMENT:
            info.pointee.data = UnsafeMutableRawPointer(seeSegment(event))
        case GST_EVENT_CAPS:
            drain(before: event, pad)
        case GST_EVENT_EOS:
            state.withLock { $0.hasEnded = true }
        case GST_EVENT_FLUSH_STOP:
            state.withLock { state in
                state.hasEnded = false
                state.delay = 0
            }
        default:
            break
        }
    }

    /// A device drops what it has buffered when the format changes: a GAP event makes it wait
    /// until all before is heard, and what follows comes later by the time the change takes.
    private func drain(before event: UnsafeMutablePointer<GstEvent>, _ pad: Pad) {
        var caps: UnsafeMutablePointer<GstCaps>?
        gst_event_parse_caps(event, &caps)
        guard let text = caps.flatMap({ gst_caps_to_string($0) }) else { return }
        let format = String(cString: text)
        g_free(text)
        let end = state.withLock { state -> GstClockTime? in
            defer { state.format = format }
            guard state.format != format, state.awaitsSegmentAfter != nil else { return nil }
            state.delay += 100_000_000
            return state.timestampEnd
        }
        // To the peer: the pad itself would send the new format, which it has, first.
        guard let end, let peer = gst_pad_get_peer(pad) else { return }
        gst_pad_send_event(peer, gst_event_new_gap(end, 0))
        gst_object_unref(peer)
    }

    private func seeStreamStart(_ generation: Generation?) {
        state.withLock { state in
            if let previous = state.generation, previous != generation {
                state.awaitsSegmentAfter = previous
            }
            state.generation = generation
        }
    }

    /// - Returns: the event to pass on in its place.
    private func seeSegment(
        _ event: UnsafeMutablePointer<GstEvent>
    ) -> UnsafeMutablePointer<GstEvent> {
        var segment = GstSegment()
        gst_event_copy_segment(event, &segment)
        segment.base += state.withLock { $0.delay }
        let delayed = gst_event_new_segment(&segment)
        if hasCrossed(with: segment) { send(.crossed) }
        guard let delayed else { return event }
        gst_event_set_seqnum(delayed, gst_event_get_seqnum(event))
        gatefold_event_unref(event)
        return delayed
    }

    private func hasCrossed(with segment: GstSegment) -> Bool {
        state.withLock { state in
            state.segment = segment
            guard let previous = state.awaitsSegmentAfter, let next = state.generation else {
                return false
            }
            state.awaitsSegmentAfter = nil
            let start = gst_segment_to_running_time(
                &state.segment, GST_FORMAT_TIME, state.segment.start)
            state.crossings.append(
                Crossing(
                    previous: previous, next: next, end: state.end,
                    runningTime: MediaTime(clockTime: start) ?? .zero))
            state.start = nil
            state.end = .zero
            return true
        }
    }
}

extension GstSegment {
    /// Where a buffer starts and stops in the item's own time.
    fileprivate mutating func times(
        of buffer: UnsafeMutablePointer<GstBuffer>
    ) -> (start: MediaTime, end: MediaTime, timestampEnd: GstClockTime)? {
        let time = buffer.pointee.pts
        guard time != .max, format == GST_FORMAT_TIME else { return nil }
        let duration = buffer.pointee.duration == .max ? 0 : buffer.pointee.duration
        let last = min(stop, time &+ duration)
        guard
            let first = MediaTime(
                clockTime: gst_segment_to_stream_time(&self, format, max(time, start))),
            let end = MediaTime(clockTime: gst_segment_to_stream_time(&self, format, last))
        else { return nil }
        return (first, end, last)
    }
}

extension MediaTime {
    /// Nil for `GST_CLOCK_TIME_NONE`.
    init?(clockTime: GstClockTime) {
        guard let nanoseconds = Int64(exactly: clockTime) else { return nil }
        self.init(nanoseconds: nanoseconds)
    }
}
