#!/usr/bin/env python3
"""fit.py RESULTS.jsonl... [--from FILE] [--write FILE] [--mapped]

Fits the confidence (Sources/Speech/ConfidenceCoefficients.swift) to the output of `accuracy --evidence`, and cross-validates it by
voice and kind of noise, with a sixth of them held out at a time. Needs numpy and scipy.

A recording is a move (`said`), or something that must not be played. The likelihood of a move is the share of the readings that
mean it; the likelihood of anything else is the share that the allowed readings leave. The fit maximises both, with a weak prior.

--from FILE starts from the coefficients in FILE. It fits only those that distinguish the grammar's speech from everything else, drawn
to their old values; those for noises without a voice stay. It needs fewer recordings than a whole fit.

--mapped: the recordings are in other languages than the acoustic model's. Nothing is fitted to single words, and
whole languages are held out: a set's name begins with its language. The coefficients against noises stay as in English."""
import argparse, collections, json, os, re, sys
import numpy as np
from scipy.optimize import minimize

SPEECH = ["constant", "fit", "worst fit", "uncovered", "hurry", "drag", "no voice", "no movement", "signal to noise", "words", "worst phones", "streamed"]
READING = ["distance", "distance in noise", "weight here", "weight elsewhere", "allowed", "preference", "words", "streamed", "allowed in noise", "words in noise", "network distance", "network distance in noise"]
# Words that are recognized too often or too seldom, and words that noise is mistaken for.
WORDS = ("a b c d e f g h one two three four five six seven eight pawn knight bishop rook queen king to takes captures check "
         "mate castle move from").split()
NOISY = "a b d e eight to".split()
# Added to "allowed" in English: players say illegal moves more rarely than the recordings do.
LEGAL = 0.8
# Evidence against speech must not count in its favour, however little of it the fit has seen.
BOUNDS = [(None, -0.05) if name in ("uncovered", "hurry", "drag", "no voice", "no movement") else (None, None) for name in SPEECH]
COLUMNS = len(READING) + len(WORDS) + len(NOISY)
# An example's weight, by the first of these that is in its set's name: there are more of them than
# in games.
WEIGHTS = {"n-illegal": 0.7, "illegal": 3, "near": 0.5, "others": 10, "noise": 2}
WIDTH = 100


if "--mapped" in sys.argv: WORDS = NOISY = []; COLUMNS = len(READING)


ENGLISH = os.path.join(os.path.dirname(__file__), "../../Sources/Speech/ConfidenceCoefficients.swift")


def command_words():
    """The contribution of commandWords, which is not fitted."""
    text = open(ENGLISH).read()
    each = float(re.search(r"static let commandWord = ([\d.]+)", text)[1])
    return {} if "--mapped" in sys.argv else dict.fromkeys(re.findall(r'"([\w\']+)"', text.split("commandWords:")[1].split("]")[0]), each)


COMMANDS = command_words()


def figures(candidate, noise):
    words = candidate["words"].split()
    return candidate["figures"] + [words.count(w) for w in WORDS] + [noise * words.count(w) for w in NOISY]


