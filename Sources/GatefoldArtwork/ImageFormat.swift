// SPDX-License-Identifier: MPL-2.0

/// The image formats that desktop widgets show, told apart by their first bytes.
package enum ImageFormat: Sendable, Hashable, CaseIterable {
    case jpeg, png, gif, webp, bmp

    /// Nil if the bytes are none of them, whatever their name or MIME type claims.
    package init?(of bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(12))
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: "GIF87a".utf8) || head.starts(with: "GIF89a".utf8) {
            self = .gif
        } else if head.starts(with: "RIFF".utf8), head.dropFirst(8).elementsEqual("WEBP".utf8) {
            self = .webp
        } else if head.count == 12, head.starts(with: "BM".utf8),
            head[6...9].allSatisfy({ $0 == 0 })
        {
            self = .bmp
        } else {
            return nil
        }
    }

    package var fileExtension: String {
        switch self {
        case .jpeg: "jpg"
        case .png: "png"
        case .gif: "gif"
        case .webp: "webp"
        case .bmp: "bmp"
        }
    }
}
