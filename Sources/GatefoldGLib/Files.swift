// SPDX-License-Identifier: MPL-2.0

internal import CGatefoldGLib

#if canImport(Glibc)
    private import Glibc
#endif

/// The XDG base directories of this program, from the environment at the first use.
package enum Directories {
    /// `$XDG_CONFIG_HOME/gatefold`.
    package static let config = own(g_get_user_config_dir())
    /// `$XDG_STATE_HOME/gatefold`.
    package static let state = own(g_get_user_state_dir())
    /// `$XDG_CACHE_HOME/gatefold`.
    package static let cache = own(g_get_user_cache_dir())
    /// `$XDG_DATA_HOME/gatefold`.
    package static let ownData = own(g_get_user_data_dir())
    /// `XDG_MUSIC_DIR` of `user-dirs.dirs`, which need not be UTF-8; nil where there is none.
    ///
    /// A home folder in its place says that there is none (xdg-user-dirs).
    package static var music: [UInt8]? {
        guard let music = g_get_user_special_dir(G_USER_DIRECTORY_MUSIC).map(bytes),
            music != g_get_home_dir().map(bytes)
        else { return nil }
        return music
    }
    /// `$XDG_RUNTIME_DIR`, or the cache where there is none.
    package static let runtime = String(cString: g_get_user_runtime_dir())
    /// `$XDG_DATA_HOME` and `$XDG_DATA_DIRS`, without a folder of ours.
    package static var data: [String] {
        let user = g_get_user_data_dir().map { String(cString: $0) }
        return [user].compactMap(\.self) + texts(g_get_system_data_dirs())
    }

    private static func bytes(_ path: UnsafePointer<CChar>) -> [UInt8] {
        UnsafeRawBufferPointer(start: path, count: Int(strlen(path))).map { $0 }
    }

    private static func own(_ base: UnsafePointer<CChar>?) -> String {
        (base.map { String(cString: $0) } ?? ".") + "/gatefold"
    }
}

/// Writes text to standard error in one system call.
package func standardError(_ text: String) {
    var text = text
    _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Copies a `NULL`-terminated array of strings.
private func texts(_ array: UnsafePointer<UnsafePointer<CChar>?>?) -> [String] {
    guard var position = array else { return [] }
    var texts: [String] = []
    while let text = position.pointee {
        texts.append(String(cString: text))
        position += 1
    }
    return texts
}

/// The languages that the user reads, the dearest first, as in `Name[de]`.
package var userLanguages: [String] { texts(g_get_language_names()) }
