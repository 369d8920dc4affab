#!/usr/bin/env python3
"""corpus.py CORPUS OUT LIMIT: makes the sets of `Tests/accuracy.sh` from recordings, and prints their manifests.

Keeps sets that exist already, and leaves out those whose recordings CORPUS lacks. Sets named "held" have only people that no network
has heard: elsanussi-speller, and those of AN4 and of the single words whose name's SHA-256 begins with 0, 1 or 2. Needs
python-chess, numpy and pocketsphinx, of PyPI; sox, flite and espeak-ng."""
import importlib.util
import json
import pathlib
import subprocess
import sys

from held import DIGITS, LETTERS, is_held

PEOPLE = ["scidvspc", "allison", "nexus7toddler"]
FIRST = "e4 d4 c4 f4 b4 g4 a4 h4 e3 d3 c3 f3 b3 g3 a3 h3".split()
COMMANDS = {"undo": "undo", "take back": "undo", "take that back": "undo", "repeat": "repeat", "repeat that": "repeat", "new game": "new-game",
            "I resign": "resign", "offer a draw": "draw", "show the board": "show"}
QUESTIONS = ("no e five|I meant bishop e three|what is on e four|where is my queen|my pieces|rank four|e file|"
             "the diagonal a one h eight|what attacks f seven|is e four defended|what defends e five|can I castle|can I play knight h five|"
             "am I in check|what can I take|last move|last five moves|who is winning|whose move|material|castling|clock|how much time do I have|"
             "play against the computer level three ten minutes|new game as black|five minutes|I am Peter|louder|"
             "hint|take back two moves").split("|")
VOICES = "flite:slt flite:awb flite:rms flite:kal16 espeak:en-us espeak:en-gb espeak:en-gb-scotland espeak:en-us+f4".split()
# Words as people of other countries say them, in espeak-ng's sounds, and the move; by position.
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
ACCENTS = {
    START: {"[[n'OIt]] f three": "g1f3", "[[h'eItS]] four": "h2h4", "f [[f'O:]]": "f2f4", "d [[f'oU@]]": "d2d4",
            "c [[tr'i:]]": "c2c3", "e [[sr'i:]]": "e2e3"},
    "7k/8/8/2p1p3/8/4B3/1Q6/K2R4 w - - 0 1": {
        "[[kv'i:n]] b [[s'i:ks]]": "b2b6", "[[r'u:k]] d six": "d1d6", "[[b'i:S0p]] d four": "e3d4", "rook d [['Et]]": "d1d8",
        "queen b [[w'0n]]": "b2b1", "rook d [[s'Efn]]": "d1d7", "bishop [[t'Eks]] c five": "e3c5",
        "bishop [[k'aptS@z]] c five": "e3c5", "[[r'u:k]] d [[f'aIf]]": "d1d5", "[[kv'i:n]] to d two": "b2d2"}}
ESPEAKERS = [f"espeak:{name}" for name in "en-us en-gb en-us+f2 en-us+f4 en-us+m3 en-us+m7 en-gb+f3 en-gb+m5".split()]
MIDDLE = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7"

corpus, out, limit = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])
moves, illegal, first = corpus / "moves-dev.jsonl", out / "illegal.jsonl", out / "first.jsonl"


def has(*names):
    missing = [name for name in names if not (corpus / name).exists()]
    if missing:
        print(f"corpus.py: goes on without {', '.join(missing)}", file=sys.stderr)
    return not missing


def run(script, *arguments):
    subprocess.run([sys.executable, *map(str, [corpus / script, *arguments])], check=True, stdout=sys.stderr)


def read(path):
    with open(path) as lines:
        return [json.loads(line) for line in lines]


def write(path, cases):
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps(case) + "\n" for case in cases))


def made(name, make):
    path = out / name / "manifest.jsonl"
    if not path.exists() or not path.stat().st_size:
        make(path)
    return path


def manifest(name, make):
    print(made(name, make), flush=True)


def render(name, cases, most, *options):
    """Recordings of synthetic voices."""
    manifest(name, lambda path: run("render.py", cases, path.parent, "--limit", min(limit, most), *options))


def join(name, folder, people, cases, each, *options):
    """Moves put together from people's words, up to a number of each person."""
    manifest(name, lambda path: put_together(path, folder, people, cases, min(limit, each), *options))


def put_together(path, folder, people, cases, each, *options):
    run("join.py", folder, cases, path.parent, "--packs", ",".join(people), "--per", each, *options)


def lines(name, source, change=lambda number, case: {}):
    """A manifest's first lines, changed."""
    def changed(number, case):
        return {**case, "audio": str((source.parent / case["audio"]).resolve()), **change(number, case)}
    manifest(name, lambda path: write(path, [changed(*line) for line in enumerate(read(source)[:limit])]))


