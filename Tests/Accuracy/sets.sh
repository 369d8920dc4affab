# shellcheck shell=bash
# sets.sh: functions that the measuring scripts share; to be sourced.

# Sets `out` to OUT, or to a folder that is removed at the end.
use_out() {
  if [ -n "${OUT:-}" ]; then
    mkdir -p "$OUT"
    out=$(cd "$OUT" && pwd)
  else
    out=$(mktemp -d)
    trap 'rm -rf "$out"' EXIT
  fi
}

# Builds some products, and sets `binaries` to their folder.
build_tools() { # PACKAGE PRODUCT...
  local product package=$1
  shift
  for product in "$@"; do swift build --package-path "$package" -c release --product "$product" >&2; done
  # shellcheck disable=SC2034 # read by what sources this
  binaries=$(swift build --package-path "$package" -c release --show-bin-path)
}

# Makes half a minute of pink noise, unless it exists.
make_pink() { # FILE
  [ -s "$1" ] || sox -R -n -r 16000 -c 1 -b 16 "$1" synth 30 pinknoise gain -20
}

# Runs a command with each set, JOBS at a time.
for_each_set() { # COMMAND SET...
  local command=$1 set running=0
  shift
  for set in "$@"; do
    if [ "$running" -ge "${JOBS:-1}" ]; then
      wait -n
      running=$((running - 1))
    fi
    "$command" "$set" &
    running=$((running + 1))
  done
  for (( ; running > 0; running--)); do wait -n; done
}
