// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel

#if canImport(Glibc)
    private import Glibc
#endif

/// One run of the expander.
struct SourceWalk {
    private var results: ChunkedResults
    /// Each folder once per source, so that a symbolic link to a folder above ends.
    private var visitedFolders: Set<FileStatus.Identity> = []
    /// The playlists that led to the place where the walk is.
    private var openPlaylists: [FileStatus.Identity] = []
    /// Playlists that name each other many times over multiply; this bounds them.
    private var playlistCount = 0

    private static let playlistDepth = 8
    private static let playlistLimit = 1000
    /// In bytes: a saved queue of 100,000 entries is a third of it.
    private static let playlistSizeLimit = 64 << 20
    /// In bytes: more than any path of Linux is when it is encoded, and than servers take.
    private static let sourceLimit = 64 << 10
    /// How much of a source is told with a problem, in characters: any path of Linux.
    private static let toldLimit = 4096

    init(_ receive: @escaping SourceExpander.Receiver) {
        results = ChunkedResults(receive)
    }

    mutating func finish() {
        results.flush()
    }

    /// One source, as the user gave it.
    mutating func take(_ source: String) {
        visitedFolders.removeAll()
        playlistCount = 0
        if source.utf8.count > Self.sourceLimit {
            report(source, "the name is too long")
        } else if source.hasPrefix("/") {
            take(FilePath(source))
        } else if !takeURI(source, tags: nil) {
            report(
                source,
                source.isEmpty ? "the name is empty" : "is neither an absolute path nor a URL")
        }
    }

    /// False if the text is no URI.
    private mutating func takeURI(_ text: String, tags: TrackTags?) -> Bool {
        if let uri = SourceURI(text), [.song, .station].contains(uri.kind) {
            // A saved queue has such.
            var tags = tags
            tags?.artwork = .none
            add(Track(url: text, tags: tags))
            return true
        }
        guard let scheme = uriScheme(text) else { return false }
        switch scheme {
        case "file":
            if let path = FileURI.decode(text) {
                take(path, tags: tags)
            } else {
                report(text, "names no file of this computer")
            }
        case "http", "https":
            var tags = tags
            // No file to look into.
            tags?.artwork = .none
            add(Track(url: FileURI.tidyRemote(text), tags: tags))
        default:
            report(text, "the URL scheme \"\(scheme)\" is not supported")
        }
        return true
    }

    private mutating func take(_ path: FilePath, tags: TrackTags? = nil) {
        guard !results.isCancelled else { return }
        do throws(FileError) {
            let status = try FileStatus(of: path)
            switch status.kind {
            case .folder: try takeFolder(path, status)
            case .regular: try takeFile(path, status, tags)
            case .special(let name): report(path, "is \(name), not a file")
            }
        } catch {
            report(path, reason(error))
        }
    }

    private mutating func takeFile(
        _ path: FilePath, _ status: FileStatus, _ tags: TrackTags?
    ) throws(FileError) {
        try path.checkReadable()
        if status.size == 0 {
            report(path, "is empty")
        } else if let kind = AudioFormats.playlistKind(fileExtension: path.fileExtension) {
            try takePlaylist(path, status, kind)
        } else {
            add(Track(url: FileURI.encode(path), tags: tags))
        }
    }

    // MARK: Folders

    private mutating func takeFolder(_ path: FilePath, _ status: FileStatus) throws(FileError) {
        let isNamed = visitedFolders.isEmpty
        guard visitedFolders.insert(status.identity).inserted else { return }
        let entries = try path.folderEntries().filter { entry in
            entry.isFolder || AudioFormats.isAudio(fileExtension: entry.path.fileExtension)
        }
        let count = results.count
        for entry in sorted(entries) {
            guard !results.isCancelled else { return }
            take(entry.path)
        }
        if isNamed, results.count == count { report(path, "contains no audio files") }
    }

    private func sorted(_ entries: [FolderEntry]) -> [FolderEntry] {
        let keyed = entries.map { (entry: $0, key: NaturalOrder(of: $0)) }
        return keyed.sorted { left, right in
            left.entry.isFolder == right.entry.isFolder
                ? left.key < right.key : left.entry.isFolder
        }.map(\.entry)
    }

