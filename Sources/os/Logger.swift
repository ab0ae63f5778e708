// SPDX-License-Identifier: MPL-2.0

@_exported public import os

/// Writes messages of one part of a program to the journal, or to standard error.
///
/// A subset of Apple's module of this name. Where standard error is the journal (under systemd),
/// messages go to it natively, with their level, subsystem and category as fields; else each is a
/// line on standard error. `debug` messages are written only where the environment variable
/// `OS_ACTIVITY_MODE` is `debug`, and none at all where it is `disable`.
///
/// On Apple platforms: values in a message are hidden unless they are marked public. Here the log
/// is the user's own, and only what is marked private or sensitive is hidden.
public struct Logger: Sendable {
    private let log: OSLog

    /// A logger of one part of a program.
    ///
    /// - Parameters:
    ///   - subsystem: usually the program's identifier, such as `org.example.Player`.
    ///   - category: the part of it.
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// A logger without a subsystem.
    public init() {
        log = .default
    }

    /// A logger that writes to `logObj`.
    public init(_ logObj: OSLog) {
        log = logObj
    }

    /// Writes a message at the default level.
    public func log(_ message: @autoclosure () -> OSLogMessage) {
        log.write(.default, message)
    }

    /// Writes a message at `level`.
    public func log(level: OSLogType, _ message: @autoclosure () -> OSLogMessage) {
        log.write(level, message)
    }

    /// Writes a message for who looks for an error in the program: as `debug`.
    public func trace(_ message: @autoclosure () -> OSLogMessage) {
        log.write(.debug, message)
    }

    /// Writes a message for who looks for an error in the program.
    public func debug(_ message: @autoclosure () -> OSLogMessage) {
        log.write(.debug, message)
    }

    /// Writes a message that is helpful, and not essential.
    public func info(_ message: @autoclosure () -> OSLogMessage) {
        log.write(.info, message)
    }

    /// Writes a message at the default level.
    public func notice(_ message: @autoclosure () -> OSLogMessage) {
        log.write(.default, message)
    }

    /// Writes a message about something that may lead to a failure: as `error`.
    public func warning(_ message: @autoclosure () -> OSLogMessage) {
        log.write(.error, message)
    }

    /// Writes a message about an error.
    public func error(_ message: @autoclosure () -> OSLogMessage) {
        log.write(.error, message)
    }

    /// Writes a message about a mistake of the program: as `fault`.
    public func critical(_ message: @autoclosure () -> OSLogMessage) {
        log.write(.fault, message)
    }

    /// Writes a message about a mistake of the program.
    public func fault(_ message: @autoclosure () -> OSLogMessage) {
        log.write(.fault, message)
    }
}

/// Where messages of one part of a program go.
public final class OSLog: Sendable {
    /// Without a subsystem.
    public static let `default` = OSLog(subsystem: "", category: "")
    /// Writes nothing.
    public static let disabled = OSLog(isDisabled: true)

    private let subsystem: String
    private let category: String
    private let isDisabled: Bool

    /// The log of one part of a program.
    public init(subsystem: String, category: String) {
        self.subsystem = subsystem
        self.category = category
        isDisabled = false
    }

    private init(isDisabled: Bool) {
        subsystem = ""
        category = ""
        self.isDisabled = isDisabled
    }

    /// Whether a message of this level would be written.
    public func isEnabled(type: OSLogType) -> Bool {
        !isDisabled && LogOutput.shared.writes(type)
    }

    func write(_ level: OSLogType, _ message: () -> OSLogMessage) {
        guard isEnabled(type: level) else { return }
        LogOutput.shared.write(
            LogRecord(
                level: level, subsystem: subsystem, category: category, text: message().text))
    }
}

/// How important a message is.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// Apple's number.
    public let rawValue: UInt8

    /// A level by Apple's number.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// What is essential to find an error.
    public static let `default` = OSLogType(rawValue: 0x00)
    /// What is helpful.
    public static let info = OSLogType(rawValue: 0x01)
    /// What only a developer needs.
    public static let debug = OSLogType(rawValue: 0x02)
    /// An error.
    public static let error = OSLogType(rawValue: 0x10)
    /// A mistake of the program.
    public static let fault = OSLogType(rawValue: 0x11)
}

/// Writes a message at a level.
public func os_log(
    _ type: OSLogType, log: OSLog = .default, _ message: @autoclosure () -> OSLogMessage
) {
    log.write(type, message)
}

/// Writes a message at the default level.
public func os_log(_ message: @autoclosure () -> OSLogMessage) {
    OSLog.default.write(.default, message)
}

/// Writes a message in the manner of `printf`.
///
/// - Parameter message: with `%@`, `%d` and the like, also as `%{public}@`; what is `%{private}`
///   is hidden.
public func os_log(
    _ message: StaticString, log: OSLog = .default, type: OSLogType = .default, _ arguments: Any...
) {
    log.write(type) { OSLogMessage(format: message.description, arguments) }
}
