// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldCurl
internal import GatefoldModel

/// Why there is no answer.
///
/// Says nothing of the address, so that nothing secret can be in it.
package struct HTTPError: Error, Sendable, Hashable, CustomStringConvertible {
    package struct Code: Sendable, Hashable {
        fileprivate enum Base: Hashable {
            case unavailable, badAddress, unresolved, unreachable, untrusted, timeout, brokenOff
            case tooLarge, tooManyRedirects, nearer, damaged, cancelled
            case paced(seconds: Int), status(Int)
        }
        fileprivate let base: Base
        /// libcurl is not installed.
        package static let unavailable = Code(base: .unavailable)
        /// No `http` or `https` URL, or a redirect to what is none.
        package static let badAddress = Code(base: .badAddress)
        /// Nobody knows the host's name.
        package static let unresolved = Code(base: .unresolved)
        package static let unreachable = Code(base: .unreachable)
        /// The certificate is not the host's, or nobody vouches for it.
        package static let untrusted = Code(base: .untrusted)
        package static let timeout = Code(base: .timeout)
        package static let brokenOff = Code(base: .brokenOff)
        package static let tooLarge = Code(base: .tooLarge)
        package static let tooManyRedirects = Code(base: .tooManyRedirects)
        /// A redirect into this network, or to this machine, from outside.
        package static let nearer = Code(base: .nearer)
        /// The task that waited for the answer was cancelled.
        package static let cancelled = Code(base: .cancelled)
        /// The host is not asked before so many seconds are over.
        package static func paced(seconds: Int) -> Code { Code(base: .paced(seconds: seconds)) }
        /// What was sent is no HTTP, or not compressed as it says.
        package static let damaged = Code(base: .damaged)
        /// The server refuses, with this status.
        package static func status(_ status: Int) -> Code { Code(base: .status(status)) }
    }

    package let code: Code
    /// libcurl's number (https://curl.se/libcurl/c/libcurl-errors.html), where it raised the error.
    package let curlCode: UInt32?

    package init(_ code: Code, curlCode: UInt32? = nil) {
        self.code = code
        self.curlCode = curlCode
    }

    /// After how many seconds the host may be asked again, if that is why.
    package var secondsToWait: Int? {
        if case .paced(let seconds) = code.base { seconds } else { nil }
    }

    /// Whether the same request may succeed a while later.
    package var isTemporary: Bool {
        switch code.base {
        case .unresolved, .unreachable, .timeout, .brokenOff: true
        case .status(let status): status == 408 || status == 429 || status >= 500
        case .unavailable, .badAddress, .untrusted, .tooLarge, .tooManyRedirects, .nearer,
            .damaged, .cancelled, .paced:
            false
        }
    }

    /// One sentence without a full stop.
    package var description: String {
        switch code.base {
        case .unavailable: "libcurl is not installed (libcurl.so.4)"
        case .badAddress: "only http and https addresses are fetched"
        case .unresolved: "server's name is not known"
        case .unreachable: "connection to the server failed"
        case .untrusted: "server's certificate cannot be trusted"
        case .timeout: "server did not answer in time"
        case .brokenOff: "server broke off"
        case .tooLarge: "server sends too much"
        case .tooManyRedirects: "server redirects too often"
        case .nearer: "server redirects to a private address"
        case .cancelled: "nobody waits for the answer any more"
        case .paced(let seconds): "server wants no question for \(seconds) seconds"
        case .damaged: "server's answer makes no sense"
        case .status(let status): "server answered \(httpStatusText(status))"
        }
    }
}

extension HTTPError {
    /// - Parameter isOverLimit: we ended it ourselves, for its size.
    init(_ result: CURLcode, isOverLimit: Bool = false) {
        let code: Code =
            switch result {
            case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT: .badAddress
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unresolved
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
                .untrusted
            case CURLE_OPERATION_TIMEDOUT: .timeout
            case CURLE_FILESIZE_EXCEEDED: .tooLarge
            case CURLE_WRITE_ERROR where isOverLimit: .tooLarge
            case CURLE_ABORTED_BY_CALLBACK: .nearer
            case CURLE_TOO_MANY_REDIRECTS: .tooManyRedirects
            case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING,
                CURLE_HTTP2, CURLE_HTTP2_STREAM:
                .brokenOff
            case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR: .damaged
            default: .unreachable
            }
        self.init(code, curlCode: result.rawValue)
    }
}
