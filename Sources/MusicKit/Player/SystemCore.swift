// SPDX-License-Identifier: MPL-2.0

internal import Foundation
internal import GatefoldGLib
internal import GatefoldRuntime
internal import Synchronization

/// The player on the bus.
final class SystemCore: PlayerCore {
    let observers = PlayerObservers()
    private let published = Mutex(PlayerPicture())
    private let hasLooked = Atomic(false)

    /// The first look finds out whether there is a player.
    var picture: PlayerPicture {
        if !hasLooked.exchange(true, ordering: .relaxed) {
            PlayerActor.performAndWait { _ = SystemDeck.shared(for: self) }
        }
        return published.withLock { $0 }
    }

    func steer(_ request: PlayerRequest) {
        PlayerActor.performAndWait {
            SystemDeck.shared(for: self).perform(request) { result in
                guard case .failure(let error) = result else { return }
                Log.info("A request to the system player had no effect.", "\(error)")
            }
        }
    }

    func ask(_ request: PlayerRequest) async throws {
        try await PlayerThread.outcome { completion in
            SystemDeck.shared(for: self).perform(request, then: completion)
        }
    }

    /// Everybody reads the new picture before anybody is told.
    func show(_ picture: PlayerPicture, changed: PlayerObservers.Change) {
        published.withLock { $0 = picture }
        observers.tell(changed)
    }
}
