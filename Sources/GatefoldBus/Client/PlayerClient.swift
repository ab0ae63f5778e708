// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
package import GatefoldGLib
package import GatefoldModel

/// A client of the one gatefoldd on the session bus.
///
/// Calls block, for a moment; `observe` keeps what the daemon announces current while the main
/// context turns. MPRIS says what it can say, `org.gatefold.Player1` the rest.
@PlayerActor
package final class PlayerClient {
    static let name = "org.gatefold.Gatefold"
    static let mprisPath: ObjectPath = "/org/mpris/MediaPlayer2"
    static let ownPath: ObjectPath = "/org/gatefold/Player1"

    /// What the daemon announced.
    package enum Event: Sendable {
        /// A property changed.
        case changed
        /// The position jumped.
        case seeked
        /// Of an `enqueue`: tracks found, tags read; the last one is finished.
        case jobProgress(job: UInt32, found: Int, read: Int, isFinished: Bool)
        /// A source of an `enqueue` gave nothing.
        case jobProblem(job: UInt32, source: String, reason: String)
        /// Something went wrong while playing, in a sentence.
        case problem(String)
        /// The daemon has left the bus, or the bus itself has gone; `changed` tells of its return.
        case quit
    }

    /// Called for every event once `observe` was.
    package var onEvent: (@PlayerActor (Event) -> Void)?

    private let registration = DBusRegistration(.session)
    private var properties = ReceivedProperties()
    private var subscriptions: [DBusSubscription] = []
    private var isReadingPosition = false

    /// - Throws: where there is no session bus.
    package init() throws(ClientError) {
        do {
            try registration.startAndWait()
        } catch {
            throw ClientError(
                .noBus,
                """
                There is no D-Bus session bus. Log in to a desktop session, or start a shell that has \
                one of its own: dbus-run-session -- bash
                """)
        }
    }

    /// The bus as it is now; it may go and come back while the main context turns.
    var connection: DBusConnection {
        get throws(DBusError) {
            guard let connection = registration.connection else { throw .disconnected }
            return connection
        }
    }

    package var isRunning: Bool { owner != nil }

    /// The daemon's unique name.
    var owner: String? {
        // A bus that does not answer has no daemon for us either.
        (try? connection.nameOwner(Self.name)) ?? nil
    }

    /// How long a healthy daemon may take, on a machine under load.
    private static let patience = Duration.seconds(10)
}

// MARK: State

extension PlayerClient {
    /// What the daemon last announced.
    package var snapshot: PlayerSnapshot { properties.snapshot }

    /// Asks for all properties.
    @discardableResult
    package func refresh() throws(ClientError) -> PlayerSnapshot {
        for (path, interface) in Self.sources {
            let reply = try ask(
                path, "org.freedesktop.DBus.Properties", "GetAll", [.string(interface)])
            properties.replace(interface, reply.first?.vardictValue ?? [:])
        }
        return properties.snapshot
    }

    private static let sources = [
        (mprisPath, ReceivedProperties.mpris), (ownPath, ReceivedProperties.own),
    ]

    /// Follows the daemon from now on, through its ends and those of the bus.
    package func observe() throws(ClientError) {
        guard isRunning else { throw .notRunning }
        try follow()
        // After the subscriptions, so that no change falls between.
        try refresh()
    }

    /// Follows a daemon that may run later only; nothing is known of it yet.
    package func follow() throws(ClientError) {
        registration.onConnectionChange = { [weak self] in self?.connectionChanged($0) }
        do {
            try subscribe()
        } catch {
            throw ClientError(error)
        }
    }

    private func connectionChanged(_ isConnected: Bool) {
        subscriptions = []
        isReadingPosition = false
        guard isConnected else { return lose() }
        do throws(DBusError) {
            try subscribe()
            try reread()
        } catch {
            // It is away again, and this comes again with it.
            Log.debug("the bus cannot be followed", "\(error)")
        }
    }

    private func subscribe() throws(DBusError) {
        try subscribe(
            DBusMatch(
                sender: Self.name, interface: "org.freedesktop.DBus.Properties",
                member: "PropertiesChanged")
        ) { $0.propertiesChanged($1) }
        try subscribe(
            DBusMatch(sender: Self.name, interface: ReceivedProperties.mpris, member: "Seeked")
        ) { client, signal in
            client.properties.anchorPosition(signal.arguments.first)
            client.onEvent?(.seeked)
        }
        try subscribe(DBusMatch(sender: Self.name, interface: ReceivedProperties.own)) {
            $0.announce($1)
        }
        try subscribe(
            DBusMatch(
                sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus",
                member: "NameOwnerChanged", arg0: Self.name)
        ) { $0.ownerChanged($1) }
    }

    private func subscribe(
        _ rule: DBusMatch,
        _ handler: @escaping @PlayerActor (PlayerClient, DBusSignalMessage) -> Void
    ) throws(DBusError) {
        subscriptions.append(
            try connection.subscribe(rule) { [weak self] signal in
                if let self { handler(self, signal) }
            })
    }

    private func ownerChanged(_ signal: DBusSignalMessage) {
        lose()
        // Another daemon has the name at once, or one has come.
        guard signal.arguments.last?.stringValue?.isEmpty == false else { return }
        // Without a bus the notice of that follows.
        try? reread()
    }

    private func lose() {
        properties = ReceivedProperties()
        isReadingPosition = false
        onEvent?(.quit)
    }

