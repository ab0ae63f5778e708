// SPDX-License-Identifier: MPL-2.0

package import GatefoldDBus
package import GatefoldGLib

/// Secrets in the desktop's keyring: GNOME's, KDE's, KeePassXC or whatever else speaks the Secret
/// Service's protocol (https://specifications.freedesktop.org/secret-service/).
///
/// Secrets travel as they are: the session bus is the user's own. A locked collection asks the
/// desktop to prompt for its password.
@PlayerActor
package final class SecretService: SecretStore {
    private let connection: DBusConnection
    private let patience: Duration

    package nonisolated static let name = "org.freedesktop.secrets"
    private static let path: ObjectPath = "/org/freedesktop/secrets"
    private static let noObject: ObjectPath = "/"

    private enum Interface {
        static let service = "org.freedesktop.Secret.Service"
        static let collection = "org.freedesktop.Secret.Collection"
        static let item = "org.freedesktop.Secret.Item"
        static let prompt = "org.freedesktop.Secret.Prompt"
        static let session = "org.freedesktop.Secret.Session"
    }

    /// - Parameter patience: how long the user may take to answer a prompt.
    package init(_ connection: DBusConnection, patience: Duration = .seconds(60)) {
        self.connection = connection
        self.patience = patience
    }

    // MARK: Secrets

    package func secret(of source: String) async throws(SecretError) -> String? {
        guard let item = try await items(of: source).first else { return nil }
        try await unlock(item)
        return try await withSession { (session) throws(SecretError) in
            let reply = try await call(item, Interface.item, "GetSecret", [.objectPath(session)])
            // Session, parameters, value, content type.
            guard let fields = reply.first?.structureValue, fields.count == 4,
                let value = fields[2].arrayValue
            else { throw Self.unexpected }
            return String(decoding: value.compactMap(\.byteValue), as: UTF8.self)
        }
    }

    package func isAtHand(_ source: String) async -> Bool {
        let found = try? await call(
            Self.path, Interface.service, "SearchItems", [Self.attributes(of: source)])
        // Those that are open come first.
        return found?.first?.arrayValue?.isEmpty == false
    }

    package func keep(_ secret: String, of source: String) async throws(SecretError) {
        let collection = try await defaultCollection()
        try await unlock(collection)
        try await withSession { (session) throws(SecretError) in
            let reply = try await call(
                collection, Interface.collection, "CreateItem",
                [
                    .vardict([
                        ("\(Interface.item).Label", .string("Gatefold: \(source)")),
                        ("\(Interface.item).Attributes", Self.attributes(of: source)),
                    ]),
                    .structure([
                        .objectPath(session), .bytes([]), .bytes(secret.utf8),
                        .string("text/plain; charset=utf8"),
                    ]),
                    .boolean(true),
                ])
            _ = try await completed(reply)
        }
    }

    package func forget(_ source: String) async throws(SecretError) {
        for item in try await items(of: source) {
            try await unlock(item)
            let reply = try await call(item, Interface.item, "Delete")
            _ = try await completed(reply)
        }
    }

    /// What the item is found by; nothing of it is secret.
    private static func attributes(of source: String) -> DBusValue {
        let attributes = [("xdg:schema", "org.gatefold.Source"), ("source", source)]
        return .dictionary(
            key: "s", value: "s",
            attributes.map { DBusDictionaryEntry(key: .string($0), value: .string($1)) })
    }

    // MARK: Items and collections

    private func items(of source: String) async throws(SecretError) -> [ObjectPath] {
        let found = try await call(
            Self.path, Interface.service, "SearchItems", [Self.attributes(of: source)])
        // Those that are open, then those that are locked.
        return found.flatMap { $0.arrayValue ?? [] }.compactMap(\.objectPathValue)
    }

    /// Where new items go; made where the user has none yet, which the desktop asks about.
    private func defaultCollection() async throws(SecretError) -> ObjectPath {
        let alias = try await call(
            Self.path, Interface.service, "ReadAlias", [.string("default")])
        guard let path = alias.first?.objectPathValue else { throw Self.unexpected }
        guard path == Self.noObject else { return path }
        let made = try await call(
            Self.path, Interface.service, "CreateCollection",
            [
                .vardict([("\(Interface.collection).Label", .string("Default keyring"))]),
                .string("default"),
            ])
        if let path = made.first?.objectPathValue, path != Self.noObject { return path }
        guard let path = try await completed(made)?.objectPathValue else { throw Self.unexpected }
        return path
    }

    private func unlock(_ object: ObjectPath) async throws(SecretError) {
        let objects = DBusValue.array(of: "o", [.objectPath(object)])
        let reply = try await call(Self.path, Interface.service, "Unlock", [objects])
        _ = try await completed(reply)
    }

    // MARK: Prompts

    /// Has the desktop ask what is to be asked, if something is: the last value of a reply says.
    ///
    /// - Returns: what the prompt answers.
    private func completed(_ reply: [DBusValue]) async throws(SecretError) -> DBusValue? {
        guard let prompt = reply.last?.objectPathValue, prompt != Self.noObject else { return nil }
        let answer = PromptAnswer()
        let subscription: DBusSubscription
        do throws(DBusError) {
            subscription = try connection.subscribe(
                DBusMatch(
                    sender: Self.name, path: prompt, interface: Interface.prompt,
                    member: "Completed")
            ) { answer.take($0.arguments) }
        } catch {
            throw SecretError(error)
        }
        defer { subscription.cancel() }
        _ = try await call(prompt, Interface.prompt, "Prompt", [.string("")])
        let limit = EventSource.timeout(after: patience) { answer.take([]) }
        defer { limit.cancel() }
        let arguments = await answer.value
        guard arguments.count == 2 else {
            // It may have gone away by itself, and then there is nothing to dismiss.
            connection.call(Self.name, prompt, Interface.prompt, "Dismiss", reply: nil)
            throw SecretError(.locked, "The keyring is locked, and nobody has opened it.")
        }
        guard arguments[0].boolValue == false else {
            throw SecretError(.locked, "The keyring stays locked.")
        }
        return arguments[1].unwrapped
    }

    // MARK: Below

    private func withSession<Value: Sendable>(
        _ body: @PlayerActor (ObjectPath) async throws(SecretError) -> Value
    ) async throws(SecretError) -> Value {
        let opened = try await call(
            Self.path, Interface.service, "OpenSession",
            [.string("plain"), .variant(.string(""))])
        guard let session = opened.last?.objectPathValue else { throw Self.unexpected }
        defer { connection.call(Self.name, session, Interface.session, "Close", reply: nil) }
        return try await body(session)
    }

    private func call(
        _ path: ObjectPath, _ interface: String, _ member: String, _ arguments: [DBusValue] = []
    ) async throws(SecretError) -> [DBusValue] {
        let result = await withCheckedContinuation { continuation in
            connection.call(Self.name, path, interface, member, arguments) {
                continuation.resume(returning: $0)
            }
        }
        do throws(DBusError) { return try result.get() } catch { throw SecretError(error) }
    }

    private static let unexpected = SecretError(
        .failed, "The keyring answers in a way that is not understood.")
}

