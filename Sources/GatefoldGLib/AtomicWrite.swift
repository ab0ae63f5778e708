// SPDX-License-Identifier: MPL-2.0

private import CGatefoldGLib

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
    var temporary = path.utf8CString.dropLast() + Array(".XXXXXX".utf8CString)
    let file = temporary.withUnsafeMutableBufferPointer { name in
        name.baseAddress.map { g_mkstemp_full($0, O_RDWR | O_CLOEXEC, mode) } ?? -1
    }
    guard file >= 0 else { throw FileError("creating a temporary file", code: errno) }
    do throws(FileError) {
        try fill(file, with: bytes)
        let renamed = temporary.withUnsafeBufferPointer { name in
            name.baseAddress.map { rename($0, path) } ?? -1
        }
        guard renamed == 0 else { throw FileError("renaming a temporary file", code: errno) }
    } catch {
        // Already failing; a temporary file that stays behind costs nothing but its space.
        _ = temporary.withUnsafeBufferPointer { name in name.baseAddress.map { unlink($0) } }
        throw error
    }
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
