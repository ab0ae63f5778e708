// SPDX-License-Identifier: MPL-2.0

/// Names a playlist as long as it lies where it is.
///
/// Letters and digits only, so that it can be part of an object path.
package struct PlaylistID: Sendable, Hashable, Comparable, RawRepresentable {
    package let rawValue: String

    /// Nil for what is empty or holds anything but ASCII letters and digits.
    package init?(rawValue: String) {
        let isPlain = rawValue.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
        }
        guard isPlain, !rawValue.isEmpty else { return nil }
        self.rawValue = rawValue
    }

    package static func < (left: PlaylistID, right: PlaylistID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A playlist that can be chosen by its name.
package struct NamedPlaylist: Sendable, Hashable {
    package let id: PlaylistID
    /// As it is shown; two playlists may share it.
    package let name: String
    /// Where the intake finds it: a `file://` URI.
    package let url: String
    /// When its content last changed, in nanoseconds since 1970.
    package let modified: Int64
    /// When it was last chosen, in nanoseconds since 1970; 0 where that is not known.
    package var played: Int64 = 0

    package init(id: PlaylistID, name: String, url: String, modified: Int64) {
        self.id = id
        self.name = name
        self.url = url
        self.modified = modified
    }
}
