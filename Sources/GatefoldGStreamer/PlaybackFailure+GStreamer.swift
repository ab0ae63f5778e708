// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGLib
internal import CGatefoldGStreamer
internal import GatefoldModel

#if canImport(Glibc)
    private import Glibc
#endif

/// An ERROR message, copied out of GStreamer.
struct StreamError: Sendable, Hashable {
    let domain: String
    let code: Int32
    let message: String
    let debug: String
    /// From souphttpsrc's details; nil where no server answered.
    let httpStatus: UInt32?
    /// The element that says so reads the item's bytes.
    let isOfSource: Bool

    /// The server is gone, or never was there; what it sent is played all the same.
    var isBreakOff: Bool { isOfSource && httpStatus ?? 0 < 300 }

    init(_ gstMessage: UnsafeMutablePointer<GstMessage>) {
        var error: UnsafeMutablePointer<GError>?
        var debug: UnsafeMutablePointer<CChar>?
        var details: UnsafePointer<GstStructure>?
        gst_message_parse_error(gstMessage, &error, &debug)
        gst_message_parse_error_details(gstMessage, &details)
        domain =
            error.flatMap { g_quark_to_string($0.pointee.domain) }.map { String(cString: $0) }
            ?? ""
        code = error?.pointee.code ?? 0
        message = error?.pointee.message.map { String(cString: $0) } ?? ""
        self.debug = debug.map { String(cString: $0) } ?? ""
        var status: guint = 0
        let found = details.map { gst_structure_get_uint($0, "http-status-code", &status) } ?? 0
        httpStatus = found != 0 && status >= 100 ? status : nil
        let name = gstMessage.pointee.src?.pointee.name
        isOfSource = name.map { String(cString: $0) } == "source"
        g_error_free(error)
        g_free(debug)
    }

    func isCore(_ expected: GstCoreError) -> Bool {
        domain == "gst-core-error-quark" && code == Int32(expected.rawValue)
    }

    func isResource(_ expected: GstResourceError...) -> Bool {
        domain == "gst-resource-error-quark"
            && expected.contains { code == Int32($0.rawValue) }
    }

    func isStream(_ expected: GstStreamError...) -> Bool {
        domain == "gst-stream-error-quark" && expected.contains { code == Int32($0.rawValue) }
    }
}

/// What a missing-plugin message asks for.
struct MissingPlugin: Sendable, Hashable {
    /// In words, such as "MPEG-4 AAC decoder".
    let name: String
    /// Caps or an element's name.
    let detail: String

    /// Nil unless the message's structure is one.
    init?(_ structure: UnsafePointer<GstStructure>) {
        guard gst_structure_has_name(structure, "missing-plugin") != 0 else { return nil }
        name = gst_structure_get_string(structure, "name").map { String(cString: $0) } ?? ""
        if let text = gst_structure_get_string(structure, "detail") {
            detail = String(cString: text)
        } else {
            var caps: UnsafeMutablePointer<GstCaps>?
            let value = gst_structure_get_value(structure, "detail")
            if let value {
                caps = gst_value_get_caps(value).map { UnsafeMutablePointer(mutating: $0) }
            }
            let text = caps.flatMap { gst_caps_to_string($0) }
            detail = text.map { String(cString: $0) } ?? ""
            g_free(text)
        }
    }

    /// Pictures and subtitles are not heard: their decoders are not missed.
    var concernsSound: Bool {
        let containers = [
            "video/quicktime", "video/x-matroska", "video/webm", "video/ogg", "video/x-ms",
        ]
        guard detail.hasPrefix("video/") || detail.hasPrefix("image/") || detail.hasPrefix("subp")
        else { return true }
        return containers.contains(where: detail.hasPrefix)
    }

    /// Debian's package with the plug-in.
    var package: String {
        Self.packages.first { detail.hasPrefix($0.caps) }?.package ?? "gstreamer1.0-libav"
    }

    private static let packages: [(caps: String, package: String)] = [
        ("audio/mpeg, mpegversion=(int)1", "gstreamer1.0-plugins-good"),
        ("audio/mpeg", "gstreamer1.0-plugins-bad"),
        ("audio/x-flac", "gstreamer1.0-plugins-good"),
        ("audio/x-wavpack", "gstreamer1.0-plugins-good"),
        ("audio/x-speex", "gstreamer1.0-plugins-good"),
        ("audio/x-wav", "gstreamer1.0-plugins-good"),
        ("audio/x-au", "gstreamer1.0-plugins-good"),
        ("audio/x-m4a", "gstreamer1.0-plugins-good"),
        ("application/x-id3", "gstreamer1.0-plugins-good"),
        ("application/x-apetag", "gstreamer1.0-plugins-good"),
        ("video/quicktime", "gstreamer1.0-plugins-good"),
        ("video/x-matroska", "gstreamer1.0-plugins-good"),
        ("audio/x-matroska", "gstreamer1.0-plugins-good"),
        ("video/webm", "gstreamer1.0-plugins-good"),
        ("audio/webm", "gstreamer1.0-plugins-good"),
        ("http", "gstreamer1.0-plugins-good"),
        ("audio/x-vorbis", "gstreamer1.0-plugins-base"),
        ("audio/x-opus", "gstreamer1.0-plugins-base"),
        ("application/ogg", "gstreamer1.0-plugins-base"),
        ("audio/ogg", "gstreamer1.0-plugins-base"),
        ("audio/x-aiff", "gstreamer1.0-plugins-bad"),
        ("audio/x-musepack", "gstreamer1.0-plugins-bad"),
        ("audio/midi", "gstreamer1.0-plugins-bad"),
        ("audio/x-ac3", "gstreamer1.0-plugins-ugly"),
        ("application/vnd.rn-realmedia", "gstreamer1.0-plugins-ugly"),
        ("video/x-ms-asf", "gstreamer1.0-plugins-ugly"),
    ]
}

