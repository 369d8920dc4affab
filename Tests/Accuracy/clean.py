#!/usr/bin/env python3
"""Makes the quiet recordings that train.py begins with: a folder of WAV files and their manifest.jsonl.

    clean.py people CORPUS PACKS OUT     what people of the corpus say: AN4's sentences as they are, single words, and moves put
                                         together from one person's words; PACKS is of the corpus's `cut.py AN4 PACKS --takes 6`
    clean.py voices CASES.jsonl OUT      what espeak-ng and flite say: four times as many as CASES (of `accuracy --cases`), half of
                                         them its phrases, the rest squares, letters, commands, answers, everyday words and sentences
    clean.py noises CORPUS OUT           beds for `train.py mix`: the corpus's noises, made ones (noises.py), and people talking
    clean.py part MIX CLEAN OUT          of three variants that `train.py mix` made of `people`: all of AN4's sentences and of
                                         answers, of other words and moves one

People whose name's or speaker's SHA-256 begins with 0, 1 or 2 are left out, as is elsanussi-speller, so that one can measure with
them; so are the last third of each noise, the running tap and the exercise bicycle. Needs numpy and sox.

The last step of english.bin, from the network before, with `accuracy --align` of people and voices as ALIGNMENT, three variants of
people and one of 1,331 voices of 1,200 cases (`part`, then `accuracy --frames`):

    train.py fit ALIGNMENT PART VOICES --from BEFORE --average --epochs 3 --rate 4e-4 --write FITTED
    discriminate.py ACCURACY grammars ALIGNMENT PART VOICES --from FITTED --steps 2500 --rate 5e-4 --write TAUGHT
    train.py mean BEFORE TAUGHT --write english.bin
"""
import hashlib
import json
import pathlib
import random
import re
import subprocess
import sys

import numpy as np

from train import RATE, write

LETTERS, DIGITS = "abcdefgh", "one two three four five six seven eight".split()
PIECES = "pawn knight bishop rook queen king".split()
# Languages of espeak-ng's, and what changes their voice; MBROLA's voices are not free.
ACCENTS = ["en-us", "en-gb", "en-gb-scotland", "en-gb-x-rp", "en-gb-x-gbclan", "en-gb-x-gbcwmd", "en-029"]
VARIANTS = ("f1 f2 f3 f4 f5 m1 m2 m3 m4 m5 m6 m7 m8 klatt klatt2 klatt3 Adam Alex Alicia Andrea Andy Annie belinda benjamin boris caleb "
            "david Denis Diogo Gene Henrique Hugo iven Jacky John Lee linda Marco Mario Michael Mike Pablo Paul Pedro quincy rob robert "
            "steph victor zac").split()
FLITE = ["slt", "rms", "awb", "kal16"]
WORDS = ("yes, no, one, two, three, four, first, second, third, the first, the second, undo, take back, take that back, repeat, repeat that, "
         "again, help, new game, resign, I resign, draw, show the board, status, what can I say, stop, cancel, none, neither, "
         "sorry, what, okay, hello, left, right, up, down, on, off, go, cat, bed, happy, house, please, thank you, good morning, wait").split(", ")


def is_held(name):
    return hashlib.sha256(name.encode()).hexdigest()[0] in "012"


def read(path):
    command = ["sox", str(path), "-r", str(RATE), "-c", "1", "-b", "16", "-e", "signed", "-t", "raw", "-"]
    return np.frombuffer(subprocess.run(command, capture_output=True, check=True).stdout, "<i2").astype(float)


