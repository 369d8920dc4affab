#!/bin/sh
# Builds the speech library against PocketSphinx 5 and runs its tests with it, on a machine that has
# 0.8 installed.
#
#   Tests/Tools/pocketsphinx5.sh [FOLDER]
#
# FOLDER (default: .build-pocketsphinx5) keeps what is downloaded and built. The packages come from
# Debian's `forky` through a separate apt configuration; nothing is installed, and the machine's package
# lists stay unchanged. Needs amd64, apt, Debian's archive keyring, and the tests' requirements.
set -eu

main() {
  cd "$(dirname "$0")/../.."
  folder=${1:-.build-pocketsphinx5}
  # shellcheck disable=SC2016 # apt's variable
  mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(SITE)' | sed -n '/security/!{s,/*$,,;p;q}')}
  [ -n "$mirror" ] || { echo "apt-get names no mirror of Debian; run apt-get update, or set DEBIAN_MIRROR" >&2; exit 1; }
  mkdir -p "$folder"
  folder=$(cd "$folder" && pwd)
  fetch
  describe
  build
  run_tests
}

# A separate C library as well: the package needs a newer one than an older Debian has.
fetch() {
  [ -e "$folder/root/fetched" ] && return
  mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial" "$folder/packages" "$folder/root"
  : >"$folder/apt/status"
  cat >"$folder/apt/sources.list" <<END
deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror forky main
END
  cat >"$folder/apt/apt.conf" <<END
Dir::Etc::SourceList "$folder/apt/sources.list";
Dir::Etc::SourceParts "-";
Dir::State "$folder/apt";
Dir::State::Lists "$folder/apt/lists";
Dir::State::status "$folder/apt/status";
Dir::Cache "$folder/apt/cache";
APT::Architecture "amd64";
APT::Sandbox::User "";
Acquire::Languages "none";
END
  (
    export APT_CONFIG="$folder/apt/apt.conf"
    cd "$folder/packages"
    apt-get -q update
    apt-get -q download libpocketsphinx-dev libpocketsphinx5 libc6 libgcc-s1 libstdc++6
  )
  for package in "$folder"/packages/*.deb; do
    dpkg-deb -x "$package" "$folder/root"
  done
  touch "$folder/root/fetched"
}

# The package's own description, with the unpacked paths. The file name distinguishes its library
# from the installed one.
describe() {
  mkdir -p "$folder/pkgconfig"
  sed -e "s|^prefix=.*|prefix=$folder/root/usr|" -e "s|^libdir=/usr|libdir=$folder/root/usr|" \
    -e "s|^includedir=.*|includedir=$folder/root/usr/include|" \
    -e "s|-lpocketsphinx|-l:libpocketsphinx.so.5|" \
    -e "s|^Cflags:|Cflags: -I$folder/root/usr/include/x86_64-linux-gnu|" \
    "$folder/root/usr/lib/x86_64-linux-gnu/pkgconfig/pocketsphinx.pc" >"$folder/pkgconfig/pocketsphinx.pc"
  PKG_CONFIG_PATH=$folder/pkgconfig pkg-config --print-errors --exists 'pocketsphinx >= 5'
}

build() {
  # The library needs symbols of the newer C library, which it finds at load time.
  PKG_CONFIG_PATH=$folder/pkgconfig swift build --scratch-path "$folder/build" --build-tests \
    -Xlinker --allow-shlib-undefined
}

run_tests() {
  library=$folder/root/usr/lib/x86_64-linux-gnu
  swift=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")/lib/swift/linux
  bundle=$(find "$folder/build/debug/" -maxdepth 1 -name '*.xctest')
  # The program is the loader, so there are no grammars next to it.
  SPOKENMOVE_GRAMMARS=$PWD/grammars "$library/ld-linux-x86-64.so.2" \
    --library-path "$library:$swift:/lib/x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu" \
    "$bundle" --testing-library swift-testing --filter SpeechTests
}

main "$@"
