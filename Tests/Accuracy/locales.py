#!/usr/bin/env python3
"""locales.py SPOKENMOVE FOLDER LIMIT LOCALE...: measures the accuracy of a language's moves.

Makes recordings with synthetic voices in FOLDER/LOCALE/SET and lets `spokenmove evaluate` listen to
them: moves in quiet and in noise, illegal moves, and ordinary sentences. Prints a table. LIMIT is the
maximum number of recordings per set. VOICES in the environment names other voices, such as
"espeak:de+m4 pico". The same arguments make the same recordings.
"""
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import wave

import chess
import numpy

RATE = 16_000
# Name, signal-to-noise ratio in dB, number of recordings.
SETS = [("moves-25", 25, 200), ("moves-12", 12, 100), ("illegal", 25, 100), ("others", 25, 100)]
# SVOX Pico's languages, and its markup for single letters.
PICO = {
    "de_DE": "a be ce de e eff ge ha", "es_ES": "a be ce de e efe ge hache",
    "fr_FR": "a bé cé dé e effe gé ache", "it_IT": "a bi ci di e effe gi acca",
    "en_GB": "A B C D E F G H", "en_US": "A B C D E F G H",
}
# Colours of noise: the taps of a filter for white noise.
NOISES = [[1], [1, 0.9, 0.8, 0.6, 0.4, 0.2], [1] * 20]


def voices(locale):
    named = os.environ.get("VOICES", "").split()
    if named:
        return named
    language = locale.lower().replace("_", "-")
    pico = ["pico"] if locale in PICO and have_pico() else []
    return ["espeak:" + language, "espeak:" + language + "+f3"] + pico


def have_pico():
    try:
        import ttspico  # noqa: F401
    except ImportError:
        return False
    return True


def positions(count, chance):
    """Positions of games in which captures are likelier than other moves."""
    found = []
    while len(found) < count:
        board = chess.Board()
        for _ in range(chance.randrange(2, 50)):
            moves = list(board.legal_moves)
            captures = [move for move in moves if board.is_capture(move)]
            if not moves:
                break
            board.push(chance.choice(captures if captures and chance.random() < 0.35 else moves))
        if any(board.legal_moves):
            found.append(board.fen())
    return found


def sayable(program, locale, fens):
    """The moves of each position, with the ways to say them."""
    said = subprocess.run(
        [program, "say", "--fen", "-", "--json", "--locale", locale, "--limit", "100"],
        input="\n".join(fens) + "\n", capture_output=True, text=True)
    if said.returncode:
        sys.exit(said.stderr)
    return {line["fen"]: line["moves"] for line in map(json.loads, said.stdout.splitlines())}


def phrase(moves, chance):
    """A move and a way to say it; usual ways are more frequent."""
    move = chance.choice([move for move in moves if move["phrases"]])
    ways = move["phrases"][:7]
    return move["uci"], chance.choices(ways, [6, 4, 2, 1, 1, 1, 1][:len(ways)])[0]


def cases(name, count, fens, moves, sentences, chance):
    """The cases: words, position, and the move that they mean, or None."""
    made = []
    for number in range(count):
        fen = fens[number % len(fens)]
        if name.startswith("moves"):
            uci, words = phrase(moves[fen], chance)
            made.append((words, fen, uci))
        elif name == "others":
            if sentences:
                made.append((sentences[number % len(sentences)], fen, None))
        else:
            legal = {way for move in moves[fen] for way in move["phrases"]}
            for _ in range(100):
                words = phrase(moves[chance.choice(fens)], chance)[1]
                if words not in legal and not means(words, fen, moves):
                    made.append((words, fen, None))
                    break
    return made


def means(words, fen, moves):
    """Whether the words name a legal move of the position in another position's phrases."""
    ucis = {move["uci"] for move in moves[fen]}
    return any(words in move["phrases"] and move["uci"] in ucis for other in moves.values() for move in other)


def speak(locale, voice, words, number, file):
    chance = random.Random(number)
    if voice == "pico":
        import ttspico
        names = dict(zip("abcdefgh", PICO[locale].split()))
        sound = bytearray()
        engine = ttspico.TtsEngine(locale.replace("_", "-"))
        text = " ".join(names.get(word, word) for word in words.split())
        engine.speak(text + ".", lambda form, part, last: (sound.extend(part), True)[1])
        with wave.open(file + ".raw.wav", "wb") as target:
            target.setparams((1, 2, RATE, 0, "NONE", ""))
            target.writeframes(bytes(sound))
        effects = ["pitch", str(chance.choice([-150, 0, 150])), "tempo", str(chance.choice([0.9, 1, 1.1]))]
    else:
        if locale.startswith("en"):
            words = " ".join(word.upper() if len(word) == 1 else word for word in words.split())
        subprocess.run(
            ["espeak-ng", "-v", voice.removeprefix("espeak:"), "-s", str(chance.choice([125, 140, 155, 170])),
             "-w", file + ".raw.wav", "--", words], check=True)
        effects = []
    subprocess.run(
        ["sox", file + ".raw.wav", "-r", str(RATE), "-c", "1", "-b", "16", file, "gain", "-n", "-8"]
        + effects + ["pad", "0.5", "0.5"], check=True, stderr=subprocess.DEVNULL)
    os.remove(file + ".raw.wav")


