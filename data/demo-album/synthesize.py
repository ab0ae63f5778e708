#!/usr/bin/python3
# SPDX-License-Identifier: MPL-2.0
"""Makes the demo album: synthesises, masters, encodes and tags it, and draws its sleeve.

Needs ffmpeg, rsvg-convert and python3-mutagen. The files that it makes are committed; run it again
after a change to the music. The same source gives the same samples.
"""

import array
import base64
import math
import pathlib
import random
import subprocess
import sys

import mutagen
from mutagen.flac import Picture
from mutagen.id3 import APIC, ID3, TALB, TCOM, TCON, TDRC, TIT2, TPE1, TPE2, TRCK

import pieces

FOLDER = pathlib.Path(__file__).resolve().parent
ALBUM = {"artist": "Gatefold", "albumartist": "Gatefold", "album": "Demo Sleeve",
         "composer": "Gatefold", "date": "2026"}

# File name, genre, encoder's arguments, hue of the embedded picture (None: the folder's).
TRACKS = [
    ("01 Needle Drop.ogg", "Lo-fi", ["-c:a", "libvorbis", "-q:a", "2.5"], None),
    ("02 First Light.flac", "Ambient", ["-c:a", "flac", "-compression_level", "12"], 320),
    ("03 Open Water.flac", "Ambient", ["-c:a", "flac", "-compression_level", "12"], 285),
    ("04 Paper Lanterns.mp3", "Folk", ["-c:a", "libmp3lame", "-q:a", "6"], 25),
    ("05 Run-out Groove.opus", "Classical", ["-c:a", "libopus", "-b:a", "72k"], None),
]


def mastered(channels, rate, level=0.105, ceiling=0.84, fade_in=0.02, fade_out=2.5):
    """The channels without rumble, at one loudness, below the ceiling, with gentle ends."""
    channels = [without_rumble(channel, rate) for channel in channels]
    power = sum(sum(s * s for s in channel) for channel in channels)
    gain = level / math.sqrt(power / (2 * len(channels[0])))
    # Linear up to half the ceiling, then bent: loud moments stay below it without an edge.
    knee, room = ceiling / 2, ceiling / 2

    def bent(sample):
        size = abs(sample)
        if size <= knee:
            return sample
        return math.copysign(knee + room * math.tanh((size - knee) / room), sample)

    channels = [[bent(gain * s) for s in channel] for channel in channels]
    for channel in channels:
        last = len(channel) - 1
        for k in range(int(fade_in * rate)):
            channel[k] *= 0.5 - 0.5 * math.cos(math.pi * k / (fade_in * rate))
        for k in range(int(fade_out * rate)):
            channel[last - k] *= 0.5 - 0.5 * math.cos(math.pi * k / (fade_out * rate))
    return channels


def without_rumble(channel, rate):
    """The channel through a high-pass at 25 Hz, which takes any offset as well."""
    keep, last, out, result = math.exp(-2 * math.pi * 25 / rate), 0.0, 0.0, []
    for sample in channel:
        out = keep * (out + sample - last)
        last = sample
        result.append(out)
    return result


def pcm(channels):
    """Interleaved 16-bit samples, dithered, so that quiet ends fade into noise and not into steps."""
    noise = random.Random(16)
    frames = array.array("h", bytes(4 * len(channels[0])))
    for place, channel in enumerate(channels):
        frames[place::2] = array.array("h", [
            round(32767 * s + noise.random() - noise.random()) for s in channel
        ])
    return frames.tobytes()


def encode(samples, rate, name, arguments):
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "s16le", "-ar", str(rate), "-ac", "2", "-i", "-",
         *arguments, "-map_metadata", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact",
         str(FOLDER / name)],
        input=samples, check=True)


def sleeve(hue=None, size=480):
    """The sleeve as JPEG, turned to another hue when one is given."""
    drawing = (FOLDER / "cover.svg").read_text(encoding="utf-8")
    if hue is not None:
        drawing = drawing.replace('id="sleeve"', 'id="sleeve" filter="url(#hue)"').replace(
            'values="0"', f'values="{hue}"')
    png = subprocess.run(["rsvg-convert", "-w", str(size), "-h", str(size)], check=True,
                         input=drawing.encode(), stdout=subprocess.PIPE).stdout
    return subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "png_pipe", "-i", "-", "-q:v", "4", "-bitexact",
         "-f", "mjpeg", "-"], check=True, input=png, stdout=subprocess.PIPE).stdout


def tag(name, number, genre, picture):
    """Writes the tags in the file's own way, the picture too unless it is the folder's."""
    title = name[3:].rsplit(".", 1)[0]
    path = FOLDER / name
    if path.suffix == ".mp3":
        frames = ID3()
        texts = {TIT2: title, TPE1: ALBUM["artist"], TPE2: ALBUM["albumartist"],
                 TALB: ALBUM["album"], TCOM: ALBUM["composer"], TDRC: ALBUM["date"],
                 TCON: genre, TRCK: f"{number}/{len(TRACKS)}"}
        for frame, text in texts.items():
            frames.add(frame(encoding=3, text=text))
        frames.add(APIC(encoding=3, mime="image/jpeg", type=3, desc="", data=picture))
        frames.save(path)
        return
    file = mutagen.File(path)
    file.update(ALBUM | {"title": title, "genre": genre, "tracknumber": str(number),
                         "tracktotal": str(len(TRACKS))})
    if picture and path.suffix == ".flac":
        block = Picture()
        block.data, block.type, block.mime = picture, 3, "image/jpeg"
        block.width = block.height = 480
        block.depth = 24
        file.add_picture(block)
    file.save(**({"padding": lambda _: 512} if path.suffix == ".flac" else {}))


def recordings():
    """The mastered samples of each track in order, with their rate."""
    rate, channels = pieces.needle_drop()
    yield rate, mastered(channels, rate)
    # Mastered as one and then cut between two samples: that is what gapless playback joins.
    rate, channels, join = pieces.first_light_and_open_water()
    channels = mastered(channels, rate)
    yield rate, [channel[:join] for channel in channels]
    yield rate, [channel[join:] for channel in channels]
    rate, channels = pieces.paper_lanterns()
    yield rate, mastered(channels, rate)
    rate, channels = pieces.run_out_groove()
    yield rate, mastered(channels, rate, level=0.09, fade_out=4)


def main():
    (FOLDER / "cover.jpg").write_bytes(sleeve(size=640))
    for number, (track, (rate, channels)) in enumerate(zip(TRACKS, recordings()), start=1):
        name, genre, arguments, hue = track
        encode(pcm(channels), rate, name, arguments)
        tag(name, number, genre, sleeve(hue) if hue is not None else None)
        print(f"{name}: {len(channels[0]) / rate:.1f} s, {(FOLDER / name).stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
