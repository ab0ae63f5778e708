// SPDX-License-Identifier: MPL-2.0

import Foundation
import GatefoldModel
import GatefoldTestSupport

extension TemporaryFolder {
    /// The URL of a file in it, or of itself.
    func url(_ name: String? = nil) -> URL {
        URL(fileURLWithPath: (name.map { self[$0] } ?? path).printable)
    }
}
