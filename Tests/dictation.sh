#!/bin/bash
# dictation.sh: measures the word error rate and the cost of dictation with the model's n-gram, with
# pocketsphinx_continuous (same model, n-gram and sound) in the same run.
#
#   CORPUS=FOLDER  people/expressions.txt has the sentences. Without it, a grammar generates random
#                  coffee orders.
#   LIMIT=N        the maximum number of sentences (200); the noise is pink.
#   LEVELS="…"     how many dB the noise is below the voice (25 15).
#   OUT=FOLDER     keeps the recordings; without it they are deleted.
#
# Needs flite, espeak-ng, sox, Debian's pocketsphinx, and python3 with numpy.
set -euo pipefail
# shellcheck source=Accuracy/sets.sh
. "$(dirname "${BASH_SOURCE[0]}")/Accuracy/sets.sh"

main() {
  local here package program
  here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
  package=$(cd "$here/.." && pwd)
  use_out
  build_tools "$package" spokenmove accuracy
  program=$binaries/spokenmove
  local limit=${LIMIT:-200} level manifests=()
  if [ -n "${CORPUS:-}" ]; then
    # Spread over all of them.
    awk -v limit="$limit" '{ line[NR] = $0 } END {
      for (i = 0; i < limit && i < NR; i++) printf "{\"phrase\":\"%s\"}\n", line[int(i * NR / (limit < NR ? limit : NR)) + 1]
    }' "$CORPUS/people/expressions.txt" >"$out/phrases.jsonl"
  else
    "$binaries/accuracy" --phrases "$limit" "$package/grammars/examples/coffee.json" >"$out/phrases.jsonl"
  fi
  make_pink "$out/pink.wav"
  [ -s "$out/said/manifest.jsonl" ] || python3 "$here/Accuracy/say.py" "$out/phrases.jsonl" "$out/said"
  for level in ${LEVELS:-25 15}; do
    [ -s "$out/$level dB/manifest.jsonl" ] ||
      python3 "$here/Accuracy/mix.py" "$out/said/manifest.jsonl" "$out/$level dB" "$level" "$out/pink.wav"
    manifests+=("$out/$level dB/manifest.jsonl")
  done
  python3 "$here/Accuracy/dictation.py" "$program" "${manifests[@]}"
}

main "$@"
