// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel

/// Which answers are kept on the disk, and for how long they are taken without asking.
package struct HTTPCaching: Sendable, Hashable {
    /// Whatever the server says; nil is as it says.
    package var lifetime: Duration?
    /// Who asks: what was asked with credentials is kept only where this says for whom.
    package var account: String?

    package init(lifetime: Duration? = nil, account: String? = nil) {
        self.lifetime = lifetime
        self.account = account
    }
}

extension HTTPRequest {
    /// What an answer is kept under, nothing secret in it; nil if it is not to be kept.
    var cacheKey: String? {
        guard let caching, method == "GET", body == nil else { return nil }
        guard !hasCredentials || caching.account != nil else { return nil }
        let headers = headers.filter { !$0.isSecret }.map { "\($0.name.lowercased()):\($0.value)" }
        let words = [caching.account ?? "", withoutCredentials(url)] + headers.sorted()
        return sha256(Array(words.joined(separator: "\n").utf8))
    }

    var hasCredentials: Bool {
        withoutCredentials(url) != url || headers.contains(where: \.isSecret)
    }
}

extension HTTPHeader {
    fileprivate var isSecret: Bool {
        let name = name.lowercased()
        return ["authorization", "cookie"].contains { name.hasSuffix($0) }
            || name.contains("token")
    }
}

/// An answer that was kept.
package struct KeptAnswer: Sendable, Hashable {
    package let response: HTTPResponse
    /// When it came, in seconds since 1970.
    package let received: Int64

    package init(_ response: HTTPResponse, received: Int64) {
        self.response = response
        self.received = received
    }

    /// Whether it need not be asked for; an answer of the future is none.
    package func isFresh(at now: Int64, _ caching: HTTPCaching) -> Bool {
        let lifetime = caching.lifetime.map { $0.components.seconds } ?? response.maximumAge ?? 0
        return received <= now && now - received < lifetime
    }

    /// What asks whether it still holds (RFC 9110, section 13.1).
    package var conditions: [HTTPHeader] {
        [("ETag", "If-None-Match"), ("Last-Modified", "If-Modified-Since")].compactMap {
            header, condition in
            response[header: header].map { HTTPHeader(condition, $0) }
        }
    }
}

extension HTTPResponse {
    /// What is of use later, without what may be meant for one only, such as cookies.
    var kept: HTTPResponse {
        let names = ["content-type", "etag", "last-modified", "cache-control"]
        return HTTPResponse(
            status: status, headers: headers.filter { names.contains($0.name.lowercased()) },
            body: body)
    }

    /// Whether the server lets it be kept.
    var mayBeKept: Bool { status == 200 && !cacheDirectives.contains("no-store") }

    /// In seconds.
    fileprivate var maximumAge: Int64? {
        if cacheDirectives.contains("no-cache") { return 0 }
        return cacheDirectives.lazy.compactMap { directive in
            directive.hasPrefix("max-age=") ? Int64(directive.dropFirst(8)) : nil
        }.first
    }

    private var cacheDirectives: [String] {
        (self[header: "Cache-Control"] ?? "").lowercased().split { $0 == "," || $0 == " " }
            .map(String.init)
    }
}
