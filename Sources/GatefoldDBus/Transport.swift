// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldDBus
internal import CGatefoldGLib
internal import GatefoldGLib

/// A private libdbus connection as a source of our main context.
///
/// Messages are popped, not dispatched by libdbus: its filters, object tree and pending calls would
/// be a second set of ours. Nothing here waits for the socket, but for `callAndWait`: what the
/// socket does not take stays in a queue with a limit.
@PlayerActor
final class Transport {
    /// `nonisolated(unsafe)`: `deinit` drops the last reference from any thread, which libdbus allows
    /// once the connection is closed; all else happens on the actor.
    private nonisolated(unsafe) let connection: OpaquePointer
    private var source: DescriptorSource?
    private var watches: [OpaquePointer] = []
    private var isDispatching = false
    /// What has arrived and waits for its turn; each is owned.
    private var waiting = FairQueue<OpaquePointer>()

    /// Takes the messages that arrive.
    var receive: ((borrowing Message) -> Void)?

    /// How long messages are taken over and handled in one turn, in nanoseconds, so that other sources
    /// get theirs.
    private static let turn: Int64 = 2_000_000

    /// Unsent bytes after which the other side counts as gone.
    private static let unsentLimit = 32 << 20

    /// Unsent bytes after which messages wait until the socket has taken some.
    ///
    /// Who asks faster than the bus takes the answers waits for them, and ends nobody's connection.
    /// Few, since the answers to all others are behind them.
    private static let unsentPause = 64 << 10

    init(address: String) throws(DBusError) {
        // Each write of libdbus suppresses the signal itself; the host's choice stays.
        dbus_connection_set_change_sigpipe(0)
        let connection = try DBusError.throwing { dbus_connection_open_private(address, $0) }
        // Null comes with an error.
        guard let connection else { throw .disconnected }
        self.connection = connection
        dbus_connection_set_exit_on_disconnect(connection, 0)
        limitReceiving()
        source = DescriptorSource(name: "gatefold D-Bus") { [weak self] in self?.ready($0) }
        watch()
    }

    deinit {
        dbus_connection_unref(connection)
    }

    /// Whether messages can be sent.
    var isConnected: Bool { source != nil && dbus_connection_get_is_connected(connection) != 0 }

    /// Ends the connection; nothing is received any more.
    func close() {
        guard source != nil else { return }
        dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil)
        source?.cancel()
        source = nil
        receive = nil
        while let message = waiting.popFirst() { dbus_message_unref(message) }
        dbus_connection_close(connection)
    }

    /// Sends, or queues what the socket does not take now.
    ///
    /// - Returns: the message's serial; nil where there is no connection.
    @discardableResult
    func send(_ message: borrowing Message) -> UInt32? {
        // libdbus would keep what it cannot send any more.
        guard isConnected else { return nil }
        var serial: UInt32 = 0
        guard dbus_connection_send(connection, message.pointer, &serial) != 0 else { return nil }
        if dbus_connection_get_outgoing_size(connection) > Self.unsentLimit {
            Log.error("the bus does not read: connection dropped")
            dbus_connection_close(connection)
        }
        wakeForRemaining()
        return serial
    }

    /// Sends a call and blocks until its reply is there.
    ///
    /// The libdbus function for this waits without an end for a bus that does not read.
    func callAndWait(
        _ message: borrowing Message, timeout: Duration
    ) throws(DBusError) -> [DBusValue] {
        let end = monotonicNanoseconds() + Int64(timeout.wholeMilliseconds) * 1_000_000
        guard let serial = send(message) else { throw .disconnected }
        defer { wakeForRemaining() }
        while true {
            if let reply = takeReply(to: serial) { return try reply.result() }
            guard isConnected else { throw .disconnected }
            let remaining = end - monotonicNanoseconds()
            guard remaining > 0 else { throw .noReply }
            dbus_connection_read_write(connection, Int32(clamping: remaining / 1_000_000 + 1))
        }
    }

    /// The reply, where it has come; what came before it waits.
    private func takeReply(to serial: UInt32) -> Message? {
        while let pointer = dbus_connection_pop_message(connection) {
            if Message.isReply(pointer, to: serial) { return Message(owning: pointer) }
            wait(pointer)
        }
        return nil
    }

    private func wait(_ message: OpaquePointer) {
        waiting.append(message, from: Message.sender(of: message) ?? "")
    }

    /// What the bus called us in its reply to Hello.
    func setUniqueName(_ name: String) {
        dbus_bus_set_unique_name(connection, name)
    }

    /// The identifier that the bus gave itself when it began to listen.
    var serverID: String? {
        guard let text = dbus_connection_get_server_id(connection) else { return nil }
        defer { dbus_free(text) }
        return String(cString: text)
    }

    /// Limits that let a sender make us neither swell nor lose the connection.
    ///
    /// libdbus drops the connection at a message that is over a limit, so a limit below what the bus
    /// lets through would be a switch for anybody to turn us off with: messages may have the
    /// protocol's size and carry as many descriptors as the kernel passes (descriptors are closed
    /// unread). What is limited is how much waits: beyond that, reading stops.
    private func limitReceiving() {
        dbus_connection_set_max_message_size(connection, Int(DBUS_MAXIMUM_MESSAGE_LENGTH))
        dbus_connection_set_max_received_size(connection, 16 << 20)
        dbus_connection_set_max_message_unix_fds(connection, 253)
        dbus_connection_set_max_received_unix_fds(connection, 253)
    }
}

