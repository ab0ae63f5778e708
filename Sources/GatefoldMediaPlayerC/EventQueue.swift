// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel
private import Synchronization

/// Commands that wait for the program to take them, and a descriptor that says so.
final class EventQueue: Sendable {
    typealias Item = (event: RemoteEvent, completion: @Sendable () -> Void)

    private let waiting = WakeDescriptor()
    private let items = Mutex<[Item]>([])

    /// A program that takes nothing is not told everything later.
    private static let longest = 64

    /// Readable while there are commands.
    var descriptor: Int32 { waiting.number }

    func append(_ event: RemoteEvent, _ completion: @escaping @Sendable () -> Void) {
        let isTaken = items.withLock { items in
            guard items.count < Self.longest else { return false }
            items.append((event, completion))
            return true
        }
        guard isTaken else {
            Log.warning("a command that is dropped: the program takes none")
            return completion()
        }
        waiting.signal()
    }

    func takeAll() -> [Item] {
        waiting.clear()
        return items.withLock { items in
            defer { items = [] }
            return items
        }
    }
}
