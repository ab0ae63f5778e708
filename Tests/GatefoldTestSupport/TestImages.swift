// SPDX-License-Identifier: MPL-2.0

/// Bytes that begin as an image file does; what follows only makes pictures differ.
package enum TestImage {
    package static func png(_ seed: UInt8, size: Int = 64) -> [UInt8] {
        padded([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], seed, size)
    }

    package static func jpeg(_ seed: UInt8, size: Int = 64) -> [UInt8] {
        padded([0xFF, 0xD8, 0xFF, 0xE0], seed, size)
    }

    private static func padded(_ head: [UInt8], _ seed: UInt8, _ size: Int) -> [UInt8] {
        head + [UInt8](repeating: seed, count: max(size - head.count, 0))
    }
}
