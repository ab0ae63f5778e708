// SPDX-License-Identifier: MPL-2.0

/// Why a source of music did not do what it was asked.
package struct SourceError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        case notFound, invalid, exists, failed
        /// Something newer was asked instead, or nobody waits any more.
        case superseded
        /// The source has no such thing, as a catalog has no way to edit.
        case unsupported
        /// Credentials are missing, wrong or not accepted any more.
        case unauthorised
        /// The account may not do this.
        case notAllowed
        /// The server cannot be reached, or does not answer.
        case offline
        /// Asked too often; again after so many seconds, if the server says so.
        case rateLimited(seconds: Int?)
    }

    package let code: Code
    /// A sentence for the user, without anything secret.
    package let description: String

    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
