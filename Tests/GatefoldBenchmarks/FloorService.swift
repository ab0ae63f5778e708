// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus
private import Glibc

/// The least that a service can do: canned answers, over libdbus alone, in a blocking loop.
///
/// Its dictionaries have the keys and types of the daemon's, which `bus` checks.
final class FloorService {
    /// The hidden first word of the command line that makes this program the service.
    static let mode = "--floor"
    static let name = "org.gatefold.Floor"

    private let connection: OpaquePointer
    private var isPlaying = true
    private var track: Int32 = 1

    init(address: String) throws(BenchmarkFailure) {
        guard let connection = dbus_connection_open_private(address, nil),
            dbus_bus_register(connection, nil) != 0,
            dbus_bus_request_name(connection, Self.name, 0, nil)
                == DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER
        else { throw BenchmarkFailure(reason: "The floor has no bus.") }
        self.connection = connection
    }

    /// Serves until the bus goes away.
    func run() {
        while dbus_connection_read_write(connection, -1) != 0 {
            while let message = dbus_connection_pop_message(connection) {
                if dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_METHOD_CALL {
                    answer(message)
                }
                dbus_message_unref(message)
            }
            dbus_connection_flush(connection)
        }
    }

    private func answer(_ call: OpaquePointer) {
        guard let reply = dbus_message_new_method_return(call),
            let member = dbus_message_get_member(call)
        else { return }
        var body = DBusMessageIter()
        dbus_message_iter_init_append(reply, &body)
        if strcmp(member, "Get") == 0 {
            body.appendVariant(WireType.string, "s", status.utf8Start)
        } else if strcmp(member, "GetAll") == 0 {
            appendProperties(to: &body)
        } else if strcmp(member, "PlayPause") == 0 {
            isPlaying.toggle()
            announce { [status] in $0.appendText("PlaybackStatus", status) }
        } else if strcmp(member, "Next") == 0 {
            track += 1
            announce { [track] in $0.appendMetadata(track) }
        }
        dbus_connection_send(connection, reply, nil)
        dbus_message_unref(reply)
    }

    private var status: StaticString { isPlaying ? "Playing" : "Paused" }

    private func announce(_ entries: (inout DBusMessageIter) -> Void) {
        guard
            let signal = dbus_message_new_signal(
                WireName.path, WireName.properties, "PropertiesChanged")
        else { return }
        var body = DBusMessageIter()
        dbus_message_iter_init_append(signal, &body)
        body.append(WireName.player)
        body.appendContainer(WireType.array, "{sv}", entries)
        body.appendContainer(WireType.array, "s") { _ in }
        dbus_connection_send(connection, signal, nil)
        dbus_message_unref(signal)
    }

    private func appendProperties(to body: inout DBusMessageIter) {
        body.appendContainer(WireType.array, "{sv}") { entries in
            entries.appendText("PlaybackStatus", status)
            entries.appendText("LoopStatus", "Playlist")
            entries.appendEntry("Rate", WireType.double, "d", 1.0)
            entries.appendFlag("Shuffle", false)
            entries.appendMetadata(track)
            entries.appendEntry("Volume", WireType.double, "d", 1.0)
            entries.appendFlag("CanGoNext", true)
            entries.appendFlag("CanGoPrevious", true)
            entries.appendFlag("CanPlay", true)
            entries.appendFlag("CanPause", true)
            entries.appendFlag("CanSeek", true)
            entries.appendEntry("MinimumRate", WireType.double, "d", 0.25)
            entries.appendEntry("MaximumRate", WireType.double, "d", 4.0)
            entries.appendEntry("Position", WireType.int64, "x", Int64(1_234_567))
            entries.appendFlag("CanControl", true)
        }
    }
}

/// All texts are constants, so that nothing is copied but by libdbus.
extension DBusMessageIter {
    fileprivate mutating func append(_ text: StaticString) {
        append(WireType.string, text.utf8Start)
    }

    fileprivate mutating func appendVariant(
        _ type: Int32, _ signature: String, _ value: some BitwiseCopyable
    ) {
        appendContainer(WireType.variant, signature) { $0.append(type, value) }
    }

    fileprivate mutating func appendEntry(
        _ key: StaticString, _ type: Int32, _ signature: String, _ value: some BitwiseCopyable
    ) {
        appendContainer(WireType.dictionaryEntry, nil) { entry in
            entry.append(key)
            entry.appendVariant(type, signature, value)
        }
    }

    fileprivate mutating func appendFlag(_ key: StaticString, _ flag: Bool) {
        appendEntry(key, WireType.boolean, "b", dbus_bool_t(flag ? 1 : 0))
    }

    fileprivate mutating func appendText(_ key: StaticString, _ text: StaticString) {
        appendEntry(key, WireType.string, "s", text.utf8Start)
    }

    fileprivate mutating func appendList(_ key: StaticString, _ text: StaticString) {
        appendContainer(WireType.dictionaryEntry, nil) { entry in
            entry.append(key)
            entry.appendContainer(WireType.variant, "as") { variant in
                variant.appendContainer(WireType.array, "s") { $0.append(text) }
            }
        }
    }

    fileprivate mutating func appendMetadata(_ track: Int32) {
        let artwork: StaticString = """
            file:///tmp/gatefold-bench-XXXXXX/cache/gatefold/artwork/\
            e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855.png
            """
        appendContainer(WireType.dictionaryEntry, nil) { entry in
            entry.append("Metadata")
            entry.appendContainer(WireType.variant, "a{sv}") { variant in
                variant.appendContainer(WireType.array, "{sv}") { fields in
                    fields.appendTrackID(track)
                    fields.appendEntry("mpris:length", WireType.int64, "x", Int64(30_000_000))
                    fields.appendText("mpris:artUrl", artwork)
                    fields.appendText("xesam:title", "Tone 12")
                    fields.appendList("xesam:artist", "Sine & Sons")
                    fields.appendText("xesam:album", "Measured Music")
                    fields.appendList("xesam:genre", "Test")
                    fields.appendEntry("xesam:trackNumber", WireType.int32, "i", track)
                    fields.appendText(
                        "xesam:url", "file:///tmp/gatefold-bench-XXXXXX/tracks/tone-12.wav")
                }
            }
        }
    }

    /// The one text that is made anew for each track.
    private mutating func appendTrackID(_ track: Int32) {
        "/org/gatefold/track/\(track)".withCString {
            appendEntry("mpris:trackid", WireType.objectPath, "o", $0)
        }
    }
}
