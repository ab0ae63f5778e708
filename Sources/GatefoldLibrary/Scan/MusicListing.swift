// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel

#if canImport(Glibc)
    private import Glibc
#endif

/// The music files and the folders in one folder; whatever else is in it costs no memory.
struct MusicListing {
    struct File: Sendable, Hashable {
        let name: [UInt8]
        let size: Int64
        /// In nanoseconds since 1970.
        let modified: Int64
    }

    let identity: FileStatus.Identity
    /// Of names, sizes and times of all music files, in whatever order the folder lists them.
    private(set) var digest: Int64 = 0
    private(set) var folders: [[UInt8]] = []
    /// Symbolic links to folders.
    private(set) var links: [[UInt8]] = []
    /// Whether there is nothing at all, which is how an unmounted disk looks.
    private(set) var isEmpty = true
    private(set) var count = 0

    private var names: [UInt8] = []
    private var entries: [Entry] = []

    /// A file's name is a piece of `names`: most listings are compared by their digest alone.
    private struct Entry {
        let name: Range<Int>
        let size: Int64
        let modified: Int64
    }

    /// The corresponding C functions are `readdir` and `fstatat`: hidden names, empty files and what
    /// cannot be examined are left out.
    init(of path: FilePath) throws(FileError) {
        let descriptor = path.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw FileError("listing a folder", code: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, let stream = fdopendir(descriptor) else {
            let error = FileError("listing a folder", code: errno)
            close(descriptor)
            throw error
        }
        defer { closedir(stream) }
        identity = FileStatus.Identity(
            device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        errno = 0
        while let entry = readdir(stream) {
            let type = Int32(entry.pointee.d_type)
            // In place: the entry ends with its name, often before the array that C declares does.
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 1) {
                    take($0, type, in: descriptor)
                }
            }
            errno = 0
        }
        guard errno == 0 else { throw FileError("listing a folder", code: errno) }
    }

    /// By name.
    var files: [File] {
        entries.map { entry in
            File(name: Array(names[entry.name]), size: entry.size, modified: entry.modified)
        }.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }

    private mutating func take(
        _ name: UnsafePointer<CChar>, _ type: Int32, in folder: Int32
    ) {
        let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name))
        let isDots = bytes.elementsEqual(".".utf8) || bytes.elementsEqual("..".utf8)
        guard !isDots else { return }
        isEmpty = false
        guard bytes.first != UInt8(ascii: ".") else { return }
        switch type {
        case Int32(DT_DIR): folders.append(Array(bytes))
        case Int32(DT_REG) where !MusicName.isMusic(bytes): return
        case Int32(DT_REG), Int32(DT_LNK), Int32(DT_UNKNOWN):
            var status = stat()
            guard fstatat(folder, name, &status, 0) == 0 else { return }
            examine(bytes, status, isLink: type == Int32(DT_LNK))
        default: return
        }
    }

    private mutating func examine(
        _ name: UnsafeRawBufferPointer, _ status: stat, isLink: Bool
    ) {
        switch status.st_mode & S_IFMT {
        case S_IFDIR where isLink: links.append(Array(name))
        case S_IFDIR: folders.append(Array(name))
        case S_IFREG where status.st_size > 0 && MusicName.isMusic(name):
            let start = names.count
            names += name
            let modified =
                Int64(status.st_mtim.tv_sec) &* 1_000_000_000
                &+ Int64(status.st_mtim.tv_nsec)
            entries.append(
                Entry(
                    name: start..<names.count, size: Int64(status.st_size), modified: modified))
            count += 1
            var hash = StableHash()
            hash.combine(name)
            hash.combine(UInt64(bitPattern: Int64(status.st_size)))
            hash.combine(UInt64(bitPattern: modified))
            // A sum, so that the order does not matter.
            digest &+= hash.value
        default: return
        }
    }
}

/// Tells music by its name, without a string for each.
enum MusicName {
    private static let extensions = Set(
        AudioFormats.audio.flatMap(\.extensions).compactMap { packed(Array($0.utf8)[...]) })

    static func isMusic(_ name: UnsafeRawBufferPointer) -> Bool {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return false }
        return packed(name[(dot + 1)...]).map(extensions.contains) ?? false
    }

    /// Up to eight bytes of ASCII as one number, in lower case.
    private static func packed(_ bytes: some Collection<UInt8>) -> UInt64? {
        guard bytes.count <= 8 else { return nil }
        return bytes.reduce(0) { number, byte in
            number << 8 | UInt64((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
        }
    }
}

/// A hash that is the same in every run, unlike `Hasher`: it is kept in the database.
struct StableHash {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func combine(_ number: UInt64) {
        // As wyhash mixes: both halves of a product.
        let product = (state ^ number).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
        state = product.high ^ product.low ^ 0xd6e8_feb8_6659_fd93
    }

    mutating func combine(_ bytes: UnsafeRawBufferPointer) {
        combine(UInt64(bytes.count))
        var offset = 0
        while offset + 8 <= bytes.count {
            combine(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian)
            offset += 8
        }
        var rest: UInt64 = 0
        for byte in bytes[offset...] { rest = rest << 8 | UInt64(byte) }
        combine(rest)
    }

    mutating func combine(_ text: String) {
        var text = text
        text.withUTF8 { combine(UnsafeRawBufferPointer($0)) }
    }

    var value: Int64 { Int64(bitPattern: state) }
}
