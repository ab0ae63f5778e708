// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib
package import GatefoldModel

/// What makes sound.
///
/// Every call returns at once; what happens comes back through `onReports` in a
/// later turn of the main context.
@PlayerActor
package protocol AudioEngine: AnyObject {
    /// Where reports go. Reports that one dispatch found go together, so that they are one
    /// publication.
    var onReports: (@PlayerActor ([EngineReport]) -> Void)? { get set }

    func perform(_ effect: EngineEffect)

    /// Releases the device and ends the engine's threads; the last call.
    func shutDown()
}
