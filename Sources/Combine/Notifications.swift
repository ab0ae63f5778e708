// SPDX-License-Identifier: MPL-2.0

public import Foundation

extension NotificationCenter {
    /// The notifications of a name, one after the other, from the beginning of a loop over them.
    ///
    /// On Apple platforms this is of Foundation, which has none on Linux.
    ///
    /// - Parameter object: whose notifications; nil is anybody's.
    public func notifications(
        named name: Notification.Name, object: (any AnyObject & Sendable)? = nil
    ) -> Notifications {
        Notifications(center: self, name: name, object: object)
    }

    /// The notifications of a name, one after the other; none is lost while another is dealt with.
    public final class Notifications: AsyncSequence, Sendable {
        /// A notification.
        public typealias Element = Notification

        private let center: NotificationCenter
        private let name: Notification.Name
        private let object: (any AnyObject & Sendable)?

        fileprivate init(
            center: NotificationCenter, name: Notification.Name,
            object: (any AnyObject & Sendable)?
        ) {
            self.center = center
            self.name = name
            self.object = object
        }

        /// Begins to listen.
        public func makeAsyncIterator() -> AsyncStream<Notification>.Iterator {
            let (stream, continuation) = AsyncStream.makeStream(of: Notification.self)
            // The token is nothing but handed back.
            nonisolated(unsafe) let token = center.addObserver(
                forName: name, object: object, queue: nil
            ) { notification in
                // It goes to another thread as it does on Apple platforms.
                nonisolated(unsafe) let notification = notification
                continuation.yield(notification)
            }
            continuation.onTermination = { [center] _ in center.removeObserver(token) }
            return stream.makeAsyncIterator()
        }
    }
}
