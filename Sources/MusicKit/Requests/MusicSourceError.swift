// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// Why a request has no answer: there is no source that could give one.
///
/// Not on Apple platforms, where there is always a catalog.
public struct MusicSourceError: LocalizedError, Hashable, Sendable, CustomStringConvertible {
    /// What is missing.
    public struct Code: Hashable, Sendable {
        private enum Base { case noCatalog, noLibrary, unknownProperty, notPlayable, unreadable }
        private let base: Base
        /// There is no catalog to ask.
        public static let noCatalog = Code(base: .noCatalog)
        /// The library cannot answer this.
        public static let noLibrary = Code(base: .noLibrary)
        /// An item lacks a property that nobody can tell.
        public static let unknownProperty = Code(base: .unknownProperty)
        /// An item says nowhere where its sound is.
        public static let notPlayable = Code(base: .notPlayable)
        /// A file cannot be read as music.
        public static let unreadable = Code(base: .unreadable)
    }

    /// What is missing.
    public let code: Code
    /// A sentence for the user.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// A sentence for the user.
    public var errorDescription: String? { description }

    static func noCatalog(for purpose: String) -> MusicSourceError {
        MusicSourceError(.noCatalog, "There is no catalog: \(purpose) needs an online source.")
    }

    static func noLibrary(for purpose: String) -> MusicSourceError {
        MusicSourceError(.noLibrary, "There is no library that could tell: \(purpose).")
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
