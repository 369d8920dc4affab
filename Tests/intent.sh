#!/bin/bash
# intent.sh: measures how many spoken commands are understood with all their slots, with noise 24 to
# 6 dB below the voice; with PocketSphinx (same grammar, default settings) in the same run.
#
#   CORPUS=FOLDER  recordings of people who order coffee, of others who do not, and noise:
#                  people/manifest.jsonl (with intent and slots), people/expressions.txt, reading/,
#                  commands/, noise/, moves-dev.jsonl, render.py. Without it, flite and espeak-ng
#                  order, in pink noise and babble.
#   LIMIT=N        the maximum number of orders (with a corpus 200, without 40).
#   LEVELS="…"     the noise levels (24 21 18 15 12 9 6).
#   JOBS=N         the number of parallel sets (1).
#   OUT=FOLDER     keeps sets and results; without it they are deleted.
#   EVIDENCE=1     adds the figures for fitting the confidence to the results.
#
# The task and the mixing are those of Picovoice's speech-to-intent benchmark; the noises are others.
# Needs flite, espeak-ng, sox, and python3 with numpy.
set -euo pipefail
# shellcheck source=Accuracy/sets.sh
. "$(dirname "${BASH_SOURCE[0]}")/Accuracy/sets.sh"

# Lines of a manifest from its beginning to its end, with the recordings where they are; with a
# third argument, each of them is to be refused.
take() { # MANIFEST NAME [refused]
  mkdir -p "$out/$2"
  python3 - "$1" "$limit" "${3:-}" >"$out/$2/manifest.jsonl" <<'PYTHON'
import json, os, sys
folder = os.path.dirname(os.path.abspath(sys.argv[1]))
lines, limit = list(open(sys.argv[1])), int(sys.argv[2])
for line in lines[:: max(1, len(lines) // limit)][:limit]:
    case = json.loads(line)
    case["audio"] = os.path.join(folder, case["audio"])
    if sys.argv[3]: case.pop("intent", None), case.pop("slots", None)
    print(json.dumps(case))
PYTHON
  sets+=("$2")
}

mix() { # SET LEVEL NAME
  [ -s "$out/$3/manifest.jsonl" ] ||
    python3 "$here/Accuracy/mix.py" "$out/$1/manifest.jsonl" "$out/$3" "$2" "${noises[@]}"
  sets+=("$3")
}

main() {
  local here package tool grammar
  here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
  package=$(cd "$here/.." && pwd)
  grammar=$package/grammars/examples/coffee.json
  use_out
  build_tools "$package" accuracy
  tool=$binaries/accuracy
  local sets=() noises=("$out/babble.wav") level
  [ -s "$out/babble.wav" ] || python3 "$here/Accuracy/say.py" --babble "$out/babble.wav"
  if [ -n "${CORPUS:-}" ]; then
    limit=${LIMIT:-200}
    "$tool" --strangers "$grammar" "$CORPUS/people/expressions.txt"
    take "$CORPUS/people/manifest.jsonl" orders
    local noise
    for noise in "$CORPUS"/noise/*.flac; do noises+=("$noise"); done
    [ -s "$out/said/manifest.jsonl" ] ||
      "$CORPUS/render.py" "$CORPUS/moves-dev.jsonl" "$out/said" --snr 25 \
        --limit $((limit < 138 ? limit : 138)) >&2
    take "$out/said/manifest.jsonl" moves refused
    take "$CORPUS/reading/manifest.jsonl" talk refused
    take "$CORPUS/commands/manifest.jsonl" words refused
    mix words 15 "words in noise"
  else
    limit=${LIMIT:-40}
    make_pink "$out/pink.wav"
    noises+=("$out/pink.wav")
    "$tool" --phrases "$limit" "$grammar" >"$out/phrases.jsonl"
    [ -s "$out/said/manifest.jsonl" ] || python3 "$here/Accuracy/say.py" "$out/phrases.jsonl" "$out/said"
    take "$out/said/manifest.jsonl" orders
  fi
  for level in ${LEVELS:-24 21 18 15 12 9 6}; do
    mix orders "$level" "$level dB"
  done
  hear() {
    "$tool" --intents ${EVIDENCE:+--evidence} "$grammar" "$out/$1/manifest.jsonl" >"$out/$1/results.jsonl"
  }
  for_each_set hear "${sets[@]}"
  local set
  for set in "${sets[@]}"; do cat "$out/$set/results.jsonl"; done >"$out/results.jsonl"
  python3 "$here/Accuracy/intent-table.py" "$out/results.jsonl"
}

main "$@"
