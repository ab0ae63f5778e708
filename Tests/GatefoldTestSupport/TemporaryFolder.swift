// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib
package import GatefoldModel

#if canImport(Glibc)
    private import Glibc
#endif

/// A folder that is removed with everything in it when the last reference to it goes.
package final class TemporaryFolder: Sendable {
    package let path: FilePath

    package init() throws(FileError) {
        var name = Array("/tmp/gatefold-test-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw FileError("making a folder", code: errno) }
        path = FilePath(bytes: name.dropLast().map { UInt8(bitPattern: $0) })
        // Others may pass through, so that a test can be another user.
        _ = path.withCString { chmod($0, 0o755) }
    }

    /// The names in it, sorted.
    package func names(in name: String = ".") throws(FileError) -> [String] {
        try folderItems(path: self[name].bytes)
            .map { String(decoding: $0.name, as: UTF8.self) }.sorted()
    }

    /// The text of a file in it, which may be longer the next time.
    package func read(_ name: String) throws(FileError) -> String {
        String(decoding: try readFile(path: self[name].bytes, limit: 1 << 20), as: UTF8.self)
    }

    deinit {
        removeTree(path)
    }

    /// The path of a name in it, which need not exist.
    package subscript(name: String) -> FilePath { path.appending(Array(name.utf8)) }

    /// Writes a file and the folders that lead to it.
    @discardableResult
    package func write(_ bytes: some Sequence<UInt8>, to name: String) throws(FileError) -> FilePath
    {
        try write(bytes, to: self[name])
    }

    /// Writes a file, whose name need not be UTF-8, and the folders that lead to it.
    @discardableResult
    package func write(
        _ bytes: some Sequence<UInt8>, to path: FilePath
    ) throws(FileError) -> FilePath {
        try makeDirectories(path: path.parent.printable)
        let file = path.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
        guard file >= 0 else { throw FileError("creating a file", code: errno) }
        defer { _ = close(file) }
        let bytes = Array(bytes)
        guard bytes.isEmpty || Glibc.write(file, bytes, bytes.count) == bytes.count else {
            throw FileError("writing a file", code: errno)
        }
        return path
    }
}

/// Removes what can be removed; a test's result does not depend on it.
private func removeTree(_ path: FilePath) {
    guard path.withCString({ unlink($0) }) != 0 else { return }
    for item in (try? folderItems(path: path.bytes)) ?? [] {
        removeTree(path.appending(item.name))
    }
    _ = path.withCString { rmdir($0) }
}
