// SPDX-License-Identifier: MPL-2.0

/// Which of a file's gains evens out how loud it is.
package enum ReplayGainMode: String, Sendable, Hashable, Codable, CaseIterable {
    /// The samples are those of the file.
    case off
    /// All tracks are equally loud.
    case track
    /// All albums are equally loud, and within one its tracks differ as they are meant to.
    ///
    /// From the start: only files are changed that somebody measured for it, and no album suffers
    /// from it.
    case album
}
