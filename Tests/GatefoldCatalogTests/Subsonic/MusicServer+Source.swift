// SPDX-License-Identifier: MPL-2.0

import GatefoldGLib
import GatefoldTestSupport

@testable import GatefoldCatalog

extension MusicServer {
    /// Our side of it.
    func source(user: String = user, password: String = password) async -> SubsonicSource {
        SubsonicSource(
            name: "home", address: url, user: user, password: { password },
            client: await HTTPClient())
    }
}
