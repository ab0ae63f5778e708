// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel

extension OnlineSources {
    /// An element now, and each time that the settings of the sources may have changed.
    package static func changes() -> AsyncStream<Void> {
        changes(ofFileIn: Directories.config)
    }

    static func changes(ofFileIn folder: String) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        PlayerActor.post {
            let watch = SettingsWatch(folder) { continuation.yield() }
            continuation.onTermination = { _ in PlayerActor.post { watch.end() } }
            // Who has gone before has not said so to us.
            if case .terminated = continuation.yield() { watch.end() }
        }
        return stream
    }
}

/// Watches the folder of settings or, until that is made, the one in which it will be.
@PlayerActor
private final class SettingsWatch {
    private let folder: String
    private let onChange: @PlayerActor @Sendable () -> Void
    private var watch: FolderWatch?

    init(_ folder: String, _ onChange: @escaping @PlayerActor @Sendable () -> Void) {
        self.folder = folder
        self.onChange = onChange
        watch = FolderWatch { [weak self] _ in
            self?.follow()
            onChange()
        }
        follow()
    }

    private func follow() {
        var folder = FilePath(folder)
        while (try? folderItems(path: folder.bytes)) == nil, folder != folder.parent {
            folder = folder.parent
        }
        _ = watch?.follow([folder.bytes])
    }

    func end() { watch = nil }
}
