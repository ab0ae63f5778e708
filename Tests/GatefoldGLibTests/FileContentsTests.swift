// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldModel
import GatefoldTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct `Writing a file atomically` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `replaces the old content by the new`() throws {
        let path = try folder.write("old and longer".utf8, to: "session.json")
        try writeAtomically(path: path.printable, bytes: Array("new".utf8))
        #expect(try readFile(path: path.bytes, limit: 100) == Array("new".utf8))
    }

    @Test func `keeps the old content and leaves nothing behind when the name is taken`() throws {
        let inside = try folder.write("kept".utf8, to: "name/file")
        #expect { try writeAtomically(path: folder["name"].printable, bytes: [1]) } throws: {
            ($0 as? FileError)?.code == EISDIR
        }
        #expect(try readFile(path: inside.bytes, limit: 100) == Array("kept".utf8))
        #expect(try folder.names() == ["name"])
    }

    @Test func `says that the folder is missing`() {
        #expect {
            try writeAtomically(path: folder["missing/file"].printable, bytes: [1])
        } throws: { error in
            (error as? FileError)?.code == ENOENT && "\(error)".contains("No such file")
        }
    }

    @Test func `writes for its user alone unless told otherwise`() throws {
        try writeAtomically(path: folder["own"].printable, bytes: [])
        var status = stat()
        #expect(stat(folder["own"].printable, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func `reads no more than the limit, and no folder`() throws {
        let path = try folder.write([1, 2, 3], to: "file")
        #expect(throws: FileError("reading a file", code: EFBIG)) {
            try readFile(path: path.bytes, limit: 2)
        }
        #expect(throws: FileError("reading a file", code: EISDIR)) {
            try readFile(path: folder.path.bytes, limit: 2)
        }
    }

    @Test func `hashes as sha256sum does`() {
        #expect(
            sha256(Array("abc".utf8))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(sha256([]).hasPrefix("e3b0c44298fc1c14"))
    }
}
