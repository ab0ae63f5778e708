// SPDX-License-Identifier: MPL-2.0

/// Why something that a user named cannot be played.
package struct SourceProblem: Error, Sendable, Hashable {
    /// What was named, as text to show.
    package let source: String
    /// In words, without a full stop: "no such file or folder".
    package let reason: String

    package init(_ source: String, _ reason: String) {
        self.source = source
        self.reason = reason
    }
}
