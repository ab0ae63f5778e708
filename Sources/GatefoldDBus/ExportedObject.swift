// SPDX-License-Identifier: MPL-2.0

/// The interfaces of one object, keyed once for dispatch.
struct ExportedObject: Sendable {
    /// What a call leads to.
    enum Target: Sendable {
        case method(DBusMethod, arguments: String, interface: String)
        case standard(StandardMethod)
    }

    struct Properties: Sendable {
        let inOrder: [DBusProperty]
        let byName: [String: DBusProperty]
    }

    let interfaces: [DBusInterface]
    private let targets: [String: [String: Target]]
    private let properties: [String: Properties]

    init(_ interfaces: [DBusInterface]) {
        self.init(interfaces, standard: StandardMethod.allCases)
    }

    /// A place between "/" and an object: to be introspected and pinged.
    static let between = ExportedObject([], standard: [.introspect, .ping, .machineID])

    private init(_ interfaces: [DBusInterface], standard: [StandardMethod]) {
        self.interfaces = interfaces
        var targets: [String: [String: Target]] = [:]
        for method in standard {
            targets[method.interface, default: [:]][method.member] = .standard(method)
        }
        for interface in interfaces {
            targets[interface.name] = interface.methods.reduce(into: [:]) { members, method in
                let arguments = method.arguments.map(\.signature.rawValue).joined()
                members[method.name] = .method(
                    method, arguments: arguments, interface: interface.name)
            }
        }
        self.targets = targets
        properties = Dictionary(
            interfaces.map { interface in
                let byName = interface.properties.map { ($0.name, $0) }
                return (
                    interface.name,
                    Properties(
                        inOrder: interface.properties,
                        byName: Dictionary(byName, uniquingKeysWith: { first, _ in first }))
                )
            }, uniquingKeysWith: { first, _ in first })
    }

    func target(_ interface: String?, _ member: String) throws(DBusError) -> Target {
        guard let interface else { return try target(member) }
        guard let members = targets[interface] else {
            throw .unknownInterface("no interface \(interface) here")
        }
        guard let target = members[member] else {
            throw .unknownMethod("no method \(member) in \(interface)")
        }
        return target
    }

    func property(_ interface: String, _ name: String) throws(DBusError) -> DBusProperty {
        if interface.isEmpty {
            for interface in interfaces {
                if let property = properties[interface.name]?.byName[name] { return property }
            }
        } else if let property = properties[interface]?.byName[name] {
            return property
        } else if targets[interface] == nil {
            throw .unknownInterface("no interface \(interface) here")
        }
        throw .unknownProperty("no property \(name)")
    }

    /// The properties of one interface, or of all for the empty name.
    func properties(of interface: String) throws(DBusError) -> [DBusProperty] {
        if interface.isEmpty { return interfaces.flatMap(\.properties) }
        if let properties = properties[interface] { return properties.inOrder }
        guard targets[interface] != nil else {
            throw .unknownInterface("no interface \(interface) here")
        }
        return []
    }

    /// A call without an interface is for whichever has the member, ours first, in their order.
    private func target(_ member: String) throws(DBusError) -> Target {
        for interface in interfaces {
            if let target = targets[interface.name]?[member] { return target }
        }
        for members in targets.values {
            if let target = members[member] { return target }
        }
        throw .unknownMethod("no method \(member) here")
    }
}
