// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib

#if canImport(Glibc)
    private import Glibc
#endif

/// Only one program scans a library at a time.
///
/// A lock on a file beside the library: the kernel gives it back whatever becomes of the program.
final class ScanLock: Sendable {
    private let descriptor: Int32

    /// - Throws: `.busy` while another scan has it.
    init(beside library: String) throws(LibraryError) {
        let path = library + ".scan"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw LibraryError(
                errno == EROFS || errno == EACCES ? .readOnly : .unavailable,
                "scanning the library", detail: FileError("", code: errno).reason)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw LibraryError(.busy, "scanning the library")
        }
    }

    /// Before its end: others may scan.
    func release() {
        _ = flock(descriptor, LOCK_UN)
    }

    deinit {
        close(descriptor)
    }
}
