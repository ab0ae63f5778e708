// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import GatefoldModel
private import Synchronization

/// A command that the desktop can give: by a media key, a headset, a widget.
///
/// Clients see it as possible while it is enabled, has a target, and the state of playback allows
/// it. Handlers are called on the main thread; where the process does not serve its main queue (a
/// plain GLib loop), on a thread of the library, unless `MPRISController.serveMainQueue` is used.
///
/// `@unchecked Sendable`: all that changes is behind mutexes.
open class MPRemoteCommand: NSObject, @unchecked Sendable {
    /// A handler of a command.
    ///
    /// On Apple platforms: the closure is written out in the signatures.
    public typealias Handler = (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus

    let kind: RemoteCommand
    /// Tells the centre that something about the command has changed.
    let onChange: @Sendable () -> Void
    private let state = Mutex(State())

    private struct State: Sendable {
        var isEnabled = true
        var targets: [Target] = []
    }

    init(_ kind: RemoteCommand, onChange: @escaping @Sendable () -> Void) {
        self.kind = kind
        self.onChange = onChange
    }

    /// Whether the command is offered; true unless set.
    public var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set {
            let hasChanged = state.withLock { state in
                defer { state.isEnabled = newValue }
                return state.isEnabled != newValue
            }
            if hasChanged { onChange() }
        }
    }

    /// Adds a handler; one call of the command calls each handler once.
    ///
    /// - Returns: what `removeTarget` takes.
    @discardableResult
    public func addTarget(
        handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
    ) -> Any {
        let target = Target(owner: nil, handler)
        add(target)
        return target
    }

    /// Adds a handler that `removeTarget` finds by its target.
    ///
    /// On Apple platforms: the action is a selector, which Linux does not have. Here it is a method
    /// (`addTarget(self, action: play)`), which keeps its object until it is removed.
    public func addTarget(
        _ target: Any,
        action: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
    ) {
        add(Target(owner: identity(of: target), action))
    }

    /// Removes the handlers of a target or of what `addTarget` returned; nil removes all.
    public func removeTarget(_ target: Any?) {
        let removed = target.flatMap(identity(of:))
        remove { target == nil || $0.isFound(by: removed) }
    }

    /// Removes the handlers of a target.
    ///
    /// On Apple platforms: those with this action alone. Here methods cannot be told apart, and all
    /// of the target's handlers are removed.
    public func removeTarget(
        _ target: Any,
        action: ((MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus)?
    ) {
        removeTarget(target)
    }

    var hasTargets: Bool { state.withLock { !$0.targets.isEmpty } }

    var isOffered: Bool { state.withLock { $0.isEnabled && !$0.targets.isEmpty } }

    /// Calls the handlers that are there now.
    ///
    /// - Returns: the worst of what they say.
    func call(_ event: MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus {
        // Outside the lock: handlers call back, and remove themselves.
        let targets = state.withLock { $0.isEnabled ? $0.targets : [] }
        guard !targets.isEmpty else { return .commandFailed }
        return targets.reduce(.success) { worst, target in
            guard isPresent(target) else { return worst }
            let status = target.handler(event)
            return status.rawValue > worst.rawValue ? status : worst
        }
    }

    /// A handler that an earlier one has removed is not called any more.
    private func isPresent(_ target: Target) -> Bool {
        state.withLock { $0.targets.contains { $0 === target } }
    }

    private func add(_ target: Target) {
        state.withLock { $0.targets.append(target) }
        onChange()
    }

    private func remove(where isRemoved: (Target) -> Bool) {
        // What the handlers hold is released outside the lock: a deinitialiser may call back.
        let removed = state.withLock { state in
            let removed = state.targets.filter(isRemoved)
            state.targets.removeAll(where: isRemoved)
            return removed
        }
        if !removed.isEmpty { onChange() }
    }
}

/// A handler and its names.
///
/// `@unchecked Sendable`: never changes, and the closure is called in one place, on the thread that
/// Apple's rules promise to it.
private final class Target: @unchecked Sendable {
    let owner: ObjectIdentifier?
    let handler: MPRemoteCommand.Handler

    init(owner: ObjectIdentifier?, _ handler: @escaping MPRemoteCommand.Handler) {
        self.owner = owner
        self.handler = handler
    }

    func isFound(by name: ObjectIdentifier?) -> Bool {
        name != nil && (name == owner || name == ObjectIdentifier(self))
    }
}

/// Nil for a value, which has no identity.
private func identity(of target: Any) -> ObjectIdentifier? {
    type(of: target) is AnyClass ? ObjectIdentifier(target as AnyObject) : nil
}
