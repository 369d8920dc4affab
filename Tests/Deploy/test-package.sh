#!/bin/bash
# test-package.sh [--again]
#
# Builds the Debian packages for arm64 and amd64 into .build/packages, and checks them: no errors by
# lintian, the size of the program, no paths of the build machine, a manual with every command, and
# the same bytes when the package is rebuilt, from the existing program or with --again from a
# recompiled one. The library exports only its functions, and recognizes a sentence in a program that
# is compiled with its packages.
#
# Exit status: 0 passed, 1 failed, 77 this machine cannot build them (the reason is on standard
# error).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=$(cd "$here/../.." && pwd)
debs=$package/.build/packages
built=${BUILD_FOLDER:-${ROOTS:-${XDG_CACHE_HOME:-$HOME/.cache}/spokenmove/roots}/build}
largest_program=$((25 << 20))
# shellcheck disable=SC2034 # read by what is sourced
INSTALL_SOURCED=yes
# shellcheck source=../../deploy/install.sh
. "$package/deploy/install.sh"
# shellcheck source=../../deploy/roots.sh
. "$package/deploy/roots.sh"

bad() {
  echo "FAIL  $*" >&2
  exit 1
}

check() { # DEB
  local tree=$work/tree size found version
  rm -rf "$tree"
  dpkg-deb -R "$1" "$tree"
  lintian --allow-root --fail-on error "$1" || bad "lintian finds errors"
  gzip -dc "$tree/usr/share/doc/spokenmove/changelog.gz" | cmp - "$package/deploy/debian/changelog"
  version=$(sed -n 's/^Version: //p' "$tree/DEBIAN/control")
  [ "$(dpkg-parsechangelog -l "$package/deploy/debian/changelog" -S Version)" = "$version" ] ||
    bad "the package is of version $version"
  size=$(stat -c %s "$tree/usr/bin/spokenmove")
  [ "$size" -le "$largest_program" ] || bad "the program has $size bytes, more than $largest_program"
  found=$(grep -raoE "($package|$HOME|/mnt/src|/home/)[A-Za-z0-9._/-]*" "$tree" | sort -u | head -5) || true
  [ -z "$found" ] || bad "paths of the machine that built it: $found"
  echo "ok    ${1##*/}: $(stat -c %s "$1") bytes, $(sed -n 's/^Installed-Size: //p' "$tree/DEBIAN/control") KiB installed," \
    "the program $size bytes"
}

# The appliance's package does not need the relay's.
check_relay() { # ARCH
  local tree=$work/relay deb found
  rm -rf "$tree"
  deb=$(echo "$debs"/spokenmove-relay_*_"$1".deb)
  lintian --allow-root --fail-on error "$deb" || bad "lintian finds errors"
  dpkg-deb -R "$deb" "$tree"
  found=$(readelf -d "$tree/usr/bin/spokenmove-relay" | grep -E 'NEEDED.*(asound|sphinx|gpiod|sndfile|soxr|swift)') || true
  [ -z "$found" ] || bad "the relay is linked to what it does not need: $found"
  dpkg-deb -f "$deb" Depends | grep -q libmosquitto1 || bad "the relay's package does not depend on libmosquitto1"
  found=$(dpkg-deb -f "$(echo "$debs"/spokenmove_*_"$1".deb)" Depends | grep -E 'mosquitto|relay') || true
  [ -z "$found" ] || bad "the appliance's package depends on the relay's: $found"
  found=$(grep -raoE "($package|$HOME|/mnt/src|/home/)[A-Za-z0-9._/-]*" "$tree" | sort -u | head -5) || true
  [ -z "$found" ] || bad "paths of the machine that built it: $found"
  echo "ok    ${deb##*/}: $(stat -c %s "$deb") bytes"
}

