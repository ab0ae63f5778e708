// SPDX-License-Identifier: MPL-2.0

/// A command line that cannot be understood: exit status 2.
struct UsageError: Error, Hashable, Sendable {
    let message: String
    /// The command whose help explains it; empty is the overview.
    var topic: [String] = []

    init(_ message: String) {
        self.message = message
    }

    /// What goes to standard error, without the program's name before it.
    var text: String {
        message + "\nTry “" + (["gatefold"] + topic + ["--help"]).joined(separator: " ") + "”."
    }
}
