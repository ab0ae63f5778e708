// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import Synchronization

/// A source of which only the account matters, and the questions that it is asked in Apple's words.
final class AccountSource: AppleMusicAPI {
    let name: String
    let kind: SourceSettings.Kind?
    let storefront = "de"
    private let isOpen: Bool
    private let state: Mutex<State>

    private struct State {
        var canPlay: Bool
        var failure: SourceError?
        var accounts = 0
        var questions: [APIQuestion] = []
    }

    /// - Parameter isOpen: whether its password is to be had without a prompt.
    init(
        _ kind: SourceSettings.Kind, canPlay: Bool = false, fails code: SourceError.Code? = nil,
        isOpen: Bool = true
    ) {
        name = kind.rawValue
        self.kind = kind
        self.isOpen = isOpen
        let failure = code.map { SourceError($0, "\(kind) is out of order.") }
        state = Mutex(State(canPlay: canPlay, failure: failure))
    }

    /// How often it was asked what the account may do.
    var accounts: Int { state.withLock { $0.accounts } }
    var questions: [APIQuestion] { state.withLock { $0.questions } }

    func allow(canPlay: Bool) { state.withLock { $0.canPlay = canPlay } }

    func isReady() async -> Bool { isOpen }

    func account() async throws(SourceError) -> SourceAccount {
        let (canPlay, failure) = state.withLock { state in
            state.accounts += 1
            return (state.canPlay, state.failure)
        }
        if let failure { throw failure }
        return SourceAccount(canPlay: canPlay, canEdit: false)
    }

    // MARK: In Apple's words

    func developerToken() async throws(SourceError) -> String {
        if let failure = state.withLock(\.failure) { throw failure }
        return "developer"
    }

    func userToken() async throws(SourceError) -> String? { nil }

    func answer(to question: APIQuestion) async throws(SourceError) -> APIAnswer {
        let failure = state.withLock { state in
            state.questions.append(question)
            return state.failure
        }
        if let failure { throw failure }
        let isKnown = question.path.hasSuffix("genres")
        let body = isKnown ? #"{"data":[]}"# : #"{"errors":[{"title":"No","code":"40400"}]}"#
        return APIAnswer(
            status: isKnown ? 200 : 404, headers: [("Content-Type", "application/json")],
            body: Array(body.utf8))
    }

    // MARK: Nothing else

    private var nothing: SourceError { SourceError(.unsupported, "It has no music.") }

    func search(_ search: SourceSearch) async throws(SourceError) -> [SourcePage] { throw nothing }
    func items(_ query: SourceQuery) async throws(SourceError) -> SourcePage { throw nothing }
    func items(_ uris: [String]) async throws(SourceError) -> [SourceItem] { throw nothing }
    func edit(_ edit: LibraryEdit) async throws(SourceError) -> String? { throw nothing }
    func stream(of uri: SourceURI) async throws(SourceError) -> String { throw nothing }
    func picture(of uri: SourceURI, width: Int) async throws(SourceError) -> String {
        throw nothing
    }
    func note(_ listening: SourceListening) async throws(SourceError) {}
}
