# SPDX-License-Identifier: MPL-2.0
"""Instruments, room and mixing desk of the demo album, in plain Python.

An instrument is a function of rate, frequency and length in seconds that returns the samples of
one note, between -1 and 1. Every note starts and ends at silence, so nothing can click.
"""

import functools
import math
import random

TAU = 2 * math.pi
NOTE_NAMES = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}


def frequency(name):
    """The frequency in Hz of a note such as "Bb3" or "F#5", from A4 = 440."""
    accidental = name.count("#") - name[1:].count("b")
    semitones = NOTE_NAMES[name[0]] + accidental + 12 * (int(name[-1]) + 1)
    return 440 * 2 ** ((semitones - 69) / 12)


def shaped(samples, rate, attack, release):
    """The samples with a raised-cosine start and end of so many seconds, in place."""
    count = len(samples)
    for seconds, place in ((attack, lambda k: k), (release, lambda k: count - 1 - k)):
        ramp = min(count, int(seconds * rate))
        for k in range(ramp):
            samples[place(k)] *= 0.5 - 0.5 * math.cos(math.pi * k / ramp)
    return samples


@functools.cache
def electric_piano(rate, hertz, seconds):
    """Two operators: a bright stroke that mellows while the tone rings."""
    sin, exp = math.sin, math.exp
    step, brightness = TAU * hertz / rate, min(1.6, 420 / hertz)
    decay = (1.1 + hertz / 500) / rate
    tine = step * 7 if hertz < 500 else step * 3
    return shaped([
        exp(-decay * k) * sin(
            step * k + brightness * exp(-4 * decay * k) * sin(step * k)
            + 0.12 * exp(-18 * k / rate) * sin(tine * k)
        )
        for k in range(int((seconds + 0.35) * rate))
    ], rate, 0.004, 0.3)


@functools.cache
def felt_piano(rate, hertz, seconds):
    """Seven partials, the higher ones shorter; slightly stretched as strings are."""
    sin, exp = math.sin, math.exp
    count = int((seconds + 0.9) * rate)
    samples = [0.0] * count
    for n in range(1, 8):
        partial = hertz * n * math.sqrt(1 + 0.0004 * n * n)
        if partial > rate * 0.4:
            break
        step, level = TAU * partial / rate, 0.62 / n ** 1.7
        decay = (0.7 + 0.5 * n + hertz / 700) / rate
        samples = [s + level * exp(-decay * k) * sin(step * k) for k, s in enumerate(samples)]
    return shaped(samples, rate, 0.012, 0.8)


@functools.cache
def pad(rate, hertz, seconds, spread=0.003):
    """Two slightly detuned voices of six soft harmonics that swell in and out."""
    sin = math.sin
    count = int((seconds + 1.1) * rate)
    samples = [0.0] * count
    for detune in (1 - spread, 1 + spread):
        cycle = [
            sum(sin(TAU * n * k / 4096) / n ** 1.8 for n in range(1, 7)) * 0.42
            for k in range(4096)
        ]
        step = 4096 * hertz * detune / rate
        samples = [s + cycle[int(step * k) & 4095] for k, s in enumerate(samples)]
    return shaped(samples, rate, min(0.9, seconds / 2), 1.1)


@functools.cache
def bell(rate, hertz, seconds):
    """A small struck bell: three partials that are not harmonic."""
    sin, exp = math.sin, math.exp
    parts = [(1, 0.7, 2.2), (2.003, 0.18, 3.5), (3.76, 0.1, 9)]
    steps = [(TAU * hertz * ratio / rate, level, fall / rate) for ratio, level, fall in parts]
    return shaped([
        sum(level * exp(-fall * k) * sin(step * k) for step, level, fall in steps)
        for k in range(int((seconds + 0.9) * rate))
    ], rate, 0.004, 0.6)


@functools.cache
def marimba(rate, hertz, seconds):
    """A wooden bar: its tone, and the fourth harmonic of the stroke."""
    sin, exp = math.sin, math.exp
    step, fall = TAU * hertz / rate, (3.4 + hertz / 300) / rate
    return shaped([
        0.85 * exp(-fall * k) * sin(step * k) + 0.15 * exp(-9 * fall * k) * sin(3.93 * step * k)
        for k in range(int((max(seconds, 0.6) + 0.2) * rate))
    ], rate, 0.003, 0.2)


@functools.cache
def nylon_string(rate, hertz, seconds):
    """A plucked string: a burst of soft noise that travels round a damped delay line."""
    noise = random.Random(round(hertz * 1000))
    period = rate / hertz - 0.5
    length = int(period)
    fraction = period - length
    line, last = [], 0.0
    for _ in range(length + 1):
        last += 0.25 * (noise.uniform(-1, 1) - last)
        line.append(last)
    mean = sum(line) / len(line)
    line = [2.7 * (s - mean) for s in line]
    count, size = int((seconds + 0.5) * rate), length + 1
    samples, previous, damping = [], 0.0, 0.996 if hertz < 300 else 0.993
    for k in range(count):
        here = k % size
        # A whole and a fractional step back in time, then the average that loses the treble.
        delayed = line[here] * fraction + line[(here + 1) % size] * (1 - fraction)
        line[here] = damping * 0.5 * (delayed + previous)
        previous = delayed
        samples.append(delayed)
    return shaped(samples, rate, 0.002, 0.4)


