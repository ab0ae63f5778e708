// SPDX-License-Identifier: MPL-2.0

package import GatefoldGLib

/// Why a picture is not published; its track is played without one.
package struct ArtworkError: Error, Sendable, Hashable, CustomStringConvertible {
    package struct Code: Sendable, Hashable {
        private enum Base { case notAnImage, tooLarge, unreadable, notWritten }
        private let base: Base
        /// No format that `ImageFormat` knows.
        package static let notAnImage = Code(base: .notAnImage)
        package static let tooLarge = Code(base: .tooLarge)
        /// The image file cannot be read.
        package static let unreadable = Code(base: .unreadable)
        /// The cache cannot be written to.
        package static let notWritten = Code(base: .notWritten)
    }

    package let code: Code
    /// What the kernel said, if it was the kernel.
    package let cause: FileError?

    init(_ code: Code, cause: FileError? = nil) {
        self.code = code
        self.cause = cause
    }

    package var description: String {
        let sentence =
            switch code {
            case .notAnImage: "the picture is in no known image format"
            case .tooLarge: "the picture is too large"
            case .unreadable: "the image file cannot be read"
            default: "the artwork cache cannot be written to"
            }
        return cause.map { "\(sentence) (\($0))" } ?? sentence
    }
}
