// SPDX-License-Identifier: MPL-2.0

internal import Foundation

/// An item as the Apple Music API writes it: what it is, and what it is related to.
protocol Resource: MusicItem, Codable {
    associatedtype Attributes: Codable & Sendable
    associatedtype Relations: Codable & Sendable & EmptyInitializable

    /// The API's word for the type, such as `songs`.
    static var resourceType: String { get }

    init(id: MusicItemID, attributes: Attributes, relations: Relations)
    var attributes: Attributes { get }
    var relations: Relations { get }
}

/// What has a value that says nothing.
protocol EmptyInitializable {
    init()
}

/// For an item without relationships.
struct NoRelations: Codable, Hashable, Sendable, EmptyInitializable {}

enum ResourceKeys: String, CodingKey {
    case id, type, attributes, relationships
}

extension Resource {
    static func read(_ decoder: any Decoder) throws -> Self {
        let container = try decoder.container(keyedBy: ResourceKeys.self)
        return Self(
            id: try container.decode(MusicItemID.self, forKey: .id),
            attributes: try container.decode(Attributes.self, forKey: .attributes),
            relations: try container.decodeIfPresent(Relations.self, forKey: .relationships)
                ?? Relations())
    }

    func write(_ encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ResourceKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(Self.resourceType, forKey: .type)
        try container.encode(attributes, forKey: .attributes)
        try container.encode(relations, forKey: .relationships)
    }
}

/// Dates as the Apple Music API and tags write them: a year, a month, a day, or with a time.
enum DateText {
    static func date(_ text: String?) -> Date? {
        guard let text else { return nil }
        let parts = text.prefix(10).split(separator: "-").map { Int($0) }
        guard let year = parts.first ?? nil, text.utf8.count >= 4 else { return nil }
        var components = DateComponents()
        components.year = year
        components.month = parts.count > 1 ? parts[1] : 1
        components.day = parts.count > 2 ? parts[2] : 1
        if text.utf8.count > 10 {
            let time = text.dropFirst(11).prefix(8).split(separator: ":").map { Int($0) }
            components.hour = time.first ?? nil
            components.minute = time.count > 1 ? time[1] : nil
            components.second = time.count > 2 ? time[2] : nil
        }
        return calendar.date(from: components)
    }

    static func text(_ date: Date?) -> String? {
        guard let date else { return nil }
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second], from: date)
        func digits(_ number: Int?, _ count: Int) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let day = [digits(parts.year, 4), digits(parts.month, 2), digits(parts.day, 2)]
        let time = [digits(parts.hour, 2), digits(parts.minute, 2), digits(parts.second, 2)]
        return day.joined(separator: "-") + "T" + time.joined(separator: ":") + "Z"
    }

    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()
}
