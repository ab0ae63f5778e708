// SPDX-License-Identifier: MPL-2.0

internal import GatefoldDBus
internal import GatefoldGLib
internal import GatefoldMPRIS
internal import GatefoldModel
internal import GatefoldPlayer

extension SourceIntake {
    /// Takes a URI, and answers when its first track is in the queue or with the reason why it is
    /// not.
    func take(
        _ uri: String, _ place: QueuePlace, play: Bool, answering invocation: DBusInvocation
    ) throws(DBusError) -> DBusReply {
        let scheme = uri.prefix { $0 != ":" }.lowercased()
        let schemes = PlayerIdentity.gatefold.supportedURISchemes
        guard scheme.count < uri.count, schemes.contains(scheme) else {
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
