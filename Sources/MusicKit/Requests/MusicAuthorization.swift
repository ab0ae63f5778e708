// SPDX-License-Identifier: MPL-2.0

internal import Foundation
internal import GatefoldModel

/// Whether the program may use the user's music.
///
/// On Apple platforms the user is asked. Here nobody asks: the user's music is a folder, and the
/// system decides who may read it; and online sources, whose passwords and keys the user has given
/// to `gatefold source add`.
public struct MusicAuthorization: Sendable {
    /// Whether the program may use the user's music.
    public enum Status: String, Codable, Hashable, Sendable, CaseIterable,
        CustomStringConvertible
    {
        /// It cannot be said just now: a source does not answer.
        ///
        /// Only of one source.
        case notDetermined
        /// The user's music folder cannot be read; a source does not accept its password, or that is
        /// missing or locked away.
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

    /// Whether there is music that the program may use: the user's folder or, where that cannot be
    /// read, a source that accepts what the user has given for it.
    ///
    /// It asks the user for nothing, not even for the password of a keyring.
    public static func request() async -> Status {
        if currentStatus == .authorized { return .authorized }
        return await statuses().values.contains(.authorized) ? .authorized : .denied
    }

    /// The status by the names of the sources; `library` is the user's own.
    ///
    /// Every server is asked whether it accepts what the user has given. An addition; it asks the
    /// user for nothing, either.
    public static func statuses() async -> [String: Status] {
        var statuses = [SourceSettings.library: currentStatus]
        let sources = Sources.online
        // The question has an answer for every failure.
        let answers = try? await Sources.ask(sources, patience: .seconds(20)) { (source, index) in
            await status(of: sources[index])
        }
        for (index, source) in sources.enumerated() {
            statuses[source.name] =
                answers?.first { $0.index == index }?.answer ?? .notDetermined
        }
        return statuses
    }

    private static func status(of source: any OnlineSource) async -> Status {
        guard await source.isReady() else { return .denied }
        do throws(SourceError) {
            _ = try await source.account()
            return .authorized
        } catch {
            switch error.code {
            case .unauthorised, .notAllowed: return .denied
            default: return .notDetermined
            }
        }
    }
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
