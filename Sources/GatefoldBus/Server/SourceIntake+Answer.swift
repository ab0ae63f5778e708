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
        let scheme = uri.prefix { $0 != ":" }.lowercased()
        let schemes = PlayerIdentity.gatefold.supportedURISchemes
        let isKnown = scheme.count < uri.count && schemes.contains(scheme)
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
