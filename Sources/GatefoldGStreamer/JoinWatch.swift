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
        var end: MediaTime = .zero
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
            { _, info, data in
                guard let info, let data else { return GST_PAD_PROBE_OK }
                Unmanaged<JoinWatch>.fromOpaque(data).takeUnretainedValue().see(info)
                return GST_PAD_PROBE_OK
            },
            Unmanaged.passRetained(self).toOpaque(),
            { data in if let data { Unmanaged<JoinWatch>.fromOpaque(data).release() } })
    }

    private func see(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        guard let data = info.pointee.data else { return }
        if info.pointee.type.rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
            see(buffer: data.assumingMemoryBound(to: GstBuffer.self))
        } else {
            see(event: data.assumingMemoryBound(to: GstEvent.self))
        }
    }

    private func see(buffer: UnsafeMutablePointer<GstBuffer>) {
        let (mark, isNearEnd) = state.withLock { state -> ((Generation, MediaTime)?, Bool) in
            let (start, end) = state.segment.streamTimes(of: buffer)
            guard let generation = state.generation, let start, let end else { return (nil, false) }
            state.end = end
            let isNearEnd = state.alarm.map { end >= $0 } ?? false
            if isNearEnd { state.alarm = nil }
            return ((generation, start), isNearEnd)
        }
        if let mark { self.mark?.store(generation: mark.0, position: mark.1) }
        if isNearEnd { send(.nearEnd) }
    }

    private func see(event: UnsafeMutablePointer<GstEvent>) {
        switch event.pointee.type {
        case GST_EVENT_STREAM_START:
            seeStreamStart(ItemDecoder.generation(streamStart: event))
        case GST_EVENT_SEGMENT:
            seeSegment(event)
        case GST_EVENT_EOS:
            state.withLock { $0.hasEnded = true }
        case GST_EVENT_FLUSH_STOP:
            state.withLock { $0.hasEnded = false }
        default:
            break
        }
    }

    private func seeStreamStart(_ generation: Generation?) {
        state.withLock { state in
            if let previous = state.generation, previous != generation {
                state.awaitsSegmentAfter = previous
            }
            state.generation = generation
        }
    }

    private func seeSegment(_ event: UnsafeMutablePointer<GstEvent>) {
        let hasCrossed = state.withLock { state in
            gst_event_copy_segment(event, &state.segment)
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
            state.end = .zero
            return true
        }
        if hasCrossed { send(.crossed) }
    }
}

extension GstSegment {
    /// Where a buffer starts and stops in the item's own time.
    fileprivate mutating func streamTimes(
        of buffer: UnsafeMutablePointer<GstBuffer>
    ) -> (start: MediaTime?, end: MediaTime?) {
        let time = buffer.pointee.pts
        guard time != .max, format == GST_FORMAT_TIME else { return (nil, nil) }
        let duration = buffer.pointee.duration == .max ? 0 : buffer.pointee.duration
        let last = stop == .max ? time &+ duration : min(stop, time &+ duration)
        return (
            MediaTime(clockTime: gst_segment_to_stream_time(&self, format, max(time, start))),
            MediaTime(clockTime: gst_segment_to_stream_time(&self, format, last))
        )
    }
}

extension MediaTime {
    /// Nil for `GST_CLOCK_TIME_NONE`.
    init?(clockTime: GstClockTime) {
        guard let nanoseconds = Int64(exactly: clockTime) else { return nil }
        self.init(nanoseconds: nanoseconds)
    }
}
