// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Testing

@Suite struct `The module with Apple's names` {
    private func check(_ arguments: String...) async -> String {
        let script = "\(Repository.path)/meson-wrapper/check-modules.py"
        let result = await ChildProcess.run([script] + arguments)
        return result.status == 0 ? "" : result.output + result.error
    }

    @Test func `is what its table of compatibility says`() async {
        #expect(await check("compatibility", "MediaPlayer") == "")
    }

    @Test(arguments: ["Spellings", "Abstractions", "Isolation", "Observing"])
    func `compiles code as it is written for Apple's platforms`(name: String) async {
        let file = "\(Repository.path)/Tests/ForeignCode/MediaPlayer/\(name).swift"
        #expect(await check("typecheck", file) == "")
    }

    @Test func `does not compile what no module could`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            Array("import MediaPlayer\nlet x: Int = MPMediaItemPropertyTitle\n".utf8),
            to: "wrong.swift")
        #expect(await check("typecheck", file.printable).contains("language mode 6"))
    }
}
