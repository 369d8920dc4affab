#!/usr/bin/env python3
"""dictation.py PROGRAM MANIFEST...: word error rate and processor time of `PROGRAM recognize --dictate` and of
`pocketsphinx_continuous -infile` on the same recordings, each with the model's n-gram.

The time is user and system time per second of sound, without the startup, which is measured with a moment of silence.
"""
import json
import os
import resource
import subprocess
import sys
import tempfile

MODEL = "/usr/share/pocketsphinx/model/en-us"
CONTINUOUS = ["pocketsphinx_continuous", "-logfn", "/dev/null", "-hmm", f"{MODEL}/en-us", "-lm", f"{MODEL}/en-us.lm.bin",
              "-dict", f"{MODEL}/cmudict-en-us.dict", "-infile"]


def timed(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(command, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return output, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def errors(said, heard):
    """The number of words inserted, deleted or substituted."""
    row = list(range(len(heard) + 1))
    for i, word in enumerate(said, 1):
        last, row[0] = row[0], i
        for j, other in enumerate(heard, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (word != other))
    return row[-1]


def ours(program, files):
    """The recognized words of each file."""
    output, time = timed([program, "recognize", "--dictate", "--json", *files])
    heard = {}
    for line in output.splitlines():
        result = json.loads(line)
        heard[result["file"]] = result.get("text", "").split()
    return [heard.get(file, []) for file in files], time


def stock(files):
    results = [timed([*CONTINUOUS, file]) for file in files]
    return [output.split() for output, _ in results], sum(time for _, time in results)


def main():
    program, manifests = sys.argv[1], sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        silence = os.path.join(folder, "silence.wav")
        subprocess.run(["sox", "-n", "-r", "16000", "-c", "1", "-b", "16", silence, "trim", "0", "0.1"], check=True)
        ours_start, stock_start = ours(program, [silence])[1], stock([silence])[1]
    print("%-12s %9s %7s | %-22s | %s" % ("", "sentences", "sound", "SpokenMove", "pocketsphinx_continuous"))
    for manifest in manifests:
        folder = os.path.dirname(os.path.abspath(manifest))
        with open(manifest) as lines:
            cases = [json.loads(line) for line in lines]
        files = [os.path.join(folder, case["audio"]) for case in cases]
        seconds = sum(float(subprocess.run(["soxi", "-D", f], capture_output=True, text=True).stdout) for f in files)
        said = [case["phrase"].lower().split() for case in cases]
        columns = []
        for (heard, time), start in ((ours(program, files), ours_start), (stock(files), stock_start * len(files))):
            wrong = sum(errors(s, h) for s, h in zip(said, heard))
            columns.append("%5.1f %%, %.2f s/s" % (100 * wrong / sum(map(len, said)), (time - start) / seconds))
        print("%-12s %9d %5.0f s | %-22s | %s" % (os.path.basename(folder), len(cases), seconds, *columns), flush=True)


if __name__ == "__main__":
    main()
