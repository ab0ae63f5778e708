// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGLib
internal import CGatefoldGStreamer
internal import GatefoldGLib
internal import GatefoldModel
private import Synchronization

/// One item on its way to the join: `uridecodebin`, and `scaletempo` only where the rate is not 1,
/// so that the samples of rate 1 are those of the file.
///
/// A bin of its own outside the pipeline, with the pipeline's bus. The pipeline would count the
/// state of an item that is opened or fails as its own, and not arrive in PLAYING; pads do not mind
/// where their elements live.
///
/// Its pad of the join exists before it is opened: the join goes on to it when the item before
/// ends, and waits there for its data.
///
/// `@unchecked Sendable`: GStreamer's objects are thread-safe, and our own state is behind the
/// mutex.
final class ItemDecoder: @unchecked Sendable {
    let item: EngineItem
    let pipeline: Element
    private let join: Element
    let joinPad: Pad
    private let bin: Element
    private let decoder: Element
    /// Where the decoder's sound goes in: what stretches time, or the join.
    private let entry: Pad
    let canStretchTime: Bool
    private let tellGain: @Sendable (ReplayGain) -> Void
    private let send: @Sendable (PipelineNews) -> Void
    private let hasBrokenOff: @Sendable () -> Bool
    private let state: Mutex<State>

    /// `@unchecked Sendable`: a pad is used from any thread.
    private struct State: @unchecked Sendable {
        var isClosed = false
        var hasPad = false
        /// Where and how fast to begin, and the pad that is held until that is done.
        var start: MediaTime
        var startRate: Double
        var heldPad: Pad?
        var probe: gulong = 0
        var tags = StreamTags()
        var gain = ReplayGain()
        /// Nil until a server has answered.
        var server: ServerFacts?
    }

    var generation: Generation { item.generation }

    /// - Parameters:
    ///   - hasBrokenOff: whether the item's server is gone.
    ///   - tellGain: called in the streaming thread before the samples that it is about.
    /// - Returns: nil where GStreamer lacks the elements.
    init?(
        _ item: EngineItem, rate: Double, pipeline: Element, join: Element,
        hasBrokenOff: @escaping @Sendable () -> Bool,
        tellGain: @escaping @Sendable (ReplayGain) -> Void,
        send: @escaping @Sendable (PipelineNews) -> Void
    ) {
        guard let bin = gst_bin_new(Self.namePrefix + String(item.generation.rawValue)),
            let decoder = gst_element_factory_make("uridecodebin", nil),
            let joinPad = gst_element_request_pad_simple(join, "sink_%u")
        else { return nil }
        gst_object_ref_sink(bin)
        gst_bin_add(cast(bin), decoder)
        self.item = item
        self.pipeline = pipeline
        self.join = join
        self.joinPad = joinPad
        self.bin = bin
        self.decoder = decoder
        let stretcher = rate == 1 ? nil : Self.makeTimeStretcher(in: bin, to: joinPad)
        canStretchTime = stretcher != nil
        entry = stretcher ?? joinPad
        self.tellGain = tellGain
        self.send = send
        self.hasBrokenOff = hasBrokenOff
        state = Mutex(State(start: item.start, startRate: rate))
        setUp()
    }

    /// - Returns: its entry.
    private static func makeTimeStretcher(in bin: Element, to joinPad: Pad) -> Pad? {
        guard let conversion = gst_element_factory_make("audioconvert", nil),
            let stretcher = gst_element_factory_make("scaletempo", nil),
            let entry = gst_element_get_static_pad(conversion, "sink"),
            let exit = gst_element_get_static_pad(stretcher, "src")
        else { return nil }
        gst_bin_add(cast(bin), conversion)
        gst_bin_add(cast(bin), stretcher)
        gst_element_link(conversion, stretcher)
        gst_pad_link_full(exit, joinPad, linkChecks)
        gst_object_unref(exit)
        return entry
    }

    /// All but that both elements are in one bin.
    private static let linkChecks = GstPadLinkCheck(
        rawValue: GST_PAD_LINK_CHECK_TEMPLATE_CAPS.rawValue)

