// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldCrypto

/// Signing with ECDSA on P-256 and SHA-256 (RFC 7518, section 3.4), by OpenSSL's libcrypto, which is
/// loaded with the first signature.
enum ES256 {
    enum Failure: Error, Sendable, Hashable {
        /// libcrypto is not installed.
        case unavailable
        /// What should be a private key of P-256 in PEM is none, or is encrypted.
        case badKey
    }

    /// The signature as 64 bytes, r and s.
    ///
    /// - Parameter key: a private key in PEM, such as the content of a `.p8` file.
    static func signature(of bytes: [UInt8], key: [UInt8]) throws(Failure) -> [UInt8] {
        guard let crypto = Library.loaded?.functions else { throw .unavailable }
        guard let size = Int32(exactly: key.count) else { throw .badKey }
        // One of P-256 has 72 bytes at most; that of another key does not fit in, or is no pair.
        let signature = [UInt8](unsafeUninitializedCapacity: 128) { buffer, count in
            count = withUnsafePointer(to: crypto) {
                gatefold_crypto_sign(
                    $0, key, size, bytes, bytes.count, buffer.baseAddress, buffer.count)
            }
        }
        guard let pair = pair(fromDER: signature) else { throw .badKey }
        return pair
    }

    /// The two integers of an `ECDSA-Sig-Value` (RFC 3279, section 2.2.3), each as 32 bytes; nil for
    /// anything else.
    static func pair(fromDER bytes: [UInt8]) -> [UInt8]? {
        var rest = bytes[...]
        guard rest.popFirst() == 0x30, let length = rest.popFirst(), length == rest.count,
            let first = integer(&rest), let second = integer(&rest), rest.isEmpty
        else { return nil }
        return first + second
    }

    private static func integer(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.popFirst() == 0x02, let length = rest.popFirst(), length <= rest.count else {
            return nil
        }
        // A zero keeps a large number from being taken for a negative one.
        let digits = rest.prefix(Int(length)).drop { $0 == 0 }
        rest = rest.dropFirst(Int(length))
        guard digits.count <= 32 else { return nil }
        return [UInt8](repeating: 0, count: 32 - digits.count) + digits
    }

    /// `@unchecked Sendable`: function pointers that never change, to functions that are thread-safe.
    private final class Library: @unchecked Sendable {
        static let loaded = Library(["libcrypto.so.3", "libcrypto.so.1.1"])

        let functions: gatefold_crypto

        init?(_ names: [String]) {
            var functions = gatefold_crypto()
            guard names.contains(where: { gatefold_crypto_load(&functions, $0) != 0 }) else {
                return nil
            }
            self.functions = functions
        }
    }
}