def trimmed(samples, margin=800):
    loud = np.flatnonzero(np.abs(samples) > 0.03 * np.abs(samples).max())
    samples = samples[max(0, loud[0] - margin):loud[-1] + margin]
    ramp = min(160, len(samples) // 4)
    samples[:ramp] *= np.linspace(0, 1, ramp)
    samples[-ramp:] *= np.linspace(1, 0, ramp)
    return samples * 2000 / np.sqrt(np.mean(samples ** 2))


class Folder:
    def __init__(self, path):
        path.mkdir(parents=True, exist_ok=True)
        self.path, self.count, self.manifest = path, 0, open(path / "manifest.jsonl", "w")

    def add(self, samples, group, phrase, generator):
        """With a third of a second of a quiet room on either side."""
        pad = int(0.32 * RATE)
        samples = np.concatenate([np.zeros(pad), samples, np.zeros(pad)])
        samples = samples + generator.normal(size=len(samples)) * 4
        name = f"{self.path.name}-{self.count}.wav"
        self.count += 1
        write(self.path / name, samples * min(1, 32000 / np.abs(samples).max()))
        self.manifest.write(json.dumps(dict(audio=name, group=group, phrase=phrase)) + "\n")


def joined(words, said, choose, generator):
    parts = []
    for word in said:
        parts += [trimmed(read(choose.choice(words[word])), 320), np.zeros(int(choose.choice([0, choose.uniform(0, 0.15)]) * RATE))]
    return np.concatenate(parts)


def pack_phrases(words, choose, count):
    """What a person with these words can say of moves, else some of the words."""
    letters, digits = [w for w in LETTERS if w in words], [w for w in DIGITS if w in words]
    pieces = [w for w in PIECES if w in words]
    takes = ["takes"] if "takes" in words else []
    for _ in range(count):
        square = lambda: [choose.choice(letters), choose.choice(digits)]
        if not letters or not digits:
            yield [choose.choice(letters or digits) for _ in range(choose.choice([1, 2, 3]))]
        elif pieces and choose.random() < 0.5:
            yield [choose.choice(pieces)] + takes * choose.choice([0, 0, 1]) + square()
        elif takes and choose.random() < 0.2:
            yield [choose.choice(letters)] + takes + square()
        else:
            yield choose.choice([square, square, lambda: square() + square(), lambda: [choose.choice(letters)] + square()])()


def people(corpus, packs, out):
    folder, choose, generator = Folder(out), random.Random(5), np.random.default_rng(5)
    lines = lambda name: [json.loads(line) for line in open(corpus / name / "manifest.jsonl")]
    for case in lines("an4"):
        if not is_held(case["group"]):
            folder.add(trimmed(read(corpus / "an4" / case["audio"])), "an4-" + case["group"], case["words"], generator)
    for case in lines("commands"):
        if not is_held(case["speaker"]):
            samples = read(corpus / "commands" / case["audio"])
            folder.add(trimmed(samples), "commands-" + case["speaker"], case["words"], generator)
    sources = [(path, f"an4-{path.name}+words", 30) for path in sorted(packs.iterdir()) if not is_held(path.name)]
    for path in sorted((corpus / "speakers").iterdir()):
        if path.name != "elsanussi-speller":
            sources.append((path, path.name, 12 if path.name.startswith("sc-") else 150))
    for path, group, count in sources:
        words = {}
        for file in sorted(path.glob("*.*")):
            if file.name.split(".")[0] in {*LETTERS, *DIGITS, *PIECES, "takes"}:
                words.setdefault(file.name.split(".")[0], []).append(file)
        if words:
            for said in pack_phrases(words, choose, count if len(words) > 4 else 12):
                folder.add(joined(words, said, choose, generator), group, " ".join(said), generator)


def synthesized(voice, text, path):
    text = re.sub(r"\b([a-h])\b", lambda match: match[1].upper(), text)
    engine, name = voice.split(":", 1)
    raw = path.with_suffix(".raw.wav")
    if engine == "flite":
        command = ["flite", "-voice", name, "-t", text, "-o", str(raw)]
    else:
        command = ["espeak-ng", "-v", name, "-s", str(120 + hash_of(text) % 70), "-p", str(30 + hash_of(name + text) % 40), "-w", str(raw), text]
    subprocess.run(command, check=True, capture_output=True)
    samples = read(raw)
    raw.unlink()
    return samples


def hash_of(text):
    return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16)


