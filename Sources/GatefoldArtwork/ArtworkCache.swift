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
    private let folder: CacheFolder
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
        folder = CacheFolder(
            directory, sizeLimit: sizeLimit, protectedSeconds: Self.protectedSeconds)
        self.pictureLimit = pictureLimit
    }

    /// The `file://` URI of a file with these bytes.
    package func store(_ bytes: [UInt8]) throws(ArtworkError) -> String {
        guard bytes.count <= pictureLimit else { throw ArtworkError(.tooLarge) }
        guard let format = ImageFormat(of: bytes) else { throw ArtworkError(.notAnImage) }
        let name = "\(sha256(bytes).prefix(32)).\(format.fileExtension)"
        let path = "\(folder.path)/\(name)"
        if !renew(path, size: bytes.count) {
            do throws(FileError) {
                try folder.write(bytes, to: name)
            } catch {
                throw ArtworkError(.notWritten, cause: error)
            }
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
}
