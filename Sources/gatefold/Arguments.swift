// SPDX-License-Identifier: MPL-2.0

/// Words of the command line → a command, by the table.
enum Arguments {
    static func parse(_ words: [Argument]) throws(UsageError) -> Command {
        guard let first = words.first else {
            throw UsageError("no command given")
        }
        switch first.text {
        case "--version", "-V": return .version
        case "--help", "-h": return .help([])
        case "help": return .help(try topic(words.dropFirst()))
        default: return try parse(words[...], in: CommandTable.commands, under: [])
        }
    }

    private static func parse(
        _ words: ArraySlice<Argument>, in entries: [CommandEntry], under path: [String]
    ) throws(UsageError) -> Command {
        let entry = try find(words.first, in: entries, under: path)
        let rest = words.dropFirst()
        let path = path + [entry.name]
        if let word = rest.first, !entry.subcommands.isEmpty, !word.text.hasPrefix("-") {
            return try parse(rest, in: entry.subcommands, under: path)
        }
        do {
            let operands = try Operands(rest, of: entry)
            return operands.wantsHelp ? .help(path) : try entry.parse(operands)
        } catch {
            var error = error
            error.topic = path
            throw error
        }
    }

    /// The entry that a word names.
    private static func find(
        _ word: Argument?, in entries: [CommandEntry], under path: [String]
    ) throws(UsageError) -> CommandEntry {
        let name = word?.text ?? ""
        if let entry = entries.first(where: { $0.name == name }) { return entry }
        let kind = name.hasPrefix("-") ? "option" : "command"
        let full = TerminalText.sanitised((path + [name]).joined(separator: " "))
        let names = entries.map(\.name) + (path.isEmpty ? ["--help", "--version"] : [])
        let hint =
            Suggestion.nearest(to: name, in: names).map {
                "; did you mean “\((path + [$0]).joined(separator: " "))”?"
            } ?? ""
        var error = UsageError("there is no \(kind) “\(full)”\(hint)")
        error.topic = path
        throw error
    }

    /// The path of commands after `help`.
    private static func topic(_ words: ArraySlice<Argument>) throws(UsageError) -> [String] {
        var entries = CommandTable.commands
        var path: [String] = []
        for word in words where word.text != "--help" && word.text != "-h" {
            let entry = try find(word, in: entries, under: path)
            path.append(entry.name)
            entries = entry.subcommands
        }
        return path
    }
}

/// The words after a command's name, its options taken out.
struct Operands: Hashable, Sendable {
    private(set) var words: [Argument] = []
    private(set) var wantsHelp = false
    /// The options with their values; those that stand alone have none.
    private var options: [String: [String]] = [:]

    /// Splits options from operands; after `--` every word is an operand.
    ///
    /// A minus before a digit is a negative number, not an option.
    fileprivate init(
        _ words: ArraySlice<Argument>, of entry: CommandEntry
    ) throws(UsageError) {
        var rest = words
        var takesOptions = true
        while let word = rest.popFirst() {
            let text = word.text
            switch text {
            case _ where !takesOptions || !Self.looksLikeOption(text): self.words.append(word)
            case "--": takesOptions = false
            case "--help", "-h": wantsHelp = true
            default: try takeOption(text, of: entry, &rest)
            }
        }
    }

    /// `--limit 5` and `--limit=5` are the same.
    private mutating func takeOption(
        _ text: String, of entry: CommandEntry, _ rest: inout ArraySlice<Argument>
    ) throws(UsageError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = entry.options.first(where: { $0.name == name }) else {
            throw Self.unknownOption(text, of: entry)
        }
        guard let placeholder = option.value else {
            guard parts.count == 1 else { throw UsageError("\(name) takes no value") }
            return options[name] = []
        }
        let value = parts.count == 2 ? String(parts[1]) : rest.popFirst()?.text
        guard let value else { throw UsageError("\(name) needs a value: \(placeholder)") }
        options[name, default: []].append(value)
    }

    private static func looksLikeOption(_ text: String) -> Bool {
        guard text.hasPrefix("-"), let second = text.dropFirst().first else { return false }
        return !("0"..."9").contains(second) && second != "."
    }

    private static func unknownOption(_ text: String, of entry: CommandEntry) -> UsageError {
        let names = entry.options.map(\.name) + ["--help"]
        let hint = Suggestion.nearest(to: text, in: names).map { "; did you mean “\($0)”?" } ?? ""
        let name = TerminalText.sanitised(text)
        return UsageError("\(entry.name) has no option “\(name)”\(hint)")
    }

    func has(_ option: String) -> Bool { options[option] != nil }

    /// The values of an option that may be given more than once.
    func values(of option: String) -> [String] { options[option] ?? [] }

    /// The value of an option; the last one counts.
    func value(of option: String) -> String? { options[option]?.last }

    /// The operands as one text, with a space between two.
    func phrase(_ what: String) throws(UsageError) -> String {
        try atLeastOne(what).map(\.text).joined(separator: " ")
    }

    func none() throws(UsageError) {
        if let word = words.first { throw Self.surplus(word) }
    }

    func optional() throws(UsageError) -> String? {
        if words.count > 1 { throw Self.surplus(words[1]) }
        return words.first?.text
    }

    func one(_ what: String) throws(UsageError) -> String {
        guard let word = try optional() else { throw UsageError("\(what) is missing") }
        return word
    }

    func atLeastOne(_ what: String) throws(UsageError) -> [Argument] {
        if words.isEmpty { throw UsageError("\(what) is missing") }
        return words
    }

    func two(_ first: String, _ second: String) throws(UsageError) -> (String, String) {
        if words.count > 2 { throw Self.surplus(words[2]) }
        guard let one = words.first else { throw UsageError("\(first) is missing") }
        guard words.count == 2 else { throw UsageError("\(second) is missing") }
        return (one.text, words[1].text)
    }

    private static func surplus(_ word: Argument) -> UsageError {
        UsageError("“\(TerminalText.sanitised(word.text))” is one argument too many")
    }
}
