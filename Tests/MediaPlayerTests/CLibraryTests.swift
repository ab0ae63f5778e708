// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Glibc
import Testing

extension Apps {
    @Suite struct `The library for C` {
        private static let name = "now-playing-c"

        /// The example, compiled here, as a package with `-Wall` would.
        private func compiled(
            _ flags: String...
        ) async throws -> (path: String, folder: TemporaryFolder) {
            let folder = try TemporaryFolder()
            let path = folder[Self.name].printable
            let result = await ChildProcess.run(
                await compiler() + ["-Wall", "-Wextra", "-Werror"] + flags + [
                    "-I\(Repository.path)/Sources/CGatefoldMediaPlayer/include",
                    "\(Repository.path)/Sources/Examples/now-playing.c", "-o", path,
                    "-L\(AppRig.programs)", "-lgatefold-mediaplayer",
                    "-Wl,-rpath,\(AppRig.programs)",
                ])
            try #require(result.status == 0, "\(result.error)")
            // The linker has something to say of the symbols of a sanitizer.
            if sanitizer == nil { #expect(result.error == "") }
            return (path, folder)
        }

        /// A library with a sanitizer needs the runtime of Swift's own compiler, and that libdispatch.
        private func compiler() async -> [String] {
            guard let sanitizer else { return ["cc"] }
            let information = await ChildProcess.run(["swiftc", "-print-target-info"]).output
            let runtime = information.split(separator: "\"").first { $0.hasSuffix("/swift/linux") }
            return [
                "clang", "-fsanitize=\(sanitizer)", "-L\(runtime ?? "")",
                "-Wl,-rpath,\(runtime ?? "")", "-Wl,--no-as-needed", "-ldispatch",
                "-lBlocksRuntime",
            ]
        }

        @Test func `shows a program in C, and brings it the commands`() async throws {
            let program = try await compiled("-std=c99", "-D_POSIX_C_SOURCE=200809L")
            let app = try AppRig(path: program.path, name: Self.name)
            try await app.appear()
            #expect(await app.playerctl("metadata", "title") == "Morning")
            await app.playerctl("next")
            #expect(await app.playerctl("metadata", "title") == "Noon")
            await app.playerctl("pause")
            #expect(await app.playerctl("status") == "Paused")
            await app.playerctl("position", "42")
            #expect(await app.playerctl("position") == "42.000000")
            await app.playerctl("play")
            #expect(await app.playerctl("status") == "Playing")
            #expect(await app.witness.get("Identity", at: .root) == "v (<'Silence in C'>,)")
        }

        @Test func `has a header for C++ too`() async throws {
            let result = await ChildProcess.run([
                "c++", "-Wall", "-Wextra", "-pedantic", "-Werror", "-std=c++17", "-fsyntax-only",
                "-x", "c++",
                "\(Repository.path)/Sources/CGatefoldMediaPlayer/include/"
                    + "gatefold-mediaplayer.h",
            ])
            #expect(result.error == "")
        }
    }
}

/// Where the sources are that this was built of.
enum Repository {
    static let path: String = {
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/")
    }()
}
