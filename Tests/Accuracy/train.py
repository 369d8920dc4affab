#!/usr/bin/env python3
"""Trains the phone networks (english.bin and mapped.bin in Sources/Acoustics/Tables/include). Needs numpy and scipy.

    train.py mix CLEAN NOISE OUT [--variants N] [--loud]     puts recordings into rooms and noises
    accuracy --frames OUT/manifest.jsonl OUT/frames          computes the network's input
    accuracy --align CHESS.json DIALOGUE.json CLEAN/manifest.jsonl > ALIGNMENT
    train.py fit ALIGNMENT OUT... [--fold K] [--epochs N] [--from FILE] [--hidden N] [--rate STEP] [--average]
                                [--write FILE]
    train.py mean NETWORK... [--write FILE]

CLEAN is a folder of quiet recordings, with a quiet room around the words, and a manifest.jsonl: `audio`, `group` (the voice) and
`phrase` (the words). clean.py makes it for English. NOISE has one folder per kind, with WAV files of 16 kHz. With --loud, the noise
is from 16 dB below the voice to 3 dB above it, may start 1.2 s earlier and end 1.2 s later, and two kinds may sound at once. The
alignment of the quiet recording gives the phone and state of each frame of the noisy ones.

--fold 0 or 1 leaves out the voices of the other half: the confidence is fitted to recordings that their network has not heard.
--from FILE continues from the network in a file made by --write, with a quarter of the step size, and is drawn back to it.
--hidden gives the first layer more units. --average takes the mean of the weights over the last seven tenths of the steps, and
reduces the step size to two fifths. `mean` takes the mean of networks trained from the same one, which may be among them: it
recognizes better than any of them.

In a language other than English, a network makes the alignment, with the English phones nearest to the words' sounds, so any words
can be used. For each language, with its pack, and espeak-ng for words that the pack lacks:

    accuracy --frames CLEAN/manifest.jsonl CLEAN/frames
    train.py align NETWORK ACCURACY grammars/LOCALE CLEAN... >> ALIGNMENT

NETWORK is a file made by --write: first the English one, then the one trained on its alignment, because a network that knows the
language aligns better. ACCURACY is the program `accuracy`, which finds the nearest sounds. Then `mix`, `fit --from` and
discriminate.py as above.
"""
import argparse
import json
import pathlib
import struct
import subprocess
import sys
import unicodedata
import wave
import zlib

import numpy as np

RATE = 16000
STEP, WIDTH = 160, 410
BANDS = 25
# The network's input: these frames, relative to the current one.
OFFSETS = np.array([-9, -7, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 7, 9])
HIDDEN = 256
# The phones of the acoustic model, in its order; three states each.
PHONES = ("+NSN+ +SPN+ AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH SIL T TH UH UW V W Y "
          "Z ZH").split()
STATES = 3 * len(PHONES)
SILENCE = PHONES.index("SIL")
# Recordings that the model aligns worse than this, in natural logarithms per frame, do not say their phrase.
WORST_ALIGNMENT = -176
MAGIC = 0x4E504D53
DICTIONARY = pathlib.Path("/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict")


def read(path):
    with wave.open(str(path)) as file:
        return np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(np.float64)


def write(path, samples):
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.round().clip(-32768, 32767).astype("<i2").tobytes())


