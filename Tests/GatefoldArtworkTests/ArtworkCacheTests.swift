// SPDX-License-Identifier: MPL-2.0

import GatefoldArtwork
import GatefoldGLib
import GatefoldModel
import GatefoldTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct `Storing artwork` {
    let folder: TemporaryFolder
    let directory: FilePath
    let cache: ArtworkCache

    init() throws {
        folder = try TemporaryFolder()
        directory = folder["a b#c?d%e ü"]
        cache = ArtworkCache(directory: directory.printable)
    }

    @Test func `C061 C062 C065 C068 C069 answers the URI of a file with the same bytes`() throws {
        let picture = TestImage.png(1)
        let uri = try cache.store(picture)
        #expect(!uri.contains { " #?ü".contains($0) })
        let path = try #require(FileURI.decode(uri))
        #expect(try readFile(path: path.bytes, limit: 1000) == picture)
    }

    @Test func `C064 gives the same picture one URI and two pictures two`() throws {
        let first = try cache.store(TestImage.png(1))
        #expect(try cache.store(TestImage.png(2)) != first)
        #expect(try cache.store(TestImage.png(1)) == first)
        #expect(try names().count == 2)
    }

    @Test(arguments: [
        ("jpg", [0xFF, 0xD8, 0xFF, 0xE1] + [UInt8](repeating: 0, count: 20)),
        ("png", TestImage.png(0)),
        ("gif", Array("GIF89a..............".utf8)),
        ("webp", Array("RIFF....WEBPVP8 ....".utf8)),
        ("bmp", Array("BM....\0\0\0\0....".utf8)),
    ])
    func `names a file by what it is, not by what it is called`(
        fileExtension: String, bytes: [UInt8]
    ) throws {
        let file = try folder.write(bytes, to: "picture.txt")
        #expect(try cache.store(fileAt: file).hasSuffix("." + fileExtension))
    }

    @Test(arguments: ["", "text", "<svg/>", "RIFF....WAVEfmt "])
    func `refuses what is no image`(text: String) {
        #expect { try cache.store(Array(text.utf8)) } throws: {
            ($0 as? ArtworkError)?.code == .notAnImage
        }
    }

    @Test func `refuses a picture over the limit, from memory and from a file`() throws {
        let cache = ArtworkCache(directory: folder["cache"].printable, pictureLimit: 100)
        let file = try folder.write(TestImage.png(1, size: 101), to: "large.png")
        #expect { try cache.store(TestImage.png(1, size: 101)) } throws: {
            ($0 as? ArtworkError)?.code == .tooLarge
        }
        #expect { try cache.store(fileAt: file) } throws: {
            ($0 as? ArtworkError)?.code == .tooLarge
        }
        #expect(!folderExists("cache"))
        _ = try cache.store(TestImage.png(1, size: 100))
    }

    @Test func `refuses a FIFO and a missing file without waiting`() throws {
        let fifo = folder["cover.jpg"]
        #expect(fifo.withCString { mkfifo($0, 0o600) } == 0)
        for path in [fifo, folder["missing.jpg"]] {
            #expect { try cache.store(fileAt: path) } throws: {
                ($0 as? ArtworkError)?.code == .unreadable
            }
        }
    }

    @Test func `says what is wrong with a folder that cannot be made`() throws {
        let file = try folder.write("in the way".utf8, to: "file")
        let cache = ArtworkCache(directory: file.printable + "/artwork")
        #expect { try cache.store(TestImage.png(1)) } throws: { error in
            let error = error as? ArtworkError
            return error?.code == .notWritten && error?.cause?.code == ENOTDIR
        }
    }

    @Test func `writes a file again that was cut short`() throws {
        let uri = try cache.store(TestImage.png(1))
        let path = try #require(FileURI.decode(uri))
        try folder.write([0x89], to: path)
        #expect(try cache.store(TestImage.png(1)) == uri)
        #expect(try readFile(path: path.bytes, limit: 1000) == TestImage.png(1))
    }

    @Test func `lets only its user in`() throws {
        let path = try #require(FileURI.decode(cache.store(TestImage.png(1))))
        #expect(mode(path) == 0o600)
        #expect(mode(path.parent) == 0o700)
    }

    // MARK: Eviction

    @Test func `removes the oldest pictures beyond the limit and keeps what is in use`() throws {
        let cache = ArtworkCache(directory: folder["cache"].printable, sizeLimit: 250)
        let oldest = try aged(cache.store(TestImage.png(1, size: 100)), hours: 4)
        let older = try aged(cache.store(TestImage.png(2, size: 100)), hours: 3)
        let newest = try cache.store(TestImage.png(3, size: 100))
        #expect(!cache.isStored(oldest))
        #expect(cache.isStored(older))
        #expect(cache.isStored(newest))
    }

    @Test func `exceeds the limit rather than remove a picture of the last hour`() throws {
        let cache = ArtworkCache(directory: folder["cache"].printable, sizeLimit: 50)
        let first = try cache.store(TestImage.png(1, size: 100))
        let second = try cache.store(TestImage.png(2, size: 100))
        #expect(cache.isStored(first))
        #expect(cache.isStored(second))
    }

    @Test func `counts a picture that is stored again as in use`() throws {
        let cache = ArtworkCache(directory: folder["cache"].printable, sizeLimit: 50)
        let first = try aged(cache.store(TestImage.png(1, size: 100)), hours: 4)
        _ = try cache.store(TestImage.png(1, size: 100))
        _ = try cache.store(TestImage.png(2, size: 100))
        #expect(cache.isStored(first))
    }

    @Test func `clears away what a killed process left half written`() throws {
        let left = try folder.write([1, 2, 3], to: "cache/0123.jpg.AbCdEf")
        _ = try aged(FileURI.encode(left), hours: 2)
        let cache = ArtworkCache(directory: folder["cache"].printable)
        _ = try cache.store(TestImage.png(1))
        #expect(left.withCString { access($0, F_OK) } != 0)
    }

    @Test func `leaves one whole file when many threads store the same picture`() async throws {
        let picture = TestImage.png(1, size: 100_000)
        let uris = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<16 { group.addTask { [cache] in try cache.store(picture) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        let path = try #require(uris.first.flatMap(FileURI.decode))
        #expect(uris.count == 1)
        #expect(try names().count == 1)
        #expect(try readFile(path: path.bytes, limit: 200_000) == picture)
    }

    // MARK: Witnesses

    private func names() throws -> [String] {
        try folderItems(path: directory.bytes).map { String(decoding: $0.name, as: UTF8.self) }
    }

    private func folderExists(_ name: String) -> Bool {
        folder[name].withCString { access($0, F_OK) } == 0
    }

    private func mode(_ path: FilePath) -> mode_t? {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 ? status.st_mode & 0o777 : nil
    }

    private func aged(_ uri: String, hours: Int) throws -> String {
        let time = timespec(tv_sec: time(nil) - hours * 3600, tv_nsec: 0)
        let path = try #require(FileURI.decode(uri))
        #expect(path.withCString { utimensat(AT_FDCWD, $0, [time, time], 0) } == 0)
        return uri
    }
}
