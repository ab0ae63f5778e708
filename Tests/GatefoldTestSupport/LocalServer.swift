// SPDX-License-Identifier: MPL-2.0

private import GatefoldGLib
private import Glibc
private import Synchronization

/// An HTTP server on the loopback interface that answers as a test says.
package final class LocalServer: Sendable {
    /// What it was asked.
    package struct Request: Sendable {
        package let head: String
        package let path: String
        package let body: String
        /// How many requests for the path came before.
        package let number: Int

        /// Where a `Range: bytes=` begins.
        package var rangeStart: Int? {
            guard let line = head.split(separator: "\r\n").first(where: { $0.isRange }) else {
                return nil
            }
            return Int(line.drop { $0 != "=" }.dropFirst().prefix { $0 != "-" })
        }
    }

    /// What one request is answered: a head, and the parts of a body, each sent after the one
    /// before was released.
    package struct Answer: Sendable {
        package var head: [String]
        package var body: [[UInt8]] = []
        package var end = End.closed

        package enum End: Sendable {
            case closed
            /// The connection serves the next request.
            case keptAlive
            /// Silent until the client is gone.
            case hanging
            /// The last part of the body, again and again.
            case endless
            /// An RST, by which the client sees that something is wrong.
            case reset
        }

        package init(head: [String], body: [[UInt8]] = [], end: End = .closed) {
            self.head = head
            self.body = body
            self.end = end
        }

        package static func file(_ bytes: [UInt8], type: String = "audio/mpeg") -> Answer {
            Answer(
                head: ["200 OK", "Content-Length: \(bytes.count)", "Content-Type: \(type)"],
                body: [bytes])
        }

        package static func redirect(to location: String) -> Answer {
            Answer(head: ["302 Found", "Location: \(location)", "Content-Length: 0"])
        }

        package static let missing = Answer(head: ["404 Not Found", "Content-Length: 0"])
        package static let hanging = Answer(head: [], end: .hanging)
    }

    package let port: UInt16
    private let host: String
    private let listener: Int32
    private let answer: @Sendable (Request) -> Answer
    private let threads = Worker(threads: 16)
    private let log = Mutex(Log())

    private struct Log {
        var requests: [Request] = []
        var counts: [String: Int] = [:]
        var connections = 0
        var open = 0
        var unanswered = 0
        var mostUnanswered = 0
        var isReleased = false
    }

    package convenience init(_ answers: [String: Answer]) throws {
        try self.init { answers[$0.path] ?? .missing }
    }

    /// - Parameter lastByte: of the address, 127.0.0.x.
    package init(lastByte: UInt32 = 1, _ answer: @escaping @Sendable (Request) -> Answer) throws {
        self.answer = answer
        host = "127.0.0.\(lastByte)"
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = (UInt32(0x7F00_0000) | lastByte).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && getsockname(descriptor, address, &size) == 0
            }
        }
        guard bound, listen(descriptor, 16) == 0 else { throw ServerError() }
        port = UInt16(bigEndian: address.sin_port)
        listener = descriptor
        threads.perform { [weak self] in
            // After the shutdown it is EINVAL.
            while case let client = accept(descriptor, nil, nil), client >= 0 || errno != EINVAL {
                guard client >= 0 else { continue }
                guard let self else {
                    close(client)
                    break
                }
                threads.perform { self.serve(client) }
            }
            // Not before: another server's descriptor may get the number, and lose a client to us.
            close(descriptor)
        }
    }

    deinit {
        // Wakes `accept`.
        shutdown(listener, Int32(SHUT_RDWR))
    }

    package func url(_ path: String, user: String = "") -> String {
        "http://\(user)\(host):\(port)\(path)"
    }

    /// All requests so far.
    package var requests: [Request] { log.withLock { $0.requests } }
    package var requestHeads: [String] { requests.map(\.head) }
    package var connectionCount: Int { log.withLock { $0.connections } }
    package var openConnectionCount: Int { log.withLock { $0.open } }
    /// The largest number of requests at a time whose answer had not gone out whole.
    ///
    /// Connections would not tell: the client's end may be long closed when this one learns of it.
    package var mostUnansweredRequests: Int { log.withLock { $0.mostUnanswered } }

    package func count(of path: String) -> Int { log.withLock { $0.counts[path] ?? 0 } }

    /// Lets bodies go on that stopped after their first part.
    package func release() { log.withLock { $0.isReleased = true } }

    // MARK: Serving

    private func serve(_ client: Int32) {
        log.withLock { log in
            log.connections += 1
            log.open += 1
        }
        while serveRequest(client) {}
        close(client)
        log.withLock { $0.open -= 1 }
    }

    /// Whether the connection may serve another one.
    private func serveRequest(_ client: Int32) -> Bool {
        guard let request = readRequest(client) else { return false }
        let answer = answer(request)
        if answer.body.isEmpty { countAnswer() }
        if !answer.head.isEmpty {
            let connection = if case .keptAlive = answer.end { "keep-alive" } else { "close" }
            let lines = answer.head + ["Connection: \(connection)", "", ""]
            send(Array(("HTTP/1.1 " + lines.joined(separator: "\r\n")).utf8), client)
        }
        for (index, part) in answer.body.enumerated() {
            if index > 0 { waitForRelease(client) }
            if index == answer.body.count - 1 { countAnswer() }
            send(part, client)
        }
        switch answer.end {
        case .closed: return false
        case .keptAlive: return true
        case .hanging: waitForClose(client)
        case .endless: while let part = answer.body.last, send(part, client) {}
        case .reset:
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(
                client, SOL_SOCKET, SO_LINGER, &linger,
                socklen_t(MemoryLayout.size(ofValue: linger)))
        }
        return false
    }

    /// Before the last bytes go out: with them the client may ask again.
    private func countAnswer() { log.withLock { $0.unanswered -= 1 } }

    private func readRequest(_ client: Int32) -> Request? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            if let (head, body) = parts(bytes) { return note(head, body) }
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer[..<count]
        }
    }

    /// Nil until both are there.
    private func parts(_ bytes: [UInt8]) -> (head: String, body: String)? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: bytes[..<end.upperBound], as: UTF8.self)
        let line = head.split(separator: "\r\n").first { $0.isLength }
        let length = line.flatMap { Int($0.drop { $0 != " " }.dropFirst()) } ?? 0
        let body = bytes[end.upperBound...]
        return body.count < length ? nil : (head, String(decoding: body, as: UTF8.self))
    }

    private func note(_ head: String, _ body: String) -> Request {
        let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        return log.withLock { log in
            let number = log.counts[path] ?? 0
            log.counts[path] = number + 1
            log.unanswered += 1
            log.mostUnanswered = max(log.mostUnanswered, log.unanswered)
            let request = Request(head: head, path: path, body: body, number: number)
            log.requests.append(request)
            return request
        }
    }

    /// False if the client is gone.
    @discardableResult
    private func send(_ bytes: [UInt8], _ client: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    private func waitForClose(_ client: Int32) {
        var byte: UInt8 = 0
        while recv(client, &byte, 1, 0) > 0 {}
    }

    /// Returns at a release or when the client is gone.
    private func waitForRelease(_ client: Int32) {
        var descriptor = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
        while !log.withLock({ $0.isReleased }), poll(&descriptor, 1, 20) == 0 {}
    }
}

extension Substring {
    fileprivate var isRange: Bool { lowercased().hasPrefix("range: bytes=") }
    fileprivate var isLength: Bool { lowercased().hasPrefix("content-length: ") }
}

package struct ServerError: Error {}