    /// Begins to read; an item that follows waits in the join.
    ///
    /// It stays PAUSED, in which data flow; to play and to pause is the output's affair.
    func open() {
        let bus = gst_element_get_bus(pipeline)
        gst_element_set_bus(bin, bus)
        gst_object_unref(bus)
        gst_element_set_state(bin, GST_STATE_PAUSED)
    }

    /// Stops and removes it; again is harmless.
    ///
    /// May wait for the streaming thread; never waits in a pipeline that is READY.
    func close() {
        let (wasClosed, held) = state.withLock { state in
            defer {
                state.isClosed = true
                state.heldPad = nil
            }
            return (state.isClosed, state.heldPad)
        }
        guard !wasClosed else { return }
        if let held {
            // The streaming thread waits at this pad, with a lock for which the end of the elements
            // inside the decoder would wait.
            gst_pad_set_active(held, 0)
            gst_object_unref(held)
        }
        gst_element_release_request_pad(join, joinPad)
        gst_element_set_state(bin, GST_STATE_NULL)
        // Until here a streaming thread may bring a pad.
        gst_object_unref(joinPad)
        if canStretchTime { gst_object_unref(entry) }
        gst_element_set_bus(bin, nil)
        gst_object_unref(bin)
    }

    /// Closes on a thread of GStreamer: releasing the pad that the join waits for sends EOS
    /// to the output, which takes it only when all before it was heard.
    func closeElsewhere() {
        gst_element_call_async(
            pipeline, { _, data in ItemDecoder.from(data)?.close() }, retained(),
            { data in if let data { Unmanaged<ItemDecoder>.fromOpaque(data).release() } })
    }

    /// Lets held data go, from the place and at the rate with which the item is to begin.
    func release() {
        let held = state.withLock { state in
            defer { state.heldPad = nil }
            return state.heldPad.map { ($0, state.probe, state.start, state.startRate) }
        }
        guard let (pad, probe, start, rate) = held else { return }
        // Where the item cannot seek it begins at its beginning.
        gst_pad_send_event(pad, Self.seekEvent(start, rate))
        link(pad)
        gst_pad_remove_probe(pad, probe)
        gst_object_unref(pad)
    }

    /// - Returns: whether the item does it.
    func seek(to position: MediaTime, rate: Double) -> Bool {
        gst_pad_push_event(joinPad, Self.seekEvent(position, rate)) != 0
    }

    /// Nil for endless and growing streams.
    var length: MediaTime? {
        var length: gint64 = 0
        guard gst_pad_peer_query_duration(joinPad, GST_FORMAT_TIME, &length) != 0, length > 0
        else { return nil }
        return MediaTime(nanoseconds: Int64(length))
    }

    var isSeekable: Bool {
        let query = gst_query_new_seeking(GST_FORMAT_TIME)
        defer { gatefold_query_unref(query) }
        var seekable: gboolean = 0
        guard gst_pad_peer_query(joinPad, query) != 0 else { return false }
        gst_query_parse_seeking(query, nil, &seekable, nil, nil)
        // GStreamer takes every server for one that can, until it is asked.
        return seekable != 0
            && (!item.url.isOnNetwork || state.withLock { $0.server?.acceptsRanges == true })
    }

    /// The item's server has begun to send it.
    var hasAnswer: Bool { state.withLock { $0.server != nil } }

    private static func seekEvent(
        _ position: MediaTime, _ rate: Double
    ) -> UnsafeMutablePointer<GstEvent>? {
        let flags = GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue
        return gst_event_new_seek(
            rate, GST_FORMAT_TIME, GstSeekFlags(rawValue: flags),
            GST_SEEK_TYPE_SET, gint64(position.nanoseconds), GST_SEEK_TYPE_NONE, -1)
    }
}

// MARK: - Names

extension ItemDecoder {
    static let namePrefix = "item-"

    static func generation(name: String) -> Generation? {
        guard name.hasPrefix(namePrefix), let value = UInt64(name.dropFirst(namePrefix.count))
        else { return nil }
        return Generation(rawValue: value)
    }

    /// Behind the join a stream's id is its item's name.
    static func generation(streamStart event: UnsafeMutablePointer<GstEvent>) -> Generation? {
        var id: UnsafePointer<CChar>?
        gst_event_parse_stream_start(event, &id)
        return id.flatMap { generation(name: String(cString: $0)) }
    }
}

