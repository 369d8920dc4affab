#!/usr/bin/env python3
"""mix.py MANIFEST OUT DB NOISE...: mixes a manifest's recordings with noise at a signal-to-noise ratio of DB, and writes a manifest.

The recordings use the noises in turn, each from another place, and the same at every DB. Needs numpy and sox.
"""
import json
import os
import subprocess
import sys
import wave

import numpy as np

RATE = 16000


def read(path):
    command = ["sox", path, "-r", str(RATE), "-c", "1", "-b", "16", "-e", "signed", "-t", "raw", "-"]
    return np.frombuffer(subprocess.run(command, capture_output=True, check=True).stdout, "<i2").astype(float)


def write(path, samples):
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(np.clip(np.round(samples), -32768, 32767).astype("<i2").tobytes())


def main():
    manifest, out, level = sys.argv[1], sys.argv[2], float(sys.argv[3])
    names = [os.path.splitext(os.path.basename(path))[0] for path in sys.argv[4:]]
    noises = [read(path) for path in sys.argv[4:]]
    os.makedirs(out, exist_ok=True)
    with open(manifest) as lines:
        cases = [json.loads(line) for line in lines]
    random = np.random.RandomState(1)
    with open(os.path.join(out, "list.jsonl"), "w") as listing:
        for number, case in enumerate(cases):
            speech = read(os.path.join(os.path.dirname(manifest), case["audio"]))
            noise = noises[number % len(noises)]
            start = random.randint(len(noise))
            mixed_in = np.resize(np.roll(noise, -start), len(speech))
            # A pause in the noise; take its loudest part.
            noise = mixed_in if mixed_in.any() else np.resize(np.roll(noise, -np.abs(noise).argmax()), len(speech))
            scale = np.sqrt((speech @ speech) / (noise @ noise) / 10 ** (level / 10))
            mixed = speech + scale * noise
            # Softer rather than clipped.
            write(os.path.join(out, f"{number}.wav"), mixed * min(1, 32000 / np.abs(mixed).max()))
            group = f"{case.get('group', 'all')}, {names[number % len(names)]}"
            print(json.dumps({**case, "audio": f"{number}.wav", "group": group}), file=listing)
    os.rename(os.path.join(out, "list.jsonl"), os.path.join(out, "manifest.jsonl"))


if __name__ == "__main__":
    main()
