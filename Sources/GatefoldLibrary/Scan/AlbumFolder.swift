// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// Where an album lies, which tells two of one name apart.
enum AlbumFolder {
    private static let words = ["cd", "disc", "disk", "dvd", "lp", "side", "vinyl"]

    /// The folder of a track, or the one above where that only holds one disc of several.
    static func of(_ folder: FilePath) -> FilePath {
        isDisc(folder.name) ? folder.parent : folder
    }

    /// `CD1`, `Disc 2`, `disc-03 - Live`, `Side B`: one of the words, and a number or a letter.
    private static func isDisc(_ name: ArraySlice<UInt8>) -> Bool {
        let text = SearchText.fold(String(decoding: name, as: UTF8.self))
        guard let word = words.first(where: text.hasPrefix) else { return false }
        let rest = text.dropFirst(word.count).drop { " -_.#".contains($0) }
        let count = rest.prefix { $0.isASCII && $0.isNumber }
        if count.isEmpty {
            // A letter on its own, as `Side B`; `Disco` and `Cdx` are names.
            return rest.count == 1 && rest.first?.isLetter == true
                && rest.startIndex > text.index(text.startIndex, offsetBy: word.count)
        }
        return count.count <= 2 && rest.dropFirst(count.count).first?.isLetter != true
    }
}
