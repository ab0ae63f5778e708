// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// What GStreamer's threads tell the worker.
///
/// Everything else on the bus is dropped where it is posted.
enum PipelineNews: Sendable {
    /// ASYNC_DONE: a load or a seek has data at the output.
    case prerolled
    /// The pipeline's clock runs.
    case running
    /// EOS was heard.
    case ended
    case clockLost
    case latencyChanged
    /// A change of state failed.
    case stateRefused
    case itemFailed(Generation, StreamError)
    case outputFailed(StreamError)
    case missingPlugin(Generation, MissingPlugin)
    /// The item has data, held back until the worker has set its place and rate.
    case opened(Generation)
    /// All streams are known, and none is sound.
    case silent(Generation)
    case lengthChanged(Generation)
    /// The item begins or ceases to wait for its server.
    case buffering(Generation)
    case streamTags(Generation, StreamTags)
    /// All that the item's server sent is at the output, and the server broke off.
    case brokeOff(Generation)
    /// What the worker wanted to be reminded of.
    case reminded(Reminder)
    /// So little is left of the current item that the prepared one is to be opened.
    case nearEnd
    /// Data of another item reached the output, to be heard later.
    case crossed
    /// What was expected to be heard may be heard now.
    case lookAgain
}

/// What the worker tells the actor, in order.
enum PipelineNotice: Sendable {
    case report(EngineReport)
    /// An item follows another and is heard now, with what is known of it.
    case heard(Crossing, [EngineReport])
    /// Tell `lookAgain` after this time; a newer one replaces it.
    case lookAgain(Duration)
    /// The same for one thing each; a newer one of the same replaces it.
    case remind(Reminder, Duration)
    case output(OutputState)
}

/// What the worker wants to do later.
enum Reminder: Sendable, Hashable {
    /// Ask a server again that broke off.
    case reconnect
    /// Tell a length that has changed too soon after the last.
    case length
}

/// The change from one item to the next, at the output.
struct Crossing: Sendable, Hashable {
    let previous: Generation
    let next: Generation
    /// Where the previous item stops, in the item's own time.
    let end: MediaTime
    /// When the next one is heard, in the pipeline's running time.
    let runningTime: MediaTime
}

/// What the sound goes to.
package enum OutputState: Sendable, Hashable {
    /// GStreamer's name or description of the sink.
    case device(String)
    /// Playing goes on in real time, but nothing is heard.
    case silent(reason: String)
}
