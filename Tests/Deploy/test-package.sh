#!/bin/bash
# test-package.sh [--again]
#
# Builds the Debian packages for arm64 and amd64 into .build/packages, and checks them: no error
# that lintian finds, the size of the program, no path of the machine that built it, a manual that
# names every command, and the same bytes when the package is made anew: from the program that is
# there, or with --again from one that is compiled anew.
#
# Exit status: 0 passed, 1 failed, 77 this machine cannot build them (the reason is on standard
# error).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=$(cd "$here/../.." && pwd)
packages=$package/.build/packages
built=${BUILD_FOLDER:-${ROOTS:-${XDG_CACHE_HOME:-$HOME/.cache}/spokenmove/roots}/build}
largest_program=$((25 << 20))

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
  rm -rf "$packages"
  # Both at once, for much of compiling is done by one processor.
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
    cmp "$package/deploy/Package.resolved" "$built/$arch/src/Package.resolved" ||
      bad "the build for $arch took other dependencies"
    deb=$(echo "$packages"/spokenmove_*_"$arch".deb)
    check "$deb"
    [ "$again" = no ] || export BUILD_FOLDER=$work/build
    "$package/deploy/build-deb.sh" --arch "$arch" --output "$work" >/dev/null
    unset BUILD_FOLDER
    cmp "$deb" "$work/${deb##*/}" || bad "made anew, the package differs"
    echo "ok    ${deb##*/}: the same bytes when made anew"
  done
}

main "$@"
