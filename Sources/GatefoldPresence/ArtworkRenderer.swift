// SPDX-License-Identifier: MPL-2.0

private import GatefoldArtwork
private import GatefoldGLib
package import GatefoldModel
private import Synchronization

/// A picture of an app's, in whatever form it has it.
package protocol ArtworkSource: AnyObject, Sendable {
    /// What became of it; nil before.
    var rendered: Artwork? { get set }
    /// Makes bytes or an address of it; called on a thread of its own.
    func render() -> RenderedArtwork
}

/// A picture that can be shown, or written down and shown.
package enum RenderedArtwork: Sendable {
    /// An image file.
    case bytes([UInt8])
    /// The path of an image file.
    case file(FilePath)
    /// Where widgets get it themselves: nothing that carries a password.
    case address(String)
    /// There is none, for this reason if it is for one.
    case none(StaticString?)
}

/// Makes files of the artwork that an app writes: one picture at a time, each object once.
///
/// An app that makes a new object for each update costs one rendering at a time, whatever it does.
package final class ArtworkRenderer: Sendable {
    private let source: NowPlayingSource
    private let state = Mutex(State())

    private struct State: Sendable {
        var shown: (any ArtworkSource)?
        var isBusy = false
    }

    private static let worker = Worker(threads: 1)
    private static let cache = ArtworkCache()

    package init(_ source: NowPlayingSource) {
        self.source = source
    }

    /// What is known of a picture before it is shown.
    package func known(_ artwork: (any ArtworkSource)?) -> Artwork {
        artwork.map { $0.rendered ?? .unread } ?? .none
    }

    /// Sees to it that the picture becomes a file, and is shown if it still is the one to show.
    package func show(_ artwork: (any ArtworkSource)?) {
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
            let rendered = Self.finished(artwork.render())
            artwork.rendered = rendered
            state.withLock { state in
                guard state.shown === artwork else { return }
                source.update { nowPlaying, _ in nowPlaying.illustrate(rendered) }
            }
        }
    }

    private func next() -> (any ArtworkSource)? {
        state.withLock { state in
            if let shown = state.shown, shown.rendered == nil { return shown }
            state.isBusy = false
            return nil
        }
    }

    private static func finished(_ artwork: RenderedArtwork) -> Artwork {
        do throws(ArtworkError) {
            switch artwork {
            case .bytes(let bytes): return .file(try cache.store(bytes))
            case .file(let path): return .file(try cache.store(fileAt: path))
            case .address(let address): return .file(address)
            case .none(let reason):
                if let reason { Log.warning(reason) }
            }
        } catch {
            Log.warning("artwork that cannot be shown", error.description)
        }
        return .none
    }
}
