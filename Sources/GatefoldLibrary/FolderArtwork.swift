// SPDX-License-Identifier: MPL-2.0

internal import GatefoldArtwork
internal import GatefoldGLib
internal import GatefoldModel
private import Synchronization

/// The picture that lies beside music files.
///
/// What was found is remembered by folder: the tracks of an album follow each other, and their
/// picture is read and hashed once. A memory is good while folder and image are unchanged.
final class FolderArtwork: Sendable {
    private let cache: ArtworkCache
    private let memories = Mutex<[FilePath: Memory]>([:])

    private struct Memory {
        let folder: FileStatus
        let picture: Picture?
    }

    private struct Picture {
        let path: FilePath
        let status: FileStatus
        let uri: String
    }

    private static let rememberedFolders = 64
    private static let names = ["cover", "folder", "front", "album", "albumart"]
    private static let extensions = ["jpg", "jpeg", "png", "webp", "gif"]

    init(cache: ArtworkCache) {
        self.cache = cache
    }

    /// Nil if the folder has no picture, or none that can be read.
    func uri(for folder: FilePath) -> String? {
        // A folder that cannot be examined has no picture.
        guard let status = try? FileStatus(of: folder) else { return nil }
        if let memory = memories.withLock({ $0[folder] }), isGood(memory, folder: status) {
            return memory.picture?.uri
        }
        let picture = images(in: folder).lazy.compactMap(store).first
        memories.withLock { memories in
            if memories.count >= Self.rememberedFolders { memories.removeAll() }
            memories[folder] = Memory(folder: status, picture: picture)
        }
        return picture?.uri
    }

    private func isGood(_ memory: Memory, folder: FileStatus) -> Bool {
        guard memory.folder == folder else { return false }
        guard let picture = memory.picture else { return true }
        return (try? FileStatus(of: picture.path)) == picture.status
            && cache.isStored(picture.uri)
    }

    /// Images in order of preference: by name, or the only one there is.
    private func images(in folder: FilePath) -> [FilePath] {
        // A folder that may be entered and not listed still plays.
        let entries = (try? folder.folderEntries()) ?? []
        let images = entries.map(\.path).filter { Self.extensions.contains($0.fileExtension) }
        let named = images.compactMap { path in rank(path).map { (rank: $0, path: path) } }
        if named.isEmpty { return images.count == 1 ? images : [] }
        return named.sorted { $0.rank < $1.rank }.map(\.path)
    }

    private func rank(_ path: FilePath) -> Int? {
        let stem = String(decoding: path.stem, as: UTF8.self).lowercased()
        guard let name = Self.names.firstIndex(of: stem),
            let format = Self.extensions.firstIndex(of: path.fileExtension)
        else { return nil }
        return name * Self.extensions.count + format
    }

    private func store(_ path: FilePath) -> Picture? {
        do {
            let status = try FileStatus(of: path)
            return Picture(path: path, status: status, uri: try cache.store(fileAt: path))
        } catch {
            Log.info("An image beside the music is not shown.", "\(error)")
            return nil
        }
    }
}
