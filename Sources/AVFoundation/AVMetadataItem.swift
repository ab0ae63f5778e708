// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import GatefoldModel
internal import GatefoldRuntime

/// One thing that tags or a stream say.
///
/// `@unchecked Sendable`: nothing of it changes, and a class with subclasses needs to say so.
open class AVMetadataItem: NSObject, @unchecked Sendable {
    private let content: Content

    /// `@unchecked Sendable`: its value is a string, a number or data, which do not change.
    private struct Content: @unchecked Sendable {
        var identifier: AVMetadataIdentifier?
        var commonKey: AVMetadataKey?
        var keySpace: AVMetadataKeySpace?
        var key: String?
        var value: (any NSCopying & NSObjectProtocol)?
    }

    /// One that says nothing.
    public override init() {
        content = Content()
    }

    /// - Parameter key: what it is about, in all formats.
    init(_ key: AVMetadataKey, _ value: any NSCopying & NSObjectProtocol) {
        content = Content(
            identifier: AVMetadataIdentifier(key, in: .common), commonKey: key, keySpace: .common,
            key: key.rawValue, value: value)
    }

    /// What a stream says.
    init(icy identifier: AVMetadataIdentifier, common: AVMetadataKey?, _ value: String) {
        content = Content(
            identifier: identifier, commonKey: common, keySpace: .icy,
            key: String(identifier.rawValue.dropFirst("icy/".count)),
            value: NSString(string: value))
    }

    /// What it is about, and where that word is from.
    open var identifier: AVMetadataIdentifier? { content.identifier }
    /// What it is about, in all formats; nil where not all have it.
    open var commonKey: AVMetadataKey? { content.commonKey }
    /// Where the key is from.
    open var keySpace: AVMetadataKeySpace? { content.keySpace }
    /// What it is about.
    ///
    /// On Apple platforms: an object that can be copied. Here it is one, too, of a type that the
    /// compiler lets be cast to `String`.
    open var key: Any? { content.key.map { NSString(string: $0) } }
    /// What is said: a string, a number or data.
    ///
    /// On Apple platforms: an object that can be copied. Here it is one, too, of a type that the
    /// compiler lets be cast to `String`.
    open var value: Any? { content.value }
    /// What is said, as text; nil for data.
    open var stringValue: String? {
        (value as? NSString).map { String(describing: $0) } ?? numberValue?.stringValue
    }
    /// What is said, where it is a number.
    open var numberValue: NSNumber? { value as? NSNumber }
    /// What is said, where it is a date and time.
    open var dateValue: Date? {
        (value as? NSString).flatMap { ISO8601DateFormatter().date(from: String(describing: $0)) }
    }
    /// What is said, where it is data.
    open var dataValue: Data? { (value as? NSData).map { Data(referencing: $0) } }

    /// A property; what it says is there already.
    public func load<T>(_ property: AVAsyncProperty<AVMetadataItem, T>) async throws -> T {
        property.read(self)
    }

    /// Those that are about something.
    open class func metadataItems(
        from metadataItems: [AVMetadataItem], filteredByIdentifier identifier: AVMetadataIdentifier
    ) -> [AVMetadataItem] {
        metadataItems.filter { $0.identifier == identifier }
    }

    /// Those that have a key; nil is any.
    open class func metadataItems(
        from metadataItems: [AVMetadataItem], withKey key: Any?, keySpace: AVMetadataKeySpace?
    ) -> [AVMetadataItem] {
        let name = (key as? AVMetadataKey)?.rawValue ?? key.map { "\($0)" }
        return metadataItems.filter { item in
            let isNamed = name == nil || item.key.map { "\($0)" } == name
            return isNamed && (keySpace == nil || item.keySpace == keySpace)
        }
    }
}

extension AVAsyncProperty where Root == AVMetadataItem, Value == String? {
    /// What is said, as text.
    public static var stringValue: AVAsyncProperty<AVMetadataItem, String?> {
        AVAsyncProperty { $0.stringValue }
    }
}

extension AVAsyncProperty where Root == AVMetadataItem, Value == Data? {
    /// What is said, where it is data.
    public static var dataValue: AVAsyncProperty<AVMetadataItem, Data?> {
        AVAsyncProperty { $0.dataValue }
    }
}

extension AVAsyncProperty where Root == AVMetadataItem, Value == NSNumber? {
    /// What is said, where it is a number.
    public static var numberValue: AVAsyncProperty<AVMetadataItem, NSNumber?> {
        AVAsyncProperty { $0.numberValue }
    }
}

extension AVAsyncProperty where Root == AVMetadataItem, Value == Any? {
    /// What is said: a string, a number or data.
    public static var value: AVAsyncProperty<AVMetadataItem, Any?> {
        AVAsyncProperty { $0.value }
    }
}

