// SPDX-License-Identifier: MPL-2.0

internal import Foundation
internal import GatefoldModel
internal import GatefoldPresence

extension MPMediaItemArtwork: ArtworkSource {
    /// Larger pictures than this are of no use to a widget, in points.
    private static let largest: CGFloat = 512

    func render() -> RenderedArtwork {
        guard let image = image(at: size) as Any? else {
            return .none("artwork without an image")
        }
        if let url = image as? URL { return Self.rendered(url) }
        guard let image = image as? any MPArtworkImageConvertible else {
            return .none("artwork of a type that has no encodedImageData")
        }
        return image.encodedImageData.map { .bytes([UInt8]($0)) }
            ?? .none("artwork without a picture")
    }

    private static func rendered(_ url: URL) -> RenderedArtwork {
        if url.isFileURL { return .file(FilePath(url.path)) }
        guard url.scheme == "https" || url.scheme == "http", url.user == nil, url.password == nil
        else { return .none("artwork at an address that cannot be told") }
        return .address(url.absoluteString)
    }

    /// As large as the picture is, within reason.
    private var size: CGSize {
        let longest = max(bounds.width, bounds.height)
        guard longest > 0, longest.isFinite else {
            return CGSize(width: Self.largest, height: Self.largest)
        }
        let scale = min(1, Self.largest / longest)
        return CGSize(width: bounds.width * scale, height: bounds.height * scale)
    }
}
