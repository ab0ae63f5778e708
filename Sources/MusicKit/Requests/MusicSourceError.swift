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
            case notAllowed, notReachable, failed
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
        /// The user may not do this, or has to sign in first.
        public static let notAllowed = Code(base: .notAllowed)
        /// The source does not answer.
        public static let notReachable = Code(base: .notReachable)
        /// The source could not do it; the sentence says why.
        public static let failed = Code(base: .failed)
    }

    /// What is missing.
    public let code: Code
    /// A sentence for the user.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    init(_ error: SourceError) {
        let code: Code =
            switch error.code {
            case .unsupported: .noCatalog
            case .unauthorised, .notAllowed: .notAllowed
            case .offline, .rateLimited: .notReachable
            case .notFound, .invalid, .exists, .failed, .superseded: .failed
            }
        self.init(code, error.description)
    }

    /// A sentence for the user.
    public var errorDescription: String? { description }

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
