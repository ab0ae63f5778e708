// SPDX-License-Identifier: MPL-2.0

extension String {
    /// The text with U+FFFD in place of what other implementations of D-Bus refuse.
    ///
    /// NUL would end the text in libdbus. Noncharacters (U+FDD0…U+FDEF and the last two of each
    /// plane) are valid for libdbus and GDBus, but sd-bus drops the whole message.
    var repairedForBus: String {
        var text = self
        let isClean = text.withUTF8 { $0.allSatisfy { $0 != 0 && $0 < 0xEF } }
        guard !isClean, unicodeScalars.contains(where: \.isRefusedOnBus) else { return text }
        var scalars = String.UnicodeScalarView()
        scalars.append(
            contentsOf: unicodeScalars.lazy.map { $0.isRefusedOnBus ? "\u{FFFD}" : $0 })
        return String(scalars)
    }
}

extension Unicode.Scalar {
    fileprivate var isRefusedOnBus: Bool {
        value == 0 || (0xFDD0...0xFDEF).contains(value) || value & 0xFFFE == 0xFFFE
    }
}
