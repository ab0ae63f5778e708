// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// What the name of an untagged file says about its track.
///
/// `07. Some_Song.mp3` is track 7, "Some Song"; `99 Luftballons.mp3` is a title.
struct FileNameTitle: Hashable {
    let title: String
    let trackNumber: Int32?

    init(of path: FilePath) {
        let name = LegacyEncoding.decode(Array(path.stem))
            .split(separator: "_", omittingEmptySubsequences: false).joined(separator: " ")
            .trimmingBlanks
        let digits = name.prefix { $0.isASCII && $0.isNumber }
        let rest = Self.title(after: digits, in: name)
        if (1...3).contains(digits.count), let number = Int32(digits), number > 0, let rest {
            (title, trackNumber) = (rest, number)
        } else {
            (title, trackNumber) = (name.isEmpty ? path.printable : name, nil)
        }
    }

    /// What follows a track number and its separator; nil if the digits belong to the title.
    ///
    /// A dash, a full stop or a bracket separates, a blank only if the number begins with a zero.
    private static func title(after digits: Substring, in name: String) -> String? {
        let rest = name[digits.endIndex...].trimmingBlanks
        if let separator = rest.first, "-.)–".contains(separator) {
            let title = rest.dropFirst().trimmingBlanks
            return title.first.map { !$0.isNumber || rest.dropFirst().first == " " } == true
                ? title : nil
        }
        let isPadded = digits.first == "0" && name[digits.endIndex...].first == " "
        return isPadded && !rest.isEmpty ? rest : nil
    }
}

extension StringProtocol {
    /// Without blanks, line ends and NULs around it.
    var trimmingBlanks: String {
        // Most have none, and end in ASCII, which alone means that nothing combines with it.
        let printed: ClosedRange<Unicode.Scalar> = "!"..."~"
        if let first = unicodeScalars.first, let last = unicodeScalars.last,
            printed.contains(first), printed.contains(last)
        {
            return String(self)
        }
        let isBlank = { (character: Character) in character.isWhitespace || character == "\0" }
        guard let first = firstIndex(where: { !isBlank($0) }),
            let last = lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(self[first...last])
    }
}
