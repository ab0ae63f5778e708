// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import GatefoldLibrary
internal import GatefoldModel

/// The user's library.
///
/// It is the one of `gatefoldd` and `gatefold`: folders of music, what was played of it, and
/// playlists.
public final class MusicLibrary: Sendable {
    /// The user's library.
    public static let shared = MusicLibrary()

    private init() {}

    /// Adds an item.
    ///
    /// On Apple platforms what a catalog has. Here what files have: a song of a file, or an album of
    /// such songs, is copied into the music folder as `Artist/Album/name`, and the file stays where it
    /// was. A playlist becomes one of the library.
    ///
    /// - Throws: `MusicLibrary.Error.itemAlreadyAdded` for what is in the library, `unableToAddItem`
    ///   for what comes from no file or cannot be copied.
    public func add<MusicItemType: MusicLibraryAddable>(_ item: MusicItemType) async throws {
        if let playlist = item as? Playlist { return try await add(playlist) }
        guard let library = Sources.libraries.first as? LocalSource else {
            throw Error.unableToAddItem
        }
        let files = try await Self.sources(of: item)
        guard !files.isEmpty else { throw Error.unableToAddItem }
        try await Self.changing(.unableToAddItem) { () async throws(SourceError) in
            try await library.take(files)
        }
    }

    private func add(_ playlist: Playlist) async throws {
        if case .playlist = LibraryURI(playlist.id.rawValue) { throw Error.itemAlreadyAdded }
        let whole = playlist.playableEntries == nil ? try await playlist.with([.entries]) : playlist
        try await createPlaylist(name: playlist.name, items: whole.playableEntries ?? [])
    }

    /// Adds an item to the end of a playlist.
    ///
    /// - Throws: `MusicLibrary.Error.playlistNotInLibrary`, `addToPlaylistFailed`.
    @discardableResult
    public func add<MusicItemType: MusicPlaylistAddable>(
        _ item: MusicItemType, to playlist: Playlist
    ) async throws -> Playlist {
        try await add([item], to: playlist)
    }

    /// Adds items to the end of a playlist.
    ///
    /// On Apple platforms items are added one by one.
    ///
    /// - Throws: `MusicLibrary.Error.playlistNotInLibrary`, `addToPlaylistFailed`.
    @discardableResult
    public func add<S: Sequence>(
        _ items: S, to playlist: Playlist
    ) async throws -> Playlist where S.Element: MusicPlaylistAddable {
        let source = try Self.source(of: playlist)
        let sources = try await Self.sources(of: Array(items), .addToPlaylistFailed)
        try await Self.edit(
            .addToPlaylist(playlist.id.rawValue, sources: sources, index: nil), in: source,
            .addToPlaylistFailed)
        return try await Self.playlist(playlist.id)
    }

    /// Makes a playlist.
    ///
    /// On Apple platforms it has a description and an author. Here it has neither.
    ///
    /// - Throws: `MusicLibrary.Error.createPlaylistFailed`, also where there is one of this name.
    @discardableResult
    public func createPlaylist(
        name: String, description: String? = nil, authorDisplayName: String? = nil
    ) async throws -> Playlist {
        try await create(name, [])
    }

    /// Makes a playlist of items.
    ///
    /// On Apple platforms it has a description and an author. Here it has neither.
    ///
    /// - Throws: `MusicLibrary.Error.createPlaylistFailed`, also where there is one of this name.
    @discardableResult
    public func createPlaylist<S: Sequence>(
        name: String, description: String? = nil, authorDisplayName: String? = nil, items: S
    ) async throws -> Playlist where S.Element: MusicPlaylistAddable {
        try await create(name, try await Self.sources(of: Array(items), .createPlaylistFailed))
    }

    private func create(_ name: String, _ sources: [String]) async throws -> Playlist {
        guard let library = Sources.libraries.first else { throw Error.createPlaylistFailed }
        let uri = try await Self.edit(
            .createPlaylist(name: name, sources: sources), in: library, .createPlaylistFailed)
        guard let uri else { throw Error.createPlaylistFailed }
        return try await Self.playlist(MusicItemID(uri))
    }

    /// Changes a playlist's name.
    ///
    /// On Apple platforms also its description and author, which it does not have here.
    ///
    /// - Throws: `MusicLibrary.Error.playlistNotInLibrary`, `editPlaylistFailed`.
    @discardableResult
    public func edit(
        _ playlist: Playlist, name: String? = nil, description: String? = nil,
        authorDisplayName: String? = nil
    ) async throws -> Playlist {
        let source = try Self.source(of: playlist)
        if let name, name != playlist.name {
            try await Self.edit(
                .renamePlaylist(playlist.id.rawValue, name: name), in: source,
                .editPlaylistFailed)
        }
        return try await Self.playlist(playlist.id)
    }

