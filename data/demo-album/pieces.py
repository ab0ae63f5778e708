# SPDX-License-Identifier: MPL-2.0
"""The five pieces: what is played when. Times in a score are beats.

A line of music is text: "C5/1 r/.5 E5/.5" is a C for one beat, half a beat's rest, an E for half.
Bars are set apart with "|" for the reader only.
"""

import random

from instruments import (
    Desk, bass, bell, brush, electric_piano, felt_piano, frequency, kick, marimba, nylon_string,
    pad, reed,
)


def notes(line):
    """The line's notes as (beat, beats, name), rests left out."""
    beat = 0.0
    for token in line.replace("|", " ").split():
        name, length = token.split("/")
        if name != "r":
            yield beat, float(length), name
        beat += float(length)


class Player:
    """Plays on a desk in a tempo, slightly unevenly, as people do."""

    def __init__(self, desk, tempo, swing=0.0, seed=1):
        self.desk, self.beat, self.swing = desk, 60 / tempo, swing
        self.random = random.Random(seed)

    def time(self, beat):
        """When a beat is; an off-beat eighth comes late by the swing."""
        late = self.swing if abs(beat % 1 - 0.5) < 0.01 else 0
        return (beat + late) * self.beat

    def play(self, instrument, name, at, beats, level, tight=False, **place):
        """One note, a touch earlier or later and louder or softer than written."""
        touch = 1 if tight else self.random.uniform(0.88, 1.05)
        lag = 0 if tight else abs(self.random.gauss(0, 0.004))
        samples = instrument(self.desk.rate, frequency(name), round(beats * self.beat, 3))
        self.desk.add(self.time(at) + lag, samples, level * touch, **place)

    def line(self, instrument, text, level, start=0, legato=1.0, **place):
        for at, beats, name in notes(text):
            self.play(instrument, name, start + at, beats * legato, level, **place)

    def chord(self, instrument, names, at, beats, level, width=0.4, **place):
        """The notes from left to right, rolled a little."""
        names = names.split()
        for k, name in enumerate(names):
            pan = width * (2 * k / max(1, len(names) - 1) - 1)
            self.play(instrument, name, at + 0.012 * k, beats, level, pan=pan, **place)

    def hit(self, samples, at, level, **place):
        self.desk.add(self.time(at), samples, level * self.random.uniform(0.85, 1), **place)


def needle_drop(rate=44100):
    """A late-evening groove in F: electric piano, round bass, brushes."""
    desk = Desk(rate, 39)
    band = Player(desk, 84, swing=0.13, seed=11)
    harmony = [  # (bass notes, voicing) per half bar
        "F2 C3 A3 C4 E4 G4", "F2 A2 A3 C4 E4 G4", "E2 Bb2 G3 Bb3 D4", "A2 E3 G3 C#4 E4",
        "D2 A2 F3 A3 C4 E4", "D2 C3 F3 A3 C4 E4", "C2 G2 Bb3 Eb4 G4", "F2 C3 A3 Eb4 G4",
        "Bb2 F2 A3 C4 D4 F4", "Bb2 D3 A3 C4 D4 F4", "A2 E2 G3 C4 E4", "D2 A2 F#3 C4 Eb4",
        "G2 D3 F3 A3 Bb3 D4", "G2 D2 F3 A3 Bb3 D4", "C2 G2 Bb3 E4 A4", "C3 E2 Bb3 D4 A4",
        "Bb2 F2 A3 C4 D4 F4", "Bb2 D3 A3 C4 D4 F4", "A2 E2 G3 C4 E4", "A2 D2 G3 C4 E4",
        "G2 D3 F3 A3 Bb3 D4", "G2 D2 F3 A3 Bb3 D4", "C2 G2 Bb3 D4 E4", "C3 E2 Bb3 D4 E4",
    ]
    for half, text in enumerate(harmony):
        first, second, *voicing = text.split()
        at = 2 * half
        band.play(bass, first, at, 1.3, 0.34, room=0.03)
        band.play(bass, second, at + 1.5, 0.45, 0.27, room=0.03)
        if half % 2 == 0:
            band.chord(electric_piano, " ".join(voicing), at, 1.4, 0.10, room=0.25)
            band.chord(electric_piano, " ".join(voicing), at + 1.5, 0.4, 0.065, room=0.25)
        else:
            band.chord(electric_piano, " ".join(voicing), at + 0.5, 1.2, 0.085, room=0.25)
    band.line(electric_piano, """
        r/1 C5/.5 E5/.5 G5/1 A5/1 | G5/.5 E5/.5 D5/1 C#5/1 E5/1 | F5/1.5 E5/.5 D5/1 A4/1 |
        Bb4/.5 C5/.5 Eb5/1 D5/.5 C5/.5 A4/1 | D5/1.5 F5/.5 A5/2 | G5/1 E5/1 F#5/1 Eb5/1 |
        D5/1.5 Bb4/.5 A4/2 | r/.5 G4/.5 A4/.5 Bb4/.5 D5/1 E5/1 | F5/2 D5/1 C5/1 |
        E5/1.5 C5/.5 A4/2 | Bb4/1 D5/1 C5/.5 Bb4/.5 G4/1 | A4/3""",
        0.21, pan=0.15, room=0.35, echo=0.3)
    drums(band, rate, bars=12)
    band.chord(electric_piano, "F2 C3 A3 E4 G4 C5", 48, 5, 0.13, room=0.4, echo=0.2)
    return rate, desk.mixed(echo_seconds=band.beat * 0.75)


