#!/bin/bash
# accuracy.sh: measures the accuracy of moves, and the refusal of everything else, with the stock
# solution in the same run.
#
# accuracy.sh --locale LOCALE...: the same for languages, with two voices of espeak-ng and, if it
# speaks the language, SVOX Pico; "all" stands for every language. Each has 200 moves with noise
# 25 dB below the voice and 100 at 12 dB, 100 illegal moves, and 100 ordinary sentences: 5 to 10
# minutes per language.
#
#   CORPUS=FOLDER  recordings to measure with: moves-dev.jsonl, render.py, join.py, illegal.py,
#                  cut.py, an4/, commands/, reading/, speakers/, noise/, people/, keywords/, words/
#                  (Tests/Accuracy/corpus.py). Without it, a smaller set is made with flite and
#                  espeak-ng: other voices, the same noises.
#   LIMIT=N        the maximum number of cases per set (with a corpus 400, without 60; of a language 200).
#   JOBS=N         the number of parallel sets (1: with more, the times are not valid).
#   OUT=FOLDER     keeps sets and results; without it they are deleted.
#   VOICES=NAMES   of a language: other voices, such as "espeak:en-gb-scotland pico".
#
# Needs flite, espeak-ng, sox and python3; with a corpus or languages python3-venv too, into which it
# installs python-chess, numpy, pocketsphinx and ttspico from PyPI. Tests/Accuracy/fit.py fits the
# confidence to the results in OUT.
set -euo pipefail
# shellcheck source=Accuracy/sets.sh
. "$(dirname "${BASH_SOURCE[0]}")/Accuracy/sets.sh"

speak() { # VOICE PHRASE FILE
  local text
  # Lone letters are read as letters.
  text=$(sed -E 's/\b([b-h])\b/\U\1/g; s/\ba\b/A/g' <<<"$2")
  case $1 in
  espeak:*) espeak-ng -v "${1#espeak:}" -s 150 -w "$3.raw.wav" "$text" ;;
  flite:*) flite -voice "${1#flite:}" -t "$text" -o "$3.raw.wav" ;;
  esac
  # Half a second of room before and after.
  sox "$3.raw.wav" -r 16000 -c 1 -b 16 "$3" gain -n -8 pad 0.5 0.5
  rm "$3.raw.wav"
}

# Adds noise of KIND (white, pink, brown) that is DB below the speech's mean level.
add_noise() { # FILE DB KIND
  local seconds level
  seconds=$(soxi -D "$1")
  # The speech lies half a second from both ends.
  level=$(sox "$1" -n trim 0.5 -0.5 stat 2>&1 | awk '/RMS +amplitude/ {print $3}')
  sox -R -n -r 16000 -c 1 -b 16 "$1.noise.wav" synth "$seconds" "$3noise" \
    gain "$(awk -v l="$level" -v d="$2" 'BEGIN {print 20 * log(l) / log(10) - d + 6}')"
  sox -m -v 1 "$1" -v 1 "$1.noise.wav" "$1.mixed.wav"
  mv "$1.mixed.wav" "$1"
  rm "$1.noise.wav"
}

