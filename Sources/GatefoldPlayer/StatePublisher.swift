// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib
package import GatefoldModel

/// Shows or keeps the state: MPRIS, the saved session, a terminal.
@PlayerActor
package protocol StatePublisher: AnyObject {
    /// Called once per turn, before its effects.
    ///
    /// Implementations keep what they derived, not the state: a held copy makes the next edit of a
    /// long queue copy it.
    func publish(_ state: PlayerState, at now: MonotonicTime)
}
