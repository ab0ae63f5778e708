// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib

#if canImport(Glibc)
    private import Glibc
#endif

/// The folder of answers that are kept, each in a file named by a hash.
///
/// All state is in the file system, and a file appears whole or not at all: any number of threads
/// and processes may use it at once. What cannot be read or written is as if it were not there.
package struct HTTPCache: Sendable {
    private let directory: String
    private let sizeLimit: Int64

    /// - Parameter sizeLimit: in bytes; beyond it the oldest answers go.
    package init(
        directory: String = Directories.cache + "/answers", sizeLimit: Int64 = 32 << 20
    ) {
        self.directory = directory
        self.sizeLimit = sizeLimit
    }

    /// - Parameter key: letters and digits.
    package func answer(for key: String) -> KeptAnswer? {
        let path = Array("\(directory)/\(key)".utf8)
        guard let bytes = try? readFile(path: path, limit: Int(sizeLimit)) else { return nil }
        return KeptAnswer(file: bytes)
    }

    package func keep(_ answer: KeptAnswer, for key: String) {
        let file = answer.file
        guard file.count <= sizeLimit / 4 else { return }
        do throws(FileError) {
            try makeDirectories(path: directory)
            try writeAtomically(path: "\(directory)/\(key)", bytes: file)
            evict()
        } catch {
            Log.info("An answer of a server is not kept.", "\(error)")
        }
    }

    /// Removes the oldest files until the rest fits.
    private func evict() {
        let names = (try? folderItems(path: Array(directory.utf8))) ?? []
        var files = names.compactMap { item -> (path: String, size: Int64, modified: Int64)? in
            let path = "\(directory)/\(String(decoding: item.name, as: UTF8.self))"
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            let modified = status.st_mtim
            return (
                path, Int64(status.st_size),
                Int64(modified.tv_sec) * 1_000_000_000 + Int64(modified.tv_nsec)
            )
        }
        var total = files.reduce(0) { $0 + $1.size }
        files.sort { $0.modified < $1.modified }
        for file in files where total > sizeLimit {
            if unlink(file.path) == 0 { total -= file.size }
        }
    }
}

/// The form of a file: a line for the form, lines like headers, an empty line, the body.
extension KeptAnswer {
    private static let form = "gatefold answer 1"

    init?(file: [UInt8]) {
        guard let end = file.firstRange(of: [10, 10]) else { return nil }
        let lines = String(decoding: file[..<end.lowerBound], as: UTF8.self).split(separator: "\n")
        guard lines.count >= 2, lines[0] == Self.form, let received = Int64(lines[1]) else {
            return nil
        }
        let headers = lines.dropFirst(2).compactMap { line -> HTTPHeader? in
            let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
            return parts.count == 2 ? HTTPHeader(parts[0], parts[1]) : nil
        }
        let body = Array(file[end.upperBound...])
        self.init(HTTPResponse(status: 200, headers: headers, body: body), received: received)
    }

    var file: [UInt8] {
        let headers = response.headers.map { "\($0.name):\($0.value)" }
        let head = ([Self.form, "\(received)"] + headers).joined(separator: "\n")
        return Array((head + "\n\n").utf8) + response.body
    }
}
