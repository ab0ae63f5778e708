// SPDX-License-Identifier: MPL-2.0

private import Synchronization

/// A command that says what the listener thinks of the current item.
///
/// MPRIS has no such method; `org.gatefold.RemoteCommands1` has.
///
/// `@unchecked Sendable`: what changes is behind a mutex.
public final class MPFeedbackCommand: MPRemoteCommand, @unchecked Sendable {
    private let state = Mutex(State())

    private struct State: Sendable {
        var isActive = false
        var title = ""
        var shortTitle = ""
    }

    /// Whether the feedback has been given.
    public var isActive: Bool {
        get { state.withLock { $0.isActive } }
        set { change { $0.isActive = newValue } }
    }

    /// What the command is called.
    public var localizedTitle: String {
        get { state.withLock { $0.title } }
        set { change { $0.title = newValue } }
    }

    /// What the command is called where there is little room.
    public var localizedShortTitle: String {
        get { state.withLock { $0.shortTitle } }
        set { change { $0.shortTitle = newValue } }
    }

    private func change(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
        onChange()
    }
}
