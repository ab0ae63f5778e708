// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib
package import GatefoldModel

/// Takes commands from outside: a queue that plays, or an app that shows itself.
@PlayerActor
package protocol CommandHandler: AnyObject {
    /// Does it in this turn, or sees to it.
    ///
    /// - Throws: why it has no effect.
    func command(_ command: PlayerCommand) throws(PlayerRefusal)

    /// Does it, and calls back once, when its effect can be seen: an app takes commands on another
    /// thread.
    ///
    /// - Throws: why it has no effect; then nothing is called.
    func command(
        _ command: PlayerCommand, then completion: @escaping @PlayerActor @Sendable () -> Void
    ) throws(PlayerRefusal)

    /// The position at this moment.
    var position: MediaTime { get }
}

extension CommandHandler {
    package func command(
        _ command: PlayerCommand, then completion: @escaping @PlayerActor @Sendable () -> Void
    ) throws(PlayerRefusal) {
        try self.command(command)
        completion()
    }
}

extension PlayerSession: CommandHandler {}
