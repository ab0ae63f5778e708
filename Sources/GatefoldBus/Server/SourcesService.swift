// SPDX-License-Identifier: MPL-2.0

package import GatefoldDBus
package import GatefoldGLib
internal import GatefoldModel
package import GatefoldPlayer

/// `org.gatefold.Sources1`, beside the own interface of the player and on its path.
///
/// Every question goes to one source, so that several are asked at once and none waits for another.
/// Passwords never come over the bus: who adds a source keeps its password where the player finds it.
@PlayerActor
package final class SourcesService {
    private let sources: any SourceDirectory
    private let registration: DBusRegistration

    package init(_ registration: DBusRegistration, _ sources: any SourceDirectory) {
        self.registration = registration
        self.sources = sources
    }

    /// Begins to tell of changes.
    func start() {
        sources.onChange = { [weak self] in
            self?.registration.emit(Sources1.interface, "SourcesChanged", at: .player)
        }
    }

    var interface: DBusInterface {
        DBusInterface(
            name: Sources1.interface, methods: settingsMethods + questions + changes,
            signals: [
                DBusSignal(
                    name: "SourcesChanged", documentation: "Sources have come, gone or changed.")
            ],
            documentation: "Music servers and catalogs that the user has set up. Items are "
                + "dictionaries: " + SourceItem.documentation)
    }

    // MARK: Settings

    private static let settings: [(String, DBusSignature)] = [
        ("name", "s"), ("kind", "s"), ("address", "s"), ("user", "s"), ("options", "a{ss}"),
    ]

    private var settingsMethods: [DBusMethod] {
        [
            DBusMethod(
                name: "List", results: .of(("sources", "a(ssssa{ss})")),
                documentation: "All sources by their names: name, kind, address, user, options."
            ) { [self] (_) throws(DBusError) in
                do throws(SourceError) {
                    let rows = try sources.settings().map { DBusValue.structure($0.dbusValues) }
                    return .values([.array(of: "(ssssa{ss})", rows)])
                } catch {
                    throw DBusError(error)
                }
            },
            DBusMethod(
                name: "Add",
                arguments: Self.settings.map { DBusArgument(name: $0.0, signature: $0.1) },
                documentation: "Adds a source, or changes the one of this name and address. Its "
                    + "password is read from the user's keyring, or from the file that gatefold "
                    + "source add writes where there is no keyring. Kinds are "
                    + SourceSettings.Kind.allCases.map(\.rawValue).joined(separator: ", ") + "."
            ) { [self] (invocation) throws(DBusError) in
                guard let settings = SourceSettings(invocation.arguments) else {
                    throw .notSupported("There is no such kind of source.")
                }
                sources.add(settings) { invocation.answer($0.map { [] }) }
                return .later
            },
            DBusMethod(
                name: "Remove", arguments: .of(("name", "s")),
                documentation: "Removes a source; its password is left to who kept it."
            ) { [self] invocation in
                sources.remove(invocation.name) { invocation.answer($0.map { [] }) }
                return .later
            },
            DBusMethod(
                name: "Account", arguments: .of(("name", "s")),
                results: .of(("canPlay", "b"), ("canEdit", "b")),
                documentation: "Asks the server what may be done: play whole songs, change "
                    + "favourites and playlists."
            ) { [self] invocation in
                sources.ask(invocation.name) { (source) async throws(SourceError) in
                    try await source.account()
                } then: {
                    invocation.answer($0.map { [.boolean($0.canPlay), .boolean($0.canEdit)] })
                }
                return .later
            },
        ]
    }

    // MARK: Questions

    private var questions: [DBusMethod] {
        [
            DBusMethod(
                name: "Search",
                arguments: .of(("name", "s"), ("text", "s"), ("kinds", "as"), ("limit", "u")),
                results: .items,
                documentation: "What a source finds; kinds are those of the items, none is all; "
                    + "at most limit of each, the best first."
            ) { [self] (invocation) throws(DBusError) in
                try search(invocation)
            },
            DBusMethod(
                name: "Chart",
                arguments: .of(
                    ("name", "s"), ("kind", "s"), ("chart", "s"), ("genre", "s"), ("limit", "u")),
                results: .items,
                documentation: "A list that a source makes by itself, which is one of "
                    + SourceQuery.Chart.allCases.map(\.rawValue).joined(separator: ", ")
                    + "; of one genre, unless that is empty."
            ) { [self] (invocation) throws(DBusError) in
                try chart(invocation)
            },
            DBusMethod(
                name: "Items",
                arguments: .of(("name", "s"), ("kind", "s"), ("first", "u"), ("count", "u")),
                results: .items,
                documentation: "All of a kind that a source has; of a catalog, what the user has "
                    + "taken into a library there."
            ) { [self] (invocation) throws(DBusError) in
                var query = SourceQuery(
                    try SourceItem.Kind(name: invocation.arguments[1].stringValue ?? ""))
                query.offset = Int(invocation.arguments[2].uint32Value ?? 0)
                query.limit = invocation.limit(3)
                return ask(invocation.name, query, invocation)
            },
            DBusMethod(
                name: "Content",
                arguments: .of(("uri", "s"), ("first", "u"), ("count", "u")),
                results: .items,
                documentation: "The songs of an album, artist, genre or playlist of a source."
            ) { [self] (invocation) throws(DBusError) in
                try content(invocation)
            },
        ]
    }

    // MARK: Changes

    private var changes: [DBusMethod] {
        [
            DBusMethod(
                name: "CreatePlaylist",
                arguments: .of(("name", "s"), ("title", "s"), ("uris", "as")),
                results: .of(("uri", "s")),
                documentation: "Makes a playlist on a source, of songs, albums and so on that it "
                    + "has."
            ) { [self] invocation in
                let edit = LibraryEdit.createPlaylist(
                    name: invocation.text(1), sources: invocation.texts(2))
                return change(invocation.name, edit, invocation) { [.string($0 ?? "")] }
            }
        ]
            + PlaylistChange.all.map { change in
                DBusMethod(
                    name: change.name, arguments: change.arguments,
                    documentation: change.documentation
                ) { [self] (invocation) throws(DBusError) in
                    guard let uri = SourceURI(invocation.name) else { throw Self.foreign }
                    return self.change(uri.source, change.edit(invocation), invocation) { _ in [] }
                }
            }
    }

    private static let foreign = DBusError.invalidArgs("That is no URI of a source.")

    private func change(
        _ name: String, _ edit: LibraryEdit, _ invocation: DBusInvocation,
        _ values: @escaping @Sendable (String?) -> [DBusValue]
    ) -> DBusReply {
        sources.ask(name) { (source) async throws(SourceError) in
            try await source.edit(edit)
        } then: {
            invocation.answer($0.map(values))
        }
        return .later
    }

    // MARK: Answers

    private func search(_ invocation: DBusInvocation) throws(DBusError) -> DBusReply {
        let arguments = invocation.arguments
        let kinds = try Set<SourceItem.Kind>(names: arguments[2].stringsValue ?? [])
        var search = SourceSearch(arguments[1].stringValue ?? "", kinds: kinds)
        search.limit = invocation.limit(3)
        return ask(invocation.name, invocation) { [search] (source) async throws(SourceError) in
            try await source.search(search).flatMap { $0.items.prefix(search.limit) }
        }
    }

    private func chart(_ invocation: DBusInvocation) throws(DBusError) -> DBusReply {
        let arguments = invocation.arguments
        let kind = try SourceItem.Kind(name: arguments[1].stringValue ?? "")
        guard let chart = SourceQuery.Chart(rawValue: arguments[2].stringValue ?? "") else {
            throw .invalidArgs("There is no such chart.")
        }
        let genre = arguments[3].stringValue.flatMap { $0.isEmpty ? nil : $0 }
        var query = SourceQuery(kind, .chart(chart, genre: genre))
        query.limit = invocation.limit(4)
        return ask(invocation.name, query, invocation)
    }

    private func content(_ invocation: DBusInvocation) throws(DBusError) -> DBusReply {
        guard let uri = SourceURI(invocation.name) else {
            throw Self.foreign
        }
        var query = SourceQuery(.song, .of(uri: uri.text))
        query.offset = Int(invocation.arguments[1].uint32Value ?? 0)
        query.limit = invocation.limit(2)
        return ask(uri.source, query, invocation)
    }

    private func ask(
        _ name: String, _ query: SourceQuery, _ invocation: DBusInvocation
    ) -> DBusReply {
        ask(name, invocation) { (source) async throws(SourceError) in
            try await source.items(query).items
        }
    }

    private func ask(
        _ name: String, _ invocation: DBusInvocation,
        _ question: @escaping SourceQuestion<[SourceItem]>
    ) -> DBusReply {
        sources.ask(name, question) { invocation.answer($0.map { [$0.dbusValue] }) }
        return .later
    }
}

extension DBusInvocation {
    /// The first argument.
    fileprivate var name: String { arguments[0].stringValue ?? "" }

    fileprivate func limit(_ index: Int) -> Int {
        min(Int(arguments[index].uint32Value ?? 0), LibraryService.mostRows)
    }
}
