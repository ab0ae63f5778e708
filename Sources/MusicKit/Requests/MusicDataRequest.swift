// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import GatefoldModel
internal import Synchronization

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Asks the Apple Music API, with the tokens of a developer and of the user.
///
/// They are those of the source that `gatefold source add apple-music` keeps, unless the program has
/// a `tokenProvider` of its own.
public struct MusicDataRequest: Sendable {
    /// What is asked.
    public let urlRequest: URLRequest

    /// A request to a URL of the API.
    public init(urlRequest: URLRequest) {
        self.urlRequest = urlRequest
    }

    /// Has the tokens; the default has those of the user's source.
    public static var tokenProvider: any MusicTokenProvider {
        get { provider.withLock { $0.value } }
        set {
            let box = ProviderBox(value: newValue)
            provider.withLock { $0 = box }
        }
    }

    private static let provider = Mutex(ProviderBox(value: DefaultMusicTokenProvider()))

    /// `@unchecked Sendable`: providers answer anybody who asks, as Apple's do.
    private struct ProviderBox: @unchecked Sendable {
        let value: any MusicTokenProvider
    }

    /// The country whose catalog is asked: that of the user's source, else of the system's language.
    public static var currentCountryCode: String {
        get async throws {
            Sources.appleMusic?.storefront
                ?? (Locale.current.region?.identifier ?? "US").lowercased()
        }
    }

    /// The answer.
    ///
    /// - Throws: `MusicTokenRequestError` where there is no developer token,
    ///   `MusicDataRequest.Error` where the server refuses, and `MusicSourceError` where the user's
    ///   source cannot ask it.
    public func response() async throws -> MusicDataResponse {
        let provider = ProviderBox(value: Self.tokenProvider)
        if type(of: provider.value) == DefaultMusicTokenProvider.self {
            return try await sourceResponse()
        }
        let developerToken = try await provider.value.developerToken(options: [])
        var request = urlRequest
        request.setValue("Bearer \(developerToken)", forHTTPHeaderField: "Authorization")
        // A catalog answers without a user.
        if let token = try? await provider.value.userToken(for: developerToken, options: []) {
            request.setValue(token, forHTTPHeaderField: "Music-User-Token")
        }
        let (data, response) = try await URLSession.shared.data(for: request)
        guard let response = response as? HTTPURLResponse else {
            throw URLError(.badServerResponse)
        }
        return try MusicDataResponse(data: data, urlResponse: response).accepted()
    }

    /// As the user's source gets it, which keeps its tokens to itself.
    private func sourceResponse() async throws -> MusicDataResponse {
        guard let source = Sources.appleMusic else {
            throw MusicTokenRequestError.developerTokenRequestFailed
        }
        guard let url = urlRequest.url, url.scheme == "https", url.host == "api.music.apple.com",
            let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
        else { throw MusicSourceError.otherServer }
        let query = components.percentEncodedQuery.map { "?" + $0 } ?? ""
        let question = APIQuestion(
            urlRequest.httpMethod ?? "GET", components.percentEncodedPath + query,
            headers: urlRequest.allHTTPHeaderFields ?? [:],
            body: urlRequest.httpBody.map { Array($0) })
        let answer = try await Sources.ask(source) { (_) throws(SourceError) in
            try await source.answer(to: question)
        }
        let headers = Dictionary(answer.headers.map { ($0.name, $0.value) }) { first, _ in first }
        guard
            let response = HTTPURLResponse(
                url: url, statusCode: answer.status, httpVersion: nil, headerFields: headers)
        else { throw URLError(.badServerResponse) }
        return try MusicDataResponse(data: Data(answer.body), urlResponse: response).accepted()
    }

    /// Why the server refused.
    public struct Error: LocalizedError, Hashable, Sendable, Identifiable, CustomStringConvertible {
        /// What identifies this occurrence.
        public let id: String
        /// The API's number for it.
        public let code: Int
        /// The status of HTTP.
        public let status: Int
        /// What it is called.
        public let title: String
        /// A sentence about it.
        public let detailText: String
        /// What of the request is wrong.
        public let source: Source?
        /// What the server sent.
        public let originalResponse: MusicDataResponse

        /// What of a request is wrong.
        public enum Source: Hashable, Sendable {
            /// A parameter of the query.
            case parameter(String)
            /// A place in what was sent.
            case pointer(String)
        }

        init(_ response: MusicDataResponse) {
            let error = try? JSONDecoder().decode(Wire.self, from: response.data).errors.first
            let status = response.urlResponse.statusCode
            id = error?.id ?? ""
            code = Int(error?.code ?? "") ?? status * 100
            self.status = status
            title = error?.title ?? HTTPURLResponse.localizedString(forStatusCode: status)
            detailText = error?.detail ?? ""
            source =
                error?.source?.parameter.map(Source.parameter)
                ?? error?.source?.pointer.map(Source.pointer)
            originalResponse = response
        }

        /// The title and the detail.
        public var description: String {
            detailText.isEmpty ? "\(status) \(title)" : "\(status) \(title): \(detailText)"
        }

        /// The title and the detail.
        public var errorDescription: String? { description }

        private struct Wire: Decodable {
            struct Entry: Decodable {
                struct Place: Decodable {
                    let parameter: String?
                    let pointer: String?
                }
                let id: String?
                let code: String?
                let title: String?
                let detail: String?
                let source: Place?
            }
            let errors: [Entry]
        }
    }
}

/// What the Apple Music API answered.
public struct MusicDataResponse: Hashable, Sendable, CustomStringConvertible {
    /// The body: JSON.
    public let data: Data
    /// The head.
    public let urlResponse: HTTPURLResponse

    /// - Throws: what the server says where it refuses.
    fileprivate func accepted() throws -> MusicDataResponse {
        guard (200..<300).contains(urlResponse.statusCode) else {
            throw MusicDataRequest.Error(self)
        }
        return self
    }

    /// The status and the size.
    public var description: String {
        "MusicDataResponse(\(urlResponse.statusCode), \(data.count) bytes)"
    }
}
