// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus
internal import GatefoldModel

/// Values of any signature that a service may not expect, drawn from a seed.
///
/// All of them are legal in D-Bus: anything else the bus answers by closing the connection.
struct OddValues {
    var random: SplitMix64
    /// Paths that mean something to the service.
    var paths: [String] = []
    /// URIs that mean something to the service.
    var uris: [String] = []
    /// Bytes of long texts that may still go into the present message.
    private var allowance = 0

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// Appends a value for each complete type of a signature.
    mutating func append(_ signature: String, to body: inout DBusMessageIter) {
        allowance = 2 << 20
        guard !signature.isEmpty else { return }
        var types = DBusSignatureIter()
        // The iterator keeps pointers into the text, so it must not outlive it.
        signature.withCString { text in
            dbus_signature_iter_init(&types, text)
            append(each: &types, to: &body, depth: 0)
        }
    }

    /// A signature that a member does not have, most likely.
    mutating func signature() -> String {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in type() }.joined()
    }

    /// A single complete type.
    mutating func type() -> String { element(Self.types) }

    mutating func element<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: 0..<choices.count, using: &random)]
    }

    mutating func chance(_ part: Double) -> Bool {
        Double.random(in: 0..<1, using: &random) < part
    }

    // MARK: Containers

    private mutating func append(
        each types: inout DBusSignatureIter, to body: inout DBusMessageIter, depth: Int
    ) {
        repeat {
            append(&types, to: &body, depth: depth)
        } while dbus_signature_iter_next(&types) != 0
    }

    private mutating func append(
        _ types: inout DBusSignatureIter, to body: inout DBusMessageIter, depth: Int
    ) {
        let type = dbus_signature_iter_get_current_type(&types)
        switch type {
        case WireType.array: appendArray(&types, to: &body, depth: depth)
        case WireType.structure, WireType.dictionaryEntry:
            var fields = DBusSignatureIter()
            dbus_signature_iter_recurse(&types, &fields)
            body.appendContainer(type, nil) { append(each: &fields, to: &$0, depth: depth + 1) }
        case WireType.variant: appendVariant(to: &body, depth: depth)
        default: appendBasic(type, to: &body)
        }
    }

    private mutating func appendArray(
        _ types: inout DBusSignatureIter, to body: inout DBusMessageIter, depth: Int
    ) {
        var element = DBusSignatureIter()
        dbus_signature_iter_recurse(&types, &element)
        let signature = dbus_signature_iter_get_signature(&element)
        defer { dbus_free(signature) }
        let text = signature.map { String(cString: $0) } ?? ""
        let count = self.element(depth == 0 ? [0, 1, 2, 5, 300] : [0, 1, 2])
        body.appendContainer(WireType.array, text) { array in
            for _ in 0..<count { append(&element, to: &array, depth: depth + 1) }
        }
    }

    /// D-Bus allows 64 containers in each other.
    private mutating func appendVariant(to body: inout DBusMessageIter, depth: Int) {
        let signature = depth < 20 && chance(0.3) ? "v" : type()
        body.appendContainer(WireType.variant, signature) { content in
            var types = DBusSignatureIter()
            signature.withCString { text in
                dbus_signature_iter_init(&types, text)
                append(&types, to: &content, depth: depth + 1)
            }
        }
    }

    // MARK: Values

    private mutating func appendBasic(_ type: Int32, to body: inout DBusMessageIter) {
        let number = element(Self.numbers)
        switch Character(UnicodeScalar(UInt8(type))) {
        case "y": body.append(type, UInt8(truncatingIfNeeded: number))
        case "b": body.append(type, UInt32(number & 1))
        case "n", "q": body.append(type, UInt16(truncatingIfNeeded: number))
        case "i", "u": body.append(type, UInt32(truncatingIfNeeded: number))
        case "x", "t": body.append(type, number)
        case "d": body.append(type, element(Self.doubles))
        case "o": append(element(Self.paths + paths), as: type, to: &body)
        case "g": append(element(Self.types), as: type, to: &body)
        default: append(text(), as: type, to: &body)
        }
    }

    private func append(_ text: String, as type: Int32, to body: inout DBusMessageIter) {
        text.withCString { body.append(type, $0) }
    }

    private mutating func text() -> String {
        let text = element(Self.texts + uris)
        guard text.utf8.count > 100 else { return text }
        allowance -= text.utf8.count
        return allowance >= 0 ? text : ""
    }

    private static let types = [
        "s", "o", "g", "b", "y", "n", "q", "i", "u", "x", "t", "d", "v", "as", "ao", "ay", "av",
        "at", "a{sv}", "aa{sv}", "(ss)", "(oss)", "a(tsssx)", "(((i)))", "a{x(vd)}",
    ]
    private static let numbers: [Int64] = [
        0, 1, -1, 2, 7, 100, 127, 128, 255, 256, 32_767, 65_535, 1_000_000, -1_000_000,
        2_147_483_647, -2_147_483_648, 4_294_967_295, 4_294_967_296, 1 << 53, 30_000_000,
        .max, .min, .max - 1, 1_000_000_000_000_000,
    ]
    private static let doubles: [Double] = [
        0, -0.0, 1, -1, 0.5, 2, 4, 100, .nan, .signalingNaN, .infinity, -.infinity,
        .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e-10,
        0.1, 1e9, 9.3e18,
    ]
    private static let paths = [
        "/", "/a", "/org/mpris/MediaPlayer2", "/org/mpris/MediaPlayer2/TrackList/NoTrack",
        "/org/gatefold/track/0", "/org/gatefold/track/18446744073709551615",
        "/org/gatefold/track/99999999999999999999", "/org/gatefold/track", "/_/0",
        String(repeating: "/a", count: 5000), "/" + String(repeating: "b", count: 5000),
    ]
    /// Not "/": to walk the whole disk is no accident, but what was asked.
    private static let texts = [
        "", " ", "a", "\n", "\r\n\t", "\u{1}\u{2}\u{7F}", "\u{FEFF}", "\u{FFFE}", "\u{10FFFF}",
        "\u{202E}abc\u{200F}", "%s%n%x%p", "../../../etc/passwd", "'; drop table--", "<b>&amp;",
        "None", "Track", "Playlist", "Playing", "true", "-1", "1e999", "replace", "next",
        "end", "PlaybackStatus", "Metadata", "Volume", "LoopStatus", WireName.player,
        "file:", "file://", "file:///nowhere", "file:///dev/null", "file:///dev/zero",
        "file:///proc/self/mem", "file:///%00%ff%", "file://elsewhere/music", "file:///tmp/%0A",
        "http://", "http://127.0.0.1:9/x", "http://[::1", "foo:bar", "://", "data:,x",
        "file:///" + String(repeating: "%41", count: 5000),
        String(repeating: "x", count: 256), String(repeating: "\u{1F3B5}", count: 500),
        String(repeating: "e\u{301}", count: 5000), String(repeating: "z", count: 1 << 20),
    ]
}
