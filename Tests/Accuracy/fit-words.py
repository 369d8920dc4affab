#!/usr/bin/env python3
"""fit-words.py ANSWERS.jsonl... [--voices ANSWERS.jsonl...] --other OTHERS.jsonl... [--held NAME.jsonl...]

Fits the coefficients that distinguish a single-word answer or command from other words: `speechOfOneWord`, `speechOfWord` and
`wordsAlone` in Sources/Speech/ConfidenceCoefficients.swift. Prints them, and the number of right and wrong recordings of each file,
before and after.

The files are outputs of `accuracy --evidence` for manifests made by answers.py. In the first ones people's words are right answers,
after --voices those of synthetic voices. After --other, words must be refused. People after --held are not part of the fit. The fit
starts from the present coefficients. Those of phrases, and of words without recordings, stay. Needs numpy and scipy."""
import collections, json, math, os, re, sys
import numpy as np
from scipy.optimize import minimize

SOURCE = os.path.join(os.path.dirname(__file__), "../../Sources/Speech/ConfidenceCoefficients.swift")
# The maximum change of each coefficient of `speechOfOneWord`, and of a word's own coefficient.
SPREAD = np.array([0.3, 0.1, 0.05, 0.05, 0.1, 0.02, 0.3, 0.3, 0.1, 0.1, 0.07, 0.1])
FIGURES = len(SPREAD)
WORD_SPREAD = 1.5
# The weight of one recording.
WEIGHTS = {"answers": 2, "voices": 1, "other": 1}
ACCEPTANCE = 0.6
LEAST = 8


def block(name, text):
    return text.split(f"static let {name}:")[1].split("= [")[1].split("]")[0]


def read(path, coefficients):
    """The recordings of a file, with each reading's utility by the coefficients of phrases."""
    reading, words, noisy = coefficients
    for line in open(path):
        case = json.loads(line)
        if not case.get("candidates"): continue
        figures = np.array(case["figures"])
        noise = max(0, 18 - figures[8] * 10) / 10
        candidates = case["candidates"]
        yield dict(
            figures=figures, allowed=np.array([c["isAllowed"] for c in candidates]), right=np.array([c["isRight"] for c in candidates]),
            words=[c["words"] for c in candidates], isOneWord=" " not in candidates[0]["words"],
            utility=np.array([np.dot(c["figures"], reading) + sum(words.get(w, 0) + noise * noisy.get(w, 0) for w in c["words"].split())
                              for c in candidates]))


class Fit:
    def __init__(self, cases, phrases, present, speech_of_word, alone):
        self.cases, self.phrases = cases, phrases
        answers = cases["answers"] + cases["voices"]
        said = collections.Counter(w for case in answers for w, right in zip(case["words"], case["right"]) if right and " " not in w)
        self.words = sorted(speech_of_word.keys() | {word for word, count in said.items() if count >= LEAST})
        self.places = {word: place for place, word in enumerate(self.words)}
        self.start = np.concatenate([present] + [[table.get(word, 0) for word in self.words] for table in (speech_of_word, alone)])

    def place(self, case):
        """The place of each reading's word, -1 for others."""
        return np.array([self.places.get(w, -1) if allowed else -1 for w, allowed in zip(case["words"], case["allowed"])])

    def judge(self, case, parameters):
        """The logit of speech, each reading's share, and the places of their words."""
        count, places = len(self.words), self.place(case)
        utility, known = case["utility"].copy(), places >= 0
        utility[known] += parameters[FIGURES + count + places[known]]
        share = np.exp(utility - utility.max()); share /= share.sum()
        speech = np.dot(parameters[:FIGURES] if case["isOneWord"] else self.phrases, case["figures"])
        if case["isOneWord"] and places[0] >= 0: speech += parameters[FIGURES + places[0]]
        return speech, share, places

    def loss(self, parameters):
        count, loss, slope = len(self.words), 0, np.zeros(len(parameters))
        for kind, weight in WEIGHTS.items():
            is_answer = kind != "other"
            for case in self.cases[kind]:
                target = case["right"] if is_answer else case["allowed"]
                if is_answer and not target.any(): continue
                logit, share, places = self.judge(case, parameters)
                speech, mass = 1 / (1 + math.exp(-logit)), share[target].sum()
                likelihood = (speech * mass if is_answer else 1 - speech * mass) + 1e-4
                loss -= weight * math.log(likelihood)
                sign = (weight if is_answer else -weight) / likelihood
                if case["isOneWord"]:
                    by_speech = sign * mass * speech * (1 - speech)
                    slope[:FIGURES] -= by_speech * case["figures"]
                    if places[0] >= 0: slope[FIGURES + places[0]] -= by_speech
                known = places >= 0
                np.subtract.at(slope, FIGURES + count + places[known], (sign * speech * share * (target - mass))[known])
        apart = (parameters - self.start) / np.concatenate([SPREAD, np.full(2 * count, WORD_SPREAD)])
        return loss + (apart ** 2).sum(), slope + 2 * apart / np.concatenate([SPREAD, np.full(2 * count, WORD_SPREAD)])

    def figures(self, cases, parameters):
        right = wrong = 0
        for case in cases:
            logit, share, _ = self.judge(case, parameters)
            sums = collections.Counter()
            for words, is_right, allowed, part in zip(case["words"], case["right"], case["allowed"], share / (1 + math.exp(-logit))):
                if allowed: sums["" if is_right else words] += part
            if sums and max(sums.values()) >= ACCEPTANCE:
                right, wrong = (right + 1, wrong) if max(sums, key=sums.get) == "" else (right, wrong + 1)
        return f"{right} right, {wrong} wrong of {len(cases)}"


def main():
    files, kind = {"answers": [], "voices": [], "other": [], "held": []}, "answers"
    for argument in sys.argv[1:]:
        if argument.startswith("--"): kind = argument[2:]
        else: files[kind].append(argument)
    text = open(SOURCE).read()
    numbers = lambda name: np.array([float(n) for n in re.findall(r"-?\d+\.\d+", block(name, text))])
    table = lambda name: {word: float(n) for word, n in re.findall(r'"(\w+)": (-?[\d.]+)', block(name, text))}
    command = float(re.search(r"static let commandWord = ([\d.]+)", text)[1])
    words = table("words") | dict.fromkeys(re.findall(r'"([\w\']+)"', block("commandWords", text)), command)
    coefficients = numbers("reading"), words, table("wordsInNoise")
    cases = {path: list(read(path, coefficients)) for paths in files.values() for path in paths}
    together = {kind: [case for path in paths for case in cases[path]] for kind, paths in files.items()}
    fit = Fit(together, numbers("speech"), numbers("speechOfOneWord"), table("speechOfWord"), table("wordsAlone"))
    # Evidence against speech must not count in its favour, nor a good fit against it.
    bounds = [(None, -0.05) if 3 <= place <= 7 else (0.05, None) if place in (1, 2, 10) else (None, None) for place in range(len(fit.start))]
    found = minimize(fit.loss, fit.start, jac=True, method="L-BFGS-B", bounds=bounds, options=dict(maxiter=60)).x
    for path in cases:
        print(f"{path}: {fit.figures(cases[path], fit.start)}; then {fit.figures(cases[path], found)}")
    print("speechOfOneWord:", ", ".join(f"{number:.4f}" for number in found[:FIGURES]))
    for name, start in (("speechOfWord", FIGURES), ("wordsAlone", FIGURES + len(fit.words))):
        print(f"{name}:", ", ".join(f'"{word}": {found[start + place]:.4f}' for place, word in enumerate(fit.words)))


if __name__ == "__main__":
    main()
