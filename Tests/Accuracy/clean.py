#!/usr/bin/env python3
"""Makes the quiet recordings that train.py starts from: a folder of WAV files and their manifest.jsonl.

    clean.py people CORPUS PACKS OUT     what the corpus's people say: AN4's sentences as they are, single words, and moves put
                                         together from one person's words; the corpus's `cut.py AN4 PACKS --takes 6` makes PACKS
    clean.py moves CORPUS PACKS OUT      more moves of the same people
    clean.py voices CASES.jsonl OUT      what espeak-ng and flite say: four times as many as CASES (of `accuracy --cases`), half of
                                         them its phrases, the rest squares, letters, commands, answers, everyday words and sentences
    clean.py sentences ACCURACY OUT      what the same voices and SVOX Pico say for phrases.bin: orders of grammars/examples, and two to six common words
    clean.py noises CORPUS OUT           beds for `train.py mix`: the corpus's noises, synthetic ones (noises.py), and people talking
    clean.py events SOUNDS OUT           beds of single sounds, such as drums, steps, metal, glass and cries; and of water, machines and
                                         colored noise. SOUNDS has a folder for each of Debian's hydrogen-drumkits, openarena-data
                                         (unzip its pk3 files), wesnoth-1.16-data and minetest-data
    clean.py prompts GRAMMARS OUT        people's words in another language, from Debian's packages of prompts and learning games:
                                         asterisk-core-sounds-{es,fr,it}-g722, asterisk-prompt-{es-co,it-menardi-wav}, klettres-data,
                                         tuxpaint-stamps-default; a folder for each locale and person
    clean.py language LOCALE ACCURACY GRAMMARS PROMPTS OUT
                                         what espeak-ng, SVOX Pico and these people say in the language: its pack's moves and commands,
                                         squares, letters and sentences
    clean.py part MIX CLEAN OUT          from three variants that `train.py mix` made of `people`: all of AN4's sentences and
                                         answers, and one variant of other words and moves

Held out for measuring are people whose name's or speaker's SHA-256 begins with 0, 1 or 2, elsanussi-speller, the last third of each
noise, the running tap and the exercise bicycle. Needs numpy, scipy and sox.

mapped.bin: `prompts`, and for each locale `language`, aligned with names.bin, and again with the network trained on that; two
variants of each, two more of Pico's and one more of people's. `fit --from names.bin --hidden 512`, then `fit` and discriminate.py
in turn, about ten epochs and 20,000 steps.

phrases.bin, from names.bin, with two variants of people, and one of 3,600 sentences and of 4,760 voices (of 200 moves and 990 commands):

    train.py fit ALIGNMENT PEOPLE SENTENCES SENTENCES VOICES --from names.bin --hidden 512 --average --epochs 1.6 --rate 6e-4 --write FIRST
    train.py fit ALIGNMENT PEOPLE SENTENCES SENTENCES VOICES --from FIRST --average --epochs 2.5 --rate 5e-4 --write SECOND
    train.py mean names.bin SECOND --write phrases.bin

The second step uses another variant of the sentences in the second place.

The last step of phrases.bin, in louder noise: one variant of people (twice) and of sentences in all beds of `noises` and `events`;
and with `mix --loud` (LOUD), one variant of people and voices and two of 6,000 sentences. LOUD has the beds of english.bin's last
step, below, and the clock and the dog twice:

    train.py fit ALIGNMENT PEOPLE PEOPLE SENTENCES LOUD --from phrases.bin --average --epochs 2 --rate 3e-4 --write phrases.bin

The last steps of english.bin, with `accuracy --align` of people, moves and voices as ALIGNMENT. First from the previous network, with
three variants of people and one of 1,331 voices of 1,200 cases (`part`, then `accuracy --frames`):

    train.py fit ALIGNMENT PART VOICES --from BEFORE --average --epochs 3 --rate 4e-4 --write FITTED
    discriminate.py ACCURACY grammars ALIGNMENT PART VOICES --from FITTED --steps 2500 --rate 5e-4 --write TAUGHT
    train.py mean BEFORE TAUGHT TAUGHT --write FIRST

Then from this, with all three variants of people, PART once more, two variants of moves and one of 4,800 voices (MIXES):

    train.py fit ALIGNMENT MIXES --from FIRST --hidden 512 --average --epochs 2 --rate 5e-4 --write FITTED
    discriminate.py ACCURACY grammars ALIGNMENT MIXES --from FITTED --steps 5000 --rate 5e-4 --seed 3 --write TAUGHT
    train.py mean FIRST FIRST TAUGHT TAUGHT TAUGHT --write SECOND

Then from this in louder noise, with two variants of people and one of voices as before, and one more of each with `mix --loud` (LOUD).
Its beds are events and talk, twice each, the corpus's, steady ones, and bells, claps, dogs, drums, keys and knocks. For
discriminate.py there is another such variant of people, with water, machines and colored noise as well:

    train.py fit ALIGNMENT PEOPLE VOICES LOUD --from SECOND --average --epochs 3 --rate 4e-4 --write FITTED
    discriminate.py ACCURACY grammars ALIGNMENT PEOPLE VOICES LOUD MORE --from FITTED --steps 3000 --rate 5e-4 --seed 5 --write TAUGHT
    train.py mean SECOND TAUGHT --write english.bin
"""
import hashlib
import json
import math
import pathlib
import random
import re
import subprocess
import sys

