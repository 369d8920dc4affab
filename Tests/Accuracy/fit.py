#!/usr/bin/env python3
"""Fits the coefficients of Sources/Speech/Confidence.swift to what `accuracy` printed.

fit.py LINES.jsonl...: two logistic regressions. The first tells speech of the grammar from everything else (other people's
commands, noises); the second, among what is of the grammar, the right reading from others. Figures are those of voices
that were held back, a sixth of the groups at a time.
"""
import json
import sys
import zlib
import numpy as np

SPEECH = ["fit", "wordFit", "looksAgree", "phoneRatio", "phoneExcess", "uncovered"]
CHOICE = ["margin", "looksAgree", "noisyAgreement", "fit"]


def features(evidence, names):
    e = dict(evidence)
    # Where nothing else was found at all, that is no proof: the search may have lost it.
    e["margin"] = min(e.get("margin", 5.0), 20.0)
    # Where there is noise, what was heard while it was spoken says little.
    e["noisyAgreement"] = e["looksAgree"] * (1.0 if e["signalToNoise"] < 13 else 0.0)
    return [1.0] + [float(e[n]) for n in names]


def fit(x, y, penalty=1.0, steps=60):
    """Newton's method on standardised columns; returns coefficients for the raw ones."""
    m, s = x.mean(0), x.std(0) + 1e-9
    m[0], s[0] = 0, 1
    z = (x - m) / s
    w = np.zeros(z.shape[1])
    ridge = np.full(z.shape[1], penalty)
    ridge[0] = 1e-6
    for _ in range(steps):
        p = 1 / (1 + np.exp(-np.clip(z @ w, -30, 30)))
        g = z.T @ (y - p) - ridge * w
        h = (z * (p * (1 - p))[:, None]).T @ z + np.diag(ridge)
        w += np.linalg.solve(h, g)
    raw = w / s
    raw[0] = w[0] - np.sum(w[1:] * m[1:] / s[1:])
    return raw


def held_back(x, y, groups):
    p = np.zeros(len(y))
    for fold in range(6):
        test = np.array([zlib.crc32(g.encode()) % 6 == fold for g in groups])
        if test.any() and len(set(y[~test])) > 1:
            p[test] = 1 / (1 + np.exp(-np.clip(x[test] @ fit(x[~test], y[~test]), -30, 30)))
    return p


def main():
    lines = [json.loads(l) for f in sys.argv[1:] for l in open(f)]
    heard = [l for l in lines if l.get("evidence")]
    group = lambda l: l["group"] if l.get("said") else l["set"] + str(zlib.crc32(l["id"].split("-")[0].encode()) % 12)
    groups = [group(l) for l in heard]
    x = np.array([features(l["evidence"], SPEECH) for l in heard])
    y = np.array([1.0 if l.get("said") else 0.0 for l in heard])
    ps = held_back(x, y, groups)
    print("speech", dict(zip(["1"] + SPEECH, fit(x, y).round(4).tolist())))
    moves = [i for i, l in enumerate(heard) if l.get("said")]
    xc = np.array([features(heard[i]["evidence"], CHOICE) for i in moves])
    yc = np.array([1.0 if heard[i].get("isRight") else 0.0 for i in moves])
    print("choice", dict(zip(["1"] + CHOICE, fit(xc, yc).round(4).tolist())))
    allx = np.array([features(l["evidence"], CHOICE) for l in heard])
    pc = np.zeros(len(heard))
    pc[moves] = held_back(xc, yc, [groups[i] for i in moves])
    other = [i for i in range(len(heard)) if i not in set(moves)]
    if other:
        pc[other] = 1 / (1 + np.exp(-np.clip(allx[other] @ fit(xc, yc), -30, 30)))
    p = ps * pc
    right = np.array([bool(l.get("isRight")) for l in heard])
    sets = [l["set"] for l in heard]
    total = {s: sum(l["set"] == s for l in lines) for s in dict.fromkeys(l["set"] for l in lines)}
    for t in (0, 0.5, 0.6, 0.7, 0.8, 0.9):
        print("accept at %.1f" % t, "; ".join(
            "%s %.1f/%.1f" % (s, 100 * sum(right[i] and p[i] >= t for i in range(len(p)) if sets[i] == s) / n,
                              100 * sum(not right[i] and p[i] >= t for i in range(len(p)) if sets[i] == s) / n)
            for s, n in total.items()))
    for low in np.arange(0, 1, 0.1):
        inside = (p >= low) & (p < low + 0.1)
        if inside.any():
            print("confidence %.1f: %d, right %.2f" % (low, inside.sum(), right[inside].mean()))


if __name__ == "__main__":
    main()
