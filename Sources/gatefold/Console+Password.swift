// SPDX-License-Identifier: MPL-2.0

internal import GatefoldBus
internal import GatefoldGLib

#if canImport(Glibc)
    private import Glibc
#endif

/// What is typed where nobody sees it, key by key.
struct HiddenLine: Hashable, Sendable {
    enum Outcome: Hashable, Sendable {
        case line(String)
        /// Ctrl-C, or an end without a line.
        case nothing
    }

    private var bytes: [UInt8] = []

    /// - Returns: what it has come to; nil while there is more to type.
    mutating func take(_ byte: UInt8) -> Outcome? {
        switch byte {
        case 0x0A, 0x0D: return .line(String(decoding: bytes, as: UTF8.self))
        case 0x03: return Outcome.nothing
        case 0x04: return bytes.isEmpty ? Outcome.nothing : nil
        case 0x15: bytes = []
        case 0x7F, 0x08:
            // A character, with the bytes that continue it.
            while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
        default: bytes.append(byte)
        }
        return nil
    }
}

extension Console {
    /// A password: asked for on a terminal without showing it, else the first line of standard input.
    ///
    /// - Parameter what: it is, in the sentence that none was given.
    func password(
        _ question: String, what: String = "password"
    ) throws(ClientError) -> String {
        let isTerminal = isatty(STDIN_FILENO) != 0
        let line = isTerminal ? hiddenLine(question) : readLine()
        guard let line, !line.isEmpty else { throw ClientError(.refused, "No \(what) was given.") }
        return line
    }

    /// The terminal is as it was when this returns: keys that would end the program are only keys
    /// meanwhile.
    private func hiddenLine(_ question: String) -> String? {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        let former = settings
        settings.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        standardError(TerminalText.sanitised(question) + " ")
        defer {
            var former = former
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &former)
            standardError("\n")
        }
        var line = HiddenLine()
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            switch line.take(byte) {
            case .line(let text): return text
            case .nothing: return nil
            case nil: continue
            }
        }
    }
}
