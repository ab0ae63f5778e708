// SPDX-License-Identifier: MPL-2.0

import GatefoldBus
import GatefoldModel
import GatefoldPlayer
import GatefoldTestSupport
import Testing

private let error = "org.freedesktop.DBus.Error."

private func playlist(_ id: String, _ name: String, modified: Int64 = 0) throws -> NamedPlaylist {
    NamedPlaylist(
        id: try #require(PlaylistID(rawValue: id)), name: name, url: "file:///\(id).m3u",
        modified: modified)
}

private func text(_ id: String, _ name: String) -> String {
    "(objectpath '/org/gatefold/playlist/\(id)', '\(name)', '')"
}

extension Bus {
    @Suite struct `The playlists` {
        private static let members = [
            "method ActivatePlaylist(in PlaylistId o)",
            "method GetPlaylists(in Index u, in MaxCount u, in Order s, in ReverseOrder b, "
                + "out Playlists a(oss))",
            "property ActivePlaylist (b(oss)) read true",
            "property Orderings as read true",
            "property PlaylistCount u read true",
            "signal PlaylistChanged(Playlist (oss))",
        ]

        @Test func `C081 C161 have the members of the specification`() async throws {
            let rig = try await ListsRig.started()
            #expect(await rig.witness.ask("members(LISTS)") == Self.members)
            #expect(
                await rig.witness.all(at: .playlists) == [
                    "PlaylistCount uint32 0", "Orderings ['Alphabetical', 'Modified', 'Played']",
                    "ActivePlaylist (false, (objectpath '/', '', ''))",
                ])
        }

