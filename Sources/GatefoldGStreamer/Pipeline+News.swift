// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGStreamer
internal import GatefoldGLib
internal import GatefoldModel

/// What GStreamer's threads told.
extension Pipeline {
    func handle(_ news: PipelineNews) {
        switch news {
        case .prerolled:
            awaitsPreroll = false
            refreshFacts()
        case .running:
            isRunning = state == GST_STATE_PLAYING
            announcedEpoch = nil
            looks = 0
            expectCrossing()
        case .ended:
            end()
        case .clockLost:
            restartClock()
        case .latencyChanged:
            if let parts { gst_bin_recalculate_latency(cast(parts.pipeline)) }
        case .outputFailed(let error):
            replaceOutput(error)
        case .stateRefused:
            failCurrent(PlaybackFailure(.output, "audio output does not start"))
        case .nearEnd:
            openNext()
        case .crossed, .lookAgain:
            expectCrossing()
        case .itemFailed(let generation, let error):
            seeFailure(error, generation)
        case .silent(let generation):
            fail(generation) { item in
                item.missing.map(PlaybackFailure.init(_:)) ?? item.breakOff
                    ?? PlaybackFailure(.damaged, "contains no sound")
            }
        default:
            handleFacts(news)
        }
    }

    private func handleFacts(_ news: PipelineNews) {
        switch news {
        case .missingPlugin(let generation, let plugin):
            update(generation) { if plugin.concernsSound { $0.missing = plugin } }
        case .opened(let generation):
            update(generation) { item in
                // One that failed is just being closed, on another thread.
                guard !item.hasFailed else { return }
                item.decoder.release()
                item.hasData = true
            }
            refreshFacts()
        case .lengthChanged(let generation):
            if generation == current?.generation { refreshFacts() }
        case .buffering(let generation):
            let awaitsServer = parts?.bus.awaitsServer(generation) ?? false
            update(generation) { $0.awaitsServer = awaitsServer }
            if awaitsServer, generation == current?.generation { reportStalled() }
        case .streamTags(let generation, let tags):
            report(.streamTags(tags), generation)
        case .brokeOff(let generation):
            seeLoss(of: generation)
        case .reminded(.reconnect):
            reconnect()
        case .reminded(.length):
            refreshFacts()
        default:
            break
        }
    }

    private func update(_ generation: Generation, _ change: (inout LoadedItem) -> Void) {
        if var item = current, item.generation == generation {
            change(&item)
            current = item
        } else if var item = next, item.generation == generation {
            change(&item)
            next = item
        }
    }

    /// A server that breaks off is followed by the end of its data, or, where none came, by another
    /// error: only then the item fails.
    private func seeFailure(_ error: StreamError, _ generation: Generation) {
        let now = monotonicNanoseconds()
        update(generation) { item in
            guard isBreakOff(error, of: item) else { return }
            item.breakOff = .breakOff(after: MediaTime(nanoseconds: now - item.openingTime))
        }
        fail(generation) { item in
            if let breakOff = item.breakOff { return isBreakOff(error, of: item) ? nil : breakOff }
            return PlaybackFailure(error, missing: item.missing, url: item.decoder.item.url)
        }
    }

    /// A server that has sent data and then refuses to send more broke off too.
    private func isBreakOff(_ error: StreamError, of item: LoadedItem) -> Bool {
        item.isOnNetwork && error.isOfSource && (error.isBreakOff || item.decoder.hasAnswer)
    }

    private func fail(_ generation: Generation, _ failure: (LoadedItem) -> PlaybackFailure?) {
        if let current, current.generation == generation {
            if let failure = failure(current) { failCurrent(failure) }
        } else if let next, next.generation == generation, parts?.watch.hasEnded == false {
            if let failure = failure(next) { failNext(failure) }
        }
    }

    /// Tells length and seekability when they are other than told.
    private func refreshFacts() {
        guard let current, current.hasData else { return }
        notices += facts(of: current).map { .report($0) }
    }

    private func facts(of item: LoadedItem) -> [EngineReport] {
        var reports: [EngineReport] = []
        let length = item.decoder.length
        if isWorthTelling(length, of: item) {
            update(item.generation) { item in
                item.length = .some(length)
                item.lengthTime = monotonicNanoseconds()
            }
            reports.append(EngineReport(.length(length), item.generation))
        }
        let isSeekable = item.decoder.isSeekable
        if item.isSeekable != isSeekable {
            update(item.generation) { $0.isSeekable = isSeekable }
            reports.append(EngineReport(.seekable(isSeekable), item.generation))
        }
        return reports
    }