    /// Changes a playlist's name, and what is in it.
    ///
    /// On Apple platforms also its description and author, which it does not have here.
    ///
    /// - Throws: `MusicLibrary.Error.playlistNotInLibrary`, `editPlaylistFailed`.
    @discardableResult
    public func edit<S: Sequence>(
        _ playlist: Playlist, name: String? = nil, description: String? = nil,
        authorDisplayName: String? = nil, items: S
    ) async throws -> Playlist where S.Element: MusicPlaylistAddable {
        let source = try Self.source(of: playlist)
        let uri = playlist.id.rawValue
        let sources = try await Self.sources(of: Array(items), .editPlaylistFailed)
        let old = try await Sources.ask(source) { (source) throws(SourceError) in
            try await source.items(SourceQuery(.song, .of(uri: uri)))
        }
        // The new ones first: where they cannot be added, the old ones stay.
        if !sources.isEmpty {
            try await Self.edit(
                .addToPlaylist(uri, sources: sources, index: nil), in: source,
                .editPlaylistFailed)
        }
        try await Self.edit(
            .removeFromPlaylist(uri, entries: old.items.compactMap(\.entry)), in: source,
            .editPlaylistFailed)
        return try await edit(playlist, name: name)
    }

    /// Why the library was not changed.
    public enum Error: String, LocalizedError, Hashable, Sendable, CaseIterable,
        CustomStringConvertible
    {
        /// For a reason that is not known.
        case unknown
        /// The program may not.
        case permissionDenied
        /// It is there already.
        case itemAlreadyAdded
        /// The library cannot be added to.
        case unableToAddItem
        /// The playlist cannot be changed.
        case addToPlaylistFailed
        /// No playlist can be made.
        case createPlaylistFailed
        /// The playlist cannot be changed.
        case editPlaylistFailed
        /// The playlist is not the library's.
        case playlistNotInLibrary

        /// A sentence for the user.
        public var description: String {
            switch self {
            case .unknown: "The library was not changed."
            case .permissionDenied: "This program may not change your library."
            case .itemAlreadyAdded: "It is in the library already."
            case .unableToAddItem: "It cannot be added to the library."
            case .addToPlaylistFailed: "It cannot be added to the playlist."
            case .createPlaylistFailed:
                "The playlist cannot be made. Is there one of this name already?"
            case .editPlaylistFailed: "The playlist cannot be changed."
            case .playlistNotInLibrary: "The playlist is not in the library."
            }
        }

        /// A sentence for the user.
        public var errorDescription: String? { description }
    }
}

// MARK: Below

extension MusicLibrary {
    /// Only a source's own playlists can be changed; others are files.
    private static func source(of playlist: Playlist) throws -> any MusicSource {
        let uri = playlist.id.rawValue
        guard FileURI.decode(uri) == nil, let source = Sources.source(of: playlist.id) else {
            throw Error.playlistNotInLibrary
        }
        return source
    }

    private static func playlist(_ id: MusicItemID) async throws -> Playlist {
        guard let item = try await Sources.items([id.rawValue]).first else {
            throw Error.playlistNotInLibrary
        }
        return Playlist(item)
    }

    @discardableResult
    private static func edit(
        _ edit: LibraryEdit, in source: any MusicSource, _ failure: Error
    ) async throws -> String? {
        try await changing(failure) { () async throws(SourceError) in try await source.edit(edit) }
    }

    private static func changing<Value>(
        _ failure: Error, _ body: () async throws(SourceError) -> Value
    ) async throws -> Value {
        do throws(SourceError) {
            return try await body()
        } catch {
            switch error.code {
            case .exists: throw Error.itemAlreadyAdded
            case .notFound: throw Error.playlistNotInLibrary
            case .notAllowed, .unauthorised: throw Error.permissionDenied
            case .superseded: throw CancellationError()
            default: throw failure
            }
        }
    }

    private static func sources(
        of items: [any MusicItem], _ failure: Error
    ) async throws -> [String] {
        var sources: [String] = []
        for item in items {
            let found = try await self.sources(of: item)
            guard !found.isEmpty else { throw failure }
            sources += found
        }
        return sources
    }

    /// Where the sound of an item is; nothing where nobody can tell.
    private static func sources(of item: any MusicItem) async throws -> [String] {
        switch item {
        case let album as Album:
            let whole = album.tracks == nil ? try await album.with([.tracks]) : album
            return (whole.tracks ?? []).compactMap(location)
        case let item as any PlayableMusicItem: return [location(item)].compactMap(\.self)
        default: return []
        }
    }

    private static func location(_ item: any PlayableMusicItem) -> String? {
        item.playParameters?.location?.absoluteString
    }
}
