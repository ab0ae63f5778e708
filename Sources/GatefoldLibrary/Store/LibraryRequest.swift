// SPDX-License-Identifier: MPL-2.0

private import Synchronization

/// Something asked of the library, which can be given up.
package final class LibraryRequest: Sendable {
    private let flag = Atomic(false)

    package init() {}

    package var isCancelled: Bool { flag.load(ordering: .relaxed) }

    /// The work ends soon, whether it has begun or not; it answers `.cancelled`, if anything.
    package func cancel() { flag.store(true, ordering: .relaxed) }
}
