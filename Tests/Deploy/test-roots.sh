#!/bin/bash
# Tests when deploy/roots.sh rebuilds a root file system. The archive is a folder of this test:
# apt-get is a stub, the packages are real.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
archive=$work/archive
cat >"$work/bin/apt-get" <<APT
#!/bin/bash
set -eu
case " \$* " in
*" indextargets "*) printf '%s\n' "Debian http://archive/" "Debian-Security http://security/" ;;
*" update "*) [ ! -e $work/offline ] ;;
*" clean "*) rm -f "\${APT_CONFIG%/*}"/cache/archives/*.deb ;;
*" --simulate "*) echo "Inst libfix (\$(cat $archive/version) Debian:13/stable [arm64]) []" ;;
*" --download-only "*)
  cp $archive/libfix_"\$(cat $archive/version)"_arm64.deb "\${APT_CONFIG%/*}/cache/archives/" ;;
esac
APT
chmod +x "$work/bin/apt-get"
PATH=$work/bin:$PATH
export ROOTS=$work/roots BUILD_FOLDER=$work/built DEBIAN_MIRROR=
# shellcheck source=../../deploy/roots.sh
. "$here/../../deploy/roots.sh"

# The archive offers libfix of VERSION from now on.
offer() { # VERSION
  mkdir -p "$work/tree/DEBIAN" "$work/tree/etc" "$work/tree/usr/lib/aarch64-linux-gnu" "$archive"
  printf 'Package: libfix\nVersion: %s\nArchitecture: arm64\nMaintainer: nobody\nDescription: a fix\n' "$1" \
    >"$work/tree/DEBIAN/control"
  echo "$1" >"$work/tree/usr/lib/libfix"
  dpkg-deb --root-owner-group --build "$work/tree" "$archive/libfix_$1_arm64.deb" >/dev/null
  echo "$1" >"$archive/version"
}

is() { # NAME ACTUAL EXPECTED
  if [ "$2" != "$3" ]; then
    printf 'FAIL  %s\n      got:      %s\n      expected: %s\n' "$1" "$2" "$3"
    exit 1
  fi
  echo "ok    $1"
}

mkdir "$ROOTS"
offer 1.0
make_root arm64 >/dev/null
is "a root has the archive's version" "$(cat "$ROOTS/arm64/usr/lib/libfix")" 1.0
is "the versions are recorded" "$(cat "$ROOTS/arm64/.packages")" "libfix 1.0"
is "security fixes are asked for" "$(cut -d ' ' -f 3,4 "$ROOTS/apt-arm64/etc/sources.list" | xargs)" \
  "http://archive/ trixie http://security/ trixie-security"
built=$BUILD_FOLDER/arm64/src/.build-arm64
mkdir -p "$built"
make_root arm64 >/dev/null
is "a root with the archive's versions stays, and what was built" "$(ls -d "$built")" "$built"
touch "$work/offline"
offer 1.1
make_root arm64 >/dev/null 2>&1
is "without the archive the root stays" "$(cat "$ROOTS/arm64/usr/lib/libfix")" 1.0
rm "$work/offline"
make_root arm64 >/dev/null
is "a new version makes the root anew" "$(cat "$ROOTS/arm64/usr/lib/libfix")" 1.1
is "what was built with the old one is gone" "$(find "$BUILD_FOLDER" -name '.build*')" ""
DEBIAN_MIRROR=http://yesterday/
make_root arm64 >/dev/null
is "another mirror is asked at once" \
  "$(cut -d ' ' -f 3 "$ROOTS/apt-arm64/etc/sources.list")" http://yesterday/
