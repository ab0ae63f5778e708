// SPDX-License-Identifier: MPL-2.0

internal import Foundation
internal import GatefoldModel

/// Whether the program may use the user's music.
///
/// On Apple platforms the user is asked. Here nobody asks: the user's music is a folder, and the
/// system decides who may read it.
public struct MusicAuthorization: Sendable {
    /// Whether the program may use the user's music.
    public enum Status: String, Codable, Hashable, Sendable, CaseIterable,
        CustomStringConvertible
    {
        /// Nobody was asked yet.
        ///
        /// Never the case here.
        case notDetermined
        /// The user's music folder cannot be read.
        case denied
        /// Somebody else forbids it.
        ///
        /// Never the case here.
        case restricted
        /// It may.
        case authorized

        /// The name of the case.
        public var description: String { rawValue }
    }

    /// Whether the user's music folder can be read; a folder that does not exist can be made.
    public static var currentStatus: Status {
        let folder = MusicFolder.url.path
        let exists = FileManager.default.fileExists(atPath: folder)
        return !exists || FileManager.default.isReadableFile(atPath: folder)
            ? .authorized : .denied
    }

    /// The present status; it asks nothing.
    public static func request() async -> Status { currentStatus }
}

/// Where the user's music is.
enum MusicFolder {
    static var path: FilePath { FilePath(url.path) }

    /// `XDG_MUSIC_DIR` of `user-dirs.dirs`, which the environment may overrule, else `~/Music`.
    static var url: URL {
        let environment = ProcessInfo.processInfo.environment
        let home = environment["HOME"] ?? NSHomeDirectory()
        let named = environment["XDG_MUSIC_DIR"] ?? configured(environment, home)
        return URL(
            fileURLWithPath: named.flatMap { $0.isEmpty ? nil : $0 } ?? home + "/Music",
            isDirectory: true)
    }

    /// Lines such as `XDG_MUSIC_DIR="$HOME/Musik"` (xdg-user-dirs).
    private static func configured(_ environment: [String: String], _ home: String) -> String? {
        let folder = environment["XDG_CONFIG_HOME"] ?? home + "/.config"
        // Without the file the folder has its usual name.
        let text = try? String(contentsOfFile: folder + "/user-dirs.dirs", encoding: .utf8)
        let key = "XDG_MUSIC_DIR="
        let line = text?.split(separator: "\n").last { $0.hasPrefix(key) }
        return line?.dropFirst(key.count).trimmingCharacters(in: ["\"", " "])
            .replacingOccurrences(of: "$HOME", with: home)
    }
}
