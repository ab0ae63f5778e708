// SPDX-License-Identifier: MPL-2.0

internal import Foundation
internal import GatefoldGLib
internal import GatefoldModel
internal import Synchronization

/// What a player's objects read and steer: a queue in this process, or the player on the bus.
protocol PlayerCore: AnyObject, Sendable {
    /// What was last known; at once, from any thread.
    var picture: PlayerPicture { get }
    var observers: PlayerObservers { get }

    /// Does what has no outcome to wait for; when this returns, `picture` shows it.
    func steer(_ request: PlayerRequest)
    /// Does it, and waits for the outcome.
    func ask(_ request: PlayerRequest) async throws
}

/// What can be asked of a player.
enum PlayerRequest: Sendable {
    case play
    case prepare
    case pause
    case stop
    case restart
    case skipToNext
    case skipToPrevious
    case seek(TimeInterval)
    case scan(ScanDirection?)
    case setRate(Float)
    case setRepeatMode(MusicPlayer.RepeatMode?)
    case setShuffleMode(MusicPlayer.ShuffleMode?)
    /// The whole queue, from one entry on.
    case replace([MusicPlayer.Queue.Entry], startingAt: MusicPlayer.Queue.Entry.ID?)
    /// The same queue, changed by hand: what plays goes on if it is still there.
    case edit([MusicPlayer.Queue.Entry])
    case insert([MusicPlayer.Queue.Entry], MusicPlayer.Queue.EntryInsertionPosition)
    case designate(MusicPlayer.Queue.Entry.ID)
}

enum ScanDirection: Hashable, Sendable {
    case forward, backward
}

/// What is known of a player at one moment.
struct PlayerPicture: Sendable {
    var status = MusicPlayer.PlaybackStatus.stopped
    /// 0 unless something plays.
    var rate: Float = 0
    var repeatMode: MusicPlayer.RepeatMode?
    var shuffleMode: MusicPlayer.ShuffleMode?
    var audioVariant: AudioVariant?
    var entries: [MusicPlayer.Queue.Entry] = []
    var current: MusicPlayer.Queue.Entry?
    var isPrepared = false
    var clock = PositionClock(
        base: .zero, since: MonotonicTime(nanoseconds: 0), rate: 1, isRunning: false)
    var length: MediaTime?

    /// In seconds, from 0 to the length.
    var playbackTime: TimeInterval {
        let now = MonotonicTime(nanoseconds: monotonicNanoseconds())
        let position = max(.zero, clock.position(at: now))
        return (length.map { min($0, position) } ?? position).seconds
    }

    /// Whether what `MusicPlayer.State` shows is the same.
    func hasSameState(as other: PlayerPicture) -> Bool {
        status == other.status && rate == other.rate && repeatMode == other.repeatMode
            && shuffleMode == other.shuffleMode && audioVariant == other.audioVariant
    }
}

/// Who is told when a player has changed.
///
/// Everybody hears of a change after it has happened, on one thread of the library's own, in order.
/// A queue that was replaced is told as well: who subscribed to it wants to know of the player.
final class PlayerObservers: Sendable {
    /// What has changed.
    struct Change: OptionSet, Sendable {
        let rawValue: Int
        static let state = Change(rawValue: 1)
        static let queue = Change(rawValue: 2)
    }

    private let objects = Mutex<[WeakObject]>([])
    private let worker = Worker(threads: 1)

    /// `@unchecked`: what is held is only handed out, as a reference to something `Sendable`.
    private struct WeakObject: @unchecked Sendable {
        weak var object: (any PlayerObservable)?
    }

    /// Has an object's observers told as long as it lives.
    func add(_ object: any PlayerObservable) {
        objects.withLock { objects in
            objects.removeAll { $0.object == nil || $0.object === object }
            objects.append(WeakObject(object: object))
        }
    }

    func tell(_ change: Change) {
        guard !change.isEmpty else { return }
        worker.perform { [self] in
            for object in objects.withLock({ $0.compactMap(\.object) }) { object.tell(change) }
        }
    }
}

/// An object with observers that the Observation framework keeps.
protocol PlayerObservable: AnyObject, Sendable {
    func tell(_ change: PlayerObservers.Change)
}

/// The thread of all players.
enum PlayerThread {
    /// Runs `body` there, and returns what it is told, or throws.
    static func outcome(
        _ body: @escaping @PlayerActor @Sendable (@escaping Completion) -> Void
    ) async throws {
        try await withCheckedThrowingContinuation { continuation in
            PlayerActor.post { body { continuation.resume(with: $0) } }
        }
    }

    typealias Completion = @PlayerActor @Sendable (Result<Void, any Error>) -> Void
}
