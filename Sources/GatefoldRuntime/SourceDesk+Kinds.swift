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
                    name: settings.name,
                    country: settings.options[SourceSettings.Option.country] ?? "us",
                    client: client, address: settings.address)
            case .radio:
                return RadioStations(name: settings.name, client: client)
            case .appleMusic:
                return appleMusic(settings, password, client)
            case .listenBrainz:
                return ListenBrainzSource(
                    name: settings.name, root: settings.address, user: settings.user,
                    token: password, client: client, queue: ListenQueue(of: settings.name))
            }
        }
    }

    private static func appleMusic(
        _ settings: SourceSettings, _ password: @escaping Password, _ client: HTTPClient
    ) -> AppleMusicSource {
        let option = { (name: String) in settings.options[name] ?? "" }
        let (keyID, teamID) = (
            option(SourceSettings.Option.keyID), option(SourceSettings.Option.teamID)
        )
        return AppleMusicSource(
            name: settings.name,
            storefront: settings.options[SourceSettings.Option.storefront] ?? "us",
            credentials: { () async throws(SourceError) in
                guard let secret = AppleMusicSecret(try await password()) else {
                    throw SourceError(
                        .unauthorised,
                        "“\(settings.name)”: what is kept is no key: gatefold source add takes it in"
                            + " anew.")
                }
                let key = AppleMusicCredentials.Developer.key(
                    pem: Array(secret.key.utf8), id: keyID, team: teamID)
                return AppleMusicCredentials(key, user: secret.userToken)
            }, client: client, address: settings.address)
    }
}
