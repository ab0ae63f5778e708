// SPDX-License-Identifier: MPL-2.0

internal import GatefoldBus
internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldSecrets

/// Online sources.
extension Program {
    // MARK: Finding

    func search(
        _ wish: SearchWish, in source: String, _ client: PlayerClient
    ) throws(ClientError) -> Int32 {
        try list(try names(source, client), json: wish.json) { name, answer in
            client.search(
                in: name, wish.text, for: wish.kinds, limit: wish.limit, then: answer)
        } nothing: {
            "Nothing has “\(wish.text)”."
        }
    }

    func listCharts(_ wish: ChartWish, _ client: PlayerClient) throws(ClientError) -> Int32 {
        try client.start()
        var names = try names(wish.source, client)
        // The library has one list, of songs of all genres.
        let isOfAll = wish.source == SourceSettings.all
        if isOfAll, wish.genre != nil || wish.kind != .song {
            names.removeAll { $0 == SourceSettings.library }
        }
        return try list(names, json: wish.json) { name, answer in
            client.chart(of: name, wish.kind, genre: wish.genre, limit: wish.limit, then: answer)
        } nothing: {
            let isOnline = names.contains { $0 != SourceSettings.library }
            return isOnline ? "There are no charts." : Self.noCharts
        }
    }

    private static let noCharts =
        "There are no charts: the library has one when songs were played, and gatefold source add "
        + "takes in an online source."

    /// One source, or the library and all.
    private func names(
        _ source: String, _ client: PlayerClient
    ) throws(ClientError) -> [String] {
        guard source == SourceSettings.all else { return [source] }
        return [SourceSettings.library] + (try client.sources().filter(\.kind.hasMusic).map(\.name))
    }

    /// Prints what each source has as soon as it says so.
    private func list(
        _ names: [String], json: Bool, _ ask: SourceRound<[SourceItem]>.Ask,
        nothing: () -> String
    ) throws(ClientError) -> Int32 {
        let round = SourceRound<[SourceItem]>(console)
        let console = console
        var isFirst = true
        var found = 0
        round.run(names, ask) { name, items in
            guard !items.isEmpty else { return }
            found += items.count
            let lines =
                json
                ? items.map { ListingJSON.text($0, of: name) }
                : SourceListing.lines(
                    items, of: name, isFirst: isFirst, isAlone: names.count == 1,
                    columns: console.columns)
            isFirst = false
            console.write(lines.map { $0 + "\n" }.joined())
        }
        if found > 0 { return 0 }
        let hasFailed = round.failures.values.contains { $0.code != .unsupported }
        if !hasFailed || names.count > 1 { throw ClientError(.refused, nothing()) }
        return 1
    }

    // MARK: Playing

    func play(
        _ wish: LibraryWish, from source: String, _ client: PlayerClient
    ) throws(ClientError) -> Int32 {
        let names = try names(source, client)
        let uris: [String]
        switch wish {
        case .found(let text):
            uris = found(text, .song, in: names, limit: Self.mostFound, client).map(\.uri)
            try require(!uris.isEmpty, "Nothing has “\(text)”.")
        case .named(let kind, let name):
            let items = found(name, kind, in: names, limit: Self.mostAsked, client)
            uris = [try choose(kind, named: name, among: items, place: "in \(source)").uri]
        }
        try EnqueueJob(client, console, playing: true).run(uris, at: .replace)
        return 0
    }

    private func found(
        _ text: String, _ kind: SourceItem.Kind, in names: [String], limit: Int,
        _ client: PlayerClient
    ) -> [SourceItem] {
        var found: [String: [SourceItem]] = [:]
        SourceRound<[SourceItem]>(console).run(names) { name, answer in
            client.search(in: name, text, for: [kind], limit: limit, then: answer)
        } _: { name, items in
            found[name] = items
        }
        return names.flatMap { found[$0] ?? [] }.filter { $0.kind == kind }
    }

    // MARK: Settings

    func perform(_ command: SourceCommand, _ client: PlayerClient) throws(ClientError) -> Int32 {
        switch command {
        case .list(let json): try listSources(json: json, client)
        case .show(let name, let kind, let limit, let json):
            try client.start()
            return try list([name], json: json) { name, answer in
                client.items(of: name, kind, limit: limit, then: answer)
            } nothing: {
                "“\(name)” has no \(kind.rawValue)s."
            }
        case .add(let settings, let key): return try add(settings, key, client)
        case .remove(let names): try remove(names, client)
        case .test(let names):
            try client.start()
            let all = try names.isEmpty ? client.sources().map(\.name) : names
            try require(!all.isEmpty, Self.noSources)
            return test(all, client).isEmpty ? 0 : 1
        }
        return 0
    }

