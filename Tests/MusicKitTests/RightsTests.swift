// SPDX-License-Identifier: MPL-2.0

import Foundation
import GatefoldModel
import MusicKit
import Testing

@testable import MusicKit

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Runs with these sources and no others.
private func with<Value>(
    _ sources: AccountSource..., body: () async throws -> Value
) async throws -> Value {
    try await Sources.$replacement.withValue(sources, operation: body)
}

@Suite struct `What the user may do with online sources` {
    init() {
        _ = ProcessLibrary.folder
    }

    private func canPlay(_ sources: [AccountSource]) async throws -> Bool {
        try await Sources.$replacement.withValue(sources) {
            try await MusicSubscription.current.canPlayCatalogContent
        }
    }

    @Test func `is to hear previews, where there is nothing else`() async throws {
        #expect(try await !canPlay([AccountSource(.appleMusic), AccountSource(.itunes)]))
    }

    @Test func `is to play whole songs, where one of them lets that be`() async throws {
        let server = AccountSource(.subsonic, canPlay: true)
        #expect(try await canPlay([AccountSource(.itunes), server]))
        #expect(try await !canPlay([AccountSource(.itunes), AccountSource(.radio, canPlay: true)]))
        #expect(try await canPlay([]))
    }

    @Test func `is nothing of a server that does not accept the password`() async throws {
        #expect(try await !canPlay([AccountSource(.subsonic, fails: .unauthorised)]))
        #expect(try await !canPlay([AccountSource(.subsonic, fails: .notAllowed)]))
    }

    @Test func `is what its kind lets be, while it does not answer`() async throws {
        #expect(try await canPlay([AccountSource(.subsonic, fails: .offline)]))
        #expect(try await !canPlay([AccountSource(.appleMusic, fails: .offline)]))
    }

    @Test func `is found out without a prompt`() async throws {
        let server = AccountSource(.subsonic, isOpen: false)
        #expect(try await canPlay([server]))
        try await with(server) {
            #expect(await MusicAuthorization.statuses()["subsonic"] == .denied)
        }
        #expect(server.accounts == 0)
    }

    @Test func `is said of each, too`() async throws {
        try await with(AccountSource(.itunes), AccountSource(.subsonic, canPlay: true)) {
            let shop = try await MusicSubscription.current(of: "itunes")
            let server = try await MusicSubscription.current(of: "subsonic")
            let nobody = try await MusicSubscription.current(of: "nobody")
            #expect(shop?.canPlayCatalogContent == false)
            #expect(server?.canPlayCatalogContent == true)
            #expect(nobody == nil)
        }
    }

    @Test func `is told when it changes, and only then`() async throws {
        let server = AccountSource(.subsonic, canPlay: true)
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        try await Sources.$replacedChanges.withValue({ changes }) {
            try await with(server) {
                var updates = MusicSubscription.subscriptionUpdates.makeAsyncIterator()
                change.yield()
                #expect(await updates.next()?.canPlayCatalogContent == true)
                change.yield()
                change.yield()
                server.allow(canPlay: false)
                #expect(await updates.next()?.canPlayCatalogContent == false)
                change.finish()
                #expect(await updates.next() == nil)
            }
        }
    }
}

@Suite struct `The rights by source` {
    init() {
        _ = ProcessLibrary.folder
    }

    @Test func `tell who accepts what the user has given, and who does not`() async throws {
        try await with(
            AccountSource(.subsonic, canPlay: true),
            AccountSource(.appleMusic, fails: .unauthorised),
            AccountSource(.itunes, fails: .offline)
        ) {
            let statuses = await MusicAuthorization.statuses()
            #expect(statuses["subsonic"] == .authorized)
            #expect(statuses["apple-music"] == .denied)
            #expect(statuses["itunes"] == .notDetermined)
            #expect(statuses["library"] == MusicAuthorization.currentStatus)
        }
    }
}

