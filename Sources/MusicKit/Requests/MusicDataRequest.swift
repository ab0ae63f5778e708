// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Asks the Apple Music API, with the tokens of a developer and of the user.
public struct MusicDataRequest: Sendable {
    /// What is asked.
    public let urlRequest: URLRequest

    /// A request to a URL of the API.
    public init(urlRequest: URLRequest) {
        self.urlRequest = urlRequest
    }

    /// Has the tokens; the default has none.
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

    /// The country whose catalog is asked: that of the system's language.
    public static var currentCountryCode: String {
        get async throws { (Locale.current.region?.identifier ?? "US").lowercased() }
    }

    /// The answer.
    ///
    /// - Throws: `MusicTokenRequestError` where there is no developer token, and
    ///   `MusicDataRequest.Error` where the server refuses.
    public func response() async throws -> MusicDataResponse {
        let provider = ProviderBox(value: Self.tokenProvider)
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
        let answer = MusicDataResponse(data: data, urlResponse: response)
        guard (200..<300).contains(response.statusCode) else { throw Error(answer) }
        return answer
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

    /// The status and the size.
    public var description: String {
        "MusicDataResponse(\(urlResponse.statusCode), \(data.count) bytes)"
    }
}
