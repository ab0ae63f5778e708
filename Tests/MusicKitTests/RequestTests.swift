// SPDX-License-Identifier: MPL-2.0

import Foundation
import GatefoldTestSupport
import MusicKit
import Testing

@testable import MusicKit

@Suite struct `Rights` {
    init() {
        _ = ProcessLibrary.folder
    }

    @Test func `nobody is asked, and a readable folder is allowed`() async {
        let status = await MusicAuthorization.request()
        #expect(status == MusicAuthorization.currentStatus)
        #expect(status == .authorized)
        #expect("\(status)" == "authorized")
    }

    @Test func `the user's own music needs no subscription`() async throws {
        let subscription = try await MusicSubscription.current
        #expect(subscription.canPlayCatalogContent)
        #expect(!subscription.canBecomeSubscriber)
        #expect(subscription.hasCloudLibraryEnabled)
        var updates = MusicSubscription.subscriptionUpdates.makeAsyncIterator()
        #expect(await updates.next() == subscription)
    }

    @Test func `updates wait without an end, until their task is cancelled`() async {
        let task = Task {
            var count = 0
            for await _ in MusicSubscription.subscriptionUpdates { count += 1 }
            return count
        }
        task.cancel()
        #expect(await task.value <= 1)
    }
}

@Suite struct `Requests to the Apple Music API` {
    init() {
        _ = ProcessLibrary.folder
    }

    @Test func `need a developer's token for the Apple Music API`() async throws {
        let url = try #require(URL(string: "https://api.music.apple.com/v1/test"))
        await #expect(throws: MusicTokenRequestError.developerTokenRequestFailed) {
            try await MusicDataRequest(urlRequest: URLRequest(url: url)).response()
        }
    }
}

@Suite struct `Items that are known` {
    init() {
        _ = ProcessLibrary.folder
    }

    private let songs = ["a", "b", "c"].map { Song(title: $0, location: nil) }

    @Test func `come in batches`() async throws {
        let batch = MusicItemCollection.batch(of: songs, limit: 2)
        #expect(batch.count == 2)
        #expect(batch.hasNextBatch)
        let next = try #require(try await batch.nextBatch())
        #expect(next.map(\.title) == ["c"])
        #expect(!next.hasNextBatch)
        #expect(MusicItemCollection.batch(of: songs, limit: nil, offset: 2).count == 1)
        #expect(!MusicItemCollection.batch(of: songs, limit: 0).hasNextBatch)
    }
}

@Suite struct `Dates as texts` {
    @Test(arguments: [
        ("2013", 1_356_998_400), ("2013-01-22", 1_358_812_800), ("1969-12-31T23:59:59Z", -1),
        ("2000-02-29T12:00:01Z", 951_825_601), ("1900-03-01", -2_203_891_200),
    ])
    func `are read and written`(text: String, seconds: Int) throws {
        let date = Date(timeIntervalSince1970: TimeInterval(seconds))
        #expect(DateText.date(text) == date)
        let written = try #require(DateText.text(date))
        #expect(DateText.date(written) == date)
        #expect(written.hasPrefix(text.prefix(10)))
    }

    @Test func `are nothing where nobody knows`() {
        #expect(DateText.date("abc") == nil)
        #expect(DateText.date("") == nil)
        #expect(DateText.text(nanoseconds: 0) == nil)
        #expect(DateText.text(nanoseconds: 1_500_000_000) == "1970-01-01T00:00:01Z")
    }
}
