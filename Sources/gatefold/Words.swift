// SPDX-License-Identifier: MPL-2.0

internal import GatefoldBus
internal import GatefoldModel

#if canImport(Glibc)
    private import Glibc
#endif

/// Values as people read them.
enum Words {
    /// `1:02`, `1:02:03`; whole seconds, towards zero.
    static func time(_ time: MediaTime) -> String {
        let seconds = max(0, time.nanoseconds / 1_000_000_000)
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let tail = twoDigits(seconds % 60)
        return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(tail)" : "\(minutes):\(tail)"
    }

    /// `3,200`.
    static func count(_ number: Int) -> String {
        var groups: [String] = []
        var digits = Substring(String(number.magnitude))
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits = digits.dropLast(3)
        }
        groups.insert(String(digits), at: 0)
        return (number < 0 ? "-" : "") + groups.joined(separator: ",")
    }

    /// `1 track`, `3,200 tracks`.
    static func count(_ number: Int, _ one: String, _ many: String) -> String {
        "\(count(number)) \(number == 1 ? one : many)"
    }

    /// `80%`.
    static func percent(_ value: Double) -> String {
        guard value.isFinite else { return "?" }
        return "\(Int((min(max(value, 0), 100) * 100).rounded()))%"
    }

    /// `1`, `1.25`: at most two digits behind the point.
    static func rate(_ rate: Double) -> String {
        guard rate.isFinite, rate.magnitude < 1000 else { return "?" }
        let rounded = (rate * 100).rounded() / 100
        let text = "\(rounded)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// `1:02:03`, or `3 days 1:02:03`.
    static func days(_ time: MediaTime) -> String {
        let day = Int64(86_400)
        let seconds = max(0, time.nanoseconds / 1_000_000_000)
        let rest = Self.time(MediaTime(seconds: Double(seconds % day)))
        guard seconds >= day else { return rest }
        return count(Int(seconds / day), "day", "days") + " " + rest
    }

    /// `3.2 GB`: powers of ten, one digit behind the point.
    static func size(bytes: Int64) -> String {
        var (value, unit) = (Double(max(0, bytes)), 0)
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        while value >= 999.95, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
        guard unit > 0 else { return "\(Int(value)) bytes" }
        return "\((value * 10).rounded() / 10) \(units[unit])"
    }

    /// `2026-11-30 14:22`, of the place where the computer is; nothing for 0.
    static func date(nanoseconds: Int64) -> String {
        guard nanoseconds > 0 else { return "" }
        var seconds = time_t(nanoseconds / 1_000_000_000)
        var parts = tm()
        localtime_r(&seconds, &parts)
        let day = [Int64(parts.tm_mon) + 1, Int64(parts.tm_mday)].map(twoDigits)
        let clock = [Int64(parts.tm_hour), Int64(parts.tm_min)].map(twoDigits)
        return "\(parts.tm_year + 1900)-\(day.joined(separator: "-")) "
            + clock.joined(separator: ":")
    }

    /// `Title — Artist`, sanitised; a title that is missing is the file's name.
    static func name(title: String?, artists: [String], url: String?) -> String {
        let title = title.flatMap { $0.isEmpty ? nil : $0 } ?? url.map(fileName) ?? "Unknown title"
        let artists = artists.filter { !$0.isEmpty }.joined(separator: ", ")
        return TerminalText.sanitised(artists.isEmpty ? title : "\(title) — \(artists)")
    }

    static func name(_ entry: PlayerSnapshot.Entry) -> String {
        name(title: entry.title, artists: entry.artists, url: entry.url)
    }

    /// That only a piece is heard, and where the whole is; nil for what is heard as a whole.
    static func preview(_ entry: PlayerSnapshot.Entry) -> String? {
        guard entry.isPreview else { return nil }
        let place = entry.page.map { ": the whole is at \(TerminalText.sanitised($0))" } ?? "."
        return "This is a preview of thirty seconds" + place
    }

    static func name(_ entry: QueueEntry) -> String {
        name(title: entry.title, artists: [entry.artist], url: entry.url)
    }

    /// The last part of a URI's path, percent-decoded; the whole URI where that is empty.
    private static func fileName(_ url: String) -> String {
        let bytes = FileURI.percentDecode(url.utf8)
        let path = bytes.split(separator: UInt8(ascii: "/"))
        guard path.count > 1, let last = path.last else { return url }
        return String(decoding: last, as: UTF8.self)
    }

    private static func twoDigits(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

extension PlayerSnapshot.Loop {
    /// The word of `gatefold repeat`.
    var mode: RepeatMode {
        switch self {
        case .none: .off
        case .track: .one
        case .playlist: .all
        }
    }

    init(_ mode: RepeatMode) {
        switch mode {
        case .off: self = .none
        case .one: self = .track
        case .all: self = .playlist
        }
    }
}