make_moves() { # NAME DB KIND
  local folder=$out/$1 number=0 voices=(flite:slt flite:rms flite:awb flite:kal espeak:en-us espeak:en-gb espeak:en-gb-scotland)
  mkdir -p "$folder"
  : >"$folder/manifest.jsonl"
  while IFS= read -r case; do
    local voice=${voices[number % ${#voices[@]}]} phrase
    phrase=$(sed -E 's/.*"phrase":"([^"]*)".*/\1/' <<<"$case")
    speak "$voice" "$phrase" "$folder/$number.wav"
    add_noise "$folder/$number.wav" "$2" "$3"
    printf '{"audio":"%s.wav","group":"%s",%s\n' "$number" "$voice" "${case#\{}" >>"$folder/manifest.jsonl"
    number=$((number + 1))
  done <"$out/cases.jsonl"
}

# Says each line of standard input with three voices; TEMPLATE gives the rest of a manifest's line,
# with %s for the phrase.
make_phrases() { # NAME DB KIND TEMPLATE
  local folder=$out/$1 number=0 phrase
  mkdir -p "$folder"
  : >"$folder/manifest.jsonl"
  while IFS= read -r phrase; do
    local voice
    for voice in flite:slt espeak:en-us espeak:en-gb; do
      speak "$voice" "$phrase" "$folder/$number.wav"
      add_noise "$folder/$number.wav" "$2" "$3"
      # shellcheck disable=SC2059 # the template is a format
      printf '{"audio":"%s.wav","group":"%s","id":"%s-%s",%s}\n' "$number" "$voice" "$1" "$number" \
        "$(printf "$4" "$phrase")" >>"$folder/manifest.jsonl"
      number=$((number + 1))
    done
  done
}

make_commands() { # NAME DB KIND
  make_phrases "$1" "$2" "$3" '"phrase":"%s"' <<'PHRASES'
undo
take that back
new game
I resign
offer a draw
repeat that
show the board
what can I say
PHRASES
}

# Sentences that are not commands, some of them short, some about the game.
make_others() { # NAME DB KIND
  make_phrases "$1" "$2" "$3" '"uci":null' <<'PHRASES'
make me a large cup of coffee with milk
could you turn the lights off in the kitchen please
what is the weather going to be like tomorrow
I would like a small espresso without sugar
play some music in the living room
please set a timer for ten minutes
good morning
where did I put my keys
call my mother at home
we should go out for dinner tonight
that was not what I meant
it is your turn now
I think he will take the knight next
do you want another cup of tea
how long will the film take
thank you very much
okay
my king is in danger
well played
wait a moment please
PHRASES
}

make_noises() {
  local folder=$out/nonspeech number kind
  mkdir -p "$folder"
  : >"$folder/manifest.jsonl"
  for ((number = 0; number < noises; number++)); do
    local kinds=(silence white room taps cough music hum rustle) file=$folder/$number.wav seconds
    kind=${kinds[number % 8]}
    # From 0.3 to 10 s.
    seconds=$(awk -v n="$number" -v m="$noises" 'BEGIN {print 0.3 * exp(log(33) * ((n * 7) % m) / m)}')
    local gain=$((-10 - number * 5 % 40))
    case $kind in
    silence) sox -n -r 16000 -c 1 -b 16 "$file" trim 0 "$seconds" ;;
    white) sox -R -n -r 16000 -c 1 -b 16 "$file" synth "$seconds" whitenoise gain "$gain" ;;
    room) sox -R -n -r 16000 -c 1 -b 16 "$file" synth "$seconds" brownnoise gain "$gain" ;;
    taps) sox -R -n -r 16000 -c 1 -b 16 "$file" synth 0.02 whitenoise fade 0 0.02 0.018 gain -6 pad 0 "0.$((1 + number % 7))" repeat - trim 0 "$seconds" ;;
    cough) sox -R -n -r 16000 -c 1 -b 16 "$file" synth 0.3 pinknoise band 900 800 fade h 0.02 0.3 0.2 gain -6 pad 0.2 0.4 repeat - trim 0 "$seconds" ;;
    music) sox -R -n -r 16000 -c 1 -b 16 "$file" synth 0.4 pluck "$((110 + number * 13))" synth 0.4 pluck mix "$((220 + number * 7))" repeat - trim 0 "$seconds" gain -12 ;;
    hum) sox -R -n -r 16000 -c 1 -b 16 "$file" synth "$seconds" square 50 gain -9 lowpass 600 gain "$gain" ;;
    rustle) sox -R -n -r 16000 -c 1 -b 16 "$file" synth "$seconds" whitenoise gain -9 highpass 1500 tremolo "$((1 + number % 6))" 90 gain "$gain" ;;
    esac
    printf '{"audio":"%s.wav","group":"%s","id":"noise-%s","uci":null}\n' "$number" "$kind" "$number" >>"$folder/manifest.jsonl"
  done
}

