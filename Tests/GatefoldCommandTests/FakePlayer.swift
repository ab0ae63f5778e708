// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib

/// What gatefoldd exports, without a player behind it: it writes down what it is asked.
@PlayerActor
final class FakePlayer {
    static let name = "org.gatefold.Gatefold"
    static let mpris = "org.mpris.MediaPlayer2.Player"
    static let own = "org.gatefold.Player1"
    private static let mprisPath: ObjectPath = "/org/mpris/MediaPlayer2"
    private static let ownPath: ObjectPath = "/org/gatefold/Player1"

    /// Method calls and property writes, in order.
    private(set) var calls: [String] = []
    var player: [String: DBusValue] = [
        "PlaybackStatus": .string("Stopped"), "LoopStatus": .string("None"), "Rate": .double(1),
        "Shuffle": .boolean(false), "Metadata": .vardict([]), "Volume": .double(0.5),
        "Position": .int64(0), "MinimumRate": .double(0.5), "MaximumRate": .double(2),
        "CanGoNext": .boolean(true), "CanGoPrevious": .boolean(true), "CanPlay": .boolean(true),
        "CanPause": .boolean(true), "CanSeek": .boolean(true), "CanControl": .boolean(true),
    ]
    var properties: [String: DBusValue] = [
        "Muted": .boolean(false), "QueueLength": .uint32(0), "CurrentIndex": .int32(-1),
        "Buffering": .boolean(false), "Output": .string(""), "Version": .string("0.1.0"),
        "ReplayGain": .string("album"),
    ]
    /// Title and artist of the queue's entries, whose ids count from 100.
    var queue: [(title: String, artist: String)] = []
    /// The names of the playlists; the first is active.
    var playlists: [String] = []
    /// What `Search`, `List` and `Content` of the library find: kind, title, artist.
    var found: [(kind: String, title: String, artist: String)] = []
    /// The online sources, as `List` names them, and what becomes of what is asked of them.
    var sources: [(name: String, kind: String, address: String, user: String)] = []
    var answers: [String: SourceAnswer] = [:]
    var held: [DBusInvocation] = []
    /// Why `SavePlaylist` does not save.
    var saveFailure: DBusError?
    /// What happens after an `Enqueue` was answered; its job is 7.
    var onEnqueue: @PlayerActor (FakePlayer) -> Void = { _ in }

    /// What happens after a `Scan` was answered.
    var onScan: @PlayerActor (FakePlayer) -> Void = { _ in }

    private let connection: DBusConnection

    /// A player, once the actor has a thread that runs it.
    nonisolated static func start(on address: String, named: Bool = true) async throws -> FakePlayer
    {
        MainContext.shared.startThread()
        return try await FakePlayer(on: address, named: named)
    }

    private init(on address: String, named: Bool) throws {
        connection = try DBusConnection(.address(address))
        connection.export([root, playerInterface, playlistsInterface], at: Self.mprisPath)
        connection.export([ownInterface, libraryInterface, sourcesInterface], at: Self.ownPath)
        if named { try takeName() }
    }

    func takeName() throws {
        _ = try connection.requestName(Self.name)
    }

    /// Calls `body` when this signal of a test comes by.
    func onSignal(
        _ interface: String, _ body: @escaping @PlayerActor () -> Void
    ) throws -> DBusSubscription {
        try connection.subscribe(DBusMatch(interface: interface)) { _ in body() }
    }

    func leave() { connection.close() }

    /// An entry plays.
    func play(_ title: String, artist: String = "", id: Int = 100, lengthInSeconds: Int64 = 225) {
        change(
            [
                ("PlaybackStatus", .string("Playing")),
                (
                    "Metadata",
                    .vardict([
                        ("mpris:trackid", .objectPath(Self.path(of: id))),
                        ("mpris:length", .int64(lengthInSeconds * 1_000_000)),
                        ("xesam:title", .string(title)),
                        ("xesam:artist", .strings(artist.isEmpty ? [] : [artist])),
                    ])
                ),
            ])
    }

