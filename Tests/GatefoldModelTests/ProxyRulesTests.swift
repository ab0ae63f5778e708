// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import GatefoldModel

@Suite struct `The way to a server` {
    private func proxy(for url: String, _ variables: [String: String]) -> String? {
        ProxyRules { variables[$0] }.proxy(for: url)
    }

    private let proxies = [
        "http_proxy": "http://a:1", "https_proxy": "http://b:2", "all_proxy": "socks5://c:3",
    ]

    @Test func `is the proxy of its scheme, or that of all`() {
        #expect(proxy(for: "http://x/", proxies) == "http://a:1")
        #expect(proxy(for: "HTTPS://x/", proxies) == "http://b:2")
        #expect(proxy(for: "http://x/", ["all_proxy": "d"]) == "d")
        #expect(proxy(for: "https://x/", ["HTTPS_PROXY": "d", "https_proxy": ""]) == "d")
    }

    @Test func `is straight where the environment says nothing`() {
        #expect(proxy(for: "http://x/", [:]) == nil)
        #expect(proxy(for: "http://x/", ["HTTP_PROXY": "d"]) == nil)
        #expect(proxy(for: "file:///x", proxies) == nil)
    }

    @Test(arguments: [
        ("http://nas:4533/rest", true), ("http://me:pw@NAS/", true),
        ("http://music.example.org", true),
        ("http://example.org/", true), ("http://badexample.org/", false), ("http://nas.lan", false),
        ("http://127.0.0.1:8080/x", true), ("http://[::1]:80/x", true),
        ("http://elsewhere/", false),
    ])
    func `is straight to those that are named`(url: String, isDirect: Bool) {
        let list = "nas, .example.org,127.0.0.1  ::1"
        #expect((proxy(for: url, ["http_proxy": "p", "no_proxy": list]) == nil) == isDirect)
        #expect(proxy(for: url, ["http_proxy": "p", "NO_PROXY": "*"]) == nil)
    }
}