# Other people's commands, in positions with at least 30 legal moves.
in_positions() { # MANIFEST NAME
  mkdir -p "$out/$2"
  python3 - "$1" "$out/positions.jsonl" >"$out/$2/manifest.jsonl" <<'PYTHON'
import json, os, sys
fens = [json.loads(l)["fen"] for l in open(sys.argv[2]) if json.loads(l)["moves"] >= 30][:20]
folder = os.path.dirname(os.path.abspath(sys.argv[1]))
for number, line in enumerate(open(sys.argv[1])):
    case = json.loads(line)
    case.update(audio=os.path.join(folder, case["audio"]), fen=fens[number % len(fens)], uci=None)
    print(json.dumps(case))
PYTHON
}

# Sets `python` to one with python-chess and numpy, from PyPI.
use_python() {
  local environment=${XDG_CACHE_HOME:-$HOME/.cache}/spokenmove/python
  python=$environment/bin/python3
  [ -x "$python" ] || python3 -m venv "$environment" >&2
  "$python" -m pip install -q chess==1.11.2 numpy >&2
}

# The table of LOCALES.
measure_locales() { # LOCALE...
  local program
  use_python
  "$python" -m pip install -q ttspico==0.3.2 >&2 || echo "accuracy.sh: goes on without Pico" >&2
  program=${SPOKENMOVE:-}
  if [ -z "$program" ]; then
    build_tools "$package" spokenmove
    program=$binaries/spokenmove
  fi
  if [ "$*" = all ]; then
    local file
    set --
    for file in "$package"/grammars/*/dialogue.json; do set -- "$@" "$(basename "${file%/*}")"; done
  fi
  "$python" "$here/Accuracy/locales.py" "$program" "$out" "${LIMIT:-200}" "$@"
}

main() {
  local here package tool data
  here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
  package=$(cd "$here/.." && pwd)
  use_out
  if [ "${1:-}" = --locale ]; then
    [ $# -ge 2 ] || { echo "usage: Tests/accuracy.sh [--locale LOCALE...|all]" >&2; exit 2; }
    shift
    measure_locales "$@"
    return
  fi
  data=("$package/grammars/en_US/chess.json" "$package/grammars/en_US/dialogue.json")
  build_tools "$package" accuracy
  tool=$binaries/accuracy
  "$tool" --cases 200 "${data[@]}" >"$out/positions.jsonl"
  local sets=()
  if [ -n "${CORPUS:-}" ]; then
    noises=200
    local manifests
    use_python
    "$python" -m pip install -q pocketsphinx >&2 || echo "accuracy.sh: goes on without AN4's moves" >&2
    manifests=$("$python" "$here/Accuracy/corpus.py" "$CORPUS" "$out" "${LIMIT:-400}")
    mapfile -t sets <<<"$manifests"
  else
    limit=${LIMIT:-60} noises=48
    head -n "$limit" "$out/positions.jsonl" >"$out/cases.jsonl"
    make_moves moves-25 25 pink
    make_moves moves-10 10 white
    make_commands commands-25 25 pink
    make_commands commands-12 12 white
    make_others others 25 pink
    make_others others-12 12 white
    in_positions "$out/others/manifest.jsonl" others-20
    sets+=("$out"/{moves-25,moves-10,commands-25,commands-12,others,others-12,others-20}/manifest.jsonl)
  fi
  make_noises
  sets+=("$out/nonspeech/manifest.jsonl")
  hear() { "$tool" "${data[@]}" "$1" >"${1%/*}/results.jsonl"; }
  for_each_set hear "${sets[@]}"
  local set
  for set in "${sets[@]}"; do cat "${set%/*}/results.jsonl"; done >"$out/results.jsonl"
  python3 "$here/Accuracy/table.py" "$out/results.jsonl"
}

main "$@"
