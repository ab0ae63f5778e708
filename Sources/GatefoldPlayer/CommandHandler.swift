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

    /// The position at this moment.
    var position: MediaTime { get }
}

extension PlayerSession: CommandHandler {}
