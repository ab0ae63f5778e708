// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGStreamer
internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPlayer
private import Synchronization

/// The GStreamer pipeline: decoders of the current and the next item, `concat` that joins them to
/// the sample, and the output.
///
/// Each item has elements of its own, so that an error names its item, a prepared one can be taken
/// back until its data reach the output, and one that fails leaves the other as it is.
///
/// `@unchecked Sendable`: all but `send` is confined to the engine's worker, which has one thread.
final class Pipeline: @unchecked Sendable {
    let worker: Worker
    private let sinkDescription: String?
    private let devices: [String]
    private let mark: PositionMark?
    let reconnection: Reconnection
    /// Hands over what a turn found, with the epoch of the requests it knew.
    private let deliver: @Sendable ([PipelineNotice], _ epoch: Int) -> Void
    /// Counts what was torn down: news of an earlier run are old.
    private let run = Atomic(0)

    var requests = EngineRequests()
    var parts: Parts?
    var current: LoadedItem?
    var next: LoadedItem?
    /// What the pipeline was told last; nil is READY or less.
    var state: GstState?
    /// A load or a seek has not arrived at the output yet.
    var awaitsPreroll = false
    /// The clock runs, and what is at the output is heard.
    var isRunning = false
    var seekEpoch = 0
    var announcedEpoch: Int?
    /// How often the device was found not to have begun.
    var looks = 0
    var notices: [PipelineNotice] = []
    /// What goes on where it was when the player rests no more.
    private var rested: LoadedItem?
    /// What goes on where it was when its server answers again.
    var lost: LoadedItem?
    private var loads = 0
    private var outputAttempts = 0
    private var announcedOutput: OutputState?

    struct Parts {
        let output: AudioOutput
        let bus: BusWatch
        let watch: JoinWatch
        var clock = ClockJudge()

        var pipeline: Element { output.pipeline }
        var join: Element { output.join }
    }

    init(
        sink: String?, devices: [String], mark: PositionMark?, reconnection: Reconnection,
        worker: Worker,
        deliver: @escaping @Sendable ([PipelineNotice], _ epoch: Int) -> Void
    ) {
        sinkDescription = sink
        self.devices = devices
        self.mark = mark
        self.reconnection = reconnection
        self.worker = worker
        self.deliver = deliver
    }

    // MARK: Turns

    /// Queues news for the worker; from any thread.
    func send(_ news: PipelineNews) {
        let run = run.load(ordering: .acquiring)
        worker.perform { [weak self] in
            guard let self, run == self.run.load(ordering: .acquiring) else { return }
            handle(news)
            endTurn()
        }
    }

    func take(_ requests: EngineRequests) {
        self.requests = requests
        endTurn()
    }

    func shutDown() {
        requests.unload()
        unload()
        removeParts()
    }

    private func endTurn() {
        meetRequests()
        guard !notices.isEmpty else { return }
        deliver(notices, requests.epoch)
        notices.removeAll()
    }

    private func meetRequests() {
        guard let item = requests.item else { return unload() }
        if requests.isResting, rest() { return }
        if isClockBroken { renewOutput() }
        if loads != requests.loads {
            loads = requests.loads
            outputAttempts = 0
            load(item)
        } else if let rested, rested.generation == item.generation {
            load(rested.itemFromPlace, known: rested)
        } else if item.generation == next?.generation {
            promoteNext()
        }
        meetListener()
        parts?.output.loudness.set(requests)
        guard current != nil else { return }
        meetNext()
        meetPlace()
        meetState()
        announcePlaying()
    }

    // MARK: Loading

    func report(_ event: EngineReport.Event, _ generation: Generation) {
        notices.append(.report(EngineReport(event, generation)))
    }

    /// Replaces everything; what was known of the item stays known when it is loaded anew.
    func load(_ item: EngineItem, known: LoadedItem? = nil) {
        stop()
        do throws(PlaybackFailure) {
            if let failure = PlaybackFailure.beforeOpening(item.url) { throw failure }
            try makeParts()
            var loaded = try LoadedItem(decoder(for: item), rate: requests.rate)
            loaded.length = known?.length
            loaded.isSeekable = known?.isSeekable
            // The join takes data from PAUSED on.
            current = loaded
            setState(GST_STATE_PAUSED)
            loaded.open()
            current = loaded
        } catch {
            report(.failed(error), item.generation)
        }
    }

    /// Loads the current item anew where it is or is to be: for what cannot be done to a running
    /// pipeline, such as taking back data of the next item that are on their way to be heard.
    func reload(at position: MediaTime) {
        current?.place = position
        guard let current else { return }
        load(current.itemFromPlace, known: current)
    }

    /// Gives everything back of what can be loaded again where it is; a live stream goes on with
    /// what is sent then.
    ///
    /// - Returns: whether it rests.
    private func rest() -> Bool {
        if rested != nil { return true }
        if lost != nil {
            releaseDevice()
            return true
        }
        guard current?.hasData == true, !awaitsPreroll,
            current?.isSeekable == true || current?.isOnNetwork == true
        else { return false }
        let place = position
        current?.place = place
        let item = current
        stop()
        releaseDevice()
        rested = item
        return true
    }

