// SPDX-License-Identifier: MPL-2.0

private import CGatefoldGLib

/// The SHA-256 of `bytes`, as 64 hexadecimal digits.
///
/// The corresponding C function is `g_compute_checksum_for_data`.
package func sha256(_ bytes: [UInt8]) -> String { checksum(G_CHECKSUM_SHA256, bytes) }

/// The MD5 of `bytes`, as 32 hexadecimal digits: for protocols that want it, and for no secret.
package func md5(_ bytes: [UInt8]) -> String { checksum(G_CHECKSUM_MD5, bytes) }

private func checksum(_ algorithm: GChecksumType, _ bytes: [UInt8]) -> String {
    guard let digest = g_compute_checksum_for_data(algorithm, bytes, gsize(bytes.count))
    else { preconditionFailure("GLib knows neither MD5 nor SHA-256") }
    defer { g_free(digest) }
    return String(cString: digest)
}
