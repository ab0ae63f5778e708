// SPDX-License-Identifier: MPL-2.0

private import CGatefoldDBus

/// The methods that every object of ours has.
enum StandardMethod: CaseIterable, Sendable {
    case get, getAll, set, introspect, ping, machineID

    var interface: String {
        switch self {
        case .get, .getAll, .set: DBUS_INTERFACE_PROPERTIES
        case .introspect: DBUS_INTERFACE_INTROSPECTABLE
        case .ping, .machineID: DBUS_INTERFACE_PEER
        }
    }

    var member: String {
        switch self {
        case .get: "Get"
        case .getAll: "GetAll"
        case .set: "Set"
        case .introspect: "Introspect"
        case .ping: "Ping"
        case .machineID: "GetMachineId"
        }
    }

    /// The signature of the arguments.
    var arguments: String {
        switch self {
        case .get: "ss"
        case .getAll: "s"
        case .set: "ssv"
        case .introspect, .ping, .machineID: ""
        }
    }
}
