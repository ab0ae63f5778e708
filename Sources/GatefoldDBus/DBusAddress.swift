// SPDX-License-Identifier: MPL-2.0

private import CGatefoldGLib

/// Where a bus listens.
package enum DBusAddress: Hashable, Sendable {
    case session
    case system
    /// A D-Bus address, such as `unix:path=/run/user/1000/bus`.
    case address(String)

    /// The address as libdbus takes it, from the environment as it is now.
    ///
    /// Without `autolaunch:`: a bus that is started for us has nobody on it.
    func resolved() throws(DBusError) -> String {
        switch self {
        case .address(let address): return address
        case .system:
            return Self.environment("DBUS_SYSTEM_BUS_ADDRESS")
                ?? "unix:path=/run/dbus/system_bus_socket"
        case .session:
            if let address = Self.environment("DBUS_SESSION_BUS_ADDRESS") { return address }
            if let directory = Self.environment("XDG_RUNTIME_DIR") {
                return "unix:path=" + Self.escaped(directory + "/bus")
            }
            throw DBusError(
                name: "org.freedesktop.DBus.Error.FileNotFound",
                message: "no session bus: DBUS_SESSION_BUS_ADDRESS is not set")
        }
    }

    private static func environment(_ name: String) -> String? {
        guard let value = g_getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// The socket in the file system that an address names; nil where it names another kind.
    package static func socketPath(of address: String) -> String? {
        for entry in address.split(separator: ";") where entry.hasPrefix("unix:") {
            for pair in entry.dropFirst(5).split(separator: ",") where pair.hasPrefix("path=") {
                return unescaped(pair.dropFirst(5))
            }
        }
        return nil
    }

    private static func unescaped(_ text: Substring) -> String {
        var rest = Array(text.utf8)[...]
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), let value = UInt8(digits, radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Escapes all but the bytes that an address may contain as they are.
    private static func escaped(_ path: String) -> String {
        path.utf8.reduce(into: "") { result, byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "/"), UInt8(ascii: "."):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16)
                result += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
    }
}
