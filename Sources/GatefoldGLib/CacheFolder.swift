// SPDX-License-Identifier: MPL-2.0

#if canImport(Glibc)
    private import Glibc
#endif

/// A folder of files that may go when there are too many of them, the oldest first.
///
/// All state is in the file system, and a file appears whole or not at all: any number of threads and
/// processes may use it at once.
package struct CacheFolder: Sendable {
    package let path: String
    private let sizeLimit: Int64
    private let protectedSeconds: Int

    /// Longer than anybody writes: a temporary file of this age was left behind by a program that was
    /// killed.
    private static let temporarySeconds = 3600

    /// - Parameters:
    ///   - sizeLimit: in bytes.
    ///   - protectedSeconds: a file that is younger stays.
    package init(_ path: String, sizeLimit: Int64, protectedSeconds: Int = 0) {
        self.path = path
        self.sizeLimit = sizeLimit
        self.protectedSeconds = protectedSeconds
    }

    /// Writes a file that appears whole or not at all, and makes room for it.
    package func write(_ bytes: [UInt8], to name: String) throws(FileError) {
        try makeDirectories(path: path)
        try writeAtomically(path: "\(path)/\(name)", bytes: bytes)
        evict()
    }

    private struct StoredFile {
        let name: String
        let size: Int64
        let modified: timespec

        /// Of what `writeAtomically` has not finished: no other file's name ends in six characters after
        /// a dot.
        var isTemporary: Bool {
            name.utf8.count > 7 && name.utf8.suffix(7).first == UInt8(ascii: ".")
        }
    }

    /// What cannot be listed or removed stays: the cache is then too large, and works.
    private func evict() {
        let now = time(nil)
        var total: Int64 = 0
        var files: [StoredFile] = []
        for file in storedFiles() {
            if file.isTemporary, file.modified.tv_sec < now - Self.temporarySeconds {
                unlink("\(path)/\(file.name)")
            } else {
                total += file.size
                files.append(file)
            }
        }
        files.sort {
            ($0.modified.tv_sec, $0.modified.tv_nsec) < ($1.modified.tv_sec, $1.modified.tv_nsec)
        }
        for file in files where total > sizeLimit && !file.isTemporary {
            guard protectedSeconds == 0 || file.modified.tv_sec < now - protectedSeconds else {
                break
            }
            if unlink("\(path)/\(file.name)") == 0 { total -= file.size }
        }
    }

    /// Nothing if the folder cannot be listed.
    private func storedFiles() -> [StoredFile] {
        let items = (try? folderItems(path: Array(path.utf8))) ?? []
        return items.compactMap { item in
            let name = String(decoding: item.name, as: UTF8.self)
            var status = stat()
            guard lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG
            else { return nil }
            return StoredFile(
                name: name, size: Int64(status.st_size), modified: status.st_mtim)
        }
    }
}
