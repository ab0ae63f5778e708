// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGStreamer

/// What the head of a server's answer says of the item.
struct ServerFacts: Sendable, Hashable {
    /// It sends what is on the air (ICY, Icecast), and its end is no end.
    var isStation = false
    /// It sends any part that is asked for.
    var acceptsRanges = false

    /// Nil unless the event is souphttpsrc's with the headers of an answer that brings data.
    init?(_ event: UnsafeMutablePointer<GstEvent>) {
        guard let structure = gst_event_get_structure(event),
            gst_structure_has_name(structure, "http-headers") != 0,
            Self.bringsData(structure),
            let value = gst_structure_get_value(structure, "response-headers"),
            let headers = gatefold_structure(value)
        else { return nil }
        var hasLength = false
        var isPlaylist = false
        for index in 0..<gst_structure_n_fields(headers) {
            guard let field = gst_structure_nth_field_name(headers, guint(index)) else { continue }
            let name = String(cString: field).lowercased()
            let text = gst_structure_get_string(headers, field).map { String(cString: $0) } ?? ""
            switch name {
            case "content-length": hasLength = true
            case "accept-ranges": acceptsRanges = text.lowercased() == "bytes"
            case "content-range": acceptsRanges = true
            // Its pieces are fetched one by one, and seeking is a matter of which.
            case "content-type": isPlaylist = text.contains("mpegurl") || text.contains("dash+xml")
            default: isStation = isStation || name.hasPrefix("icy-") || name.hasPrefix("ice-")
            }
        }
        isStation = isStation && !hasLength
        acceptsRanges = acceptsRanges || isPlaylist
    }

    private static func bringsData(_ structure: UnsafePointer<GstStructure>) -> Bool {
        var status: guint = 0
        gst_structure_get_uint(structure, "http-status-code", &status)
        return (200..<300).contains(status)
    }
}
