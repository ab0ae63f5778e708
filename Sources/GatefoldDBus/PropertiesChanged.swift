// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus

/// What a `PropertiesChanged` says.
struct PropertiesChanged: Equatable {
    let path: ObjectPath
    let interface: String
    let changed: [Property]
    let invalidated: [String]

    struct Property: Equatable {
        let name: String
        let value: DBusValue
    }

    /// Long values come once, as those of a track do: they are not worth the room.
    fileprivate var isShort: Bool {
        changed.count <= 4 && changed.allSatisfy { $0.value.isShort }
    }
}

/// The last of them, as the messages that they became.
///
/// A player announces the same few again and again: Playing, Paused, Playing. To copy a message
/// takes libdbus a tenth of the work of writing it, which is the longest part of the way from a
/// command to its signal.
struct PropertiesChangedMemo {
    private var entries: [Entry] = []
    private var oldest = 0

    private static let limit = 4

    private final class Entry {
        let change: PropertiesChanged
        let message: OpaquePointer

        init(_ change: PropertiesChanged, _ message: borrowing Message) {
            self.change = change
            self.message = dbus_message_ref(message.pointer)
        }

        deinit {
            dbus_message_unref(message)
        }
    }

    /// A message to send: a copy of one that said the same, or what `write` makes.
    mutating func message(
        for change: PropertiesChanged, _ write: (PropertiesChanged) -> Message
    ) -> Message {
        guard change.isShort else { return write(change) }
        if let entry = entries.first(where: { $0.change == change }),
            let copy = dbus_message_copy(entry.message)
        {
            return Message(owning: copy)
        }
        let message = write(change)
        remember(Entry(change, message))
        return message
    }

    private mutating func remember(_ entry: Entry) {
        guard entries.count == Self.limit else { return entries.append(entry) }
        entries[oldest] = entry
        oldest = (oldest + 1) % Self.limit
    }
}

extension DBusValue {
    fileprivate var isShort: Bool {
        switch self {
        case .array, .dictionary, .structure, .variant: false
        case .string(let text): text.utf8.count <= 64
        default: true
        }
    }
}
