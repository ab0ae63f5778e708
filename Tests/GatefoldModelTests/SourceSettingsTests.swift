// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldModel

@Suite struct `The settings of a source` {
    private func server(
        _ address: String?, name: String = "home", user: String? = "me"
    ) -> SourceSettings {
        var settings = SourceSettings(.subsonic, name: name)
        settings.address = address
        settings.user = user
        return settings
    }

    @Test(arguments: ["home", "nas.local", "10.0.0.2", "a", "Plötur", "my-music_2"])
    func `have a word for a name`(name: String) {
        #expect(server("https://music.example.org", name: name).fault == nil)
    }

    @Test(arguments: [
        "", "all", "library", "a b", "a/b", "-a", ".a", "a]", "a\nb", "a:b", "a%b",
        String(repeating: "a", count: 41),
    ])
    func `refuse what is no word, or stands for something else`(name: String) {
        #expect(server("https://music.example.org", name: name).fault?.contains("name") == true)
    }

    @Test(arguments: [
        "http://nas:4533", "https://music.example.org/sub/path", "HTTPS://[2001:db8::1]:8080/",
    ])
    func `take the address of a server`(address: String) {
        #expect(server(address).fault == nil)
    }

    @Test(arguments: [
        nil, "", "music.example.org", "ftp://x", "http://", "http:///path", "http:x", "http://a b",
        "http://x\n", "file:///x",
    ])
    func `refuse what is none`(address: String?) {
        #expect(server(address).fault?.hasPrefix("The address of") == true)
    }

    @Test(arguments: [
        "http://me:hidden@nas/", "http://me@nas/", "http://nas/?p=hidden", "http://nas/#t=hidden",
    ])
    func `have no place for what is secret, and do not repeat it`(address: String) throws {
        let fault = try #require(server(address).fault)
        #expect(fault.hasPrefix("The address must hold neither"))
        #expect(!fault.contains("hidden"))
    }

    @Test func `need a user where the server does`() {
        #expect(server("http://nas", user: nil).fault == "The name of the user is missing.")
        #expect(SourceSettings(.itunes, name: "itunes").fault == nil)
    }
}

@Suite struct `The settings of services with tokens and keys` {
    private func apple(_ options: [String: String]) -> SourceSettings {
        var settings = SourceSettings(.appleMusic, name: "apple")
        settings.options = options
        return settings
    }

    @Test func `name the key, and whose it is`() {
        #expect(apple(["key-id": "ABC123DEFG", "team-id": "DEF456GHIJ"]).fault == nil)
        for options in [[:], ["key-id": "A"], ["team-id": "A"], ["key-id": "A b", "team-id": "A"]] {
            #expect(apple(options).fault?.hasPrefix("The identifier of the key") == true)
        }
    }

    @Test func `have an address of their own, unless another is given`() {
        var log = SourceSettings(.listenBrainz, name: "log")
        #expect(log.fault == nil)
        log.address = "http://nas:42010/apis/listenbrainz"
        #expect(log.fault == nil)
        log.address = "http://nas/?token=hidden"
        #expect(log.fault?.contains("hidden") == false)
    }

    @Test func `say which has music, and of which previews are heard`() {
        let silent = SourceSettings.Kind.allCases.filter { !$0.hasMusic }
        #expect(silent == [.listenBrainz])
        let pieces = SourceSettings.Kind.allCases.filter(\.hasOnlyPreviews)
        #expect(pieces == [.itunes, .appleMusic])
    }
}

@Suite struct `What is kept secret of Apple Music` {
    private let key = "-----BEGIN PRIVATE KEY-----\nMIGT\nAgEA\n-----END PRIVATE KEY-----\n"

    @Test(arguments: [nil, "0.A/b+c=="])
    func `is one text, in which both are found again`(token: String?) {
        let secret = AppleMusicSecret(key: key, userToken: token)
        #expect(AppleMusicSecret(secret.text) == secret)
    }

    @Test func `is read from a file as Apple gives it`() {
        let file = "Key:\r\n" + key.split(separator: "\n").joined(separator: "\r\n")
        #expect(AppleMusicSecret(file) == AppleMusicSecret(key: key))
    }

    @Test(arguments: [
        "", "hidden", "-----BEGIN PRIVATE KEY-----\nMIGT\n",
        "-----BEGIN EC PRIVATE KEY-----\nMIGT\n-----END EC PRIVATE KEY-----\n",
        "-----END PRIVATE KEY-----\n-----BEGIN PRIVATE KEY-----\n",
    ])
    func `is not in a text without a key`(text: String) {
        #expect(AppleMusicSecret(text) == nil)
    }
}

@Suite struct `Why a source gives no address` {
    @Test func `continues the sentence about what was skipped`() {
        let failure = PlaybackFailure(
            SourceError(.offline, "The server did not answer in time."))
        #expect(failure.code == .network)
        var tags = TrackTags()
        tags.title = "Jóga"
        let track = Track(url: "gatefold:at/home/song/1", tags: tags)
        let problem = PlayerProblem.unplayable(EntryID(rawValue: 1), track, failure)
        #expect(problem.description == "Skipped “Jóga”: the server did not answer in time.")
    }

    @Test func `keeps the capitals of an abbreviation`() {
        #expect(
            PlaybackFailure(SourceError(.failed, "TLS is broken.")).description == "TLS is broken")
    }
}
