// SPDX-License-Identifier: MPL-2.0

import GatefoldModel
import GatefoldTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Half a second of silence in each format, tagged by an unrelated program.
///
/// GStreamer encodes, Mutagen tags; AIFF and Monkey's Audio, for which Debian has no encoder, are
/// written by hand.
enum SampleFiles {
    static let formats = ["mp3", "flac", "ogg", "opus", "m4a", "wav", "aiff", "ape", "wv"]

    static func path(_ format: String) throws -> FilePath {
        try #require(folder, "the samples could not be made")["sample.\(format)"]
    }

    /// Nil if a tool is missing; its message is on standard error.
    private static let folder: TemporaryFolder? = {
        guard let folder = try? TemporaryFolder(),
            let tagger = try? folder.write(pythonTagger.utf8, to: "tag.py"),
            (try? folder.write(aiff, to: "sample.aiff")) != nil,
            (try? folder.write(monkeysAudio, to: "sample.ape")) != nil
        else { return nil }
        let place = folder.path.printable
        let encoders = [
            "mp3": "lamemp3enc", "flac": "flacenc", "ogg": "vorbisenc ! oggmux",
            "opus": "opusenc ! oggmux", "m4a": "voaacenc ! mp4mux", "wav": "wavenc",
            "wv": "wavpackenc",
        ]
        let commands = encoders.map { format, encoder in
            "gst-launch-1.0 -q audiotestsrc wave=silence num-buffers=24 samplesperbuffer=1024"
                + " ! audio/x-raw,rate=48000,channels=2 ! audioconvert ! \(encoder)"
                + " ! filesink location=\(place)/sample.\(format)"
        }
        let script = (commands + ["/usr/bin/python3 \(tagger.printable)"])
            .joined(separator: " && ")
        guard system(script) == 0 else { return nil }
        // A static value lives until the process ends, which is when the files may go.
        atexit { system("rm -r '\(SampleFiles.folder?.path.printable ?? "")'") }
        return folder
    }()

    /// `FORM`, `COMM` and `SSND`: 24,000 frames of 16 bits at 48 kHz.
    private static var aiff: [UInt8] {
        let rate: [UInt8] = [0x40, 0x0E, 0xBB, 0x80, 0, 0, 0, 0, 0, 0]
        let common = bigEndian(1, 2) + bigEndian(24_000, 4) + bigEndian(16, 2) + rate
        let sound = [UInt8](repeating: 0, count: 8 + 48_000)
        let body = Array("AIFF".utf8) + chunk("COMM", common) + chunk("SSND", sound)
        return chunk("FORM", body)
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + bigEndian(content.count, 4) + content
    }

    /// The descriptor and header of version 3.99: one frame of 24,000 blocks, without its audio.
    private static var monkeysAudio: [UInt8] {
        let descriptor =
            Array("MAC ".utf8) + littleEndian(3990, 2) + littleEndian(0, 2)
            + [52, 24, 0, 0, 0, 0, 0].flatMap { littleEndian($0, 4) }
            + [UInt8](repeating: 0, count: 16)
        let header =
            littleEndian(2000, 2) + littleEndian(0, 2) + littleEndian(73_728, 4)
            + littleEndian(24_000, 4) + littleEndian(1, 4) + littleEndian(16, 2)
            + littleEndian(2, 2) + littleEndian(48_000, 4)
        return descriptor + header
    }

    private static func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
        bigEndian(value, count).reversed()
    }
}

func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}

/// The pictures are `TestImage.png(1)`, the front cover, and `TestImage.jpeg(2)`, another one.
private let pythonTagger = """
    import base64, os
    from mutagen import aiff, apev2, flac, id3, mp3, mp4, oggopus, oggvorbis, wave, wavpack

    here = os.path.dirname(os.path.abspath(__file__))
    path = lambda kind: os.path.join(here, "sample." + kind)
    front = b"\\x89PNG\\r\\n\\x1a\\n".ljust(64, b"\\x01")
    back = b"\\xff\\xd8\\xff\\xe0".ljust(64, b"\\x02")

    for kind, module in ("mp3", mp3.MP3), ("aiff", aiff.AIFF), ("wav", wave.WAVE):
        file = module(path(kind))
        file.add_tags()
        tag = file.tags
        for frame, text in dict(TIT2="Títle 音", TPE1=["One", "Two"], TALB="Album", TPE2="Band",
                                TCON=["Jazz", "Folk"], TCOM="Composer", TEXT="Lyricist",
                                TRCK="3/12", TPOS="2/2", TBPM="128", TDRC="2024-05-06").items():
            tag.add(getattr(id3, frame)(encoding=3, text=text))
        tag.add(id3.TXXX(encoding=3, desc="REPLAYGAIN_TRACK_GAIN", text="-6.50 dB"))
        tag.add(id3.TDOR(encoding=3, text="2001-02-03"))
        tag.add(id3.TCMP(encoding=3, text="1"))
        tag.add(id3.COMM(encoding=3, lang="eng", desc="", text="Comment"))
        tag.add(id3.APIC(encoding=3, mime="image/jpeg", type=4, desc="back", data=back))
        tag.add(id3.APIC(encoding=3, mime="image/png", type=3, desc="front", data=front))
        file.save()

    texts = dict(title=["Títle 音"], artist=["One", "Two"], album=["Album"], albumartist=["Band"],
                 genre=["Jazz", "Folk"], composer=["Composer"], lyricist=["Lyricist"],
                 comment=["Comment"], tracknumber=["3/12"], discnumber=["2"], bpm=["128"],
                 date=["2024-05-06"], originaldate=["2001-02-03"], compilation=["1"],
                 replaygain_track_gain=["-6.50 dB"])

    def picture(kind, data):
        result = flac.Picture()
        result.type, result.data, result.mime = kind, data, "image/png"
        return result

    pictures = [picture(4, back), picture(3, front)]
    for kind, module in ("ogg", oggvorbis.OggVorbis), ("opus", oggopus.OggOpus), ("flac", flac.FLAC):
        file = module(path(kind))
        file.update(texts)
        if kind == "flac":
            for each in pictures:
                file.add_picture(each)
        else:
            file["metadata_block_picture"] = [
                base64.b64encode(each.write()).decode("ascii") for each in pictures]
        file.save()

    file = mp4.MP4(path("m4a"))
    file.update({"\\xa9nam": "Títle 音", "\\xa9ART": ["One", "Two"], "\\xa9alb": "Album", "aART": "Band",
                 "\\xa9gen": ["Jazz", "Folk"], "\\xa9wrt": "Composer", "\\xa9cmt": "Comment",
                 "----:com.apple.iTunes:LYRICIST": b"Lyricist", "trkn": [(3, 12)], "disk": [(2, 2)],
                 "tmpo": [128], "\\xa9day": "2024-05-06", "cpil": True,
                 "----:com.apple.iTunes:replaygain_track_gain": b"-6.50 dB",
                 "----:com.apple.iTunes:ORIGINALDATE": b"2001-02-03",
                 "covr": [mp4.MP4Cover(front, mp4.MP4Cover.FORMAT_PNG)]})
    file.save()

    for kind in "ape", "wv":
        tag = apev2.APEv2()
        names = dict(albumartist="Album Artist", tracknumber="Track", discnumber="Disc", date="Year")
        for key, values in texts.items():
            tag[names.get(key, key.capitalize())] = values
        tag["Cover Art (Back)"] = apev2.APEValue(b"back.jpg\\0" + back, apev2.BINARY)
        tag["Cover Art (Front)"] = apev2.APEValue(b"front.png\\0" + front, apev2.BINARY)
        tag.save(path(kind))
    """
