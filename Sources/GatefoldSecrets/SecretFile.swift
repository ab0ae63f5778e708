// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib

#if canImport(Glibc)
    private import Glibc
#endif

/// Secrets in a file that nobody but its user can read, for systems without a keyring.
@PlayerActor
package final class SecretFile: SecretStore {
    private let path: String
    private let worker = Worker(threads: 1)

    private nonisolated static let key = "secret"

    /// - Parameter path: beside the library, not in the folder of settings, which some publish.
    package init(path: String = Directories.ownData + "/secrets.ini") {
        self.path = path
    }

    package func secret(of source: String) async throws(SecretError) -> String? {
        try await perform { (path) throws(SecretError) in
            try Self.checkOwner(path)
            return try Self.open(path)[source, Self.key]
        }
    }

    package func isAtHand(_ source: String) async -> Bool {
        // One that cannot be read is not.
        (try? await secret(of: source)) != nil
    }

    package func keep(_ secret: String, of source: String) async throws(SecretError) {
        try await perform { (path) throws(SecretError) in
            let text = try Self.open(path)
            text[source, Self.key] = secret
            try Self.write(text, path)
        }
    }

    package func forget(_ source: String) async throws(SecretError) {
        try await perform { (path) throws(SecretError) in
            let text = try Self.open(path)
            guard text[source, Self.key] != nil else { return }
            text.remove(source)
            try Self.write(text, path)
        }
    }

    private func perform<Value: Sendable>(
        _ work: @escaping @Sendable (String) throws(SecretError) -> Value
    ) async throws(SecretError) -> Value {
        let path = path
        return try await withCheckedContinuation { continuation in
            worker.perform {
                let result = Result { () throws(SecretError) in try work(path) }
                continuation.resume(returning: result)
            }
        }.get()
    }

    /// What others could read is no secret any more.
    private nonisolated static func checkOwner(_ path: String) throws(SecretError) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        guard status.st_mode & 0o077 == 0, status.st_uid == geteuid() else {
            throw SecretError(
                .exposed, "Others can read \(path): change its password, and run chmod 600 \(path)."
            )
        }
    }

    private nonisolated static func open(_ path: String) throws(SecretError) -> KeyFileText {
        do throws(GLibError) {
            return try KeyFileText(path: path)
        } catch {
            // What GLib says of a line that it does not understand quotes the line.
            throw SecretError(.failed, "The passwords in \(path) cannot be read.")
        }
    }

    private nonisolated static func write(
        _ text: KeyFileText, _ path: String
    ) throws(SecretError) {
        do throws(FileError) {
            if let slash = path.lastIndex(of: "/") {
                try makeDirectories(path: String(path[..<slash]))
            }
            try writeAtomically(path: path, bytes: text.bytes, mode: 0o600)
        } catch {
            throw SecretError(.failed, "The password cannot be kept in \(path): \(error.reason).")
        }
    }
}
