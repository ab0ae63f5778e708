// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus
internal import GatefoldGLib
private import Glibc

/// The least that a program can do to announce what it plays: one signal over libdbus, at once.
final class FloorPublisher {
    /// The hidden first word of the command line that makes this program the publisher.
    static let mode = "--floor-publisher"

    private let connection: OpaquePointer

    init(address: String) throws(BenchmarkFailure) {
        guard let connection = dbus_connection_open_private(address, nil),
            dbus_bus_register(connection, nil) != 0
        else { throw BenchmarkFailure(reason: "The publisher has no bus.") }
        self.connection = connection
    }

    /// Announces the time as a title, fifty times a second, until the bus goes away.
    func run() {
        while dbus_connection_read_write(connection, 20) != 0 {
            while let message = dbus_connection_pop_message(connection) {
                dbus_message_unref(message)
            }
            announce("\(monotonicNanoseconds())")
        }
    }

    private func announce(_ title: String) {
        let signal = WireMessage(
            owning: dbus_message_new_signal(
                WireName.path, WireName.properties, "PropertiesChanged"))
        signal.write { body in
            body.append(WireName.player)
            body.appendContainer(WireType.array, "{sv}") { entries in
                entries.appendEntry("Metadata", "a{sv}") { variant in
                    variant.appendContainer(WireType.array, "{sv}") { fields in
                        fields.appendEntry("mpris:trackid", "o") { content in
                            "/org/gatefold/track/1".withCString {
                                content.append(WireType.objectPath, $0)
                            }
                        }
                        fields.appendEntry("xesam:title", "s") { $0.append(title) }
                        fields.appendEntry("xesam:artist", "as") { content in
                            content.appendContainer(WireType.array, "s") { $0.append("Artist") }
                        }
                    }
                }
            }
            body.appendContainer(WireType.array, "s") { _ in }
        }
        dbus_connection_send(connection, signal.pointer, nil)
        dbus_connection_flush(connection)
    }
}

extension DBusMessageIter {
    fileprivate mutating func appendEntry(
        _ key: String, _ signature: String, _ value: (inout DBusMessageIter) -> Void
    ) {
        appendContainer(WireType.dictionaryEntry, nil) { entry in
            entry.append(key)
            entry.appendContainer(WireType.variant, signature, value)
        }
    }
}
