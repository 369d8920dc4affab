#!/bin/bash
# build-deb.sh [--arch arm64|amd64] [--output DIR]
#
# Makes the Debian package, for Debian 13 and the Raspberry Pi OS based on it, on an x86-64 machine.
# It is compiled with Debian 13's own Swift in a separate root file system (see roots.sh), and
# includes Swift's standard library. The same commit gives the same bytes. Without --arch, it is for
# this machine; without --output, it goes to .build/packages.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=$(dirname "$here")
# shellcheck source=roots.sh
. "$here/roots.sh"
# shellcheck disable=SC2034 # read by what is sourced
INSTALL_SOURCED=yes
# shellcheck source=install.sh
. "$here/install.sh"

usage() {
  echo "Usage: deploy/build-deb.sh [--arch arm64|amd64] [--output DIR]"
}

# The packages with PROGRAM's shared libraries, as dpkg-shlibdeps would name them.
dependencies() { # ARCH PROGRAM
  in_root "$work" readelf -d "/mnt/$2" | sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p' | while read -r library; do
    # libasound.so.2 is "libasound 2" in Debian's lists; ld-linux-aarch64.so.1 and libm.so.6 also
    # belong to libc6.
    name=${library%%.so*} version=${library##*.so.}
    line=$(awk -v name="$name" -v version="$version" '$1 == name && $2 == version { $1 = $2 = ""; print; exit }' \
      "$ROOTS/$1/.shlibs")
    [ -n "$line" ] || roots_fail "no package of the root file system has $library"
    echo "$line" | sed -E 's/^ +//; s/ +$//'
  done | sort -u | paste -sd, | sed 's/,/, /g'
}

# The program is for a different machine, so install.sh could not run it.
write_completions() { # PROGRAM FOLDER
  local shell
  for shell in bash zsh fish; do
    run_program "$arch" "$work" "/mnt/$program" --generate-completion-script "$shell" >"$2/$shell"
  done
}

# The package's files and control files, for a built program.
stage_package() { # VERSION
  local version=$1 documents=$tree/usr/share/doc/spokenmove size depends
  rm -rf "$tree"
  mkdir -p "$tree/DEBIAN" "$documents"
  # The same files in the same places as with install.sh.
  prefix=/usr root=$tree package=$work/src
  install_files "$work/$program"
  put 644 "$work/src/deploy/config.yaml" /etc/spokenmove/config.yaml
  cp "$here/debian/copyright" "$documents/"
  gzip -9nc "$here/debian/changelog" >"$documents/changelog.gz"

  depends="$(dependencies "$arch" "$program"), ${RUN_PACKAGES// /, }, ${SERVICE_PACKAGES// /, }"
  size=$(du -k -s --apparent-size --exclude DEBIAN "$tree" | cut -f1)
  sed "s/@version@/$version/; s/@arch@/$arch/; s/@size@/$size/; s/@depends@/$depends/" "$here/debian/control" >"$tree/DEBIAN/control"
  cp "$here"/debian/{postinst,prerm,postrm} "$tree/DEBIAN/"
  echo /etc/spokenmove/config.yaml >"$tree/DEBIAN/conffiles"
  (cd "$tree" && find . -type f ! -path './DEBIAN/*' -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' md5sum) >"$tree/DEBIAN/md5sums"
  chmod -R u=rwX,go=rX "$tree"
  find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

main() {
  local arch='' output=$package/.build/packages version work tree program
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

  version=$(newest_version)
  [ -n "$version" ] || roots_fail "deploy/debian/changelog names no version"
  SOURCE_DATE_EPOCH=$(git -C "$package" log -1 --format=%ct)
  export SOURCE_DATE_EPOCH

  # The build path is the same everywhere (see in_root), because it ends up in the program.
  work=$BUILD_FOLDER/$arch
  tree=$work/tree
  mkdir -p "$work" "$output"
  copy_sources "$package" "$work/src"
  echo "Building spokenmove $version for $arch"
  build_program "$arch" "$work"
  stage_package "$version"
  dpkg-deb --root-owner-group -Zxz --build "$tree" "$work/package" >/dev/null
  mv "$work/package" "$output/spokenmove_${version}_$arch.deb"
  echo "$output/spokenmove_${version}_$arch.deb"
}

main "$@"
