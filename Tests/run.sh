#!/bin/bash
# run.sh [STEP...]
#
# Installs the tests' requirements and runs the named steps; by default build, unit, tools,
# documentation, deploy, faults, board and relay.
#
#   build          both builds for the steps below, at the same time
#   quick          the targets that need no library and no package, and their tests, in debug;
#                  installs nothing but Swift
#   unit           all unit tests, optimised, with the real ALSA and PocketSphinx
#   tools          comparisons with other programs, such as python-chess; a separate package
#   documentation  the libraries' documentation, without a warning; needs the docc of swift.org's Swift
#   deploy         install.sh's functions, roots.sh, image.sh
#   faults         fault injection, each fault several times; and a short soak
#   board          the appliance on a simulated board
#   relay          40 boards, each with its relay, and a real broker; deploy/CLUB.md, step by step
#
# Only by name:
#
#   pure           the targets that need no library, and their tests, in a Debian without any
#   cross          both architectures on Debian 13
#   package        the Debian packages
#   systems        install.sh in Debian 12 and 13
#   games          four whole games by voice on the simulated board
#   club           like relay, with 200 boards, for five minutes
#   card           an installation and its service, with systemd, on a separate board
#   pocketsphinx5  the speech library with the next generation of PocketSphinx
#   fuzz           coverage-guided fuzzing of all readers of outside bytes; a minute each
#   sanitizers     the unit tests with AddressSanitizer and ThreadSanitizer; half an hour each
#   mutants        checks that tests notice small faults in targets without a library; ten minutes
#
# Continues after a failure, and repeats the failed steps' complaints at the end. The last line says
# what passed, what failed, and what could not run here. Exit status 0: nothing failed.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=$(cd "$here/.." && pwd)
# shellcheck disable=SC2034 # read by what is sourced
dry_run=no INSTALL_SOURCED=yes
# shellcheck source=../deploy/install.sh
. "$package/deploy/install.sh"
set +e

# As many tests at once as processors; with more, one that waits may have to wait long for its turn.
SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(nproc)
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH

test_packages="$RELAY_PACKAGES mosquitto mosquitto-clients python3-paho-mqtt iproute2 jq python3 python3-venv flite espeak-ng gobjc stockfish valgrind fdisk e2fsprogs openssl"
package_packages="lintian debootstrap debian-archive-keyring"

passed=() failed=() skipped=()
output=$(mktemp) complaints=$(mktemp)
trap 'rm -f "$output" "$complaints"' EXIT

# Runs COMMAND as the step NAME. Its exit status 77 means that it cannot run here.
step() { # NAME COMMAND...
  local name=$1 start=$SECONDS status
  shift
  echo "== $name"
  "$@" 2>&1 | tee "$output"
  status=${PIPESTATUS[0]}
  case $status in
  0) passed+=("$name ($((SECONDS - start)) s)") ;;
  77) skipped+=("$name") ;;
  *)
    failed+=("$name (exit status $status)")
    {
      echo "== $name: complaints, and its last lines"
      grep -aE '✘|error:|warning:|Fatal|FAILED|^(ERROR|FAIL)|signal code' "$output" | head -n 40 | cut -c 1-400
      echo ...
      tail -n 10 "$output" | cut -c 1-400
      [ "$status" -ne 124 ] || unfinished
    } >>"$complaints"
    ;;
  esac
}

# The tests that had begun when the time was up.
unfinished() {
  echo "Out of time in:"
  comm -23 <(grep -aoP '◇ Test \K(?!run )(".*?"|\S+)(?= started)' "$output" | sort) \
    <(grep -aoP '[✔✘] Test \K(".*?"|\S+)(?= (with \d+ test cases? )?(passed|failed) after)' "$output" | sort)
}

packages() {
  # shellcheck disable=SC2086 # one argument a package
  (install_packages $BUILD_PACKAGES $RUN_PACKAGES $test_packages && need_swift)
}

