// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPlayer

extension LibraryService {
    var interface: DBusInterface {
        DBusInterface(
            name: Library1.interface,
            methods: questions + folderMethods + songMethods + playlistMethods,
            properties: [
                DBusProperty(
                    name: "Scanning", signature: "b",
                    documentation: "A scan is under way; ScanProgress tells of it.",
                    get: { [self] in .boolean(library.scan != nil) })
            ],
            signals: signals,
            documentation: "The library of the user's music. Items are dictionaries: "
                + SourceItem.documentation)
    }

    private var signals: [DBusSignal] {
        [
            DBusSignal(
                name: "ScanProgress",
                arguments: .of(("found", "u"), ("unread", "i"), ("read", "u")),
                documentation: "Files of music found so far; those that have to be read, or -1 "
                    + "until all were found; those of them that were read."),
            DBusSignal(
                name: "ScanProblem",
                arguments: .of(("source", "s"), ("reason", "s")),
                documentation: "Something that cannot be read."),
            DBusSignal(
                name: "ScanFinished",
                arguments: ["found", "added", "changed", "moved", "lost", "problems"].map {
                    DBusArgument(name: $0, signature: "u")
                } + [DBusArgument(name: "failure", signature: "s")],
                documentation: "Numbers of files: lost ones are gone, or their disk is not there. "
                    + "failure is why the scan did not come to its end; empty if it did."),
        ]
    }

    // MARK: Questions

    private var questions: [DBusMethod] {
        [
            DBusMethod(
                name: "Search",
                arguments: .of(("text", "s"), ("kinds", "as"), ("limit", "u")),
                results: .items,
                documentation: "Items in which every word is found, the last by its beginning; "
                    + "case and accents do not count. kinds are those of the items, none is all; "
                    + "at most limit of each, the best first. A newer search of the same client "
                    + "ends an older one, with the error org.gatefold.Error.Superseded."
            ) { [self] (invocation) throws(DBusError) in
                try search(invocation)
            },
            DBusMethod(
                name: "List",
                arguments: .of(("list", "s"), ("first", "u"), ("count", "u")),
                results: .items,
                documentation: "A part of a list, which is one of "
                    + LibraryList.allCases.map(\.rawValue).joined(separator: ", ")
                    + ". At most \(Self.mostRows) at a time."
            ) { [self] (invocation) throws(DBusError) in
                try list(invocation)
            },
            DBusMethod(
                name: "Content",
                arguments: .of(("uri", "s"), ("first", "u"), ("count", "u")),
                results: .items,
                documentation: "The songs of an album, artist, genre or playlist, as they are "
                    + "played. At most \(Self.mostRows) at a time."
            ) { [self] invocation in
                let (first, count) = Self.page(invocation)
                library.content(
                    of: invocation.arguments[0].stringValue ?? "", first: first, count: count
                ) { invocation.answer($0.map { [Self.rows($0)] }) }
                return .later
            },
            DBusMethod(
                name: "Statistics",
                results: .of(("figures", "a{sx}")),
                documentation: "Sizes of the library: numbers of things, length and playedLength "
                    + "in microseconds, size in bytes."
            ) { [self] invocation in
                library.figures { invocation.answer($0.map { [Self.figures($0)] }) }
                return .later
            },
        ]
    }

    private func list(_ invocation: DBusInvocation) throws(DBusError) -> DBusReply {
        guard let list = LibraryList(rawValue: invocation.arguments[0].stringValue ?? "") else {
            throw .invalidArgs("There is no such list.")
        }
        let (first, count) = Self.page(invocation)
        library.list(list, first: first, count: count) {
            invocation.answer($0.map { [Self.rows($0)] })
        }
        return .later
    }

    private static func page(_ invocation: DBusInvocation) -> (first: Int, count: Int) {
        (
            Int(invocation.arguments[1].uint32Value ?? 0),
            min(Int(invocation.arguments[2].uint32Value ?? 0), mostRows)
        )
    }

    private static func figures(_ figures: [LibraryFigure: Int64]) -> DBusValue {
        let entries = LibraryFigure.allCases.map { figure in
            DBusDictionaryEntry(
                key: .string(figure.rawValue), value: .int64(figures[figure] ?? 0))
        }
        return .dictionary(key: "s", value: "x", entries)
    }

    // MARK: Folders