/// What comes of a prompt: two values, or none where it takes too long.
@PlayerActor
private final class PromptAnswer {
    private var arguments: [DBusValue]?
    private var waiting: CheckedContinuation<[DBusValue], Never>?

    func take(_ arguments: [DBusValue]) {
        guard self.arguments == nil else { return }
        self.arguments = arguments
        waiting?.resume(returning: arguments)
        waiting = nil
    }

    var value: [DBusValue] {
        get async {
            if let arguments { return arguments }
            return await withCheckedContinuation { waiting = $0 }
        }
    }
}

extension SecretError {
    fileprivate init(_ error: DBusError) {
        switch error.name.split(separator: ".").last {
        case "IsLocked": self.init(.locked, "The keyring is locked.")
        case "ServiceUnknown", "NameHasNoOwner", "Disconnected":
            self.init(.unavailable, "There is no keyring.")
        case _ where error.name.hasPrefix("org.freedesktop.DBus.Error.Spawn"):
            self.init(.unavailable, "The keyring does not start.")
        case "NoReply", "Timeout", "TimedOut":
            self.init(.failed, "The keyring does not answer.")
        default: self.init(.failed, "The keyring refuses: \(error.message)")
        }
    }
}

extension DBusValue {
    fileprivate static func bytes(_ bytes: some Sequence<UInt8>) -> DBusValue {
        .array(of: "y", bytes.map { .byte($0) })
    }

    fileprivate var byteValue: UInt8? {
        if case .byte(let value) = self { value } else { nil }
    }
}
