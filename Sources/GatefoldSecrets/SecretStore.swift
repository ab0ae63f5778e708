// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib

/// Keeps the passwords and tokens of online sources, by the names of the sources.
@PlayerActor
package protocol SecretStore: AnyObject {
    /// Nil where none is kept.
    ///
    /// Where it is locked away, the user is asked to open what holds it.
    func secret(of source: String) async throws(SecretError) -> String?

    /// Whether a secret is kept, and is to be had without the user being asked for anything.
    func isAtHand(_ source: String) async -> Bool

    /// Keeps a secret, in place of one that is kept.
    func keep(_ secret: String, of source: String) async throws(SecretError)

    /// Forgets what is kept, if something is.
    func forget(_ source: String) async throws(SecretError)
}

/// Why a secret is not to be had, or not kept.
package struct SecretError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        /// Nobody on the bus keeps secrets.
        case unavailable
        /// The user did not open what holds it.
        case locked
        /// Others could read it.
        case exposed
        case failed
    }

    package let code: Code
    /// A sentence for the user, without the secret.
    package let description: String

    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
