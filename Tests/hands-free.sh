#!/bin/bash
# hands-free.sh: measures accepted and missed commands without a button, on held-out voices and
# people; and in the same run, two other ways to listen for a name.
#
#   CORPUS=FOLDER  recordings: moves-dev.jsonl, reading/, an4/, commands/, people/, keywords/, noise/.
#   MINUTES=N      the maximum amount of talk (120).
#   COUNT=N        the number of moves said with the name (240), and a third of them for microWakeWord.
#   PART=tune      the voices and people that it was fitted to.
#   OUT=FOLDER     keeps recordings and results; without it they are deleted.
#
# PocketSphinx spots the same name, at two thresholds. microWakeWord, from PyPI, listens for its own
# name: "okay nabu". Neither recognizes moves. Needs flite, espeak-ng, sox, python3-venv and numpy.
set -euo pipefail
# shellcheck source=release.sh
. "$(dirname "${BASH_SOURCE[0]}")/release.sh"

corpus=${CORPUS:?is the folder of the recordings}
out=${OUT:-$(mktemp -d)}
[ -n "${OUT:-}" ] || trap 'rm -rf "$out"' EXIT
part=${PART:-report}
count=${COUNT:-240}
make=(python3 "$here/Accuracy/handsfree.py" "$corpus")

[ -e "$out/own/noise.jsonl" ] ||
  "${make[@]}" "$out/own" --part "$part" --count "$count" --minutes "${MINUTES:-120}"
[ -e "$out/nabu/noise.jsonl" ] ||
  "${make[@]}" "$out/nabu" --part "$part" --count $((count / 3)) --minutes 0 --name "okay nabu"
[ -x "$out/venv/bin/pip" ] || python3 -m venv --system-site-packages "$out/venv"
"$out/venv/bin/pip" install -q pymicro-wakeword || echo "hands-free: no microWakeWord" >&2

figures() { # MEMBER... <<<JSON: these members, with a tab between them
  python3 -c 'import json, sys; line = json.load(sys.stdin); print(*(line[m] for m in sys.argv[1:]), sep="\t")' "$@"
}

row() { # COLUMN...
  printf '%-28s' "$1"
  printf ' %7s' "${@:2}"
  echo
}

row set hours said right wrong false wakes
for set in said-25 said-10 alone talk noise; do
  "$SPOKENMOVE" evaluate --hands-free --json --cases "$out/own/$set.jsonl" >"$out/own/$set.out"
  line=$(tail -n 1 "$out/own/$set.out")
  # shellcheck disable=SC2046 # a column each
  row "SpokenMove, $set" \
    $(figures hours said right wrong false_accepts false_wakes <<<"$line")
  echo "    $line"
done
spot() { # TITLE SET ARGUMENT...
  local line
  line=$("$out/venv/bin/python" "$here/Accuracy/spotters.py" "${@:3}")
  # shellcheck disable=SC2046 # a column each
  row "$1, $2" $(figures hours said heard <<<"$line") - - "$(figures false_wakes <<<"$line")"
}
for threshold in 1e-10 1e-20 1e-30; do
  for set in said-25 said-10 talk; do
    spot "PocketSphinx $threshold" "$set" pocketsphinx "$out/own/$set.jsonl" chessboard "$threshold"
  done
done
for set in said-25 said-10; do spot microWakeWord "$set" micro "$out/nabu/$set.jsonl" okay_nabu; done
spot microWakeWord talk micro "$out/own/talk.jsonl" okay_nabu
