#!/usr/bin/env python3
"""say.py PHRASES.jsonl OUT: says each "phrase" with one of eight voices of flite and espeak-ng in turn; writes OUT/manifest.jsonl.
say.py --babble FILE: half a minute of all eight speaking together.

Needs flite, espeak-ng and sox.
"""
import json
import os
import subprocess
import sys

VOICES = ["flite:slt", "espeak:en-us", "flite:rms", "espeak:en-gb", "flite:awb", "espeak:en-gb-scotland", "flite:kal", "espeak:en-us+f3"]
TALK = """\
the train to the coast leaves at half past nine from the other platform
my brother wants to paint the house before the winter comes
have you seen the film about the lighthouse that everybody talks about
we could walk along the river and have lunch in the village
she said that the garden needs rain more than anything else
they closed the road because a tree fell on it last night
he never told me where he had learned to play the violin
put the books back on the shelf when you have read them
the children were so tired that they fell asleep in the car
I think the meeting on Thursday will take longer than planned
there was a letter for you from the library this morning
if the weather stays like this we can go sailing on Sunday
nobody knew how the dog had opened the kitchen door
last year the harvest was late and the apples were small
ask them whether the shop still sells that kind of paper
it took us three hours to find the way out of the forest
the old bridge is being repaired and the ferry is full
you should really try the soup they make on Fridays""".split("\n")


def speak(voice, text, path):
    engine, name = voice.split(":", 1)
    raw = path + ".raw.wav"
    if engine == "flite":
        command = ["flite", "-voice", name, "-t", text, "-o", raw]
    else:
        command = ["espeak-ng", "-v", name, "-s", "150", "-w", raw, text]
    subprocess.run(command, check=True)
    # A third of a second of room before and after.
    effects = ["gain", "-n", "-8", "pad", "0.3", "0.3"]
    subprocess.run(["sox", raw, "-r", "16000", "-c", "1", "-b", "16", path, *effects], check=True)
    os.remove(raw)


def babble(path):
    parts = []
    for number, voice in enumerate(VOICES):
        parts.append(f"{path}.{number}.wav")
        # Each begins elsewhere.
        first = number * len(TALK) // len(VOICES)
        speak(voice, ". ".join(TALK[first:] + TALK[:first]), parts[-1])
    subprocess.run(["sox", "-m", *parts, "-r", "16000", "-c", "1", "-b", "16", path, "trim", "1", "30", "gain", "-n", "-6"], check=True)
    for part in parts:
        os.remove(part)


def main():
    if sys.argv[1] == "--babble":
        return babble(sys.argv[2])
    phrases, out = sys.argv[1:]
    os.makedirs(out, exist_ok=True)
    with open(phrases) as lines, open(os.path.join(out, "list.jsonl"), "w") as listing:
        for number, line in enumerate(lines):
            case = json.loads(line)
            voice = VOICES[number % len(VOICES)]
            speak(voice, case["phrase"], os.path.join(out, f"{number}.wav"))
            print(json.dumps({**case, "audio": f"{number}.wav", "group": voice}), file=listing)
    os.rename(os.path.join(out, "list.jsonl"), os.path.join(out, "manifest.jsonl"))


if __name__ == "__main__":
    main()