def power_of_loud(samples):
    frames = samples[:len(samples) // 320 * 320].reshape(-1, 320)
    energy = (frames ** 2).mean(1)
    return energy[energy > 0.02 * energy.max()].mean()


def resampled(samples, factor):
    """Faster and higher by the factor, as another person's voice."""
    count = int(round(len(samples) / factor))
    spectrum = np.fft.rfft(samples)
    result = np.zeros(count // 2 + 1, complex)
    shared = min(len(result), len(spectrum))
    result[:shared] = spectrum[:shared]
    return np.fft.irfft(result, count) * count / len(samples)


def reverberated(samples, random):
    """In a room of 0.2 to 0.7 s, with the direct sound up to 10 dB over the rest."""
    time = random.uniform(0.2, 0.7)
    count = int(time * RATE)
    response = random.normal(size=count) * 10 ** (-3 * np.arange(count) / RATE / time)
    response[:int(random.uniform(0.002, 0.012) * RATE)] = 0
    response *= np.sqrt(10 ** (-random.uniform(0, 10) / 10) / (response ** 2).sum())
    response[0] = 1
    size = 1 << (len(samples) + count).bit_length()
    return np.fft.irfft(np.fft.rfft(samples, size) * np.fft.rfft(response, size), size)[:len(samples)]


def filtered(samples, random):
    """By a microphone: a curve of six points, sometimes the band of a telephone."""
    spectrum = np.fft.rfft(samples)
    frequency = np.linspace(0, RATE / 2, len(spectrum))
    gain = np.interp(np.sqrt(frequency / 8000) * 5, np.arange(6), random.normal(size=6) * random.choice([1, 3, 5]))
    if random.random() < 0.12:
        gain[frequency > random.choice([3600, 4000, 5400, 5500])] -= 60
    if random.random() < 0.1:
        gain[frequency < random.uniform(80, 300)] -= 30
    return np.fft.irfft(spectrum * 10 ** (gain / 20), len(samples))


def mix(arguments):
    out = arguments.out
    out.mkdir(parents=True, exist_ok=True)
    beds = {folder.name: [read(path) for path in sorted(folder.glob("*.wav"))] for folder in sorted(arguments.noise.iterdir())}
    kinds = [kind for kind, files in beds.items() if files]
    with open(out / "manifest.jsonl", "w") as manifest:
        for line in open(arguments.clean / "manifest.jsonl"):
            case = json.loads(line)
            for variant in range(arguments.variants):
                random = np.random.default_rng([zlib.crc32(case["audio"].encode()), variant, 77])
                samples = read(arguments.clean / case["audio"])
                draw = random.random()
                speed = 1.0 if draw < 0.3 else random.uniform(0.86, 1.2) if draw < 0.9 else random.uniform(1.2, 1.45)
                if speed != 1:
                    samples = resampled(samples, speed)
                head, tail = (int(random.uniform(-1.2 if arguments.loud else 0, 0.3) * RATE) for _ in range(2))
                samples = np.pad(samples, (max(0, -head), max(0, -tail)))
                samples = samples[max(0, head):len(samples) - max(0, tail)]
                if random.random() < 0.25:
                    samples = reverberated(samples, random)
                samples = filtered(samples, random)
                speech = power_of_loud(samples)
                for _ in range(1 if not arguments.loud or random.random() < 0.6 else 2):
                    if arguments.loud:
                        ratio = random.uniform(-3, 16)
                    else:
                        ratio = random.uniform(25, 50) if random.random() < 0.3 else random.uniform(1, 24)
                    kind = kinds[random.integers(len(kinds))]
                    bed = beds[kind][random.integers(len(beds[kind]))]
                    noise = np.take(bed, np.arange(len(samples)) + random.integers(len(bed)), mode="wrap")
                    energy = np.sort((noise[:len(noise) // 320 * 320].reshape(-1, 320) ** 2).mean(1))
                    level = energy[len(energy) // 4:].mean()
                    samples = samples + noise * np.sqrt(speech / 10 ** (ratio / 10) / max(1e-9, level))
                samples *= 32767 * 10 ** (random.uniform(-26, -2) / 20) / max(1, np.abs(samples).max())
                name = f"{pathlib.Path(case['audio']).stem}-{variant}.wav"
                write(out / name, samples)
                line = dict(audio=name, base=case["audio"], group=case["group"], speed=speed, head=head, kind=kind)
                manifest.write(json.dumps(line) + "\n")


def fold_of(group):
    """Half of the voices; a recording with two people's words goes with the first."""
    voice = group if group.startswith(("espeak", "flite", "kokoro")) else group.split("+")[0]
    return zlib.crc32(voice.encode()) // 7 % 2


class Frames:
    """All frames: the input, the state, and the recording's bounds; for each recording, its bounds, its line of the
    manifest and its first frame."""

    def __init__(self, alignment, folders, fold):
        aligned = {}
        for line in open(alignment):
            case = json.loads(line)
            if case["score"] > WORST_ALIGNMENT:
                aligned[case["audio"]] = case["phones"]
        seen, states, bounds, self.cases = [], [], [], []
        total = 0
        for folder in folders:
            for manifest in sorted(folder.glob("manifest*.jsonl")):
                numbers = np.memmap(manifest.with_name(manifest.name.replace("manifest", "frames")).with_suffix(""), np.float32)
                place = 0
                for line in open(manifest):
                    case = json.loads(line)
                    first, count, _ = numbers[place:place + 3].astype(int)
                    table = numbers[place + 3:place + 3 + count * (2 * BANDS + 2)].reshape(-1, 2 * BANDS + 2)
                    place += 3 + table.size
                    is_speech = table[:, -1] > 0.5
                    if case["base"] not in aligned or is_speech.sum() < 8 or fold in (0, 1) and fold_of(case["group"]) != fold:
                        continue
                    bands = np.concatenate([part - part[is_speech].mean(0) for part in (table[:, :BANDS], table[:, BANDS:2 * BANDS])], 1)
                    seen.append(np.clip(0.3 * bands, -6, 6).astype(np.float16))
                    states.append(self.states(aligned[case["base"]], first, count, case))
                    bounds.append((total, total + count))
                    self.cases.append((case, first))
                    total += count
        self.seen, self.states = np.concatenate(seen), np.concatenate(states)
        self.first, self.last = np.zeros(total, np.int32), np.zeros(total, np.int32)
        for first, end in bounds:
            self.first[first:end], self.last[first:end] = first, end - 1
        self.bounds = bounds

    @staticmethod
    def states(phones, first, count, case):
        """The state of each frame, by the place of its middle before the recording was sped up and cut."""
        middles = (((np.arange(count) + first) * STEP + WIDTH / 2 + case["head"]) * case["speed"] - WIDTH / 2) / STEP
        starts, states = [], []
        for number, _, begin, *lengths in phones:
            for state, length in enumerate(lengths):
                starts.append(begin)
                states.append(number * 3 + state)
                begin += length
        index = np.searchsorted(np.array(starts), np.round(middles), side="right") - 1
        found = np.array(states)[np.maximum(index, 0)]
        found[index < 0] = SILENCE * 3 + 1
        return found.astype(np.uint8)

    def prior(self):
        """The logarithms of the states' shares. A likelihood is a posterior less its prior."""
        counts = np.bincount(self.states, minlength=STATES) + 50
        return np.log(np.maximum(counts / counts.sum(), 2e-4)).astype(np.float32)

    def drawn(self, random):
        """The frames to learn from: there is more silence than anything else."""
        return (self.states // 3 != SILENCE) | (random.random(len(self.states)) < 0.35)

    def inputs(self, frames):
        places = np.clip(frames[:, None] + OFFSETS, self.first[frames][:, None], self.last[frames][:, None])
        return self.seen[places].reshape(len(frames), -1).astype(np.float32)


def outputs(parameters, inputs):
    """The layers' values, from the inputs to the scores."""
    values = [inputs]
    for layer in range(0, len(parameters), 2):
        sums = values[-1] @ parameters[layer] + parameters[layer + 1]
        values.append(np.maximum(sums, 0) if layer < len(parameters) - 2 else sums)
    return values


def widened(parameters, hidden, random):
    """Adds units to the first layer, which have no effect until they are trained."""
    weights, biases, onward = parameters[:3]
    count = hidden - len(biases)
    new = random.normal(size=(len(weights), count)).astype(np.float32) * np.float32(np.sqrt(2 / len(weights)))
    zeros = np.zeros((count, onward.shape[1]), np.float32)
    return [np.hstack([weights, new]), np.append(biases, np.zeros(count, np.float32)), np.vstack([onward, zeros])] + parameters[3:]


def as_wide(parameters, widest):
    """The same network with as many units in the first layer as `widest`; the added ones have no effect."""
    (weights, biases, onward), count = (p.copy() for p in widest[:3]), len(parameters[1])
    weights[:, :count], biases[:count], onward[:count], onward[count:] = *parameters[:3], 0
    return [weights, biases, onward] + parameters[3:]


class Descent:
    """Adam (Kingma, Ba 2015), with weights that are drawn to `centers`; changes the parameters in place."""

    def __init__(self, parameters, centers):
        self.parameters, self.centers, self.count = parameters, centers, 0
        self.first, self.second, self.means = ([np.zeros_like(p) for p in parameters] for _ in range(3))
        self.mean_count = 0

    def step(self, values, slope, size):
        """One step down the gradient of the scores; `values` are the layers' values from `outputs`."""
        slopes = [None] * len(self.parameters)
        for layer in range(len(self.parameters) - 2, -1, -2):
            slopes[layer], slopes[layer + 1] = values[layer // 2].T @ slope, slope.sum(0)
            if layer:
                slope = (slope @ self.parameters[layer].T) * (values[layer // 2] > 0)
        self.count += 1
        for number, (p, gradient) in enumerate(zip(self.parameters, slopes)):
            self.first[number] += 0.1 * (gradient - self.first[number])
            self.second[number] += 0.001 * (gradient * gradient - self.second[number])
            change = self.first[number] / (1 - 0.9 ** self.count) / (np.sqrt(self.second[number] / (1 - 0.999 ** self.count)) + 1e-8)
            p -= np.float32(size) * (change + (2e-3 * (p - self.centers[number]) if number % 2 == 0 else 0))

    def average(self):
        """Adds the parameters to the running mean (Izmailov and others 2018)."""
        self.mean_count += 1
        for mean, p in zip(self.means, self.parameters):
            mean += (p - mean) / self.mean_count


def train(data, epochs, start=None, hidden=HIDDEN, rate=None, is_averaged=False, batch=512):
    """Cross-entropy by Adam with a cosine for the step size (Kingma, Ba 2015; Loshchilov, Hutter 2017). `start` are the
    initial parameters; the weights are drawn to them instead of to 0 (Li, Grandvalet, Davoine 2018). With `is_averaged`
    the result is the running mean of the weights (Izmailov and others 2018)."""
    random = np.random.default_rng(1)
    rate = rate or (3e-4 if start else 1.2e-3)
    held = np.zeros(len(data.states), bool)
    for number in random.choice(len(data.bounds), len(data.bounds) // 25, replace=False):
        held[data.bounds[number][0]:data.bounds[number][1]] = True
    pool = np.where(~held & data.drawn(random))[0]
    test = np.where(held)[0]
    test = test[::max(1, len(test) // 20000)]
    prior = data.prior()
    sizes = [len(OFFSETS) * 2 * BANDS, hidden, HIDDEN, STATES]
    parameters, centers = [], [np.float32(0)] * 6
    if start:
        parameters = [p.copy() for p in start]
        if len(start[1]) < hidden:
            parameters = widened(parameters, hidden, random)
        parameters[-1] += prior
        centers = [p.copy() for p in parameters]
    else:
        for inputs, count in zip(sizes, sizes[1:]):
            parameters += [random.normal(size=(inputs, count)).astype(np.float32) * np.float32(np.sqrt(2 / inputs)), np.zeros(count, np.float32)]
    steps = int(epochs * len(pool) / batch)
    print("frames", len(pool), "steps", steps, flush=True)
    descent = Descent(parameters, centers)
    order = random.permutation(len(pool))
    for step in range(1, steps + 1):
        place = (step - 1) * batch % (len(pool) - batch)
        if place < batch:
            order = random.permutation(len(pool))
        frames = pool[order[place:place + batch]]
        states = data.states[frames]
        values = outputs(parameters, data.inputs(frames))
        slope = np.exp(values[-1] - values[-1].max(1, keepdims=True))
        slope /= slope.sum(1, keepdims=True)
        slope[np.arange(batch), states] -= 1
        slope /= batch
        if is_averaged:
            size = rate * (1 - 0.6 * step / steps)
        else:
            size = rate * 0.5 * (1 + np.cos(np.pi * step / steps)) + 1e-5
        descent.step(values, slope, size)
        if is_averaged and step > 0.3 * steps and (step % 50 == 0 or step == steps):
            descent.average()
        if step % 2000 == 0 or step == steps:
            sums = outputs(parameters, data.inputs(test))[-1]
            sums = sums - sums.max(1, keepdims=True)
            likelihood = sums - np.log(np.exp(sums).sum(1, keepdims=True))
            right = data.states[test]
            spoken = right // 3 != SILENCE
            print(step, "held back: loss", round(-likelihood[np.arange(len(test)), right].mean(), 3), "phones right in speech",
                  round((likelihood.argmax(1)[spoken] // 3 == right[spoken] // 3).mean(), 3), flush=True)
    if is_averaged:
        parameters = descent.means
    parameters[-1] = parameters[-1] - prior
    return parameters


def packed(parameters):
    """Integers and numbers of four bytes, the least significant first: the bands, the phones, the offsets; then each layer's
    outputs, scales and biases, and its weights as bytes, input by input."""
    data = struct.pack("<5i", MAGIC, BANDS, len(PHONES), len(OFFSETS), len(parameters) // 2)
    for phone in PHONES:
        data += struct.pack("<i", len(phone)) + phone.encode()
    data += OFFSETS.astype("<i4").tobytes()
    for layer in range(0, len(parameters), 2):
        weights, biases = parameters[layer:layer + 2]
        scales = np.abs(weights).max(0) / 127 + 1e-9
        numbers = np.round(weights / scales).clip(-127, 127).astype(np.int8)
        data += struct.pack("<i", weights.shape[1]) + scales.astype("<f4").tobytes() + biases.astype("<f4").tobytes() + numbers.tobytes()
    return data


def unpacked(file):
    """The parameters in a file made by `packed`."""
    data = file.read_bytes()
    place = 20 + sum(4 + len(phone) for phone in PHONES) + 4 * len(OFFSETS)
    parameters, inputs = [], len(OFFSETS) * 2 * BANDS
    for _ in range(struct.unpack_from("<i", data, 16)[0]):
        count = struct.unpack_from("<i", data, place)[0]
        scales, biases = np.frombuffer(data, "<f4", 2 * count, place + 4).reshape(2, count)
        weights = np.frombuffer(data, np.int8, inputs * count, place + 4 + 8 * count).reshape(inputs, count)
        parameters += [weights.astype(np.float32) * scales, biases.copy()]
        place += 4 + 8 * count + inputs * count
        inputs = count
    return parameters


# espeak-ng's IPA in X-SAMPA; symbols that are the same in both are left out.
X_SAMPA = {"ɑ": "A", "ɐ": "6", "ə": "@", "ɛ": "E", "ɪ": "I", "ɔ": "O", "œ": "9", "ø": "2", "ʊ": "U", "ʏ": "Y", "æ": "{", "ʌ": "V",
           "ɜ": "3", "ç": "C", "ð": "D", "ɡ": "g", "ɣ": "G", "ʝ": "j", "ɲ": "J", "ŋ": "N", "ɾ": "4", "ʁ": "R", "ʀ": "R", "ʃ": "S",
           "θ": "T", "β": "B", "ʎ": "L", "ʒ": "Z", "ɥ": "H", "χ": "X", "ʋ": "P", "ɹ": "r\\", "ɨ": "I", "ʉ": "u", "ɬ": "K", "ɱ": "m",
           "ɵ": "2", "ʑ": "Z", "ɕ": "S", "ɒ": "Q", "\u0303": "~"}
# Stress, length and other marks.
UNSPOKEN = "ˈˌː͡ʔ̩ʲʰ̯‿-.()\u200d"


def spelled(word, language):
    """The word's sounds in X-SAMPA, by espeak-ng."""
    command = ["espeak-ng", "-q", "--ipa", "-v", language, word]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    text = unicodedata.normalize("NFD", "".join(text.split())).replace("c\u0327", "ç")
    return "".join(X_SAMPA.get(character, character) for character in text if character not in UNSPOKEN)


class Pronunciations:
    """By word, up to four lists of English phones' numbers: from a language pack, else by espeak-ng. English has its dictionary."""

    def __init__(self, pack, accuracy, words):
        self.lists = {}
        if pack.name.startswith("en_"):
            for line in DICTIONARY.read_text().splitlines():
                word, *phones = line.split()
                self.lists.setdefault(word.split("(")[0], []).append([PHONES.index(phone) for phone in phones])
            # Among chess words, it is a letter.
            self.lists["a"] = [[PHONES.index("EY")]]
            return
        sounds = {}
        for name in ("chess.json", "dialogue.json"):
            for row in json.loads((pack / name).read_text())["pronunciations"]:
                sounds.setdefault(row["word"].lower(), []).extend(row["phonemes"])
        language = pack.name.split("_")[0]
        for word in words - sounds.keys():
            sounds[word] = [spelled(word, language)]
        rows = [(word, text) for word, texts in sorted(sounds.items()) for text in texts]
        command = [str(accuracy), "--phones"]
        asked = "".join(text + "\n" for _, text in rows)
        answers = subprocess.run(command, input=asked, capture_output=True, text=True, check=True).stdout.splitlines()
        for (word, _), phones in zip(rows, answers, strict=True):
            numbers = [PHONES.index(phone) for phone in phones.split()]
            lists = self.lists.setdefault(word, [])
            if numbers and numbers not in lists:
                lists.append(numbers)

    def __getitem__(self, word):
        return self.lists.get(word, [])[:4]


class PhraseGraph:
    """The states of a phrase's phones, with the states before each, its word's place and its place in the phone."""

    def __init__(self, words, pronunciations):
        self.states, self.before, self.words, self.parts = [], [], [], []
        ends = self.add([SILENCE], -1, [])
        self.starts, ends = {0}, ends + [-1]
        self.is_whole = bool(words)
        for place, word in enumerate(words):
            lists = pronunciations[word]
            self.is_whole = self.is_whole and bool(lists)
            spoken = [end for phones in lists for end in self.add(phones, place, ends)]
            # A pause may follow.
            ends = spoken + self.add([SILENCE], -1, spoken)
        self.ends = ends

    def add(self, phones, word, before):
        for phone in phones:
            for part in range(3):
                if -1 in before:
                    self.starts.add(len(self.states))
                self.states.append(phone * 3 + part)
                self.before.append([state for state in before if state >= 0])
                self.words.append(word)
                self.parts.append(part)
                before = [len(self.states) - 1]
        return before

    def path(self, scores):
        """The best state for each frame (Viterbi); None if the recording is too short for the phrase."""
        count = len(self.states)
        before = np.full((count, max(map(len, self.before))), count)
        for state, states in enumerate(self.before):
            before[state, :len(states)] = states
        emitted = scores[:, self.states]
        # One more, without an exit.
        total = np.full(count + 1, -1e9)
        starts = sorted(self.starts)
        total[starts] = emitted[0, starts]
        came, own = np.zeros((len(scores), count), np.int32), np.arange(count)
        for frame in range(1, len(scores)):
            entering = total[before]
            best = entering.argmax(1)
            moves = entering[own, best] > total[:count]
            came[frame] = np.where(moves, before[own, best], own)
            total[:count] = np.where(moves, entering[own, best], total[:count]) + emitted[frame]
        state = max(self.ends, key=lambda end: total[end])
        if total[state] < -1e8:
            return None
        path = [state]
        for frame in range(len(scores) - 1, 0, -1):
            state = came[frame, state]
            path.append(state)
        return path[::-1]


def aligned(case, table, first, network, pronunciations):
    """The phones of a recording as `accuracy --align` gives them, and the fit of speech; None if there is no alignment."""
    is_speech = table[:, -1] > 0.5
    if is_speech.sum() < 8:
        return None
    bands = np.concatenate([part - part[is_speech].mean(0) for part in (table[:, :BANDS], table[:, BANDS:2 * BANDS])], 1)
    seen = np.clip(0.3 * bands, -6, 6).astype(np.float32)
    places = np.clip(np.arange(len(table))[:, None] + OFFSETS, 0, len(table) - 1)
    scores = outputs(network, seen[places].reshape(len(table), -1))[-1]
    scores = np.maximum(scores - scores.max(1, keepdims=True), -20)
    # Far from speech, everything is a pause.
    is_near = np.convolve(is_speech, np.ones(13), "same") > 0
    scores[~is_near] = np.where(np.arange(STATES) // 3 == SILENCE, 0, -20)
    graph = PhraseGraph(case["phrase"].lower().split(), pronunciations)
    path = graph.path(scores) if graph.is_whole else None
    if not path:
        return None
    score = float(np.mean([scores[frame, graph.states[state]] for frame, state in enumerate(path) if is_speech[frame]]))
    phones, last = [], None
    for frame, state in enumerate(path):
        if state != last and (graph.parts[state] == 0 or not phones):
            phones.append([graph.states[state] // 3, graph.words[state], frame + first, 0, 0, 0])
        phones[-1][3 + graph.parts[state]] += 1
        last = state
    return score, phones


def align(arguments):
    network = unpacked(arguments.network)
    cases = {folder: [json.loads(line) for line in open(folder / "manifest.jsonl")] for folder in arguments.clean}
    words = {word for lines in cases.values() for case in lines for word in case["phrase"].lower().split()}
    pronunciations = Pronunciations(arguments.pack, arguments.accuracy, words)
    for folder, lines in cases.items():
        numbers, place, kept = np.memmap(folder / "frames", np.float32), 0, 0
        for case in lines:
            first, count, _ = numbers[place:place + 3].astype(int)
            table = numbers[place + 3:place + 3 + count * (2 * BANDS + 2)].reshape(-1, 2 * BANDS + 2)
            place += 3 + table.size
            found = aligned(case, table, int(first), network, pronunciations)
            if found and found[0] >= arguments.worst:
                kept += 1
                text = dict(locale=arguments.pack.name, phrase=case["phrase"].lower())
                print(json.dumps(dict(audio=case["audio"], score=found[0], phones=found[1], **text)))
        print(folder, kept, "of", len(lines), file=sys.stderr)


def fit(arguments):
    start = unpacked(arguments.start) if arguments.start else None
    frames = Frames(arguments.alignment, arguments.mixes, arguments.fold)
    keep(train(frames, arguments.epochs, start, arguments.hidden, arguments.rate, arguments.average), arguments)


def mean(arguments):
    networks = [unpacked(file) for file in arguments.networks]
    widest = max(networks, key=lambda network: len(network[1]))
    networks = [as_wide(network, widest) for network in networks]
    if len({tuple(p.shape for p in network) for network in networks}) > 1:
        sys.exit("train.py: the networks differ in size; a mean is of networks of one size")
    keep([sum(layers) / len(layers) for layers in zip(*networks)], arguments)


def keep(parameters, arguments):
    if arguments.write:
        arguments.write.write_bytes(packed(parameters))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("mix")
    command.add_argument("clean", type=pathlib.Path)
    command.add_argument("noise", type=pathlib.Path)
    command.add_argument("out", type=pathlib.Path)
    command.add_argument("--variants", type=int, default=5)
    command.add_argument("--loud", action="store_true")
    command.set_defaults(run=mix)
    command = commands.add_parser("align")
    command.add_argument("network", type=pathlib.Path)
    command.add_argument("accuracy", type=pathlib.Path)
    command.add_argument("pack", type=pathlib.Path)
    command.add_argument("clean", type=pathlib.Path, nargs="+")
    command.add_argument("--worst", type=float, default=-2, help="recordings that fit their words worse are left out")
    command.set_defaults(run=align)
    command = commands.add_parser("fit")
    command.add_argument("alignment", type=pathlib.Path)
    command.add_argument("mixes", type=pathlib.Path, nargs="+")
    command.add_argument("--fold", type=int, default=-1)
    command.add_argument("--epochs", type=float, default=5)
    command.add_argument("--hidden", type=int, default=HIDDEN)
    command.add_argument("--rate", type=float)
    command.add_argument("--from", dest="start", type=pathlib.Path)
    command.add_argument("--average", action="store_true")
    command.set_defaults(run=fit)
    averaging = commands.add_parser("mean")
    averaging.add_argument("networks", type=pathlib.Path, nargs="+")
    averaging.set_defaults(run=mean)
    for command in command, averaging:
        command.add_argument("--write", "--save", type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
