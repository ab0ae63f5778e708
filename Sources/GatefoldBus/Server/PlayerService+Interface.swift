// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
internal import GatefoldMPRIS
internal import GatefoldModel
internal import GatefoldPlayer

extension PlayerService {
    var interface: DBusInterface {
        DBusInterface(
            name: Player1.interface, methods: queueMethods + otherMethods + playlistMethods,
            properties: properties,
            signals: signals,
            documentation: "The queue and what else MPRIS cannot say. Everything else is at "
                + MPRIS.objectPath + " on the same connection.")
    }

    // MARK: Methods

    private var queueMethods: [DBusMethod] {
        [
            DBusMethod(
                name: "Enqueue",
                arguments: [
                    DBusArgument(name: "uris", signature: "as"),
                    DBusArgument(name: "place", signature: "s"),
                    DBusArgument(name: "play", signature: "b"),
                ],
                results: [DBusArgument(name: "job", signature: "u")],
                documentation: "Adds files, folders, playlists and URLs in the background. place "
                    + "is replace, next or end; play begins the first of them. JobProgress and "
                    + "JobProblem tell of the job."
            ) { [self] (invocation) throws(DBusError) in
                try enqueue(invocation)
            },
            DBusMethod(
                name: "ListEntries",
                arguments: [
                    DBusArgument(name: "first", signature: "u"),
                    DBusArgument(name: "count", signature: "u"),
                ],
                results: [DBusArgument(name: "entries", signature: "a(tsssx)")],
                documentation: "Entries in queue order: id, URI, title, artist, length in "
                    + "microseconds or -1. At most 1000 at a time, and fewer where their texts "
                    + "are long: ask again from where the answer ends."
            ) { [self] invocation in
                .values([list(invocation)])
            },
            DBusMethod(
                name: "Move",
                arguments: [
                    DBusArgument(name: "id", signature: "t"),
                    DBusArgument(name: "index", signature: "u"),
                ],
                documentation: "Moves an entry so that it stands at the index, counted from 0."
            ) { [self] (invocation) throws(DBusError) in
                let index = Int(invocation.arguments[1].uint32Value ?? 0)
                return try command(.move(invocation.entry, to: index))
            },
            DBusMethod(
                name: "Remove", arguments: [DBusArgument(name: "ids", signature: "at")],
                documentation: "Removes entries. What follows the current one takes over."
            ) { [self] (invocation) throws(DBusError) in
                let ids = invocation.arguments[0].arrayValue?.compactMap(\.uint64Value) ?? []
                return try command(.remove(ids.map(EntryID.init)))
            },
            DBusMethod(
                name: "Jump", arguments: [DBusArgument(name: "id", signature: "t")],
                documentation: "Plays an entry."
            ) { [self] (invocation) throws(DBusError) in
                try command(.jump(invocation.entry))
            },
            DBusMethod(name: "Clear", documentation: "Stops and empties the queue.") {
                [self] (_) throws(DBusError) in
                intake.cancel()
                return try command(.clear)
            },
        ]
    }

    private var otherMethods: [DBusMethod] {
        [
            DBusMethod(name: "Restart", documentation: "To the beginning of the current entry.") {
                [self] (_) throws(DBusError) in
                try command(.restart)
            },
            DBusMethod(
                name: "Save", documentation: "Writes queue, position and modes to disk now."
            ) { [self] invocation in
                guard let onSave else { return .values([]) }
                onSave { failure in
                    if let failure {
                        invocation.fail(.failed(failure))
                    } else {
                        invocation.reply()
                    }
                }
                return .later
            },
        ]
    }

    private func command(_ command: PlayerCommand) throws(DBusError) -> DBusReply {
        do throws(PlayerRefusal) {
            try session.command(command)
        } catch {
            throw error == .unknownEntry
                ? .invalidArgs(error.description) : .failed(error.description)
        }
        return .values([])
    }

    private func enqueue(_ invocation: DBusInvocation) throws(DBusError) -> DBusReply {
        let places: [String: QueuePlace] = [
            "replace": .replacing, "next": .afterCurrent, "end": .end,
        ]
        guard let place = places[invocation.arguments[1].stringValue ?? ""] else {
            throw .invalidArgs("place is replace, next or end.")
        }
        let sources = invocation.arguments[0].stringsValue ?? []
        guard !sources.isEmpty else { throw .invalidArgs("There is nothing to add.") }
        let play = invocation.arguments[2].boolValue ?? false
        return .values([.uint32(intake.take(sources, place, play: play, started: nil))])
    }

