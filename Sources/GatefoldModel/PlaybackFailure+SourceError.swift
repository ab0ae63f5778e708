// SPDX-License-Identifier: MPL-2.0

extension PlaybackFailure {
    /// Why a source gives no address of what is to be played.
    package init(_ error: SourceError) {
        let code: Code =
            switch error.code {
            case .notFound: .notFound
            case .unauthorised, .notAllowed: .accessDenied
            case .offline, .rateLimited: .network
            case .invalid, .exists, .failed, .superseded, .unsupported: .other
            }
        self.init(code, clause(error.description))
    }
}

/// A sentence as it continues another one: without its capital and its full stop.
private func clause(_ sentence: String) -> String {
    let text = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
    // An abbreviation keeps its capitals.
    guard let first = text.first, text.dropFirst().first?.isUppercase != true else {
        return String(text)
    }
    return first.lowercased() + text.dropFirst()
}