class Data:
    def __init__(self, paths):
        rows = []
        for path in paths:
            for line in open(path):
                case = json.loads(line)
                if case.get("candidates"): rows.append(case)
        self.names = [case["set"] for case in rows]
        self.groups = [case["group"] for case in rows]
        n = len(rows)
        self.speech = np.array([case["figures"] for case in rows])
        self.reading = np.zeros((n, WIDTH, COLUMNS))
        self.given = np.zeros((n, WIDTH)); self.there = np.zeros((n, WIDTH), bool); self.right = self.there.copy(); self.allowed = self.there.copy()
        for row, case in enumerate(rows):
            # As in `Confidence`: the signal-to-noise figure is in tens of dB, 25 dB at most.
            noise = max(0, 18 - case["figures"][8] * 10) / 10
            for column, candidate in enumerate(case["candidates"][:WIDTH]):
                self.reading[row, column] = figures(candidate, noise); self.there[row, column] = True
                self.given[row, column] = sum(COMMANDS.get(word, 0) for word in candidate["words"].split())
                self.right[row, column] = candidate["isRight"]; self.allowed[row, column] = candidate["isAllowed"]
        self.is_move = np.array([case.get("said") is not None for case in rows])
        # A move whose reading was lost teaches nothing about choosing.
        self.is_known = ~self.is_move | self.right.any(1)
        self.weight = np.array([next((w for k, w in WEIGHTS.items() if k in name), 1.0) for name in self.names])

    def part(self, mask):
        part = object.__new__(Data)
        for key, value in self.__dict__.items():
            setattr(part, key, value[mask] if isinstance(value, np.ndarray) else [v for v, m in zip(value, mask) if m])
        return part

    def shares(self, parameters):
        k = len(SPEECH)
        utility = np.where(self.there, self.reading @ parameters[k:] + self.given, -1e9)
        utility -= utility.max(1, keepdims=True)
        share = np.exp(utility); share /= share.sum(1, keepdims=True)
        return 1 / (1 + np.exp(-self.speech @ parameters[:k])), share

    def loss(self, parameters, scale):
        k = len(SPEECH)
        speech, share = self.shares(parameters)
        target = np.where(self.is_move[:, None], self.right, self.allowed)
        mass = (share * target).sum(1)
        inner = speech * mass
        floor = 1e-5
        likelihood = np.where(self.is_move, inner, 1 - inner) + floor
        weight = self.weight * self.is_known
        # Derivatives by the logit of speech and by each utility.
        sign = np.where(self.is_move, 1, -1) * weight / likelihood
        by_speech = sign * mass * speech * (1 - speech)
        by_utility = sign[:, None] * speech[:, None] * share * (target - mass[:, None])
        gradient = np.concatenate([by_speech @ self.speech, np.einsum("nc,ncf->f", by_utility, self.reading)])
        prior = 0.5 * ((parameters * scale) ** 2).sum()
        return -(weight * np.log(likelihood)).sum() + prior, -gradient + parameters * scale ** 2


BOUNDS += [(None, None)] * COLUMNS
def fit(data):
    k = len(SPEECH)
    inside = data.reading[data.there]
    scale = np.concatenate([data.speech.std(0), inside.std(0)]) * 1.5
    scale[0] = 0.05
    start = np.zeros(k + COLUMNS); start[k] = 0.5; start[k + 2] = start[k + 3] = 0.5; start[0] = 3
    if "--mapped" in sys.argv:
        # The coefficients against noises are the same in every language.
        for number, name in enumerate(SPEECH):
            if name in HELD: start[number] = HELD[name]; BOUNDS[number] = (HELD[name], HELD[name])
    return minimize(data.loss, start, args=(scale,), jac=True, method="L-BFGS-B", bounds=BOUNDS, options=dict(maxiter=500)).x


# The columns of SPEECH that `refit` leaves: its recordings have too few noises to fit them.
LEFT = ("drag", "no voice", "no movement")
DRAWN = 3


def written(file):
    """The coefficients in a file made by --write; a missing figure of SPEECH is 0."""
    def numbers(name): return [float(number) for number in re.findall(r"-?\d+\.\d+", text.split(f"static let {name}:")[1].split("= [")[1].split("]")[0])]
    text = open(file).read()
    speech = numbers("speech")
    return np.array(speech + [0] * (len(SPEECH) - len(speech)) + numbers("reading") + numbers("words") + numbers("wordsInNoise"))


HELD = dict(list(zip(SPEECH, written(ENGLISH)))[4:8]) if "--mapped" in sys.argv else {}


def refit(data, start):
    free = [number for number, name in enumerate(SPEECH) if name not in LEFT]
    spread = np.where(np.array(SPEECH) == "constant", 1, data.speech.std(0))[free]
    def loss(values):
        parameters = start.copy(); parameters[free] = values
        loss, slope = data.loss(parameters, np.zeros(len(start)))
        apart = (values - start[free]) * spread
        return loss + DRAWN * (apart ** 2).sum(), slope[free] + 2 * DRAWN * apart * spread
    parameters = start.copy()
    parameters[free] = minimize(loss, start[free], jac=True, method="L-BFGS-B", bounds=[BOUNDS[number] for number in free]).x
    return parameters


