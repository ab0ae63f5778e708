// SPDX-License-Identifier: MPL-2.0

// How libraries wrap the centres: protocols, key paths, extensions, sessions.

import Foundation
import MediaPlayer

protocol InfoCenter: AnyObject {
    var nowPlayingInfo: [String: Any]? { get set }
}

extension MPNowPlayingInfoCenter: InfoCenter {}

enum MediaItemProperty {
    case title(String?)
    case duration(TimeInterval?)
    case artwork(MPMediaItemArtwork?)

    var key: String {
        switch self {
        case .title: return MPMediaItemPropertyTitle
        case .duration: return MPMediaItemPropertyPlaybackDuration
        case .artwork: return MPMediaItemPropertyArtwork
        }
    }

    var value: Any? {
        switch self {
        case .title(let title): return title
        case .duration(let duration): return duration.map { NSNumber(value: $0) }
        case .artwork(let artwork): return artwork
        }
    }
}

typealias CommandHandler = (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus

protocol CommandDescription {
    associatedtype Command: MPRemoteCommand
    var commandKeyPath: KeyPath<MPRemoteCommandCenter, Command> { get }
    var handlerKeyPath: KeyPath<CommandRegistry, CommandHandler> { get }
}

struct PlainDescription: CommandDescription {
    let commandKeyPath: KeyPath<MPRemoteCommandCenter, MPRemoteCommand>
    let handlerKeyPath: KeyPath<CommandRegistry, CommandHandler>
}

struct SkipDescription: CommandDescription {
    let commandKeyPath: KeyPath<MPRemoteCommandCenter, MPSkipIntervalCommand>
    let handlerKeyPath: KeyPath<CommandRegistry, CommandHandler>
}

final class CommandRegistry {
    private let center: MPRemoteCommandCenter
    private var tokens: [String: Any] = [:]
    lazy var handlePlay: CommandHandler = { [weak self] _ in self == nil ? .commandFailed : .success
    }
    lazy var handleSkip: CommandHandler = { event in
        event is MPSkipIntervalCommandEvent ? .success : .commandFailed
    }

    init(center: MPRemoteCommandCenter = MPRemoteCommandCenter.shared()) {
        self.center = center
    }

    func enable<Description: CommandDescription>(_ description: Description, named name: String) {
        let command = center[keyPath: description.commandKeyPath]
        command.isEnabled = true
        tokens[name] = command.addTarget(handler: self[keyPath: description.handlerKeyPath])
    }

    func register<Command>(
        _ keyPath: KeyPath<MPRemoteCommandCenter, Command>, handler: @escaping CommandHandler
    ) -> (Command, Any) where Command: MPRemoteCommand {
        let command = center[keyPath: keyPath]
        return (command, command.addTarget(handler: handler))
    }

    func enableAll() {
        enable(
            PlainDescription(commandKeyPath: \.playCommand, handlerKeyPath: \.handlePlay),
            named: "play")
        enable(
            SkipDescription(commandKeyPath: \.skipForwardCommand, handlerKeyPath: \.handleSkip),
            named: "skip")
        _ = register(\.changePlaybackPositionCommand) { _ in .success }
    }
}

extension MPRemoteCommand {
    func replaceTargets(by handler: @escaping CommandHandler) {
        removeTarget(nil)
        addTarget(handler: handler)
    }
}

final class Player {
    func play() {}
}

final class Sessions: NSObject, MPNowPlayingSessionDelegate {
    let session: MPNowPlayingSession

    init(for player: Player) {
        session = MPNowPlayingSession(players: [player])
        super.init()
        session.delegate = self
        session.automaticallyPublishesNowPlayingInfo = false
        session.remoteCommandCenter.playCommand.addTarget { _ in
            player.play()
            return .success
        }
        session.nowPlayingInfoCenter.nowPlayingInfo = [MPMediaItemPropertyTitle: "Title"]
        session.becomeActiveIfPossible()
        session.becomeActiveIfPossible { isActive in print(isActive) }
        session.addPlayer(player)
        session.removePlayer(player)
    }

    func activate() async -> Bool {
        guard session.canBecomeActive, !session.isActive else { return true }
        return await session.becomeActiveIfPossible()
    }

    func nowPlayingSessionDidChangeActive(_ nowPlayingSession: MPNowPlayingSession) {}
}
