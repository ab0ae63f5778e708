// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
internal import GatefoldMPRIS
internal import GatefoldModel
internal import GatefoldPlayer

extension SourceIntake {
    /// Takes a URI, of a scheme that MPRIS names, of the library or of an online source, and answers
    /// when its first track is in the queue, or with the reason why it is not.
    func take(
        _ uri: String, _ place: QueuePlace, play: Bool, answering invocation: DBusInvocation
    ) throws(DBusError) -> DBusReply {
        let schemes = PlayerIdentity.gatefold.supportedURISchemes
        let isKnown = uri.uriScheme.map(schemes.contains) ?? false
        guard isKnown || LibraryURI(uri) != nil || SourceURI(uri) != nil else {
            throw .notSupported("It opens URIs of \(schemes.joined(separator: ", ")).")
        }
        take([uri], place, play: play) { result in
            switch result {
            case .success: invocation.reply()
            case .failure(let problem): invocation.fail(.failed(problem.description))
            }
        }
        return .later
    }
}

extension String {
    /// `http` of `http://host/`, in lower case; nil where there is no colon.
    ///
    /// It is looked for near the beginning only: a caller may send megabytes.
    var uriScheme: String? {
        utf8.prefix(64).firstIndex(of: UInt8(ascii: ":")).map { self[..<$0].lowercased() }
    }
}
