// SPDX-License-Identifier: MPL-2.0

import Foundation
import GatefoldModel
import Testing

@testable import MediaPlayer

@Suite struct `A now-playing dictionary` {
    private func read(
        _ dictionary: [String: Any]
    ) -> (info: NowPlayingInfo, ignored: [String]) {
        var ignored: [String] = []
        let info = NowPlayingInfo(dictionary) { key, problem in ignored.append("\(key): \(problem)")
        }
        return (info, ignored)
    }

    @Test(arguments: [
        90 as any Sendable, 90.0, Float(90), CGFloat(90), UInt8(90), Int64(90), Decimal(90),
        NSNumber(value: 90), NSNumber(value: 90.0), Optional(90.0) as any Sendable,
    ])
    func `takes numbers of any type`(number: any Sendable) {
        let result = read([
            MPMediaItemPropertyPlaybackDuration: number,
            MPNowPlayingInfoPropertyElapsedPlaybackTime: number,
            MPMediaItemPropertyAlbumTrackNumber: number,
        ])
        #expect(result.info.tags.length == MediaTime(seconds: 90))
        #expect(result.info.elapsed == MediaTime(seconds: 90))
        #expect(result.info.tags.trackNumber == 90)
        #expect(result.ignored == [])
    }

    @Test(
        arguments: [
            Double.nan, Double.infinity, -Double.infinity, -1.0, 1e300, -5, "90", [90], true,
            Date(),
        ] as [any Sendable])
    func `leaves out what is no length, and keeps the rest`(value: any Sendable) {
        let result = read([
            MPMediaItemPropertyPlaybackDuration: value, MPMediaItemPropertyTitle: "Title",
        ])
        #expect(result.info.tags.length == nil)
        #expect(result.info.tags.title == "Title")
        #expect(result.ignored.count == 1)
    }

    @Test func `takes text of any type`() {
        let texts: [Any] = [
            "Title", NSString("Title"), "Title"[...], NSAttributedString(string: "Title"),
            Optional("Title") as Any,
        ]
        for text in texts {
            #expect(read([MPMediaItemPropertyTitle: text]).info.tags.title == "Title")
        }
    }

    @Test func `takes a value that is nil as one that is missing`() {
        let values: [Any] = [
            Optional<String>.none as Any, NSNull(), Optional<Double>.none as Any,
            Optional(Optional<String>.none) as Any,
        ]
        for value in values {
            let result = read([MPMediaItemPropertyTitle: value])
            #expect(result.info == NowPlayingInfo())
            #expect(result.ignored == [])
        }
    }

    @Test func `takes places, dates and truth`() throws {
        let result = read([
            MPMediaItemPropertyAssetURL: try #require(URL(string: "file:///a%20b.ogg")),
            MPMediaItemPropertyReleaseDate: Date(timeIntervalSince1970: 86_400),
            MPMediaItemPropertyIsExplicit: NSNumber(value: true),
            MPNowPlayingInfoPropertyIsLiveStream: 1,
            MPMediaItemPropertyRating: 4,
        ])
        #expect(result.info.url == "file:///a%20b.ogg")
        #expect(result.info.tags.contentCreated == "1970-01-02T00:00:00Z")
        #expect(result.info.isExplicit == true)
        #expect(result.info.isLive)
        #expect(result.info.userRating == 0.8)
        #expect(result.ignored == [])
    }

    @Test func `tells items apart by any of the identifiers`() {
        let one = read([MPMediaItemPropertyPersistentID: UInt64.max]).info
        let other = read([MPMediaItemPropertyPersistentID: NSNumber(value: UInt64(7))]).info
        #expect(!one.isContinued(by: other))
        #expect(one.identifiers.values.first == "18446744073709551615")
    }

    @Test func `has the podcast where there is no album`() {
        #expect(read([MPMediaItemPropertyPodcastTitle: "Cast"]).info.tags.album == "Cast")
        let both = read([
            MPMediaItemPropertyPodcastTitle: "Cast", MPMediaItemPropertyAlbumTitle: "Album",
        ])
        #expect(both.info.tags.album == "Album")
    }

    @Test func `says which keys the desktop does not show`() {
        let result = read(["something": 1, MPNowPlayingInfoPropertyServiceIdentifier: "x"])
        #expect(
            Set(result.ignored) == [
                "something: key", "\(MPNowPlayingInfoPropertyServiceIdentifier): key",
            ])
    }
}
