// SPDX-License-Identifier: MPL-2.0

/// A path as the kernel knows it: bytes, which need not be UTF-8.
package struct FilePath: Sendable, Hashable {
    package let bytes: [UInt8]

    package init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    package var isAbsolute: Bool { bytes.first == Self.slash }

    /// What follows the last slash.
    package var name: ArraySlice<UInt8> {
        bytes[(bytes.lastIndex(of: Self.slash).map { $0 + 1 } ?? 0)...]
    }

    /// The name without its extension; a leading dot begins no extension.
    package var stem: ArraySlice<UInt8> {
        guard let dot = extensionDot else { return name }
        return name[..<dot]
    }

    /// In lower case, without its dot; empty if there is none.
    package var fileExtension: String {
        guard let dot = extensionDot else { return "" }
        return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    }

    /// The folder it lies in.
    package var parent: FilePath {
        guard let last = bytes.lastIndex(of: Self.slash) else { return FilePath(".") }
        return FilePath(bytes: last == 0 ? bytes[...0] : bytes[..<last])
    }

    package var isHidden: Bool { name.first == UInt8(ascii: ".") }

    /// For messages; bytes that are no UTF-8 become U+FFFD.
    package var printable: String { String(decoding: bytes, as: UTF8.self) }

    /// `other` seen from this folder; an absolute path stays what it is.
    package func appending(_ other: some Collection<UInt8>) -> FilePath {
        if other.first == Self.slash { return FilePath(bytes: other) }
        let separator = bytes.last == Self.slash ? [] : [Self.slash]
        return FilePath(bytes: bytes + separator + other)
    }

    /// Calls `body` with the path as a C string; what follows a NUL byte is lost, as it is for C.
    package func withCString<Value>(
        _ body: (UnsafePointer<CChar>) throws -> Value
    ) rethrows
        -> Value
    {
        try (bytes + [0]).withUnsafeBufferPointer { buffer in
            // The array holds at least the NUL, so it has an address.
            try buffer.withMemoryRebound(to: CChar.self) {
                try body($0.baseAddress.unsafelyUnwrapped)
            }
        }
    }

    private var extensionDot: Int? {
        let name = name
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
            return nil
        }
        return dot
    }

    private static let slash = UInt8(ascii: "/")
}
