#!/usr/bin/env python3
"""handsfree.py CORPUS OUT [--part tune|report] [--count 120] [--minutes 120]: makes the recordings for Tests/hands-free.sh.

OUT/said-25.jsonl, said-10.jsonl: the name and a move in one breath, by synthetic voices, 25 and 10 dB above a room's noise.
OUT/alone.jsonl: the name, a second and a half, and the move.
OUT/talk.jsonl: people's talk without the name, in rooms at several levels: read sentences, single words, spelled names, orders of
coffee, other names, and synthetic talk about chess.
OUT/noise.jsonl: noises.

"tune" has other voices, people and noises than "report". Needs flite, espeak-ng, sox and numpy.
"""
import argparse
import hashlib
import json
import os
import subprocess
import wave

import numpy

from held import is_held

RATE = 16000
VOICES = {
    "tune": ["flite:slt", "flite:rms", "espeak:en-us", "espeak:en-gb-scotland", "espeak:en-us+f3", "espeak:en-gb+m3"],
    "report": ["flite:awb", "flite:kal16", "espeak:en-gb", "espeak:en-gb-x-rp+f2", "espeak:en-us+m5", "espeak:en-us-nyc+f4"],
}
TALK = """\
knight f three looks good
knight f three looks good to me
queen takes d five was a mistake
I would rather castle kingside now
he played e four and then d four
you should take the bishop
take the bishop with the pawn
the rook on the seventh rank is strong
check
checkmate in two moves
is that check
that was checkmate
chess is harder than it looks
chess players talk too much
chess club is on Thursday
just bored I suppose
just before the end he lost a rook
the chessboard is over there
put the chessboard on the table
show the board to your brother
whose move is it
my move I think
your turn
bishop to e five is what I wanted to play
no I meant the other knight
undo that please he said
a draw is fine with me
let us start a new game after lunch
what about pawn to c four
I resigned too early in the last game
the board was on the shelf
this board is too small for us
yes that is a good move
no never
eight to one he wins
one two three four
the first move is always e four with him
she opened with the queen's gambit
is the chess clock working
chess boards are made of wood
jess bought a new dress
yes bored already
test board number two
guess who won
cheese and bread for lunch""".split("\n")


def sound(path):
    """A recording, 16 kHz mono, from -1 to 1."""
    raw = subprocess.run(["sox", path, "-r", str(RATE), "-c", "1", "-b", "16", "-e", "signed", "-t", "raw", "-"],
                         capture_output=True, check=True).stdout
    return numpy.frombuffer(raw, "<i2").astype(numpy.float32) / 32768