    func change(_ changed: [(String, DBusValue)]) {
        for (name, value) in changed { player[name] = value }
        connection.emitPropertiesChanged(Self.mpris, at: Self.mprisPath, changed: changed)
    }

    func changeOwn(_ changed: [(String, DBusValue)]) {
        for (name, value) in changed { properties[name] = value }
        connection.emitPropertiesChanged(Self.own, at: Self.ownPath, changed: changed)
    }

    func jump(toMicroseconds position: Int64) {
        player["Position"] = .int64(position)
        connection.emit(Self.mpris, "Seeked", at: Self.mprisPath, [.int64(position)])
    }

    func emit(_ signal: String, _ arguments: [DBusValue]) {
        connection.emit(Self.own, signal, at: Self.ownPath, arguments)
    }

    func progress(found: UInt32, read: UInt32, isFinished: Bool) {
        emit("JobProgress", [.uint32(7), .uint32(found), .uint32(read), .boolean(isFinished)])
    }

    private static func path(of id: Int) -> ObjectPath {
        ObjectPath(rawValue: "/org/gatefold/entry/\(id)") ?? "/"
    }
}

// MARK: Interfaces

extension FakePlayer {
    private var root: DBusInterface {
        DBusInterface(name: "org.mpris.MediaPlayer2", methods: [recorded("Quit")])
    }

    private var playerInterface: DBusInterface {
        let plain = ["Play", "Pause", "PlayPause", "Stop", "Next", "Previous"]
        let methods =
            plain.map { recorded($0) }
            + [recorded("Seek", ["x"]), recorded("SetPosition", ["o", "x"])]
        return DBusInterface(
            name: Self.mpris, methods: methods,
            properties: player.map { property($0, $1, of: \.player) },
            signals: [DBusSignal(name: "Seeked", arguments: [argument("x")])])
    }

    private var playlistsInterface: DBusInterface {
        DBusInterface(
            name: "org.mpris.MediaPlayer2.Playlists",
            methods: [recorded("ActivatePlaylist", ["o"])])
    }

    private var playlistMethods: [DBusMethod] {
        let save = DBusMethod(name: "SavePlaylist", arguments: ["s", "b"].map(argument)) {
            [weak self] (call) throws(DBusError) in
            self?.record("SavePlaylist", call.arguments)
            if let failure = self?.saveFailure { throw failure }
            return .values([])
        }
        let list = DBusMethod(name: "ListPlaylists", results: [argument("a(osb)")]) {
            [weak self] (_) throws(DBusError) in
            let rows = self?.playlists.enumerated().map { index, name in
                DBusValue.structure([
                    .objectPath(ObjectPath(rawValue: "/list/\(index)") ?? "/"), .string(name),
                    .boolean(index == 0),
                ])
            }
            return .values([.array(of: "(osb)", rows ?? [])])
        }
        return [save, list]
    }

    private var ownInterface: DBusInterface {
        let enqueue = DBusMethod(
            name: "Enqueue", arguments: ["as", "s", "b"].map(argument), results: [argument("u")]
        ) { [weak self] (call) throws(DBusError) in
            self?.record("Enqueue", call.arguments)
            PlayerActor.post { if let self { self.onEnqueue(self) } }
            return .values([.uint32(7)])
        }
        let list = DBusMethod(
            name: "ListEntries", arguments: ["u", "u"].map(argument),
            results: [argument("a(tsssx)")]
        ) { [weak self] (call) throws(DBusError) in
            .values([.array(of: "(tsssx)", self?.entries(call.arguments) ?? [])])
        }
        let methods =
            [
                enqueue, list, recorded("Move", ["t", "u"]), recorded("Remove", ["at"]),
                recorded("Jump", ["t"]), recorded("Clear"), recorded("Restart"),
            ] + playlistMethods
        return DBusInterface(
            name: Self.own, methods: methods,
            properties: properties.map { property($0, $1, of: \.properties) })
    }

