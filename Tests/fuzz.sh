#!/bin/bash
# fuzz.sh [TARGET...] [--seconds N] [--runs N] [--replay]
#
# Coverage-guided fuzzing (libFuzzer, which comes with Swift's toolchain) of all code that reads bytes from outside: the
# named targets, or all, each for 60 s, or for --runs runs. With --replay, it runs only the inputs in Tests/Fuzz/Corpus:
# valid ones, and those that once failed. Nothing may crash, compute for longer than a second, wait for longer than a
# minute, or use more than 256 MiB. It prints a line per target: the number of runs and of crashes, the slowest run in
# seconds, and the peak memory in MiB; the last line is "N passed, N failed".
#
# Crashing inputs are in .build/fuzz/findings: fix the bug, and put the input into Tests/Fuzz/Corpus/TARGET. Inputs that
# reach more code stay in .build/fuzz/corpus, where the next run starts.
#
# Exit status: 0 nothing failed, 1 something did, 77 the toolchain here has no libFuzzer.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck disable=SC2034 # read by what is sourced
dry_run=no INSTALL_SOURCED=yes package=$(cd "$here/.." && pwd)
# shellcheck source=../deploy/install.sh
. "$package/deploy/install.sh"

seconds=60 runs=-1 replay=no targets=()
while [ $# -gt 0 ]; do
  case $1 in
  --seconds) seconds=${2:?how many seconds} && shift ;;
  --runs) runs=${2:?how many runs} && shift ;;
  --replay) replay=yes ;;
  -*) fail "there is no option $1" ;;
  *) targets+=("$1") ;;
  esac
  shift
done

find_swift || fail "there is no Swift here"
library=$(find "$(dirname "$(readlink -f "$(command -v swift)")")/../lib" -name "libclang_rt.fuzzer-$(uname -m).a" | head -n 1)
if [ -z "$library" ]; then
  echo "fuzz.sh: this toolchain has no libFuzzer; those of swift.org have" >&2
  exit 77
fi
build=(--package-path "$here/Fuzz" --scratch-path "$package/.build/fuzz" -c release --sanitize fuzzer -Xswiftc -enable-testing)
swift build "${build[@]}" --jobs "$(build_jobs)" --product fuzz >&2
program=$(swift build "${build[@]}" --show-bin-path)/fuzz
findings=$package/.build/fuzz/findings corpus=$package/.build/fuzz/corpus
mkdir -p "$findings"
TMPDIR=$(mktemp -d /dev/shm/spokenmove-fuzz-XXXXXX)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT

# The value of libFuzzer's statistic NAME, or 0.
statistic() { # NAME LOG
  awk -v name="stat::$1:" '$1 == name { value = $2 } END { print value + 0 }' "$2"
}

# Keeps the output in LOG, without the MP3 decoder's message for each damaged frame: gigabytes in half an hour.
run_program() { # LOG ARGUMENT...
  local log=$1
  shift
  "$program" "$@" 2>&1 | grep -av -e libmpg123 -e '^Note: ' >"$log"
}

run_target() { # NAME MAXIMUM-LENGTH
  local log=$findings/$1.log crashes=0 slowest
  local options=(-max_len="$2" -dict="$here/Fuzz/numbers.dict" -timeout=60 -rss_limit_mb=256 -print_final_stats=1 -artifact_prefix="$findings/$1-")
  mkdir -p "$corpus/$1"
  if [ $replay = yes ]; then
    run_program "$log" "$1" "${options[@]}" -runs=0 "$here/Fuzz/Corpus/$1" || crashes=1
  else
    run_program "$log" "$1" "${options[@]}" -max_total_time="$seconds" -runs="$runs" "$corpus/$1" "$here/Fuzz/Corpus/$1" || crashes=1
  fi
  slowest=$(statistic slowest_unit_time_sec "$log")
  printf '%-20s %10d runs, %d crashes, slowest %d s, at most %3d MiB\n' "$1" \
    "$(statistic number_of_executed_units "$log")" $crashes "$slowest" "$(statistic peak_rss_mb "$log")"
  [ $crashes -eq 0 ] || grep -E 'ERROR: libFuzzer|Fatal error|Test unit written' "$log" | sed 's/^/    /'
  [ $crashes -eq 0 ]
}

passed=0 failed=0
while read -r name length; do
  if [ ${#targets[@]} -gt 0 ] && [[ " ${targets[*]} " != *" $name "* ]]; then continue; fi
  if run_target "$name" "$length"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done < <("$program")
[ $((passed + failed)) -gt 0 ] || fail "no target is called ${targets[*]}"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