    /// A length that is estimated from the bit rate so far, or grows while a file is written,
    /// changes all the time: by little it is not told, and otherwise every few seconds.
    private func isWorthTelling(_ length: MediaTime?, of item: LoadedItem) -> Bool {
        guard case .some(.some(let told)) = item.length, let length else {
            return item.length != .some(length)
        }
        let isClose = told.distance(to: length) < MediaTime(milliseconds: 100)
        let pause = item.lengthTime + 5_000_000_000 - monotonicNanoseconds()
        guard !isClose, pause > 0 else { return !isClose }
        notices.append(.remind(.length, .nanoseconds(pause)))
        return false
    }

    private func end() {
        guard let parts, let current else { return }
        let last = parts.watch.generation ?? current.generation
        while let crossing = parts.watch.crossing {
            announce(crossing)
            parts.watch.removeCrossing()
        }
        report(.ended, last)
        stop()
    }

    private func restartClock() {
        guard let parts, state == GST_STATE_PLAYING else { return }
        gst_element_set_state(parts.pipeline, GST_STATE_PAUSED)
        gst_element_set_state(parts.pipeline, GST_STATE_PLAYING)
    }

    // MARK: Crossings

    /// Data of the next item reached the output: says so when they are heard, neither before nor
    /// while the clock stands.
    private func expectCrossing() {
        guard isRunning, !isClockBroken, let crossing = parts?.watch.crossing else { return }
        let delay = crossing.runningTime + latency - runningTime
        if delay < MediaTime(milliseconds: 1) {
            announce(crossing)
        } else {
            notices.append(.lookAgain(.nanoseconds(delay.nanoseconds)))
        }
    }

    private func announce(_ crossing: Crossing) {
        var known: [EngineReport] = []
        if let next, next.generation == crossing.next { known = facts(of: next) }
        notices.append(.heard(crossing, known))
    }

    // MARK: Clock

    /// Where the current item is heard.
    var position: MediaTime {
        guard let parts, let current else { return .zero }
        guard !isClockBroken else { return current.place }
        var place = current.place
        if let crossing = parts.watch.crossing {
            let left = MediaTime(
                seconds: (crossing.runningTime - runningTime).seconds * current.rate)
            place = min(crossing.end, max(.zero, crossing.end - left))
        } else if !awaitsPreroll {
            var nanoseconds: gint64 = 0
            if gst_element_query_position(parts.pipeline, GST_FORMAT_TIME, &nanoseconds) != 0 {
                place = MediaTime(nanoseconds: Int64(nanoseconds))
            }
        }
        self.current?.place = place
        return place
    }

    var runningTime: MediaTime {
        guard let pipeline = parts?.pipeline else { return .zero }
        guard isRunning, let clock = gst_element_get_clock(pipeline) else {
            return MediaTime(clockTime: gst_element_get_start_time(pipeline)) ?? .zero
        }
        defer { gst_object_unref(clock) }
        let now = MediaTime(clockTime: gst_clock_get_time(clock)) ?? .zero
        return now - (MediaTime(clockTime: gst_element_get_base_time(pipeline)) ?? .zero)
    }

    var isClockBroken: Bool {
        guard isRunning, let parts, let clock = gst_element_get_clock(parts.pipeline) else {
            return false
        }
        defer { gst_object_unref(clock) }
        return self.parts?.clock.isBroken(at: UInt64(gst_clock_get_time(clock))) ?? false
    }

    /// Whether a device sets the pace, which may take its time to begin.
    var hasDeviceClock: Bool {
        guard let pipeline = parts?.pipeline, let clock = gst_element_get_clock(pipeline) else {
            return false
        }
        let system = gst_system_clock_obtain()
        defer {
            gst_object_unref(clock)
            gst_object_unref(system)
        }
        return clock != system
    }

    /// What a live pipeline adds; zero for others.
    private var latency: MediaTime {
        guard let pipeline = parts?.pipeline else { return .zero }
        let query = gst_query_new_latency()
        defer { gatefold_query_unref(query) }
        var isLive: gboolean = 0
        var least: GstClockTime = 0
        guard gst_element_query(pipeline, query) != 0 else { return .zero }
        gst_query_parse_latency(query, &isLive, &least, nil)
        return isLive != 0 ? MediaTime(clockTime: least) ?? .zero : .zero
    }
}
