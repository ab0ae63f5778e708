// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
package import GatefoldModel
private import Synchronization

#if canImport(Glibc)
    private import Glibc
#endif

/// The radio stations of the user, kept in a playlist file of theirs.
///
/// The file is read whenever it is asked, so that a change by hand counts at once.
package final class RadioStations: OnlineSource {
    package let name: String
    private let path: String
    private let client: HTTPClient
    /// Held while the file is changed: two changes at once would lose one.
    private let changes = Mutex(())

    private static let sizeLimit = 4 << 20

    /// - Parameters:
    ///   - client: for stations that give the address of a playlist.
    package init(
        name: String = "radio", path: String = Directories.config + "/stations.m3u",
        client: HTTPClient
    ) {
        self.name = name
        self.path = path
        self.client = client
    }

    package func account() async throws(SourceError) -> SourceAccount {
        SourceAccount(canPlay: true, canEdit: false)
    }

    // MARK: The list

    package func search(_ search: SourceSearch) async throws(SourceError) -> [SourcePage] {
        guard search.kinds.contains(.station) else { return [] }
        let found = try await stations().map(item).containing(wordsOf: search.text)
        let rest = found.dropFirst(max(0, search.offset))
        return [SourcePage(.station, cutting: rest, to: search.limit)]
    }

    package func items(_ query: SourceQuery) async throws(SourceError) -> SourcePage {
        guard query.conditions.isEmpty else { throw missing("list with conditions") }
        guard query.kind == .station, query.scope == .all else {
            throw missing("anything but stations")
        }
        return await .whole(try await stations().map(item), of: query)
    }

    package func items(_ uris: [String]) async throws(SourceError) -> [SourceItem] {
        let items = try await stations().map(item)
        return uris.compactMap { uri in items.first { $0.uri == uri } }
    }

    /// Adds a station, or renames the one with this address.
    ///
    /// - Returns: its URI.
    package func add(
        _ title: String, url: String, logo: String? = nil
    ) async throws(SourceError) -> String {
        guard let url = StationList.address(url[...]) else {
            throw SourceError(.invalid, "A station has an address with http:// or https://.")
        }
        let title = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let logo = logo.flatMap { StationList.address($0[...]) }
        let station = StationList.Station(title: title, url: url, logo: logo)
        try await change { $0.add(station) }
        return item(station).uri
    }

    package func remove(_ uri: String) async throws(SourceError) {
        let id = try own(uri).id
        guard try await change({ $0.remove(id: id) }) else { throw notFound }
    }

    package func edit(_ edit: LibraryEdit) async throws(SourceError) -> String? {
        throw missing("favourites or playlists")
    }

    package func note(_ listening: SourceListening) async throws(SourceError) {}

    // MARK: Sound and pictures

    package func stream(of uri: SourceURI) async throws(SourceError) -> String {
        let id = try own(uri.text).id
        guard let station = try await stations().first(where: { $0.id == id }) else {
            throw notFound
        }
        return try await streamAddress(station.url)
    }

    /// Of what may be the address of a playlist; one of HTTP Live Streaming is the stream itself.
    private func streamAddress(_ url: String) async throws(SourceError) -> String {
        let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
        guard path.hasSuffix(".m3u") || path.hasSuffix(".pls") else { return url }
        var request = HTTPRequest(url)
        request.limits.size = 65_536
        request.limits.time = .seconds(15)
        let response = try await client.answer(to: request, of: name)
        guard response.status == 200 else { throw SourceError(response, source: name) }
        let text = String(decoding: response.body, as: UTF8.self)
        if text.contains("#EXT-X-") { return url }
        let addresses = text.split(whereSeparator: \.isNewline).lazy.compactMap { line in
            let isNumbered = line.lowercased().hasPrefix("file")
            return StationList.address(isNumbered ? line.drop { $0 != "=" }.dropFirst() : line)
        }
        guard let address = addresses.first else { throw .senseless(name) }
        return address
    }

    package func picture(of uri: SourceURI, width: Int) async throws(SourceError) -> String {
        let id = try own(uri.text).id
        guard let logo = try await stations().first(where: { $0.id == id })?.logo else {
            throw SourceError(.notFound, "There is no picture of this station.")
        }
        return logo
    }

    // MARK: The file

    private func stations() async throws(SourceError) -> [StationList.Station] {
        let path = path
        let list = await offActor { Self.read(path) }
        return try list.get().stations
    }

    private func change<Value: Sendable>(
        _ change: @escaping @Sendable (inout StationList) -> Value
    ) async throws(SourceError) -> Value {
        let result = await offActor { [self] in
            changes.withLock { _ in
                Result { () throws(SourceError) in
                    var list = try Self.read(path).get()
                    let value = change(&list)
                    try Self.write(list, to: path)
                    return value
                }
            }
        }
        return try result.get()
    }

    /// A file that is not there is an empty list.
    private static func read(_ path: String) -> Result<StationList, SourceError> {
        do throws(FileError) {
            let bytes = try readFile(path: Array(path.utf8), limit: sizeLimit)
            return .success(StationList(String(decoding: bytes, as: UTF8.self)))
        } catch {
            if error.code == ENOENT { return .success(StationList()) }
            return .failure(
                SourceError(.failed, "The list of stations cannot be read: \(error.reason)."))
        }
    }

    private static func write(_ list: StationList, to path: String) throws(SourceError) {
        do throws(FileError) {
            try makeDirectories(path: FilePath(path).parent.printable)
            try writeAtomically(path: path, bytes: Array(list.text.utf8))
        } catch {
            throw SourceError(.failed, "The list of stations cannot be written: \(error.reason).")
        }
    }

    private func item(_ station: StationList.Station) -> SourceItem {
        let uri = SourceURI(source: name, kind: .station, id: station.id)
        var item = SourceItem(.station, uri: uri.text, title: station.title)
        if let logo = station.logo { item.details.artworkURL = logo }
        return item
    }

    private func own(_ uri: String) throws(SourceError) -> SourceURI {
        guard let own = SourceURI(uri), own.source == name, own.kind == .station else {
            throw .foreign(uri, to: name)
        }
        return own
    }

    private var notFound: SourceError {
        SourceError(.notFound, "“\(name)” does not have this station.")
    }

    private func missing(_ what: String) -> SourceError { .unsupported(name, "has no \(what)") }
}
