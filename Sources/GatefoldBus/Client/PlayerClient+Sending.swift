// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
internal import GatefoldMPRIS
package import GatefoldModel

/// Calls that do not block: the answer comes in a later turn.
///
/// For programs that have something else to do meanwhile than to wait for the daemon.
extension PlayerClient {
    package typealias Completion<Value> = @PlayerActor (Result<Value, ClientError>) -> Void

    /// Sends a command on; those that a client has no words for are refused.
    package func send(_ command: PlayerCommand, then completion: @escaping Completion<Void>) {
        guard let call = call(for: command) else {
            return completion(.failure(ClientError(.refused, "gatefoldd has no such command.")))
        }
        perform(call) { completion($0.map { _ in }) }
    }

    /// Hands over sources, which the daemon expands in the background; the answer is the job.
    package func enqueue(
        _ urls: [String], at place: Place, playing: Bool,
        then completion: @escaping Completion<UInt32>
    ) {
        let call = Call(
            own: "Enqueue", [.strings(urls), .string(place.rawValue), .boolean(playing)])
        perform(call) { result in
            completion(
                result.flatMap { values in
                    values.first?.uint32Value.map { .success($0) } ?? .failure(.unexpected)
                })
        }
    }

    /// The entry at a position, which counts from 0; nil behind the last one.
    package func entry(at index: Int, then completion: @escaping Completion<QueueEntry?>) {
        let call = Call(own: "ListEntries", [.uint32(UInt32(clamping: index)), .uint32(1)])
        perform(call) { result in
            completion(
                result.map { $0.first?.arrayValue?.first.flatMap { QueueEntry($0) } })
        }
    }

    /// Tells when a daemon appears on the bus.
    package func onAppearance(_ action: @escaping @PlayerActor () -> Void) throws(ClientError) {
        let rule = DBusMatch(
            sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus",
            member: "NameOwnerChanged", arg0: Self.name)
        do {
            keep(
                try connection.subscribe(rule) { signal in
                    if signal.arguments.last?.stringValue?.isEmpty == false { action() }
                })
        } catch {
            throw ClientError(error)
        }
    }

    @PlayerActor
    struct Call {
        let path: ObjectPath
        let interface: String
        let member: String
        let arguments: [DBusValue]

        /// A method of MPRIS's Player interface.
        init(mpris member: String, _ arguments: [DBusValue] = []) {
            self.init(PlayerClient.mprisPath, ReceivedProperties.mpris, member, arguments)
        }

        /// A method of `org.gatefold.Player1`.
        init(own member: String, _ arguments: [DBusValue] = []) {
            self.init(PlayerClient.ownPath, ReceivedProperties.own, member, arguments)
        }

        /// A property of MPRIS's Player interface.
        init(property: String, _ value: DBusValue) {
            self.init(
                PlayerClient.mprisPath, "org.freedesktop.DBus.Properties", "Set",
                [.string(ReceivedProperties.mpris), .string(property), .variant(value)])
        }

        /// A method of `org.gatefold.Library1`.
        init(library member: String, _ arguments: [DBusValue] = []) {
            self.init(PlayerClient.ownPath, Library1.interface, member, arguments)
        }

        /// A method of `org.gatefold.Sources1`.
        init(sources member: String, _ arguments: [DBusValue] = []) {
            self.init(PlayerClient.ownPath, Sources1.interface, member, arguments)
        }

        private init(
            _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [DBusValue]
        ) {
            self.path = path
            self.interface = interface
            self.member = member
            self.arguments = arguments
        }
    }

    private func call(for command: PlayerCommand) -> Call? {
        switch command {
        case .play: Call(mpris: "Play")
        case .pause: Call(mpris: "Pause")
        case .playPause: Call(mpris: "PlayPause")
        case .stop: Call(mpris: "Stop")
        case .next: Call(mpris: "Next")
        case .previous: Call(mpris: "Previous")
        // Behind the last entry and before the first one playback ends.
        case .skipToNext: Call(mpris: snapshot.can.goNext ? "Next" : "Stop")
        case .skipToPrevious: Call(mpris: snapshot.can.goPrevious ? "Previous" : "Stop")
        case .restart: Call(own: "Restart")
        case .seek(let distance): Call(mpris: "Seek", [.int64(distance.microseconds)])
        case .setPosition(let entry, let position):
            ObjectPath(rawValue: entry.objectPath).map {
                Call(mpris: "SetPosition", [.objectPath($0), .int64(position.microseconds)])
            }
        case .setLoop(let loop): Call(property: "LoopStatus", .string(loop.rawValue))
        case .setShuffle(let isOn): Call(property: "Shuffle", .boolean(isOn))
        case .setRate(let rate): Call(property: "Rate", .double(rate))
        case .setVolume(let volume): Call(property: "Volume", .double(volume))
        case .jump(let entry): Call(own: "Jump", [.uint64(entry.rawValue)])
        case .clear: Call(own: "Clear")
        case .setMuted, .setReplayGain, .insert, .move, .arrange, .remove, .designate: nil
        }
    }

    func perform(_ call: Call, then completion: @escaping Completion<[DBusValue]>) {
        let connection: DBusConnection
        do throws(DBusError) {
            connection = try self.connection
        } catch {
            return completion(.failure(ClientError(error)))
        }
        connection.call(Self.name, call.path, call.interface, call.member, call.arguments) {
            completion($0.mapError { ClientError($0) })
        }
    }
}

extension PlayerSnapshot.Entry {
    /// The entry in the daemon's queue; nil where another player's id looks otherwise.
    package var entryID: EntryID? { EntryID(objectPath: id) }
}