@functools.cache
def reed(rate, hertz, seconds):
    """A soft lead between flute and clarinet, with a vibrato that comes in late."""
    sin = math.sin
    phase, samples = 0.0, []
    for k in range(int((seconds + 0.12) * rate)):
        t = k / rate
        vibrato = 0.0045 * min(1, max(0, t - 0.25) * 2.5) * sin(TAU * 5.1 * t)
        phase += TAU * hertz * (1 + vibrato) / rate
        samples.append(0.8 * sin(phase) + 0.13 * sin(2 * phase) + 0.07 * sin(3 * phase))
    return shaped(samples, rate, 0.07, 0.16)


@functools.cache
def bass(rate, hertz, seconds):
    """A round bass with a little of the octave, so that small speakers tell it."""
    sin, exp = math.sin, math.exp
    step, fall = TAU * hertz / rate, 1.1 / rate
    return shaped([
        exp(-fall * k) * math.tanh(1.3 * sin(step * k) + 0.35 * exp(-6 * fall * k) * sin(2 * step * k))
        for k in range(int((seconds + 0.06) * rate))
    ], rate, 0.008, 0.09)


@functools.cache
def kick(rate, hertz=48, seconds=0.32):
    """A drum whose pitch falls to so many Hz."""
    phase, samples = 0.0, []
    for k in range(int(seconds * rate)):
        t = k / rate
        phase += TAU * (hertz + 90 * math.exp(-38 * t)) / rate
        samples.append(math.exp(-9 * t) * math.sin(phase))
    return shaped(samples, rate, 0.003, 0.08)


@functools.cache
def brush(rate, hertz=1800, seconds=0.2, seed=7):
    """A stroke of a brush: noise around so many Hz."""
    noise, low, band, samples = random.Random(seed), 0.0, 0.0, []
    factor = 2 * math.sin(math.pi * hertz / rate)
    for k in range(int(seconds * rate)):
        low += factor * band
        band += factor * (noise.uniform(-1, 1) - low - 0.9 * band)
        samples.append(band * math.exp(-16 * k / rate / seconds * 0.3))
    return shaped(samples, rate, 0.006, seconds * 0.6)


class Desk:
    """Where notes become a stereo piece: place, level, pan, and what goes to room and echo."""

    def __init__(self, rate, seconds):
        self.rate = rate
        self.count = int(seconds * rate)
        self.left, self.right, self.room, self.echo = ([0.0] * self.count for _ in range(4))

    def add(self, at, samples, level, pan=0.0, room=0.2, echo=0.0):
        """Adds the samples at a time in seconds; pan goes from -1 to 1."""
        start = int(at * self.rate)
        angle = (pan + 1) * math.pi / 4
        end = min(self.count, start + len(samples))
        tracks = [(self.left, math.cos(angle)), (self.right, math.sin(angle)),
                  (self.room, room), (self.echo, echo)]
        for track, share in tracks:
            if share:
                gain = level * share
                track[start:end] = [
                    a + gain * b for a, b in zip(track[start:end], samples)
                ]

    def mixed(self, echo_seconds, echo_level=0.35):
        """Both channels with echo (left, right, left, …) and room."""
        step = int(echo_seconds * self.rate)
        for k in range(2 * step, self.count):
            self.echo[k] += echo_level * self.echo[k - 2 * step]
        for channel, delay, level in ((self.left, step, 0.6), (self.right, 2 * step, 0.45)):
            for k in range(delay, self.count):
                wet = level * self.echo[k - delay]
                channel[k] += wet
                self.room[k] += 0.2 * wet
        return [
            [dry + wet for dry, wet in zip(channel, reverberation(self.room, self.rate, offset))]
            for channel, offset in ((self.left, 0), (self.right, 23))
        ]


def reverberation(samples, rate, offset):
    """A room: four damped combs side by side, then two all-passes; `offset` widens the stereo."""
    scale = rate / 44100
    total = [0.0] * len(samples)
    for delay in (1557, 1617, 1491, 1422):
        size = int((delay + offset) * scale)
        line, damped = [0.0] * size, 0.0
        for k, sample in enumerate(samples):
            here = k % size
            out = line[here]
            damped += 0.55 * (out - damped)
            line[here] = sample + 0.84 * damped
            total[k] += 0.25 * out
    for delay in (556, 225):
        size = int((delay + offset) * scale)
        line = [0.0] * size
        for k, sample in enumerate(total):
            here = k % size
            out = line[here] - 0.5 * sample
            line[here] = sample + 0.5 * out
            total[k] = out
    return total
