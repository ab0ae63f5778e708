// SPDX-License-Identifier: MPL-2.0

/// What is asked of a server.
package struct HTTPRequest: Sendable, Hashable {
    /// `http` or `https`; may carry credentials, which are sent and never shown.
    package var url: String
    package var method = "GET"
    /// In addition to the client's own; a name that is one of the client's replaces it.
    package var headers: [HTTPHeader] = []
    /// Sent with POST, PUT and the like.
    package var body: [UInt8]?
    package var limits = Limits()
    /// How `HTTPClient.response(to:)` asks again.
    package var retry = HTTPRetry()
    /// Whether asking twice does no more than asking once; by the method, where nothing is said.
    package var repeats: Bool?
    /// How often the host wants to be asked; the first request to it decides for all.
    package var pace: TokenBucket?
    /// Whether the answer is kept on the disk; nil is neither kept nor looked for.
    package var caching: HTTPCaching?

    /// What a server may cost.
    package struct Limits: Sendable, Hashable {
        /// In bytes, after decompression.
        package var size = 32 << 20
        /// From the first step to the last byte.
        package var time = Duration.seconds(60)
        /// Without a byte.
        package var silence = Duration.seconds(15)
        package var redirects = 5

        package init() {}
    }

    package init(_ url: String) {
        self.url = url
    }

    var isRepeatable: Bool { repeats ?? ["GET", "HEAD", "PUT", "DELETE"].contains(method) }

    /// `host:port` in lower case, by which transfers are counted; the whole URL where it has none.
    var host: String {
        guard let slashes = url.utf8.firstIndex(of: UInt8(ascii: "/")) else { return url }
        let rest = url.utf8[slashes...].drop { $0 == UInt8(ascii: "/") }
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        let host = authority.lastIndex(of: UInt8(ascii: "@")).map {
            authority[authority.index(after: $0)...]
        }
        return String(decoding: host ?? authority, as: UTF8.self).lowercased()
    }
}

/// An address as paths are put behind it.
func withoutSlashes(_ address: String) -> String {
    var address = address
    while address.hasSuffix("/") { address.removeLast() }
    return address
}

/// A header of a request or of an answer.
package struct HTTPHeader: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// What a server answered, after redirects.
package struct HTTPResponse: Sendable, Hashable {
    package let status: Int
    package let headers: [HTTPHeader]
    package let body: [UInt8]

    package init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first header of this name; names are case-insensitive.
    package subscript(header name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.value
    }

    /// The answer itself.
    ///
    /// - Throws: unless the server says that it did what was asked.
    package func success() throws(HTTPError) -> HTTPResponse {
        guard (200..<300).contains(status) else { throw HTTPError(.status(status)) }
        return self
    }
}
