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