# Only the targets that need nothing but Swift, without slow tests and those that need an acoustic
# model.
quick() {
  local -x SPOKENMOVE_PURE=1 SPOKENMOVE_SKIP="slow speech"
  # Leaving out debug information saves a seventh of the compiler's time; one process for each module
  # saves an eleventh.
  local build=(--scratch-path .build/quick -Xswiftc -gnone -Xswiftc -driver-batch-count -Xswiftc 1)
  # shellcheck disable=SC2086 # one argument a flag
  (cd "$package" && timeout 900 swift build "${build[@]}" --build-tests --jobs "$(build_jobs)" $SWIFT_FLAGS) &&
    (cd "$package" && timeout 300 swift test "${build[@]}" --skip-build $SWIFT_FLAGS)
}

# The release build, with testing enabled: without optimisation, recognition takes many times as
# long.
tests_build=(-c release -Xswiftc -enable-testing --scratch-path .build/tests --force-resolved-versions)

build_tests() {
  pin_dependencies "$package"
  # shellcheck disable=SC2086 # one argument a flag
  (cd "$package" && timeout 1800 swift build "${tests_build[@]}" --build-tests --jobs "$(build_jobs)" $SWIFT_FLAGS)
}

# Neither build keeps two processors busy alone.
build() {
  local tests status=0
  pin_dependencies "$package"
  # Not by both at once.
  swift package --package-path "$package" --force-resolved-versions resolve || return 1
  build_tests &
  tests=$!
  # Where memory is scarce, one after the other.
  [ "$(build_jobs)" -eq "$(nproc)" ] || wait "$tests"
  (build_product spokenmove) || status=1
  wait "$tests" || status=1
  return $status
}

unit() {
  # shellcheck disable=SC2086 # one argument a flag
  build_tests &&
    (cd "$package" && timeout 900 swift test "${tests_build[@]}" --skip-build $SWIFT_FLAGS)
}

# Compares this package with other programs, using the release build that also runs on the board.
tools() {
  local environment=${XDG_CACHE_HOME:-$HOME/.cache}/spokenmove/python binaries python record status=0
  local benchmarks=(--package-path "$here/Benchmarks" --scratch-path "$package/.build/benchmarks")
  python=$environment/bin/python3
  [ -x "$environment/bin/pip" ] || python3 -m venv "$environment" || return 1
  "$environment/bin/pip" install -q chess==1.11.2 || return 1
  # shellcheck disable=SC2086 # one argument a flag
  swift build "${benchmarks[@]}" --jobs "$(build_jobs)" $SWIFT_FLAGS --product benchmark-chess || return 1
  # shellcheck disable=SC2086 # one argument a flag
  binaries=$(swift build "${benchmarks[@]}" $SWIFT_FLAGS --show-bin-path) || return 1
  (build_product spokenmove) || return 1
  export SPOKENMOVE=$package/.build/release/spokenmove
  # It mostly waits, the others compute.
  timeout 600 "$python" "$here/Tools/check-record" --kills 100 &
  record=$!
  "$here/Tools/check-imports" || status=1
  "$here/Tools/check-names" || status=1
  timeout 900 "$here/outside.sh" || status=1
  "$here/gpio-shim.sh" || status=1
  timeout 600 "$python" "$here/Tools/compare_with_python_chess.py" "$binaries/benchmark-chess" --positions 3000 || status=1
  timeout 600 "$python" "$here/Tools/check-say" || status=1
  wait "$record" || status=1
  return $status
}

documentation() {
  timeout 1200 "$here/documentation.sh"
}

deploy() {
  local status=0
  timeout 300 "$here/Deploy/test-install.sh" || status=1
  timeout 300 "$here/Deploy/test-roots.sh" || status=1
  timeout 300 "$here/Deploy/test-image.sh" || status=1
  return $status
}

fuzz() {
  timeout 3600 "$here/fuzz.sh"
}

