#!/usr/bin/env python3
"""Discriminative training: teaches a phone network to tell apart the words that distinguish moves. Needs numpy.

    discriminate.py ACCURACY GRAMMARS ALIGNMENT OUT... --from NETWORK [--steps N] [--rate STEP] [--seed N] [--write FILE]

Cross-entropy (train.py fit) trains each frame on its own, regardless of confusions between words. Here each spoken file, rank and
piece competes with the others of its kind, within its frames. A word's evidence is the sum of the scores along the best path through
its phones, times SCALE (maximum mutual information; Bahl and others 1986). Both losses are added: the first is a mean over frames,
the second a mean over words. The result is the mean of the weights during training.

ACCURACY is the program `accuracy`, GRAMMARS the folder of language packs. ALIGNMENT is the output of `train.py align`, and
OUT are folders made by `train.py mix`. A folder named twice counts twice.
"""
import argparse
import json
import pathlib

import numpy as np

import train

SCALE = 0.1
FRAMES, WORDS = 384, 20
# The minimum and the maximum number of a word's frames.
SHORTEST, LONGEST = 4, 70
KINDS = {"file": [f"file-{file}" for file in "abcdefgh"], "rank": [f"rank-{rank}" for rank in range(1, 9)],
         "piece": ["pawn", "knight", "bishop", "rook", "queen", "king"]}
IMPOSSIBLE = -1e30


class Rivals:
    """The words of one kind in one language: the states of each reading, and the number of its meaning."""

    def __init__(self, classes, pronunciations):
        self.numbers, readings, items = {}, [], []
        for number, words in enumerate(classes):
            for word in map(str.lower, words):
                self.numbers[word] = number
                for phones in pronunciations[word]:
                    readings.append([3 * phone + part for phone in phones for part in range(3)])
                    items.append(number)
        self.items = np.array(items)
        self.lengths = np.array([len(states) for states in readings])
        self.states = np.array([states + [0] * (self.lengths.max() - len(states)) for states in readings])

    def search(self, scores, counts):
        """The score of each word's best path through each reading, and the paths' steps; `scores` has a row for each frame
        of each word, and `counts` has the number of frames of each word."""
        emitted = scores[:, :, self.states]
        words, frames, readings, _ = emitted.shape
        total = np.full(emitted[:, 0].shape, IMPOSSIBLE, np.float32)
        total[:, :, 0] = emitted[:, 0, :, 0]
        has_entered = np.zeros(emitted.shape, bool)
        ends = np.full((words, readings), IMPOSSIBLE, np.float32)
        for frame in range(1, frames):
            entering = np.full_like(total, IMPOSSIBLE)
            entering[:, :, 1:] = total[:, :, :-1]
            has_entered[:, frame] = entering > total
            total = np.maximum(entering, total) + emitted[:, frame]
            is_last = counts == frame + 1
            ends[is_last] = total[is_last][:, np.arange(readings), self.lengths - 1]
        return ends, has_entered

    def paths(self, has_entered, counts):
        """The states of the best paths, by word, frame and reading."""
        words, frames, readings, _ = has_entered.shape
        word, reading = np.arange(words)[:, None], np.arange(readings)[None]
        states = np.zeros((words, frames, readings), np.int64)
        place = np.broadcast_to(self.lengths - 1, (words, readings)).copy()
        for frame in range(frames - 1, -1, -1):
            states[:, frame] = self.states[reading, place]
            place = np.maximum(place - (has_entered[word, frame, reading, place] & (frame < counts)[:, None]), 0)
        return states

    def slope(self, scores, counts, numbers):
        """The gradient of the loss by the scores, summed over the words; and for the words that fit their frames, the mean
        loss and the share that is recognized correctly."""
        ends, has_entered = self.search(scores, counts)
        is_right = self.items[None] == numbers[:, None]
        is_possible = np.where(is_right, ends, IMPOSSIBLE).max(1) > IMPOSSIBLE / 2
        share = np.exp(SCALE * (ends - ends.max(1, keepdims=True)))
        share /= share.sum(1, keepdims=True)
        right = (share * is_right).sum(1) + 1e-9
        change = SCALE * share * (1 - is_right / right[:, None]) * is_possible[:, None]
        is_inside = np.arange(scores.shape[1])[None] < counts[:, None]
        slope = np.zeros_like(scores)
        word, frame = np.ogrid[:scores.shape[0], :scores.shape[1]]
        np.add.at(slope, (word[..., None], frame[..., None], self.paths(has_entered, counts)),
                  change[:, None] * is_inside[..., None])
        told = right[is_possible]
        return slope, (-np.log(told).mean(), (told > 0.5).mean()) if len(told) else (0, 0)


