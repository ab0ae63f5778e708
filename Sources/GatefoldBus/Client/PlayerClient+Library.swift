// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
package import GatefoldModel

/// The music library, through `org.gatefold.Library1`.
extension PlayerClient {
    // MARK: Questions

    /// - Parameters:
    ///   - kinds: none is all.
    ///   - limit: of each kind.
    package func search(
        _ text: String, for kinds: [SourceItem.Kind], limit: Int
    ) throws(ClientError) -> [SourceItem] {
        try listings(
            "Search",
            [
                .string(text), .strings(kinds.map(\.rawValue)), .uint32(UInt32(clamping: limit)),
            ])
    }

    package func list(
        _ list: LibraryList, first: Int = 0, count: Int
    ) throws(ClientError) -> [SourceItem] {
        try listings(
            "List",
            [
                .string(list.rawValue), .uint32(UInt32(clamping: first)),
                .uint32(UInt32(clamping: count)),
            ])
    }

    /// All songs of an album, a playlist, …, of the library or of an online source, in order.
    package func content(of uri: String) throws(ClientError) -> [SourceItem] {
        let online = SourceURI(uri)
        var all: [SourceItem] = []
        while true {
            let page =
                if let online { try content(of: online, first: all.count, count: 1000) } else {
                    try listings(
                        "Content",
                        [.string(uri), .uint32(UInt32(clamping: all.count)), .uint32(1000)])
                }
            all += page
            if page.count < 1000 { return all }
        }
    }

    /// What the library knows of the current entry; nil where it does not have it.
    package func currentSong() throws(ClientError) -> SourceItem? {
        try listings("Song", [.string("")]).first
    }

    package func figures() throws(ClientError) -> [LibraryFigure: Int64] {
        guard case .dictionary(_, _, let entries) = try library("Statistics").first else {
            throw ClientError.unexpected
        }
        var figures: [LibraryFigure: Int64] = [:]
        for entry in entries {
            guard let figure = entry.key.stringValue.flatMap(LibraryFigure.init) else { continue }
            figures[figure] = entry.value.int64Value
        }
        return figures
    }

    package func folders() throws(ClientError) -> [LibraryFolderListing] {
        try Self.folders(try library("Folders"))
    }

    package func isScanning() throws(ClientError) -> Bool {
        let reply = try ask(
            Self.ownPath, "org.freedesktop.DBus.Properties", "Get",
            [.string(Library1.interface), .string("Scanning")])
        return reply.first?.unwrapped.boolValue ?? false
    }

    // MARK: Changes

    /// - Returns: the URI of what was made; empty where nothing was.
    @discardableResult
    package func edit(_ edit: LibraryEdit) throws(ClientError) -> String {
        let (member, arguments) = Self.call(for: edit)
        return try library(member, arguments).first?.stringValue ?? ""
    }

    /// Of the current entry.
    package func setFavourite(_ isFavourite: Bool) throws(ClientError) {
        try library("SetFavourite", [.string(""), .boolean(isFavourite)])
    }

    /// Of the current entry, 0…1; nil takes it away.
    package func setRating(_ rating: Double?) throws(ClientError) {
        try library("SetRating", [.string(""), .double(rating ?? -1)])
    }

    static func call(for edit: LibraryEdit) -> (String, [DBusValue]) {
        switch edit {
        case .addFolder(let uri): ("AddFolder", [.string(uri)])
        case .removeFolder(let uri): ("RemoveFolder", [.string(uri)])
        case .setFavourite(let uri, let isOn):
            ("SetFavourite", [.string(uri), .boolean(isOn)])
        case .setRating(let uri, let rating):
            ("SetRating", [.string(uri), .double(rating ?? -1)])
        case .createPlaylist(let name, let sources):
            ("CreatePlaylist", [.string(name), .strings(sources)])
        case .renamePlaylist(let uri, let name):
            ("RenamePlaylist", [.string(uri), .string(name)])
        case .deletePlaylist(let uri): ("DeletePlaylist", [.string(uri)])
        case .addToPlaylist(let uri, let sources, let index):
            (
                "AddToPlaylist",
                [.string(uri), .strings(sources), .int32(Int32(clamping: index ?? -1))]
            )
        case .removeFromPlaylist(let uri, let entries):
            (
                "RemoveFromPlaylist",
                [.string(uri), .array(of: "x", entries.map { .int64($0) })]
            )
        case .movePlaylistEntry(let uri, let entry, let index):
            (
                "MoveInPlaylist",
                [.string(uri), .int64(entry), .uint32(UInt32(clamping: index))]
            )
        case .importPlaylist(let file): ("ImportPlaylist", [.string(file)])
        case .exportPlaylist(let uri, let file, let replaces):
            ("ExportPlaylist", [.string(uri), .string(file), .boolean(replaces)])
        }
    }

    // MARK: Scans

    /// - Returns: the folders that are looked into.
    package func startScan() throws(ClientError) -> [LibraryFolderListing] {
        try Self.folders(try library("Scan"))
    }

    package func cancelScan() throws(ClientError) {
        try library("CancelScan")
    }

    /// Calls `body` for what scans tell, from now on.
    package func followScan(
        _ body: @escaping @PlayerActor (ScanNews) -> Void
    ) throws(ClientError) {
        do throws(DBusError) {
            keep(
                try connection.subscribe(
                    DBusMatch(sender: Self.name, interface: Library1.interface)
                ) { signal in
                    if let news = ScanNews(signal.member, signal.arguments) { body(news) }
                })
        } catch {
            throw ClientError(error)
        }
    }

    // MARK: Below

    @discardableResult
    private func library(
        _ member: String, _ arguments: [DBusValue] = []
    ) throws(ClientError) -> [DBusValue] {
        try ask(Self.ownPath, Library1.interface, member, arguments)
    }

    private func listings(
        _ member: String, _ arguments: [DBusValue]
    ) throws(ClientError) -> [SourceItem] {
        guard let values = try library(member, arguments).first?.arrayValue else {
            throw ClientError.unexpected
        }
        return values.compactMap(SourceItem.init)
    }

    private static func folders(
        _ reply: [DBusValue]
    ) throws(ClientError) -> [LibraryFolderListing] {
        guard let values = reply.first?.arrayValue else { throw ClientError.unexpected }
        return values.compactMap(LibraryFolderListing.init)
    }
}

extension ScanNews {
    /// A signal of the library.
    fileprivate init?(_ signal: String, _ arguments: [DBusValue]) {
        switch signal {
        case "ScanProgress":
            guard let stage = ScanStage(arguments) else { return nil }
            self = .stage(stage)
        case "ScanProblem":
            let texts = arguments.compactMap(\.stringValue)
            guard texts.count == 2 else { return nil }
            self = .problem(SourceProblem(source: texts[0], reason: texts[1]))
        case "ScanFinished":
            guard let result = ScanResult(arguments) else { return nil }
            self = .finished(result)
        default: return nil
        }
    }
}
