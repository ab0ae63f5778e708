// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
package import GatefoldModel

/// Taking music into the library.
extension LocalSource {
    /// Copies files into the library, which is what lies in its folders.
    ///
    /// A copy lies in the music folder, or in another one of the library where that is none of it, as
    /// `Artist/Album/name`. The files themselves stay as they are. What lies in a folder of the
    /// library already is not copied.
    ///
    /// - Parameter uris: of files of music.
    /// - Throws: `.exists` where all of them are in the library, `.invalid` for what is no music file.
    package func take(_ uris: [String]) async throws(SourceError) {
        let (known, folders) = try await read { (reader) throws(LibraryError) in
            var known: Set<String> = []
            for uri in uris where try reader.track(url: uri)?.isMissing == false {
                known.insert(uri)
            }
            return (known, try reader.folders())
        }
        let new = uris.filter { !known.contains($0) }
        guard !new.isEmpty else { throw SourceError(.exists, "That is in the library already.") }
        let music = music
        try await onThread { () -> Result<Void, SourceError> in
            Result { () throws(SourceError) in
                for uri in new { try copy(uri, into: folders, music) }
            }
        }.get()
        await rescan()
    }
}

private func copy(
    _ uri: String, into folders: [LibraryFolder], _ music: FilePath?
) throws(SourceError) {
    guard let file = FileURI.decode(uri),
        AudioFormats.isAudio(fileExtension: file.fileExtension)
    else { throw SourceError(.invalid, "“\(uri)” is no file of music.") }
    if folders.contains(where: { file.lies(in: $0.path) }) { return }
    let available = folders.filter(\.isAvailable).map(\.path)
    guard let folder = available.first(where: { $0 == music }) ?? available.first else {
        throw SourceError(.notFound, "The library has no folder that music could be put into.")
    }
    do throws(FileError) {
        let tags = TrackReader.tags(ofFileAt: file)
        let place = folder.appending(folderName(tags.albumArtists.first ?? tags.artists.first))
            .appending(folderName(tags.album))
        try makeMusicFolders(path: place)
        try copyFile(from: file, to: freePath(file, in: place))
    } catch {
        throw SourceError(.failed, "“\(file.printable)” could not be copied: \(error.reason).")
    }
}

/// In bytes: file systems take 255, and some of them count otherwise.
private let nameLimit = 120

/// A name that every file system takes, and that does not hide the folder.
private func folderName(_ text: String?) -> [UInt8] {
    let forbidden: Set<Unicode.Scalar> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|"]
    var name = String.UnicodeScalarView()
    for scalar in (text ?? "").unicodeScalars {
        let isUsable =
            !forbidden.contains(scalar) && scalar.properties.generalCategory != .control
        name.append(isUsable ? scalar : "_")
    }
    var result = String(name).trimmingBlanks
    if result.hasPrefix(".") { result = "_" + result.dropFirst() }
    while result.utf8.count > nameLimit { result.removeLast() }
    return Array((result.isEmpty ? "Unknown" : result).utf8)
}

/// `name 2.flac` where there is a `name.flac`.
private func freePath(_ file: FilePath, in folder: FilePath) -> FilePath {
    var path = folder.appending(file.name)
    var number = 2
    while path.exists {
        let suffix = " \(number)." + file.fileExtension
        path = folder.appending(Array(file.stem) + Array(suffix.utf8))
        number += 1
    }
    return path
}