def add_noise(file, decibels, number):
    """Adds noise at this signal-to-noise ratio, by mean levels."""
    with wave.open(file) as source:
        sound = numpy.frombuffer(source.readframes(source.getnframes()), dtype="<i2").astype(float)
    chance = numpy.random.default_rng(number)
    noise = numpy.convolve(chance.standard_normal(len(sound)), NOISES[number % len(NOISES)], "same")
    speech = sound[RATE // 2:-RATE // 2]
    level = numpy.sqrt(numpy.mean(speech ** 2) / numpy.mean(noise ** 2)) * 10 ** (-decibels / 20)
    mixed = numpy.clip(sound + level * noise, -32_768, 32_767).astype("<i2")
    with wave.open(file, "wb") as target:
        target.setparams((1, 2, RATE, 0, "NONE", ""))
        target.writeframes(mixed.tobytes())


def make(folder, locale, decibels, said):
    """Speaks the cases into a folder and writes its manifest, unless it exists."""
    manifest = os.path.join(folder, "manifest.jsonl")
    if os.path.exists(manifest):
        return manifest
    os.makedirs(folder, exist_ok=True)
    names = voices(locale)
    jobs = [(number, names[number % len(names)], case) for number, case in enumerate(said)]

    def record(job):
        number, voice, (words, _, _) = job
        file = os.path.join(folder, "%d.wav" % number)
        speak(locale, voice, words, number, file)
        add_noise(file, decibels, number)

    # Only one thread at a time can use Pico.
    for job in jobs:
        if job[1] == "pico":
            record(job)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(record, [job for job in jobs if job[1] != "pico"]))
    with open(manifest + ".new", "w") as target:
        for number, voice, (_, fen, uci) in jobs:
            case = {"audio": "%d.wav" % number, "id": str(number), "group": voice, "fen": fen, "uci": uci}
            target.write(json.dumps(case) + "\n")
    os.rename(manifest + ".new", manifest)
    with open(os.path.join(folder, "words.txt"), "w") as target:
        target.write("".join(words + "\n" for words, _, _ in said))
    return manifest


def evaluate(program, locale, manifest):
    """The outcome of each recording."""
    heard = subprocess.run(
        [program, "evaluate", manifest, "--cases", "--locale", locale], capture_output=True, text=True)
    outcomes = [json.loads(line) for line in heard.stdout.splitlines() if line.startswith("{")]
    if not outcomes:
        sys.exit(heard.stderr)
    with open(os.path.join(os.path.dirname(manifest), "results.jsonl"), "w") as target:
        target.write("".join(json.dumps(outcome) + "\n" for outcome in outcomes))
    return outcomes


def share(outcomes, verdict):
    if not outcomes:
        return "    -"
    return "%5.1f" % (100 * sum(outcome["verdict"] == verdict for outcome in outcomes) / len(outcomes))


def measure(program, folder, limit, locale, sentences):
    chance = random.Random(locale)
    fens = positions(min(limit, 200), chance)
    moves = sayable(program, locale, fens)
    results = {}
    for name, decibels, count in SETS:
        said = cases(name, min(limit, count), fens, moves, sentences.get(locale.split("_")[0], []), chance)
        results[name] = []
        if said:
            manifest = make(os.path.join(folder, locale, name), locale, decibels, said)
            results[name] = evaluate(program, locale, manifest)
    return results


def rows(label, results):
    quiet, noisy = results["moves-25"], results["moves-12"]
    columns = [share(s, verdict)
               for s in (quiet, noisy) for verdict in ("right", "wrong", "refused")]
    columns += [share(results["illegal"], "wrong"), share(results["others"], "wrong")]
    return "%-26s| %s %s %s | %s %s %s |   %s |    %s" % (label, *columns)


def main():
    program, folder, limit, locales = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "sentences.json")) as file:
        sentences = json.load(file)
    print("%-26s| %-17s | %-17s | %-7s | %s" % ("in % of recordings", "25 dB", "12 dB", "illegal", "sentences"))
    print("%-26s| %5s %5s %5s | %5s %5s %5s | %7s | %s" % (
        "", "right", "wrong", "refus", "right", "wrong", "refus", "played", "accepted"))
    for locale in locales:
        results = measure(program, folder, limit, locale, sentences)
        print(rows(locale, results), flush=True)
        for voice in voices(locale):
            only = {name: [case for case in found if case["group"] == voice] for name, found in results.items()}
            print(rows("  " + voice, only), flush=True)


if __name__ == "__main__":
    main()
