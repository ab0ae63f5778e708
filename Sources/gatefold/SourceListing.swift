// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// What sources have, and what they are, in lines.
enum SourceListing {
    /// What one source has: below its name on a terminal, and else with its name in front.
    static func lines(
        _ items: [SourceItem], of name: String, isFirst: Bool, isAlone: Bool, columns: Int?
    ) -> [String] {
        guard let columns else {
            let name = TerminalText.sanitised(name)
            return ListingTable.lines(items, columns: nil).map { name + "\t" + $0 }
        }
        if isAlone { return ListingTable.grouped(items, columns: columns) }
        return (isFirst ? [] : [""]) + [TerminalText.sanitised(name) + ":"]
            + ListingTable.grouped(items, columns: max(1, columns - 2)).map {
                $0.isEmpty ? "" : "  " + $0
            }
    }

    static func line(
        _ account: SourceAccount, of name: String, _ kind: SourceSettings.Kind?
    ) -> String {
        if kind?.hasMusic == false {
            return TerminalText.sanitised("\(name) accepts the token: it is told what is heard.")
        }
        let playing = account.canPlay ? "songs can be played" : "previews can be heard"
        let editing = account.canEdit ? ", favourites and playlists can be changed" : ""
        return TerminalText.sanitised("\(name) answers: \(playing)\(editing).")
    }

    static func json(_ source: SourceSettings) -> String {
        var json = JSONText()
        json.add("name", source.name)
        json.add("kind", source.kind.rawValue)
        json.add("address", source.address)
        json.add("user", source.user)
        json.add("has_music", source.kind.hasMusic)
        return json.text
    }

    /// What one source is, in the columns of a table; only people are told what that means.
    static func cells(_ source: SourceSettings, forPeople: Bool) -> [String] {
        let cells = [
            source.name, source.kind.rawValue, source.address ?? "", source.user ?? "",
        ]
        let note = source.kind.hasMusic ? "" : "is told what is heard"
        return forPeople ? cells + [note] : cells
    }
}
