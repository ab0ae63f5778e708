// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGStreamer
internal import GatefoldGLib

/// GStreamer as this process uses it; prepared once, on the worker, when the first item is loaded.
enum GStreamerSetup {
    /// Nil, or why there is no GStreamer.
    static let failure: String? = prepare()

    private static func prepare() -> String? {
        quietLogs()
        // Arguments are ours, so that gst_init adds none; a registry that cannot be written is no
        // error, it is only read again the next time.
        do throws(GLibError) {
            let ready = try throwingGError { gst_init_check(nil, nil, $0) }
            guard ready != 0 else { return "GStreamer does not start" }
        } catch {
            return error.message
        }
        preferNativeDecoders()
        return nil
    }

    /// GLib's, GStreamer's and the sound libraries' texts become lines of our log.
    ///
    /// Only the default handler: what `G_DEBUG` makes fatal stays fatal.
    private static func quietLogs() {
        g_log_set_default_handler(
            { domain, level, message, _ in
                let worth = G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_LEVEL_WARNING.rawValue
                guard level.rawValue & worth != 0 else { return }
                Log.debug(
                    "library message",
                    "\(domain.map { String(cString: $0) } ?? ""): "
                        + (message.map { String(cString: $0) } ?? ""))
            }, nil)
    }

    /// Decoders of libav cost 40 MB once the first is loaded: they come last.
    private static func preferNativeDecoders() {
        let registry = gst_registry_get()
        for name in libavDecoders {
            guard let feature = gst_registry_lookup_feature(registry, "avdec_" + name) else {
                continue
            }
            gst_plugin_feature_set_rank(feature, guint(GST_RANK_MARGINAL.rawValue) - 1)
            gst_object_unref(UnsafeMutableRawPointer(feature))
        }
        // These fetch whatever address a playlist names, local files included; hlsdemux2 and its
        // like of plugins-good fetch http and https only.
        for name in ["hlsdemux", "dashdemux", "mssdemux"] {
            guard let feature = gst_registry_lookup_feature(registry, name) else { continue }
            gst_plugin_feature_set_rank(feature, guint(GST_RANK_NONE.rawValue))
            gst_object_unref(UnsafeMutableRawPointer(feature))
        }
    }

    /// Formats that a plug-in of base, good or bad decodes as well.
    private static let libavDecoders = [
        "aac", "aac_fixed", "aac_latm", "adpcm_ima_wav", "adpcm_ms", "flac", "mp1float", "mp2float",
        "mp3", "mp3float", "mpc7", "mpc8", "opus", "speex", "vorbis", "wavpack",
    ]
}

/// Another view of the same GObject, as C's cast macros give.
func cast<Source, Target>(_ pointer: UnsafeMutablePointer<Source>) -> UnsafeMutablePointer<Target> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Target.self)
}

typealias Element = UnsafeMutablePointer<GstElement>
typealias Pad = UnsafeMutablePointer<GstPad>