@Suite struct `Why a source has no answer` {
    @Test(arguments: [
        (SourceError.Code.unauthorised, MusicSourceError.Code.unauthorized),
        (.notAllowed, .notSubscribed), (.offline, .offline),
        (.rateLimited(seconds: 7), .rateLimited), (.notFound, .notFound),
        (.unsupported, .noCatalog), (.failed, .failed),
    ])
    func `is an error of its own kind`(code: SourceError.Code, kind: MusicSourceError.Code) {
        let error = MusicSourceError(SourceError(code, "Because."))
        #expect(error.code == kind)
        #expect(error.localizedDescription == "Because.")
        #expect(error.retryAfter == (code == .rateLimited(seconds: 7) ? 7 : nil))
    }
}

@Suite struct `A question to the Apple Music API` {
    init() {
        _ = ProcessLibrary.folder
    }

    private func request(_ address: String) throws -> MusicDataRequest {
        MusicDataRequest(urlRequest: URLRequest(url: try #require(URL(string: address))))
    }

    @Test func `is asked by the user's source`() async throws {
        let source = AccountSource(.appleMusic)
        try await with(source) {
            var urlRequest = URLRequest(
                url: try #require(
                    URL(string: "https://api.music.apple.com/v1/catalog/de/genres?l=de%20x")))
            urlRequest.httpMethod = "POST"
            urlRequest.httpBody = Data("{}".utf8)
            urlRequest.setValue("application/json", forHTTPHeaderField: "Content-Type")
            // The path decides what is answered, not the query.
            let unknown = MusicDataRequest(urlRequest: urlRequest)
            await #expect(throws: MusicDataRequest.Error.self) { try await unknown.response() }
            #expect(
                source.questions == [
                    APIQuestion(
                        "POST", "/v1/catalog/de/genres?l=de%20x",
                        headers: ["Content-Type": "application/json"], body: Array("{}".utf8))
                ])
            let response = try await request("https://api.music.apple.com/v1/catalog/de/genres")
                .response()
            #expect(response.data == Data(#"{"data":[]}"#.utf8))
            #expect(response.urlResponse.statusCode == 200)
            #expect(response.urlResponse.url?.host == "api.music.apple.com")
            #expect(try await MusicDataRequest.currentCountryCode == "de")
        }
    }

    @Test func `that is refused tells the API's reason`() async throws {
        try await with(AccountSource(.appleMusic)) {
            let request = try request("https://api.music.apple.com/v1/catalog/de/songs/1")
            let error = await #expect(throws: MusicDataRequest.Error.self) {
                try await request.response()
            }
            #expect(error?.code == 40400)
            #expect(error?.status == 404)
        }
    }

    @Test(arguments: [
        "https://elsewhere.example.org/v1/test", "http://api.music.apple.com/v1/test",
        "https://api.music.apple.com.example.org/v1/test",
    ])
    func `is not asked elsewhere with the user's tokens`(address: String) async throws {
        let source = AccountSource(.appleMusic)
        try await with(source) {
            let request = try request(address)
            await #expect(throws: MusicSourceError.self) { try await request.response() }
        }
        #expect(source.questions.isEmpty)
    }

    @Test func `that cannot be asked tells why, in a type of its own`() async throws {
        try await with(AccountSource(.appleMusic, fails: .offline)) {
            let request = try request("https://api.music.apple.com/v1/test")
            let error = await #expect(throws: MusicSourceError.self) {
                try await request.response()
            }
            #expect(error?.code == .offline)
        }
    }

    @Test func `without a source says what to do`() async throws {
        try await with {
            let request = try request("https://api.music.apple.com/v1/test")
            let error = await #expect(throws: MusicTokenRequestError.self) {
                try await request.response()
            }
            #expect(error == .developerTokenRequestFailed)
            #expect(error?.localizedDescription.contains("gatefold source add apple-music") == true)
        }
    }

    @Test func `can be asked by a program with the tokens of the source`() async throws {
        try await with(AccountSource(.appleMusic)) {
            let provider = DefaultMusicTokenProvider()
            let token = try await provider.developerToken(options: [])
            #expect(token == "developer")
            await #expect(throws: MusicTokenRequestError.userNotSignedIn) {
                try await provider.userToken(for: "developer", options: [])
            }
        }
    }
}
