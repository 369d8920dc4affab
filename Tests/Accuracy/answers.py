#!/usr/bin/env python3
"""answers.py CORPUS OUT: manifests of answers to a question, of commands, and of other speech.

Uses CORPUS's single words of people (`commands`, `an4`) and its sentences (`reading`, `people`), as if said during a question: "yes"
and "no" to "White resigns?", numbers to two and four choices. Anything that does not answer must be refused. OUT gets one folder per
set. Sets named `NAME-held` have the people whose name's or speaker's SHA-256 begins with 0, 1 or 2."""
import hashlib, json, pathlib, sys
from held import is_held
corpus, out = map(pathlib.Path, sys.argv[1:])
KNIGHTS = {"fen": "rnbqkb1r/ppp1pppp/5n2/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 1", "typed": ["nd2"]}
TWO = ["b1d2", "f3d2"]
PROMOTION = {"fen": "8/P6k/8/8/8/8/8/K7 w - - 0 1", "typed": ["a8"]}
RESIGN = {"fen": "rnbqkb1r/ppp1pppp/5n2/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 1", "typed": ["resign"]}
NUMBERS = "one two three four five six seven eight".split()
sets = {}
def add(name, speaker, source, audio, group, number, what):
    sets.setdefault(name + ("-held" if is_held(speaker) else ""), []).append({"audio": str((source / audio).resolve()), "group": group, "id": f"{pathlib.Path(audio).stem}-{number}", "speaker": speaker, **what})
def lines(folder): return [json.loads(line) for line in open(corpus / folder / "manifest.jsonl")]
for source, who in [("commands", "speaker"), ("an4", "group")]:
    for case in lines(source):
        words, speaker = case["words"], case[who]
        if len(words.split()) > 1 and source == "an4" : continue
        def put(name, number, what): add(name, speaker, corpus / source, case["audio"], f"{source}-{words}", number, what)
        if words == "yes":
            put("answers", 0, {**RESIGN, "result": "0-1"}); put("o-answers", 1, {**KNIGHTS, "uci": None})
        elif words == "no":
            put("answers", 0, {**RESIGN, "command": "no"}); put("answers", 1, {**KNIGHTS, "command": "no"})
        elif words in NUMBERS:
            n = NUMBERS.index(words)
            put("answers" if n < 2 else "o-answers", 0, {**KNIGHTS, "uci": TWO[n] if n < 2 else None})
            put("answers" if n < 4 else "o-answers", 1, {**PROMOTION, "uci": "a7a8" + "qrbn"[n] if n < 4 else None})
            put("o-answers", 2, {**RESIGN, "uci": None})
        elif words in ("repeat", "help"):
            put("commands", 0, {**KNIGHTS, "typed": ["e3"], "command": words}); put("commands", 1, {**RESIGN, "command": words})
        else:
            put("o-answers", 0, {**RESIGN, "uci": None})
            if source == "an4" or int(hashlib.sha256(case["audio"].encode()).hexdigest(), 16) % 4 == 0: put("o-answers", 1, {**KNIGHTS, "uci": None})
for source in ("reading", "people"):
    for number, case in enumerate(lines(source)):
        add("o-talk", case["id"], corpus / source, case["audio"], source, 0, {**(RESIGN, KNIGHTS, PROMOTION)[number % 3], "uci": None})
for name, cases in sets.items():
    (out / name).mkdir(parents=True, exist_ok=True)
    with open(out / name / "manifest.jsonl", "w") as file:
        for case in cases: file.write(json.dumps({k: v for k, v in case.items() if k != "speaker"}) + "\n")
    print(name, len(cases))