        @Test func `are listed in pages, in every order that is announced`() async throws {
            let lists = [
                try playlist("a", "Swing", modified: 1),
                try playlist("b", "Blues\u{7}", modified: 2),
            ]
            let rig = try await ListsRig.started(playlists: lists)
            for (arguments, expected) in [
                ("(uint32 0, uint32 9, 'Alphabetical', false)", ["b Blues", "a Swing"]),
                ("(uint32 0, uint32 9, 'Modified', false)", ["a Swing", "b Blues"]),
                ("(uint32 0, uint32 1, 'Modified', true)", ["b Blues"]),
                ("(uint32 1, uint32 4294967295, 'Played', true)", ["b Blues"]),
            ] {
                let rows = expected.map { line in
                    let words = line.split(separator: " ").map(String.init)
                    return "('/org/gatefold/playlist/\(words[0])', '\(words[1])', '')"
                }
                let list = rows.joined(separator: ", ").dropFirst()
                #expect(
                    await rig.witness.call("GetPlaylists", arguments, at: .playlists)
                        == "a(oss) ([(objectpath \(list)],)")
            }
            #expect(
                await rig.witness.call(
                    "GetPlaylists", "(uint32 2, uint32 9, 'Played', false)", at: .playlists)
                    == "a(oss) (@a(oss) [],)")
            #expect(
                await rig.witness.call(
                    "GetPlaylists", "(uint32 0, uint32 9, 'Bogus', false)", at: .playlists)
                    == error + "InvalidArgs")
        }

        @Test func `are announced when there are others`() async throws {
            let rig = try await ListsRig.started()
            _ = await rig.witness.signals()
            await rig.shelf.change([try playlist("a", "A")])
            #expect(await rig.witness.signals() == ["Playlists: PlaylistCount=1"])
            await rig.shelf.change([try playlist("a", "B")])
            #expect(
                await rig.witness.signals()
                    == ["PlaylistChanged ('/org/gatefold/playlist/a', 'B', '')"])
        }
    }

    @Suite struct `Activating a playlist` {
        private static let argument = "(objectpath '/org/gatefold/playlist/a',)"

        @Test func `plays it in place of the queue, and is active`() async throws {
            let rig = try await ListsRig.started(playlists: [try playlist("a", "A")])
            let events = await rig.witness.events(
                of: "ActivatePlaylist", Self.argument, at: .playlists)
            #expect(
                events.contains(
                    "Playlists: ActivePlaylist=(true, ('/org/gatefold/playlist/a', 'A', ''))"))
            #expect(await rig.state.status == .playing)
            #expect(await rig.state.queue.count == 1)
            #expect(
                await rig.witness.get("ActivePlaylist", at: .playlists)
                    == "v (<(true, \(text("a", "A")))>,)")
        }

        @Test func `ends when something else is played instead`() async throws {
            let rig = try await ListsRig.started(playlists: [try playlist("a", "A")])
            _ = await rig.witness.call("ActivatePlaylist", Self.argument, at: .playlists)
            await rig.send(.insert(await rig.rig.tracks(1...2), .end, play: false), .next)
            #expect(await rig.witness.get("ActivePlaylist", at: .playlists).contains("true"))
            _ = await rig.witness.signals()
            await rig.send(.insert(await rig.rig.tracks(1...1), .replacing, play: true))
            #expect(
                await rig.witness.signals().filter { $0.hasPrefix("Playlists") }
                    == ["Playlists: ActivePlaylist=(false, ('/', '', ''))"])
        }

        @Test func `is not possible where there is no such playlist`() async throws {
            let rig = try await ListsRig.started(playlists: [try playlist("a", "A")])
            for path in ["/", "/com/example/nope", "/org/gatefold/playlist/b"] {
                #expect(
                    await rig.witness.call(
                        "ActivatePlaylist", "(objectpath '\(path)',)", at: .playlists)
                        == error + "InvalidArgs")
            }
            #expect(await rig.rig.intake.requests == [])
        }

        @Test func `tells why nothing of it can be played, and keeps the queue`() async throws {
            let rig = try await ListsRig.started(playlists: [try playlist("a", "A")])
            await rig.refuse(SourceProblem(source: "/a.m3u", reason: "does not exist"))
            #expect(
                await rig.witness.call("ActivatePlaylist", Self.argument, at: .playlists)
                    == error + "Failed")
            #expect(await rig.state.queue.count == 3)
            #expect(await rig.witness.get("ActivePlaylist", at: .playlists).contains("false"))
        }
    }

    @Suite struct `Playlists on our own interface` {
        @Test func `are listed by name, the active one marked`() async throws {
            let rig = try await ListsRig.started(
                playlists: [try playlist("a", "Swing"), try playlist("b", "blues")])
            _ = await rig.witness.call(
                "ActivatePlaylist", "(objectpath '/org/gatefold/playlist/a',)", at: .playlists)
            #expect(
                await rig.witness.call("ListPlaylists", at: .own)
                    == "a(osb) ([(objectpath '/org/gatefold/playlist/b', 'blues', false), "
                    + "('/org/gatefold/playlist/a', 'Swing', true)],)")
        }

        @Test func `are saved under a name`() async throws {
            let rig = try await ListsRig.started()
            #expect(await rig.witness.call("SavePlaylist", "('Mix', false)", at: .own) == "")
            #expect(await rig.witness.call("SavePlaylist", "('Mix', true)", at: .own) == "")
            #expect(await rig.shelf.saved == ["Mix 3 false", "Mix 3 true"])
        }

        @Test(arguments: [
            (PlaylistSaveFailure.Code.exists, "FileExists"), (.unusableName, "InvalidArgs"),
            (.notWritten, "Failed"),
        ])
        func `are an error where they cannot be saved`(
            code: PlaylistSaveFailure.Code, name: String
        ) async throws {
            let rig = try await ListsRig.started()
            await rig.shelf.fail(PlaylistSaveFailure(code, "No."))
            #expect(
                await rig.witness.call("SavePlaylist", "('Mix', false)", at: .own) == error + name)
        }

        @Test func `need a queue that has something in it, and a place`() async throws {
            let rig = try await ListsRig.started(tracks: 0)
            #expect(
                await rig.witness.call("SavePlaylist", "('Mix', false)", at: .own)
                    == error + "Failed")
            let plain = try await BusRig.started()
            for (member, arguments) in [("SavePlaylist", "('Mix', true)"), ("ListPlaylists", "()")]
            {
                #expect(
                    await plain.witness.call(member, arguments, at: .own) == error + "NotSupported")
            }
        }
    }
}

extension ListsRig {
    fileprivate func refuse(_ problem: SourceProblem) {
        rig.intake.outcome = .failure(problem)
    }
}