    private var libraryInterface: DBusInterface {
        let questions = [("Search", ["s", "as", "u"]), ("List", ["s", "u", "u"])]
        let lists = questions.map { name, signatures in
            DBusMethod(
                name: name,
                arguments: signatures.map { argument(DBusSignature(rawValue: $0) ?? "s") },
                results: [argument("aa{sv}")]
            ) { [weak self] (call) throws(DBusError) in
                self?.record(name, call.arguments)
                return .values([.array(of: "a{sv}", self?.items ?? [])])
            }
        }
        let scan = DBusMethod(name: "Scan", results: [argument("a(subx)")]) {
            [weak self] (_) throws(DBusError) in
            self?.record("Scan", [])
            PlayerActor.post { if let self { self.onScan(self) } }
            let folder = DBusValue.structure([
                .string("file:///music"), .uint32(0), .boolean(true), .int64(0),
            ])
            return .values([.array(of: "(subx)", [folder])])
        }
        return DBusInterface(
            name: "org.gatefold.Library1",
            methods: lists + [
                scan, recorded("CancelScan"), recorded("SetFavourite", ["s", "b"]),
                recorded("SetRating", ["s", "d"]),
            ])
    }

    private var items: [DBusValue] {
        found.enumerated().map { index, item in
            .vardict([
                ("kind", .string(item.kind)), ("title", .string(item.title)),
                ("artist", .string(item.artist)),
                ("uri", .string("gatefold:\(item.kind)/\(index)")),
            ])
        }
    }

    /// A signal of the library.
    func tell(_ signal: String, _ arguments: [DBusValue]) {
        connection.emit("org.gatefold.Library1", signal, at: Self.ownPath, arguments)
    }

    private func entries(_ arguments: [DBusValue]) -> [DBusValue] {
        guard let first = arguments[0].uint32Value, let count = arguments[1].uint32Value else {
            return []
        }
        return queue.enumerated().dropFirst(Int(first)).prefix(Int(count)).map { index, entry in
            .structure([
                .uint64(UInt64(100 + index)), .string("file:///\(index).ogg"),
                .string(entry.title), .string(entry.artist), .int64(65_000_000),
            ])
        }
    }

    func argument(_ signature: DBusSignature) -> DBusArgument {
        DBusArgument(name: "", signature: signature)
    }

    func recorded(_ name: String, _ signatures: [DBusSignature] = []) -> DBusMethod {
        DBusMethod(name: name, arguments: signatures.map(argument)) {
            [weak self] (call) throws(DBusError) in
            self?.record(name, call.arguments)
            return .values([])
        }
    }

    private func property(
        _ name: String, _ value: DBusValue,
        of values: ReferenceWritableKeyPath<FakePlayer, [String: DBusValue]>
    ) -> DBusProperty {
        DBusProperty(
            name: name, signature: value.signature,
            get: { [weak self] in self?[keyPath: values][name] ?? value },
            set: { [weak self] (value) throws(DBusError) in
                self?.record(name, [value])
                self?[keyPath: values][name] = value
            })
    }

    /// `Seek 10000000`, `Volume 0.8`, `Remove 101 102`.
    func record(_ name: String, _ arguments: [DBusValue]) {
        calls.append(([name] + arguments.map(Self.text)).joined(separator: " "))
    }

    private static func text(_ value: DBusValue) -> String {
        switch value {
        case .string(let text): text
        case .objectPath(let path): path.rawValue
        case .boolean(let isOn): "\(isOn)"
        case .int64(let number): "\(number)"
        case .uint64(let number): "\(number)"
        case .uint32(let number): "\(number)"
        case .double(let number): "\(number)"
        case .array(_, let values): values.map(text).joined(separator: " ")
        default: "?"
        }
    }
}