def noise(name):
    path = out / f"{name}.wav"
    if not path.exists():
        subprocess.run(["sox", corpus / f"noise/{name}.flac", "-r", "16000", "-c", "1", "-b", "16", path], check=True)
    return path


def synthetic():
    render("moves-25", moves, 400, "--snr", 25)
    render("moves-10", moves, 400, "--snr", 10)
    render("moves-reverb", moves, 400, "--snr", 20, "--reverb")
    render("words-25", moves, 400, "--snr", 25, "--voices", "words")
    render("words-10", moves, 400, "--snr", 10, "--voices", "words")
    render("moves-soft", moves, 400, "--snr", 25, "--gain", -40)
    render("moves-clipped", moves, 400, "--snr", 25, "--gain", 6)
    render("illegal-25", illegal, 200, "--snr", 25)
    if has("noise/exercise_bike.flac"):
        render("moves-bicycle", moves, 150, "--snr", 10, "--noise", noise("exercise_bike"))
    if has("noise/dishes.flac"):
        render("moves-dishes", moves, 120, "--snr", 10, "--noise", noise("dishes"))
    accents()
    around("commands", COMMANDS, lambda phrase: dict(command=COMMANDS[phrase]))
    around("questions", QUESTIONS, lambda phrase: {})


def accents():
    cases = out / "accents.jsonl"
    said = [dict(fen=fen, phrase=phrase, uci=uci, voice=voice)
            for fen, phrases in ACCENTS.items() for phrase, uci in phrases.items() for voice in ESPEAKERS]
    write(cases, [dict(id=str(number), **case) for number, case in enumerate(said)])
    render("accents", cases, len(said), "--snr", 20)


def around(name, phrases, right):
    """What is said around a move, by each of the voices."""
    cases = out / f"{name}.jsonl"
    said = [(voice, phrase) for phrase in phrases for voice in VOICES]
    write(cases, [dict(id=str(number), voice=voice, fen=MIDDLE, typed=["h3"], phrase=phrase, **right(phrase)) for number, (voice, phrase) in enumerate(said)])
    render(name, cases, len(said), "--snr", 20)


def people():
    words = corpus / "speakers"
    join("people-moves", words, PEOPLE, moves, 100, "--snr", 25)
    if has("noise/running_tap.flac"):
        join("people-tap", words, PEOPLE, moves, 50, "--snr", 10, "--noise", noise("running_tap"))
    join("illegal-people", words, PEOPLE[:2], illegal, 60, "--snr", 25)
    if has("speakers/elsanussi-speller"):
        join("held-letters", words, [f"elsanussi-speller+{person}" for person in PEOPLE], moves, 30, "--snr", 25)


def spellers():
    """AN4's people, with words cut out of connected speech."""
    packs = out / "packs"
    if not packs.exists():
        run("cut.py", corpus / "an4", packs)
    said = {path.name: {file.name.split(".")[0] for file in path.iterdir()} for path in packs.iterdir()}
    held = sorted(name for name in said if is_held(name) and said[name].intersection(LETTERS) and said[name].intersection(DIGITS))
    join("held-moves", packs, held, moves, 15, "--snr", 25)
    join("held-illegal", packs, held, illegal, 10, "--snr", 25)
    if has("noise/dishes.flac"):
        join("held-dishes", packs, held, moves, 8, "--snr", 10, "--noise", noise("dishes"))
    write(first, [dict(id=square, uci=f"{square[0]}2{square}", fen=START) for square in FIRST])
    packed = made("first", lambda path: put_together(path, packs, held, first, 16, "--snr", 25))
    # Only the square: join.py also says both.
    short = [{**case, "audio": f"../first/{case['audio']}"} for case in read(packed) if len(case["phrase"].split()) == 2]
    manifest("held-first", lambda path: write(path, short[:limit]))


def others():
    if has("an4", "commands", "reading"):
        single = out / "single"
        subprocess.run([sys.executable, pathlib.Path(__file__).with_name("answers.py"), corpus, single], check=True, stdout=sys.stderr)
        for name in ("answers", "commands", "o-answers", "o-talk"):
            lines(f"held-{name}", single / f"{name}-held" / "manifest.jsonl")
    orders = corpus / "people" / "manifest.jsonl"
    lines("people", orders)
    fens = [case["fen"] for case in read(out / "positions.jsonl") if case["moves"] >= 30][:20]
    lines("people-20", orders, lambda number, case: dict(fen=fens[number % len(fens)], uci=None))
    lines("keywords", corpus / "keywords" / "manifest.jsonl")


out.mkdir(exist_ok=True)
if not illegal.exists():
    run("illegal.py", moves, illegal, 1)
synthetic()
people()
if has("an4", "cut.py") and importlib.util.find_spec("pocketsphinx"):
    spellers()
others()
