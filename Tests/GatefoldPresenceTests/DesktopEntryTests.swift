// SPDX-License-Identifier: MPL-2.0

import GatefoldMPRIS
import Testing

@testable import GatefoldPresence

@Suite struct `Who a process is` {
    private func entry(_ values: [String: String]) -> DesktopEntry? {
        DesktopEntry(id: "org.example.App", languages: ["de_CH", "de"]) { values[$0] }
    }

    @Test(arguments: [
        ("/usr/bin/app %U", "app"), ("env A=1 \"/opt/the app\" --x", "the"),
        ("python3 /usr/share/x/app.py", "app.py"), ("", ""),
    ])
    func `reads the program from Exec`(exec: String, program: String) {
        #expect(entry(["Name": "App", "Exec": exec])?.program == program)
    }

    @Test func `belongs to the file that starts the program, or has its name`() throws {
        let found = try #require(entry(["Name": "App", "Exec": "player"]))
        #expect(found.belongs(to: "player"))
        #expect(found.belongs(to: "app"))
        #expect(!found.belongs(to: "play"))
        #expect(!found.belongs(to: ""))
    }

    @Test func `is called as the user's language has it`() {
        #expect(entry(["Name": "App", "Name[de]": "Anwendung"])?.name == "Anwendung")
        #expect(entry(["Name": "App", "Name[fr]": "Appli"])?.name == "App")
        #expect(entry(["Name": "App", "Hidden": "true"]) == nil)
    }

    @Test func `opens what the file says`() {
        let entry = entry([
            "Name": "App", "Exec": "app %U",
            "MimeType": "audio/flac;x-scheme-handler/Radio;audio/ogg;",
        ])
        let identity = ApplicationIdentity.identity(program: "app", entry: entry)
        #expect(identity.supportedURISchemes == ["file", "radio"])
        #expect(identity.supportedMIMETypes == ["audio/flac", "audio/ogg"])
        #expect(identity.desktopEntry == "org.example.App")
    }

    @Test func `is named after the program where there is no file`() {
        let identity = ApplicationIdentity.identity(program: "7 tunes", entry: nil)
        #expect(identity.busName == "org.mpris.MediaPlayer2._7_tunes")
        #expect(identity.identity == "7 tunes")
        #expect(identity.desktopEntry == nil)
    }

    @Test func `is what the app says of itself`() {
        var overrides = IdentityOverrides()
        overrides.identity = "My Tunes"
        overrides.supportedURISchemes = ["HTTPS"]
        let found = ApplicationIdentity.identity(program: "tunes", entry: nil)
        let identity = overrides.applied(to: found)
        #expect(identity.identity == "My Tunes")
        #expect(identity.busName == "org.mpris.MediaPlayer2.tunes")
        #expect(identity.supportedURISchemes == ["https"])
    }
}
