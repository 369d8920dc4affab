#!/bin/bash
# run.sh [--card | --games] [UNITTEST ARGUMENTS]
#
# Runs the tests on a simulated board (test_*.py here): a virtual machine whose button and LEDs are
# gpio-sim's, whose microphone is snd-aloop's, and whose serial port ends here. Arguments are those of
# `python3 -m unittest discover`, for example `run.sh -k hold`; by default it runs all tests. --card
# runs the tests of an installation (card_*.py): Debian 13 with systemd on a card, and the package,
# which it builds if .build/packages has none of this source. --games runs four whole games by voice
# (games_*.py).
#
# Exit status: 0 passed, 1 failed, 77 this machine cannot run them (the reason is on standard
# error).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=$(cd "$here/../.." && pwd)

"$here/setup.sh"
machines=2
if [ "${1:-}" = --card ]; then
  shift
  pattern='card_*.py'
  # Its files share the card.
  machines=1
else
  pattern='test_*.py'
  if [ "${1:-}" = --games ]; then
    shift
    pattern='games_*.py'
  fi
  # shellcheck disable=SC2034 # read by what is sourced
  dry_run=no INSTALL_SOURCED=yes
  # shellcheck source=../../deploy/install.sh
  . "$package/deploy/install.sh"
  need_swift
  build_product spokenmove
fi

# Each machine emulates one processor. Each wait in there has its own limit; this one is for anything
# that hangs nevertheless.
cd "$here"
export PYTHONDONTWRITEBYTECODE=1
SPOKENMOVE_VM_OUT=$(mktemp -d)
export SPOKENMOVE_VM_OUT
# The output of one file's tests comes as a whole. Python's 5 means that -k chose none of them.
one() {
  local file=$1 status=0
  shift
  timeout -k 30 1500 python3 -m unittest discover -v -p "$file" "$@" >"$SPOKENMOVE_VM_OUT/$file.txt" 2>&1 || status=$?
  flock "$SPOKENMOVE_VM_OUT" cat "$SPOKENMOVE_VM_OUT/$file.txt"
  [ "$status" -eq 0 ] || [ "$status" -eq 5 ]
}
export -f one
# shellcheck disable=SC2016 # for the other shell
# shellcheck disable=SC2086,SC2011 # a pattern of files with plain names; the longest file first
ls -S $pattern | xargs -P $machines -I{} bash -c 'one "$@"' bash {} "$@" || {
  echo "what the serial ports and the kernels said is in $SPOKENMOVE_VM_OUT" >&2
  exit 1
}
rm -rf "$SPOKENMOVE_VM_OUT"
