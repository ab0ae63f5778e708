// SPDX-License-Identifier: MPL-2.0

/// Why something that a user named cannot be played.
package struct SourceProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path or URI, as far as it can be shown; empty if it is about all that was named.
    package let source: String
    /// Continues a sentence that `source` begins, such as "does not exist".
    package let reason: String

    package init(source: String, reason: String) {
        self.source = withoutCredentials(source)
        self.reason = reason
    }

    package var description: String { source.isEmpty ? reason : "\(source): \(reason)" }
}