    func decoder(for item: EngineItem) throws(PlaybackFailure) -> ItemDecoder {
        guard let parts,
            let decoder = ItemDecoder(
                item, rate: requests.rate, pipeline: parts.pipeline, join: parts.join,
                hasBrokenOff: { [bus = parts.bus] in bus.hasBrokenOff(item.generation) },
                tellGain: { [loudness = parts.output.loudness] in
                    loudness.note($0, item.generation)
                },
                send: { [weak self] in self?.send($0) })
        else {
            throw PlaybackFailure(
                .missingPlugin, "GStreamer lacks elements: install gstreamer1.0-plugins-base")
        }
        return decoder
    }

    func failCurrent(_ failure: PlaybackFailure) {
        guard let current, !asksAgain(after: failure) else { return }
        report(.failed(failure), current.generation)
        stop()
    }

    /// Ends all streaming, so that closing never waits; the output keeps its connection.
    func stop() {
        run.add(1, ordering: .acquiringAndReleasing)
        if let parts, state != nil { gst_element_set_state(parts.pipeline, GST_STATE_READY) }
        run.add(1, ordering: .acquiringAndReleasing)
        state = nil
        current?.decoder.close()
        next?.decoder.close()
        current = nil
        next = nil
        rested = nil
        lost = nil
        parts?.watch.reset()
        parts?.bus.forget()
        awaitsPreroll = false
        isRunning = false
        announcedEpoch = nil
    }

    private func unload() {
        stop()
        releaseDevice()
    }

    private func releaseDevice() {
        guard let parts else { return }
        gst_element_set_state(parts.pipeline, GST_STATE_NULL)
        // A device may be there the next time.
        if case .silent = parts.output.state { removeParts() }
    }

    // MARK: Parts

    private func makeParts() throws(PlaybackFailure) {
        guard parts == nil else { return }
        if let failure = GStreamerSetup.failure { throw PlaybackFailure(.other, failure) }
        let output = try AudioOutput(sinkDescription, devices: devices)
        output.loudness.set(requests)
        let watch = JoinWatch(mark: mark) { [weak self] in self?.send($0) }
        if let exit = gst_element_get_static_pad(output.join, "src") {
            watch.attach(to: exit)
            gst_object_unref(exit)
        }
        let bus = BusWatch.attach(to: output.pipeline) { [weak self] in self?.send($0) }
        parts = Parts(output: output, bus: bus, watch: watch)
        if output.state != announcedOutput {
            announcedOutput = output.state
            notices.append(.output(output.state))
        }
    }

    private func removeParts() {
        parts?.output.release()
        parts = nil
    }

    /// The device is gone or refuses: looks for another one where the choice is ours.
    func replaceOutput(_ error: StreamError) {
        guard sinkDescription == nil, outputAttempts < 2, current != nil else {
            return failCurrent(PlaybackFailure(output: error))
        }
        outputAttempts += 1
        renewOutput()
    }

    /// Goes on with a new sink where the current item is.
    private func renewOutput() {
        // A clock that went with its device tells no position.
        let watch = parts?.watch
        let place = watch?.crossing == nil ? watch?.place ?? position : position
        current?.place = place
        let item = current
        stop()
        removeParts()
        if let item { load(item.itemFromPlace, known: item) }
    }
}

/// An item with its decoder, and what is known of it.
struct LoadedItem {
    let decoder: ItemDecoder
    var rate: Double
    /// False until its elements are in the pipeline.
    private(set) var isOpen = false
    var hasData = false
    var hasFailed = false
    /// It was to be opened, and has no address yet.
    var awaitsAddress = false
    /// Its server is slower than playing.
    var awaitsServer = false
    var missing: MissingPlugin?
    /// Its server is gone: the reason, should it have sent nothing.
    var breakOff: PlaybackFailure?
    /// Its server broke off while it waits to be heard.
    var isCutShort = false
    /// Its server broke off, and it goes on or is to.
    var loss: Loss?
    /// When it was opened, on the monotonic clock.
    private(set) var openingTime: Int64 = 0
    /// What was reported; the outer nil is nothing.
    var length: MediaTime??
    /// When that was.
    var lengthTime: Int64 = 0
    var isSeekable: Bool?
    /// The last known position.
    var place: MediaTime

    init(_ decoder: ItemDecoder, rate: Double) {
        self.decoder = decoder
        self.rate = rate
        place = decoder.item.start
    }

    var generation: Generation { decoder.generation }
    /// The same, to begin at the last known position.
    var itemFromPlace: EngineItem {
        var item = decoder.item
        item.start = place
        return item
    }
    var isOnNetwork: Bool { decoder.item.url.isOnNetwork }

    mutating func open() {
        isOpen = true
        openingTime = monotonicNanoseconds()
        decoder.open()
    }
}
