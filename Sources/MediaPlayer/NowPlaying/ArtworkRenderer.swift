// SPDX-License-Identifier: MPL-2.0

internal import Foundation
internal import GatefoldArtwork
internal import GatefoldGLib
internal import GatefoldModel
internal import GatefoldPresence
private import Synchronization

/// Makes files of the artwork that an app writes: one picture at a time, each object once.
///
/// An app that makes a new object for each update costs one rendering at a time, whatever it does.
final class ArtworkRenderer: Sendable {
    private let source: NowPlayingSource
    private let state = Mutex(State())

    private struct State: Sendable {
        var shown: MPMediaItemArtwork?
        var isBusy = false
    }

    /// Larger pictures than this are of no use to a widget, in points.
    private static let largest: CGFloat = 512
    private static let worker = Worker(threads: 1)
    private static let cache = ArtworkCache()

    init(_ source: NowPlayingSource) {
        self.source = source
    }

    /// What is known of a picture before it is shown.
    func known(_ artwork: MPMediaItemArtwork?) -> Artwork {
        artwork.map { $0.rendered ?? .unread } ?? .none
    }

    /// Sees to it that the picture becomes a file, and is shown if it still is the one to show.
    func show(_ artwork: MPMediaItemArtwork?) {
        let begins = state.withLock { state in
            state.shown = artwork
            guard artwork != nil, artwork?.rendered == nil, !state.isBusy else { return false }
            state.isBusy = true
            return true
        }
        if begins { Self.worker.perform { self.renderAll() } }
    }

    private func renderAll() {
        while let artwork = next() {
            let rendered = Self.render(artwork)
            artwork.rendered = rendered
            state.withLock { state in
                guard state.shown === artwork else { return }
                source.update { nowPlaying, _ in nowPlaying.illustrate(rendered) }
            }
        }
    }

    private func next() -> MPMediaItemArtwork? {
        state.withLock { state in
            if let shown = state.shown, shown.rendered == nil { return shown }
            state.isBusy = false
            return nil
        }
    }

    private static func render(_ artwork: MPMediaItemArtwork) -> Artwork {
        guard let image = artwork.image(at: size(for: artwork.bounds.size)) as Any? else {
            return .none
        }
        if let url = image as? URL, !url.isFileURL { return published(url) }
        guard let image = image as? any MPArtworkImageConvertible else {
            Log.warning("artwork of a type that has no encodedImageData", "\(type(of: image))")
            return .none
        }
        return stored(image.encodedImageData)
    }

    private static func stored(_ data: Data?) -> Artwork {
        guard let data else {
            Log.warning("artwork without a picture")
            return .none
        }
        do throws(ArtworkError) {
            return .file(try cache.store([UInt8](data)))
        } catch {
            Log.warning("artwork that cannot be shown", error.description)
            return .none
        }
    }

    /// Widgets fetch from the web themselves; what carries a password they are not told.
    private static func published(_ url: URL) -> Artwork {
        guard url.scheme == "https" || url.scheme == "http", url.user == nil, url.password == nil
        else { return .none }
        return .file(url.absoluteString)
    }

    /// As large as the picture is, within reason.
    private static func size(for bounds: CGSize) -> CGSize {
        let longest = max(bounds.width, bounds.height)
        guard longest > 0, longest.isFinite else {
            return CGSize(width: largest, height: largest)
        }
        let scale = min(1, largest / longest)
        return CGSize(width: bounds.width * scale, height: bounds.height * scale)
    }
}
