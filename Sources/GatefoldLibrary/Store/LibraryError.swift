// SPDX-License-Identifier: MPL-2.0

/// Why the library did not do something.
package struct LibraryError: Error, Sendable, Hashable, CustomStringConvertible {
    package struct Code: Sendable, Hashable {
        private enum Base {
            case busy, cancelled, damaged, failed, full, invalid, newer, notFound, readOnly
            case unavailable
        }
        private let base: Base

        /// Another program has held the database, or the scan, for too long.
        package static let busy = Code(base: .busy)
        /// Nobody waits for the answer any more.
        package static let cancelled = Code(base: .cancelled)
        /// The file is no database, or a broken one; it is put aside and rebuilt.
        package static let damaged = Code(base: .damaged)
        /// Anything else that SQLite says.
        package static let failed = Code(base: .failed)
        /// No space is left on the device.
        package static let full = Code(base: .full)
        /// What was asked makes no sense: a name that is empty, a folder that is none.
        package static let invalid = Code(base: .invalid)
        /// A later version of Gatefold wrote the file.
        package static let newer = Code(base: .newer)
        /// There is no such item.
        package static let notFound = Code(base: .notFound)
        /// The file or its folder may not be written.
        package static let readOnly = Code(base: .readOnly)
        /// The file can be neither opened nor made.
        package static let unavailable = Code(base: .unavailable)
    }

    package let code: Code
    /// What was being done, or what is wrong, in words.
    package let operation: String
    /// SQLite's extended result code (https://sqlite.org/rescode.html), if SQLite raised it.
    package let sqliteCode: Int32?
    /// What the cause says of itself.
    package let detail: String?

    package init(
        _ code: Code, _ operation: String, sqliteCode: Int32? = nil, detail: String? = nil
    ) {
        self.code = code
        self.operation = operation
        self.sqliteCode = sqliteCode
        self.detail = detail
    }

    /// One sentence for the user, without its full stop.
    package var description: String {
        let reason: String? =
            switch code {
            case .busy: "another program is using the library"
            case .damaged: "the library was damaged and is being rebuilt"
            case .full: "no space is left on the device"
            case .newer: "a later version of Gatefold wrote the library"
            case .readOnly: "the library may not be written"
            case .unavailable: detail ?? "the library cannot be opened"
            case .failed: detail
            default: nil
            }
        return reason.map { "\(operation): \($0)" } ?? operation
    }
}
