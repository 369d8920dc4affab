#!/bin/bash
# build-deb.sh [--arch arm64|amd64] [--output DIR]
#
# Makes the Debian package, for Debian 13 and Raspberry Pi OS of that generation, on an x86-64 machine: compiled with
# Debian 13's own Swift in a root file system of its own (see roots.sh), with Swift's standard library inside. The same
# commit gives the same bytes. Without --arch for this machine's; without --output into .build/packages.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=$(dirname "$here")
# shellcheck source=roots.sh
. "$here/roots.sh"
# shellcheck disable=SC2034 # read by what is sourced
INSTALL_SOURCED=yes
# shellcheck source=install.sh
. "$here/install.sh"

maintainer="SpokenMove maintainers <maintainers@spokenmove.invalid>"

usage() {
  echo "Usage: deploy/build-deb.sh [--arch arm64|amd64] [--output DIR]"
}

# The packages that have the shared libraries of PROGRAM, as dpkg-shlibdeps would name them.
dependencies() { # ARCH PROGRAM
  LC_ALL=C readelf -d "$2" | sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p' | while read -r library; do
    # libasound.so.2 is "libasound 2" in Debian's lists; ld-linux-aarch64.so.1 and libm.so.6 are libc6's as well.
    name=${library%%.so*} version=${library##*.so.}
    line=$(awk -v name="$name" -v version="$version" '$1 == name && $2 == version { $1 = $2 = ""; print; exit }' \
      "$ROOTS/$1/.shlibs")
    [ -n "$line" ] || roots_fail "no package of the root file system has $library"
    echo "$line" | sed -E 's/^ +//; s/ +$//'
  done | sort -u | paste -sd, | sed 's/,/, /g'
}

# What maintainer scripts do, each in its order; debhelper would write much the same.
write_scripts() { # FOLDER
  cat >"$1/postinst" <<'SCRIPT'
#!/bin/sh
set -e
if [ "$1" = configure ]; then
  systemd-sysusers spokenmove.conf
  if [ -d /run/systemd/system ]; then
    udevadm control --reload || true
    udevadm trigger --subsystem-match=gpio || true
    systemctl daemon-reload
  fi
  # The first time it is enabled; after an update it is as its owner left it.
  if [ -z "$2" ]; then
    systemctl --quiet enable spokenmove.service
    [ ! -d /run/systemd/system ] || systemctl --no-block start spokenmove.service
  elif [ -d /run/systemd/system ]; then
    systemctl --no-block try-restart spokenmove.service
  fi
fi
SCRIPT
  cat >"$1/prerm" <<'SCRIPT'
#!/bin/sh
set -e
if [ "$1" = remove ]; then
  if [ -d /run/systemd/system ]; then systemctl stop spokenmove.service; fi
  systemctl --quiet disable spokenmove.service
fi
SCRIPT
  cat >"$1/postrm" <<'SCRIPT'
#!/bin/sh
set -e
if [ "$1" = purge ]; then
  rm -rf /var/lib/spokenmove
  rmdir --ignore-fail-on-non-empty /etc/spokenmove 2>/dev/null || true
  if getent passwd spokenmove >/dev/null; then userdel spokenmove; fi
fi
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
SCRIPT
  chmod 755 "$1"/{postinst,prerm,postrm}
}

write_documents() { # FOLDER VERSION DATE
  cat >"$1/copyright" <<TEXT
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: SpokenMove

Files: *
Copyright: the SpokenMove authors
License: see the project's source
 The source that this package was built from says what may be done with it.
TEXT
  printf 'spokenmove (%s) unstable; urgency=medium\n\n  * Built from source.\n\n -- %s  %s\n' \
    "$2" "$maintainer" "$3" | gzip -9n >"$1/changelog.gz"
}

main() {
  local arch='' output=$package/.build/packages version work tree date
  while [ $# -gt 0 ]; do
    case $1 in
    --arch) arch=${2:-} && shift ;;
    --output) output=${2:-} && shift ;;
    --help | -h)
      usage
      return
      ;;
    *)
      usage >&2
      exit 2
      ;;
    esac
    shift
  done
  [ -n "$arch" ] || arch=$(dpkg --print-architecture)
  case $arch in
  amd64 | arm64) ;;
  *)
    usage >&2
    exit 2
    ;;
  esac
  make_roots

  version=$(sed -nE 's/.*static let text = "spokenmove ([0-9][^"]*)".*/\1/p' "$package"/Sources/spokenmove/*.swift)
  [ -n "$version" ] || roots_fail "nothing in Sources/spokenmove says the version"
  SOURCE_DATE_EPOCH=$(git -C "$package" log -1 --format=%ct)
  export SOURCE_DATE_EPOCH
  date=$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")

  # The path of the build is the same everywhere (see in_root), for it ends up in the program.
  work=${BUILD_FOLDER:-$ROOTS/build}
  tree=$work/tree-$arch
  mkdir -p "$work" "$output"
  rm -rf "$work/src" "$tree"
  copy_sources "$package" "$work/src"
  echo "Building spokenmove $version for $arch"
  build_in_root "$arch" "$work" -c release --static-swift-stdlib -Xlinker -s --product spokenmove

  # The same files in the same places as install.sh puts them.
  mkdir -p "$tree/DEBIAN" "$tree/usr/share/doc/spokenmove"
  prefix=/usr root=$tree package=$work/src
  install_files "$work/build-$arch/release/spokenmove"
  put 644 "$work/src/deploy/config.yaml" /etc/spokenmove/config.yaml
  write_documents "$tree/usr/share/doc/spokenmove" "$version" "$date"
  write_scripts "$tree/DEBIAN"
  echo /etc/spokenmove/config.yaml >"$tree/DEBIAN/conffiles"
  cat >"$tree/DEBIAN/control" <<CONTROL
Package: spokenmove
Version: $version
Architecture: $arch
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size --exclude DEBIAN "$tree" | cut -f1)
Depends: $(dependencies "$arch" "$tree/usr/bin/spokenmove"), $RUN_PACKAGES, systemd, passwd
Section: games
Priority: optional
Description: speak chess moves at the press of a button
 A service for small ARM boards: a USB microphone, a button and two lights. Press,
 speak a chess move, and read it on the serial console. All of the recognition is
 done on the board; no sound leaves it.
CONTROL
  (cd "$tree" && find . -type f ! -path './DEBIAN/*' -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' md5sum) >"$tree/DEBIAN/md5sums"
  chmod -R u=rwX,go=rX "$tree"
  find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz --build "$tree" "$output/spokenmove_${version}_$arch.deb"
}

main "$@"
