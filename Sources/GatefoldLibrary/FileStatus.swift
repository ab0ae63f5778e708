// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel

#if canImport(Glibc)
    private import Glibc
#endif

/// What is at a path, symbolic links followed; looking never opens it, so a FIFO cannot block.
struct FileStatus: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case regular
        case folder
        /// A FIFO, a socket or a device, in words.
        case special(String)
    }

    /// Names a file whatever path leads to it.
    struct Identity: Sendable, Hashable {
        let device: UInt64
        let inode: UInt64
    }

    let kind: Kind
    let identity: Identity
    let size: Int64
    /// In nanoseconds since 1970.
    let modified: Int64

    init(of path: FilePath) throws(FileError) {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else {
            throw FileError("examining a file", code: errno)
        }
        identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        size = Int64(status.st_size)
        modified = nanoseconds(status.st_mtim)
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFIFO: .special("a FIFO")
            case S_IFSOCK: .special("a socket")
            default: .special("a device")
            }
    }

    /// When what is at a path, or its rights, last changed, whatever `modified` was set to; in
    /// nanoseconds since 1970, nil where nothing is.
    static func changeTime(of path: FilePath) -> Int64? {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
        return nanoseconds(status.st_ctim)
    }

    /// The clock that files are stamped by, in nanoseconds since 1970: on a busy machine it may be many
    /// milliseconds behind the time of day.
    static var clock: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return nanoseconds(time)
    }
}

private func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

extension FilePath {
    var exists: Bool { withCString { access($0, F_OK) } == 0 }

    /// Whether the file may be read, without opening it.
    func checkReadable() throws(FileError) {
        guard withCString({ faccessat(AT_FDCWD, $0, R_OK, AT_EACCESS) }) == 0 else {
            throw FileError("examining a file", code: errno)
        }
    }

    /// What is in a folder, hidden names left out, in no order.
    func folderEntries() throws(FileError) -> [FolderEntry] {
        try folderItems(path: bytes).filter { $0.name.first != UInt8(ascii: ".") }
            .map { FolderEntry(path: appending($0.name), type: $0.type) }
    }
}

/// A file or folder in a folder.
struct FolderEntry {
    let path: FilePath
    let isFolder: Bool

    /// Only a symbolic link, and a file system that tells no types, cost a look at the file.
    fileprivate init(path: FilePath, type: Int32) {
        self.path = path
        isFolder =
            switch type {
            case Int32(DT_DIR): true
            case Int32(DT_LNK), Int32(DT_UNKNOWN):
                // What cannot be examined is no folder; it is reported when its turn comes.
                (try? FileStatus(of: path))?.kind == .folder
            default: false
            }
    }
}
