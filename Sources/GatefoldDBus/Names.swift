// SPDX-License-Identifier: MPL-2.0

private import CGatefoldDBus

/// What libdbus says of a string; it ends the process when it is handed an invalid one.
enum Names {
    static func isBusName(_ text: String) -> Bool {
        hasNoNul(text) && dbus_validate_bus_name(text, nil) != 0
    }

    static func isInterface(_ text: String) -> Bool {
        hasNoNul(text) && dbus_validate_interface(text, nil) != 0
    }

    static func isMember(_ text: String) -> Bool {
        hasNoNul(text) && dbus_validate_member(text, nil) != 0
    }

    static func isErrorName(_ text: String) -> Bool {
        hasNoNul(text) && dbus_validate_error_name(text, nil) != 0
    }

    static func isPath(_ text: String) -> Bool {
        hasNoNul(text) && dbus_validate_path(text, nil) != 0
    }

    static func isSignature(_ text: String) -> Bool {
        hasNoNul(text) && dbus_signature_validate(text, nil) != 0
    }

    static func isSingleType(_ text: String) -> Bool {
        hasNoNul(text) && dbus_signature_validate_single(text, nil) != 0
    }

    /// A C string would end there, and the rest would pass unseen.
    private static func hasNoNul(_ text: String) -> Bool { !text.utf8.contains(0) }
}
