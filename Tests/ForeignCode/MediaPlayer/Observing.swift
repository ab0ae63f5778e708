// SPDX-License-Identifier: MPL-2.0

import MediaPlayer

// What Apple's module brings along, though no line of the code imports it.

final class Deck: ObservableObject {
    @Published var title = ""
    private var subscriptions = Set<AnyCancellable>()

    func follow() {
        $title.dropFirst()
            .sink { title in
                MPNowPlayingInfoCenter.default().nowPlayingInfo?[MPMediaItemPropertyTitle] = title
            }
            .store(in: &subscriptions)
    }
}

@Observable final class Shelf {
    var titles: [String] = []
    @ObservationIgnored var count = 0
}

final class Clock {
    private let ticks: Publishers.Autoconnect<Timer.TimerPublisher>
    private let ended = Notification.Name("ended")

    init() {
        ticks = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
    }

    func follow() async {
        for await notification in NotificationCenter.default.notifications(named: ended) {
            print(notification.userInfo ?? [:])
        }
        for await name in NotificationCenter.default.notifications(named: ended).map(\.name) {
            print(name.rawValue)
        }
    }
}
