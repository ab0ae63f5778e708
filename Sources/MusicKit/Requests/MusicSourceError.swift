// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import GatefoldModel

/// Why a request has no answer: no source gives one.
///
/// Not on Apple platforms, where there is always a catalog.
public struct MusicSourceError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// What is missing.
    public struct Code: Hashable, Sendable {
        private enum Base {
            case noCatalog, unknownProperty, notPlayable, unreadable
            case unauthorized, notSubscribed, offline, rateLimited, notFound, failed
        }
        private let base: Base
        /// There is no catalog to ask.
        public static let noCatalog = Code(base: .noCatalog)
        /// An item lacks a property that nobody can tell.
        public static let unknownProperty = Code(base: .unknownProperty)
        /// An item says nowhere where its sound is.
        public static let notPlayable = Code(base: .notPlayable)
        /// A file cannot be read as music.
        public static let unreadable = Code(base: .unreadable)
        /// The source's password or key is missing, or is not accepted.
        public static let unauthorized = Code(base: .unauthorized)
        /// The user is known, and may not do this: the account does not include it.
        public static let notSubscribed = Code(base: .notSubscribed)
        /// The source cannot be reached, or does not answer.
        public static let offline = Code(base: .offline)
        /// The source was asked too often; `retryAfter` says when it may be asked again.
        public static let rateLimited = Code(base: .rateLimited)
        /// The source does not have it.
        public static let notFound = Code(base: .notFound)
        /// The source could not do it; the sentence says why.
        public static let failed = Code(base: .failed)
    }

    /// What is missing.
    public let code: Code
    /// A sentence for the user.
    public let description: String
    /// In so many seconds the source may be asked again, where it says so.
    public let retryAfter: TimeInterval?

    init(_ code: Code, _ description: String, retryAfter: TimeInterval? = nil) {
        self.code = code
        self.description = description
        self.retryAfter = retryAfter
    }

    init(_ error: SourceError) {
        switch error.code {
        case .unsupported: self.init(.noCatalog, error.description)
        case .unauthorised: self.init(.unauthorized, error.description)
        case .notAllowed: self.init(.notSubscribed, error.description)
        case .offline: self.init(.offline, error.description)
        case .rateLimited(let seconds):
            self.init(.rateLimited, error.description, retryAfter: seconds.map(TimeInterval.init))
        case .notFound: self.init(.notFound, error.description)
        case .invalid, .exists, .failed, .superseded: self.init(.failed, error.description)
        }
    }

    /// A sentence for the user.
    public var errorDescription: String? { description }

    static let otherServer = MusicSourceError(
        .failed,
        "MusicDataRequest asks https://api.music.apple.com: the tokens are for nobody else.")

    static func noCatalog(for purpose: String) -> MusicSourceError {
        MusicSourceError(.noCatalog, "There is no catalog: \(purpose) needs an online source.")
    }

    static func unknown(properties: [String], of item: String) -> MusicSourceError {
        MusicSourceError(
            .unknownProperty,
            "There is no source that could tell \(properties.joined(separator: ", ")) of \(item).")
    }

    static func notPlayable(_ name: String) -> MusicSourceError {
        MusicSourceError(
            .notPlayable, "“\(name)” cannot be played: no source tells where its sound is.")
    }
}
