// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import GatefoldModel

/// A picture: an album's sleeve, an artist's photograph.
public struct Artwork: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The largest width there is, in pixels.
    public let maximumWidth: Int
    /// The largest height there is, in pixels.
    public let maximumHeight: Int
    /// What is to be seen, for who cannot see it.
    public let alternateText: String?
    /// The average colour of the background.
    public var backgroundColor: CGColor? { bgColor.flatMap(CGColor.init(hexadecimal:)) }
    /// The colour for the most important text upon the background.
    public var primaryTextColor: CGColor? { textColor1.flatMap(CGColor.init(hexadecimal:)) }
    /// The colour for less important text.
    public var secondaryTextColor: CGColor? { textColor2.flatMap(CGColor.init(hexadecimal:)) }
    /// The colour for text of the third rank.
    public var tertiaryTextColor: CGColor? { textColor3.flatMap(CGColor.init(hexadecimal:)) }
    /// The colour for text of the fourth rank.
    public var quaternaryTextColor: CGColor? { textColor4.flatMap(CGColor.init(hexadecimal:)) }

    private let template: String
    private var bgColor: String?
    private var textColor1: String?
    private var textColor2: String?
    private var textColor3: String?
    private var textColor4: String?

    private enum CodingKeys: String, CodingKey {
        case maximumWidth = "width"
        case maximumHeight = "height"
        case template = "url"
        case alternateText, bgColor, textColor1, textColor2, textColor3, textColor4
    }

    /// A picture in one size.
    ///
    /// Not on Apple platforms, where artwork comes from a catalog or a library.
    ///
    /// - Parameters:
    ///   - url: a file's or a server's.
    ///   - width: in pixels; 0 where unknown.
    ///   - height: in pixels; 0 where unknown.
    ///   - alternateText: what is to be seen.
    public init(url: URL, width: Int = 0, height: Int = 0, alternateText: String? = nil) {
        maximumWidth = width
        maximumHeight = height
        self.alternateText = alternateText
        template = url.absoluteString
    }

    /// - Parameter template: a place with `{w}` and `{h}` for the size, or a file of music that has the
    ///   picture in it or beside it.
    init(template: String) {
        maximumWidth = 0
        maximumHeight = 0
        alternateText = nil
        self.template = template
    }

    /// Reads what the Apple Music API calls an artwork.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        template = try container.decode(String.self, forKey: .template)
        maximumWidth = try container.decodeIfPresent(Int.self, forKey: .maximumWidth) ?? 0
        maximumHeight = try container.decodeIfPresent(Int.self, forKey: .maximumHeight) ?? 0
        alternateText = try container.decodeIfPresent(String.self, forKey: .alternateText)
        bgColor = try container.decodeIfPresent(String.self, forKey: .bgColor)
        textColor1 = try container.decodeIfPresent(String.self, forKey: .textColor1)
        textColor2 = try container.decodeIfPresent(String.self, forKey: .textColor2)
        textColor3 = try container.decodeIfPresent(String.self, forKey: .textColor3)
        textColor4 = try container.decodeIfPresent(String.self, forKey: .textColor4)
    }

    /// Where the picture is in a size near this one, in pixels.
    ///
    /// A picture from a file has one size. That of a song of the library is looked for in the file and
    /// beside it when it is asked for, which takes a moment; nil where there is none.
    public func url(width: Int, height: Int) -> URL? {
        if isUnread { return LocalMusic.picture(of: template) }
        let text =
            template
            .replacingOccurrences(of: "{w}", with: String(width))
            .replacingOccurrences(of: "{h}", with: String(height))
            .replacingOccurrences(of: "{c}", with: "bb")
            .replacingOccurrences(of: "{f}", with: "jpg")
        return URL(string: text)
    }

    /// Whether it has still to be looked for, in a file of music.
    var isUnread: Bool {
        guard template.hasPrefix("file:"), let path = FileURI.decode(template) else { return false }
        return AudioFormats.isAudio(fileExtension: path.fileExtension)
    }

    /// The place and the size.
    public var description: String {
        "Artwork(url: \"\(template)\", maximumWidth: \(maximumWidth), maximumHeight: \(maximumHeight))"
    }
}

/// A colour, in place of Core Graphics' type of this name.
///
/// It has what code needs to hand it on: red, green, blue and alpha, in sRGB and from 0 to 1.
public struct CGColor: Hashable, Sendable {
    /// Red, green, blue and alpha.
    public let components: [CGFloat]?

    /// How opaque it is.
    public var alpha: CGFloat { components?.last ?? 1 }

    /// Four.
    public var numberOfComponents: Int { components?.count ?? 0 }

    /// A colour from its parts, from 0 to 1.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        components = [red, green, blue, alpha]
    }

    /// A colour from its parts in sRGB, from 0 to 1.
    public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// A grey, from black (0) to white (1).
    public init(gray: CGFloat, alpha: CGFloat) {
        self.init(red: gray, green: gray, blue: gray, alpha: alpha)
    }

    /// Six digits.
    init?(hexadecimal: String) {
        guard hexadecimal.utf8.count == 6, let value = UInt32(hexadecimal, radix: 16) else {
            return nil
        }
        func part(_ shift: UInt32) -> CGFloat { CGFloat((value >> shift) & 0xff) / 255 }
        self.init(red: part(16), green: part(8), blue: part(0), alpha: 1)
    }
}