def voices(cases, out):
    folder, choose, generator = Folder(out), random.Random(7), np.random.default_rng(7)
    names = ["espeak:" + accent for accent in ACCENTS]
    names += [f"espeak:{accent}+{variant}" for accent in ACCENTS[:4] for variant in VARIANTS]
    names += [f"flite:{name}" for name in FLITE] * 8
    phrases = [json.loads(line)["phrase"] for line in open(cases)]
    # The word "a" is no letter in them, and the aligner takes every "a" for one.
    sentences = json.loads((pathlib.Path(__file__).parent / "sentences.json").read_text())["en"]
    sentences = [sentence for sentence in sentences if "a" not in sentence.split()]
    letters = lambda: " ".join(choose.choice(LETTERS) for _ in range(choose.choice([1, 2, 3])))
    squares = lambda: f"{choose.choice(LETTERS)} {choose.choice(DIGITS)}"
    for number in range(4 * len(phrases)):
        voice = choose.choice(names)
        draw = choose.random()
        if draw < 0.5: phrase = choose.choice(phrases)
        elif draw < 0.62: phrase = squares()
        elif draw < 0.7: phrase = letters()
        elif draw < 0.9: phrase = choose.choice(WORDS)
        else: phrase = choose.choice(sentences)
        phrase = " ".join(re.sub(r"[^a-z' ]", " ", phrase.lower()).split())
        samples = synthesized(voice, phrase, out / "one")
        if len(samples) and np.abs(samples).max() > 0:
            folder.add(trimmed(samples), voice.replace(":", "-"), phrase, generator)


def noises(corpus, out):
    def put(kind, name, samples):
        (out / kind).mkdir(parents=True, exist_ok=True)
        write(out / kind / f"{name}.wav", samples * 8000 / max(1, np.abs(samples).max()))
    for file in sorted((corpus / "noise").glob("*.flac")):
        kind = file.stem.rsplit("-", 1)[0]
        if kind.startswith("esc") and int(file.stem[-1]) < 7:
            put(kind, file.stem, read(file))
        elif kind == "dishes":
            samples = read(file)
            put(kind, kind, samples[:len(samples) * 2 // 3])
    made = out / "made"
    subprocess.run([sys.executable, str(pathlib.Path(__file__).parent / "noises.py"), str(made)], check=True)
    for line in open(made / "manifest.jsonl"):
        case = json.loads(line)
        put("made-" + case["group"], case["id"], read(made / case["audio"]))
        (made / case["audio"]).unlink()
    generator = np.random.default_rng(3)
    talk = [read(corpus / "reading" / json.loads(line)["audio"]) for line in open(corpus / "reading" / "manifest.jsonl")]
    for number in range(40):
        several = [talk[generator.integers(len(talk))] for _ in range((1, 2, 4, 8)[number % 4])]
        count = min(map(len, several))
        put("talk", f"talk-{number}", sum(one[:count] / one.std() for one in several))
    for number in range(24):
        count = 10 * RATE
        spectrum = np.fft.rfft(generator.normal(size=count))
        frequency = np.arange(len(spectrum)) / 10 + 20
        put("steady", f"steady-{number}", np.fft.irfft(spectrum / frequency ** (0.25 * (number % 5)), count))


def part(mix, clean, out):
    choose, phrases = random.Random(1), {}
    for line in open(clean / "manifest.jsonl"):
        case = json.loads(line)
        phrases[case["audio"]] = case["phrase"]
    out.mkdir(parents=True, exist_ok=True)
    with open(out / "manifest.jsonl", "w") as manifest:
        for line in open(mix / "manifest.jsonl"):
            case = json.loads(line)
            is_first, phrase = case["audio"].endswith("-0.wav"), phrases[case["base"]]
            if case["group"].startswith("commands-"):
                is_wanted = is_first or phrase in {"yes", "no", *DIGITS}
            elif case["group"].startswith("an4-") and not case["group"].endswith("+words"):
                is_wanted = True
            else:
                is_wanted = is_first and choose.random() < 0.6
            if is_wanted:
                case["audio"] = str((mix / case["audio"]).resolve())
                manifest.write(json.dumps(case) + "\n")


def main():
    kind, *paths = sys.argv[1:]
    {"people": people, "voices": voices, "noises": noises, "part": part}[kind](*map(pathlib.Path, paths))


if __name__ == "__main__":
    main()
