// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
package import GatefoldModel

#if canImport(Glibc)
    private import Glibc
#endif

/// The folder of finished pictures that the desktop's widgets read.
///
/// A file is named by the hash of its content, so a URI never changes its meaning: clients cache by
/// URI. All state is in the file system, and a file appears whole or not at all, so that any number
/// of threads and processes may store at once. The folder and its files belong to the user alone,
/// who also runs the clients.
package struct ArtworkCache: Sendable {
    private let directory: String
    private let sizeLimit: Int64
    private let pictureLimit: Int

    /// A picture in use is younger than this: using it renews its age.
    private static let protectedSeconds = 3600

    /// - Parameters:
    ///   - directory: made when the first picture comes.
    ///   - sizeLimit: in bytes; beyond it the oldest pictures go.
    ///   - pictureLimit: in bytes, of one picture.
    package init(
        directory: String = Directories.cache + "/artwork", sizeLimit: Int64 = 256 << 20,
        pictureLimit: Int = 20 << 20
    ) {
        self.directory = directory
        self.sizeLimit = sizeLimit
        self.pictureLimit = pictureLimit
    }

    /// The `file://` URI of a file with these bytes.
    package func store(_ bytes: [UInt8]) throws(ArtworkError) -> String {
        guard bytes.count <= pictureLimit else { throw ArtworkError(.tooLarge) }
        guard let format = ImageFormat(of: bytes) else { throw ArtworkError(.notAnImage) }
        let path = "\(directory)/\(sha256(bytes).prefix(32)).\(format.fileExtension)"
        if !renew(path, size: bytes.count) {
            try write(bytes, to: path)
            evict()
        }
        return FileURI.encode(FilePath(path))
    }

    /// The `file://` URI of a copy of an image file.
    package func store(fileAt path: FilePath) throws(ArtworkError) -> String {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try readFile(path: path.bytes, limit: pictureLimit)
        } catch {
            throw ArtworkError(error.code == EFBIG ? .tooLarge : .unreadable, cause: error)
        }
        return try store(bytes)
    }

    /// Whether a URI from `store` still has its file; makes it young again.
    package func isStored(_ uri: String) -> Bool {
        guard let path = FileURI.decode(uri) else { return false }
        return path.withCString { utimensat(AT_FDCWD, $0, nil, 0) } == 0
    }

    /// False if there is no such file, or one that a crash of the machine cut short.
    private func renew(_ path: String, size: Int) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size == size
            && utimensat(AT_FDCWD, path, nil, 0) == 0
    }

    private func write(_ bytes: [UInt8], to path: String) throws(ArtworkError) {
        do throws(FileError) {
            try makeDirectories(path: directory)
            try writeAtomically(path: path, bytes: bytes)
        } catch {
            throw ArtworkError(.notWritten, cause: error)
        }
    }

    /// Removes the oldest files until the rest fits.
    ///
    /// What cannot be listed or removed stays: the cache is then too large, and works.
    private func evict() {
        var files = storedFiles()
        var total = files.reduce(0) { $0 + $1.size }
        let limit = time(nil) - Self.protectedSeconds
        files.sort { $0.modified < $1.modified }
        for file in files where file.modified < limit {
            guard total > sizeLimit || file.isTemporary else { continue }
            if unlink("\(directory)/\(file.name)") == 0 { total -= file.size }
        }
    }

    private struct StoredFile {
        let name: String
        let size: Int64
        let modified: Int

        /// Left behind by a process that was killed while writing.
        var isTemporary: Bool { name.split(separator: ".").count > 2 }
    }

    /// Nothing if the folder cannot be listed.
    private func storedFiles() -> [StoredFile] {
        let items = (try? folderItems(path: Array(directory.utf8))) ?? []
        return items.compactMap { item in
            let name = String(decoding: item.name, as: UTF8.self)
            var status = stat()
            guard lstat("\(directory)/\(name)", &status) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { return nil }
            return StoredFile(
                name: name, size: Int64(status.st_size), modified: status.st_mtim.tv_sec)
        }
    }
}