def drums(band, rate, bars):
    """Soft: the kick on one and before three, brushes on two and four, swung hats."""
    strokes = [brush(rate, 1900, 0.26, seed) for seed in (3, 4, 5)]
    hats = [brush(rate, 7200, 0.07, seed) for seed in (6, 7, 8)]
    for bar in range(bars):
        at = 4 * bar
        for beat, level in ((0, 0.42), (1.5, 0.22), (2, 0.36)):
            band.hit(kick(rate), at + beat, level, room=0.04)
        for beat in (1, 3):
            band.hit(band.random.choice(strokes), at + beat, 0.14, pan=-0.15, room=0.25)
        for eighth in range(8):
            level = 0.035 if eighth % 2 else 0.05
            band.hit(band.random.choice(hats), at + eighth / 2, level, pan=0.35, room=0.1)


# Ten bars each; the second goes on in the sample after the first.
FIRST_LIGHT = ["D3 A3 D4 E4 F#4 A4"] * 2 + ["B2 A3 B3 D4 F#4 A4"] * 2 + \
    ["G2 G3 B3 D4 F#4 A4"] * 2 + ["E2 G3 B3 D4 E4 G4"] * 2 + \
    ["A2 A3 B3 D4 E4 A4", "A2 A3 C#4 E4 G4 A4"]
OPEN_WATER = [
    "D3 A3 D4 E4 F#4 A4", "C#3 A3 C#4 E4 A4 B4", "B2 A3 B3 D4 F#4 A4", "F#2 A3 C#4 E4 F#4 A4",
    "G2 G3 B3 D4 F#4 B4", "F#2 A3 D4 F#4 A4 D5", "E2 G3 B3 D4 E4 G4", "A2 A3 D4 E4 G4 A4",
    "D3 A3 D4 E4 F#4 A4", "D3 A3 D4 E4 F#4 A4",
]


def first_light_and_open_water(rate=24000):
    """Two pieces in one breath, in D: a stream of bells, then a tune and a pulse over it."""
    desk = Desk(rate, 53.5)
    band = Player(desk, 96, seed=5)
    for bar, text in enumerate(FIRST_LIGHT + OPEN_WATER):
        root, *upper = text.split()
        second_half, last = bar >= 10, bar == 19
        band.chord(pad, f"{root} {upper[0]} {upper[2]} {upper[3]}", 4 * bar, 3.8,
                   0.055 + 0.002 * min(bar, 10), width=0.7, room=0.25)
        if not last:
            stream(band, upper, 4 * bar, level=0.05 + 0.006 * min(bar, 10))
        if second_half and not last:
            pulse(band, rate, root, 4 * bar)
    band.line(reed, """
        r/8 | r/4 | r/2 F#4/1 A4/1 | B4/3 D5/1 | F#5/4 | G5/3 F#5/1 | E5/4 |
        D5/2 E5/2 | C#5/1 E5/1 A5/2 |
        F#5/1.5 E5/.5 D5/1 A5/1 | E5/2 C#5/1 E5/1 | D5/1.5 C#5/.5 B4/1 F#5/1 | C#5/2 A4/1 C#5/1 |
        B4/1.5 D5/.5 G5/1 F#5/1 | A5/2 F#5/1 D5/1 | G5/1.5 F#5/.5 E5/1 B4/1 | D5/2 E5/2 |
        D5/6""", 0.13, legato=0.96, pan=-0.1, room=0.4, echo=0.25)
    band.chord(bell, "D4 F#4 A4 D5 F#5", 76, 4, 0.09, room=0.4, echo=0.3)
    return rate, desk.mixed(echo_seconds=band.beat * 0.75), round(40 * band.beat * rate)


def stream(band, upper, at, level):
    """Sixteenths up and down the chord, the accents against the beat."""
    order = [0, 2, 3, 4, 3, 2, 4, 1, 0, 3, 4, 2, 1, 4, 3, 2]
    for k, index in enumerate(order):
        accent = 1.25 if k % 3 == 0 else 0.8
        band.play(bell, upper[index], at + k / 4, 0.5, level * accent,
                  pan=0.6 * (index / 2 - 1), room=0.2, echo=0.12)


def pulse(band, rate, root, at):
    """Bass and a soft drum under the second half."""
    for beat, beats in ((0, 1.4), (1.5, 0.9), (3, 0.9)):
        band.play(bass, root, at + beat, beats, 0.26, room=0.03)
    for beat in range(4):
        band.hit(kick(rate, 44, 0.28), at + beat, 0.3 if beat % 2 == 0 else 0.2, room=0.03)


