// SPDX-License-Identifier: MPL-2.0

private import GatefoldGLib

/// The folder of servers that others wrote.
package func installedServers() throws -> String {
    struct NotInstalled: Error, CustomStringConvertible {
        let description =
            "The servers for tests are not there: run meson-wrapper/setup check, and set"
            + " GATEFOLD_TEST_SERVERS to the folder that it names (meson-wrapper/check does both)."
    }
    guard let folder = Process.variable("GATEFOLD_TEST_SERVERS") else { throw NotInstalled() }
    return folder
}
