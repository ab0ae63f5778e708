// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
package import GatefoldModel

/// The online sources, through `org.gatefold.Sources1`.
extension PlayerClient {
    /// All sources, by their names.
    package func sources() throws(ClientError) -> [SourceSettings] {
        guard let rows = try sources("List").first?.arrayValue else { throw .unexpected }
        // A newer daemon may have kinds that this client does not know.
        return rows.compactMap { SourceSettings($0.structureValue ?? []) }
    }

    /// Its password is kept before.
    package func add(_ settings: SourceSettings) throws(ClientError) {
        try sources("Add", settings.dbusValues)
    }

    package func removeSource(_ name: String) throws(ClientError) {
        try sources("Remove", [.string(name)])
    }

    // MARK: Questions

    /// Asks the server of a source what the account may do.
    package func account(
        of name: String, then completion: @escaping Completion<SourceAccount>
    ) {
        perform(Call(sources: "Account", [.string(name)])) { result in
            completion(
                result.flatMap { values in
                    let flags = values.compactMap(\.boolValue)
                    guard flags.count == 2 else { return .failure(.unexpected) }
                    return .success(SourceAccount(canPlay: flags[0], canEdit: flags[1]))
                })
        }
    }

    /// Searches a source, or the library by its reserved name.
    ///
    /// - Parameters:
    ///   - kinds: none is all.
    ///   - limit: of each kind.
    package func search(
        in name: String, _ text: String, for kinds: [SourceItem.Kind], limit: Int,
        then completion: @escaping Completion<[SourceItem]>
    ) {
        let arguments: [DBusValue] = [
            .string(text), .strings(kinds.map(\.rawValue)), .uint32(UInt32(clamping: limit)),
        ]
        let call =
            name == SourceSettings.library
            ? Call(library: "Search", arguments)
            : Call(sources: "Search", [.string(name)] + arguments)
        perform(call) { completion($0.flatMap(Self.items)) }
    }

    /// What is heard most of a source, or of the library by its reserved name, which knows nothing of
    /// the charts of a genre.
    package func chart(
        of name: String, _ kind: SourceItem.Kind, genre: String?, limit: Int,
        then completion: @escaping Completion<[SourceItem]>
    ) {
        let count = DBusValue.uint32(UInt32(clamping: limit))
        let chart = SourceQuery.Chart.mostPlayed.rawValue
        guard name != SourceSettings.library else {
            let list = LibraryList.mostPlayed.rawValue
            let call = Call(library: "List", [.string(list), .uint32(0), count])
            return perform(call) { completion($0.flatMap(Self.items)) }
        }
        let call = Call(
            sources: "Chart",
            [
                .string(name), .string(kind.rawValue), .string(chart), .string(genre ?? ""), count,
            ])
        perform(call) { completion($0.flatMap(Self.items)) }
    }

    /// All of a kind that an online source has, or that the user has there.
    package func items(
        of name: String, _ kind: SourceItem.Kind, limit: Int,
        then completion: @escaping Completion<[SourceItem]>
    ) {
        let call = Call(
            sources: "Items",
            [
                .string(name), .string(kind.rawValue), .uint32(0),
                .uint32(UInt32(clamping: limit)),
            ])
        perform(call) { completion($0.flatMap(Self.items)) }
    }

    // MARK: Playlists

    /// All playlists of an online source, or of the user's there.
    package func playlists(of name: String) throws(ClientError) -> [SourceItem] {
        let kind = SourceItem.Kind.playlist.rawValue
        return try Self.items(
            try sources("Items", [.string(name), .string(kind), .uint32(0), .uint32(2000)])
        ).get()
    }

    /// Changes a playlist of an online source, which makes a new one where it is named.
    package func edit(_ edit: LibraryEdit, on name: String) throws(ClientError) {
        let (member, arguments) = Self.call(for: edit)
        let isNew = if case .createPlaylist = edit { true } else { false }
        try sources(member, (isNew ? [.string(name)] : []) + arguments)
    }

    /// A part of the songs of an album, a playlist, …, in order.
    func content(
        of uri: SourceURI, first: Int, count: UInt32
    ) throws(ClientError) -> [SourceItem] {
        let arguments: [DBusValue] = [
            .string(uri.text), .uint32(UInt32(clamping: first)), .uint32(count),
        ]
        return try Self.items(try sources("Content", arguments)).get()
    }

    // MARK: Below

    /// More than the daemon's own with a source.
    private static var sourcePatience: Duration { .seconds(30) }

    private static func items(_ values: [DBusValue]) -> Result<[SourceItem], ClientError> {
        guard let rows = values.first?.arrayValue else { return .failure(.unexpected) }
        return .success(rows.compactMap(SourceItem.init))
    }

    @discardableResult
    private func sources(
        _ member: String, _ arguments: [DBusValue] = []
    ) throws(ClientError) -> [DBusValue] {
        try ask(
            Self.ownPath, Sources1.interface, member, arguments, patience: Self.sourcePatience)
    }
}