# The two packages of the library, and a program that is compiled with them.
check_library() { # ARCH
  local tree=$work/library deb library declared found sentence="give me a double shot espresso"
  rm -rf "$tree"
  for deb in "$debs"/libspokenmove-speech{0,-dev}_*_"$1".deb; do
    lintian --allow-root --fail-on error "$deb" || bad "lintian finds errors"
    dpkg-deb -x "$deb" "$tree"
  done
  library=$tree/usr/lib/$(triplet "$1")/libspokenmove-speech.so
  declared=$(sed -nE 's/^[a-z].*[ *](spm_[a-z_]+)\(.*/\1/p' "$tree/usr/include/spokenmove/speech.h" | sort)
  found=$(nm -D --defined-only "$library" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | sort)
  [ -n "$declared" ] || bad "the header has no functions"
  [ "$declared" = "$found" ] || bad "the library has other functions than its header: $found"
  found=$(nm -D --defined-only "$library" | grep -vE ' (spm_|SPOKENMOVE_SPEECH_0)') || true
  [ -z "$found" ] || bad "the library shows more than its functions: $found"
  found=$(readelf -d "$library" | grep -E 'RPATH|RUNPATH|NEEDED.*(swift|Foundation|dispatch)') || true
  [ -z "$found" ] || bad "the library looks for what a board does not have: $found"
  found=$(grep -raoE "($package|$HOME|/mnt/src|/home/)[A-Za-z0-9._/-]*" "$tree" | sort -u | head -5) || true
  [ -z "$found" ] || bad "paths of the machine that built it: $found"
  echo "ok    the library for $1: $(stat -Lc %s "$library") bytes"
  # shellcheck disable=SC2016 # for the shell in the root file system
  found=$(in_root "$tree" sh -euc '
    libraries=/mnt/usr/lib/$1 examples=/mnt/usr/share/doc/libspokenmove-speech-dev/examples run="env LD_LIBRARY_PATH=/mnt/usr/lib/$1"
    system=/ linking=$(PKG_CONFIG_PATH=$libraries/pkgconfig pkg-config --cflags --libs spokenmove-speech)
    [ "$1" = x86_64-linux-gnu ] || system=/arm64 run="qemu-aarch64 -L /arm64 -E LD_LIBRARY_PATH=$libraries"
    clang --target="$1" --sysroot="$system" -fuse-ld=lld -Wall -Werror -I/mnt/usr/include "$examples/C/listen.c" \
      -L"$libraries" $linking -lsndfile -o /mnt/listen
    flite -voice slt -t "$2" -o /mnt/clip.wav
    timeout 600 $run /mnt/listen --data "$examples/coffee.json" /mnt/prepared /mnt/clip.wav' \
    listen "$(triplet "$1")" "$sentence")
  case $found in
  *"final: $sentence (understood"*"intent: orderDrink"*) echo "ok    a program in C for $1 understands: $sentence" ;;
  *) bad "a program in C heard: $found" ;;
  esac
}

main() {
  local again=no arch deb builds=() build status=0
  case ${1:-} in
  '') ;;
  --again) again=yes ;;
  *)
    echo "Usage: Tests/Deploy/test-package.sh [--again]" >&2
    exit 2
    ;;
  esac
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  rm -rf "$debs"
  # Both at once, because much of the compiling uses only one processor.
  for arch in arm64 amd64; do
    "$package/deploy/build-deb.sh" --arch "$arch" >"$work/$arch.log" 2>&1 &
    builds+=($!)
  done
  for build in "${builds[@]}"; do
    wait "$build" || status=$?
  done
  cat "$work"/*.log
  [ $status -eq 0 ] || exit $status
  for arch in arm64 amd64; do
    check_library "$arch"
    check_relay "$arch"
    cmp "$package/deploy/Package.resolved" "$built/$arch/src/Package.resolved" ||
      bad "the build for $arch took other dependencies"
    deb=$(echo "$debs"/spokenmove_*_"$arch".deb)
    check "$deb"
    [ "$again" = no ] || export BUILD_FOLDER=$work/build
    "$package/deploy/build-deb.sh" --arch "$arch" --output "$work" >/dev/null
    unset BUILD_FOLDER
    for deb in "$debs"/*_"$arch".deb; do
      cmp "$deb" "$work/${deb##*/}" || bad "made anew, the package differs"
      echo "ok    ${deb##*/}: the same bytes when made anew"
    done
  done
}

main "$@"