import numpy as np

from held import DIGITS, LETTERS, is_held
from noises import place
from train import DICTIONARY, RATE, resampled, reverberated, write

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
        """Adds a third of a second of a quiet room on either side."""
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
    """The moves that a person with these words can say, else some of the words."""
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
    say_moves(corpus, packs, folder, choose, generator, 30, 150)


def moves(corpus, packs, out):
    say_moves(corpus, packs, Folder(out), random.Random(11), np.random.default_rng(11), 50, 60)


def say_moves(corpus, packs, folder, choose, generator, of_an4, of_others):
    sources = [(path, f"an4-{path.name}+words", of_an4) for path in sorted(packs.iterdir()) if not is_held(path.name)]
    for path in sorted((corpus / "speakers").iterdir()):
        if path.name != "elsanussi-speller":
            sources.append((path, path.name, 12 if path.name.startswith("sc-") else of_others))
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
    # The word "a" is not a letter in them, but the aligner takes every "a" for one.
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


def sentences(accuracy, out):
    import locales
    import pocketsphinx
    folder, choose, generator = Folder(out), random.Random(13), np.random.default_rng(13)
    names = [f"espeak:{accent}+{variant}" for accent in ACCENTS for variant in VARIANTS]
    names += [f"flite:{name}" for name in FLITE] * 20 + ["pico"] * 40
    language = pocketsphinx.NGramModel(pocketsphinx.Config(), pocketsphinx.LogMath(), str(DICTIONARY.with_name("en-us.lm.bin")))
    words = {line.split()[0] for line in DICTIONARY.read_text().splitlines()}
    words = sorted((-language.prob([word]), word) for word in words if re.fullmatch(r"[a-z']{2,}", word))[:8000]
    # Rare ones are chosen more often than people say them. The unit is a ten thousandth of a natural logarithm.
    weights = [math.exp(-0.4e-4 * rarity) for rarity, _ in words]
    orders = []
    for name in ("coffee", "switches"):
        command = [str(accuracy), "--phrases", "4000", str(pathlib.Path(__file__).parents[2] / f"grammars/examples/{name}.json")]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        # The aligner and the voices take "a" for the letter.
        orders += [re.sub(r"\ba\b", "uh", json.loads(line)["phrase"]) for line in lines]
    for number in range(6000):
        voice = choose.choice(names)
        phrase = choose.choice(orders) if choose.random() < 0.35 else " ".join(word for _, word in choose.choices(words, weights, k=choose.randrange(2, 7)))
        if voice == "pico":
            phrase = phrase.replace("uh ", "")
            locales.speak("en_US", voice, phrase, number, str(out / "one.wav"))
            samples = read(out / "one.wav")
        else:
            samples = synthesized(voice, phrase, out / "one")
        if len(samples) and np.abs(samples).max() > 0:
            folder.add(trimmed(samples), voice.replace(":", "-"), phrase, generator)


# By locale, espeak-ng's voices.
SPOKEN = {"de_DE": ["de"], "es_ES": ["es", "es-419"], "fr_FR": ["fr-fr", "fr-be", "fr-ch"], "it_IT": ["it"], "nl_NL": ["nl"]}
# By locale, the folders of people.
ASTERISK = {"es_ES": ["es_MX_f_Allison", "es"], "fr_FR": ["fr_CA_f_June", "fr"], "it_IT": ["it_IT_m_Carlo", "it_IT_f_Menardi"]}


# A one-letter word that is not said as a letter, as in "d'oro".
LONE = re.compile(r"\b[^\W\d_]\b")


def ranks(grammars, locale):
    classes = json.loads((grammars / locale / "chess.json").read_text())["groups"][0]["classes"]
    return [classes[f"rank-{rank}"][0].lower() for rank in range(1, 9)]


