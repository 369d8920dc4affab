#!/bin/bash
# cross-test.sh [--quick]
#
# Shows on an x86-64 machine that the arm64 product does the same: compiles the package and its tests for arm64 with
# Debian 13's own Swift, runs the arm64 tests under qemu's user-mode emulation, has the arm64 and the amd64 program
# recognize the same clips, and compares words, times and scores. --quick leaves out the tests.
#
# Exit status: 0 the same, 1 not, 77 this machine cannot do it (the reason is on standard error).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=$(dirname "$here")
# shellcheck source=roots.sh
. "$here/roots.sh"

# What only a real processor can pass: tests that measure time.
skipped_tests='Benchmark|Cost|Figures'

# Runs a PROGRAM of the build folder, which is /mnt in the root file system, as this machine does or as the board does.
run_amd64() { # PROGRAM ARGUMENTS...
  in_root "$work" "$@"
}

run_arm64() { # PROGRAM ARGUMENTS...
  in_root "$work" qemu-aarch64 -L /arm64 -E LD_LIBRARY_PATH=/usr/libexec/swift/lib/swift/linux "$@"
}

# Words, times and scores of all clips, one clip a line.
recognize() { # ARCH
  local clips=() clip
  for clip in "$package"/deploy/demo/*.flac; do clips+=("/mnt/src/deploy/demo/${clip##*/}"); done
  "run_$1" "/mnt/build-$1/release/spokenmove" recognize --json \
    --grammar /mnt/src/grammars/en_US/chess.json "${clips[@]}" >"$work/$1.jsonl"
}

main() {
  local work quick=no status=0
  case ${1:-} in
  '') ;;
  --quick) quick=yes ;;
  *)
    echo "Usage: deploy/cross-test.sh [--quick]" >&2
    exit 2
    ;;
  esac
  roots_check
  make_roots
  work=${BUILD_FOLDER:-$ROOTS/build}
  mkdir -p "$work"
  rm -rf "$work/src"
  copy_sources "$package" "$work/src"

  echo "== the program, for both"
  build_in_root amd64 "$work" -c release --static-swift-stdlib -Xlinker -s --product spokenmove
  build_in_root arm64 "$work" -c release --static-swift-stdlib -Xlinker -s --product spokenmove
  run_amd64 /mnt/build-amd64/release/spokenmove --version
  run_arm64 /mnt/build-arm64/release/spokenmove --version

  echo "== the same clips"
  recognize amd64
  recognize arm64
  if [ -s "$work/amd64.jsonl" ] && diff "$work/amd64.jsonl" "$work/arm64.jsonl"; then
    echo "$(wc -l <"$work/amd64.jsonl") clips: words, times and scores are the same"
  else
    echo "arm64 and amd64 differ: $work/amd64.jsonl, $work/arm64.jsonl" >&2
    status=1
  fi
  [ "$quick" = no ] || return $status

  echo "== the tests, for arm64"
  build_in_root arm64 "$work" --build-tests
  (
    cd "$work/build-arm64/debug"
    run_arm64 "/mnt/build-arm64/debug/$(echo *.xctest)" --testing-library swift-testing --skip "$skipped_tests"
  ) || status=1
  return $status
}

main "$@"
