// SPDX-License-Identifier: MPL-2.0

package import CGatefoldGLib

/// A `GSource` for one file descriptor whose conditions change, which can also be made ready by hand.
///
/// For libraries that own a socket and say what they wait for: libdbus and libcurl.
@PlayerActor
package final class DescriptorSource {
    /// What runs when the source is ready, with the conditions that the descriptor meets.
    package typealias Action = @PlayerActor (GIOCondition) -> Void

    /// `nonisolated(unsafe)`: `deinit` destroys it from any thread, which GLib allows; all else
    /// happens on the actor.
    private nonisolated(unsafe) let source: UnsafeMutablePointer<GSource>
    private let state: State

    package init(name: StaticString, _ action: @escaping Action) {
        // GLib ends the process itself when memory is gone, so there is always a source.
        guard let source = g_source_new(Self.functions, guint(MemoryLayout<GSource>.size)) else {
            preconditionFailure("GLib made no source")
        }
        self.source = source
        state = State(action)
        g_source_set_callback(
            source, nil, Unmanaged.passRetained(state).toOpaque(),
            { if let data = $0 { Unmanaged<State>.fromOpaque(data).release() } })
        g_source_set_priority(source, G_PRIORITY_DEFAULT)
        // GLib takes the descriptors of a source that must not recurse off its list for each
        // dispatch, and wakes itself by four system calls for it. Nothing runs the context while
        // it dispatches, so nothing recurses.
        g_source_set_can_recurse(source, 1)
        name.withUTF8Buffer { text in
            text.withMemoryRebound(to: CChar.self) {
                g_source_set_static_name(source, $0.baseAddress)
            }
        }
        g_source_attach(source, MainContext.shared.context)
    }

    deinit {
        g_source_destroy(source)
        g_source_unref(source)
    }

    /// Waits for `condition` on the descriptor, in place of what was waited for.
    package func watch(_ number: Int32, for condition: GIOCondition) {
        if let descriptor = state.descriptor, descriptor.number == number {
            guard descriptor.condition != condition else { return }
            g_source_modify_unix_fd(source, descriptor.tag, condition)
            state.descriptor?.condition = condition
            return
        }
        unwatch()
        guard let tag = g_source_add_unix_fd(source, number, condition) else { return }
        state.descriptor = (number, condition, tag)
    }

    /// Forgets the descriptor, before its owner closes it.
    package func unwatch() {
        guard let descriptor = state.descriptor else { return }
        g_source_remove_unix_fd(source, descriptor.tag)
        state.descriptor = nil
    }

    /// Makes the source ready in the next turn.
    package func wake() {
        g_source_set_ready_time(source, 0)
    }

    /// Nothing runs any more.
    package func cancel() {
        state.descriptor = nil
        g_source_destroy(source)
    }

    /// What the C callback sees.
    @PlayerActor
    private final class State {
        let action: Action
        var descriptor: (number: Int32, condition: GIOCondition, tag: gpointer)?

        init(_ action: @escaping Action) {
            self.action = action
        }

        func dispatch(_ source: UnsafeMutablePointer<GSource>) {
            g_source_set_ready_time(source, -1)
            action(
                descriptor.map { g_source_query_unix_fd(source, $0.tag) }
                    ?? GIOCondition(rawValue: 0))
        }
    }

    /// Without `prepare` and `check` a source is ready by its descriptor or its time: all we need.
    private static let functions: UnsafeMutablePointer<GSourceFuncs> = {
        let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
        functions.initialize(to: GSourceFuncs())
        functions.pointee.dispatch = { source, _, data in
            guard let source, let data else { return 0 }  // G_SOURCE_REMOVE
            let state = Unmanaged<State>.fromOpaque(data).takeUnretainedValue()
            nonisolated(unsafe) let ownSource = source  // ours while it dispatches
            PlayerActor.assumeIsolated { state.dispatch(ownSource) }
            return 1  // G_SOURCE_CONTINUE
        }
        return functions
    }()
}
