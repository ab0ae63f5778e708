// SPDX-License-Identifier: MPL-2.0

private import GatefoldGLib
private import GatefoldModel
private import Glibc
internal import Testing

@testable private import gatefold

/// The URI, or the sentence of the problem.
private func uri(_ argument: Argument) -> String {
    do {
        return try Source.uri(of: argument)
    } catch {
        return error.description
    }
}

@Suite struct `Sources on the command line` {
    /// A folder of its own, removed with its content, which is one level deep.
    private final class Folder {
        let path: String
        private var names: [[UInt8]] = []

        init() throws {
            var template = Array("/tmp/gatefold-test-XXXXXX".utf8CString)
            let made = template.withUnsafeMutableBufferPointer {
                $0.baseAddress.flatMap { mkdtemp($0) }
            }
            path = String(cString: try #require(made))
        }

        func make(_ name: [UInt8]) -> Argument {
            let whole = Array(path.utf8) + [UInt8(ascii: "/")] + name
            names.append(whole)
            let file = open((whole + [0]).map { CChar(bitPattern: $0) }, O_CREAT | O_WRONLY, 0o600)
            close(file)
            return Argument(bytes: whole)
        }

        deinit {
            for name in names { unlink((name + [0]).map { CChar(bitPattern: $0) }) }
            rmdir(path)
        }
    }

    @Test func `odd names are encoded byte by byte`() throws {
        let folder = try Folder()
        let odd = folder.make(Array("a b#?%\n+é.ogg".utf8))
        #expect(uri(odd) == "file://\(folder.path)/a%20b%23%3F%25%0A%2B%C3%A9.ogg")
        let raw = folder.make([0x61, 0xFF, 0xFE])
        #expect(uri(raw) == "file://\(folder.path)/a%FF%FE")
    }

    @Test func `every byte that a name can hold comes back`() throws {
        let folder = try Folder()
        let name = (1...255).map { UInt8($0) }.filter { $0 != UInt8(ascii: "/") }
        let text = uri(folder.make(name))
        #expect(FileURI.percentDecode(text.utf8).suffix(name.count) == name[...])
    }

    @Test func `relative and roundabout paths become absolute and plain`() throws {
        let folder = try Folder()
        _ = folder.make(Array("x.ogg".utf8))
        let plain = "file://\(folder.path)/x.ogg"
        let name = folder.path.split(separator: "/").last.map(String.init) ?? ""
        #expect(uri(Argument(bytes: "\(folder.path)//./x.ogg".utf8)) == plain)
        #expect(uri(Argument(bytes: "\(folder.path)/../\(name)/x.ogg".utf8)) == plain)
        #expect(uri(".") == FileURI.encode(FilePath(bytes: Process.workingDirectory)))
    }

    @Test func `what is not there is told`() {
        #expect(uri("/nowhere/x.flac") == "/nowhere/x.flac: no such file or folder")
        #expect(uri("") == ": no such file or folder")
        #expect(uri("/no\u{1B}[31mwhere") == "/nowhere: no such file or folder")
        #expect(uri("/etc/passwd/x") == "/etc/passwd/x: no such file or folder")
    }

    @Test func `URLs pass, made fit for a URI`() {
        #expect(uri("https://example.org/a?b=c&d#e") == "https://example.org/a?b=c&d#e")
        #expect(uri("HTTP://example.org/a%20b") == "HTTP://example.org/a%20b")
        #expect(uri("http://example.org/a b\"é") == "http://example.org/a%20b%22%C3%A9")
        #expect(uri("file:///tmp/x") == "file:///tmp/x")
        #expect(uri("ftp://x/y") == "ftp://x/y: only file, http and https URLs can be played")
    }
}
