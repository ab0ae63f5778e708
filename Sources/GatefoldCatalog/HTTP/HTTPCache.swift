// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib

/// The folder of answers that are kept, each in a file named by a hash.
///
/// Any number of threads and processes may use it at once. What cannot be read or written is as if it
/// were not there.
package struct HTTPCache: Sendable {
    private let folder: CacheFolder
    private let sizeLimit: Int64

    /// - Parameter sizeLimit: in bytes; beyond it the oldest answers go.
    package init(
        directory: String = Directories.cache + "/answers", sizeLimit: Int64 = 32 << 20
    ) {
        folder = CacheFolder(directory, sizeLimit: sizeLimit)
        self.sizeLimit = sizeLimit
    }

    /// - Parameter key: letters and digits.
    package func answer(for key: String) -> KeptAnswer? {
        let path = Array("\(folder.path)/\(key)".utf8)
        guard let bytes = try? readFile(path: path, limit: Int(sizeLimit)) else { return nil }
        return KeptAnswer(file: bytes)
    }

    package func keep(_ answer: KeptAnswer, for key: String) {
        let file = answer.file
        guard file.count <= sizeLimit / 4 else { return }
        do throws(FileError) {
            try folder.write(file, to: key)
        } catch {
            Log.info("An answer of a server is not kept.", "\(error)")
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
