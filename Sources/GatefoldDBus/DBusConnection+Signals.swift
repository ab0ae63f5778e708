// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus
internal import GatefoldGLib

// Signals of others.
extension DBusConnection {
    /// Asks the bus for signals, without waiting for its answer.
    ///
    /// Calls that are sent afterwards reach the bus afterwards, so that nothing is lost between a
    /// subscription and the first reading of a state.
    package func subscribe(
        _ match: DBusMatch, _ handler: @escaping @PlayerActor (DBusSignalMessage) -> Void
    ) throws(DBusError) -> DBusSubscription {
        let rule = try match.rule()
        callMatch("AddMatch", rule)
        var owner: NameOwner?
        if let sender = match.sender, sender != Self.bus, !sender.hasPrefix(":") {
            owner = try NameOwner(of: sender, on: self)
        }
        nextSubscription += 1
        subscriptions.append(
            Subscription(
                identifier: nextSubscription, match: match, rule: rule, owner: owner,
                handler: handler))
        return DBusSubscription(nextSubscription, of: self, owner: owner)
    }

    func unsubscribe(_ identifier: Int) {
        guard let index = subscriptions.firstIndex(where: { $0.identifier == identifier }) else {
            return
        }
        callMatch("RemoveMatch", subscriptions.remove(at: index).rule)
    }

    private func callMatch(_ member: String, _ rule: String) {
        call(Self.bus, Self.busPath, Self.bus, member, [.string(rule)], reply: nil)
    }

    func receiveSignal(_ message: borrowing Message) {
        guard let path = message.path, let interface = message.interface,
            let member = message.member
        else { return }
        if interface == DBUS_INTERFACE_LOCAL { return receiveDisconnected() }
        if interface == Self.bus, message.sender == Self.bus { receiveName(member, message) }
        guard !subscriptions.isEmpty else { return }
        let header = SignalHeader(
            sender: message.sender, path: path, interface: interface, member: member,
            arg0: message.firstString)
        let matching = subscriptions.filter { header.isMatched(by: $0) }
        guard !matching.isEmpty else { return }
        deliver(message, header, to: matching)
    }

    /// What the bus says of our names comes unasked.
    private func receiveName(_ member: String, _ message: borrowing Message) {
        guard let onName, let name = message.firstString, !name.hasPrefix(":") else { return }
        switch member {
        case "NameAcquired": onName(name, true)
        case "NameLost": onName(name, false)
        default: break
        }
    }

    private func deliver(
        _ message: borrowing Message, _ header: SignalHeader, to matching: [Subscription]
    ) {
        do throws(DBusError) {
            let signal = DBusSignalMessage(
                sender: header.sender, path: ObjectPath(validated: header.path),
                interface: header.interface, member: header.member,
                arguments: try message.arguments())
            for subscription in matching {
                // A handler before it may have cancelled it.
                let isWanted = subscriptions.contains { $0.identifier == subscription.identifier }
                if isWanted { subscription.handler(signal) }
            }
        } catch {
            Log.warning("a signal that cannot be read", "\(header.member): \(error)")
        }
    }
}

/// What rules are compared with.
private struct SignalHeader {
    let sender: String?
    let path: String
    let interface: String
    let member: String
    let arg0: String?

    @PlayerActor
    func isMatched(by subscription: Subscription) -> Bool {
        let match = subscription.match
        return isFromSender(of: subscription)
            && (match.path.map { $0.rawValue == path } ?? true)
            && (match.interface.map { $0 == interface } ?? true)
            && (match.member.map { $0 == member } ?? true)
            && (match.arg0.map { $0 == arg0 } ?? true)
    }

    @PlayerActor
    private func isFromSender(of subscription: Subscription) -> Bool {
        if let owner = subscription.owner { return owner.current != nil && owner.current == sender }
        guard let expected = subscription.match.sender else { return true }
        return expected == sender
    }
}
