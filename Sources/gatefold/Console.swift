// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib

#if canImport(Glibc)
    private import Glibc
#endif

/// Standard output and standard error.
struct Console: Sendable {
    /// Whether live lines and colours can be shown.
    let outputIsTerminal: Bool
    let errorIsTerminal: Bool
    let colours: Bool

    init() {
        let terminal = Self.variable("TERM")
        let isCapable = terminal != nil && terminal != "dumb"
        outputIsTerminal = isatty(STDOUT_FILENO) != 0 && isCapable
        errorIsTerminal = isatty(STDERR_FILENO) != 0 && isCapable
        // https://no-color.org: present and not empty.
        colours = outputIsTerminal && (Self.variable("NO_COLOR") ?? "").isEmpty
    }

    /// The width of the terminal, nil where standard output is none.
    var columns: Int? {
        guard outputIsTerminal else { return nil }
        if let width = width(of: STDOUT_FILENO) { return width }
        return Self.variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
    }

    /// The width of the terminal behind standard error, where live lines and questions are.
    var errorColumns: Int { width(of: STDERR_FILENO) ?? columns ?? 80 }

    private func width(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Somebody sits there to answer.
    var canAsk: Bool { errorIsTerminal && isatty(STDIN_FILENO) != 0 }

    /// A line from the terminal; nil where there is none any more, or it is empty.
    func ask(_ question: String) -> String? {
        standardError(question)
        guard let line = readLine(), line.contains(where: { !$0.isWhitespace }) else { return nil }
        return line
    }

    /// Ends the program when nobody reads any more, quietly, and with a sentence when the output
    /// cannot be written.
    func write(_ text: String) {
        var text = text
        let failure = text.withUTF8 { buffer -> Int32 in
            var offset = 0
            while offset < buffer.count {
                let written = Glibc.write(
                    STDOUT_FILENO, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
                if written >= 0 {
                    offset += written
                } else if errno == EAGAIN {
                    var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                    poll(&descriptor, 1, -1)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
        switch failure {
        case 0: return
        case EPIPE: exit(0)
        default:
            complain("cannot write: \(String(cString: strerror(failure)))")
            exit(1)
        }
    }

    func line(_ text: String) { write(text + "\n") }

    /// A line on standard error, with the program's name.
    func complain(_ text: String) { standardError("gatefold: \(text)\n") }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}

/// A line on a terminal that is written over and over.
struct LiveLine: Sendable {
    private let write: @Sendable (String) -> Void
    private var shown = ""

    init(_ write: @escaping @Sendable (String) -> Void) {
        self.write = write
    }

    mutating func show(_ text: String) {
        guard text != shown else { return }
        write("\r" + text + "\u{1B}[K")
        shown = text
    }

    mutating func erase() {
        guard !shown.isEmpty else { return }
        write("\r\u{1B}[K")
        shown = ""
    }

    /// Shows the text again even if it is the same: the terminal has changed.
    mutating func forget() { shown = "" }
}
