#!/usr/bin/env python3
"""noises.py FOLDER [POSITIONS.jsonl]: makes 168 non-speech sounds of 14 kinds, and a manifest that expects each to be refused.

These differ from accuracy.sh's noises. They show `fit.py` what noises have in common and, with one kind held out at a time, how it
handles an unknown kind. Half of them have the positions ("fen") of the second file. Needs numpy and scipy; the sounds are
reproducible.
"""
import json
import os
import sys
import wave

import numpy as np
from scipy.signal import butter, lfilter

RATE = 16000
ROUNDS = 12
random = np.random.RandomState(7)


def band(x, low, high):
    b, a = butter(2, [low / 8000, min(0.99, high / 8000)], "band")
    return lfilter(b, a, x)


def decay(count, attack, time):
    t = np.arange(count) / RATE
    return np.minimum(1, t / attack) * np.exp(-t / time)


def place(seconds, events):
    x = np.zeros(int(seconds * RATE) + RATE)
    for start, sound in events:
        first = int(start * RATE)
        if first < len(x):
            x[first : first + len(sound)] += sound[: len(x) - first]
    return x[: int(seconds * RATE)]


def times(seconds, shortest, longest):
    t = random.uniform(0.05, 0.4)
    while t < seconds:
        yield t
        t += random.uniform(shortest, longest)


def harmonics(frequency, count, amplitudes):
    phase = 2 * np.pi * np.cumsum(np.broadcast_to(frequency, (count,))) / RATE
    return sum(a * np.sin((k + 1) * phase) for k, a in enumerate(amplitudes))


def formants(x, frequencies):
    return sum(band(x, max(60, f - 80), f + 80) for f in frequencies)


def knock(seconds):
    f = random.uniform(90, 260)
    tone = np.sin(2 * np.pi * f * np.arange(3200) / RATE)
    hit = lambda: random.uniform(0.4, 1) * (tone + 0.5 * random.randn(3200)) * decay(3200, 0.001, 0.03)
    return place(seconds, [(t, hit()) for t in list(times(seconds, 0.15, 0.8))])


def clap(seconds):
    hit = lambda: random.uniform(0.4, 1) * band(random.randn(1600), 900, 4500) * decay(1600, 0.001, 0.012)
    return place(seconds, [(t, hit()) for t in list(times(seconds, 0.2, 0.7))])


def keys(seconds):
    hit = lambda: random.uniform(0.2, 1) * band(random.randn(640), 1500, 7000) * decay(640, 0.0005, 0.005)
    return place(seconds, [(t, hit()) for t in list(times(seconds, 0.06, 0.35))])


def breath(seconds):
    count = int(0.9 * RATE)
    one = lambda: band(random.randn(count), 400, 5000) * np.hanning(count)
    return place(seconds, [(t, one()) for t in list(times(seconds, 1.2, 2))])


def whistle(seconds):
    def one():
        count = int(random.uniform(0.2, 0.7) * RATE)
        f = random.uniform(700, 1800)
        wobble = np.sin(2 * np.pi * random.uniform(0.5, 3) * np.arange(count) / RATE)
        return harmonics(f * (1 + 0.3 * wobble), count, [1, 0.05]) * np.hanning(count)

    return place(seconds, [(t, one()) for t in list(times(seconds, 0.4, 1))])


def bell(seconds):
    def one():
        t, f = np.arange(int(1.2 * RATE)) / RATE, random.uniform(400, 1500)
        partials = ((1, 4), (2.76, 6), (5.4, 9))
        return sum(np.sin(2 * np.pi * f * ratio * t) * np.exp(-t * rate) for ratio, rate in partials)

    return place(seconds, [(t, one()) for t in list(times(seconds, 0.6, 1.5))])


def dog(seconds):
    def one():
        count = int(random.uniform(0.12, 0.3) * RATE)
        f = random.uniform(250, 550) * (1 + 0.4 * np.sin(np.pi * np.arange(count) / count))
        x = harmonics(f, count, [1] * 8) + 0.5 * random.randn(count)
        return formants(x, [random.uniform(600, 900), random.uniform(1200, 1800)]) * np.hanning(count)

    return place(seconds, [(t, one()) for t in list(times(seconds, 0.3, 0.9))])


def engine(seconds):
    count = int(seconds * RATE)
    t = np.arange(count) / RATE
    f = random.uniform(70, 140) * (1 + 0.1 * np.sin(2 * np.pi * random.uniform(0.1, 0.6) * t))
    tone = harmonics(f, count, [1 / (k + 1) for k in range(20)])
    return tone * (1 + 0.3 * np.sin(2 * np.pi * random.uniform(0.3, 2) * t)) + 0.2 * random.randn(count)


