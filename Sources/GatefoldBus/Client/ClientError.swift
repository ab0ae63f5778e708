// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus

/// Why a client could not do what it was asked.
package struct ClientError: Error, Hashable, Sendable, CustomStringConvertible {
    package struct Code: Hashable, Sendable {
        private enum Base {
            case noBus, notRunning, didNotStart, noAnswer, exists, unsupported, denied, refused
        }
        private let base: Base
        /// There is no session bus.
        package static let noBus = Code(base: .noBus)
        /// No gatefoldd is on the bus.
        package static let notRunning = Code(base: .notRunning)
        package static let didNotStart = Code(base: .didNotStart)
        /// It is there, and silent.
        package static let noAnswer = Code(base: .noAnswer)
        /// What was to be made is there already.
        package static let exists = Code(base: .exists)
        /// What is asked has no such thing.
        package static let unsupported = Code(base: .unsupported)
        /// A server does not accept who asks, or what for.
        package static let denied = Code(base: .denied)
        package static let refused = Code(base: .refused)
    }

    package let code: Code
    /// A sentence for the user.
    package let description: String

    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    package static let notRunning = ClientError(
        .notRunning, "Nothing is playing: gatefoldd is not running.")

    /// Says in the user's words what the bus or the daemon answered.
    init(_ error: DBusError) {
        switch error.name.split(separator: ".").last {
        case "ServiceUnknown", "NameHasNoOwner":
            self = .notRunning
        case "NoReply", "Timeout", "TimedOut":
            self.init(.noAnswer, "gatefoldd does not answer.")
        case "Disconnected":
            self.init(.noAnswer, "The session bus has gone away.")
        case "NotSupported":
            self.init(.unsupported, error.message)
        case "AccessDenied":
            self.init(.denied, error.message)
        case "FileExists":
            self.init(.exists, error.message)
        default:
            self.init(.refused, error.message.isEmpty ? error.name : error.message)
        }
    }
}
