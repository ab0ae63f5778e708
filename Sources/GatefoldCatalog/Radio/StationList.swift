// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib

/// The radio stations of a user, as an extended M3U playlist has them: a file that every player
/// reads, and that can be edited by hand.
///
/// What is not understood, such as comments, stays where it is.
struct StationList: Sendable, Hashable {
    struct Station: Sendable, Hashable {
        var title: String
        /// Of the stream, or of a playlist with it; may carry credentials.
        var url: String
        /// The address of a picture.
        var logo: String?

        /// The same for one address in every process, and tells nothing of it.
        var id: String { String(sha256(Array(url.utf8)).prefix(16)) }
    }

    private(set) var stations: [Station] = []
    private var lines: [String] = []
    /// Which lines each station has.
    private var places: [Range<Int>] = []

    init(_ text: String = "") {
        let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        self.init(lines: lines.map(String.init))
    }

    private init(lines: [String]) {
        self.lines = lines
        var station = Station(title: "", url: "")
        var start: Int?
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("#EXTINF:") {
                start = index
                station = Station(information: line.dropFirst("#EXTINF:".count))
            } else if line.hasPrefix("#EXTIMG:") {
                station.logo = Self.address(line.dropFirst("#EXTIMG:".count))
            } else if let url = Self.address(line[...]) {
                station.url = url
                if station.title.isEmpty { station.title = Self.title(of: url) }
                stations.append(station)
                places.append((start ?? index)..<(index + 1))
                station = Station(title: "", url: "")
                start = nil
            }
        }
    }

    var text: String {
        let text = lines.joined(separator: "\n")
        return text.hasSuffix("\n") || text.isEmpty ? text : text + "\n"
    }

    /// In place of one with the same address, else at the end.
    mutating func add(_ station: Station) {
        var lines = ["#EXTINF:-1,\(station.title)"]
        if let logo = station.logo { lines.append("#EXTIMG:\(logo)") }
        lines.append(station.url)
        var all = self.lines
        while all.last?.isEmpty == true { all.removeLast() }
        if all.isEmpty { all = ["#EXTM3U"] }
        if let index = stations.firstIndex(where: { $0.url == station.url }) {
            all.replaceSubrange(places[index], with: lines)
        } else {
            all += lines
        }
        self = StationList(lines: all)
    }

    /// False if there is none.
    mutating func remove(id: String) -> Bool {
        guard let index = stations.firstIndex(where: { $0.id == id }) else { return false }
        var lines = lines
        lines.removeSubrange(places[index])
        self = StationList(lines: lines)
        return true
    }

    /// Nil for what is no address on the network.
    static func address(_ text: Substring) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count == 1, let url = words.first?.lowercased() else { return nil }
        return url.hasPrefix("http://") || url.hasPrefix("https://") ? String(words[0]) : nil
    }

    /// The host's name.
    private static func title(of url: String) -> String {
        let host = HTTPRequest(url).host
        return host.isEmpty ? "Untitled" : host
    }
}

extension StationList.Station {
    /// - Parameter information: a length, attributes such as `tvg-logo="…"`, a comma, the title.
    fileprivate init(information: Substring) {
        var inQuotes = false
        let comma = information.firstIndex { character in
            if character == "\"" { inQuotes.toggle() }
            return character == "," && !inQuotes
        }
        let title = comma.map { information[information.index(after: $0)...] } ?? ""
        self.init(
            title: title.split(whereSeparator: \.isWhitespace).joined(separator: " "), url: "")
        let logo = information.split(separator: "\"", omittingEmptySubsequences: false)
        if let index = logo.firstIndex(where: { $0.hasSuffix("tvg-logo=") }), index + 1 < logo.count
        {
            self.logo = StationList.address(logo[index + 1])
        }
    }
}
