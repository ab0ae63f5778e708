// SPDX-License-Identifier: MPL-2.0

/// One word of the command line as the kernel hands it over: bytes, which a path need not make
/// valid UTF-8.
struct Argument: Sendable, Hashable {
    let bytes: [UInt8]

    init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    /// The text, in which bytes that are not UTF-8 are U+FFFD; safe to print once sanitised.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The words after the program's name.
    ///
    /// Not `CommandLine.arguments`, which repairs UTF-8 and so loses such paths.
    static var ofProcess: [Argument] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            guard let word = CommandLine.unsafeArgv[index] else { return nil }
            return Argument(bytes: word)
        }
    }

    private init(bytes word: UnsafePointer<CChar>) {
        var length = 0
        while word[length] != 0 { length += 1 }
        bytes = (0..<length).map { UInt8(bitPattern: word[$0]) }
    }
}

extension Argument: ExpressibleByStringLiteral {
    init(stringLiteral value: String) {
        self.init(bytes: value.utf8)
    }
}