/// What a thing that is said is about, and where that word is from: `common/title`.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
    /// Both, with a stroke between them.
    public let rawValue: String

    /// One as text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    init(_ key: AVMetadataKey, in space: AVMetadataKeySpace) {
        self.init(rawValue: "common/\(key.rawValue)")
    }

    /// The title.
    public static let commonIdentifierTitle = AVMetadataIdentifier(rawValue: "common/title")
    /// Who is heard.
    public static let commonIdentifierArtist = AVMetadataIdentifier(rawValue: "common/artist")
    /// Who made it.
    public static let commonIdentifierCreator = AVMetadataIdentifier(rawValue: "common/creator")
    /// The album.
    public static let commonIdentifierAlbumName = AVMetadataIdentifier(
        rawValue: "common/albumName")
    /// What kind of music it is.
    public static let commonIdentifierType = AVMetadataIdentifier(rawValue: "common/type")
    /// What is said about it.
    public static let commonIdentifierDescription = AVMetadataIdentifier(
        rawValue: "common/description")
    /// When it was made.
    public static let commonIdentifierCreationDate = AVMetadataIdentifier(
        rawValue: "common/creationDate")
    /// The picture.
    public static let commonIdentifierArtwork = AVMetadataIdentifier(rawValue: "common/artwork")
    /// What a stream plays at the moment, often `Artist - Title`.
    public static let icyMetadataStreamTitle = AVMetadataIdentifier(rawValue: "icy/StreamTitle")
    /// What belongs to that: a page or a picture.
    public static let icyMetadataStreamURL = AVMetadataIdentifier(rawValue: "icy/StreamUrl")
}

/// What a thing that is said is about.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// One by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Its number on the record, in the tags of mp3 files.
    public static let id3MetadataKeyTrackNumber = AVMetadataKey(rawValue: "TRCK")
    /// The title.
    public static let commonKeyTitle = AVMetadataKey(rawValue: "title")
    /// Who is heard.
    public static let commonKeyArtist = AVMetadataKey(rawValue: "artist")
    /// Who made it.
    public static let commonKeyCreator = AVMetadataKey(rawValue: "creator")
    /// The album.
    public static let commonKeyAlbumName = AVMetadataKey(rawValue: "albumName")
    /// What kind of music it is.
    public static let commonKeyType = AVMetadataKey(rawValue: "type")
    /// What is said about it.
    public static let commonKeyDescription = AVMetadataKey(rawValue: "description")
    /// When it was made.
    public static let commonKeyCreationDate = AVMetadataKey(rawValue: "creationDate")
    /// The picture.
    public static let commonKeyArtwork = AVMetadataKey(rawValue: "artwork")
    /// Who brought it out.
    public static let commonKeyPublisher = AVMetadataKey(rawValue: "publisher")
    /// What it is about.
    public static let commonKeySubject = AVMetadataKey(rawValue: "subject")
    /// Who wrote it.
    public static let commonKeyAuthor = AVMetadataKey(rawValue: "author")
    /// Who helped.
    public static let commonKeyContributor = AVMetadataKey(rawValue: "contributor")
    /// Whose right it is.
    public static let commonKeyCopyrights = AVMetadataKey(rawValue: "copyrights")
    /// In which language it is.
    public static let commonKeyLanguage = AVMetadataKey(rawValue: "language")
    /// In which form it is.
    public static let commonKeyFormat = AVMetadataKey(rawValue: "format")
    /// By which it is told from others.
    public static let commonKeyIdentifier = AVMetadataKey(rawValue: "identifier")
    /// What it was taken from.
    public static let commonKeySource = AVMetadataKey(rawValue: "source")
    /// What belongs to it.
    public static let commonKeyRelation = AVMetadataKey(rawValue: "relation")
    /// Where it was made.
    public static let commonKeyLocation = AVMetadataKey(rawValue: "location")
    /// Whose machine made it.
    public static let commonKeyMake = AVMetadataKey(rawValue: "make")
    /// Which machine made it.
    public static let commonKeyModel = AVMetadataKey(rawValue: "model")
    /// Which program made it.
    public static let commonKeySoftware = AVMetadataKey(rawValue: "software")
}

/// Where a key is from.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// One by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// What all formats have.
    public static let common = AVMetadataKeySpace(rawValue: "comn")
    /// What streams say.
    public static let icy = AVMetadataKeySpace(rawValue: "icy ")
}

extension AVAsset {
    /// What its tags say, in words that all formats have; nothing for streams.
    ///
    /// It reads the file, which takes a moment.
    public var commonMetadata: [AVMetadataItem] {
        let (tags, picture) = LocalPlayer.contents(of: place.absoluteString)
        let texts: [(AVMetadataKey, String?)] = [
            (.commonKeyTitle, tags.title),
            (.commonKeyArtist, tags.artists.first),
            (.commonKeyCreator, tags.composers.first),
            (.commonKeyAlbumName, tags.album),
            (.commonKeyType, tags.genres.first),
            (.commonKeyDescription, tags.comments.first),
            (.commonKeyCreationDate, tags.contentCreated),
        ]
        var items = texts.compactMap { key, text in
            text.map { AVMetadataItem(key, NSString(string: $0)) }
        }
        if let picture {
            items.append(AVMetadataItem(.commonKeyArtwork, NSData(data: Data(picture))))
        }
        return items
    }

    /// What its tags say.
    ///
    /// On Apple platforms the words of its own format come besides. Here it is the same as
    /// `commonMetadata`.
    public var metadata: [AVMetadataItem] { commonMetadata }
}