def prompts(grammars, out):
    sounds = pathlib.Path("/usr/share/asterisk/sounds")

    def put(locale, person, word, file):
        (out / locale / person).mkdir(parents=True, exist_ok=True)
        # sox reads no G.722.
        command = ["ffmpeg", "-v", "error", "-i", str(file), "-ar", str(RATE), "-ac", "1", "-f", "s16le", "-"]
        samples = np.frombuffer(subprocess.run(command, capture_output=True, check=True).stdout, "<i2").astype(float)
        if len(samples) and np.abs(samples).max() > 0:
            write(out / locale / person / f"{word}.wav", samples)

    for locale, people in ASTERISK.items():
        for person in people:
            names = [("letters", letter, letter) for letter in LETTERS]
            names += [("digits", str(rank), word) for rank, word in enumerate(ranks(grammars, locale), 1)]
            for kind, name, word in names:
                for file in (sounds / person / kind).glob(f"{name}.*"):
                    put(locale, person, word, file)
    for locale in SPOKEN:
        language = locale[:2]
        text = pathlib.Path(f"/usr/share/klettres/{language}/sounds.xml").read_text(errors="replace")
        for name, file in re.findall(r'name="([A-Ha-h])" +file="([^"]*alpha[^"]*)"', text):
            put(locale, "klettres", name.lower(), pathlib.Path("/usr/share/klettres") / file)
        for rank, word in enumerate(ranks(grammars, locale), 1):
            for file in pathlib.Path("/usr/share/tuxpaint/stamps/symbols/math").glob(f"{rank}_{language}.ogg"):
                put(locale, "tuxpaint", word, file)


def sayings(locale, accuracy, grammars, choose):
    """Endless phrases: half are moves, the rest commands, squares, letters and sentences."""
    def made(name):
        command = [str(accuracy), "--phrases", "1500", str(grammars / locale / name)]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return [json.loads(line)["phrase"] if line.startswith("{") else line for line in text.splitlines()]
    moves, commands = made("chess.json"), made("dialogue.json")
    messages = json.loads((grammars / locale / "messages.json").read_text()).values()
    messages = [" ".join(re.findall(r"[^\W\d_]+", text)) for text in messages if "%" not in text and ":" not in text]
    messages = [text for text in messages if 10 < len(text) < 60 and not LONE.search(text)]
    digits = ranks(grammars, locale)
    while True:
        draw = choose.random()
        if draw < 0.45: yield choose.choice(moves)
        elif draw < 0.65: yield choose.choice(commands)
        elif draw < 0.8: yield f"{choose.choice(LETTERS)} {choose.choice(digits)}"
        elif draw < 0.88: yield " ".join(choose.choice(LETTERS) for _ in range(choose.choice([1, 2, 3])))
        else: yield choose.choice(messages)


def stamps(language):
    """The spoken names of Tux Paint's stamps: files and words."""
    for file in sorted(pathlib.Path("/usr/share/tuxpaint/stamps").rglob(f"*_desc_{language}.ogg")):
        text = file.with_name(file.name.replace(f"_desc_{language}.ogg", ".txt"))
        if text.exists():
            found = re.search(rf"^{language}\.utf8=(.*)$", text.read_text(errors="replace"), re.MULTILINE)
            if found and not re.search(r"\d", found[1]) and not LONE.search(found[1]):
                yield file, " ".join(re.findall(r"[^\W_]+", found[1].lower()))


def syllables(language):
    """KLettres' letters and syllables: files and their text."""
    folder = pathlib.Path("/usr/share/klettres")
    for name, file in re.findall(r'name="([^"]*)" +file="([^"]*)"', (folder / language / "sounds.xml").read_text(errors="replace")):
        if name.isalpha():
            yield folder / file, name.lower()


def language(locale, accuracy, grammars, packs, out):
    import locales
    folder, choose, generator = Folder(out), random.Random(locale), np.random.default_rng(11)
    phrases = sayings(locale, accuracy, grammars, choose)
    names = SPOKEN[locale] + [f"{name}+{variant}" for name in SPOKEN[locale] for variant in VARIANTS]
    raw = str(out / "one.wav")
    for number in range(2000 + (800 if locale in locales.PICO else 0)):
        is_pico = number >= 2000
        phrase = next(phrases).lower()
        voice = "pico" if is_pico else "espeak:" + choose.choice(names)
        if is_pico:
            locales.speak(locale, voice, phrase, number, raw)
            samples = read(raw)
        else:
            rate, pitch = choose.randrange(110, 200), choose.randrange(25, 75)
            command = ["espeak-ng", "-v", voice[7:], "-s", str(rate), "-p", str(pitch), "-w", raw, "--", phrase]
            subprocess.run(command, check=True, capture_output=True)
            samples = read(raw)
        if len(samples) and np.abs(samples).max() > 0:
            folder.add(trimmed(samples), f"{locale}-{voice.replace(':', '-')}", phrase, generator)
    for file, phrase in [*stamps(locale[:2]), *syllables(locale[:2])]:
        samples = read(file)
        if len(samples) > 1600 and np.abs(samples).max() > 0:
            folder.add(trimmed(samples), f"{locale}-people", phrase, generator)
    digits, people = ranks(grammars, locale), [{file.stem: file for file in path.glob("*.wav")} for path in sorted((packs / locale).iterdir())]
    letters_of = [words for words in people if words.keys() & set(LETTERS)]
    digits_of = [words for words in people if words.keys() & set(digits)]
    for number in range(1000):
        # Mostly by one person, who has both.
        first = choose.choice(letters_of)
        second = first if first in digits_of and choose.random() < 0.7 else choose.choice(digits_of)
        said, parts = [], []
        for words, names in [(first, LETTERS), (second, digits)] * choose.choice([1, 2, 2]):
            said.append(choose.choice([name for name in names if name in words]))
            parts += [trimmed(read(words[said[-1]]), 320), np.zeros(int(choose.choice([0, choose.uniform(0, 0.15)]) * RATE))]
        folder.add(np.concatenate(parts), f"{locale}-people", " ".join(said), generator)