faults() {
  local board status=0
  (build_product spokenmove) || return 1
  export SPOKENMOVE=$package/.build/release/spokenmove
  # Most faults on the board keep one processor busy; all others, and the rest of these, another.
  timeout 1200 "$here/faults.sh" --short --only board: --skip "clock set" --skip GPIO &
  board=$!
  timeout 1200 "$here/faults.sh" --short --skip board: || status=1
  timeout 1200 "$here/faults.sh" --short --only "clock set" --only GPIO || status=1
  wait "$board" || status=1
  # The soak compares times, so nothing else runs.
  timeout 600 "$here/soak.sh" 100 || status=1
  return $status
}

# With Debian's own Python, which has Debian's paho-mqtt.
club() { # ARGUMENTS...
  (build_product spokenmove-relay) || return 1
  timeout 1200 /usr/bin/python3 "$here/Club/club.py" "$package/.build/release/spokenmove-relay" "$@"
}

relay() {
  local unit status=0
  unit=$(mktemp -d)
  sed "s|@bindir@|/usr/bin|" "$package/deploy/system/spokenmove-relay.service" >"$unit/spokenmove-relay.service"
  # In tenths; the service has the network, which counts 0.8.
  systemd-analyze security --offline=yes --threshold=15 "$unit/spokenmove-relay.service" --no-pager | tail -n 1
  [ "${PIPESTATUS[0]}" -eq 0 ] || status=1
  rm -rf "$unit"
  club --boards 40 --seconds 30 --restarts 1 --kills 8 || status=$?
  timeout 120 /usr/bin/python3 "$here/Club/follow.py" "$package/.build/release/spokenmove-relay" || status=$?
  return $status
}

board() {
  "$here/VM/run.sh"
}

pure() {
  # shellcheck disable=SC2086 # one argument a package
  (install_packages $package_packages) || return 1
  timeout 2400 "$here/pure.sh"
}

# The following steps need two root file systems of Debian 13. These are made once, with what is built
# in them.
cross() {
  # shellcheck disable=SC2086 # one argument a package
  (install_packages $package_packages) || return 1
  timeout 2400 "$package/deploy/cross-test.sh"
}

package() {
  # shellcheck disable=SC2086 # one argument a package
  (install_packages $package_packages) || return 1
  timeout 1800 "$here/Deploy/test-package.sh"
}

systems() {
  timeout 1200 "$here/Deploy/test-systems.sh"
}

card() {
  "$here/VM/run.sh" --card
}

games() {
  "$here/VM/run.sh" --games
}

pocketsphinx5() {
  timeout 1200 "$here/Tools/pocketsphinx5.sh"
}

sanitizers() {
  timeout 7200 "$here/sanitizers.sh"
}

mutants() {
  timeout 7200 nice python3 "$here/Tools/mutants"
}

join() {
  local text
  printf -v text '%s, ' "$@"
  echo "${text%, }"
}

steps=(quick build unit tools documentation deploy faults board relay club pure cross package systems card games pocketsphinx5 fuzz sanitizers mutants)

main() {
  local name summary
  [ $# -gt 0 ] || set -- build unit tools documentation deploy faults board relay
  for name in "$@"; do
    if [[ " ${steps[*]} " != *" $name "* ]]; then
      echo "run.sh: no step is called $name; there are: $(join "${steps[@]}")" >&2
      exit 2
    fi
  done
  # These need no package.
  if [ "$*" = quick ] || [ "$*" = mutants ]; then
    (need_swift) || exit 1
  else
    step packages packages
  fi
  find_swift
  [ ${#failed[@]} -eq 0 ] && for name in "$@"; do step "$name" "$name"; done
  summary=$(join "${passed[@]:-nothing}")
  [ ${#skipped[@]} -eq 0 ] || summary+="; could not run on this machine: $(join "${skipped[@]}")"
  if [ ${#failed[@]} -gt 0 ]; then
    cat "$complaints"
    echo "Tests/run.sh FAILED: $(join "${failed[@]}"); passed: $summary"
    exit 1
  fi
  echo "Tests/run.sh passed: $summary"
}

main "$@"
