// SPDX-License-Identifier: MPL-2.0

internal import GatefoldModel

/// One item of a URL's query or of a form.
struct QueryItem: Sendable, Hashable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    init(_ name: String, _ value: some BinaryInteger) {
        self.init(name, String(value))
    }
}

extension [QueryItem] {
    /// As a URL's query and as a form's body (`application/x-www-form-urlencoded`).
    var encoded: String {
        map { "\($0.name.encoded)=\($0.value.encoded)" }.joined(separator: "&")
    }
}

extension String {
    fileprivate var encoded: String { FileURI.encodeRelative([UInt8](utf8)) }
}
