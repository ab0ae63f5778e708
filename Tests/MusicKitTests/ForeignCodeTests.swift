// SPDX-License-Identifier: MPL-2.0

import Foundation
import GatefoldTestSupport
import Testing

@Suite struct `The modules with Apple's names` {
    private var root: String {
        URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardizedFileURL.path
    }

    private func check(_ arguments: String...) async -> String {
        let result = await ChildProcess.run(["\(root)/meson-wrapper/check-modules.py"] + arguments)
        return result.status == 0 ? "" : result.output + result.error
    }

    @Test(arguments: ["MusicKit", "AVFoundation", "CoreMedia"])
    func `are what their tables of compatibility say`(module: String) async {
        #expect(await check("compatibility", module) == "")
    }

    @Test(
        arguments: [
            "Playing", "Observing", "Asking", "Browsing", "Sounding", "Streaming", "Naming",
            "Routing",
        ])
    func `compile code as it is written for Apple's platforms`(name: String) async {
        #expect(await check("typecheck", "\(root)/Tests/ForeignCode/MusicKit/\(name).swift") == "")
    }
}