    private static let noSources =
        "There are no online sources: gatefold source add takes one in."

    private func listSources(json: Bool, _ client: PlayerClient) throws(ClientError) {
        try client.start()
        let sources = try client.sources()
        guard !json else {
            return console.write(sources.map { SourceListing.json($0) + "\n" }.joined())
        }
        guard !sources.isEmpty else { return console.line(Self.noSources) }
        let rows = sources.map {
            SourceListing.cells($0, forPeople: console.columns != nil)
        }
        var table = TextTable(rows[0].map { _ in .left })
        for row in rows { table.add(row) }
        for line in table.lines(columns: console.columns) { console.line(line) }
    }

    /// What is secret is kept before the player knows the source, so that it finds it.
    private func add(
        _ settings: SourceSettings, _ key: KeyWish?, _ client: PlayerClient
    ) throws(ClientError) -> Int32 {
        try client.start()
        let known = try client.sources().first { $0.name == settings.name }
        if let known, (known.kind, known.address) != (settings.kind, settings.address) {
            throw ClientError(
                .exists,
                "There is another source “\(settings.name)” already: --name chooses another name.")
        }
        if let secret = try secret(settings, key) { try keep(secret, of: settings.name) }
        try client.add(settings)
        guard let error = test([settings.name], client)[settings.name] else { return 0 }
        // What never worked is not left behind, but for a server that is away just now.
        if known == nil, error.code == .denied {
            try remove([settings.name], client)
            console.complain("Nothing was added.")
        } else {
            console.complain(
                "“\(settings.name)” is kept: gatefold source test \(settings.name) asks it again.")
        }
        return 1
    }

    /// What is asked of the user, or read from a file of theirs.
    private func secret(
        _ settings: SourceSettings, _ key: KeyWish?
    ) throws(ClientError) -> String? {
        let name = settings.name
        switch settings.kind {
        case .itunes, .radio: return nil
        case .subsonic:
            return try console.password("Password of \(settings.user ?? "") for \(name): ")
        case .listenBrainz: return try console.password("Token for \(name): ", what: "token")
        case .appleMusic:
            guard let key else { throw ClientError(.refused, "No key was given.") }
            var secret = try Self.secret(inFile: key.file)
            if key.withUser {
                secret.userToken = try console.password("Your token for \(name): ", what: "token")
            }
            return secret.text
        }
    }

    private static func secret(inFile path: String) throws(ClientError) -> AppleMusicSecret {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try readFile(path: Array(path.utf8), limit: 65_536)
        } catch {
            throw ClientError(.refused, "\(path) cannot be read: \(error.reason).")
        }
        guard let secret = AppleMusicSecret(String(decoding: bytes, as: UTF8.self)) else {
            throw ClientError(
                .refused, "\(path) is no private key as Apple gives them to developers (.p8).")
        }
        return AppleMusicSecret(key: secret.key)
    }

    private func remove(_ names: [String], _ client: PlayerClient) throws(ClientError) {
        try client.start()
        let secrets = UserSecrets.ofSession()
        for name in names {
            try client.removeSource(name)
            try attempt { () async throws(SecretError) in try await secrets.forget(name) }
        }
    }

    private func keep(_ password: String, of name: String) throws(ClientError) {
        let secrets = UserSecrets.ofSession()
        try attempt { () async throws(SecretError) in try await secrets.keep(password, of: name) }
    }

    private func attempt(
        _ work: @escaping @PlayerActor () async throws(SecretError) -> Void
    ) throws(ClientError) {
        do throws(SecretError) {
            try runUntilDone(work)
        } catch {
            throw ClientError(.refused, error.description)
        }
    }

    /// - Returns: those that do not work.
    private func test(_ names: [String], _ client: PlayerClient) -> [String: ClientError] {
        let round = SourceRound<SourceAccount>(console)
        let console = console
        // Without the list each is told of as one that has music.
        let kinds = Dictionary(
            ((try? client.sources()) ?? []).map { ($0.name, $0.kind) }
        ) { first, _ in first }
        round.run(names) { name, answer in
            client.account(of: name, then: answer)
        } _: { name, account in
            console.line(SourceListing.line(account, of: name, kinds[name]))
        }
        return round.failures
    }
}
