// SPDX-License-Identifier: MPL-2.0

/// One row of the table of commands: what it is called, how it is explained, how it is read.
struct CommandEntry: Sendable {
    struct Option: Sendable {
        let name: String
        /// What follows the name, such as `N`; nil for an option that stands alone.
        var value: String?
        let summary: String
    }

    struct Example: Sendable {
        let line: String
        let meaning: String
    }

    enum Section: String, CaseIterable, Sendable {
        case playing = "Playing"
        case sound = "Sound and order"
        case queue = "Queue"
        case library = "Library"
        case sources = "Online sources"
        case status = "Status"
    }

    let name: String
    /// What follows the name, such as `[PATH…]`.
    var arguments = ""
    /// One line, without a capital and a full stop.
    let summary: String
    /// Sentences for the command's own help.
    var details = ""
    var section = Section.playing
    var options: [Option] = []
    var examples: [Example] = []
    var subcommands: [CommandEntry] = []
    let parse: @Sendable (Operands) throws(UsageError) -> Command

    /// A command without operands.
    static func plain(
        _ name: String, _ summary: String, _ command: Command, section: Section = .playing,
        details: String = "", examples: [Example] = []
    ) -> CommandEntry {
        CommandEntry(
            name: name, summary: summary, details: details, section: section, examples: examples
        ) { (operands) throws(UsageError) in
            try operands.none()
            return command
        }
    }
}