    /// A bounded slice: a queue of any length never makes a message that the bus refuses, nor one
    /// that keeps others waiting.
    private func list(_ invocation: DBusInvocation) -> DBusValue {
        let first = Int(invocation.arguments[0].uint32Value ?? 0)
        let count = min(Int(invocation.arguments[1].uint32Value ?? 0), 1000)
        let queue = session.state.queue
        var rows: [DBusValue] = []
        var room = 1 << 20
        for id in queue.ids.dropFirst(first).prefix(count) {
            guard let track = queue[id] else { continue }
            let row = row(id, track)
            room -= row.textSize
            guard rows.isEmpty || room >= 0 else { break }
            rows.append(row)
        }
        return .array(of: "(tsssx)", rows)
    }

    private func row(_ id: EntryID, _ track: Track) -> DBusValue {
        .structure([
            .uint64(id.rawValue), .string(withoutCredentials(track.url)),
            .string(printable(track.displayTitle)),
            .string(printable(track.tags?.artists.joined(separator: ", ") ?? "")),
            .int64(track.length?.microseconds ?? -1),
        ])
    }

    // MARK: Properties and signals

    private var properties: [DBusProperty] {
        [
            DBusProperty(
                name: "Muted", signature: "b", documentation: "Silent, whatever the volume.",
                get: { [self] in .boolean(values.isMuted) },
                set: { [self] (value) throws(DBusError) in
                    _ = try command(.setMuted(value.boolValue ?? false))
                }),
            DBusProperty(
                name: "QueueLength", signature: "u", documentation: "How many entries there are.",
                get: { [self] in .uint32(values.queueLength) }),
            DBusProperty(
                name: "CurrentIndex", signature: "i",
                documentation: "Counted from 0; -1 in an empty queue.",
                get: { [self] in .int32(values.currentIndex) }),
            DBusProperty(
                name: "Buffering", signature: "b",
                documentation: "A network stream waits for data.",
                get: { [self] in .boolean(values.isStalled) }),
            DBusProperty(
                name: "ReplayGain", signature: "s",
                documentation: "By which gain of a file its loudness is evened out: off, track or "
                    + "album. Kept for the next start.",
                get: { [self] in .string(values.replayGain.rawValue) },
                set: { [self] (value) throws(DBusError) in
                    guard let mode = ReplayGainMode(rawValue: value.stringValue ?? "") else {
                        throw .invalidArgs("ReplayGain is off, track or album.")
                    }
                    _ = try command(.setReplayGain(mode))
                }),
            DBusProperty(
                name: "Output", signature: "s",
                documentation: "What is wrong with the sound; empty if nothing is.",
                get: { [self] in .string(output) }),
            DBusProperty(
                name: "Version", signature: "s", emitsChanged: .const,
                get: { .string(gatefoldVersion) }),
        ]
    }

    private var signals: [DBusSignal] {
        [
            DBusSignal(
                name: "JobProgress",
                arguments: [
                    DBusArgument(name: "job", signature: "u"),
                    DBusArgument(name: "found", signature: "u"),
                    DBusArgument(name: "read", signature: "u"),
                    DBusArgument(name: "finished", signature: "b"),
                ],
                documentation: "Tracks found so far, and how many of their tags were read."),
            DBusSignal(
                name: "JobProblem",
                arguments: [
                    DBusArgument(name: "job", signature: "u"),
                    DBusArgument(name: "source", signature: "s"),
                    DBusArgument(name: "reason", signature: "s"),
                ],
                documentation: "Something that was named cannot be played."),
            DBusSignal(
                name: "Problem", arguments: [DBusArgument(name: "message", signature: "s")],
                documentation: "What went wrong while playing, as a sentence."),
        ]
    }
}

extension DBusValue {
    /// The bytes of the texts in a structure.
    fileprivate var textSize: Int {
        structureValue?.reduce(0) { $0 + ($1.stringValue?.utf8.count ?? 0) } ?? 0
    }
}

extension DBusInvocation {
    /// The first argument as an entry's id.
    fileprivate var entry: EntryID {
        EntryID(rawValue: arguments[0].uint64Value ?? 0)
    }
}
