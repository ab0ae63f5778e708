// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel
private import Synchronization

/// A music server that speaks the API of Subsonic and OpenSubsonic: Navidrome, gonic, Airsonic and
/// many others.
///
/// How a server wants to be logged in to is found out with the first call and remembered. The
/// password is asked for once, and again after the server refused it.
package final class SubsonicSource: OnlineSource {
    package typealias Password = @Sendable () async throws(SourceError) -> String

    package let name: String
    let address: SubsonicAddress
    let user: String
    /// What streams are asked for: `raw` is the file as it is.
    let format: String
    private let password: Password
    private let client: HTTPClient
    private let memory = Mutex(Memory())

    private struct Memory {
        var dialect = SubsonicDialect()
        var password: String?
    }

    /// - Parameters:
    ///   - address: as the user writes it.
    ///   - format: of streams: `raw`, or what the server shall make of them, such as `opus`.
    package init(
        name: String, address: String, user: String, password: @escaping Password,
        client: HTTPClient, format: String = "raw"
    ) {
        self.name = name
        self.address = SubsonicAddress(address)
        self.user = user
        self.password = password
        self.client = client
        self.format = format
    }

    package func account() async throws(SourceError) -> SourceAccount {
        let isValid = try await call("getLicense").license?.valid ?? true
        let roles = try await roles()
        return SourceAccount(
            canPlay: isValid && roles?.streamRole != false, canEdit: roles?.playlistRole != false)
    }

    /// Nil where the server does not tell.
    private func roles() async throws(SourceError) -> SubsonicAnswer.User? {
        do throws(SourceError) {
            return try await call("getUser", [QueryItem("username", user)]).user
        } catch {
            switch error.code {
            case .offline, .superseded, .unauthorised, .rateLimited: throw error
            // Servers of one user have no such method.
            default: return nil
            }
        }
    }

    // MARK: Calls

    func call(
        _ method: String, _ items: [QueryItem] = []
    ) async throws(SourceError) -> SubsonicAnswer {
        try await call(SubsonicRequest(method, items))
    }

    /// Calls, and learns from refusals how the server wants to be called.
    func call(_ request: SubsonicRequest) async throws(SourceError) -> SubsonicAnswer {
        var lessons = 0
        while true {
            let dialect = memory.withLock { $0.dialect }
            switch try await outcome(of: request, dialect) {
            case .success(let answer):
                memory.withLock { $0.dialect.isProven = true }
                return answer
            case .failure(let refusal):
                lessons += 1
                guard lessons <= 3, try await learn(from: refusal, of: request, after: dialect)
                else { throw error(refusal) }
            }
        }
    }

    /// Whether to ask again.
    private func learn(
        from refusal: SubsonicRefusal, of request: SubsonicRequest, after dialect: SubsonicDialect
    ) async throws(SourceError) -> Bool {
        let lesson = memory.withLock { memory -> SubsonicDialect.Lesson in
            // Another call may have learnt it in the meantime.
            guard memory.dialect.login == dialect.login, memory.dialect.version == dialect.version
            else { return .askAgain }
            if case .code(40, _, _) = refusal { memory.password = nil }
            return memory.dialect.learn(
                from: refusal, of: request.method, isPrivate: address.isPrivate)
        }
        switch lesson {
        case .nothing: return false
        case .askAgain: return true
        case .withhold: throw error(.passwordWanted)
        case .ping:
            _ = try await call("ping")
            return memory.withLock { $0.dialect.login != dialect.login }
        }
    }

    private func outcome(
        of request: SubsonicRequest, _ dialect: SubsonicDialect
    ) async throws(SourceError) -> Result<SubsonicAnswer, SubsonicRefusal> {
        let credentials = try await credentials(dialect)
        let response = try await client.answer(
            to: request.httpRequest(at: address, credentials), of: name)
        return await offActor {
            Result { () throws(SubsonicRefusal) in try SubsonicAnswer.read(response) }
        }
    }

    /// What the server says at an address in place of bytes; nil where it sends them.
    func refusal(insteadOf url: String) async -> SourceError? {
        var request = HTTPRequest(url)
        request.headers = [HTTPHeader("Range", "bytes=0-8191")]
        request.limits.size = 65_536
        request.retry = .never
        // Who cannot be asked has not refused.
        guard let response = try? await client.response(to: request) else { return nil }
        return await offActor { SubsonicAnswer.refusal(in: response) }.map { error($0) }
    }

    private func error(_ refusal: SubsonicRefusal) -> SourceError {
        refusal.error(source: name, user: user)
    }

    private func credentials(_ dialect: SubsonicDialect) async throws(SourceError) -> [QueryItem] {
        let remembered = memory.withLock { $0.password }
        let password = if let remembered { remembered } else { try await password() }
        memory.withLock { $0.password = password }
        return dialect.credentials(
            user: user, password: password, salt: SubsonicDialect.salt())
    }

    /// The address of what is no JSON, credentials and all.
    func url(_ request: SubsonicRequest) async throws(SourceError) -> String {
        // Only a call tells how the server wants to be logged in to.
        if !memory.withLock({ $0.dialect.isProven }) { _ = try await call("ping") }
        let credentials = try await credentials(memory.withLock { $0.dialect })
        return request.url(at: address, credentials)
    }

    /// What a URI of this source names.
    func own(_ uri: String) throws(SourceError) -> SourceURI {
        guard let own = SourceURI(uri), own.source == name else { throw .foreign(uri, to: name) }
        return own
    }

    /// - Parameter what: completes "“home” has no …".
    func missing(_ what: String) -> SourceError { .unsupported(name, "has no \(what)") }
}
