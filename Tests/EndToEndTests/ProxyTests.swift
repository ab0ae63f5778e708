// SPDX-License-Identifier: MPL-2.0

import GatefoldTestSupport
import Testing

@Suite(.serialized) struct `Music behind a proxy` {
    @Test func `is asked for and heard by way of the proxy that the environment names`()
        async throws
    {
        let place = try Rig()
        let proxy = try FakeSubsonic(song: try await place.song(seconds: 60))
        let rig = try Rig(["http_proxy": proxy.url])
        let added = await rig.addSource(
            "http://music.example.invalid", user: FakeSubsonic.user,
            password: FakeSubsonic.password)
        #expect(added.status == 0, "\(added.error)")
        #expect(await rig.gatefold("play", "gatefold:at/home/album/al").status == 0)
        try await eventually("it is heard") { await rig.position() > 0.3 }
        let places = ["getLicense.view", "getAlbum.view", "stream.view"].map {
            "GET http://music.example.invalid/rest/\($0)?"
        }
        for place in places { #expect(proxy.heads.contains { $0.hasPrefix(place) }, "\(place)") }
        try await rig.quit()
    }

    @Test func `goes straight to what is excepted from it`() async throws {
        let rig = try Rig(["http_proxy": "http://127.0.0.1:9", "no_proxy": "127.0.0.1"])
        let server = try FakeSubsonic(song: try await rig.song(seconds: 60))
        let added = await rig.addSource(
            server.url, user: FakeSubsonic.user, password: FakeSubsonic.password)
        #expect(added.status == 0, "\(added.error)")
        #expect(await rig.gatefold("play", "gatefold:at/home/album/al").status == 0)
        try await eventually("it is heard") { await rig.position() > 0.3 }
        try await rig.quit()
    }
}