def table(data, parameters, borders):
    speech, share = data.shares(parameters)
    confidence = speech[:, None] * share
    allowed = np.where(data.allowed, confidence, 0)
    right = np.where(data.right, confidence, 0).sum(1)
    best = np.where(data.right, 0, allowed)
    wrong = best.max(1)
    rows = collections.defaultdict(list)
    for row, name in enumerate(data.names): rows[name].append(row)
    return {name: [(np.mean((right[r] >= b) & (right[r] >= wrong[r])), np.mean((wrong[r] >= b) & (wrong[r] > right[r]))) for b in borders] for name, r in rows.items()}, {name: len(r) for name, r in rows.items()}


def main():
    parser = argparse.ArgumentParser(); parser.add_argument("results", nargs="+"); parser.add_argument("--write"); parser.add_argument("--from", dest="start"); parser.add_argument("--test", nargs="*", default=[]); parser.add_argument("--mapped", action="store_true")
    arguments = parser.parse_args()
    data = Data(arguments.results)
    start = written(arguments.start) if arguments.start else None
    if start is not None and not arguments.mapped: start[len(SPEECH) + READING.index("allowed")] -= LEGAL
    fitted = (lambda data: refit(data, start)) if arguments.start else fit
    borders = [0.3, 0.4, 0.5, 0.55]
    if arguments.mapped: data.groups = [name[:5] for name in data.names]
    voices = sorted(set(data.groups))
    fold = {voice: number * 7919 % 6 for number, voice in enumerate(voices)}
    if arguments.mapped: fold = {language: number for number, language in enumerate(voices)}
    folds = np.array([fold[group] for group in data.groups])
    sums, counts = collections.defaultdict(lambda: np.zeros((len(borders), 2))), collections.Counter()
    for number in sorted(set(folds)):
        held = data.part(folds == number)
        results, sizes = table(held, fitted(data.part(folds != number)), borders)
        for name, values in results.items(): sums[name] += np.array(values) * sizes[name]; counts[name] += sizes[name]
    print("held back: right / wrong in %, at", borders)
    for name in sorted(sums): print(f"{name:16s} {counts[name]:4d}  " + "   ".join(f"{100 * r / counts[name]:5.1f} / {100 * w / counts[name]:4.1f}" for r, w in sums[name]))
    parameters = fitted(data)
    k = len(SPEECH)
    names = SPEECH + READING + WORDS + [f"{word} in noise" for word in NOISY]
    for name, value in zip(names, parameters): print(f"{name:20s} {value:9.4f}")
    if arguments.test:
        test = Data(arguments.test)
        results, sizes = table(test, parameters, borders)
        for name in sorted(results): print(f"{name:16s} {sizes[name]:4d}  " + "   ".join(f"{100 * r:5.1f} / {100 * w:4.1f}" for r, w in results[name]))
    if arguments.write:
        if not arguments.mapped: parameters[k + READING.index("allowed")] += LEGAL
        def numbers(values): return ",\n    ".join(", ".join(f"{v:.4f}" for v in values[i:i + 8]) for i in range(0, len(values), 8))
        def words(names, values): return ",\n    ".join(", ".join(f'"{n}": {v:.4f}' for n, v in list(zip(names, values))[i:i + 5]) for i in range(0, len(names), 5))
        end = k + len(READING)
        text = open(arguments.write).read()
        for name, body in [("speech", numbers(parameters[:k])), ("reading", numbers(parameters[k:end])),
                           ("words", words(WORDS, parameters[end:])), ("wordsInNoise", words(NOISY, parameters[end + len(WORDS):]))]:
            if not body: continue
            head, rest = text.split(f"static let {name}:", 1)
            kind, rest = rest.split("[\n", 1)
            indent = "  " if arguments.mapped else ""
            text = (head + f"static let {name}:" + kind + f"[\n    {indent}" + body.replace("\n", "\n" + indent) + f",\n  {indent}]"
                    + rest.split(f"\n  {indent}]", 1)[1])
        open(arguments.write, "w").write(text)


main()