extension PlaybackFailure {
    /// What stat says, before GStreamer is bothered: opening a FIFO would hang.
    ///
    /// - Returns: nil if the item is a readable regular file or an address on the network.
    static func beforeOpening(_ url: String) -> PlaybackFailure? {
        if url.isOnNetwork {
            return url.namesServer
                ? nil : PlaybackFailure(.other, "the address does not name a server")
        }
        guard let path = FileURI.decode(url) else {
            return PlaybackFailure(.other, "only files and http or https addresses are played")
        }
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else {
            return errno == EACCES
                ? PlaybackFailure(.accessDenied, "no permission to read the file")
                : PlaybackFailure(.notFound, "file not found")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return PlaybackFailure(.damaged, "is not a regular file")
        }
        guard path.withCString({ access($0, R_OK) }) == 0 else {
            return PlaybackFailure(.accessDenied, "no permission to read the file")
        }
        return status.st_size == 0 ? PlaybackFailure(.damaged, "file is empty") : nil
    }

    /// Words for an error of the item's own elements.
    init(_ error: StreamError, missing: MissingPlugin?, url: String) {
        if let missing {
            self.init(missing)
        } else if url.isOnNetwork, error.domain == "gst-resource-error-quark" {
            self.init(.network, Self.networkWords(error))
        } else if error.isResource(GST_RESOURCE_ERROR_NOT_FOUND) {
            self.init(.notFound, "file not found")
        } else if error.isResource(GST_RESOURCE_ERROR_NOT_AUTHORIZED) {
            self.init(.accessDenied, "no permission to read the file")
        } else if error.isStream(GST_STREAM_ERROR_TYPE_NOT_FOUND, GST_STREAM_ERROR_WRONG_TYPE) {
            self.init(.damaged, "is not audio")
        } else if error.isStream(GST_STREAM_ERROR_CODEC_NOT_FOUND)
            || error.isCore(GST_CORE_ERROR_MISSING_PLUGIN)
        {
            self.init(.missingPlugin, "no plug-in decodes this format")
        } else if error.isStream(GST_STREAM_ERROR_DECRYPT, GST_STREAM_ERROR_DECRYPT_NOKEY) {
            self.init(.other, "is protected against copying")
        } else if error.domain == "gst-stream-error-quark" {
            self.init(.damaged, "is damaged")
        } else {
            self.init(.other, "cannot be played: \(error.message.withoutFullStop)")
        }
    }

    init(_ missing: MissingPlugin) {
        self.init(.missingPlugin, "needs a \(missing.name): install \(missing.package)")
    }

    /// Words for an error of the audio device.
    init(output error: StreamError) {
        self.init(.output, "audio output failed: \(error.message.withoutFullStop)")
    }

    private static func networkWords(_ error: StreamError) -> String {
        guard let status = error.httpStatus else { return "connection to the server failed" }
        return "server answered \(httpStatusText(Int(status)))"
    }

    /// Words for a server that sent nothing.
    ///
    /// libsoup's reason gets lost on its way; a server that kept silent shows by the time it took.
    static func breakOff(after waiting: MediaTime) -> PlaybackFailure {
        let isTimeout = waiting >= MediaTime(milliseconds: 14_500)
        return PlaybackFailure(
            .network, isTimeout ? "server did not answer" : "connection to the server failed")
    }
}

extension String {
    /// http or https; schemes are case-insensitive.
    var isOnNetwork: Bool {
        let scheme = prefix { $0 != ":" }.lowercased()
        return scheme == "http" || scheme == "https"
    }

    /// libsoup takes an address without a host for a fault of its caller, and says so by a critical.
    fileprivate var namesServer: Bool {
        // As libsoup reads addresses.
        let flags =
            G_URI_FLAGS_HAS_PASSWORD.rawValue | G_URI_FLAGS_ENCODED_PATH.rawValue
            | G_URI_FLAGS_ENCODED_QUERY.rawValue | G_URI_FLAGS_ENCODED_FRAGMENT.rawValue
            | G_URI_FLAGS_SCHEME_NORMALIZE.rawValue
        var host: UnsafeMutablePointer<CChar>?
        guard g_uri_split_network(self, GUriFlags(flags), nil, &host, nil, nil) != 0 else {
            return false
        }
        defer { g_free(host) }
        return host.map { $0.pointee != 0 } ?? false
    }

    fileprivate var withoutFullStop: String {
        hasSuffix(".") ? String(dropLast()) : self
    }
}
