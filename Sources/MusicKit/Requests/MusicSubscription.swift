// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// What the user may do with the sources of music.
///
/// On Apple platforms: with a subscription to Apple Music. Here the sources are the user's own, so
/// everything in them may be played, and there is nothing to subscribe to.
public struct MusicSubscription: Hashable, Sendable, CustomStringConvertible {
    /// Whether what a source has may be played: always.
    public let canPlayCatalogContent: Bool
    /// Whether there is something to subscribe to: never.
    public let canBecomeSubscriber: Bool
    /// Whether the library can be added to: always.
    public let hasCloudLibraryEnabled: Bool

    /// What the user may do at present.
    public static var current: MusicSubscription {
        get async throws { own }
    }

    /// What the user may do, now and whenever it changes.
    public static var subscriptionUpdates: Updates { Updates() }

    /// The three answers.
    public var description: String {
        "MusicSubscription(canPlayCatalogContent: \(canPlayCatalogContent), canBecomeSubscriber: "
            + "\(canBecomeSubscriber), hasCloudLibraryEnabled: \(hasCloudLibraryEnabled))"
    }

    fileprivate static let own = MusicSubscription(
        canPlayCatalogContent: true, canBecomeSubscriber: false, hasCloudLibraryEnabled: true)

    /// What the user may do, now and whenever it changes.
    ///
    /// The user's own sources never change that: after the first value it waits, until its task is
    /// cancelled.
    public struct Updates: AsyncSequence, Sendable {
        /// What the user may do.
        public typealias Element = MusicSubscription

        /// Begins with the present value.
        public func makeAsyncIterator() -> Iterator { Iterator() }

        /// One walk over the values.
        public struct Iterator: AsyncIteratorProtocol {
            /// What the user may do.
            public typealias Element = MusicSubscription
            private var hasBegun = false
            private let never = AsyncStream<MusicSubscription> { _ in }

            fileprivate init() {}

            /// The next value; nil when the task is cancelled.
            public mutating func next() async -> MusicSubscription? {
                await next(isolation: nil)
            }

            /// The next value, on the actor of who asks; nil when the task is cancelled.
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async -> MusicSubscription? {
                guard hasBegun else {
                    hasBegun = true
                    return .own
                }
                var iterator = never.makeAsyncIterator()
                return await iterator.next(isolation: actor)
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
