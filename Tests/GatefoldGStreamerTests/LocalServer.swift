// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import Glibc
import Synchronization

/// An HTTP server on the loopback interface that answers as a test says.
final class LocalServer: Sendable {
    /// What one path answers: a head, and the parts of a body, each sent after the one before
    /// was released.
    struct Answer: Sendable {
        var head: [String]
        var body: [[UInt8]] = []
        /// Keeps silent instead.
        var hangs = false

        static func file(_ bytes: [UInt8]) -> Answer {
            Answer(
                head: ["200 OK", "Content-Length: \(bytes.count)", "Content-Type: audio/mpeg"],
                body: [bytes])
        }

        static func redirect(to location: String) -> Answer {
            Answer(head: ["302 Found", "Location: \(location)", "Content-Length: 0"])
        }

        static let hanging = Answer(head: [], hangs: true)
    }

    let port: UInt16
    private let listener: Int32
    private let answers: [String: Answer]
    private let threads = Worker(threads: 8)
    private let released = Mutex(false)
    private let requests = Mutex<[String]>([])

    init(_ answers: [String: Answer]) throws {
        self.answers = answers
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && getsockname(descriptor, address, &size) == 0
            }
        }
        guard bound, listen(descriptor, 8) == 0 else { throw ServerError() }
        port = UInt16(bigEndian: address.sin_port)
        listener = descriptor
        threads.perform { [weak self] in
            while case let client = accept(descriptor, nil, nil), client >= 0 {
                guard let self else {
                    close(client)
                    break
                }
                threads.perform { self.serve(client) }
            }
        }
    }

    deinit {
        // Wakes `accept`.
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// The heads of all requests so far.
    var requestHeads: [String] { requests.withLock { $0 } }

    /// Lets bodies go on that stopped after their first part.
    func release() { released.withLock { $0 = true } }

    private func serve(_ client: Int32) {
        defer { close(client) }
        let head = readHead(client)
        requests.withLock { $0.append(head) }
        let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        let answer = answers[path] ?? Answer(head: ["404 Not Found", "Content-Length: 0"])
        if answer.hangs { return waitForClose(client) }
        let lines = ["HTTP/1.1 " + (answer.head.first ?? "")] + answer.head.dropFirst()
        send(Array((lines + ["Connection: close", "", ""]).joined(separator: "\r\n").utf8), client)
        for (index, part) in answer.body.enumerated() {
            if index > 0 { waitForRelease(client) }
            send(part, client)
        }
    }

    private func readHead(_ client: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func send(_ bytes: [UInt8], _ client: Int32) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    private func waitForClose(_ client: Int32) {
        var byte: UInt8 = 0
        while recv(client, &byte, 1, 0) > 0 {}
    }

    /// Returns at a release or when the client is gone.
    private func waitForRelease(_ client: Int32) {
        var descriptor = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
        while !released.withLock({ $0 }), poll(&descriptor, 1, 20) == 0 {}
    }
}

struct ServerError: Error {}
