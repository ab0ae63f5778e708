// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import Testing

@Suite struct `A URL that is shown` {
    @Test(arguments: [
        ("http://radio.example:8000/live", "http://radio.example:8000/live"),
        ("http://user:secret@host/a", "http://host/a"),
        ("HTTP://user@host", "HTTP://host"),
        ("http://user@host@evil/a", "http://evil/a"),
        ("http://user:pa/ss@host/a", "http://host/a"),
        ("http://user:pa?ss#word@host/a", "http://host/a"),
        ("http:/user:secret@host/a", "http:/host/a"),
        ("http:\\\\user:secret@host/a", "http:\\\\host/a"),
        ("ftp://user:secret@host/a", "ftp://host/a"),
        ("http://[2001:db8::1]:8000/a@b", "http://[2001:db8::1]:8000/a@b"),
        ("http://host:8000/me@home?x=@", "http://host:8000/me@home?x=@"),
        ("file:///home/me@work/a?token=1.ogg", "file:///home/me@work/a?token=1.ogg"),
        ("", ""), ("no address", "no address"), (":", ":"), ("http://", "http://"),
    ])
    func `carries no user information`(url: String, shown: String) {
        #expect(withoutCredentials(url) == shown)
    }

    @Test(arguments: [
        ("https://h/x?X-Plex-Token=abc", "https://h/x"),
        ("https://h/x?a=1&API_KEY=abc&b=2#part", "https://h/x?a=1&b=2#part"),
        ("https://h/x?%74oken=abc&q=t", "https://h/x?q=t"),
        ("https://h?token=1", "https://h"),
        (
            "https://h/rest/stream?u=me&p=enc:70&t=1&s=2&v=1.16&id=9",
            "https://h/rest/stream?v=1.16&id=9"
        ),
        (
            "https://h/x?apikey=1&ApiKey=2&access_token=3&auth=4&sig=5&Signature=6&key=7",
            "https://h/x"
        ),
        (
            "https://h/x?X-Amz-Credential=1&X-Amz-Signature=2&X-Amz-Date=3",
            "https://h/x?X-Amz-Date=3"
        ),
        ("https://h/x?client_secret=1&user_password=2&refreshToken=3&id=4", "https://h/x?id=4"),
        ("https://h/x#access_token=1&state=2", "https://h/x#state=2"),
        ("https://h/x?token&t&a=1", "https://h/x?token&t&a=1"),
        ("https://h/x?to=http%3A%2F%2Fme%3Apw%40other%2F&a=1", "https://h/x?a=1"),
        ("https://h/x?to=http%3A%2F%2Fother%2F&a=1", "https://h/x?to=http%3A%2F%2Fother%2F&a=1"),
        ("https://h/x?monkey=1&stoken=2", "https://h/x?monkey=1"),
    ])
    func `carries no secret query items`(url: String, shown: String) {
        #expect(withoutCredentials(url) == shown)
    }

    @Test func `may be of any length and depth`() {
        let nested = String(repeating: "http://h?a=", count: 20_000)
        #expect(withoutCredentials(nested) == "http://h")
        let many = String(repeating: "http://me:pw@h/ ", count: 20_000)
        #expect(withoutCredentials(in: many) == String(repeating: "http://h/ ", count: 20_000))
    }
}

@Suite struct `A message that quotes addresses` {
    @Test(arguments: [
        ("nothing to see: here", "nothing to see: here"),
        ("Could not open http://me:pw@h/a?t=1.", "Could not open http://h/a"),
        ("“http://h/a?token=1”: gone", "“http://h/a”: gone"),
        ("from <http://a:b@h/1> to \"https://c:d@h/2\"", "from <http://h/1> to \"https://h/2\""),
        ("souphttpsrc(http://me:pw@h/a)", "souphttpsrc(http://h/a)"),
        ("://", "://"),
    ])
    func `names no credentials`(text: String, shown: String) {
        #expect(withoutCredentials(in: text) == shown)
    }
}

@Suite struct `What is said of an address with credentials` {
    private let url = "https://me:hidden@music.example/rest/stream?id=9&t=hidden"

    @Test func `names none of them`() {
        let track = Track(url: url)
        let failure = PlaybackFailure(.other, "cannot be played: \(url) is broken")
        let texts = [
            track.displayTitle, failure.description,
            SourceProblem(source: url, reason: "no").source,
            "\(PlayerProblem.unplayable(EntryID(rawValue: 1), track, failure))",
        ]
        for text in texts {
            #expect(!text.isEmpty && !text.contains("hidden"))
        }
    }
}
