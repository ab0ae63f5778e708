// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import Synchronization

extension AVPlayer {
    /// A player's rate is another one, be it 0.
    public class var rateDidChangeNotification: Notification.Name {
        Notification.Name("AVPlayerRateDidChangeNotification")
    }

    /// In `rateDidChangeNotification`: a `RateDidChangeReason`; not there at the end of an item.
    public class var rateDidChangeReasonKey: String { "AVPlayerRateDidChangeReasonKey" }

    /// Why a player's rate is another one.
    public struct RateDidChangeReason: RawRepresentable, Hashable, Sendable {
        /// Its name.
        public let rawValue: String

        /// A reason by its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The program wanted it.
        public static let setRateCalled = RateDidChangeReason(
            rawValue: "AVPlayerRateDidChangeReasonSetRateCalled")
        /// What the program wanted could not be.
        public static let setRateFailed = RateDidChangeReason(
            rawValue: "AVPlayerRateDidChangeReasonSetRateFailed")
        /// Another program interrupted it.
        public static let audioSessionInterrupted = RateDidChangeReason(
            rawValue: "AVPlayerRateDidChangeReasonAudioSessionInterrupted")
        /// The program cannot be seen any more.
        public static let appBackgrounded = RateDidChangeReason(
            rawValue: "AVPlayerRateDidChangeReasonAppBackgrounded")
    }

    /// Posts that the rate is another one, once for each change; of the players' changes in order.
    func tellRate() {
        let picture = deck.picture
        let isNews = toldRate.withLock { told in
            defer { told = picture.rate }
            return told != picture.rate
        }
        guard isNews else { return }
        let reason: RateDidChangeReason? =
            picture.item?.status == .failed
            ? .setRateFailed : picture.hasEnded ? nil : .setRateCalled
        NotificationCenter.default.post(
            name: Self.rateDidChangeNotification, object: self,
            userInfo: reason.map { [Self.rateDidChangeReasonKey: $0] })
    }
}