    // MARK: Playlists

    private mutating func takePlaylist(
        _ path: FilePath, _ status: FileStatus, _ kind: PlaylistKind
    ) throws(FileError) {
        playlistCount += 1
        if openPlaylists.contains(status.identity) {
            return report(path, "the playlist refers to itself")
        }
        guard openPlaylists.count < Self.playlistDepth, playlistCount <= Self.playlistLimit else {
            return report(path, "too many playlists refer to each other")
        }
        let playlist = Playlist(
            try readFile(path: path.bytes, limit: Self.playlistSizeLimit), kind: kind)
        if playlist.isStream { return add(Track(url: FileURI.encode(path))) }
        openPlaylists.append(status.identity)
        defer { openPlaylists.removeLast() }
        for entry in playlist.entries {
            guard !results.isCancelled else { return }
            take(entry, of: path)
        }
        if let failure = playlist.failure {
            report(path, failure)
        } else if playlist.entries.isEmpty {
            report(path, "the playlist contains no tracks")
        }
    }

    private mutating func take(_ entry: PlaylistEntry, of playlist: FilePath) {
        guard entry.location.count <= Self.sourceLimit else {
            return report(playlist, "the name of an entry is too long")
        }
        let text = String(decoding: entry.location, as: UTF8.self).trimmingBlanks
        if takeURI(text, tags: entry.tags) { return }
        let candidates = paths(of: entry).map { playlist.parent.appending($0) }
        if let path = candidates.first(where: \.exists) {
            take(path, tags: entry.tags)
        } else {
            report(candidates.first ?? playlist, "does not exist, in \(playlist.printable)")
        }
    }

    /// What a location may mean, the most literal first.
    ///
    /// Playlists are written in another encoding than file names, on Windows, and by programs that
    /// percent-encode.
    private func paths(of entry: PlaylistEntry) -> [[UInt8]] {
        let literal = entry.location.filter { $0 != 0 }
        if entry.isURI { return [FileURI.percentDecode(literal), literal] }
        let trimmed = Array(
            literal.drop { $0 == UInt8(ascii: " ") }.reversed()
                .drop { $0 == UInt8(ascii: " ") }.reversed())
        let spellings = [literal, trimmed, Array(LegacyEncoding.decode(trimmed).utf8)]
        let withSlashes = spellings.map { spelling in
            spelling.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
        }
        return spellings + withSlashes + [FileURI.percentDecode(trimmed)]
    }

    // MARK: Results

    private mutating func add(_ track: Track) {
        results.add(track)
    }

    private mutating func report(_ path: FilePath, _ reason: String) {
        report(path.printable, reason)
    }

    /// Control characters of a name do not reach the terminal.
    private mutating func report(_ source: String, _ reason: String) {
        let printable = source.unicodeScalars.prefix(Self.toldLimit).map { scalar in
            scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
        }
        results.add(
            SourceProblem(
                source: String(String.UnicodeScalarView(printable)), reason: reason))
    }
}

/// `http` of `http://host/`, in lower case; nil if the text begins with no scheme.
///
/// One letter is a drive of Windows.
private func uriScheme(_ text: String) -> String? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon]
    let isScheme = scheme.utf8.allSatisfy { byte in
        (0x41...0x5A).contains(byte & 0xDF) || (0x30...0x39).contains(byte)
            || "+-.".utf8.contains(byte)
    }
    let rest = text[text.index(after: colon)...]
    guard scheme.utf8.count > 1, isScheme, rest.hasPrefix("/") || scheme.lowercased() == "file"
    else { return nil }
    return scheme.lowercased()
}

private func reason(_ error: FileError) -> String {
    switch error.code {
    case ENOENT, ENOTDIR: "does not exist"
    case EACCES, EPERM: "permission denied"
    case ELOOP: "symbolic links form a loop"
    case EFBIG: "the playlist is too large"
    default: error.reason
    }
}
