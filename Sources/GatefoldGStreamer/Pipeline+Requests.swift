// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGStreamer
internal import GatefoldModel
internal import GatefoldPlayer

/// Making up the difference between what is wanted and what is.
extension Pipeline {
    /// How much of the current item is left when the next one is opened: enough for a slow disk or
    /// server, and late enough that a queue may change its mind for free.
    private static let openingLead = MediaTime(milliseconds: 10_000)

    // MARK: What follows

    func meetNext() {
        guard let parts else { return }
        let hasOtherRate = next.map { $0.isOpen && $0.rate != requests.rate } ?? false
        if next?.decoder.item != requests.next || hasOtherRate {
            // Data of the old one are between here and the ear: only a new start takes them back.
            if let next, parts.watch.generation == next.generation {
                return reloadWithoutNext()
            }
            replaceNext()
        }
        setAlarm()
    }

    private func reloadWithoutNext() {
        reload(at: position)
        guard current != nil else { return }
        meetNext()
    }

    /// The new pad comes first, so that the join finds something to go on to and does not end.
    private func replaceNext() {
        let old = next
        next = nil
        if let item = requests.next, parts?.watch.hasEnded == false {
            do throws(PlaybackFailure) {
                next = LoadedItem(try decoder(for: item), rate: requests.rate)
            } catch {
                report(.failed(error), item.generation)
            }
        }
        if let old, !old.hasFailed { old.decoder.closeElsewhere() }
    }

    private func setAlarm() {
        guard let next, !next.isOpen, !next.hasFailed, !next.awaitsAddress, let current,
            current.hasData
        else {
            return parts?.watch.setAlarm(nil) ?? ()
        }
        switch current.length {
        case .some(.some(let length)):
            let lead = MediaTime(
                seconds: Self.openingLead.seconds * max(1, requests.rate))
            parts?.watch.setAlarm(max(.zero, length - lead))
        default:
            // A radio station has no end to wait for.
            parts?.watch.setAlarm(current.isOnNetwork ? nil : .zero)
        }
    }

    func openNext() {
        guard let next, !next.isOpen, !next.hasFailed, !next.awaitsAddress else { return }
        let url = next.decoder.item.url
        if SourceURI(url) != nil {
            // It comes prepared anew, with an address.
            self.next?.awaitsAddress = true
            report(.needsAddress, next.generation)
        } else if let failure = PlaybackFailure.beforeOpening(url) {
            failNext(failure)
        } else {
            self.next?.rate = next.rate
            self.next?.open()
        }
    }

    /// The current item is heard to its end.
    func failNext(_ failure: PlaybackFailure) {
        guard let next, !next.hasFailed else { return }
        report(.failed(failure), next.generation)
        self.next?.hasFailed = true
        next.decoder.closeElsewhere()
    }

    /// The session knows that the next item is heard: what was current is over.
    func promoteNext() {
        current?.decoder.closeElsewhere()
        current = next
        next = nil
        parts?.watch.removeCrossing()
        announcedEpoch = requests.epoch
        if current?.awaitsServer == true { reportStalled() }
        if current?.isCutShort == true { loseServer() }
    }

    // MARK: Place and rate

    /// Seeks to the newest wanted place at the wanted rate, once what is under way has arrived.
    func meetPlace() {
        guard let current, current.hasData, !awaitsPreroll else { return }
        let seek = requests.seek.flatMap { $0.epoch == seekEpoch ? nil : $0 }
        let isRateNew = current.rate != requests.rate && current.isSeekable == true
        guard seek != nil || isRateNew else { return }
        let place = seek?.position ?? position
        if let seek { seekEpoch = seek.epoch }
        if isRateNew { self.current?.rate = requests.rate }
        let rate = isRateNew ? requests.rate : current.rate
        guard feedsOutput, rate == 1 || current.decoder.canStretchTime else {
            return reload(at: place)
        }
        if current.decoder.seek(to: place, rate: rate) {
            self.current?.place = place
            awaitsPreroll = true
            isRunning = false
        }
        announcedEpoch = nil
    }

    /// False when the join has gone on to the next item, though the current one is still heard.
    private var feedsOutput: Bool {
        guard let parts, let current, !parts.watch.hasEnded else { return false }
        guard let pad = gatefold_object_property(parts.join, "active-pad") else { return false }
        defer { gst_object_unref(pad) }
        return pad == UnsafeMutableRawPointer(current.decoder.joinPad)
    }

    // MARK: State

    func meetState() {
        guard let current else { return }
        let isPlaying = requests.playing && !current.awaitsServer
        setState(isPlaying ? GST_STATE_PLAYING : GST_STATE_PAUSED)
    }

    func setState(_ wanted: GstState) {
        guard let parts, wanted != state else { return }
        // One change of state after the other: to play is done when the data are there.
        if wanted == GST_STATE_PLAYING, awaitsPreroll { return }
        state = wanted
        if wanted == GST_STATE_PAUSED { isRunning = false }
        switch gst_element_set_state(parts.pipeline, wanted) {
        case GST_STATE_CHANGE_ASYNC:
            awaitsPreroll = true
        case GST_STATE_CHANGE_FAILURE:
            // An error message that says more is handled first.
            send(.stateRefused)
        default:
            break
        }
    }

    func announcePlaying() {
        guard isRunning, requests.playing, !awaitsPreroll, announcedEpoch != requests.epoch,
            let current, !current.awaitsServer, requests.seek.map({ $0.epoch == seekEpoch }) ?? true
        else { return }
        guard hasDeviceBegun else { return lookAgain() }
        announcedEpoch = requests.epoch
        report(.playing(position), current.generation)
        if self.current?.loss?.end == nil { self.current?.loss?.end = .now }
    }

    /// Until a device plays what it has buffered its clock stands or takes a few milliseconds.
    ///
    /// Some take two seconds (PulseAudio's null sink does); who waits for the position is told after
    /// 70 ms.
    private var hasDeviceBegun: Bool {
        runningTime >= MediaTime(milliseconds: 20) || looks >= 3 || !hasDeviceClock
    }

    /// In 10 ms, then in twice the time, and so on.
    private func lookAgain() {
        notices.append(.lookAgain(.milliseconds(10 << looks)))
        looks += 1
    }

    /// Not again of an item whose server broke off: that it waits was told.
    func reportStalled() {
        guard let current, requests.playing, current.loss.map({ $0.end != nil }) ?? true else {
            return
        }
        report(.stalled(position), current.generation)
    }
}