    private var folderMethods: [DBusMethod] {
        [
            DBusMethod(
                name: "Folders", results: .of(("folders", "a(subx)")),
                documentation: "The folders whose music is in the library: URI, number of tracks, "
                    + "whether it is there, and when it was last scanned, in seconds since 1970 "
                    + "or 0."
            ) { [self] invocation in
                library.folders { invocation.answer($0.map { [Self.rows($0)] }) }
                return .later
            },
            edit(
                "AddFolder", [("uri", "s")],
                "Adds a folder, for the next Scan to look into."
            ) { .addFolder($0.text(0)) },
            edit(
                "RemoveFolder", [("uri", "s")],
                "Takes a folder and its music out of the library. The files stay, and so does "
                    + "what is known of how often they were played."
            ) { .removeFolder($0.text(0)) },
            DBusMethod(
                name: "Scan", results: .of(("folders", "a(subx)")),
                documentation: "Looks for what is new, changed or gone in all folders, and "
                    + "answers with them at once. Without any folder the desktop's folder of "
                    + "music is added."
            ) { [self] invocation in
                library.startScan { invocation.answer($0.map { [Self.rows($0)] }) }
                return .later
            },
            DBusMethod(
                name: "CancelScan", documentation: "Ends a scan; what it has read stays."
            ) { [self] (_) throws(DBusError) in
                library.cancelScan()
                return .values([])
            },
        ]
    }

    private static func rows(_ folders: [LibraryFolderListing]) -> DBusValue {
        .array(of: "(subx)", folders.map(\.dbusValue))
    }

    // MARK: Songs

    private var songMethods: [DBusMethod] {
        [
            edit(
                "SetFavourite", [("uri", "s"), ("favourite", "b")],
                "Of a song of the library; an empty URI is the current entry."
            ) { [self] (call) throws(DBusError) in
                .setFavourite(try song(call.arguments[0]), call.arguments[1].boolValue ?? false)
            },
            edit(
                "SetRating", [("uri", "s"), ("rating", "d")],
                "Of a song of the library, from 0 to 1; what is less takes the rating away. An "
                    + "empty URI is the current entry."
            ) { [self] (call) throws(DBusError) in
                let rating = call.arguments[1].doubleValue ?? -1
                guard rating <= 1 else { throw .invalidArgs("A rating is at most 1.") }
                return .setRating(try song(call.arguments[0]), rating < 0 ? nil : rating)
            },
            DBusMethod(
                name: "Song", arguments: .of(("uri", "s")),
                results: .items,
                documentation: "What the library knows of a song, as one item; none where it does "
                    + "not have it. An empty URI is the current entry."
            ) { [self] (invocation) throws(DBusError) in
                library.content(of: try song(invocation.arguments[0]), first: 0, count: 1) {
                    invocation.answer($0.map { [Self.rows($0)] })
                }
                return .later
            },
        ]
    }

    // MARK: Playlists

    private var playlistMethods: [DBusMethod] {
        [
            edit(
                "CreatePlaylist", [("name", "s"), ("uris", "as")],
                "Makes a playlist of the library with what the queue would make of these URIs.",
                result: "uri"
            ) { .createPlaylist(name: $0.text(0), sources: $0.texts(1)) },
            edit(
                "ImportPlaylist", [("file", "s")],
                "Makes a playlist of the library of an M3U, M3U8, PLS or XSPF file.", result: "uri"
            ) { .importPlaylist(file: $0.text(0)) },
            edit(
                "ExportPlaylist", [("uri", "s"), ("file", "s"), ("replace", "b")],
                "Writes a playlist into an M3U8 or XSPF file, as its name ends. Files beside it or "
                    + "below are named relative to it."
            ) { call in
                .exportPlaylist(
                    call.text(0), file: call.text(1),
                    replaces: call.arguments[2].boolValue ?? false)
            },
        ] + PlaylistChange.all.map { edit($0.name, $0.arguments, $0.documentation, $0.edit) }
    }

    /// A method that changes something.
    private func edit(
        _ name: String, _ arguments: [(String, DBusSignature)], _ documentation: String,
        result: String? = nil,
        _ make: @escaping @PlayerActor (DBusInvocation) throws(DBusError) -> LibraryEdit
    ) -> DBusMethod {
        edit(
            name, arguments.map { DBusArgument(name: $0.0, signature: $0.1) }, documentation,
            result: result, make)
    }

    private func edit(
        _ name: String, _ arguments: [DBusArgument], _ documentation: String,
        result: String? = nil,
        _ make: @escaping @PlayerActor (DBusInvocation) throws(DBusError) -> LibraryEdit
    ) -> DBusMethod {
        DBusMethod(
            name: name, arguments: arguments,
            results: result.map { [DBusArgument(name: $0, signature: "s")] } ?? [],
            documentation: documentation
        ) { [self] (invocation) throws(DBusError) in
            library.edit(try make(invocation)) { answer in
                invocation.answer(answer.map { result == nil ? [] : [.string($0 ?? "")] })
            }
            return .later
        }
    }
}

extension [DBusArgument] {
    /// Items, each as a dictionary.
    static let items: [DBusArgument] = .of(("items", "aa{sv}"))
}
