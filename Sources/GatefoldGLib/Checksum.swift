// SPDX-License-Identifier: MPL-2.0

private import CGatefoldGLib

/// The SHA-256 of `bytes`, as 64 hexadecimal digits.
///
/// The corresponding C function is `g_compute_checksum_for_data`.
package func sha256(_ bytes: [UInt8]) -> String {
    // Answers nil only for an unknown algorithm.
    guard let digest = g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, gsize(bytes.count))
    else { preconditionFailure("GLib knows no SHA-256") }
    defer { g_free(digest) }
    return String(cString: digest)
}
