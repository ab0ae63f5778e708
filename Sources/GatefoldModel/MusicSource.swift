// SPDX-License-Identifier: MPL-2.0

/// Where music comes from: the user's library, a music server, a catalog.
///
/// Every question may be asked from anywhere and never blocks; the cancellation of the asking task
/// gives the work up and throws `.superseded`. What a source cannot do at all throws `.unsupported`,
/// so that several sources can be asked the same.
package protocol MusicSource: Sendable {
    /// What the user calls it, such as `library` or `home`.
    var name: String { get }

    /// What the account may do; asks the server, if there is one.
    func account() async throws(SourceError) -> SourceAccount

    /// Things in which the words are found, the best first.
    func search(_ search: SourceSearch) async throws(SourceError) -> [SourcePage]

    /// A list of things.
    func items(_ query: SourceQuery) async throws(SourceError) -> SourcePage

    /// Things by their URIs, in that order, with all details; unknown ones are left out.
    func items(_ uris: [String]) async throws(SourceError) -> [SourceItem]

    /// Makes a change.
    ///
    /// - Returns: the URI of what was made, if something was.
    func edit(_ edit: LibraryEdit) async throws(SourceError) -> String?
}

/// A source whose sound and pictures are on a server.
package protocol OnlineSource: MusicSource {
    /// As its settings say, where it has some.
    var kind: SourceSettings.Kind? { get }

    /// Whether it can be asked without the user being asked for anything first: its password is
    /// there, and the keyring open.
    func isReady() async -> Bool

    /// The address of a song's or a station's sound at this moment.
    ///
    /// It may carry credentials and may expire: for who loads it at once, and for nobody to see.
    func stream(of uri: SourceURI) async throws(SourceError) -> String

    /// Why the stream of a thing is no sound, where the server said so in its place; nil where it
    /// does not.
    func fault(of uri: SourceURI) async -> SourceError?

    /// The address of a picture, about so many pixels wide; the same holds.
    func picture(of uri: SourceURI, width: Int) async throws(SourceError) -> String

    /// Tells the server what is heard; one that is not interested does nothing.
    func note(_ listening: SourceListening) async throws(SourceError)
}

extension OnlineSource {
    package var kind: SourceSettings.Kind? { nil }
    package func isReady() async -> Bool { true }
    package func fault(of uri: SourceURI) async -> SourceError? { nil }
}

/// A service that is told what is heard, wherever that comes from.
package protocol ListenLog: OnlineSource {
    func began(_ tags: TrackTags) async throws(SourceError)

    /// That it was heard, as far as counts; since so many nanoseconds since 1970.
    ///
    /// It is kept until the service has it.
    func heard(_ tags: TrackTags, since: Int64) async throws(SourceError)

    /// Tells what could not be told before.
    func flush() async throws(SourceError)
}

/// What a server may be told of what is heard.
package enum SourceListening: Sendable, Hashable {
    case began(SourceURI)
    /// Counts as heard, by the rule of half or four minutes; since so many nanoseconds since 1970.
    case heard(SourceURI, since: Int64)
}

/// What the user may do with a source.
package struct SourceAccount: Sendable, Hashable {
    /// Whether whole songs can be played.
    package var canPlay: Bool
    /// Whether favourites and playlists can be changed.
    package var canEdit: Bool

    package init(canPlay: Bool, canEdit: Bool) {
        self.canPlay = canPlay
        self.canEdit = canEdit
    }
}

/// What is searched for.
package struct SourceSearch: Sendable, Hashable {
    package var text: String
    package var kinds: Set<SourceItem.Kind>
    package var offset = 0
    /// Of each kind.
    package var limit = 25

    package init(_ text: String, kinds: Set<SourceItem.Kind>) {
        self.text = text
        self.kinds = kinds
    }
}

/// Which list of a source is wanted, and which part of it.
package struct SourceQuery: Sendable, Hashable {
    package enum Scope: Sendable, Hashable {
        /// Everything of the kind.
        case all
        /// What belongs to a thing: the songs of an album, the albums of an artist or genre, the
        /// artists and albums of a song, the entries of a playlist.
        case of(uri: String)
        /// A list that makes itself, such as what is played most; of one genre, if it is named.
        case chart(Chart, genre: String? = nil)
        /// By an industry code.
        case code(Code, [String])
    }

    package enum Chart: String, Sendable, Hashable, CaseIterable {
        case mostPlayed, recentlyPlayed, recentlyAdded, favourites, neverPlayed
    }

    package enum Code: String, Sendable, Hashable {
        case isrc, upc
    }

    package enum Order: String, Sendable, Hashable, CaseIterable {
        /// The source's own: of what belongs to a thing the order there, else by name.
        case natural
        case title, artist, album, added, played, plays, released, length, modified, trackCount
        case composer, discNumber, trackNumber, albumCount
    }

    /// One of several properties by which things are sorted.
    package struct Ordering: Sendable, Hashable {
        package var order: Order
        package var isDescending: Bool

        package init(_ order: Order, isDescending: Bool = false) {
            self.order = order
            self.isDescending = isDescending
        }
    }

    /// What a thing has to meet.
    package enum Condition: Sendable, Hashable {
        /// Every word is found in it, the last one by its beginning.
        case text(String)
        /// The property has one of these values, to the letter; nil is one that is not known.
        case property(Property, [String?])
        case compilation([Bool])
        /// One of these things belongs to it, or it to one of them.
        case related([String])
    }

    package enum Property: String, Sendable, Hashable {
        /// The URI.
        case uri
        /// The title, or the name.
        case title
        case artist, album, composer
    }

    package var kind: SourceItem.Kind
    package var scope: Scope
    package var order = Order.natural
    package var isDescending = false
    /// In which order things are that `order` does not tell apart.
    package var furtherOrders: [Ordering] = []
    /// What all of them have to meet; a source that cannot tell throws `.unsupported`.
    package var conditions: [Condition] = []
    package var offset = 0
    /// Nil is all, as far as the source gives it at once.
    package var limit: Int?

    package init(_ kind: SourceItem.Kind, _ scope: Scope = .all) {
        self.kind = kind
        self.scope = scope
    }
}

/// A part of a list.
package struct SourcePage: Sendable, Hashable {
    package var kind: SourceItem.Kind
    package var items: [SourceItem]
    /// Whether there is more behind it.
    package var hasMore: Bool

    package init(_ kind: SourceItem.Kind, _ items: [SourceItem], hasMore: Bool) {
        self.kind = kind
        self.items = items
        self.hasMore = hasMore
    }
}
