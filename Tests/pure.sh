#!/bin/bash
# pure.sh
#
# Builds the targets that need no C library, and their tests, and runs these, in a plain Debian 13
# that has Debian's Swift, the data of an acoustic model, and none of the libraries' -dev packages.
# Needs x86-64, root and debootstrap; the system is made once (2 GB in the cache).
#
# Exit status: 0 passed, 1 failed, 77 this machine cannot do it (the reason is on standard error).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=$(dirname "$here")
# shellcheck disable=SC2034 # read by what is sourced
INSTALL_SOURCED=yes
# shellcheck source=../deploy/install.sh
. "$package/deploy/install.sh"
# shellcheck source=../deploy/roots.sh
. "$package/deploy/roots.sh"

system=$ROOTS/debian-13-swift
folder=$ROOTS/pure
# Swift needs the C and C++ libraries' own headers.
system_packages="swiftlang libc6-dev libstdc++-14-dev git $RUN_PACKAGES"

in_system() { # COMMAND...
  local environment=(SPOKENMOVE_PURE=1 DEBIAN_FRONTEND=noninteractive)
  enter "$system" "$folder" env "${environment[@]}" "$@"
}

make_swift_system() {
  [ "$(cat "$system.ready" 2>/dev/null)" != "$system_packages" ] || return 0
  make_system 13
  rm -rf "$system"
  cp -a "$ROOTS/debian-13" "$system"
  {
    in_system apt-get -qq update
    # shellcheck disable=SC2086 # one argument a package
    in_system apt-get -qq install --no-install-recommends $system_packages
    in_system apt-get clean
  } >>"$system.log" 2>&1 || roots_fail "Swift cannot be installed; $system.log says why"
  echo "$system_packages" >"$system.ready"
}

# A library of the other targets would make the test worthless.
check_libraries() {
  local found
  # shellcheck disable=SC2016,SC2086 # dpkg's fields; one argument a package
  found=$(in_system dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' $BUILD_PACKAGES 2>/dev/null |
    grep '^ii .*-dev$' || true)
  [ -z "$found" ] || roots_fail "the system has what it must not have: $found"
}

main() {
  local build=(--package-path /mnt/src --scratch-path /mnt/src/.build)
  roots_check
  mkdir -p "$folder"
  exec 8>"$ROOTS/pure.lock"
  flock -w 1800 8 || roots_fail "another run holds $ROOTS/pure.lock"
  make_swift_system
  check_libraries
  copy_sources "$package" "$folder/src"
  # shellcheck disable=SC2086 # one argument a flag
  in_system swift build "${build[@]}" --build-tests --jobs "$(build_jobs)" $SWIFT_FLAGS
  # shellcheck disable=SC2086 # one argument a flag
  in_system timeout 900 swift test "${build[@]}" --skip-build $SWIFT_FLAGS
}

main
