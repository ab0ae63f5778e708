// SPDX-License-Identifier: MPL-2.0

internal import GatefoldCatalog
internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPlayer
internal import GatefoldSecrets

/// The user's online sources: made from the settings, kept as long as those stay, and asked.
///
/// Whether the file of settings has changed is looked at with every question, so that an edit is
/// followed at once and nothing has to watch.
@PlayerActor
final class SourceDesk: SourceDirectory {
    typealias Password = @Sendable () async throws(SourceError) -> String
    typealias Make =
        @PlayerActor (SourceSettings, @escaping Password) throws(SourceError) -> any OnlineSource

    var onChange: (@PlayerActor () -> Void)?

    private let file: SourceFile
    private let secrets: any SecretStore
    private let limit: Duration
    private let make: Make
    /// Writes the settings.
    private let worker = Worker(threads: 1)
    private var sources: [String: Source] = [:]
    /// Of the settings that were read; the outer nil is none.
    private var stamp: SourceFile.Stamp??
    /// As they were asked for, so that a locked keyring prompts once for several questions.
    private var passwords: [String: Task<Result<String, SourceError>, Never>] = [:]

    private struct Source {
        let settings: SourceSettings
        let source: any OnlineSource
    }

    /// - Parameters:
    ///   - limit: how long a source may take to answer a question.
    ///   - make: makes a source of its settings, and a way to its password.
    init(
        _ file: SourceFile, _ secrets: any SecretStore, limit: Duration = .seconds(20),
        make: @escaping Make
    ) {
        self.file = file
        self.secrets = secrets
        self.limit = limit
        self.make = make
    }

    // MARK: Settings

    func settings() throws(SourceError) -> [SourceSettings] {
        try refresh()
        return sources.values.map(\.settings).sorted { $0.name < $1.name }
    }

    func add(_ settings: SourceSettings, then answer: @escaping Answer<Void>) {
        do throws(SourceError) {
            try check(settings)
        } catch {
            return PlayerActor.post { answer(.failure(error)) }
        }
        change(settings.name, answer) { (file) throws(SourceError) in try file.write(settings) }
    }

    func remove(_ name: String, then answer: @escaping Answer<Void>) {
        do throws(SourceError) {
            try refresh()
            _ = try source(named: name)
        } catch {
            return PlayerActor.post { answer(.failure(error)) }
        }
        change(name, answer) { (file) throws(SourceError) in
            try file.remove(name)
            // What it was not told is nobody else's affair.
            ListenQueue(of: name).removeAll()
        }
    }

    private func check(_ settings: SourceSettings) throws(SourceError) {
        if let fault = settings.fault { throw SourceError(.invalid, fault) }
        try refresh()
        guard let known = sources[settings.name]?.settings else { return }
        guard known.kind == settings.kind, known.address == settings.address else {
            throw SourceError(
                .exists, "There is another source “\(settings.name)” already: choose another name.")
        }
    }

    private func change(
        _ name: String, _ answer: @escaping Answer<Void>,
        _ write: @escaping @Sendable (SourceFile) throws(SourceError) -> Void
    ) {
        worker.perform { [file] in
            Result { () throws(SourceError) in try write(file) }
        } then: { [weak self] written in
            self?.drop(name)
            answer(
                written.flatMap { _ in
                    Result { () throws(SourceError) in try self?.refresh(isNews: true) ?? () }
                })
        }
    }

    /// It is made anew, with the password that is kept now.
    private func drop(_ name: String) {
        passwords[name] = nil
        sources[name] = nil
        stamp = nil
    }

    /// Reads the settings where they have changed; what stays the same is kept as it is.
    ///
    /// - Parameter isNews: they have changed, whatever is read.
    private func refresh(isNews: Bool = false) throws(SourceError) {
        let stamp = file.stamp
        guard self.stamp != .some(stamp) else { return }
        var made: [String: Source] = [:]
        for settings in try file.read() {
            if let known = sources[settings.name], known.settings == settings {
                made[settings.name] = known
            } else {
                passwords[settings.name] = nil
                made[settings.name] = source(of: settings)
            }
        }
        let hasChanged = isNews || sources.mapValues(\.settings) != made.mapValues(\.settings)
        (self.stamp, sources) = (.some(stamp), made)
        if hasChanged { onChange?() }
    }