LANTERNS = [
    "E2 B2 E3 G3 B3", "C3 G3 C4 E4 G4", "G2 D3 G3 B3 D4", "D3 A3 D4 F#4 A4",
    "E2 B2 E3 G3 B3", "C3 G3 C4 E4 G4", "A2 E3 G3 C4 E4", "B2 F#3 A3 D#4 F#4",
    "E2 B2 E3 G3 B3", "C3 G3 C4 E4 G4", "G2 D3 G3 B3 D4", "F#2 D3 A3 D4 F#4",
    "C3 G3 C4 E4 G4", "D3 A3 C4 D4 F#4", "G2 D3 G3 B3 D4", "G2 D3 G3 B3 D4",
    "C3 G3 C4 E4 G4", "C3 G3 C4 Eb4 A4", "G2 D3 G3 B3 D4", "E2 B2 D3 G#3 B3",
    "A2 E3 G3 C4 E4", "D3 A3 C4 F#4 A4", "G2 D3 G3 B3 D4", "G2 D3 A3 B3 G4",
]


def paper_lanterns(rate=44100):
    """A waltz in E minor that finds G: nylon strings and a marimba."""
    desk = Desk(rate, 37.5)
    band = Player(desk, 126, seed=23)
    shakers = [brush(rate, 6000, 0.09, seed) for seed in (1, 2, 3)]
    for bar, text in enumerate(LANTERNS):
        low, *strings = text.split()
        at = 3 * bar
        band.play(nylon_string, low, at, 2.8, 0.42, pan=-0.1, room=0.15)
        for k, index in enumerate((0, 1, 2, 3, 2) if bar % 2 else (1, 2, 3, 2, 1)):
            band.play(nylon_string, strings[index], at + 0.5 + k / 2, 1.4, 0.22,
                      pan=-0.45 + 0.15 * index, room=0.2)
        for beat in (1, 2):
            band.hit(band.random.choice(shakers), at + beat, 0.035, pan=0.5, room=0.15)
        if bar >= 8:
            band.chord(pad, f"{strings[1]} {strings[2]} {strings[3]}", at, 2.6, 0.03,
                       width=0.7, room=0.3)
    tune = """
        B4/1 E5/1 F#5/1 | G5/2 E5/1 | D5/1 B4/1 D5/1 | A4/3 | G4/1 B4/1 E5/1 | G5/1 F#5/1 E5/1 |
        C5/1.5 E5/.5 A5/1 | F#5/2 D#5/1 |
        E5/1 B4/1 E5/1 | G5/2 A5/1 | B5/1 A5/1 G5/1 | F#5/2 D5/1 | E5/1 G5/1 C6/1 |
        B5/1 A5/1 F#5/1 | G5/3 | r/1 D5/1 G5/1 |
        E5/1.5 D5/.5 C5/1 | Eb5/1.5 D5/.5 C5/1 | B4/1 D5/1 G5/1 | G#5/2 B5/1 |
        A5/1.5 G5/.5 E5/1 | F#5/1.5 E5/.5 C5/1 | B4/1 A4/1 B4/1 | G4/3"""
    band.line(marimba, tune, 0.36, pan=0.2, room=0.35, echo=0.15)
    band.line(nylon_string, tune, 0.2, pan=0.05, room=0.25)
    band.chord(nylon_string, "G2 D3 G3 B3 D4 G4", 72, 5, 0.3, room=0.35)
    return rate, desk.mixed(echo_seconds=band.beat, echo_level=0.25)


NOCTURNE = [
    "A2 E3 C4 B4", "F2 C3 A3 E4", "E2 C3 G3 C4", "G2 D3 B3 E4", "D2 A2 F3 E4", "C2 A2 E3 C4",
    "Bb2 F3 D4 A4", "E2 B2 G#3 D4", "A2 E3 C#4 B4",
]


def run_out_groove(rate=48000):
    """A nocturne in A minor that ends in major: felt piano over a slow pad."""
    desk = Desk(rate, 38.5)
    band = Player(desk, 66, seed=42)
    for bar, text in enumerate(NOCTURNE):
        low, fifth, third, high = text.split()
        at, last = 4 * bar, bar == len(NOCTURNE) - 1
        band.chord(pad, f"{low} {fifth} {third} {high}", at, 3.9, 0.05, width=0.8, room=0.3)
        figure = (low, fifth, third, fifth, high, third, fifth, third)
        for k, name in enumerate(figure[: 5 if last else 8]):
            band.play(felt_piano, name, at + k / 2, 1.6, 0.15 if k else 0.22,
                      pan=-0.3 + 0.1 * (k % 4), room=0.25)
    band.line(felt_piano, """
        E5/2 B4/1 C5/1 | A4/3 C5/1 | G5/2 E5/1 D5/1 | E5/1 D5/1 B4/2 | F5/2 E5/1 A4/1 |
        E5/2 C5/1 B4/1 | D5/2 F5/1 A5/1 | A5/1 B5/1 G#5/2 | A5/4""",
        0.3, pan=0.15, room=0.45, echo=0.3)
    for at, name in ((14, "B5"), (22, "C6"), (30, "E6"), (34, "C#6")):
        band.play(bell, name, at, 3, 0.07, pan=0.6, room=0.5, echo=0.4)
    return rate, desk.mixed(echo_seconds=band.beat * 0.75)
