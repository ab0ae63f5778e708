// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import Testing

@testable import GatefoldCatalog

@Suite struct `The address of a Subsonic server` {
    @Test(arguments: [
        ("https://music.example", "https://music.example"),
        ("music.example:4533/", "https://music.example:4533"),
        (" http://10.0.0.2/audio/rest/ ", "http://10.0.0.2/audio"),
        ("http://[::1]:80//", "http://[::1]:80"),
    ])
    func `may be written in many ways`(text: String, base: String) {
        #expect(SubsonicAddress(text).base == base)
    }

    @Test(arguments: [
        ("https://music.example", true), ("http://music.example", false),
        ("http://192.168.1.2:4533", false), ("http://127.0.0.1:9", true),
        ("http://localhost/x", true), ("http://[::1]:9", true),
        ("http://127.0.0.1.example", false), ("http://user@localhost.example", false),
    ])
    func `says whether a password can be read on the way`(text: String, isPrivate: Bool) {
        #expect(SubsonicAddress(text).isPrivate == isPrivate)
    }
}

@Suite struct `A Subsonic call` {
    private let address = SubsonicAddress("https://music.example/a")

    @Test func `logs in with a token, as the specification's example does`() {
        let items = SubsonicDialect().credentials(
            user: "joe", password: "sesame", salt: "c19b2d")
        #expect(
            items.encoded
                == "u=joe&t=26719a1196d2a940705a59634eb18eab&s=c19b2d&v=1.16.1&c=gatefold")
    }

    @Test func `logs in with the password where the server keeps a hash of its own`() {
        var dialect = SubsonicDialect()
        dialect.login = .password
        let items = dialect.credentials(user: "joe", password: "sésame&", salt: "c19b2d")
        #expect(items.encoded == "u=joe&p=enc%3A73c3a973616d6526&v=1.16.1&c=gatefold")
    }

    @Test func `has a new salt each time, long enough`() {
        #expect(SubsonicDialect.salt() != SubsonicDialect.salt())
        #expect(SubsonicDialect.salt().count == 20)
    }

    @Test func `is one line of text whatever is in it`() {
        let call = SubsonicRequest("search3", [QueryItem("query", "a b&c=ä\n#?/+")])
        let request = call.httpRequest(at: address, [QueryItem("u", "joe")])
        #expect(
            request.url == "https://music.example/a/rest/search3.view?"
                + "u=joe&f=json&query=a%20b%26c%3D%C3%A4%0A%23%3F/%2B")
        #expect(request.method == "GET")
    }

    @Test func `that is long is a form`() throws {
        let songs = (0..<500).map { QueryItem("songId", $0) }
        var call = SubsonicRequest("createPlaylist", songs)
        call.repeats = false
        let request = call.httpRequest(at: address, [QueryItem("u", "joe")])
        #expect(request.url == "https://music.example/a/rest/createPlaylist.view")
        #expect(request.method == "POST")
        let body = String(decoding: try #require(request.body), as: UTF8.self)
        #expect(body.hasPrefix("u=joe&f=json&songId=0&songId=1&"))
        #expect(body.hasSuffix("&songId=499"))
        #expect(request.repeats == false)
    }
}

@Suite struct `A refused Subsonic call` {
    private func lesson(
        _ code: Int, of method: String = "getAlbum", isProven: Bool = false,
        isPrivate: Bool = true, version: String? = nil
    ) -> (SubsonicDialect.Lesson, SubsonicDialect) {
        var dialect = SubsonicDialect()
        dialect.isProven = isProven
        let refusal = SubsonicRefusal.code(code, message: "", version: version)
        return (dialect.learn(from: refusal, of: method, isPrivate: isPrivate), dialect)
    }

    @Test(arguments: [41, 42])
    func `is repeated with the password where tokens are not understood`(code: Int) {
        let (lesson, dialect) = lesson(code)
        #expect(lesson == .askAgain)
        #expect(dialect.login == .password)
    }

    @Test func `that lacks a parameter may lack the password, which only ping can tell`() {
        #expect(lesson(10).0 == .ping)
        #expect(lesson(10).1.login == .token)
        #expect(lesson(10, of: "ping").0 == .askAgain)
        #expect(lesson(10, of: "ping").1.login == .password)
        #expect(lesson(10, isProven: true).0 == .nothing)
    }

    @Test(arguments: [(41, "getAlbum"), (42, "getAlbum"), (10, "ping")])
    func `never sends the password where others can read it`(code: Int, method: String) {
        let (lesson, dialect) = lesson(code, of: method, isPrivate: false)
        #expect(lesson == .withhold)
        #expect(dialect.login == .token)
    }

    @Test func `is repeated in the server's own version, once`() {
        let (lesson, dialect) = lesson(30, version: "1.13.0")
        #expect(lesson == .askAgain)
        #expect(dialect.version == "1.13.0")
        #expect(self.lesson(30, version: "1.16.1").0 == .nothing)
        #expect(self.lesson(30).0 == .nothing)
    }

    @Test(arguments: [0, 20, 40, 43, 44, 50, 60, 70])
    func `is no reason to ask again otherwise`(code: Int) {
        #expect(lesson(code).0 == .nothing)
    }

    @Test func `because of the password says what to do`() {
        let refusal = SubsonicRefusal.code(40, message: "Wrong", version: nil)
        let error = refusal.error(source: "home", user: "joe")
        #expect(error.code == .unauthorised)
        #expect(
            error.description == "“home”: the server does not accept the user name or password: "
                + "run `gatefold source add …` again.")
    }

    @Test func `says what the server says, on one line and without secrets`() {
        let message = "No\nway: http://x.example/?p=hidden " + String(repeating: "a", count: 500)
        let refusal = SubsonicRefusal.code(0, message: message, version: nil)
        let error = refusal.error(source: "home", user: "joe")
        #expect(error.code == .failed)
        #expect(error.description.hasPrefix("“home” says: No way: http://x.example/ aaaa"))
        #expect(error.description.count < 230)
    }
}