// MARK: - Callbacks of the streaming threads

extension ItemDecoder {
    private func setUp() {
        gatefold_set_string(decoder, "uri", item.url)
        // Pictures, video and subtitles are not decoded.
        gatefold_set_int(decoder, "expose-all-streams", 0)
        let caps = gst_caps_from_string("audio/x-raw(ANY)")
        gatefold_set_boxed(decoder, "caps", caps)
        gatefold_caps_unref(caps)
        // A station sends 64 kB at once and then as fast as it plays: with the default of 2 MB a
        // stream of unknown bit rate would begin minutes later. The kernel buffers the rest.
        gatefold_set_int(decoder, "buffer-size", 48_000)
        connect()
        gst_pad_add_probe(
            joinPad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
            { _, info, data in
                guard let info, let decoder = ItemDecoder.from(data),
                    let event = info.pointee.data?.assumingMemoryBound(to: GstEvent.self)
                else { return GST_PAD_PROBE_OK }
                return decoder.see(event, info)
            }, retained(),
            { data in if let data { Unmanaged<ItemDecoder>.fromOpaque(data).release() } })
    }

    private func connect() {
        let release: GClosureNotify = { data, _ in
            if let data { Unmanaged<ItemDecoder>.fromOpaque(data).release() }
        }
        gatefold_connect_object(
            decoder, "pad-added",
            { _, pad, data in
                guard let pad else { return }
                ItemDecoder.from(data)?.see(pad.assumingMemoryBound(to: GstPad.self))
            }, retained(), release)
        gatefold_connect_plain(
            decoder, "no-more-pads",
            { _, data in ItemDecoder.from(data)?.seeNoMorePads() }, retained(), release)
        gatefold_connect_object(
            decoder, "source-setup",
            { _, source, data in
                guard let source else { return }
                ItemDecoder.from(data)?.setUp(
                    source: source.assumingMemoryBound(to: GstElement.self))
            }, retained(), release)
    }

    private func retained() -> UnsafeMutableRawPointer {
        let pointer = Unmanaged.passRetained(self).toOpaque()
        gatefold_release(pointer)
        return pointer
    }

    private static func from(_ data: UnsafeMutableRawPointer?) -> ItemDecoder? {
        guard let data else { return nil }
        gatefold_acquire(data)
        return Unmanaged<ItemDecoder>.fromOpaque(data).takeUnretainedValue()
    }

