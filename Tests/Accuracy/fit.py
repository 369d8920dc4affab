#!/usr/bin/env python3
"""Fits the coefficients of Sources/Speech/Confidence.swift to what `accuracy` printed.

fit.py LINES.jsonl...: a logistic regression tells speech of the grammar from everything else (other people's commands,
noises); a conditional logit, among what is of the grammar, the right candidate from the others and from none of them.
Figures are those of voices and kinds of noise that were held back, a sixth of the groups at a time; right / wrong in %.
"""
import json
import sys
import zlib
import numpy as np

SPEECH = ["fit", "worstFit", "isStreamed", "isWarped", "uncovered", "nearness", "hurry", "drag", "unvoiced", "still"]
CHOICE = ["distance", "isUnscored", "isCleaned", "isStreamedInQuiet", "isWarped", "preference"]
FAR = 20.0
# Each recording that is none of the grammar counts as so many that are: a wrong move costs more than a repetition.
OTHERS = 2.0
THRESHOLDS = (0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)


def quiet(evidence):
    """How much what was heard while it was spoken is worth: it has no way to deal with noise."""
    return min(1.0, max(0.0, (evidence["signalToNoise"] - 8) / 12))


def speech_row(line):
    e, candidates = line["evidence"], line["candidates"]
    row = {**e, **candidates[0]["figures"]}
    near = [c["figures"]["distance"] for c in candidates[1:] if "distance" in c["figures"]]
    row["nearness"] = min(near + [FAR])
    # What is worse or more than this makes no difference any more.
    row["worstFit"] = max(e["worstFit"], -8.0)
    row["uncovered"] = min(e["uncovered"], 5.0)
    # Words take six frames a phone and more, and seldom more than eighteen.
    row["hurry"] = max(0.0, 6.0 - e["framesPerPhone"])
    row["drag"] = min(20.0, max(0.0, e["framesPerPhone"] - 18.0))
    # Of speech, seldom less than two fifths are voiced, in noise too.
    row["unvoiced"] = max(0.0, 0.4 - e["voicing"])
    # Articulation moves the spectrum by more than this, in noise of 10 dB too.
    row["still"] = max(0.0, 4.0 - e["movement"])
    return [1.0] + [float(row[n]) for n in SPEECH]


def choice_rows(line):
    """A row for each candidate; the alternative that it was none of them has utility by its own constant and the fit."""
    e, candidates = line["evidence"], line["candidates"]
    scored = [c["figures"]["distance"] for c in candidates if "distance" in c["figures"]]
    rows = []
    for c in candidates:
        f = dict(c["figures"])
        f["isUnscored"] = 0.0 if "distance" in f else 1.0
        # It is at least as far as the farthest that was scored.
        f["distance"] = max(-FAR, min(f.get("distance", max(scored + [0])), FAR))
        f["isStreamedInQuiet"] = f["isStreamed"] * quiet(e)
        rows.append([float(f[n]) for n in CHOICE] + [0.0, 0.0])
    rows.append([0.0] * len(CHOICE) + [1.0, e["fit"]])
    right = [i for i, c in enumerate(candidates) if c["isRight"]]
    return np.array(rows), right[0] if right else len(candidates)


def logistic(x):
    return 1 / (1 + np.exp(-np.clip(x, -30, 30)))


def fit_speech(x, y, penalty=1.0, steps=60):
    """Newton's method on standardised columns; returns coefficients for the raw ones."""
    weights = np.where(y > 0, 1.0, OTHERS)
    m, s = x.mean(0), x.std(0) + 1e-9
    m[0], s[0] = 0, 1
    z = (x - m) / s
    w = np.zeros(z.shape[1])
    ridge = np.full(z.shape[1], penalty)
    ridge[0] = 1e-6
    for _ in range(steps):
        p = logistic(z @ w)
        g = z.T @ (weights * (y - p)) - ridge * w
        h = (z * (weights * p * (1 - p))[:, None]).T @ z + np.diag(ridge)
        w += np.linalg.solve(h, g)
    raw = w / s
    raw[0] = w[0] - np.sum(w[1:] * m[1:] / s[1:])
    return raw


def fit_choice(cases, penalty=1.0, steps=60):
    """Newton's method for the conditional logit."""
    scale = np.concatenate([rows for rows, _ in cases]).std(0) + 1e-9
    w = np.zeros(len(scale))
    for _ in range(steps):
        g, h = -penalty * w, penalty * np.eye(len(w))
        for rows, right in cases:
            z = rows / scale
            u = z @ w
            p = np.exp(u - u.max())
            p /= p.sum()
            mean = p @ z
            g += z[right] - mean
            h += (z * p[:, None]).T @ z - np.outer(mean, mean)
        w += np.linalg.solve(h, g)
    return w / scale


def shares(rows, w):
    u = rows @ w
    p = np.exp(u - u.max())
    return (p / p.sum())[:-1]


def main():
    lines = [json.loads(l) for f in sys.argv[1:] for l in open(f)]
    total = {s: sum(l["set"] == s for l in lines) for s in dict.fromkeys(l["set"] for l in lines)}
    heard = [l for l in lines if l.get("candidates")]
    # A group is a voice or a kind of noise; of people, of whom each says little, a twelfth.
    group = lambda l: l["group"] if l["group"] != "people" else "people" + str(zlib.crc32(l["id"].encode()) % 12)
    folds = np.array([zlib.crc32(group(l).encode()) % 6 for l in heard])
    x = np.array([speech_row(l) for l in heard])
    y = np.array([1.0 if l.get("said") else 0.0 for l in heard])
    choices = [choice_rows(l) for l in heard]
    moves = np.array([bool(l.get("said")) for l in heard])
    speech, chosen = np.zeros(len(heard)), [None] * len(heard)
    for fold in range(6):
        test = folds == fold
        if not test.any():
            continue
        a = fit_speech(x[~test], y[~test])
        b = fit_choice([c for c, t, m in zip(choices, test, moves) if m and not t])
        speech[test] = logistic(x[test] @ a)
        for i in np.nonzero(test)[0]:
            chosen[i] = shares(choices[i][0], b)
    print("speech", dict(zip(["1"] + SPEECH, fit_speech(x, y).round(4).tolist())))
    names = CHOICE + ["none", "none.fit"]
    print("choice", dict(zip(names, fit_choice([c for c, m in zip(choices, moves) if m]).round(4).tolist())))
    best = [int(np.argmax(c)) for c in chosen]
    p = np.array([s * c[b] for s, c, b in zip(speech, chosen, best)])
    right = np.array([l["candidates"][b]["isRight"] for l, b in zip(heard, best)])
    oracle = np.array([any(c["isRight"] for c in l["candidates"]) for l in heard])
    first = np.array([l["candidates"][0]["isRight"] for l in heard])
    sets = np.array([l["set"] for l in heard])
    for s, n in total.items():
        inside = sets == s
        print("%-10s n %3d  first look %.1f  any look %.1f  " % (s, n, 100 * first[inside].sum() / n, 100 * oracle[inside].sum() / n)
              + "  ".join("%.1f: %.1f/%.1f" % (t, 100 * (right & inside & (p >= t)).sum() / n,
                                              100 * (~right & inside & (p >= t)).sum() / n) for t in THRESHOLDS))
    for low in np.arange(0, 1, 0.1):
        inside = (p >= low) & (p < low + 0.1)
        if inside.any():
            print("confidence %.1f: %d, right %.2f" % (low, inside.sum(), right[inside].mean()))


if __name__ == "__main__":
    main()
