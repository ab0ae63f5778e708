// SPDX-License-Identifier: MPL-2.0

internal import Foundation
internal import GatefoldGLib
internal import GatefoldRuntime
internal import Synchronization

/// The queue in this process.
final class ApplicationCore: PlayerCore {
    let observers = PlayerObservers()
    private let published = Mutex(PlayerPicture())

    var picture: PlayerPicture { published.withLock { $0 } }

    func steer(_ request: PlayerRequest) {
        PlayerActor.performAndWait { ApplicationDeck.shared(for: self).perform(request) }
    }

    func ask(_ request: PlayerRequest) async throws {
        try await PlayerThread.outcome { completion in
            ApplicationDeck.shared(for: self).perform(request, then: completion)
        }
    }

    /// Everybody reads the new picture before anybody is told.
    func show(_ picture: PlayerPicture, changed: PlayerObservers.Change) {
        published.withLock { $0 = picture }
        observers.tell(changed)
    }
}