    private func setUp(source: Element) {
        guard gatefold_has_property(source, "user-agent") != 0 else { return }
        gatefold_set_string(source, "user-agent", "Gatefold/\(gatefoldVersion)")
        gatefold_set_int(source, "timeout", 15)
        // It tries once more at once; what takes longer is ours.
        gatefold_set_int(source, "retries", 0)
        gatefold_set_int(source, "iradio-mode", 1)
        // By itself it knows one proxy for all, and no exceptions.
        let proxy = ProxyRules { Process.variable($0) }.proxy(for: item.url)
        gatefold_set_string(source, "proxy", proxy ?? "")
        guard let pad = gst_element_get_static_pad(source, "src") else { return }
        gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
            { _, info, data in
                if let event = info?.pointee.data?.assumingMemoryBound(to: GstEvent.self),
                    let server = ServerFacts(event)
                {
                    ItemDecoder.from(data)?.state.withLock { $0.server = server }
                }
                return GST_PAD_PROBE_OK
            }, retained(),
            { data in if let data { Unmanaged<ItemDecoder>.fromOpaque(data).release() } })
        gst_object_unref(pad)
    }

    /// The first pad of sound is the item's; further ones are other languages or the like.
    ///
    /// A chained stream takes its pad away before it brings the next.
    private func see(_ pad: Pad) {
        guard gst_pad_is_linked(entry) == 0 else { return }
        let isHeld = state.withLock { state -> Bool? in
            guard !state.isClosed, state.heldPad == nil else { return nil }
            let isFirst = !state.hasPad
            state.hasPad = true
            guard isFirst, state.start != .zero || state.startRate != 1 else { return false }
            gst_object_ref(pad)
            state.heldPad = pad
            return true
        }
        guard let isHeld else { return }
        if isHeld {
            hold(pad)
        } else {
            link(pad)
            send(.opened(generation))
        }
    }

    private func hold(_ pad: Pad) {
        let probe = gst_pad_add_probe(
            pad, GST_PAD_PROBE_TYPE_BLOCK_DOWNSTREAM,
            { _, _, data in
                if let decoder = ItemDecoder.from(data) {
                    decoder.send(.opened(decoder.generation))
                }
                return GST_PAD_PROBE_OK
            }, retained(),
            { data in if let data { Unmanaged<ItemDecoder>.fromOpaque(data).release() } })
        state.withLock { $0.probe = probe }
    }

    private func seeNoMorePads() {
        if !state.withLock({ $0.hasPad }) { send(.silent(generation)) }
    }

    private func see(
        _ event: UnsafeMutablePointer<GstEvent>, _ info: UnsafeMutablePointer<GstPadProbeInfo>
    ) -> GstPadProbeReturn {
        switch event.pointee.type {
        case GST_EVENT_STREAM_START:
            info.pointee.data = UnsafeMutableRawPointer(
                gst_event_new_stream_start(Self.namePrefix + String(generation.rawValue)))
            gatefold_event_unref(event)
        case GST_EVENT_TAG:
            // They end here: at the output each would become a message, and mp3 brings one
            // every 24 ms. Files are read by the library, but for their gain.
            seeTags(event)
            return GST_PAD_PROBE_DROP
        case GST_EVENT_EOS where isCutShort:
            // The join would go on to the next item.
            send(.brokeOff(generation))
            return GST_PAD_PROBE_DROP
        case GST_EVENT_EOS:
            send(.nearEnd)
        default:
            break
        }
        return GST_PAD_PROBE_OK
    }

    /// The server's data ended before the item does, and the server can be asked for the rest.
    private var isCutShort: Bool {
        guard let server = state.withLock({ $0.server }) else { return false }
        return server.isStation || server.acceptsRanges && hasBrokenOff()
    }

    private func seeTags(_ event: UnsafeMutablePointer<GstEvent>) {
        var list: UnsafeMutablePointer<GstTagList>?
        gst_event_parse_tag(event, &list)
        guard let list else { return }
        seeGain(list)
        guard item.url.isOnNetwork else { return }
        let changed = state.withLock { state -> StreamTags? in
            var tags = state.tags
            if let title = list.text(GST_TAG_TITLE) {
                // What was said of the last song is not said of this one.
                if title != tags.title { (tags.artist, tags.artworkURL) = (nil, nil) }
                tags.title = title
            }
            tags.artist = list.text(GST_TAG_ARTIST) ?? tags.artist
            tags.artworkURL =
                (list.text(GST_TAG_HOMEPAGE) ?? list.text(GST_TAG_LOCATION)).flatMap(imageAddress)
                ?? tags.artworkURL
            tags.station = list.text(GST_TAG_ORGANIZATION) ?? tags.station
            tags.genre = list.text(GST_TAG_GENRE) ?? tags.genre
            guard tags != state.tags else { return nil }
            state.tags = tags
            return tags
        }
        if let changed { send(.streamTags(generation, changed)) }
    }

    /// Tags come in pieces: what an earlier one said stands.
    private func seeGain(_ list: UnsafeMutablePointer<GstTagList>) {
        let changed = state.withLock { state -> ReplayGain? in
            let before = state.gain
            state.gain.take(list)
            return state.gain == before ? nil : state.gain
        }
        if let changed { tellGain(changed) }
    }

    private func link(_ pad: Pad) {
        gst_pad_link_full(pad, entry, Self.linkChecks)
    }
}

/// The URL, if it is one of an image: ICY's `StreamUrl` and `icy-url` may name one, or a web page.
private func imageAddress(_ url: String) -> String? {
    let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
    let isImage = [".jpg", ".jpeg", ".png", ".webp", ".gif"].contains(where: path.hasSuffix)
    return url.isOnNetwork && isImage ? FileURI.tidyRemote(url) : nil
}