def write_bed(folder, name, samples):
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / f"{name}.wav", samples * 8000 / max(1e-9, np.abs(samples).max()))


def noises(corpus, out):
    put = lambda kind, name, samples: write_bed(out / kind, name, samples)
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


def events(sounds, out):
    generator = np.random.default_rng(17)
    for folder in sorted(path for path in sounds.iterdir() if path.is_dir()):
        files = [file for file in sorted(folder.rglob("*.*")) if file.suffix in {".wav", ".ogg", ".flac"}]
        single = [samples for samples in map(read, files) if 160 < len(samples) < 8 * RATE and np.abs(samples).max() > 300]
        for number in range(60):
            # From one every two seconds to eight a second.
            gap = math.exp(generator.uniform(math.log(0.12), math.log(2)))
            time, chosen = 0.0, []
            while (time := time + generator.exponential(gap)) < 12:
                sound = resampled(single[generator.integers(len(single))], generator.uniform(0.7, 1.4))[:2 * RATE]
                chosen.append((time, sound * 10 ** (-generator.uniform(0, 18) / 20) / np.abs(sound).max()))
            bed = place(12, chosen)
            write_bed(out / f"events-{folder.name}", number, reverberated(bed, generator) if number % 2 else bed)
    for make in (water, machine, colored):
        for number in range(60):
            write_bed(out / make.__name__, number, make(generator))


def water(generator):
    """Drops and bubbles: sounds of a rising pitch that die away, up to 400 a second, over a hiss."""
    bed = colored(generator) * generator.uniform(0.1, 0.6)
    for _ in range(int(12 * math.exp(generator.uniform(math.log(20), math.log(400))))):
        count = int(generator.uniform(0.005, 0.06) * RATE)
        time = np.arange(count) / RATE
        frequency = math.exp(generator.uniform(math.log(300), math.log(5000))) * (1 + generator.uniform(0, 8) * time)
        first = generator.integers(len(bed) - count)
        bed[first:first + count] += generator.exponential() * np.sin(2 * np.pi * np.cumsum(frequency) / RATE) * np.exp(-5 * time / time[-1])
    return bed


def machine(generator):
    """Noise and harmonics that swell at the rate of a wheel or an engine."""
    time = np.arange(12 * RATE) / RATE
    turns = np.cumsum(math.exp(generator.uniform(math.log(0.8), math.log(25))) * (1 + 0.1 * np.sin(2 * np.pi * generator.uniform(0.05, 0.5) * time))) / RATE
    swell = np.exp(generator.uniform(0, 3) * np.cos(2 * np.pi * turns))
    hum = sum(generator.exponential() / part * np.sin(2 * np.pi * part * generator.choice([1, 4, 12]) * turns * 8) for part in range(1, 12))
    return swell * colored(generator) + generator.uniform(0, 0.7) * hum


def colored(generator):
    """Noise with a spectrum of eight points."""
    spectrum = np.fft.rfft(generator.normal(size=12 * RATE))
    place = np.sqrt(np.linspace(0, 1, len(spectrum))) * 7
    noise = np.fft.irfft(spectrum * 10 ** (np.interp(place, np.arange(8), generator.normal(size=8) * 9) / 20), 12 * RATE)
    return noise / noise.std()


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
    commands = {"people": people, "moves": moves, "voices": voices, "sentences": sentences, "prompts": prompts, "language": language, "noises": noises,
                "events": events, "part": part}
    commands[kind](*(path if re.fullmatch(r"[a-z]{2}_[A-Z]{2}", path) else pathlib.Path(path) for path in paths))


if __name__ == "__main__":
    main()
