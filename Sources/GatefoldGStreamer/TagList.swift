// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGStreamer

extension UnsafeMutablePointer<GstTagList> {
    func text(_ tag: String) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard gst_tag_list_get_string(self, tag, &text) != 0, let text else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    fileprivate func number(_ tag: String) -> Double? {
        var number = 0.0
        return gst_tag_list_get_double(self, tag, &number) != 0 ? number : nil
    }

    /// The value of a comment that GStreamer has no tag for, such as `R128_TRACK_GAIN`.
    fileprivate func comment(_ name: String) -> String? {
        for index in 0..<gst_tag_list_get_tag_size(self, GST_TAG_EXTENDED_COMMENT) {
            var text: UnsafePointer<CChar>?
            gst_tag_list_peek_string_index(self, GST_TAG_EXTENDED_COMMENT, index, &text)
            guard let text else { continue }
            let parts = String(cString: text).split(separator: "=", maxSplits: 1)
            if parts.count == 2, parts[0].uppercased() == name { return String(parts[1]) }
        }
        return nil
    }
}

extension ReplayGain {
    /// Takes what a list says; the rest stays.
    mutating func take(_ list: UnsafeMutablePointer<GstTagList>) {
        // Programs of 2001 aimed at 83 dB, and wrote that down.
        let correction = list.number(GST_TAG_REFERENCE_LEVEL).map { Self.referenceLevel - $0 } ?? 0
        trackGain =
            list.number(GST_TAG_TRACK_GAIN).map { $0 + correction }
            ?? list.comment("R128_TRACK_GAIN").flatMap(Self.gain(r128:)) ?? trackGain
        albumGain =
            list.number(GST_TAG_ALBUM_GAIN).map { $0 + correction }
            ?? list.comment("R128_ALBUM_GAIN").flatMap(Self.gain(r128:)) ?? albumGain
        trackPeak = list.number(GST_TAG_TRACK_PEAK) ?? trackPeak
        albumPeak = list.number(GST_TAG_ALBUM_PEAK) ?? albumPeak
    }
}