    private func source(of settings: SourceSettings) -> Source? {
        let name = settings.name
        do throws(SourceError) {
            // On the actor: a first job elsewhere has libdispatch wake the process for ever.
            let source = try make(settings) {
                @PlayerActor [weak self] () async throws(SourceError) in
                guard let self else { throw SourceError(.superseded, "The player has ended.") }
                return try await password(of: name)
            }
            return Source(settings: settings, source: source)
        } catch {
            // The others are of use all the same.
            Log.warning("a source in the settings cannot be used", "\(name): \(error)")
            return nil
        }
    }

    // MARK: Questions

    func ask<Value: Sendable>(
        _ name: String, _ question: @escaping SourceQuestion<Value>,
        then answer: @escaping Answer<Value>
    ) {
        let source: any OnlineSource
        do throws(SourceError) {
            try refresh()
            source = try self.source(named: name)
        } catch {
            return PlayerActor.post { answer(.failure(error)) }
        }
        let inquiry = Inquiry<Value> { [weak self] result in
            // The next question asks for the password that is kept by then.
            if case .failure(let error) = result, error.code == .unauthorised {
                self?.passwords[name] = nil
            }
            answer(result)
        }
        inquiry.begin(limit: limit) { () async throws(SourceError) in try await question(source) }
    }

    /// Why the stream of a thing is no sound, if its source says so.
    func fault(of uri: SourceURI) async -> SourceError? {
        // A source that cannot be asked says nothing about it.
        try? await ask(uri.source) { (source) async throws(SourceError) in
            await source.fault(of: uri)
        }
    }

    private func source(named name: String) throws(SourceError) -> any OnlineSource {
        guard let source = sources[name]?.source else {
            throw SourceError(
                .notFound, "There is no source “\(name)”: gatefold source list names all.")
        }
        return source
    }

    // MARK: Passwords

    /// Whether a source can be asked without the user being asked for anything.
    func isReady(_ name: String) async -> Bool {
        // Settings that cannot be read have no sources that could be asked.
        guard (try? refresh()) != nil, let settings = sources[name]?.settings else { return false }
        if !settings.needsPassword { return true }
        return await secrets.isAtHand(name)
    }

    private func password(of name: String) async throws(SourceError) -> String {
        let asked = passwords[name] ?? beginAsking(name)
        passwords[name] = asked
        let result = await asked.value
        if case .failure = result, passwords[name] == asked { passwords[name] = nil }
        return try result.get()
    }

    private func beginAsking(_ name: String) -> Task<Result<String, SourceError>, Never> {
        Task { [secrets] in await Self.password(of: name, in: secrets) }
    }

    private static func password(
        of name: String, in secrets: any SecretStore
    ) async -> Result<String, SourceError> {
        do throws(SecretError) {
            if let secret = try await secrets.secret(of: name) { return .success(secret) }
            return .failure(
                SourceError(
                    .unauthorised,
                    "There is no password for “\(name)”: gatefold source add asks for it."))
        } catch {
            return .failure(SourceError(.unauthorised, error.description))
        }
    }
}

/// One question under way; whichever is first, the answer or the limit, ends it.
@PlayerActor
private final class Inquiry<Value: Sendable> {
    private var answer: (@PlayerActor (Result<Value, SourceError>) -> Void)?
    private var task: Task<Void, Never>?
    private var timer: EventSource?

    init(_ answer: @escaping @PlayerActor (Result<Value, SourceError>) -> Void) {
        self.answer = answer
    }

    func begin(
        limit: Duration, _ question: @escaping @PlayerActor () async throws(SourceError) -> Value
    ) {
        task = Task { finish(await caught(question)) }
        timer = .timeout(after: limit) { [self] in
            task?.cancel()
            finish(.failure(SourceError(.offline, "The server did not answer in time.")))
        }
    }

    private func finish(_ result: Result<Value, SourceError>) {
        let answer = answer
        (self.answer, task, timer) = (nil, nil, nil)
        answer?(result)
    }
}
