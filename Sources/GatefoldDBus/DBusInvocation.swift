// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib

/// A method call that has arrived, to be answered once.
///
/// One that is released unanswered sends `org.freedesktop.DBus.Error.Failed`. Where the caller
/// expects no reply, none is sent.
@PlayerActor
package final class DBusInvocation {
    /// The caller's unique name; nil on a connection without a bus.
    package let sender: String?
    package let path: ObjectPath
    package let interface: String
    package let member: String
    package let arguments: [DBusValue]

    /// Nil where no reply is due, or no longer.
    private var returnAddress: ReturnAddress?
    private let transport: Transport

    init(
        _ call: borrowing Message, interface: String, member: String, through transport: Transport
    ) throws(DBusError) {
        sender = call.sender
        path = ObjectPath(validated: call.path ?? "/")
        self.interface = interface
        self.member = member
        arguments = try call.arguments()
        returnAddress = call.expectsReply ? ReturnAddress(sender: sender, serial: call.serial) : nil
        self.transport = transport
    }

    deinit {
        guard let returnAddress else { return }
        PlayerActor.post { [transport] in
            transport.send(.reply(to: returnAddress, error: .failed("the call was not answered")))
        }
    }

    package func reply(_ values: [DBusValue] = []) {
        answer { address in
            let message = Message.reply(to: address)
            do throws(DBusError) {
                try message.append(values)
                return message
            } catch {
                Log.error("a reply that cannot be sent", "\(member): \(error)")
                return Message.reply(to: address, error: .failed(error.message))
            }
        }
    }

    package func fail(_ error: DBusError) {
        answer { Message.reply(to: $0, error: error) }
    }

    private func answer(_ message: (ReturnAddress) -> Message) {
        guard let returnAddress else { return }
        self.returnAddress = nil
        transport.send(message(returnAddress))
    }
}
