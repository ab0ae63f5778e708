// SPDX-License-Identifier: MPL-2.0

private import CGatefoldGLib
package import GatefoldModel

#if canImport(Glibc)
    private import Glibc
#endif

/// A file operation that the kernel refused.
package struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was being done, such as "creating a temporary file".
    package let operation: String
    /// The C library's error number, such as `ENOSPC`.
    package let code: Int32

    package init(_ operation: String, code: Int32) {
        self.operation = operation
        self.code = code
    }

    /// The error number in words, such as "No space left on device".
    package var reason: String { String(cString: g_strerror(code)) }

    package var description: String { "\(operation): \(reason)" }
}

/// Replaces the file at `path` by `bytes`, so that a reader and a crash see the old file or the new
/// one and nothing between.
///
/// The bytes go to a temporary file beside it, to the disk, and then take the name. The temporary
/// file is removed when that fails.
///
/// - Parameter mode: the permissions of a new file, less the process's mask.
package func writeAtomically(
    path: String, bytes: [UInt8], mode: Int32 = 0o600
) throws(FileError) {
    try writeAtomically(path: FilePath(path), bytes: bytes, mode: mode)
}

/// The same for a path that need not be UTF-8.
package func writeAtomically(
    path: FilePath, bytes: [UInt8], mode: Int32 = 0o600
) throws(FileError) {
    var temporary = path.bytes.map { CChar(bitPattern: $0) } + Array(".XXXXXX".utf8CString)
    let file = temporary.withUnsafeMutableBufferPointer { name in
        name.baseAddress.map { g_mkstemp_full($0, O_RDWR | O_CLOEXEC, mode) } ?? -1
    }
    guard file >= 0 else { throw FileError("creating a temporary file", code: errno) }
    do throws(FileError) {
        try fill(file, with: bytes)
        let renamed = temporary.withUnsafeBufferPointer { name in
            name.baseAddress.map { name in path.withCString { rename(name, $0) } } ?? -1
        }
        guard renamed == 0 else { throw FileError("renaming a temporary file", code: errno) }
    } catch {
        // Already failing; a temporary file that stays behind costs nothing but its space.
        _ = temporary.withUnsafeBufferPointer { name in name.baseAddress.map { unlink($0) } }
        throw error
    }
}

/// Makes a folder and those above it, for this user alone.
///
/// The corresponding C function is `g_mkdir_with_parents`.
package func makeDirectories(path: String) throws(FileError) {
    guard g_mkdir_with_parents(path, 0o700) == 0 else {
        throw FileError("making a folder", code: errno)
    }
}

/// Makes a folder of the user's music and those above it, which others may read.
package func makeMusicFolders(path: FilePath) throws(FileError) {
    guard path.withCString({ g_mkdir_with_parents($0, 0o755) }) == 0 else {
        throw FileError("making a folder", code: errno)
    }
}

/// The content of a regular file.
///
/// Anything else (a FIFO, a device, a folder) is refused without waiting for it.
///
/// - Parameters:
///   - path: bytes, which need not be UTF-8.
///   - limit: a larger file is refused with `EFBIG`.
package func readFile(path: [UInt8], limit: Int) throws(FileError) -> [UInt8] {
    let name = path.map { CChar(bitPattern: $0) } + [0]
    let file = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw FileError("opening a file", code: errno) }
    // Nothing was written, so closing cannot lose anything.
    defer { _ = close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw FileError("examining a file", code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
        throw FileError(
            "reading a file", code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    guard status.st_size <= limit else { throw FileError("reading a file", code: EFBIG) }
    return try contents(of: file, size: Int(status.st_size))
}

/// At most `size` bytes, fewer if the file has become shorter.
private func contents(of file: Int32, size: Int) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
        while filled < size {
            let rest = UnsafeMutableRawBufferPointer(
                UnsafeMutableBufferPointer(rebasing: buffer[filled..<size]))
            let count = read(file, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { failure = FileError("reading a file", code: errno) }
            guard count > 0 else { return }
            filled += count
        }
    }
    if let failure { throw failure }
    return bytes
}

/// One name in a folder.
package struct FolderItem: Sendable, Hashable {
    /// Need not be UTF-8.
    package let name: [UInt8]
    /// `DT_DIR` and the like; `DT_UNKNOWN` on file systems that do not tell.
    package let type: Int32
}

/// What is in a folder, without `.` and `..`, in no order.
///
/// - Parameter path: bytes, which need not be UTF-8.
package func folderItems(path: [UInt8]) throws(FileError) -> [FolderItem] {
    guard let stream = opendir(path.map { CChar(bitPattern: $0) } + [0]) else {
        throw FileError("listing a folder", code: errno)
    }
    defer { closedir(stream) }
    var items: [FolderItem] = []
    while let entry = readdir(stream) {
        // In place: the entry ends with its name, often before the array that C declares does.
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
        guard name != Array(".".utf8), name != Array("..".utf8) else { continue }
        items.append(FolderItem(name: name, type: Int32(entry.pointee.d_type)))
    }
    return items
}

/// Writes and closes the file, whatever happens.
private func fill(_ file: Int32, with bytes: [UInt8]) throws(FileError) {
    var failure: FileError?
    if !writeAll(bytes, to: file) {
        failure = FileError("writing a temporary file", code: errno)
    } else if fsync(file) != 0 {
        failure = FileError("writing a temporary file to the disk", code: errno)
    }
    if close(file) != 0, failure == nil {
        failure = FileError("closing a temporary file", code: errno)
    }
    if let failure { throw failure }
}

/// False leaves the reason in `errno`.
private func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
        var rest = buffer[...]
        while !rest.isEmpty {
            let count = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
