// SPDX-License-Identifier: MPL-2.0

internal import GatefoldGLib
internal import GatefoldModel

#if canImport(Glibc)
    private import Glibc
#endif

/// A music file as it was read.
struct ScannedFile: Sendable {
    /// A file that is to be read.
    struct Candidate: Sendable {
        /// Which of the scan's folders it lies in, and where that is.
        let folder: Int
        let place: FilePath
        let file: MusicListing.File
        /// The row of the track that was at this place, if there is one.
        let track: Int64?

        var path: FilePath { place.appending(file.name) }
    }

    let candidate: Candidate
    let tags: FileTags
    /// Of its size, its beginning and its end: a file that was moved has the same.
    let fingerprint: Int64
    /// Of what its tags say; nil where they say too little to recognise it by.
    let identity: Int64?
    /// In milliseconds; 0 where it is not known.
    let length: Int64
    let text: ScannedText

    /// - Throws: why the file cannot be read; `ENOENT` if it went while it was looked at.
    init(_ candidate: Candidate) throws(FileError) {
        let path = candidate.path
        self.candidate = candidate
        let descriptor = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else { throw FileError("opening a file", code: errno) }
        defer { close(descriptor) }
        fingerprint = try Self.fingerprint(descriptor, size: candidate.file.size)
        tags = TrackReader.fileTags(of: descriptor, path) ?? FileTags(untagged: path)
        length = (tags.tags.length ?? .zero).nanoseconds / 1_000_000
        identity = Self.identity(tags)
        text = ScannedText(tags)
    }

    private static let sampleSize = 4096

    private static func fingerprint(
        _ descriptor: Int32, size: Int64
    ) throws(FileError) -> Int64 {
        var hash = StableHash()
        hash.combine(UInt64(bitPattern: size))
        var failure: FileError?
        withUnsafeTemporaryAllocation(byteCount: sampleSize, alignment: 8) { buffer in
            for place in [0, max(0, size - Int64(sampleSize))] {
                let count = pread(descriptor, buffer.baseAddress, sampleSize, off_t(place))
                if count < 0 { failure = FileError("reading a file", code: errno) }
                hash.combine(UnsafeRawBufferPointer(rebasing: buffer[..<max(0, count)]))
            }
        }
        if let failure { throw failure }
        return hash.value
    }

    static func identity(_ file: FileTags) -> Int64? {
        let tags = file.tags
        guard file.hasTitle, let title = tags.title, !tags.artists.isEmpty || tags.album != nil
        else { return nil }
        var hash = StableHash()
        for text in [title, TextList.join(tags.artists), tags.album ?? ""] {
            hash.combine(SearchText.fold(text))
        }
        hash.combine(UInt64(tags.discNumber ?? 0))
        hash.combine(UInt64(tags.trackNumber ?? 0))
        return hash.value
    }
}
