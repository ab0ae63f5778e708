// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import GatefoldModel

/// How a token is asked for.
public struct MusicTokenRequestOptions: OptionSet, Hashable, Sendable {
    /// The options as a number.
    public let rawValue: Int

    /// Options by their number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A new token, even if there is one.
    public static let ignoreCache = MusicTokenRequestOptions(rawValue: 1)
}

/// Why there is no token.
public enum MusicTokenRequestError: String, LocalizedError, Hashable, Sendable, CaseIterable,
    CustomStringConvertible
{
    /// For a reason that is not known.
    case unknown
    /// The program may not use the user's music.
    case permissionDenied
    /// The user has to agree to something first.
    case privacyAcknowledgementRequired
    /// There is no developer token.
    case developerTokenRequestFailed
    /// Nobody is signed in.
    case userNotSignedIn
    /// There is no token of the user.
    case userTokenRequestFailed
    /// The user's token does not count any more.
    case userTokenRevoked

    /// A sentence for the user.
    public var description: String {
        switch self {
        case .unknown: "There is no token."
        case .permissionDenied: "This program may not use your music."
        case .privacyAcknowledgementRequired: "You have to agree to the source's terms first."
        case .developerTokenRequestFailed:
            "There is no developer token: gatefold source add apple-music takes your key in, or set "
                + "MusicDataRequest.tokenProvider to one that has a token."
        case .userNotSignedIn: "Nobody is signed in to Apple Music."
        case .userTokenRequestFailed: "There is no token of the user."
        case .userTokenRevoked: "The user's token does not count any more."
        }
    }

    /// A sentence for the user.
    public var errorDescription: String? { description }
}

/// Has the token of a developer.
public protocol MusicDeveloperTokenProvider {
    /// The token.
    func developerToken(options: MusicTokenRequestOptions) async throws -> String
}

/// Has the token of the user.
open class MusicUserTokenProvider {
    /// A provider without a token.
    public init() {}

    /// The token.
    ///
    /// - Throws: `MusicTokenRequestError.userNotSignedIn`, unless a subclass has one.
    open func userToken(
        for developerToken: String, options: MusicTokenRequestOptions
    ) async throws -> String {
        throw MusicTokenRequestError.userNotSignedIn
    }
}

/// Has both tokens.
public typealias MusicTokenProvider = MusicUserTokenProvider & MusicDeveloperTokenProvider

/// Has the tokens of the source that `gatefold source add apple-music` keeps.
///
/// On Apple platforms the system has tokens for programs that Apple knows. Here the user has a key,
/// or a program that asks the Apple Music API brings its own, by a provider of its own.
open class DefaultMusicTokenProvider: MusicUserTokenProvider, MusicDeveloperTokenProvider {
    /// The token.
    ///
    /// - Throws: `MusicTokenRequestError.developerTokenRequestFailed` where there is no such source,
    ///   and `MusicSourceError` where its key cannot be had.
    open func developerToken(options: MusicTokenRequestOptions) async throws -> String {
        guard let source = Sources.appleMusic else {
            throw MusicTokenRequestError.developerTokenRequestFailed
        }
        return try await Sources.ask(source) { (_) throws(SourceError) in
            try await source.developerToken()
        }
    }

    /// The token.
    ///
    /// - Throws: `MusicTokenRequestError.userNotSignedIn` where the user has given none.
    open override func userToken(
        for developerToken: String, options: MusicTokenRequestOptions
    ) async throws -> String {
        guard let source = Sources.appleMusic else {
            throw MusicTokenRequestError.userNotSignedIn
        }
        let token = try await Sources.ask(source) { (_) throws(SourceError) in
            try await source.userToken()
        }
        guard let token else { throw MusicTokenRequestError.userNotSignedIn }
        return token
    }
}
