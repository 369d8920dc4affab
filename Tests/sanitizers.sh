#!/bin/bash
# sanitizers.sh [address|thread]...
#
# Runs the unit tests with the sanitizers of Swift's toolchain, by default with both. Each needs a
# separate build of a quarter of an hour. A report of ThreadSanitizer does not end the tests; one of
# AddressSanitizer does. It prints a line for each: the numbers of tests, issues and reports, which
# are in .build/asan/reports and .build/tsan/reports.
#
# Left out are the tests of programs in C and Objective-C, which are linked without the sanitizer;
# CPortsTests has the address and undefined-behaviour sanitizers itself.
#
# Exit status: 0 no reports, 1 some reports, 77 the toolchain here has no sanitizers.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck disable=SC2034 # read by what is sourced
dry_run=no INSTALL_SOURCED=yes package=$(cd "$here/.." && pwd)
# shellcheck source=../deploy/install.sh
. "$package/deploy/install.sh"

find_swift || fail "there is no Swift here"
tools=$(dirname "$(readlink -f "$(command -v swift)")")
if [ -z "$(find "$tools/../lib" -name "libclang_rt.tsan-$(uname -m).a" | head -n 1)" ]; then
  echo "sanitizers.sh: this toolchain has no sanitizers; those of swift.org have" >&2
  exit 77
fi
pin_dependencies "$package"

sanitize() { # address|thread
  local scratch=$package/.build/${1:0:1}san mutex=() count
  local options="exitcode=0 history_size=4 print_suppressions=0"
  options+=" suppressions=$here/Tools/tsan_suppressions"
  local skipped=(--skip PortsTests)
  local build=(-c release -Xswiftc -enable-testing --scratch-path "$scratch" --sanitize="$1")
  build+=(--force-resolved-versions)
  (cd "$package" && swift build "${build[@]}" --build-tests --jobs "$(build_jobs)") >&2 || return 1
  rm -rf "$scratch/reports"
  mkdir -p "$scratch/reports"
  if [ "$1" = thread ]; then
    "$tools/clang" -O1 -shared -fPIC -o "$scratch/tsan_mutex.so" "$here/Tools/tsan_mutex.c"
    mutex=("LD_PRELOAD=$scratch/tsan_mutex.so")
    # The sanitizer has a thread of its own, which wakes ten times a second.
    skipped+=(--skip anIdleServiceSeldomWakes)
  fi
  (cd "$package" && timeout 7200 env "${mutex[@]}" SPOKENMOVE_PATIENCE="${SPOKENMOVE_PATIENCE:-8}" \
    TSAN_OPTIONS="$options log_path=$scratch/reports/thread" \
    ASAN_OPTIONS="detect_leaks=0:log_path=$scratch/reports/address" \
    swift test "${build[@]}" --skip-build "${skipped[@]}") >"$scratch/tests.log" 2>&1 || true
  count=$(find "$scratch/reports" -type f -exec grep -h SUMMARY {} + | wc -l)
  echo "$1: $(grep -oE 'Test run with .*' "$scratch/tests.log" | tail -n 1), $count reports"
  grep -q 'Test run with' "$scratch/tests.log" && [ "$count" -eq 0 ]
}

status=0
[ $# -gt 0 ] || set -- address thread
for name in "$@"; do sanitize "$name" || status=1; done
exit $status
