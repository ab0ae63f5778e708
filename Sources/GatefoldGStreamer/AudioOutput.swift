// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGStreamer
internal import GatefoldGLib
internal import GatefoldModel

/// The pipeline from the join of the items to the device: conversion, volume and the sink.
///
/// Its elements are the pipeline's own: a bin within would lose changes of state that cross a
/// flush. Volume is applied here, not by the sink: see `Loudness`. Confined to the worker.
struct AudioOutput {
    let pipeline: Element
    /// Borrowed from the pipeline.
    let join: Element
    let loudness: Loudness
    let state: OutputState

    /// Where sound goes without a device: in real time, unheard.
    static let silence = "fakesink sync=true"

    /// In this order: PipeWire is reached best through its PulseAudio side.
    static let devices = ["pulsesink", "pipewiresink", "alsasink"]

    /// - Parameter description: a sink as gst-launch writes it, `none`, or nil for the first
    ///   of `devices` that opens, and silence where none does.
    init(_ description: String?, devices: [String]) throws(PlaybackFailure) {
        if let description {
            self = try Self(
                sink: description == "none" ? Self.silence : description,
                state: .device(description))
            return
        }
        for name in devices {
            guard let output = Self(device: name) else { continue }
            self = output
            return
        }
        self = try Self(
            sink: Self.silence,
            state: .silent(reason: "no sound server and no audio device is available"))
    }

    /// - Returns: nil unless there is such a sink and its device can be used.
    private init?(device name: String) {
        guard let output = try? Self(sink: "\(name) name=device", state: .device(name)) else {
            return nil
        }
        self = output
        if let sink = gst_bin_get_by_name(cast(pipeline), "device") {
            Self.setUp(device: sink)
            gst_object_unref(sink)
        }
        // A sink that cannot open its device says so here.
        guard gst_element_set_state(pipeline, GST_STATE_READY) != GST_STATE_CHANGE_FAILURE else {
            release()
            return nil
        }
    }

    private static func setUp(device sink: Element) {
        // 20 wake-ups a second instead of 100, with the same 200 ms until a new volume is heard.
        if gatefold_has_property(sink, "latency-time") != 0 {
            gatefold_set_int64(sink, "latency-time", 50_000)
        }
        if gatefold_has_property(sink, "client-name") != 0 {
            gatefold_set_string(sink, "client-name", "Gatefold")
        }
        if gatefold_has_property(sink, "stream-properties") != 0 {
            let properties = gst_structure_from_string(
                "props,media.role=music,media.name=Gatefold", nil)
            gatefold_set_boxed(sink, "stream-properties", properties)
            gst_structure_free(properties)
        }
    }

    private init(sink: String, state: OutputState) throws(PlaybackFailure) {
        let description =
            "concat name=join ! audioconvert ! audioresample ! volume name=volume ! \(sink)"
        var made: Element?
        do throws(GLibError) {
            made = try throwingGError {
                gst_parse_launch_full(description, nil, GST_PARSE_FLAG_FATAL_ERRORS, $0)
            }
        } catch {
            throw PlaybackFailure(.output, "audio output cannot be made: \(error.message)")
        }
        guard let pipeline = made, let join = gst_bin_get_by_name(cast(pipeline), "join"),
            let volume = gst_bin_get_by_name(cast(pipeline), "volume")
        else { throw PlaybackFailure(.output, "audio output cannot be made") }
        gst_object_ref_sink(pipeline)
        gst_object_unref(join)
        gst_object_unref(volume)
        self.pipeline = pipeline
        self.join = join
        loudness = Loudness(volume)
        self.state = state
    }

    /// Ends it; the last use.
    func release() {
        gst_element_set_state(pipeline, GST_STATE_NULL)
        gst_object_unref(pipeline)
    }
}
