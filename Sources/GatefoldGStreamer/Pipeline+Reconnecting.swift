// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPlayer

/// Going on with an item whose server broke off.
///
/// What came before is heard to its end; then the position stands until the server answers again,
/// and the item goes on where it was, or, where the server cannot do that because it is a station,
/// with what is sent then.
extension Pipeline {
    /// All that the item's server sent went to the output, and it is not all there is.
    func seeLoss(of generation: Generation) {
        if next?.generation == generation {
            // Its beginning waits to be heard; the rest is asked for after that.
            next?.isCutShort = true
        } else if current?.generation == generation {
            loseServer()
        }
    }

    func loseServer() {
        guard let current else { return }
        if let loss = current.loss, loss.end == nil {
            // It was not heard again before it broke off again: nothing is new.
            return awaitServer(loss.again(at: .now, reconnection))
        }
        // Data that are still in the device's buffer come again.
        let place = min(position, parts?.watch.end ?? current.place)
        report(.stalled(place), current.generation)
        Log.info("A server broke off and is asked again.")
        self.current?.place = place
        awaitServer(current.loss?.again(at: .now, reconnection) ?? Loss(at: .now))
    }

    /// An attempt failed: there is another one while there is hope.
    ///
    /// - Returns: false for what is no loss.
    func asksAgain(after failure: PlaybackFailure) -> Bool {
        guard failure.code == .network, let loss = current?.loss, loss.end == nil else {
            return false
        }
        awaitServer(loss.again(at: .now, reconnection))
        return true
    }

    private func awaitServer(_ loss: Loss) {
        guard var item = current else { return }
        // Where an attempt was to begin, the next one begins.
        if item.loss?.end == nil, item.loss != nil { item.place = item.decoder.item.start }
        stop()
        guard !loss.isHopeless(at: .now, reconnection) else {
            return report(.failed(Reconnection.failure), item.generation)
        }
        item.loss = loss
        lost = item
        notices.append(.remind(.reconnect, reconnection.delay(before: loss.attempts)))
    }

    /// The time to ask again has come; nobody is asked for who does not listen.
    func reconnect() {
        guard let item = lost else { return }
        guard requests.playing else {
            lost?.loss?.awaitsListener = true
            return
        }
        var start = item.itemFromPlace
        // A station has no place to go back to.
        if item.isSeekable != true { start.start = .zero }
        load(start, known: item)
        current?.loss = item.loss
    }

    /// Somebody listens again.
    func meetListener() {
        if requests.playing, lost?.loss?.awaitsListener == true { reconnect() }
    }
}