def write(path, samples):
    with wave.open(path, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes((numpy.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())


def say(voice, text, folder, rng, is_move=False):
    """Says a text. In a move, "a" is a letter; by themselves, both engines would read it as the article."""
    engine, name = voice.split(":", 1)
    letter_a = ("ay" if engine == "flite" else "[[eI]]") if is_move else "a"
    text = " ".join(word.upper() if word in list("bcdefgh") else letter_a if word == "a" else word for word in text.split())
    raw = os.path.join(folder, "raw.wav")
    if engine == "flite":
        subprocess.run(["flite", "-voice", name, "--setf", f"duration_stretch={rng.uniform(.85, 1.15):.2f}", "-t", text, "-o", raw], check=True)
    else:
        subprocess.run(["espeak-ng", "-v", name, "-s", str(rng.integers(135, 175)), "-p", str(rng.integers(35, 65)), "-w", raw, text], check=True)
    samples = sound(raw)
    loud = numpy.flatnonzero(abs(samples) > .02 * abs(samples).max())
    return samples[max(0, loud[0] - 320):loud[-1] + 640]


def room(rng, count):
    """Low-pass filtered noise, as in a room."""
    white = rng.normal(size=count + 64).astype(numpy.float32)
    return numpy.convolve(white, .9 ** numpy.arange(64), "valid")[:count]


def level(samples):
    return float(numpy.sqrt(numpy.mean(samples ** 2)) + 1e-9)


def loud(samples):
    return samples[abs(samples) > .02 * abs(samples).max()]


def place(rng, pieces, snr, peak, noise=None):
    """Pieces of speech one after another in a room, each after a silence; and the time of each, in seconds."""
    parts, starts, at = [], [], 0
    for gap, piece in pieces:
        piece = piece * (10 ** (peak / 20) / max(1e-4, abs(piece).max()))
        parts += [numpy.zeros(int(gap * RATE), numpy.float32), piece]
        at += int(gap * RATE)
        starts.append(at / RATE)
        at += len(piece)
    parts.append(numpy.zeros(int(2.5 * RATE), numpy.float32))
    speech = numpy.concatenate(parts)
    bed = room(rng, len(speech)) if noise is None else numpy.resize(numpy.roll(noise, rng.integers(len(noise))), len(speech))
    bed = bed * (level(loud(speech)) / 10 ** (snr / 20) / level(bed))
    return speech + bed, starts


def talk(corpus, part, folder, rng):
    """Clips of people's talk, each with its path or its words and voice."""
    clips = []
    for name in ("reading", "an4", "commands", "people"):
        for line in open(f"{corpus}/{name}/manifest.jsonl"):
            case = json.loads(line)
            who = case.get("speaker") or (case["group"] if name == "an4" else case.get("id", case["audio"]).split("-")[0])
            # Half of the people whose recordings have no rule.
            held = is_held(who) if name in ("an4", "commands") else hashlib.sha256(who.encode()).hexdigest()[0] in "01234567"
            if held == (part == "report"):
                clips.append((name, f"{corpus}/{name}/{case['audio']}"))
    for number, name in enumerate(sorted(os.listdir(f"{corpus}/keywords"))):
        if name.endswith(".flac") and (number % 2 == 1) == (part == "report"):
            clips.append(("keywords", f"{corpus}/keywords/{name}"))
    for voice in VOICES[part]:
        clips += [("chess", (voice, sentence)) for sentence in TALK]
    rng.shuffle(clips)
    for kind, source in clips:
        yield kind, sound(source) if isinstance(source, str) else say(*source, folder, rng)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("corpus")
    p.add_argument("out")
    p.add_argument("--part", choices=VOICES, default="report")
    p.add_argument("--count", type=int, default=120)
    p.add_argument("--minutes", type=float, default=120)
    p.add_argument("--name", default="chessboard")
    a = p.parse_args()
    os.makedirs(a.out, exist_ok=True)
    rng = numpy.random.default_rng(32 if a.part == "tune" else 33)
    cases = [json.loads(line) for line in open(f"{a.corpus}/moves-dev.jsonl")]
    cases = cases[::2] if a.part == "tune" else cases[1::2]
    voices = VOICES[a.part]
    listings = {name: open(f"{a.out}/{name}.jsonl", "w") for name in ("said-25", "said-10", "alone")}
    for number, case in enumerate((cases * 9)[:a.count]):
        voice = voices[number % len(voices)]
        comma = "," if number % 2 else ""
        whole = say(voice, f"{a.name}{comma} {case['phrase']}", a.out, rng, True)
        name, move = say(voice, a.name, a.out, rng), say(voice, case["phrase"], a.out, rng, True)
        before = rng.uniform(1, 2)
        for listing, snr, pieces in (("said-25", 25, [(before, whole)]), ("said-10", 10, [(before, whole)]),
                                     ("alone", 20, [(before, name), (1.5, move)])):
            samples, starts = place(rng, pieces, snr, rng.uniform(-25, -8))
            write(f"{a.out}/{listing}-{number}.wav", samples)
            print(json.dumps({"audio": f"{listing}-{number}.wav", "fen": case["fen"], "said": [{"at": round(starts[0], 2), "uci": case["uci"]}],
                              "voice": voice, "phrase": case["phrase"]}), file=listings[listing])
    for listing in listings.values():
        listing.close()
    with open(f"{a.out}/talk.jsonl", "w") as listing:
        seconds, number, group = 0, 0, []
        noises = [n for n in sorted(os.listdir(f"{a.corpus}/noise")) if n.endswith((".flac", ".wav"))]
        noises = noises[::2] if a.part == "tune" else noises[1::2]
        for kind, clip in talk(a.corpus, a.part, a.out, rng):
            if len(clip) < RATE / 10:
                continue
            group.append((rng.exponential(1.2) + .2, clip))
            if len(group) == 60:
                noise = sound(f"{a.corpus}/noise/{noises[number % len(noises)]}") if number % 4 == 3 else None
                samples, _ = place(rng, group, [25, 15, 30, 12][number % 4], rng.uniform(-30, -6), noise)
                write(f"{a.out}/talk-{number}.wav", samples)
                print(json.dumps({"audio": f"talk-{number}.wav", "said": []}), file=listing)
                seconds, number, group = seconds + len(samples) / RATE, number + 1, []
                if seconds > a.minutes * 60:
                    break
    with open(f"{a.out}/noise.jsonl", "w") as listing:
        for number, name in enumerate(noises):
            clip = sound(f"{a.corpus}/noise/{name}")
            clip = numpy.resize(clip, max(len(clip), 30 * RATE)) * (10 ** (rng.uniform(-30, -6) / 20) / max(1e-4, abs(clip).max()))
            write(f"{a.out}/noise-{number}.wav", clip)
            print(json.dumps({"audio": f"noise-{number}.wav", "said": []}), file=listing)


if __name__ == "__main__":
    main()
