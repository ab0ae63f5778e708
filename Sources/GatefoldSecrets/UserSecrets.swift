// SPDX-License-Identifier: MPL-2.0

package import GatefoldDBus
package import GatefoldGLib

/// The user's secrets: in the desktop's keyring where there is one, else in a file.
///
/// What is in the file is found also after a keyring has come, and moves there when it is kept anew.
@PlayerActor
package final class UserSecrets: SecretStore {
    private let file: SecretFile
    private let connection: @PlayerActor () -> DBusConnection?

    /// - Parameter connection: the session bus, while it is there.
    package init(
        _ file: SecretFile = SecretFile(),
        on connection: @escaping @PlayerActor () -> DBusConnection?
    ) {
        self.file = file
        self.connection = connection
    }

    /// For a program that has no bus of its own, or none that it shares.
    package static func ofSession() -> UserSecrets {
        // Without a bus there is no keyring, and the file does.
        let connection = try? DBusConnection(.session)
        return UserSecrets { connection }
    }

    package func secret(of source: String) async throws(SecretError) -> String? {
        if let service = await service() {
            do throws(SecretError) {
                if let secret = try await service.secret(of: source) { return secret }
            } catch {
                // As if there were none: the file is left.
                guard error.code == .unavailable else { throw error }
            }
        }
        return try await file.secret(of: source)
    }

    package func isAtHand(_ source: String) async -> Bool {
        if let service = await service(), await service.isAtHand(source) { return true }
        return await file.isAtHand(source)
    }

    package func keep(_ secret: String, of source: String) async throws(SecretError) {
        if let service = await service() {
            do throws(SecretError) {
                try await service.keep(secret, of: source)
                return try await file.forget(source)
            } catch {
                guard error.code == .unavailable else { throw error }
            }
        }
        try await file.keep(secret, of: source)
    }

    package func forget(_ source: String) async throws(SecretError) {
        try await file.forget(source)
        guard let service = await service() else { return }
        do throws(SecretError) {
            try await service.forget(source)
        } catch {
            guard error.code == .unavailable else { throw error }
        }
    }

    /// One that runs, or that the bus would start.
    private func service() async -> SecretService? {
        guard let connection = connection() else { return nil }
        for member in ["ListNames", "ListActivatableNames"] {
            let reply = await withCheckedContinuation { continuation in
                connection.call(
                    "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member
                ) { continuation.resume(returning: $0) }
            }
            // A bus that does not answer has no keyring for us either.
            let names = (try? reply.get())?.first?.stringsValue ?? []
            if names.contains(SecretService.name) { return SecretService(connection) }
        }
        return nil
    }
}
