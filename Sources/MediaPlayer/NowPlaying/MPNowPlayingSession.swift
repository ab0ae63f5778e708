// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPresence
private import Synchronization

/// One of several things that an app plays at the same time, with centres of its own.
///
/// Each session is a player of its own on the bus, with its own name and connection.
///
/// `@unchecked Sendable`: all that changes is behind a mutex.
public final class MPNowPlayingSession: NSObject, @unchecked Sendable {
    private let id: SessionRoster.ID
    private let centers: Centers
    private let state: Mutex<State>

    /// `@unchecked Sendable`: players are kept and handed out, never used.
    private struct State: @unchecked Sendable {
        var players: [AnyObject]
        weak var delegate: (any MPNowPlayingSessionDelegate)?
        var automaticallyPublishes = false
    }

    /// A session for players.
    ///
    /// On Apple platforms: the players are of the class `AVPlayer`. Here they are of any class.
    public init<Player: AnyObject>(players: [Player]) {
        (id, centers) = SessionList.shared.newSession()
        state = Mutex(State(players: players))
        super.init()
        SessionList.shared.add(self, as: id)
    }

    deinit {
        SessionList.shared.remove(id, centers)
    }

    /// What the session plays with.
    public var players: [AnyObject] { state.withLock { Unchecked($0.players) }.value }

    /// Adds a player, unless it is there.
    public func addPlayer(_ player: AnyObject) {
        let player = Unchecked(player)
        state.withLock { state in
            guard !state.players.contains(where: { $0 === player.value }) else { return }
            state.players.append(player.value)
        }
    }

    /// Removes a player.
    public func removePlayer(_ player: AnyObject) {
        let player = ObjectIdentifier(player)
        state.withLock { $0.players.removeAll { ObjectIdentifier($0) == player } }
    }

    /// Is told when the session becomes active, or another one does.
    public weak var delegate: (any MPNowPlayingSessionDelegate)? {
        get { state.withLock { Unchecked($0.delegate) }.value }
        set {
            let delegate = Unchecked(newValue)
            state.withLock { $0.delegate = delegate.value }
        }
    }

    /// What the session tells the desktop.
    public var nowPlayingInfoCenter: MPNowPlayingInfoCenter { centers.nowPlaying }

    /// The commands that the session takes.
    public var remoteCommandCenter: MPRemoteCommandCenter { centers.commands }

    /// Whether the centre is filled in from the players.
    ///
    /// On Apple platforms: `AVPlayer` brings its items' metadata. Here a player is of any class and
    /// says nothing of itself, so that the value is kept and changes nothing.
    public var automaticallyPublishesNowPlayingInfo: Bool {
        get { state.withLock { $0.automaticallyPublishes } }
        set { state.withLock { $0.automaticallyPublishes = newValue } }
    }

    /// Whether the session may become the active one: always.
    public var canBecomeActive: Bool { true }

    /// Whether it is the one that became active last.
    public var isActive: Bool { SessionList.shared.isActive(id) }

    /// Makes it the active one.
    public func becomeActiveIfPossible(completion: (@Sendable (Bool) -> Void)? = nil) {
        let isActive = SessionList.shared.activate(id)
        MainQueue.shared.perform { completion?(isActive) }
    }

    /// Makes it the active one.
    ///
    /// - Returns: whether it is.
    @discardableResult
    public func becomeActiveIfPossible() async -> Bool {
        SessionList.shared.activate(id)
    }
}

/// Is told about a session.
public protocol MPNowPlayingSessionDelegate: NSObjectProtocol {
    /// `isActive` has changed.
    func nowPlayingSessionDidChangeActive(_ nowPlayingSession: MPNowPlayingSession)
    /// `canBecomeActive` has changed.
    func nowPlayingSessionDidChangeCanBecomeActive(_ nowPlayingSession: MPNowPlayingSession)
}

extension MPNowPlayingSessionDelegate {
    /// Does nothing.
    public func nowPlayingSessionDidChangeActive(_ nowPlayingSession: MPNowPlayingSession) {}
    /// Does nothing.
    public func nowPlayingSessionDidChangeCanBecomeActive(
        _ nowPlayingSession: MPNowPlayingSession
    ) {}
}
