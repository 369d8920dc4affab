#!/usr/bin/env python3
"""Trains the phone network (Sources/Acoustics/PhoneNetwork+English.swift). Needs numpy and scipy.

    train.py mix CLEAN NOISE OUT [--variants N]     puts recordings into rooms and noises
    accuracy --frames OUT/manifest.jsonl OUT/frames what the network sees of them
    accuracy --align CHESS.json DIALOGUE.json CLEAN/manifest.jsonl > ALIGNMENT
    train.py fit ALIGNMENT OUT... [--fold K] [--epochs N] [--from FILE] [--write FILE] [--save FILE]

CLEAN is a folder of recordings with a quiet room around the words and a manifest.jsonl: `audio`, `group` (the voice) and
`phrase` (the words). NOISE has a folder a kind with WAV files of 16 kHz. The alignment of the quiet recording says which
state of which phone each frame of the noisy ones is. --fold 0 or 1 leaves the voices of the other half out; what the
confidence is fitted to is heard by the network that has not heard its voice. --from FILE goes on from the network in a file
that --write or --save made, with a step a quarter as long, and is drawn back to it.
"""
import argparse
import base64
import json
import pathlib
import struct
import wave
import zlib

import numpy as np

RATE = 16000
STEP, WIDTH = 160, 410
BANDS = 25
# What the network sees: these frames, from the one in question.
OFFSETS = np.array([-9, -7, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 7, 9])
HIDDEN = 256
# The phones of the acoustic model, in its order; three states each.
PHONES = ("+NSN+ +SPN+ AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH SIL T TH UH UW V W Y "
          "Z ZH").split()
