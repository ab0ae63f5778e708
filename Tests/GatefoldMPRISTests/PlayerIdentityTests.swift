// SPDX-License-Identifier: MPL-2.0

import GatefoldMPRIS
import Testing

@Suite struct `An identity` {
    @Test(arguments: [
        ("gatefold", "gatefold"), ("My Player!", "My_Player_"), ("2nd", "_2nd"),
        ("org.example.App-1", "org.example.App-1"), ("a..b.", "a.b"), ("", "player"),
        ("…", "_"), (".", "player"), ("x.9", "x._9"), ("naïve", "na_ve"),
    ])
    func `C134 makes any text a legal bus name`(_ text: String, _ name: String) {
        let identity = PlayerIdentity(name: text, identity: text)
        #expect(identity.busName == "org.mpris.MediaPlayer2." + name)
    }

    @Test func `stays below the limit of bus names, instance and session included`() {
        for text in [String(repeating: "x", count: 300), String(repeating: "ab.", count: 100)] {
            let name = PlayerIdentity(name: text, identity: "")
                .busName(ofInstance: .max, session: 100_000)
            #expect(name.utf8.count <= 255)
            #expect(!name.contains(".."))
        }
    }

    @Test func `C134 tells instances and sessions apart by an element that begins with a letter`() {
        let identity = PlayerIdentity.gatefold
        #expect(
            identity.busName(ofInstance: 4711)
                == "org.mpris.MediaPlayer2.gatefold.instance4711")
        #expect(
            identity.busName(ofInstance: 4711, session: 2)
                == "org.mpris.MediaPlayer2.gatefold.instance4711_2")
    }

    @Test func `C133 asks last for names that a sandbox grants to its application`() {
        let prefix = "org.mpris.MediaPlayer2."
        #expect(
            PlayerIdentity.gatefold.busNames(ofInstance: 7).map { $0.dropFirst(prefix.count) } == [
                "gatefold", "gatefold.instance7", "org.gatefold.Gatefold",
                "org.gatefold.Gatefold.instance7",
            ])
        #expect(
            PlayerIdentity.gatefold.busNames(ofInstance: 7, session: 2)
                .map { $0.dropFirst(prefix.count) }
                == ["gatefold.instance7_2", "org.gatefold.Gatefold.instance7_2"])
        let plain = PlayerIdentity(name: "app", identity: "App")
        #expect(plain.busNames(ofInstance: 7) == [prefix + "app", prefix + "app.instance7"])
    }

    @Test(
        arguments: [
            (["FLATPAK_ID": "org.example.App"], "org.example.App"),
            (["SNAP_INSTANCE_NAME": "gatefold_two"], "gatefold_two_gatefoldd"), ([:], nil),
        ] as [([String: String], String?)])
    func `C132 has the desktop file that its sandbox shows`(
        _ environment: [String: String], _ entry: String?
    ) {
        #expect(
            PlayerIdentity.sandboxedDesktopEntry(ofProgram: "gatefoldd") { environment[$0] }
                == entry)
    }

    @Test func `differs in the root properties in which it differs`() {
        let plain = RootProperties(.gatefold, canQuit: true, canRaise: false)
        #expect(plain.changes(from: plain) == [])
        var other = PlayerIdentity.gatefold
        other.identity = "Other"
        other.desktopEntry = nil
        other.hasTrackList = true
        #expect(
            RootProperties(other, canQuit: false, canRaise: true).changes(from: plain)
                == [.canQuit, .canRaise, .hasTrackList, .identity, .desktopEntry])
    }
}
