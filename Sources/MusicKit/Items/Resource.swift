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
///
/// Reckoned without `Calendar`, which takes a thousand times as long: a list has two in each item.
enum DateText {
    static func date(_ text: String?) -> Date? {
        guard let text, text.utf8.count >= 4 else { return nil }
        let parts = numbers(text.prefix(10), separator: "-")
        guard let year = parts.first ?? nil else { return nil }
        let (month, day) = (parts.count > 1 ? parts[1] : 1, parts.count > 2 ? parts[2] : 1)
        var seconds = 86_400 * days(year, month ?? 1, day ?? 1)
        if text.utf8.count > 10 {
            for (part, unit) in zip(
                numbers(text.dropFirst(11).prefix(8), separator: ":"), [3600, 60, 1])
            {
                seconds += (part ?? 0) * unit
            }
        }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    static func text(_ date: Date?) -> String? {
        guard let seconds = date?.timeIntervalSince1970.rounded(.down) else { return nil }
        return Int(exactly: seconds).map(text)
    }

    /// - Parameter nanoseconds: since 1970; 0 is never.
    static func text(nanoseconds: Int64?) -> String? {
        guard let nanoseconds, nanoseconds > 0 else { return nil }
        return text(Int(nanoseconds / 1_000_000_000))
    }

    private static func text(_ seconds: Int) -> String {
        let (day, time) = (
            seconds.floored(by: 86_400), seconds - 86_400 * seconds.floored(by: 86_400)
        )
        let date = civil(day)
        let parts = [date.month, date.day, time / 3600, time / 60 % 60, time % 60].map {
            $0.digits(2)
        }
        return "\(date.year.digits(4))-\(parts[0])-\(parts[1])T\(parts[2]):\(parts[3]):\(parts[4])Z"
    }

    private static func numbers(_ text: Substring, separator: Character) -> [Int?] {
        text.split(separator: separator).map { Int($0) }
    }

    // MARK: The Gregorian calendar

    // Years that begin in March end with the day that leap years have.

    /// Days since 1970.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let era = year.floored(by: 400)
        let yearOfEra = year - 400 * era
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return 146_097 * era + 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let days = days + 719_468
        let era = days.floored(by: 146_097)
        let dayOfEra = days - 146_097 * era
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (
            yearOfEra + 400 * era + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * shifted + 2) / 5 + 1
        )
    }
}

extension Int {
    fileprivate func floored(by divisor: Int) -> Int {
        self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor)
    }

    fileprivate func digits(_ count: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, count - text.count)) + text
    }
}
