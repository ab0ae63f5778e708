// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGLib
internal import CGatefoldGStreamer
internal import GatefoldModel
private import Synchronization

/// Takes messages where they are posted and passes on those that matter.
///
/// Nothing is queued on the bus and nothing polls it. Runs on any thread of GStreamer.
final class BusWatch: Sendable {
    private let send: @Sendable (PipelineNews) -> Void
    /// Items that wait for data of their server: only changes are news.
    private let buffering = Mutex<Set<Generation>>([])
    /// Items whose servers are gone, before the end of their data follows.
    private let brokenOff = Mutex<Set<Generation>>([])

    /// Compared with, never followed.
    private let pipeline: UInt

    private init(_ pipeline: Element, send: @escaping @Sendable (PipelineNews) -> Void) {
        self.send = send
        self.pipeline = UInt(bitPattern: pipeline)
    }

    /// Watches the pipeline's bus for as long as it lives.
    static func attach(
        to pipeline: Element, send: @escaping @Sendable (PipelineNews) -> Void
    ) -> BusWatch {
        let watch = BusWatch(pipeline, send: send)
        let pointer = Unmanaged.passRetained(watch).toOpaque()
        gatefold_release(pointer)
        let bus = gst_element_get_bus(pipeline)
        gst_bus_set_sync_handler(
            bus,
            { _, message, data in
                guard let message, let data else { return GST_BUS_PASS }
                gatefold_acquire(data)
                let watch = Unmanaged<BusWatch>.fromOpaque(data).takeUnretainedValue()
                if let news = watch.news(message) { watch.send(news) }
                gatefold_message_unref(message)
                return GST_BUS_DROP
            },
            pointer,
            { data in if let data { Unmanaged<BusWatch>.fromOpaque(data).release() } })
        gst_object_unref(bus)
        return watch
    }

    /// Asked when the news is handled: two threads may tell in the wrong order.
    func awaitsServer(_ generation: Generation) -> Bool {
        buffering.withLock { $0.contains(generation) }
    }

    /// Asked in the thread that brought the error, and now brings the end.
    func hasBrokenOff(_ generation: Generation) -> Bool {
        brokenOff.withLock { $0.contains(generation) }
    }

    func forget() {
        buffering.withLock { $0.removeAll() }
        brokenOff.withLock { $0.removeAll() }
    }

    private func news(_ message: UnsafeMutablePointer<GstMessage>) -> PipelineNews? {
        switch message.pointee.type {
        case GST_MESSAGE_ASYNC_DONE: isFromPipeline(message) ? .prerolled : nil
        case GST_MESSAGE_EOS: isFromPipeline(message) ? .ended : nil
        case GST_MESSAGE_STATE_CHANGED:
            isFromPipeline(message) && isRunning(message) ? .running : nil
        case GST_MESSAGE_CLOCK_LOST: .clockLost
        case GST_MESSAGE_LATENCY: .latencyChanged
        case GST_MESSAGE_ERROR: failure(message)
        case GST_MESSAGE_ELEMENT: missingPlugin(message)
        case GST_MESSAGE_DURATION_CHANGED: item(message).map { .lengthChanged($0) }
        case GST_MESSAGE_BUFFERING: bufferingChange(message)
        default: nil
        }
    }

    private func isRunning(_ message: UnsafeMutablePointer<GstMessage>) -> Bool {
        var new = GST_STATE_NULL
        gst_message_parse_state_changed(message, nil, &new, nil)
        return new == GST_STATE_PLAYING
    }

    private func failure(_ message: UnsafeMutablePointer<GstMessage>) -> PipelineNews {
        let error = StreamError(message)
        guard let generation = item(message) else { return .outputFailed(error) }
        if error.isOfSource { brokenOff.withLock { _ = $0.insert(generation) } }
        return .itemFailed(generation, error)
    }

    private func missingPlugin(_ message: UnsafeMutablePointer<GstMessage>) -> PipelineNews? {
        guard let generation = item(message), let structure = gst_message_get_structure(message)
        else { return nil }
        return MissingPlugin(structure).map { .missingPlugin(generation, $0) }
    }

    private func bufferingChange(_ message: UnsafeMutablePointer<GstMessage>) -> PipelineNews? {
        guard let generation = item(message) else { return nil }
        var percent: gint = 100
        gst_message_parse_buffering(message, &percent)
        let isChange = buffering.withLock { items in
            percent < 100
                ? items.insert(generation).inserted : items.remove(generation) != nil
        }
        return isChange ? .buffering(generation) : nil
    }

    private func isFromPipeline(_ message: UnsafeMutablePointer<GstMessage>) -> Bool {
        UInt(bitPattern: message.pointee.src) == pipeline
    }

    /// The item in whose elements the message arose.
    private func item(_ message: UnsafeMutablePointer<GstMessage>) -> Generation? {
        guard let source = message.pointee.src else { return nil }
        var object: UnsafeMutablePointer<GstObject>? = source
        gst_object_ref(source)
        while let present = object {
            defer { gst_object_unref(present) }
            if let name = present.pointee.name,
                let generation = ItemDecoder.generation(name: String(cString: name))
            {
                return generation
            }
            object = gst_object_get_parent(present)
        }
        return nil
    }
}
