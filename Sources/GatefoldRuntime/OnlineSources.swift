// SPDX-License-Identifier: MPL-2.0

internal import GatefoldCatalog
internal import GatefoldDBus
internal import GatefoldGLib
package import GatefoldModel
internal import GatefoldPlayer
internal import GatefoldSecrets

/// The user's online sources in any program: with the settings and passwords that `gatefold source`
/// keeps.
package enum OnlineSources {
    /// As the settings name them just now, which are read each time.
    package static var all: [any OnlineSource] { all(in: SourceFile()) { desk } }

    static func all(
        in file: SourceFile, at desk: @escaping @PlayerActor @Sendable () -> SourceDesk
    ) -> [any OnlineSource] {
        do throws(SourceError) {
            return try file.read().filter(\.kind.hasMusic).map { settings in
                let source = NamedSource(settings: settings, desk: desk)
                return settings.kind == .appleMusic ? NamedAppleMusic(source: source) : source
            }
        } catch {
            Log.warning("the settings of sources cannot be read", error.description)
            return []
        }
    }

    @PlayerActor static let client = HTTPClient(cache: HTTPCache())

    /// Asks no bus and no server before somebody asks a source.
    @PlayerActor static let desk = SourceDesk(
        SourceFile(), UserSecrets { connection }, make: SourceDesk.maker(client))

    /// Without a bus there is no keyring, and the file of passwords does.
    @PlayerActor private static let connection = try? DBusConnection(.session)
}

/// A source by its name: the desk has it, and asks it.
private struct NamedSource: OnlineSource {
    let settings: SourceSettings
    let desk: @PlayerActor @Sendable () -> SourceDesk

    var name: String { settings.name }
    var kind: SourceSettings.Kind? { settings.kind }

    @PlayerActor
    func isReady() async -> Bool { await desk().isReady(name) }

    func account() async throws(SourceError) -> SourceAccount {
        try await ask { (source) async throws(SourceError) in try await source.account() }
    }

    func search(_ search: SourceSearch) async throws(SourceError) -> [SourcePage] {
        try await ask { (source) async throws(SourceError) in try await source.search(search) }
    }

    func items(_ query: SourceQuery) async throws(SourceError) -> SourcePage {
        try await ask { (source) async throws(SourceError) in try await source.items(query) }
    }

    func items(_ uris: [String]) async throws(SourceError) -> [SourceItem] {
        try await ask { (source) async throws(SourceError) in try await source.items(uris) }
    }

    func edit(_ edit: LibraryEdit) async throws(SourceError) -> String? {
        try await ask { (source) async throws(SourceError) in try await source.edit(edit) }
    }

    func stream(of uri: SourceURI) async throws(SourceError) -> String {
        try await ask { (source) async throws(SourceError) in try await source.stream(of: uri) }
    }

    func picture(of uri: SourceURI, width: Int) async throws(SourceError) -> String {
        try await ask { (source) async throws(SourceError) in
            try await source.picture(of: uri, width: width)
        }
    }

    func note(_ listening: SourceListening) async throws(SourceError) {
        try await ask { (source) async throws(SourceError) in try await source.note(listening) }
    }

    @PlayerActor
    func ask<Value: Sendable>(
        _ question: @escaping SourceQuestion<Value>
    ) async throws(SourceError) -> Value {
        try await desk().ask(name, question)
    }
}

/// The same for one that also takes questions in the words of the Apple Music API.
private struct NamedAppleMusic: AppleMusicAPI {
    let source: NamedSource

    var name: String { source.name }
    var kind: SourceSettings.Kind? { source.kind }
    var storefront: String {
        source.settings.options[SourceSettings.Option.storefront] ?? "us"
    }

    func isReady() async -> Bool { await source.isReady() }

    func developerToken() async throws(SourceError) -> String {
        try await ask { (api) throws(SourceError) in try await api.developerToken() }
    }

    func userToken() async throws(SourceError) -> String? {
        try await ask { (api) throws(SourceError) in try await api.userToken() }
    }

    func answer(to question: APIQuestion) async throws(SourceError) -> APIAnswer {
        try await ask { (api) throws(SourceError) in try await api.answer(to: question) }
    }

    @PlayerActor
    private func ask<Value: Sendable>(
        _ question:
            @escaping @PlayerActor @Sendable (any AppleMusicAPI) async throws(SourceError)
            -> Value
    ) async throws(SourceError) -> Value {
        let name = name
        return try await source.ask { (source) async throws(SourceError) in
            guard let api = source as? any AppleMusicAPI else {
                throw SourceError(.notFound, "“\(name)” is no source of Apple Music any more.")
            }
            return try await question(api)
        }
    }

    // MARK: As any source

    func account() async throws(SourceError) -> SourceAccount { try await source.account() }

    func search(_ search: SourceSearch) async throws(SourceError) -> [SourcePage] {
        try await source.search(search)
    }

    func items(_ query: SourceQuery) async throws(SourceError) -> SourcePage {
        try await source.items(query)
    }

    func items(_ uris: [String]) async throws(SourceError) -> [SourceItem] {
        try await source.items(uris)
    }

    func edit(_ edit: LibraryEdit) async throws(SourceError) -> String? {
        try await source.edit(edit)
    }

    func stream(of uri: SourceURI) async throws(SourceError) -> String {
        try await source.stream(of: uri)
    }

    func picture(of uri: SourceURI, width: Int) async throws(SourceError) -> String {
        try await source.picture(of: uri, width: width)
    }

    func note(_ listening: SourceListening) async throws(SourceError) {
        try await source.note(listening)
    }
}
