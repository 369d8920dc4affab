#!/bin/bash
# enrolment.sh: measures the gain from knowing a player's voice. Held-out voices enrol with 20 moves,
# people's recorded words with a quarter of theirs. The rest is recognized with and without what was
# learnt.
#
#   CORPUS=FOLDER  recordings to measure with: moves-dev.jsonl, render.py, words/. Without it,
#                  flite's voice kal says moves in random positions, with white noise.
#   VOICES="…"     with CORPUS, the voices, by render.py's names.
#   LIMIT=N        the maximum number of moves per voice (140).
#   OUT=FOLDER     keeps recordings and results; without it they are deleted.
#
# Needs flite, espeak-ng, sox and python3.
set -euo pipefail
# shellcheck source=sets.sh
. "$(dirname "${BASH_SOURCE[0]}")/sets.sh"

# Writes a voice's moves, with noise DB below the voice, and FOLDER/manifest.jsonl.
render() { # VOICE DB FOLDER
  [ -s "$3/manifest.jsonl" ] && return
  if [ -n "${CORPUS:-}" ]; then
    "$CORPUS/render.py" "$CORPUS/moves-dev.jsonl" "$3" --voices "$1" --snr "$2" --limit "$limit" >&2
    return
  fi
  mkdir -p "$3"
  local number=0 case phrase
  while IFS= read -r case; do
    phrase=$(sed -E 's/.*"phrase":"([^"]*)".*/\1/; s/\b([a-h])\b/\U\1/g' <<<"$case")
    flite -voice "${1#flite:}" -t "$phrase" -o "$3/raw.wav"
    sox "$3/raw.wav" -r 16000 -c 1 -b 16 "$3/speech.wav" norm -8 pad 0.5 0.5
    # The mean level of uniform white noise is 4.8 dB below its peak; that of speech, about 18 dB.
    sox -R -n -r 16000 -c 1 -b 16 "$3/noise.wav" synth "$(soxi -D "$3/speech.wav")" whitenoise gain "$((-20 - $2))"
    sox -m -v 1 "$3/speech.wav" -v 1 "$3/noise.wav" "$3/$number.wav"
    printf '{"audio":"%s.wav",%s\n' "$number" "${case#\{}" >>"$3/list.jsonl"
    number=$((number + 1))
  done <"$out/cases.jsonl"
  mv "$3/list.jsonl" "$3/manifest.jsonl"
}

# Chooses the moves for enrolment: COUNT of them, spread evenly, or a quarter. The others are for the
# test.
split() { # MANIFEST COUNT|quarter ENROL REST
  python3 - "$@" <<'PYTHON'
import sys
lines = list(open(sys.argv[1]))
count = (len(lines) + 3) // 4 if sys.argv[2] == "quarter" else int(sys.argv[2])
held = {len(lines) * number // count for number in range(count)}
open(sys.argv[3], "w").writelines(l for i, l in enumerate(lines) if i in held)
open(sys.argv[4], "w").writelines(l for i, l in enumerate(lines) if i not in held)
PYTHON
}

# Evaluates a manifest, and writes each case's outcome beside it.
counts() { # MANIFEST PLAYER
  "$program" evaluate --json --cases --confusions 0 --config "$out/config.yaml" --player "$2" "$1" >"${1%.jsonl}-$2.txt"
  tail -n 1 "${1%.jsonl}-$2.txt" | python3 -c 'import json, sys
total = json.load(sys.stdin)
print("%5.1f / %4.1f" % tuple(100 * total[verdict] / total["cases"] for verdict in ("right", "wrong")))'
}

main() {
  local here package
  here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
  package=$(cd "$here/../.." && pwd)
  limit=${LIMIT:-140}
  use_out
  build_tools "$package" spokenmove
  program=$binaries/spokenmove
  local voices=${VOICES:-flite:kal espeak:en-gb-scotland words}
  if [ -z "${CORPUS:-}" ]; then
    build_tools "$package" accuracy
    voices=flite:kal
    "${program%/*}/accuracy" --cases "$limit" "$package"/grammars/en_US/{chess,dialogue}.json >"$out/cases.jsonl"
  fi
  printf 'record:\n  directory: %s/state\n' "$out" >"$out/config.yaml"
  printf '%-24s %5s %5s  %-14s %s\n' voice dB moves without "with (right / wrong in %)"
  local voice level name count rest without with
  for voice in $voices; do
    name=${voice//[^a-z0-9]/-}
    count=20
    [ "$voice" != words ] || count=quarter
    for level in 25 10; do
      render "$voice" "$level" "$out/$name-$level"
      split "$out/$name-$level/manifest.jsonl" "$count" "$out/$name-$level/enrol.jsonl" "$out/$name-$level/rest.jsonl"
    done
    # Only in a quiet room, as people would.
    "$program" enroll --keep --config "$out/config.yaml" --player "$name" --from "$out/$name-25/enrol.jsonl" >&2
    for level in 25 10; do
      rest=$out/$name-$level/rest.jsonl
      without=$(counts "$rest" none)
      with=$(counts "$rest" "$name")
      printf '%-24s %5s %5s  %-14s %s\n' "$voice" "$level" "$(wc -l <"$rest")" "$without" "$with"
    done
  done
}

main "$@"
