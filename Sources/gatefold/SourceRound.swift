// SPDX-License-Identifier: MPL-2.0

internal import GatefoldBus
internal import GatefoldGLib
internal import GatefoldModel

/// One question to several sources at once: what each answers is taken as soon as it is there, so that
/// one that hangs holds up no other.
@PlayerActor
final class SourceRound<Value: Sendable> {
    typealias Ask = @PlayerActor (String, @escaping PlayerClient.Completion<Value>) -> Void

    private let console: Console
    private var line = LiveLine { standardError($0) }
    private var waiting: [String] = []
    /// Those that did not answer, and why.
    private(set) var failures: [String: ClientError] = [:]

    init(_ console: Console) {
        self.console = console
    }

    /// Returns when all have answered, or have failed to.
    func run(
        _ names: [String], _ ask: Ask, _ take: @escaping @PlayerActor (String, Value) -> Void
    ) {
        waiting = names
        for name in names {
            ask(name) { [weak self] result in
                self?.finish(name)
                switch result {
                case .success(let value): take(name, value)
                case .failure(let error): self?.fail(name, error, among: names.count)
                }
                self?.show()
            }
        }
        show()
        MainContext.shared.run(until: { waiting.isEmpty })
    }

    private func finish(_ name: String) {
        waiting.removeAll { $0 == name }
        line.erase()
    }

    /// What a source does not have at all is no failure where everybody was asked.
    private func fail(_ name: String, _ error: ClientError, among count: Int) {
        failures[name] = error
        guard error.code != .unsupported || count == 1 else { return }
        // Sources often begin with their name.
        let prefix = "“\(name)”: "
        let reason = error.description
        let rest = reason.hasPrefix(prefix) ? reason.dropFirst(prefix.count) : reason[...]
        console.complain(TerminalText.sanitised("source \(name) did not answer: \(rest)"))
    }

    private func show() {
        guard console.errorIsTerminal, !waiting.isEmpty else { return }
        let text = "Waiting for \(waiting.joined(separator: ", "))…"
        line.show(TerminalText.truncated(text, to: console.errorColumns - 1))
    }
}
