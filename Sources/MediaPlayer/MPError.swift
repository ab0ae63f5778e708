// SPDX-License-Identifier: MPL-2.0

public import Foundation

/// The domain of `MPError` as an `NSError`.
public let MPErrorDomain: String = "MPErrorDomain"

/// An error of Apple's media player framework.
///
/// Nothing in this module throws one; code that handles them compiles.
public struct MPError: CustomNSError, Hashable, Sendable {
    /// What went wrong.
    public enum Code: Int, Sendable {
        /// Nobody knows.
        case unknown = 0
        /// The user does not allow it.
        case permissionDenied = 1
        /// The subscription does not include it.
        case cloudServiceCapabilityMissing = 2
        /// The network does not answer.
        case networkConnectionFailed = 3
        /// There is no such item.
        case notFound = 4
        /// This cannot be done.
        case notSupported = 5
        /// It was given up.
        case cancelled = 6
        /// It took too long.
        case requestTimedOut = 7
    }

    /// What went wrong.
    public let code: Code

    /// An error with a code.
    public init(_ code: Code) {
        self.code = code
    }

    /// `MPErrorDomain`.
    public static var errorDomain: String { MPErrorDomain }
    /// The raw value of the code.
    public var errorCode: Int { code.rawValue }

    /// Nobody knows.
    public static var unknown: Code { .unknown }
    /// The user does not allow it.
    public static var permissionDenied: Code { .permissionDenied }
    /// The subscription does not include it.
    public static var cloudServiceCapabilityMissing: Code { .cloudServiceCapabilityMissing }
    /// The network does not answer.
    public static var networkConnectionFailed: Code { .networkConnectionFailed }
    /// There is no such item.
    public static var notFound: Code { .notFound }
    /// This cannot be done.
    public static var notSupported: Code { .notSupported }
    /// It was given up.
    public static var cancelled: Code { .cancelled }
    /// It took too long.
    public static var requestTimedOut: Code { .requestTimedOut }
}