    /// Asks for all properties without waiting; `changed` follows.
    private func reread() throws(DBusError) {
        for (path, interface) in Self.sources {
            try connection.call(
                Self.name, path, "org.freedesktop.DBus.Properties", "GetAll", [.string(interface)]
            ) { [weak self] reply in
                // A daemon that left has none, and `quit` was told or follows.
                guard let self, case .success(let values) = reply else { return }
                properties.replace(interface, values.first?.vardictValue ?? [:])
                // Replies come in order, and half of it is nothing to show.
                if interface == Self.sources.last?.1 { onEvent?(.changed) }
            }
        }
    }

    /// Keeps a subscription as long as the client lives.
    func keep(_ subscription: DBusSubscription) {
        subscriptions.append(subscription)
    }

    private func propertiesChanged(_ signal: DBusSignalMessage) {
        guard let interface = signal.arguments.first?.stringValue, signal.arguments.count > 1,
            let changed = signal.arguments[1].vardictValue,
            Self.sources.contains(where: { $0.1 == interface })
        else { return }
        properties.merge(interface, changed)
        readPosition()
    }

    /// `Position` is announced by jumps only; a pause, another entry or rate moves the anchor too.
    private func readPosition() {
        // Without a bus there is none, and the notice of that follows.
        guard !isReadingPosition, let connection = try? connection else { return }
        isReadingPosition = true
        connection.call(
            Self.name, Self.mprisPath, "org.freedesktop.DBus.Properties", "Get",
            [.string(ReceivedProperties.mpris), .string("Position")]
        ) { [weak self] reply in
            guard let self else { return }
            isReadingPosition = false
            // A daemon that just left has none, and `quit` follows.
            guard case .success(let values) = reply else { return }
            properties.anchorPosition(values.first?.unwrapped)
            onEvent?(.changed)
        }
    }

    private func announce(_ signal: DBusSignalMessage) {
        let arguments = signal.arguments
        switch (signal.member, arguments.count) {
        case ("JobProgress", 4):
            guard let job = arguments[0].uint32Value, let found = arguments[1].uint32Value,
                let read = arguments[2].uint32Value, let isFinished = arguments[3].boolValue
            else { return }
            onEvent?(
                .jobProgress(
                    job: job, found: Int(found), read: Int(read), isFinished: isFinished))
        case ("JobProblem", 3):
            guard let job = arguments[0].uint32Value, let source = arguments[1].stringValue,
                let reason = arguments[2].stringValue
            else { return }
            onEvent?(.jobProblem(job: job, source: source, reason: reason))
        case ("Problem", 1):
            if let message = arguments[0].stringValue { onEvent?(.problem(message)) }
        default:
            return
        }
    }
}

// MARK: Calls

extension PlayerClient {
    @discardableResult
    func ask(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [DBusValue] = [],
        patience: Duration = patience
    ) throws(ClientError) -> [DBusValue] {
        do {
            return try connection.callAndWait(
                Self.name, path, interface, member, arguments, timeout: patience)
        } catch {
            throw ClientError(error)
        }
    }

    /// A method of MPRIS's Player interface.
    private func mpris(
        _ member: String, _ arguments: [DBusValue] = []
    ) throws(ClientError) {
        try ask(Self.mprisPath, ReceivedProperties.mpris, member, arguments)
    }

    /// A method of `org.gatefold.Player1`.
    @discardableResult
    func own(
        _ member: String, _ arguments: [DBusValue] = []
    ) throws(ClientError) -> [DBusValue] {
        try ask(Self.ownPath, ReceivedProperties.own, member, arguments)
    }

    private func set(_ property: String, _ value: DBusValue) throws(ClientError) {
        try ask(
            Self.mprisPath, "org.freedesktop.DBus.Properties", "Set",
            [.string(ReceivedProperties.mpris), .string(property), .variant(value)])
    }

    package func play() throws(ClientError) { try mpris("Play") }
    package func pause() throws(ClientError) { try mpris("Pause") }
    package func playPause() throws(ClientError) { try mpris("PlayPause") }
    package func stop() throws(ClientError) { try mpris("Stop") }
    package func next() throws(ClientError) { try mpris("Next") }
    package func previous() throws(ClientError) { try mpris("Previous") }
    package func restart() throws(ClientError) { try own("Restart") }

    package func seek(by distance: MediaTime) throws(ClientError) {
        try mpris("Seek", [.int64(distance.microseconds)])
    }

    /// Ignored by the daemon where `entry` is no longer the current one.
    package func setPosition(
        _ position: MediaTime, in entry: PlayerSnapshot.Entry
    ) throws(ClientError) {
        guard let id = ObjectPath(rawValue: entry.id) else { return }
        try mpris("SetPosition", [.objectPath(id), .int64(position.microseconds)])
    }

    package func setVolume(_ volume: Double) throws(ClientError) {
        try set("Volume", .double(volume))
    }

    package func setRate(_ rate: Double) throws(ClientError) { try set("Rate", .double(rate)) }

    package func setShuffle(_ isOn: Bool) throws(ClientError) {
        try set("Shuffle", .boolean(isOn))
    }

    package func setLoop(_ loop: PlayerSnapshot.Loop) throws(ClientError) {
        try set("LoopStatus", .string(loop.rawValue))
    }

    package func setMuted(_ isMuted: Bool) throws(ClientError) {
        try ask(
            Self.ownPath, "org.freedesktop.DBus.Properties", "Set",
            [.string(ReceivedProperties.own), .string("Muted"), .variant(.boolean(isMuted))])
    }

    package func setReplayGain(_ mode: ReplayGainMode) throws(ClientError) {
        try ask(
            Self.ownPath, "org.freedesktop.DBus.Properties", "Set",
            [
                .string(ReceivedProperties.own), .string("ReplayGain"),
                .variant(.string(mode.rawValue)),
            ])
    }

    package func quit() throws(ClientError) {
        try ask(Self.mprisPath, "org.mpris.MediaPlayer2", "Quit")
    }
}
