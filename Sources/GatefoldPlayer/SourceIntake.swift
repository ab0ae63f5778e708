// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib
package import GatefoldModel

/// Takes what a user names (files, folders, playlists, URLs) into the queue, in the background.
@PlayerActor
package protocol SourceIntake: AnyObject {
    /// Returns at once with a number for the job; what happens comes through `onEvent`.
    ///
    /// - Parameters:
    ///   - sources: `file://`, `http://` or `https://` URIs.
    ///   - started: called once, when the first track is in the queue, or with the reason why there
    ///     is none.
    @discardableResult
    func take(
        _ sources: [String], _ place: QueuePlace, play: Bool,
        started: (@PlayerActor (Result<Void, SourceProblem>) -> Void)?
    ) -> UInt32

    /// Ends all jobs: what they have not found yet stays out of the queue.
    func cancel()

    /// What becomes of jobs.
    var onEvent: (@PlayerActor (IntakeEvent) -> Void)? { get set }
}

/// What becomes of an intake job.
package enum IntakeEvent: Sendable, Hashable {
    /// Tracks found so far, and those whose tags were read.
    case progress(job: UInt32, found: UInt32, read: UInt32, finished: Bool)
    case problem(job: UInt32, SourceProblem)
}