// Watches. libdbus has timeouts for its pending calls only, which are not used here.
extension Transport {
    private func watch() {
        dbus_connection_set_watch_functions(
            connection,
            { watch, data in
                nonisolated(unsafe) let watch = watch  // libdbus calls on the actor's thread
                Transport.from(data) { $0.add(watch) }
                return 1
            },
            { watch, data in
                nonisolated(unsafe) let watch = watch  // as above
                Transport.from(data) { $0.remove(watch) }
            },
            { _, data in Transport.from(data) { $0.updateDescriptor() } },
            // Unretained: `close` takes the functions away before the object can go.
            Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    private nonisolated static func from(
        _ data: UnsafeMutableRawPointer?, _ body: @PlayerActor (Transport) -> Void
    ) {
        guard let data else { return }
        let transport = Unmanaged<Transport>.fromOpaque(data).takeUnretainedValue()
        PlayerActor.assumeIsolated { body(transport) }
    }

    private func add(_ watch: OpaquePointer?) {
        guard let watch else { return }
        watches.append(watch)
        updateDescriptor()
    }

    private func remove(_ watch: OpaquePointer?) {
        watches.removeAll { $0 == watch }
        updateDescriptor()
    }

    /// One descriptor for both watches, reading and writing, of the socket.
    private func updateDescriptor() {
        guard let first = watches.first else {
            source?.unwatch()
            return
        }
        var flags: UInt32 = 0
        for watch in watches where dbus_watch_get_enabled(watch) != 0 {
            flags |= dbus_watch_get_flags(watch)
        }
        var condition: UInt32 = 0
        if flags & DBUS_WATCH_READABLE.rawValue != 0 { condition |= G_IO_IN.rawValue }
        if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { condition |= G_IO_OUT.rawValue }
        source?.watch(dbus_watch_get_unix_fd(first), for: GIOCondition(rawValue: condition))
    }

    private func ready(_ condition: GIOCondition) {
        isDispatching = true
        defer {
            isDispatching = false
            wakeForRemaining()
        }
        let start = monotonicNanoseconds()
        collect(condition, until: start + Self.turn / 2)
        repeat {
            guard let receive, !isHeldUp, let message = waiting.popFirst() else { return }
            receive(Message(owning: message))
        } while monotonicNanoseconds() < start + Self.turn
    }

    /// Takes over what has arrived, and under a flood much of it: the question of another may be
    /// behind, and has its turn once it is here.
    private func collect(_ condition: GIOCondition, until end: Int64) {
        var count: Int
        repeat {
            handleWatches(condition)
            count = 0
            while let message = dbus_connection_pop_message(connection) {
                wait(message)
                count += 1
            }
            // libdbus reads some 2 KiB at a time.
        } while count > 1 && monotonicNanoseconds() < end
    }

    /// Whether the next message waits; the socket makes the source ready when it takes more.
    private var isHeldUp: Bool {
        isConnected && dbus_connection_get_outgoing_size(connection) > Self.unsentPause
    }

    private func handleWatches(_ condition: GIOCondition) {
        let flags = Self.flags(condition)
        guard flags != 0 else { return }
        // A copy: handling a watch may remove it.
        for watch in watches where watches.contains(watch) {
            guard dbus_watch_get_enabled(watch) != 0 else { continue }
            let failure = DBUS_WATCH_ERROR.rawValue | DBUS_WATCH_HANGUP.rawValue
            let own = flags & (dbus_watch_get_flags(watch) | failure)
            if own != 0 { dbus_watch_handle(watch, own) }
        }
    }

    private static func flags(_ condition: GIOCondition) -> UInt32 {
        var flags: UInt32 = 0
        if condition.rawValue & G_IO_IN.rawValue != 0 { flags |= DBUS_WATCH_READABLE.rawValue }
        if condition.rawValue & G_IO_OUT.rawValue != 0 { flags |= DBUS_WATCH_WRITABLE.rawValue }
        if condition.rawValue & G_IO_ERR.rawValue != 0 { flags |= DBUS_WATCH_ERROR.rawValue }
        if condition.rawValue & G_IO_HUP.rawValue != 0 { flags |= DBUS_WATCH_HANGUP.rawValue }
        return flags
    }

    /// Comes back for messages that wait, or arrived while we sent, or for the end of the connection.
    ///
    /// libdbus' own notice of this reports changes since the last report only, and popping does not
    /// count as one.
    private func wakeForRemaining() {
        guard !isDispatching, !isHeldUp else { return }
        if !waiting.isEmpty
            || dbus_connection_get_dispatch_status(connection) == DBUS_DISPATCH_DATA_REMAINS
        {
            source?.wake()
        }
    }
}

extension Duration {
    /// At least one: libdbus takes a negative time for its own, and none for no waiting at all.
    fileprivate var wholeMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        guard seconds < Int64(Int32.max) / 1000 else { return .max }
        return Int32(max(1, seconds * 1000 + attoseconds / 1_000_000_000_000_000))
    }
}
