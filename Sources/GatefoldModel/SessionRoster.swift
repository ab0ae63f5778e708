// SPDX-License-Identifier: MPL-2.0

/// The sessions of one process, and which of them is active: the one that the user means.
///
/// At most one is. What was active before takes over from one that leaves.
package struct SessionRoster: Sendable, Hashable {
    /// One session; numbers are not used again.
    package struct ID: Sendable, Hashable {
        /// Counts from 1, as the bus names of sessions do.
        package let number: Int
    }

    /// In the order in which they were active, the latest last.
    private var order: [ID] = []
    private var lastNumber = 0
    private var isAnyActive = false

    package init() {}

    package var active: ID? { isAnyActive ? order.last : nil }

    package func contains(_ session: ID) -> Bool { order.contains(session) }

    /// Adds a session, which waits to be activated.
    package mutating func register() -> ID {
        lastNumber += 1
        let session = ID(number: lastNumber)
        order.insert(session, at: 0)
        return session
    }

    /// - Returns: whether it is active now; false where it has left.
    @discardableResult
    package mutating func activate(_ session: ID) -> Bool {
        guard let index = order.firstIndex(of: session) else { return false }
        order.append(order.remove(at: index))
        isAnyActive = true
        return true
    }

    /// Removes a session; the one that was active before it takes its place.
    package mutating func unregister(_ session: ID) {
        order.removeAll { $0 == session }
        if order.isEmpty { isAnyActive = false }
    }
}
