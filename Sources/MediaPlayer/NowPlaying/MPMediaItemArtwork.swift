// SPDX-License-Identifier: MPL-2.0

public import Foundation
internal import GatefoldModel
private import Synchronization

/// An image that can be written down as PNG, JPEG, WebP, GIF or BMP.
///
/// Linux has no image class of its own, so `MPMediaItemArtwork` takes any; of those that conform,
/// the desktop shows the picture.
public protocol MPArtworkImageConvertible {
    /// The bytes of an image file; nil where there is no picture.
    var encodedImageData: Data? { get }
}

extension Data: MPArtworkImageConvertible {
    /// The bytes themselves.
    public var encodedImageData: Data? { self }
}

extension URL: MPArtworkImageConvertible {
    /// What is in the file; nil for other URLs.
    public var encodedImageData: Data? {
        // A missing file is no picture, which the log tells.
        isFileURL ? try? Data(contentsOf: self) : nil
    }
}

/// The picture of an item.
///
/// It becomes a file in the artwork cache of Gatefold, once for each object and away from the thread
/// that publishes: MPRIS's `mpris:artUrl`.
///
/// `@unchecked Sendable`: the handler never changes, and the library calls it on one thread.
public final class MPMediaItemArtwork: NSObject, @unchecked Sendable {
    /// The size of the picture as its maker has it.
    public let bounds: CGRect

    private let requestHandler: (CGSize) -> Any
    private let file = Mutex<Artwork?>(nil)

    /// Artwork that is drawn when it is needed.
    ///
    /// On Apple platforms: the image is a `UIImage` or `NSImage`. Here it is of any type; the desktop
    /// shows `Data` of an image file, the `URL` of one, and what conforms to
    /// `MPArtworkImageConvertible`.
    ///
    /// - Parameter requestHandler: called on a thread of the library.
    public init<Image>(
        boundsSize: CGSize, requestHandler: @escaping (CGSize) -> Image
    ) {
        bounds = CGRect(origin: CGPoint(x: 0, y: 0), size: boundsSize)
        self.requestHandler = { requestHandler($0) }
    }

    /// Artwork that is there already.
    ///
    /// On Apple platforms: deprecated, and the bounds are those of the image.
    public convenience init<Image>(image: Image) {
        self.init(boundsSize: CGSize(width: 0, height: 0)) { _ in image }
    }

    /// The image for a size.
    ///
    /// On Apple platforms: a `UIImage` or `NSImage`.
    public func image(at size: CGSize) -> Any? {
        unwrapped(requestHandler(size))
    }

    /// The image for a size, if it is of the type that is asked for.
    public func image<Image>(at size: CGSize) -> Image? {
        image(at: size) as Any? as? Image
    }

    /// The file that was made of it, or that there is none; nil before.
    var rendered: Artwork? {
        get { file.withLock { $0 } }
        set { file.withLock { $0 = newValue } }
    }
}
