// SPDX-License-Identifier: MPL-2.0

public import CGatefoldMediaPlayer

// The functions of gatefold-mediaplayer.h, which says what they do.

/// The C function `gatefold_mediaplayer_new`.
@c(gatefold_mediaplayer_new)
public func newPlayer(
    _ name: UnsafePointer<CChar>?, _ identity: UnsafePointer<CChar>?,
    _ desktopEntry: UnsafePointer<CChar>?
) -> OpaquePointer {
    let player = Player(name: text(name), identity: text(identity), entry: text(desktopEntry))
    return OpaquePointer(Unmanaged.passRetained(player).toOpaque())
}

/// The C function `gatefold_mediaplayer_free`.
@c(gatefold_mediaplayer_free)
public func freePlayer(_ player: OpaquePointer?) {
    guard let player else { return }
    let ended = Unmanaged<Player>.fromOpaque(UnsafeRawPointer(player)).takeRetainedValue()
    ended.end()
}

/// The C function `gatefold_mediaplayer_set_info`.
@c(gatefold_mediaplayer_set_info)
public func setInfo(_ player: OpaquePointer?, _ info: UnsafePointer<gatefold_info>?) {
    object(player)?.write(info)
}

/// The C function `gatefold_mediaplayer_set_commands`.
@c(gatefold_mediaplayer_set_commands)
public func setCommands(_ player: OpaquePointer?, _ commands: UInt32) {
    object(player)?.offer(commands)
}

/// The C function `gatefold_mediaplayer_set_handler`.
@c(gatefold_mediaplayer_set_handler)
public func setHandler(
    _ player: OpaquePointer?, _ handler: gatefold_handler?, _ userData: UnsafeMutableRawPointer?
) {
    object(player)?.handle(by: handler, userData)
}

/// The C function `gatefold_mediaplayer_fd`.
@c(gatefold_mediaplayer_fd)
public func descriptor(_ player: OpaquePointer?) -> CInt {
    object(player)?.descriptor ?? -1
}

/// The C function `gatefold_mediaplayer_dispatch`.
@c(gatefold_mediaplayer_dispatch)
public func dispatch(_ player: OpaquePointer?) {
    guard let player, let object = object(player) else { return }
    object.dispatch(as: player)
}

/// A null player is a mistake of the caller's that does nothing.
private func object(_ player: OpaquePointer?) -> Player? {
    player.map { Unmanaged<Player>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

/// Copies; bytes that are not UTF-8 become U+FFFD.
func text(_ text: UnsafePointer<CChar>?) -> String? {
    text.map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}
