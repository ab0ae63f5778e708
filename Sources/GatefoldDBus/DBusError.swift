// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus

/// A D-Bus error: the name is for programs, the message for people.
package struct DBusError: Error, Hashable, Sendable, CustomStringConvertible {
    package let name: String
    package let message: String

    package var description: String { message.isEmpty ? name : "\(name): \(message)" }

    /// An invalid name becomes `org.freedesktop.DBus.Error.Failed`.
    package init(name: String, message: String) {
        self.name = Names.isErrorName(name) ? name : DBUS_ERROR_FAILED
        self.message = message
    }

    private init(_ name: String, _ message: String) {
        self.name = name
        self.message = message
    }
}

extension DBusError {
    package static func failed(_ message: String) -> DBusError {
        DBusError(DBUS_ERROR_FAILED, message)
    }

    package static func invalidArgs(_ message: String) -> DBusError {
        DBusError(DBUS_ERROR_INVALID_ARGS, message)
    }

    package static func unknownMethod(_ message: String) -> DBusError {
        DBusError(DBUS_ERROR_UNKNOWN_METHOD, message)
    }

    package static func unknownInterface(_ message: String) -> DBusError {
        DBusError(DBUS_ERROR_UNKNOWN_INTERFACE, message)
    }

    package static func unknownProperty(_ message: String) -> DBusError {
        DBusError(DBUS_ERROR_UNKNOWN_PROPERTY, message)
    }

    package static func unknownObject(_ message: String) -> DBusError {
        DBusError(DBUS_ERROR_UNKNOWN_OBJECT, message)
    }

    package static func propertyReadOnly(_ message: String) -> DBusError {
        DBusError(DBUS_ERROR_PROPERTY_READ_ONLY, message)
    }

    package static func notSupported(_ message: String) -> DBusError {
        DBusError(DBUS_ERROR_NOT_SUPPORTED, message)
    }

    package static func accessDenied(_ message: String) -> DBusError {
        DBusError(DBUS_ERROR_ACCESS_DENIED, message)
    }

    package static func fileExists(_ message: String) -> DBusError {
        DBusError(DBUS_ERROR_FILE_EXISTS, message)
    }

    package static func limitsExceeded(_ message: String) -> DBusError {
        DBusError(DBUS_ERROR_LIMITS_EXCEEDED, message)
    }

    package static func serviceUnknown(_ message: String) -> DBusError {
        DBusError(DBUS_ERROR_SERVICE_UNKNOWN, message)
    }

    package static let noReply = DBusError(DBUS_ERROR_NO_REPLY, "no reply in time")
    package static let disconnected = DBusError(DBUS_ERROR_DISCONNECTED, "not connected to the bus")
}

extension DBusError {
    /// Calls a libdbus function that reports through a `DBusError *`.
    static func throwing<Value>(
        _ body: (UnsafeMutablePointer<CGatefoldDBus.DBusError>) -> Value
    ) throws(DBusError) -> Value {
        var error = CGatefoldDBus.DBusError()
        dbus_error_init(&error)
        let value = body(&error)
        guard dbus_error_is_set(&error) != 0 else { return value }
        defer { dbus_error_free(&error) }
        throw DBusError(
            name: error.name.map { String(cString: $0) } ?? DBUS_ERROR_FAILED,
            message: error.message.map { String(cString: $0) } ?? "")
    }
}
