#!/bin/sh
# The functions of deploy/install.sh, one by one, on a machine that it is not to change: what it would ask of the system
# (dpkg-query, apt-get, sudo, swift) is answered by programs in a folder of this test.
# shellcheck disable=SC2016,SC2030,SC2031,SC2034,SC2317 # each test is a subshell of its own, with variables for what is sourced
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
failures=0

# A program in the folder that PATH begins with.
program() { # NAME BODY
  printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}

# Runs TEST in a subshell in which install.sh is sourced; any command of it that fails, fails it.
check() { # NAME TEST
  set +e
  ( # not as a condition: sh ignores errors inside one
    set -e
    PATH=$work/bin:$PATH
    INSTALL_SOURCED=yes
    dry_run=no
    # shellcheck source=../../deploy/install.sh
    . "$here/../../deploy/install.sh"
    package=$work
    "$2"
  ) >"$work/output" 2>&1
  status=$?
  set -e
  if [ "$status" -eq 0 ]; then
    echo "ok    $1"
  else
    echo "FAIL  $1"
    sed 's/^/      /' "$work/output"
    failures=$((failures + 1))
  fi
}

is() { # ACTUAL EXPECTED
  [ "$1" = "$2" ] || {
    printf 'got:      %s\nexpected: %s\n' "$1" "$2"
    exit 1
  }
}

program id 'echo 0'
program dpkg-query 'for package; do :; done; case $package in here*) echo installed ;; half*) echo half-installed ;; *) exit 1 ;; esac'
program apt-get 'echo "apt-get $*" >>'"$work"'/apt-get.log'

missing_are_those_not_fully_installed() {
  is "$(missing_packages here-a gone-b half-c here-d)" "$(printf 'gone-b\nhalf-c')"
}
check "missing packages are those that are not fully installed" missing_are_those_not_fully_installed

nothing_missing_asks_nothing_of_apt() {
  rm -f "$work/apt-get.log"
  install_packages here-a here-d
  [ ! -e "$work/apt-get.log" ] || exit 1
}
check "with nothing missing apt-get is not run" nothing_missing_asks_nothing_of_apt

only_the_missing_are_installed() {
  rm -f "$work/apt-get.log"
  install_packages here-a gone-b gone-c
  is "$(sed -n 's/.* install //p' "$work/apt-get.log")" "gone-b gone-c"
}
check "only what is missing is installed" only_the_missing_are_installed

a_dry_run_changes_nothing() {
  rm -f "$work/apt-get.log"
  dry_run=yes
  output=$(install_packages gone-b)
  [ ! -e "$work/apt-get.log" ]
  case $output in *"would run: "*"install gone-b"*) ;; *) is "$output" "would run: … install gone-b" ;; esac
}
check "a dry run shows and changes nothing" a_dry_run_changes_nothing

a_failing_apt_names_the_packages() {
  program apt-get 'exit 100'
  output=$( (install_packages gone-b) 2>&1) && exit 1
  case $output in *"could not install: gone-b"*) ;; *) is "$output" "… could not install: gone-b" ;; esac
}
check "when apt-get fails the packages are named" a_failing_apt_names_the_packages

one_job_on_a_small_board() {
  program awk 'echo 905'
  program nproc 'echo 4'
  is "$(build_jobs)" 1
}
check "a board of 1 GiB compiles one file at a time" one_job_on_a_small_board

jobs_by_memory_then_cores() {
  program nproc 'echo 4'
  program awk 'echo 3800'
  is "$(build_jobs)" 2
  program awk 'echo 64000'
  is "$(build_jobs)" 4
  BUILD_JOBS=3
  is "$(build_jobs)" 3
}
check "jobs are limited by memory, then by cores, then by BUILD_JOBS" jobs_by_memory_then_cores
rm -f "$work/bin/awk" "$work/bin/nproc"

swift_bin_comes_first() {
  mkdir -p "$work/toolchain"
  printf '#!/bin/sh\n' >"$work/toolchain/swift"
  chmod +x "$work/toolchain/swift"
  SWIFT_BIN=$work/toolchain
  find_swift
  is "$(command -v swift)" "$work/toolchain/swift"
}
check "SWIFT_BIN goes before any other Swift" swift_bin_comes_first

no_swift_says_what_to_do() {
  program apt-cache ':'
  find_swift() { return 1; }
  output=$( (need_swift) 2>&1) && exit 1
  case $output in *swift.org/install*SWIFT_BIN=*) ;; *) is "$output" "… swift.org/install … SWIFT_BIN=…" ;; esac
}
check "without Swift it says where to get it" no_swift_says_what_to_do

swift_of_the_archive_is_installed() {
  program apt-cache 'echo "  Candidate: 6.0.3-2"'
  program apt-get 'echo "apt-get $*" >>'"$work"'/apt-get.log'
  rm -f "$work/apt-get.log"
  found=no
  find_swift() { [ "$found" = yes ] || { found=yes; return 1; }; }
  need_swift
  is "$(sed -n 's/.* install //p' "$work/apt-get.log")" swiftlang
}
check "Debian's own Swift is installed where there is one" swift_of_the_archive_is_installed

unknown_options_are_refused() {
  status=0
  sh "$here/../../deploy/install.sh" --nonsense >/dev/null 2>&1 || status=$?
  is "$status" 2
}
check "an unknown option is refused with status 2" unknown_options_are_refused

[ "$failures" -eq 0 ] || {
  echo "test-install.sh: $failures failed"
  exit 1
}
