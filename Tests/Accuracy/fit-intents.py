#!/usr/bin/env python3
"""fit-intents.py COEFFICIENTS.swift RESULTS.jsonl... [--held-back REGEX] [--keep-reading]

Fits the confidence of a grammar without a background (`speechWithoutBackground` and `readingWithoutBackground` in
ConfidenceCoefficients.swift) to the output of `accuracy --intents --evidence`, and prints the coefficients. A case without "said"
must be refused; one whose "id" begins with "word-" is a single word. --held-back holds out the recordings ("id") of the sets whose
names match, a quarter at a time, and shows the verdicts on them. All other recordings, and the negative ones, are in every fit.

Fits the choice among readings first (drawn to the moves' coefficients; --keep-reading keeps it), then the coefficients that
distinguish the grammar's phrases from everything else (drawn to those so far). The coefficients against noises stay. Needs numpy
and scipy.
"""
import argparse
import collections
import hashlib
import json
import re

import numpy as np
from scipy.optimize import minimize

# Columns of `Confidence.speechFigures` that are fitted, and those that stay.
FREE, KEPT = [0, 1, 3, 9, 10, 11], [4, 5, 6, 7]
# Columns of `Confidence.readingFigures`; here everything is allowed, and nothing is preferred.
READING = [0, 1, 2, 6, 7, 9, 10, 11]
LEAST = [0, 0, 0.1, None, 0, None, 0, 0]
# How strongly the reading's coefficients are drawn to the moves', and the speech's to those so far.
DRAWN, SPEECH_DRAWN = 3, 0.5
# The weights of a phrase of the grammar and of a single other word, of which there are few, relative to other speech and noises.
PHRASE, WORD = 2.5, 4
# In unknown noises the choice is less certain than it looks, so the reading's coefficients are multiplied by this.
DOUBT = 0.6
# Readings in a result (`DecoderConfiguration.alternativeCount`), and the threshold of `isUnderstood`.
ALTERNATIVES, BORDER = 5, 0.5


class Case:
    def __init__(self, line):
        self.set, self.id, self.said = line["set"], line["id"], line.get("said")
        candidates = line.get("candidates") or []
        self.heard = bool(candidates)
        self.figures = np.array(line["figures"] if self.heard else [0.0] * 12)
        self.readings = np.array([c["figures"] for c in candidates])
        self.meanings = [c.get("meaning") or c["words"] for c in candidates]
        self.is_right = np.array([c["isRight"] for c in candidates])
        self.fold, self.confidence, self.share, self.right = None, 0.0, 0.0, False

    def choose(self, coefficients):
        """The chosen meaning and its share, as in `RecognitionResult`."""
        utility = self.readings @ coefficients
        shares = np.exp(utility - utility.max())
        shares /= shares.sum()
        best = np.argsort(-shares, kind="stable")[:ALTERNATIVES]
        meaning = self.meanings[best[0]]
        self.share = sum(shares[i] for i in best if self.meanings[i] == meaning)
        self.right = self.said is not None and meaning == self.said


def fit_reading(cases, centre):
    told = [(c.readings[:, READING], c.is_right) for c in cases if c.is_right.any() and not c.is_right.all()]
    scale = np.concatenate([figures for figures, _ in told]).std(0) + 1e-6

    def loss(values):
        apart = (values - centre) * scale
        total, slope = DRAWN * (apart**2).sum(), 2 * DRAWN * apart * scale
        for figures, right in told:
            share = np.exp(figures @ values - (figures @ values).max())
            share /= share.sum()
            mass = share[right].sum() + 1e-9
            total -= np.log(mass)
            slope -= figures.T @ (share * right) / mass - figures.T @ share
        return total, slope

    bounds = [(least, None) for least in LEAST]
    found = minimize(loss, centre, jac=True, method="L-BFGS-B", bounds=bounds).x
    full = np.zeros(12)
    full[READING] = found
    return full


def fit_speech(cases, weights, kept, centre):
    figures = np.array([c.figures for c in cases])
    given = figures[:, KEPT] @ kept
    free, share = figures[:, FREE], np.array([c.share for c in cases])
    right = np.array([float(c.right) for c in cases])
    scale = free.std(0)
    pull = SPEECH_DRAWN * len(cases) ** 0.5

    def loss(values):
        speech = 1 / (1 + np.exp(-np.clip(given + free @ values, -30, 30)))
        confidence = np.clip(speech * share, 1e-6, 1 - 1e-6)
        total = -(weights * (right * np.log(confidence) + (1 - right) * np.log(1 - confidence))).sum()
        by = -weights * (right / confidence - (1 - right) / (1 - confidence)) * share * speech * (1 - speech)
        apart = values - centre
        return total + pull * ((apart * scale) ** 2).sum(), free.T @ by + 2 * pull * apart * scale**2

    # Phones missing from the reading must not count in its favour.
    bounds = [(None, -0.02) if column == 3 else (None, None) for column in FREE]
    return minimize(loss, centre, jac=True, method="L-BFGS-B", bounds=bounds).x


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("coefficients")
    parser.add_argument("results", nargs="+")
    parser.add_argument("--held-back", default="$^")
    parser.add_argument("--keep-reading", action="store_true")
    arguments = parser.parse_args()
    text = open(arguments.coefficients).read()

    def written(name):
        return np.array([float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", text.split(f"static let {name}:")[1].split("= [")[1].split("]")[0])])

    kept = written("speech")[KEPT]
    centre = written("reading")[READING]
    so_far, kept_reading = written("speechWithoutBackground")[FREE], written("readingWithoutBackground")
    cases = [Case(json.loads(line)) for path in arguments.results for line in open(path)]
    for case in cases:
        if re.search(arguments.held_back, case.set):
            case.fold = hashlib.md5(case.id.encode()).digest()[-1] % 4

    def fit(training):
        heard = [c for c in training if c.heard]
        doubt = DOUBT
        if arguments.keep_reading:
            reading, doubt = kept_reading, 1
        else:
            reading = fit_reading([c for c in heard if c.said is not None], centre)
        for case in heard:
            case.choose(reading)
        weights = [PHRASE if c.said is not None else WORD if c.id.startswith("word-") else 1 for c in heard]
        return reading * doubt, fit_speech(heard, np.array(weights), kept, so_far)

    def judge(judged, reading, speech):
        for case in judged:
            if case.heard:
                case.choose(reading)
                score = case.figures[KEPT] @ kept + case.figures[FREE] @ speech
                case.confidence = case.share / (1 + np.exp(-score))

    final = fit(cases)
    judge(cases, *final)
    for fold in range(4):
        held = [c for c in cases if c.fold == fold]
        if held:
            judge(held, *fit([c for c in cases if c.fold != fold]))
    sets = collections.defaultdict(list)
    for case in cases:
        sets[case.set].append(case)
    print("%-24s %5s %6s %6s" % ("", "n", "right", "wrong"))
    for name, members in sets.items():
        taken = [c.right for c in members if c.confidence >= BORDER]
        right, wrong = sum(taken), len(taken) - sum(taken)
        print("%-24s %5d %6.1f %6.1f" % (name, len(members), 100 * right / len(members), 100 * wrong / len(members)))
    speech = np.zeros(12)
    speech[KEPT], speech[FREE] = kept, final[1]
    for name, values in (("speechWithoutBackground", speech), ("readingWithoutBackground", final[0])):
        print(name + ": " + ", ".join("%.4f" % value for value in values))


if __name__ == "__main__":
    main()
