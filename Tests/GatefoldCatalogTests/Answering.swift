// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport

/// Why a source does not do what it is asked; nil if it does.
func sourceError<Value>(
    _ work: () async throws(SourceError) -> Value
) async -> SourceError? {
    do throws(SourceError) {
        _ = try await work()
        return nil
    } catch {
        return error
    }
}

func json(_ text: String) -> LocalServer.Answer {
    .file(Array(text.utf8), type: "application/json")
}

/// An answer without a body.
func status(_ line: String, _ headers: String...) -> LocalServer.Answer {
    .init(head: [line] + headers + ["Content-Length: 0"])
}

extension LocalServer.Request {
    /// Without the query.
    var place: String { String(path.prefix { $0 != "?" }) }

    /// Of an item of the query.
    func value(_ name: String) -> String? {
        let query = path.drop { $0 != "?" }.dropFirst()
        let item = query.split(separator: "&").first { $0.hasPrefix(name + "=") }
        return item.map { percentDecoded($0.dropFirst(name.count + 1)) }
    }

    func header(_ name: String) -> String? {
        let line = head.split(separator: "\r\n").first {
            $0.lowercased().hasPrefix(name.lowercased() + ": ")
        }
        return line.map { String($0.dropFirst(name.count + 2)) }
    }
}

/// Bad answers that all sources must survive, and what they mean.
let badAnswers: [(LocalServer.Answer, SourceError.Code)] = [
    (json(""), .failed), (json("{"), .failed), (json("[]"), .failed), (json("null"), .failed),
    (json(#"{"results":[{"wrapperType":"tra"#), .failed),
    (.file(Array("<html>".utf8), type: "text/html"), .failed),
    (status("429 Too Many Requests", "Retry-After: 90"), .rateLimited(seconds: 90)),
    (status("500 Internal Server Error"), .failed), (status("503 Service Unavailable"), .offline),
    (.redirect(to: "file:///etc/hostname"), .failed),
    (.init(head: ["200 OK", "Content-Length: 10"], body: [[1]]), .offline),
    (
        .init(head: ["200 OK"], body: [[UInt8](repeating: 0x20, count: 65_536)], end: .endless),
        .failed
    ),
]
