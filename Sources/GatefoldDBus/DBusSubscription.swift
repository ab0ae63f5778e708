// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib

/// Which signals to get; nil leaves a field open.
package struct DBusMatch: Hashable, Sendable {
    /// A unique or a well-known name.
    package var sender: String?
    package var path: ObjectPath?
    package var interface: String?
    package var member: String?
    /// The first argument, where it is a string.
    package var arg0: String?

    package init(
        sender: String? = nil, path: ObjectPath? = nil, interface: String? = nil,
        member: String? = nil, arg0: String? = nil
    ) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
        self.arg0 = arg0
    }

    /// The rule as `AddMatch` takes it.
    func rule() throws(DBusError) -> String {
        if let sender, !Names.isBusName(sender) { throw .invalidArgs("no bus name: \(sender)") }
        if let interface, !Names.isInterface(interface) {
            throw .invalidArgs("no interface: \(interface)")
        }
        if let member, !Names.isMember(member) { throw .invalidArgs("no member: \(member)") }
        let keys: [(String, String?)] = [
            ("sender", sender), ("path", path?.rawValue), ("interface", interface),
            ("member", member), ("arg0", arg0?.repairedForBus),
        ]
        return keys.reduce(into: "type='signal'") { rule, key in
            if let value = key.1 { rule += ",\(key.0)='\(Self.escaped(value))'" }
        }
    }

    /// Within apostrophes a rule has no escape: an apostrophe leaves them.
    private static func escaped(_ value: String) -> String {
        value.reduce(into: "") { $0 += $1 == "'" ? "'\\''" : String($1) }
    }
}

/// A signal that has arrived.
package struct DBusSignalMessage: Sendable {
    package let sender: String?
    package let path: ObjectPath
    package let interface: String
    package let member: String
    package let arguments: [DBusValue]
}

/// Signals that are got until this is cancelled or released.
@PlayerActor
package final class DBusSubscription {
    private let identifier: Int
    private weak var connection: DBusConnection?
    private let owner: NameOwner?

    init(_ identifier: Int, of connection: DBusConnection, owner: NameOwner?) {
        self.identifier = identifier
        self.connection = connection
        self.owner = owner
    }

    deinit {
        guard let connection else { return }
        PlayerActor.post { [identifier] in connection.unsubscribe(identifier) }
    }

    package func cancel() {
        connection?.unsubscribe(identifier)
        connection = nil
    }
}

/// One entry in a connection's table of subscriptions.
struct Subscription {
    let identifier: Int
    let match: DBusMatch
    let rule: String
    /// Who has the sender's well-known name; nil where the sender is another one or open.
    let owner: NameOwner?
    let handler: @PlayerActor (DBusSignalMessage) -> Void
}

/// Who has a well-known name, kept up to date.
///
/// A signal carries its sender's unique name, and the bus sends what any of our rules matches: without
/// this a signal of one player would be taken for another's.
@PlayerActor
final class NameOwner {
    private(set) var current: String?
    private var subscription: DBusSubscription?

    init(of name: String, on connection: DBusConnection) throws(DBusError) {
        let match = DBusMatch(
            sender: DBusConnection.bus, path: DBusConnection.busPath,
            interface: DBusConnection.bus, member: "NameOwnerChanged", arg0: name)
        subscription = try connection.subscribe(match) { [weak self] signal in
            self?.current = signal.arguments.last?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        }
        connection.call(
            DBusConnection.bus, DBusConnection.busPath, DBusConnection.bus, "GetNameOwner",
            [.string(name)]
        ) { [weak self] reply in
            // Where the name has no owner, the reply is an error, and there is nothing to learn.
            if case .success(let values) = reply { self?.current = values.first?.stringValue }
        }
    }
}
