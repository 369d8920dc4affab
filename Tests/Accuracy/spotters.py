#!/usr/bin/env python3
"""spotters.py pocketsphinx|micro MANIFEST.jsonl [NAME] [THRESHOLD]: other ways to listen for a name, on a hands-free manifest.

pocketsphinx: its keyword spotting, with the library that the appliance uses. micro: microWakeWord (PyPI: pymicro-wakeword) with
one of its models; NAME is okay_nabu. Prints one JSON object: hours, said, heard, false_wakes, processor_share.
"""
import ctypes
import json
import os
import sys
import time

import numpy

from handsfree import RATE, sound

CHUNK = 1024
# A detection belongs to speech that began at most this many seconds before it.
REACH = 3


class PocketSphinx:
    def __init__(self, name, threshold):
        library = ctypes.CDLL("libpocketsphinx.so.3")
        for function in ("ps_args", "cmd_ln_parse_r", "ps_init", "ps_get_hyp"):
            getattr(library, function).restype = ctypes.c_void_p
        model = "/usr/share/pocketsphinx/model/en-us"
        options = ["", "-hmm", f"{model}/en-us", "-dict", f"{model}/cmudict-en-us.dict", "-keyphrase", name,
                   "-kws_threshold", threshold, "-logfn", "/dev/null"]
        arguments = (ctypes.c_char_p * len(options))(*[option.encode() for option in options])
        options = library.cmd_ln_parse_r(None, ctypes.c_void_p(library.ps_args()), len(options), arguments, 0)
        self.library, self.decoder = library, ctypes.c_void_p(library.ps_init(ctypes.c_void_p(options)))
        library.ps_start_utt(self.decoder)

    def hears(self, chunk):
        self.library.ps_process_raw(self.decoder, chunk, ctypes.c_size_t(len(chunk) // 2), 0, 0)
        if not self.library.ps_get_hyp(self.decoder, None):
            return False
        self.library.ps_end_utt(self.decoder)
        self.library.ps_start_utt(self.decoder)
        return True


class Micro:
    def __init__(self, name, _):
        from pymicro_wakeword import MicroWakeWord, MicroWakeWordFeatures, Model
        self.model, self.features = MicroWakeWord.from_builtin(Model(name)), MicroWakeWordFeatures()

    def hears(self, chunk):
        heard = [self.model.process_streaming(features) for features in self.features.process_streaming(chunk)]
        if any(heard):
            self.model.reset()
        return any(heard)


def main():
    kind, manifest, name, threshold = (sys.argv[1:] + ["okay_nabu" if sys.argv[1] == "micro" else "chessboard", "1e-20"][len(sys.argv) - 3:])[:4]
    seconds = said = heard = false = 0
    decoding = 0.0
    spotter = (Micro if kind == "micro" else PocketSphinx)(name, threshold)
    for line in open(manifest):
        case = json.loads(line)
        raw = (numpy.clip(sound(os.path.join(os.path.dirname(manifest), case["audio"])), -1, 1) * 32767).astype("<i2").tobytes()
        waiting = [item["at"] for item in case["said"]]
        said += len(waiting)
        before = time.process_time()
        for place in range(0, len(raw), 2 * CHUNK):
            now = place / 2 / RATE
            if spotter.hears(raw[place:place + 2 * CHUNK]):
                if waiting and waiting[0] <= now <= waiting[0] + REACH:
                    waiting.pop(0)
                    heard += 1
                else:
                    false += 1
        decoding += time.process_time() - before
        seconds += len(raw) / 2 / RATE
    print(json.dumps({"hours": round(seconds / 3600, 3), "said": said, "heard": heard, "false_wakes": false,
                      "processor_share": round(decoding / max(1, seconds), 4)}))


if __name__ == "__main__":
    main()