STATES = 3 * len(PHONES)
SILENCE = PHONES.index("SIL")
# Recordings that the model aligns worse than this, in natural logarithms a frame, say something else than their phrase.
WORST_ALIGNMENT = -176
MAGIC = 0x4E504D53


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
                head, tail = (int(random.uniform(0, 0.3) * RATE) for _ in range(2))
                samples = samples[head:len(samples) - tail]
                if random.random() < 0.25:
                    samples = reverberated(samples, random)
                samples = filtered(samples, random)
                ratio = random.uniform(25, 50) if random.random() < 0.3 else random.uniform(1, 24)
                kind = kinds[random.integers(len(kinds))]
                bed = beds[kind][random.integers(len(beds[kind]))]
                noise = np.take(bed, np.arange(len(samples)) + random.integers(len(bed)), mode="wrap")
                energy = np.sort((noise[:len(noise) // 320 * 320].reshape(-1, 320) ** 2).mean(1))
                level = energy[len(energy) // 4:].mean()
                samples = samples + noise * np.sqrt(power_of_loud(samples) / 10 ** (ratio / 10) / max(1e-9, level))
                samples *= 32767 * 10 ** (random.uniform(-26, -2) / 20) / max(1, np.abs(samples).max())
                name = f"{pathlib.Path(case['audio']).stem}-{variant}.wav"
                write(out / name, samples)
                line = dict(audio=name, base=case["audio"], group=case["group"], speed=speed, head=head, kind=kind)
                manifest.write(json.dumps(line) + "\n")


def fold_of(group):
    """Half of the voices; what is put together of two people's words goes by the first."""
    voice = group if group.startswith(("espeak", "flite", "kokoro")) else group.split("+")[0]
    return zlib.crc32(voice.encode()) // 7 % 2


class Frames:
    """All frames: what is seen, the state, and where the recording begins and ends."""

    def __init__(self, alignment, folders, fold):
        aligned = {}
        for line in open(alignment):
            case = json.loads(line)
            if case["score"] > WORST_ALIGNMENT:
                aligned[case["audio"]] = case["phones"]
        seen, states, bounds = [], [], []
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
                    total += count
        self.seen, self.states = np.concatenate(seen), np.concatenate(states)
        self.first, self.last = np.zeros(total, np.int32), np.zeros(total, np.int32)
        for first, end in bounds:
            self.first[first:end], self.last[first:end] = first, end - 1
        self.bounds = bounds

    @staticmethod
    def states(phones, first, count, case):
        """The state of each frame, by where its middle was before the recording was sped up and cut."""
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

    def inputs(self, frames):
        places = np.clip(frames[:, None] + OFFSETS, self.first[frames][:, None], self.last[frames][:, None])
        return self.seen[places].reshape(len(frames), -1).astype(np.float32)


def outputs(parameters, inputs):
    values = [inputs]
    for layer in range(0, len(parameters), 2):
        sums = values[-1] @ parameters[layer] + parameters[layer + 1]
        values.append(np.maximum(sums, 0) if layer < len(parameters) - 2 else sums)
    return values


def train(data, epochs, start=None, batch=512):
    """Cross-entropy by Adam with a cosine for the step size (Kingma, Ba 2015; Loshchilov, Hutter 2017). `start` are the
    parameters to go on from; the weights are drawn to them instead of to 0 (Li, Grandvalet, Davoine 2018)."""
    random = np.random.default_rng(1)
    held = np.zeros(len(data.states), bool)
    for number in random.choice(len(data.bounds), len(data.bounds) // 25, replace=False):
        held[data.bounds[number][0]:data.bounds[number][1]] = True
    is_pause = data.states // 3 == SILENCE
    # There is more silence than anything else.
    pool = np.where(~held & (~is_pause | (random.random(len(held)) < 0.35)))[0]
    test = np.where(held)[0]
    test = test[::max(1, len(test) // 20000)]
    # A likelihood is a posterior less its prior.
    prior = np.bincount(data.states, minlength=STATES) + 50
    prior = np.log(np.maximum(prior / prior.sum(), 2e-4)).astype(np.float32)
    sizes = [len(OFFSETS) * 2 * BANDS, HIDDEN, HIDDEN, STATES]
    parameters, centers = [], [np.float32(0)] * 6
    if start:
        parameters = [p.copy() for p in start]
        parameters[-1] += prior
        centers = [p.copy() for p in parameters]
    else:
        for inputs, count in zip(sizes, sizes[1:]):
            parameters += [random.normal(size=(inputs, count)).astype(np.float32) * np.float32(np.sqrt(2 / inputs)), np.zeros(count, np.float32)]
    first = [np.zeros_like(p) for p in parameters]
    second = [np.zeros_like(p) for p in parameters]
    steps = int(epochs * len(pool) / batch)
    print("frames", len(pool), "steps", steps, flush=True)
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
        size = (3e-4 if start else 1.2e-3) * 0.5 * (1 + np.cos(np.pi * step / steps)) + 1e-5
        slopes = [None] * len(parameters)
        for layer in range(len(parameters) - 2, -1, -2):
            slopes[layer], slopes[layer + 1] = values[layer // 2].T @ slope, slope.sum(0)
            if layer:
                slope = (slope @ parameters[layer].T) * (values[layer // 2] > 0)
        for number, gradient in enumerate(slopes):
            first[number] += 0.1 * (gradient - first[number])
            second[number] += 0.001 * (gradient * gradient - second[number])
            change = first[number] / (1 - 0.9 ** step) / (np.sqrt(second[number] / (1 - 0.999 ** step)) + 1e-8)
            parameters[number] -= np.float32(size) * (change + (2e-3 * (parameters[number] - centers[number]) if number % 2 == 0 else 0))
        if step % 2000 == 0 or step == steps:
            sums = outputs(parameters, data.inputs(test))[-1]
            sums = sums - sums.max(1, keepdims=True)
            likelihood = sums - np.log(np.exp(sums).sum(1, keepdims=True))
            right = data.states[test]
            spoken = right // 3 != SILENCE
            print(step, "held back: loss", round(-likelihood[np.arange(len(test)), right].mean(), 3), "phones right in speech",
                  round((likelihood.argmax(1)[spoken] // 3 == right[spoken] // 3).mean(), 3), flush=True)
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
    """The parameters in a file of `packed`, or in the Swift file that holds it."""
    data = file.read_bytes()
    if file.suffix == ".swift":
        data = base64.b64decode(data.split(b'"""')[1])
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


def fit(arguments):
    start = unpacked(arguments.start) if arguments.start else None
    data = packed(train(Frames(arguments.alignment, arguments.mixes, arguments.fold), arguments.epochs, start))
    if arguments.save:
        arguments.save.write_bytes(data)
    if arguments.write:
        head = arguments.write.read_text().split('"""')
        text = base64.b64encode(data).decode()
        lines = "\n".join("    " + text[place:place + 96] for place in range(0, len(text), 96))
        arguments.write.write_text(head[0] + '"""\n' + lines + '\n    """' + head[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("mix")
    command.add_argument("clean", type=pathlib.Path)
    command.add_argument("noise", type=pathlib.Path)
    command.add_argument("out", type=pathlib.Path)
    command.add_argument("--variants", type=int, default=5)
    command.set_defaults(run=mix)
    command = commands.add_parser("fit")
    command.add_argument("alignment", type=pathlib.Path)
    command.add_argument("mixes", type=pathlib.Path, nargs="+")
    command.add_argument("--fold", type=int, default=-1)
    command.add_argument("--epochs", type=float, default=5)
    command.add_argument("--from", dest="start", type=pathlib.Path)
    command.add_argument("--write", type=pathlib.Path)
    command.add_argument("--save", type=pathlib.Path)
    command.set_defaults(run=fit)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
