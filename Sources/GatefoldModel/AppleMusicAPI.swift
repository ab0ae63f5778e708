// SPDX-License-Identifier: MPL-2.0

/// A source that also takes questions in the words of the Apple Music API.
package protocol AppleMusicAPI: OnlineSource {
    /// The country of its catalog, two letters in lower case.
    var storefront: String { get }

    /// Signed with the user's own key, and good for some hours.
    func developerToken() async throws(SourceError) -> String

    /// Nil where the user has given none.
    func userToken() async throws(SourceError) -> String?

    /// Asks with these tokens; an answer that refuses is an answer.
    func answer(to question: APIQuestion) async throws(SourceError) -> APIAnswer
}

/// What is asked of an API over HTTP.
package struct APIQuestion: Sendable, Hashable {
    package var method: String
    /// With the query, such as `/v1/catalog/us/genres`; where that is, the source knows.
    package var path: String
    package var headers: [String: String]
    package var body: [UInt8]?

    package init(
        _ method: String, _ path: String, headers: [String: String] = [:], body: [UInt8]? = nil
    ) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
    }
}

/// What an API answered.
package struct APIAnswer: Sendable {
    /// Of HTTP.
    package let status: Int
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
