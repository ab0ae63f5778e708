// SPDX-License-Identifier: MPL-2.0

/// A FLAC file of tags, without sound: `STREAMINFO` of 44.1 kHz stereo and `VORBIS_COMMENT`
/// (https://xiph.org/flac/format.html).
///
/// - Parameters:
///   - comments: such as `TITLE=A`.
///   - picture: the front cover; none where it is empty.
package func silentFLAC(
    _ comments: [String], seconds: Double, picture: [UInt8] = []
) -> [UInt8] {
    let samples = Int(seconds * 44_100)
    // 20 bits of rate, 3 of channels less one, 5 of bits less one, 36 of samples.
    let packed = 44_100 << 44 | 1 << 41 | 15 << 36 | samples
    let streamInfo =
        bigEndian(4096, 2) + bigEndian(4096, 2) + bigEndian(0, 6) + bigEndian(packed, 8)
        + [UInt8](repeating: 0, count: 16)
    let texts = (["test"] + comments).map { Array($0.utf8) }
    // The vendor, the number of comments, and the comments, in another byte order.
    var comment = littleEndian(texts[0].count) + texts[0] + littleEndian(comments.count)
    for text in texts.dropFirst() { comment += littleEndian(text.count) + text }
    let isLast: UInt8 = picture.isEmpty ? 0x80 : 0
    return Array("fLaC".utf8) + [0] + bigEndian(streamInfo.count, 3) + streamInfo + [isLast | 4]
        + bigEndian(comment.count, 3) + comment + block(picture)
}

/// The `PICTURE` block, as the last one.
private func block(_ picture: [UInt8]) -> [UInt8] {
    guard !picture.isEmpty else { return [] }
    let type = Array("image/png".utf8)
    let content =
        bigEndian(3, 4) + bigEndian(type.count, 4) + type
        + [0, 0, 0, 0, 0].flatMap { bigEndian($0, 4) } + bigEndian(picture.count, 4) + picture
    return [0x86] + bigEndian(content.count, 3) + content
}

private func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

private func littleEndian(_ value: Int) -> [UInt8] { bigEndian(value, 4).reversed() }
