// SPDX-License-Identifier: MPL-2.0

/// Text that others wrote, made fit for a terminal.
enum TerminalText {
    /// One line without control characters, escape sequences and marks that turn the direction of
    /// what follows.
    static func sanitised(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
        var result = String.UnicodeScalarView()
        var rest = Substring.UnicodeScalarView(text.unicodeScalars[...])
        while let scalar = rest.first {
            switch scalar.value {
            case 0x1B, 0x90, 0x98, 0x9B, 0x9D...0x9F: rest = afterEscape(rest)
            case 0x09...0x0D, 0x85, 0x2028, 0x2029:
                result.append(" ")
                rest.removeFirst()
            case 0...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x061C:
                rest.removeFirst()
            default:
                result.append(scalar)
                rest.removeFirst()
            }
        }
        return String(result)
    }

    /// The columns that a terminal gives to the text.
    static func width(_ text: String) -> Int {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + DisplayWidth.columns(of: $1) }
    }

    /// At most `columns` wide; what was cut off shows as an ellipsis.
    static func truncated(_ text: String, to columns: Int) -> String {
        guard width(text) > columns else { return text }
        guard columns > 0 else { return "" }
        var kept = ""
        var used = 0
        for character in text {
            let width = DisplayWidth.columns(of: character)
            guard used + width <= columns - 1 else { break }
            kept.append(character)
            used += width
        }
        return kept + "…"
    }

    /// What follows an escape sequence (ECMA-48): CSI with its parameters, or a control string
    /// (OSC, DCS, …) up to its end.
    ///
    /// A control string without an end takes only its introducer away, so that a stray byte in a
    /// tag does not hide the rest of it.
    private static func afterEscape(
        _ text: Substring.UnicodeScalarView
    ) -> Substring.UnicodeScalarView {
        var rest = text.dropFirst()
        var kind = text.first?.value ?? 0
        if kind == 0x1B {
            guard let second = rest.first, (0x20...0x7E).contains(second.value) else { return rest }
            if second.value < 0x30 { return rest.drop { $0.value < 0x30 }.dropFirst() }
            rest = rest.dropFirst()
            // ESC and a letter is the seven-bit spelling of a C1 character.
            kind = second.value + 0x40
        }
        switch kind {
        case 0x9B:
            rest = rest.drop { (0x20...0x3F).contains($0.value) }
            return rest.first.map { (0x40...0x7E).contains($0.value) } == true
                ? rest.dropFirst() : rest
        case 0x90, 0x98, 0x9D...0x9F:
            guard let end = rest.firstIndex(where: { [0x07, 0x1B, 0x9C].contains($0.value) })
            else { return rest }
            let terminator = rest[end].value
            rest = rest[rest.index(after: end)...]
            return terminator == 0x1B && rest.first == "\\" ? rest.dropFirst() : rest
        default:
            return rest
        }
    }
}

/// Columns of a character: 0, 1 or 2 for most, more for clusters that terminals do not join.
enum DisplayWidth {
    static func columns(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        if scalars.count > 1, isEmojiSequence(scalars) { return 2 }
        return scalars.reduce(0) { $0 + columns(of: $1) }
    }

    /// Flags, keycaps, and what a variation selector, a joiner or a skin tone makes of a symbol.
    private static func isEmojiSequence(_ scalars: String.UnicodeScalarView) -> Bool {
        guard let first = scalars.first, first.properties.isEmoji else { return false }
        return scalars.dropFirst().contains { scalar in
            scalar.value == 0xFE0F || scalar.value == 0x200D || scalar.value == 0x20E3
                || scalar.properties.isEmojiModifier || (0x1F1E6...0x1F1FF).contains(scalar.value)
        }
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return value == 0xAD || value < 0x20 ? 0 : 1 }
        // Vowels and finals of Hangul syllables written out join the initial before them.
        if (0x1160...0x11FF).contains(value) { return 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        return scalar.properties.isEmojiPresentation || isWide(value) ? 2 : 1
    }

    /// East Asian Wide and Fullwidth (Unicode, UAX #11), apart from emoji.
    private static func isWide(_ value: UInt32) -> Bool {
        switch value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247,
            0x3250...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
            0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
            0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            return true
        default:
            return false
        }
    }
}
