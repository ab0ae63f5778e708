// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGStreamer
internal import GatefoldGLib
internal import GatefoldModel

/// Conversion, volume and the sink, as one bin whose pad is the conversion's.
///
/// Volume is applied here, not by the sink: at 1.0 the samples pass unchanged. Confined to the
/// worker.
struct AudioOutput {
    let bin: Element
    let state: OutputState

    /// Where sound goes without a device: in real time, unheard.
    static let silence = "fakesink sync=true"

    /// In this order: PipeWire is reached best through its PulseAudio side.
    static let devices = ["pulsesink", "pipewiresink", "alsasink"]

    /// - Parameter description: a sink as gst-launch writes it, `none`, or nil for the first
    ///   of `devices` that opens, and silence where none does.
    init(_ description: String?, devices: [String]) throws(PlaybackFailure) {
        if let description {
            let sink = description == "none" ? Self.silence : description
            bin = try Self.make(sink)
            state = .device(description)
            return
        }
        for name in devices {
            guard let bin = Self.opened(name) else { continue }
            self.bin = bin
            state = .device(name)
            return
        }
        bin = try Self.make(Self.silence)
        state = .silent(reason: "no sound server and no audio device is available")
    }

    /// - Returns: nil unless there is such a sink and its device can be used.
    private static func opened(_ name: String) -> Element? {
        guard let bin = try? make("\(name) name=sink") else { return nil }
        if let sink = gst_bin_get_by_name(cast(bin), "sink") {
            setUp(device: sink)
            gst_object_unref(sink)
        }
        // A sink that cannot open its device says so here.
        guard gst_element_set_state(bin, GST_STATE_READY) != GST_STATE_CHANGE_FAILURE else {
            gst_element_set_state(bin, GST_STATE_NULL)
            gst_object_unref(bin)
            return nil
        }
        return bin
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

    /// - Returns: an owned reference.
    private static func make(_ sink: String) throws(PlaybackFailure) -> Element {
        let description = "audioconvert ! audioresample ! volume name=volume ! \(sink)"
        do throws(GLibError) {
            let bin = try throwingGError {
                gst_parse_bin_from_description_full(
                    description, 1, nil, GST_PARSE_FLAG_FATAL_ERRORS, $0)
            }
            if let bin {
                gst_object_ref_sink(bin)
                gst_object_set_name(cast(bin), "output")
                return bin
            }
        } catch {
            throw PlaybackFailure(.output, "audio output cannot be made: \(error.message)")
        }
        throw PlaybackFailure(.output, "audio output cannot be made")
    }

    /// Linear as on the bus; cubic in the ear, as PulseAudio does.
    func setVolume(_ volume: Double, muted: Bool) {
        guard let element = gst_bin_get_by_name(cast(bin), "volume") else { return }
        gatefold_set_volume(element, volume, muted ? 1 : 0)
        gst_object_unref(element)
    }
}
