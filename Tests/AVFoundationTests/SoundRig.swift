// SPDX-License-Identifier: MPL-2.0

import AVFoundation
import GatefoldTestSupport
import Synchronization

/// A folder of sounds, and players that are not heard.
struct SoundRig {
    let folder: TemporaryFolder

    private static let silence: Void = {
        setenv("GATEFOLD_AUDIO_SINK", "none", 1)
    }()

    init() throws {
        Self.silence
        folder = try TemporaryFolder()
    }

    /// The URL of a new file with a sound in it.
    func sound(_ name: String, seconds: Double) async throws -> URL {
        try await Tone(seconds: seconds).write(name, in: folder)
        return folder.url(name)
    }

    func item(_ name: String, seconds: Double) async throws -> AVPlayerItem {
        AVPlayerItem(url: try await sound(name, seconds: seconds))
    }
}

/// Keeps what was heard to its end, in order.
final class EndedItems: Sendable {
    private let ended = Mutex<[URL]>([])

    /// As long as the process: each test has files of its own.
    init() {
        _ = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemDidPlayToEndTime, object: nil, queue: nil
        ) { [weak self] notification in
            let item = notification.object as? AVPlayerItem
            guard let url = (item?.asset as? AVURLAsset)?.url else { return }
            self?.ended.withLock { $0.append(url) }
        }
    }

    func contains(_ item: AVPlayerItem) -> Bool {
        (item.asset as? AVURLAsset).map { count(of: $0.url) > 0 } ?? false
    }

    func count(of url: URL) -> Int {
        ended.withLock { $0.count { $0 == url } }
    }
}
