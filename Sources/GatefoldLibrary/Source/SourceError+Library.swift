// SPDX-License-Identifier: MPL-2.0

package import GatefoldModel

extension SourceError {
    package init(_ error: LibraryError) {
        let code: Code =
            switch error.code {
            case .notFound: .notFound
            case .invalid: .invalid
            case .cancelled: .superseded
            default: .failed
            }
        let text = error.description
        self.init(code, text.prefix(1).uppercased() + text.dropFirst() + ".")
    }
}
