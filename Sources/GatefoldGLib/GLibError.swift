// SPDX-License-Identifier: MPL-2.0

package import CGatefoldGLib

/// A `GError`.
package struct GLibError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The quark's name, such as `g-file-error-quark`.
    package let domain: String
    package let code: Int32
    package let message: String

    package var description: String { message }

    /// Takes over and frees the error.
    package init(consuming error: UnsafeMutablePointer<GError>) {
        domain = g_quark_to_string(error.pointee.domain).map { String(cString: $0) } ?? ""
        code = error.pointee.code
        message = error.pointee.message.map { String(cString: $0) } ?? ""
        g_error_free(error)
    }
}

/// Calls a C function that reports through a `GError **`.
package func throwingGError<Value>(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
) throws(GLibError) -> Value {
    var error: UnsafeMutablePointer<GError>?
    let value = body(&error)
    if let error { throw GLibError(consuming: error) }
    return value
}
