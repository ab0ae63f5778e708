// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

#if canImport(Glibc)
    private import Glibc
#endif

/// Makes a copy of a file, which appears whole or not at all.
///
/// The folder of the copy has to be there; the kernel moves the bytes.
package func copyFile(from source: FilePath, to target: FilePath) throws(FileError) {
    let input = source.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard input >= 0 else { throw FileError("opening a file", code: errno) }
    defer { _ = close(input) }
    // Hidden, so that nobody takes the half of it for the file.
    let hidden = Array(".gatefold-\(getpid())-".utf8) + target.name
    let temporary = target.parent.appending(hidden)
    let output = temporary.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644) }
    guard output >= 0 else { throw FileError("creating a file", code: errno) }
    do throws(FileError) {
        try transfer(input, output)
        let renamed = temporary.withCString { old in target.withCString { rename(old, $0) } }
        guard renamed == 0 else { throw FileError("renaming a file", code: errno) }
    } catch {
        // Already failing; a hidden file that stays behind costs nothing but its space.
        _ = temporary.withCString { unlink($0) }
        throw error
    }
}

private func transfer(_ input: Int32, _ output: Int32) throws(FileError) {
    defer { _ = close(output) }
    var count = 1
    while count > 0 {
        count = sendfile(output, input, nil, 1 << 24)
        guard count >= 0 else { throw FileError("copying a file", code: errno) }
    }
    guard fsync(output) == 0 else { throw FileError("writing a file", code: errno) }
}
