// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

#if canImport(Glibc)
    private import Glibc
#endif

/// What the user names to be played: a path or a URL → an absolute URI for the daemon.
enum Source {
    struct Problem: Error, Hashable, Sendable {
        /// `/x: no such file or folder`.
        let description: String
    }

    /// A folder or file that need not be there.
    static func futureURI(of argument: Argument) throws(Problem) -> String {
        if scheme(of: argument.bytes) == "file" { return FileURI.tidyRemote(argument.bytes) }
        guard !argument.bytes.contains(0), !argument.bytes.isEmpty else {
            throw problem(argument, "no such file or folder")
        }
        return FileURI.encode(try absolute(argument))
    }

    static func uri(of argument: Argument) throws(Problem) -> String {
        // Something of the library or of an online source, as gatefold search --json names it.
        if LibraryURI(argument.text) != nil || SourceURI(argument.text) != nil {
            return argument.text
        }
        if let scheme = scheme(of: argument.bytes) {
            guard ["file", "http", "https"].contains(scheme) else {
                throw problem(argument, "only file, http and https URLs can be played")
            }
            return FileURI.tidyRemote(argument.bytes)
        }
        guard !argument.bytes.contains(0), !argument.bytes.isEmpty else {
            throw problem(argument, "no such file or folder")
        }
        var information = stat()
        guard withPath(argument.bytes, { stat($0, &information) }) == 0 else {
            throw problem(argument, reason(errno))
        }
        return FileURI.encode(try absolute(argument))
    }

    /// The scheme in lower case, where the word begins like `scheme://`.
    private static func scheme(of bytes: [UInt8]) -> String? {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            bytes[colon...].starts(with: "://".utf8)
        else { return nil }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        let isName = scheme.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
        }
        return isName ? scheme : nil
    }

    /// Lexically where that is exact; a path that goes up is resolved by the kernel's rule, which
    /// follows links first.
    private static func absolute(_ argument: Argument) throws(Problem) -> FilePath {
        let slash = UInt8(ascii: "/")
        let parts = argument.bytes.split(separator: slash)
        if parts.contains(where: { Array($0) == Array("..".utf8) }) {
            guard let resolved = withPath(argument.bytes, { realpath($0, nil) }) else {
                throw problem(argument, reason(errno))
            }
            defer { free(resolved) }
            return FilePath(bytes: bytes(resolved))
        }
        var whole = argument.bytes
        if whole.first != slash {
            guard let folder = getcwd(nil, 0) else { throw problem(argument, reason(errno)) }
            defer { free(folder) }
            whole = bytes(folder) + [slash] + whole
        }
        let kept = whole.split(separator: slash).filter { Array($0) != Array(".".utf8) }
        return FilePath(bytes: [slash] + kept.joined(separator: [slash]))
    }

    private static func withPath<Value>(
        _ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Value
    ) -> Value {
        (bytes + [0]).withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { characters in
                // The buffer holds at least the closing zero.
                guard let path = characters.baseAddress else { preconditionFailure("no path") }
                return body(path)
            }
        }
    }

    private static func bytes(_ string: UnsafePointer<CChar>) -> [UInt8] {
        (0..<strlen(string)).map { UInt8(bitPattern: string[$0]) }
    }

    private static func problem(_ argument: Argument, _ reason: String) -> Problem {
        Problem(
            description:
                "\(TerminalText.sanitised(withoutCredentials(argument.text))): \(reason)")
    }

    private static func reason(_ code: Int32) -> String {
        switch code {
        case ENOENT, ENOTDIR: "no such file or folder"
        case EACCES: "permission denied"
        case ELOOP: "a symbolic link that leads to itself"
        default: String(cString: strerror(code)).lowercased()
        }
    }
}
