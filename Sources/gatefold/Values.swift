// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// Words of the command line → values.
enum Values {
    static func seekTarget(_ word: String) throws(UsageError) -> SeekTarget {
        let refusal = UsageError(
            "“\(TerminalText.sanitised(word))” is no position: write 1:30, 90, +10, -5 or 50%")
        if word.hasSuffix("%") {
            guard let percent = decimal(word.dropLast()), percent <= 100 else { throw refusal }
            return .fraction(percent / 100)
        }
        guard let time = time(word.trimmingSign) else { throw refusal }
        switch word.first {
        case "+": return .distance(time)
        case "-": return .distance(.zero - time)
        default: return .time(time)
        }
    }

    static func volumeChange(_ word: String) throws(UsageError) -> VolumeChange {
        switch word {
        case "mute": return .mute
        case "unmute": return .unmute
        case "toggle": return .toggle
        default: break
        }
        guard let level = level(word.trimmingSign), level <= 1 else {
            throw UsageError(
                "“\(TerminalText.sanitised(word))” is no volume: write 0% to 100%, +5%, -5%, mute, "
                    + "unmute or toggle")
        }
        switch word.first {
        case "+": return .step(level)
        case "-": return .step(-level)
        default: return .level(level)
        }
    }

    static func rate(_ word: String) throws(UsageError) -> Double {
        let number = word.hasSuffix("x") || word.hasSuffix("×") ? word.dropLast() : word[...]
        guard let rate = decimal(number), rate > 0 else {
            throw UsageError(
                "“\(TerminalText.sanitised(word))” is no rate: 1 is the recorded speed, 1.25 a "
                    + "quarter faster")
        }
        return rate
    }

    static func onOrOff(_ word: String) throws(UsageError) -> Bool {
        switch word {
        case "on": return true
        case "off": return false
        default: throw UsageError("“\(TerminalText.sanitised(word))” is neither on nor off")
        }
    }

    static func repeatMode(_ word: String) throws(UsageError) -> RepeatMode {
        guard let mode = RepeatMode(rawValue: word) else {
            throw UsageError("“\(TerminalText.sanitised(word))” is none of off, one and all")
        }
        return mode
    }

    static func replayGainMode(_ word: String) throws(UsageError) -> ReplayGainMode {
        guard let mode = ReplayGainMode(rawValue: word) else {
            throw UsageError("“\(TerminalText.sanitised(word))” is none of off, track and album")
        }
        return mode
    }

    /// How many are wanted at most.
    static func limit(_ word: String) throws(UsageError) -> Int {
        guard let limit = whole(word[...]), (1...2000).contains(limit) else {
            throw UsageError("“\(TerminalText.sanitised(word))” is no number from 1 to 2000")
        }
        return limit
    }

    /// 0…5.
    static func stars(_ word: String) throws(UsageError) -> Int {
        guard let stars = whole(word[...]), stars <= 5 else {
            throw UsageError("“\(TerminalText.sanitised(word))” is no number of stars from 0 to 5")
        }
        return stars
    }

    /// What a search can be limited to.
    static func searchKind(_ word: String) throws(UsageError) -> SourceItem.Kind {
        let kinds: [SourceItem.Kind] = [.song, .album, .artist, .playlist, .station]
        guard let kind = SourceItem.Kind(rawValue: word), kinds.contains(kind) else {
            throw UsageError(
                "“\(TerminalText.sanitised(word))” is none of song, album, artist, playlist and station"
            )
        }
        return kind
    }

    static func position(_ word: String) throws(UsageError) -> Int {
        guard let position = whole(word[...]), position > 0 else {
            throw UsageError(
                "“\(TerminalText.sanitised(word))” is no position in the queue: they count from 1")
        }
        return position
    }

    /// `3` or `3-5`.
    static func positions(_ word: String) throws(UsageError) -> ClosedRange<Int> {
        let ends = word.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else {
            let position = try position(word)
            return position...position
        }
        let (first, last) = (try position(String(ends[0])), try position(String(ends[1])))
        guard first <= last else {
            throw UsageError("“\(word)” is no range: write \(last)-\(first)")
        }
        return first...last
    }

    /// `90`, `1:30`, `1:02:03`, each with a decimal fraction where wanted.
    private static func time(_ word: Substring) -> MediaTime? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard let last = parts.last, parts.count <= 3, let seconds = decimal(last) else {
            return nil
        }
        if parts.count > 1, seconds >= 60 { return nil }
        var minutes = 0.0
        for (index, part) in parts.dropLast().enumerated() {
            guard let value = whole(part), index == 0 || value < 60 else { return nil }
            minutes = minutes * 60 + Double(value)
        }
        return MediaTime(seconds: minutes * 60 + seconds)
    }

    /// A whole number counts in percent, a number with a point is a fraction.
    ///
    /// So `volume 1` is one percent, and nobody's ears suffer from a guess.
    private static func level(_ word: Substring) -> Double? {
        if word.hasSuffix("%") { return decimal(word.dropLast()).map { $0 / 100 } }
        guard let number = decimal(word) else { return nil }
        return word.contains(".") ? number : number / 100
    }

    /// Digits with at most one point among them: `Double` itself also takes `inf`, `0x1p3`, `1e9`.
    private static func decimal(_ word: Substring) -> Double? {
        guard word.allSatisfy({ ("0"..."9").contains($0) || $0 == "." }) else { return nil }
        return Double(word)
    }

    private static func whole(_ word: Substring) -> Int? {
        guard word.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return Int(word)
    }
}

extension String {
    /// Without one plus or minus in front.
    fileprivate var trimmingSign: Substring {
        first == "+" || first == "-" ? dropFirst() : self[...]
    }
}
