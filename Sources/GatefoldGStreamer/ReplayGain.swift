// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

#if canImport(Glibc)
    private import Glibc
#endif

/// What a file says of its loudness (ReplayGain 2.0, or an Opus file's R128 tags).
struct ReplayGain: Sendable, Hashable {
    /// In decibels, towards 89 dB SPL, which is -18 LUFS.
    var trackGain: Double?
    /// The largest sample, where 1 is full scale; may be above.
    var trackPeak: Double?
    var albumGain: Double?
    var albumPeak: Double?

    /// What the samples are multiplied by: exactly 1 where nothing is to be done.
    ///
    /// Never so much that the peak would be clipped. A file that has only the other mode's gain is
    /// played with that one.
    func factor(_ mode: ReplayGainMode) -> Double {
        let track = (trackGain, trackPeak)
        let album = (albumGain, albumPeak)
        let (gain, peak): (Double?, Double?) =
            switch mode {
            case .off: (nil, nil)
            case .track: trackGain == nil ? album : track
            case .album: albumGain == nil ? track : album
            }
        guard let gain, Self.gains.contains(gain) else { return 1 }
        let factor = pow(10, gain / 20)
        guard let peak, peak > 0, peak.isFinite, factor * peak > 1 else { return factor }
        return 1 / peak
    }

    /// In decibels of sound pressure.
    static let referenceLevel = 89.0

    /// No music needs more; what is outside is damage, and would hurt.
    static let gains = -60.0...20.0

    /// The gain of an R128 tag: in 1/256 dB towards -23 LUFS, 5 dB below ReplayGain's aim
    /// (RFC 7845, section 5.2.1).
    static func gain(r128 text: String) -> Double? {
        Int16(text).map { Double($0) / 256 + 5 }
    }
}
