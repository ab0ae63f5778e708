// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
internal import GatefoldTestSupport
internal import Testing

@testable import gatefold

@Suite(.timeLimit(.minutes(2))) struct `Playlists on the command line` {
    @Test func `are listed by name`() async throws {
        let fixture = try await Fixture()
        let empty = await fixture.gatefold("playlists")
        #expect(empty.output == "There are no playlists; gatefold queue save makes one.\n")
        await fixture.offer("Blues", "S\u{1B}[1mwing")
        let result = await fixture.gatefold("playlists")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("Blues\n"))
        #expect(!result.output.contains("\u{1B}"))
    }

    @Test(arguments: [("Swing", 1), ("blues", 0), ("swing", 2)])
    func `are played by their exact name, or by the only similar one`(
        name: String, index: Int
    ) async throws {
        let fixture = try await Fixture()
        await fixture.offer("Blues", "Swing", "swing")
        await fixture.player.play("Title", artist: "Artist")
        let result = await fixture.gatefold("play", "--playlist", name)
        #expect(result.error == "")
        #expect(result.output == "Playing Title — Artist\n")
        #expect(await fixture.player.calls == ["ActivatePlaylist /list/\(index)"])
    }

    @Test func `are asked for by a name that there is, and only once`() async throws {
        let fixture = try await Fixture()
        await fixture.offer("Blues", "Mix", "Mix")
        for (name, message) in [
            ("Blue", "There is no playlist “Blue”. Did you mean “Blues”?\n"),
            ("Polka", "There is no playlist “Polka”.\n"),
            ("mix", "There are 2 playlists “mix”: play one of the files by its path.\n"),
        ] {
            let result = await fixture.gatefold("play", "--playlist", name)
            #expect(result.status == 1)
            #expect(result.error.hasSuffix(message))
        }
        #expect(await fixture.player.calls == [])
    }

    @Test func `are saved, and replaced only by force`() async throws {
        let fixture = try await Fixture()
        let saved = await fixture.gatefold("queue", "save", "My Mix")
        #expect(saved.output == "Saved as “My Mix”.\n")
        await fixture.refuseToSave(.fileExists("There is a playlist “My Mix” already."))
        let refused = await fixture.gatefold("queue", "save", "My Mix", "--force")
        #expect(refused.status == 1)
        #expect(
            refused.error.hasSuffix(
                "There is a playlist “My Mix” already. --force replaces it.\n"))
        #expect(
            await fixture.player.calls
                == ["SavePlaylist My Mix false", "SavePlaylist My Mix true"])
    }

    @Test(arguments: [
        ["queue", "save"], ["queue", "save", "a", "b"], ["play", "--playlist"],
        ["play", "--playlist", "a", "b"], ["playlists", "a"],
    ])
    func `need one name`(words: [String]) {
        #expect(throws: UsageError.self) {
            try Arguments.parse(words.map { Argument(stringLiteral: $0) })
        }
    }
}

extension Fixture {
    fileprivate func offer(_ playlists: String...) { player.playlists = playlists }

    fileprivate func refuseToSave(_ failure: DBusError) { player.saveFailure = failure }
}
