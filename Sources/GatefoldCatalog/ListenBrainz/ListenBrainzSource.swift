// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

/// ListenBrainz as a source of the user's: it has no music, and is told what is heard.
package final class ListenBrainzSource: ListenLog {
    package let name: String
    private let user: String?
    private let service: ListenBrainz

    /// - Parameters:
    ///   - root: the API's address, without its version; nil is ListenBrainz's own.
    ///   - user: whose token it is to be; nil is anybody's, as other servers name their users in
    ///     other ways.
    package init(
        name: String, root: String?, user: String?, token: @escaping ListenBrainz.Token,
        client: HTTPClient, queue: ListenQueue
    ) {
        self.name = name
        self.user = root == nil ? user : nil
        // Some servers accept a batch, and drop what stands in it behind a listen that they have.
        service = ListenBrainz(
            root: root ?? ListenBrainz.ownRoot, token: token, client: client, queue: queue,
            batch: root == nil ? 100 : 1)
    }

    package func account() async throws(SourceError) -> SourceAccount {
        let user = try await service.user()
        guard self.user == nil || self.user == user else {
            throw SourceError(
                .unauthorised,
                "ListenBrainz: the token is that of “\(quoted(user))”, not of “\(self.user ?? "")”."
            )
        }
        return SourceAccount(canPlay: false, canEdit: false)
    }

    // MARK: What is heard

    package func began(_ tags: TrackTags) async throws(SourceError) {
        guard let listen = Listen(tags) else { return }
        try await service.began(listen)
        // It answers, so that it may have the rest, too.
        try await service.flush()
    }

    package func heard(_ tags: TrackTags, since: Int64) async throws(SourceError) {
        guard let listen = Listen(tags) else { return }
        try await service.heard(listen, since: since)
    }

    package func flush() async throws(SourceError) { try await service.flush() }

    /// What is of its own was said by name already.
    package func note(_ listening: SourceListening) async throws(SourceError) {}

    // MARK: What it does not have

    package func search(_ search: SourceSearch) async throws(SourceError) -> [SourcePage] {
        throw noMusic
    }

    package func items(_ query: SourceQuery) async throws(SourceError) -> SourcePage {
        throw noMusic
    }

    package func items(_ uris: [String]) async throws(SourceError) -> [SourceItem] { throw noMusic }

    package func edit(_ edit: LibraryEdit) async throws(SourceError) -> String? { throw noMusic }

    package func stream(of uri: SourceURI) async throws(SourceError) -> String { throw noMusic }

    package func picture(of uri: SourceURI, width: Int) async throws(SourceError) -> String {
        throw noMusic
    }

    private var noMusic: SourceError {
        .unsupported(name, "has no music: it is told what is heard")
    }
}
