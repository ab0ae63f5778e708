// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import GatefoldModel

/// What the user may do with the sources of music.
///
/// On Apple platforms: with a subscription to Apple Music. Here it is said of the user's sources:
/// whether one of those that are a catalog lets whole songs be played. Without any, the user's own
/// library is the catalog, and all of it may be played. There is nothing to subscribe to.
public struct MusicSubscription: Hashable, Sendable, CustomStringConvertible {
    /// Whether whole songs of the catalog may be played; false where all that there is are previews.
    public let canPlayCatalogContent: Bool
    /// Whether there is something to subscribe to: never.
    public let canBecomeSubscriber: Bool
    /// Whether the library can be added to: always.
    public let hasCloudLibraryEnabled: Bool

    /// What the user may do at present, as the sources say that are asked for it.
    ///
    /// Of one that does not answer in time, its kind says what it lets be played.
    public static var current: MusicSubscription {
        get async throws {
            let subscription = await present()
            try Task.checkCancellation()
            return subscription
        }
    }

    /// What the user may do, now and whenever it changes.
    public static var subscriptionUpdates: Updates { Updates() }

    /// What the user may do with one source, by its name; nil where there is none.
    ///
    /// An addition.
    public static func current(of source: String) async throws -> MusicSubscription? {
        guard let source = Sources.all.first(where: { $0.name == source }) else { return nil }
        let canPlay =
            if let source = source as? any OnlineSource {
                await letsPlay(source)
            } else {
                true
            }
        try Task.checkCancellation()
        return MusicSubscription(canPlay: canPlay)
    }

    /// The three answers.
    public var description: String {
        "MusicSubscription(canPlayCatalogContent: \(canPlayCatalogContent), canBecomeSubscriber: "
            + "\(canBecomeSubscriber), hasCloudLibraryEnabled: \(hasCloudLibraryEnabled))"
    }

    private init(canPlay: Bool) {
        canPlayCatalogContent = canPlay
        canBecomeSubscriber = false
        hasCloudLibraryEnabled = true
    }

    fileprivate static func present() async -> MusicSubscription {
        let catalogs = Sources.online.filter { $0.kind != .radio }
        guard !catalogs.isEmpty else { return MusicSubscription(canPlay: true) }
        // The question has an answer for every failure.
        let answers = try? await Sources.ask(catalogs) { (_, index) in
            await letsPlay(catalogs[index])
        }
        return MusicSubscription(
            canPlay: catalogs.indices.contains { index in
                answers?.first { $0.index == index }?.answer ?? catalogs[index].mayPlayWhole
            })
    }

    /// Asks nobody for the password of a keyring.
    private static func letsPlay(_ source: any OnlineSource) async -> Bool {
        guard source.mayPlayWhole, await source.isReady() else { return source.mayPlayWhole }
        do throws(SourceError) {
            return try await source.account().canPlay
        } catch {
            switch error.code {
            case .unauthorised, .notAllowed: return false
            default: return source.mayPlayWhole
            }
        }
    }

    /// What the user may do, now and whenever it changes, as sources come and go.
    ///
    /// After the last change it waits, until its task is cancelled.
    public struct Updates: AsyncSequence, Sendable {
        /// What the user may do.
        public typealias Element = MusicSubscription

        /// Begins with the present value.
        public func makeAsyncIterator() -> Iterator { Iterator() }

        /// One walk over the values.
        public struct Iterator: AsyncIteratorProtocol {
            /// What the user may do.
            public typealias Element = MusicSubscription
            private var changes = Sources.changes.makeAsyncIterator()
            private var last: MusicSubscription?

            fileprivate init() {}

            /// The next value; nil when the task is cancelled.
            public mutating func next() async -> MusicSubscription? {
                await next(isolation: nil)
            }

            /// The next value, on the actor of who asks; nil when the task is cancelled.
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async -> MusicSubscription? {
                while await changes.next(isolation: actor) != nil {
                    let present = await MusicSubscription.present()
                    guard !Task.isCancelled else { return nil }
                    if present != last {
                        last = present
                        return present
                    }
                }
                return nil
            }
        }
    }

    /// Why the subscription cannot be found out; never thrown here.
    public enum Error: String, LocalizedError, Hashable, Sendable, CaseIterable {
        /// For a reason that is not known.
        case unknown
        /// The program may not ask.
        case permissionDenied
        /// The user has to agree to something first.
        case privacyAcknowledgementRequired

        /// A sentence for the user.
        public var errorDescription: String? {
            switch self {
            case .unknown: "The subscription is not known."
            case .permissionDenied: "This program may not use your music."
            case .privacyAcknowledgementRequired: "You have to agree to the source's terms first."
            }
        }
    }
}

extension OnlineSource {
    /// Whether whole songs may be to be had, as far as is known without asking.
    fileprivate var mayPlayWhole: Bool { kind?.hasOnlyPreviews != true }
}

/// An offer to subscribe; there is nothing to subscribe to here.
public struct MusicSubscriptionOffer: Hashable, Sendable {
    /// What an offer is about.
    public struct Options: Hashable, Sendable {
        /// What the offer is for.
        public var action: Action
        /// What it says.
        public var messageIdentifier: MessageIdentifier
        /// The item that it is about.
        public var itemID: MusicItemID?
        /// Who is paid for it.
        public var affiliateToken: String?
        /// What it is counted as.
        public var campaignToken: String?

        /// An offer.
        public init(
            action: Action = .subscribe, messageIdentifier: MessageIdentifier = .join,
            itemID: MusicItemID? = nil, affiliateToken: String? = nil, campaignToken: String? = nil
        ) {
            self.action = action
            self.messageIdentifier = messageIdentifier
            self.itemID = itemID
            self.affiliateToken = affiliateToken
            self.campaignToken = campaignToken
        }

        /// An offer to join.
        public static let `default` = Options()
    }

    /// What an offer is for.
    public struct Action: RawRepresentable, Hashable, Sendable {
        /// Its name.
        public let rawValue: String

        /// An action by its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// To subscribe.
        public static let subscribe = Action(rawValue: "subscribe")
    }

    /// What an offer says.
    public struct MessageIdentifier: RawRepresentable, Hashable, Sendable {
        /// Its name.
        public let rawValue: String

        /// A message by its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Join.
        public static let join = MessageIdentifier(rawValue: "join")
        /// Add music.
        public static let addMusic = MessageIdentifier(rawValue: "addMusic")
        /// Play music.
        public static let playMusic = MessageIdentifier(rawValue: "playMusic")
    }
}
