// SPDX-License-Identifier: MPL-2.0

internal import GatefoldCatalog
internal import GatefoldModel

/// The kinds of sources that there are.
extension SourceDesk {
    static func maker(_ client: HTTPClient) -> Make {
        { settings, password in
            switch settings.kind {
            case .subsonic:
                return SubsonicSource(
                    name: settings.name, address: settings.address ?? "",
                    user: settings.user ?? "", password: password, client: client,
                    format: settings.options["format"] ?? "raw")
            case .itunes:
                return ITunesSource(
                    name: settings.name, country: settings.options["country"] ?? "us",
                    client: client)
            case .radio:
                return RadioStations(name: settings.name, client: client)
            }
        }
    }
}