def melody(seconds):
    events, t = [], 0.1
    while t < seconds:
        length = random.choice([0.2, 0.3, 0.45, 0.6])
        count = int(length * RATE * 1.3)
        vibrato = 1 + 0.006 * np.sin(2 * np.pi * 5.5 * np.arange(count) / RATE)
        chord = sum(
            harmonics(220 * 2 ** (random.randint(-5, 15) / 12) * vibrato, count, [1, 0.6, 0.4, 0.25, 0.15, 0.1])
            for _ in range(random.randint(1, 4))
        )
        events.append((t, chord * decay(count, 0.02, random.uniform(0.15, 0.8))))
        t += length
    return place(seconds, events)


def murmur(seconds):
    count = int(seconds * RATE)
    x = formants(random.randn(count), [500, 1500, 2500])
    return x * np.clip(np.sin(2 * np.pi * random.uniform(2.5, 5) * np.arange(count) / RATE), 0, 1)


def mhm(seconds):
    def one():
        count = int(random.uniform(0.3, 0.8) * RATE)
        f = random.uniform(95, 230)
        turn = 2 * np.pi * random.uniform(0.8, 1.5) * np.arange(count) / count + random.uniform(0, 6)
        x = harmonics(f * (1 + 0.15 * np.sin(turn)), count, [1 / (k + 1) for k in range(25)])
        return band(x, 80, random.uniform(350, 700)) * np.hanning(count)

    return place(seconds, [(t, one()) for t in list(times(seconds, 0.7, 1.6))])


def beeps(seconds):
    f = random.uniform(300, 1500)
    count = int(random.uniform(0.08, 0.3) * RATE)
    n = np.arange(count)
    x = np.sign(np.sin(2 * np.pi * f * n / RATE)) * np.minimum(1, np.minimum(n, n[::-1]) / 80)
    return place(seconds, [(t, x) for t in list(times(seconds, 0.35, 0.5))])


def drums(seconds):
    events, t, step, beat = [], 0.05, random.uniform(0.14, 0.22), 0
    while t < seconds:
        if beat % 4 == 0:
            n = np.arange(3200)
            x = np.sin(2 * np.pi * np.cumsum(60 + 80 * np.exp(-n / 600)) / RATE)
            events.append((t, 1.5 * x * decay(3200, 0.002, 0.08)))
        if beat % 4 == 2:
            events.append((t, band(random.randn(2400), 300, 5000) * decay(2400, 0.001, 0.05)))
        events.append((t, 0.4 * band(random.randn(600), 4000, 7800) * decay(600, 0.001, 0.01)))
        t, beat = t + step, beat + 1
    return place(seconds, events)


def cough(seconds):
    def one():
        count = int(0.35 * RATE)
        x = random.randn(count) * decay(count, 0.005, 0.07)
        voice = harmonics(random.uniform(110, 260), count, [1] * 12) * decay(count, 0.02, 0.05) * 0.3
        return formants(x + voice, [random.uniform(500, 900), random.uniform(1300, 1900), 2700])

    return place(seconds, [(t, one()) for t in list(times(seconds, 0.35, 1.2))])


KINDS = [knock, clap, keys, breath, whistle, bell, dog, engine, melody, murmur, mhm, beeps, drums, cough]


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    fens = [json.loads(line)["fen"] for line in open(sys.argv[2])] if len(sys.argv) > 2 else []
    with open(os.path.join(folder, "manifest.jsonl"), "w") as manifest:
        for number, kind in enumerate(KINDS * ROUNDS):
            x = kind(0.5 * np.exp(random.uniform(0, np.log(12))))
            x = x / (np.abs(x).max() + 1e-9) * 10 ** (random.uniform(-30, -3) / 20)
            room = lfilter([1], [1, -0.95], random.randn(len(x)))
            x = x + room / room.std() * max(2e-5, x.std() * 10 ** (-random.uniform(12, 45) / 20))
            with wave.open(os.path.join(folder, f"{number}.wav"), "w") as file:
                file.setnchannels(1)
                file.setsampwidth(2)
                file.setframerate(RATE)
                file.writeframes((np.clip(x, -1, 1) * 32000).astype("<i2").tobytes())
            case = {"audio": f"{number}.wav", "group": kind.__name__, "id": f"noise-{number}", "uci": None}
            if fens and number % 2:
                case["fen"] = fens[number % len(fens)]
            manifest.write(json.dumps(case) + "\n")


if __name__ == "__main__":
    main()
