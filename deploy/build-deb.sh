#!/bin/bash
# build-deb.sh [--arch arm64|amd64] [--output DIR]
#
# Makes the Debian packages, for Debian 13 and the Raspberry Pi OS based on it, on an x86-64 machine:
#
#   spokenmove                the appliance
#   spokenmove-relay          the relay, which a board without a network does not need
#   libspokenmove-speech0     the library for programs in C and Objective-C
#   libspokenmove-speech-dev  its header and examples
#
# Debian 13's own Swift compiles them in a separate root file system (see roots.sh). They include
# Swift's standard library. The versions of Debian's packages are in ROOTS/ARCH/.packages. With the
# same versions, builds are usually reproducible, but not always: Swift's compiler sometimes emits
# different machine code for the same sources.
# Without --arch, they are for this machine; without --output, they go to .build/packages.
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

# The packages with the shared libraries of PROGRAM, or of another library, as dpkg-shlibdeps would
# name them.
dependencies() { # ARCH PROGRAM
  local needed name number line
  in_root "$work" readelf -d "/mnt/$2" | sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p' | while read -r needed; do
    # libasound.so.2 is "libasound 2" in Debian's lists; ld-linux-aarch64.so.1 and libm.so.6 also
    # belong to libc6.
    name=${needed%%.so*} number=${needed##*.so.}
    line=$(awk -v name="$name" -v number="$number" '$1 == name && $2 == number { $1 = $2 = ""; print; exit }' \
      "$ROOTS/$1/.shlibs")
    [ -n "$line" ] || roots_fail "no package of the root file system has $needed"
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

# The version of the interface that HEADER declares: 0.1.
interface_version() { # HEADER
  sed -nE 's/^#define SPM_VERSION_(MAJOR|MINOR) ([0-9]+)$/\2/p' "$1" | paste -sd.
}

# Begins the package NAME: an empty tree with what belongs to every package.
begin_package() { # NAME
  local documents=$tree/usr/share/doc/$1
  rm -rf "$tree"
  mkdir -p "$tree/DEBIAN" "$documents"
  cp "$here/debian/copyright" "$documents/"
  gzip -9nc "$here/debian/changelog" >"$documents/changelog.gz"
}

# Makes the package from the tree, and prints its path.
finish_package() { # NAME CONTROL DEPENDS
  local size file=$output/$1_${version}_$arch.deb
  size=$(du -k -s --apparent-size --exclude DEBIAN "$tree" | cut -f1)
  sed "s/@version@/$version/; s/@arch@/$arch/; s/@size@/$size/; s/@depends@/$3/" "$here/debian/$2" >"$tree/DEBIAN/control"
  (cd "$tree" && find . -type f ! -path './DEBIAN/*' -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' md5sum) >"$tree/DEBIAN/md5sums"
  chmod -R u=rwX,go=rX "$tree"
  find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz --build "$tree" "$work/package" >/dev/null
  mv "$work/package" "$file"
  echo "$file"
}

# The appliance.
make_program_package() {
  begin_package spokenmove
  # The same files in the same places as with install.sh.
  prefix=/usr root=$tree package=$work/src
  install_files "$work/$program"
  put 644 "$work/src/deploy/config.yaml" /etc/spokenmove/config.yaml
  cp "$here"/debian/{postinst,prerm,postrm} "$tree/DEBIAN/"
  echo /etc/spokenmove/config.yaml >"$tree/DEBIAN/conffiles"
  finish_package spokenmove control "$(dependencies "$arch" "$program"), ${RUN_PACKAGES// /, }, ${SERVICE_PACKAGES// /, }"
}

# The relay.
make_relay_package() {
  local file
  begin_package spokenmove-relay
  mkdir -p "$tree"/usr/{bin,lib/{systemd/system,sysusers.d},share/spokenmove-relay} "$tree/etc/spokenmove-relay/secrets"
  install -m 755 "$work/$relay" "$tree/usr/bin/spokenmove-relay"
  sed "s|@bindir@|/usr/bin|" "$here/system/spokenmove-relay.service" >"$tree/usr/lib/systemd/system/spokenmove-relay.service"
  cp "$here/system/spokenmove-relay.sysusers" "$tree/usr/lib/sysusers.d/spokenmove-relay.conf"
  cp "$here/relay.schema.json" "$tree/usr/share/spokenmove-relay/"
  cp "$here/relay.yaml" "$tree/etc/spokenmove-relay/config.yaml"
  for file in postinst prerm postrm; do cp "$here/debian/spokenmove-relay.$file" "$tree/DEBIAN/$file"; done
  echo /etc/spokenmove-relay/config.yaml >"$tree/DEBIAN/conffiles"
  finish_package spokenmove-relay spokenmove-relay.control "$(dependencies "$arch" "$relay"), ca-certificates, systemd, passwd"
}

# The shared library.
make_library_package() {
  local folder
  folder=$tree/usr/lib/$(triplet "$arch")
  begin_package libspokenmove-speech0
  mkdir -p "$folder"
  install -m 644 "$work/$library" "$folder/libspokenmove-speech.so.$interface"
  ln -s "libspokenmove-speech.so.$interface" "$folder/libspokenmove-speech.so.0"
  echo "libspokenmove-speech 0 libspokenmove-speech0 (>= $version)" >"$tree/DEBIAN/shlibs"
  echo "activate-noawait ldconfig" >"$tree/DEBIAN/triggers"
  finish_package libspokenmove-speech0 libspokenmove-speech0.control "$(dependencies "$arch" "$library")"
}

# The files for compiling programs, and examples.
make_development_package() {
  local folder examples=$tree/usr/share/doc/libspokenmove-speech-dev/examples ports=$work/src/Tests/Ports
  folder=$tree/usr/lib/$(triplet "$arch")
  begin_package libspokenmove-speech-dev
  mkdir -p "$folder/pkgconfig" "$tree/usr/include/spokenmove" "$examples"/{C,ObjectiveC}
  cp "$work/src/Sources/CSpeech/spokenmove/speech.h" "$tree/usr/include/spokenmove/"
  ln -s libspokenmove-speech.so.0 "$folder/libspokenmove-speech.so"
  sed "s/@triplet@/$(triplet "$arch")/; s/@version@/$version/" "$here/debian/spokenmove-speech.pc" \
    >"$folder/pkgconfig/spokenmove-speech.pc"
  cp "$ports/C/listen.c" "$examples/C/"
  cp "$ports"/ObjectiveC/*.[hm] "$examples/ObjectiveC/"
  cp "$work/src/grammars/examples/coffee.json" "$examples/"
  finish_package libspokenmove-speech-dev libspokenmove-speech-dev.control "libspokenmove-speech0 (= $version)"
}

main() {
  local arch='' output=$package/.build/packages version interface work tree program relay library
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
  build_program "$arch" "$work" spokenmove-relay
  relay=$program
  build_program "$arch" "$work"
  build_library "$arch" "$work"
  interface=$(interface_version "$work/src/Sources/CSpeech/spokenmove/speech.h")
  [ "$interface" != "${interface#0.}" ] || roots_fail "speech.h has version $interface, and the library's name version 0"
  # The last one changes what install.sh's functions take for the package.
  make_library_package
  make_development_package
  make_relay_package
  make_program_package
}

main "$@"
