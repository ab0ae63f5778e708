// SPDX-License-Identifier: MPL-2.0

internal import GatefoldCatalog
internal import GatefoldModel

/// The kinds of sources that there are.
extension SourceDesk {
    static func maker(_ client: HTTPClient) -> Make {
        { (settings, password) throws(SourceError) in
            throw SourceError(.unsupported, "There is no source of this kind.")
        }
    }
}
