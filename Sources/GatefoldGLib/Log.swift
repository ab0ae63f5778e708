// SPDX-License-Identifier: MPL-2.0

private import CGatefoldGLib
private import GatefoldModel
private import Synchronization

/// Diagnostics on standard error; silent unless asked for.
///
/// Messages are constant sentences, what varies goes into `fields`. No title and no path above
/// `debug`, and no credentials at all: a library's message may quote a whole address.
package enum Log {
    package enum Level: Int, Comparable, CaseIterable, Sendable {
        case error, warning, info, debug

        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// Nil is silence.
    package static var level: Level? {
        get { Level(rawValue: threshold.load(ordering: .relaxed)) }
        set { threshold.store(newValue?.rawValue ?? -1, ordering: .relaxed) }
    }

    private static let threshold = Atomic(-1)

    /// Says what the variable `GATEFOLD_LOG` names, such as `warning`: for libraries, which have no
    /// command line.
    package static func obeyEnvironment() {
        guard level == nil, let word = Process.variable("GATEFOLD_LOG") else { return }
        level = Level.allCases.first { "\($0)" == word }
    }

    package static func error(_ message: StaticString, _ fields: @autoclosure () -> String = "") {
        write(.error, message, fields)
    }

    package static func warning(_ message: StaticString, _ fields: @autoclosure () -> String = "") {
        write(.warning, message, fields)
    }

    package static func info(_ message: StaticString, _ fields: @autoclosure () -> String = "") {
        write(.info, message, fields)
    }

    package static func debug(_ message: StaticString, _ fields: @autoclosure () -> String = "") {
        write(.debug, message, fields)
    }

    /// Sends what GLib and the libraries above it would print here instead, as debugging.
    package static func takeOverGLib() {
        g_log_set_writer_func(
            { level, fields, count, _ in
                let message = Log.message(fields, count)
                // The last words of the process, whatever is logged.
                if level.rawValue & G_LOG_LEVEL_ERROR.rawValue != 0 {
                    standardError("gatefold: GLib: \(message)\n")
                }
                Log.debug("GLib", message)
                return G_LOG_WRITER_HANDLED
            }, nil, nil)
        g_set_printerr_handler { text in
            Log.debug("GLib", text.map { String(cString: $0) } ?? "")
        }
    }

    private static func message(_ fields: UnsafePointer<GLogField>?, _ count: gsize) -> String {
        for index in 0..<Int(count) {
            guard let field = fields?[index], String(cString: field.key) == "MESSAGE" else {
                continue
            }
            return field.value.map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
        }
        return ""
    }

    private static func write(_ level: Level, _ message: StaticString, _ fields: () -> String) {
        guard level.rawValue <= threshold.load(ordering: .relaxed) else { return }
        let detail = withoutCredentials(in: fields())
        let line = "gatefold \(level): \(message)\(detail.isEmpty ? "" : " ")\(detail)\n"
        // One write, so that lines of two threads do not mix. A closed standard error loses the
        // line, and there is nobody left to tell.
        standardError(line)
    }
}