def rivals(accuracy, grammars, locales):
    """The competing words, by locale and kind."""
    found = {}
    for locale in sorted(locales):
        classes = {}
        for group in json.loads((grammars / locale / "chess.json").read_text())["groups"]:
            classes.update(group["classes"])
        pronunciations = train.Pronunciations(grammars / locale, accuracy, set())
        for kind, names in KINDS.items():
            found[locale, kind] = Rivals([classes[name] for name in names], pronunciations)
    return found


def spoken(data, aligned, contests):
    """By locale and kind, a row for each word: its first frame, its number of frames, and the number of its meaning."""
    found = {contest: [] for contest in contests}
    for (start, end), (case, first) in zip(data.bounds, data.cases):
        line = aligned[case["base"]]
        if "phrase" not in line:
            continue

        def place(frame):
            """The frame of the mixed recording that corresponds to this frame of the quiet one: the inverse of `Frames.states`."""
            middle = (frame * train.STEP + train.WIDTH / 2) / case["speed"] - case["head"]
            return start + round((middle - train.WIDTH / 2) / train.STEP) - first

        for number, word in enumerate(line["phrase"].lower().split()):
            rows = [row for row in line["phones"] if row[1] == number]
            if not rows:
                continue
            begin, stop = place(rows[0][2]), place(rows[-1][2] + sum(rows[-1][3:]))
            if begin < start or stop > end or not SHORTEST <= stop - begin <= LONGEST:
                continue
            for kind in KINDS:
                item = contests[line["locale"], kind].numbers.get(word)
                if item is not None:
                    found[line["locale"], kind].append((begin, stop - begin, item))
    return {contest: np.array(rows) for contest, rows in found.items() if rows}


def teach(data, words, contests, start, steps, rate, seed):
    random, prior = np.random.default_rng(seed), data.prior()
    parameters = [p.copy() for p in start]
    parameters[-1] += prior
    descent = train.Descent(parameters, [p.copy() for p in parameters])
    pool = random.permutation(np.where(data.drawn(random))[0])
    names = list(words)
    shares = np.array([len(words[name]) ** 0.75 * (1 if name[1] == "file" else 0.5) for name in names])
    sums, noted = np.zeros(3), 0
    for step in range(1, steps + 1):
        place = (step - 1) * FRAMES % (len(pool) - FRAMES)
        frames = pool[place:place + FRAMES]
        name = names[random.choice(len(names), p=shares / shares.sum())]
        begins, counts, numbers = random.choice(words[name], WORDS).T
        spans = begins[:, None] + np.minimum(np.arange(counts.max())[None], counts[:, None] - 1)
        values = train.outputs(parameters, data.inputs(np.concatenate([frames, spans.ravel()])))
        slope = np.zeros_like(values[-1])
        share = np.exp(values[-1][:FRAMES] - values[-1][:FRAMES].max(1, keepdims=True))
        share /= share.sum(1, keepdims=True)
        slope[:FRAMES] = share / FRAMES
        slope[np.arange(FRAMES), data.states[frames]] -= 1 / FRAMES
        scores = (values[-1][FRAMES:] - prior).reshape(*spans.shape, -1)
        contested, told = contests[name].slope(scores, counts, numbers)
        slope[FRAMES:] = contested.reshape(-1, train.STATES) / WORDS
        descent.step(values, slope, rate * (1 - 0.6 * step / steps))
        if step > 0.3 * steps and (step % 25 == 0 or step == steps):
            descent.average()
        sums += (-np.log(share[np.arange(FRAMES), data.states[frames]] + 1e-9).mean(), *told)
        if step % 1000 == 0 or step == steps:
            means = (sums / (step - noted)).round(3)
            print(step, "loss of frames", means[0], "of words", means[1], "words right", means[2], flush=True)
            sums, noted = np.zeros(3), step
    descent.means[-1] -= prior
    return descent.means


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("accuracy", type=pathlib.Path)
    parser.add_argument("grammars", type=pathlib.Path)
    parser.add_argument("alignment", type=pathlib.Path)
    parser.add_argument("mixes", type=pathlib.Path, nargs="+")
    parser.add_argument("--from", dest="start", type=pathlib.Path, required=True)
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", "--save", type=pathlib.Path)
    arguments = parser.parse_args()
    aligned = {line["audio"]: line for line in map(json.loads, arguments.alignment.open())}
    contests = rivals(arguments.accuracy, arguments.grammars, {line["locale"] for line in aligned.values() if "locale" in line})
    data = train.Frames(arguments.alignment, arguments.mixes, -1)
    words = spoken(data, aligned, contests)
    print("frames", len(data.states), "words", sum(map(len, words.values())), flush=True)
    found = teach(data, words, contests, train.unpacked(arguments.start), arguments.steps, arguments.rate, arguments.seed)
    train.keep(found, arguments)


if __name__ == "__main__":
    main()
