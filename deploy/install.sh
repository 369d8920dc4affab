#!/bin/sh
# install.sh: SpokenMove on this machine. See --help.
#
# What may be set from outside:
: "${SWIFT_BIN:=}"    # folder that holds the swift command; else PATH and the usual places are searched
: "${BUILD_JOBS:=}"   # how many compilers run at once; else as many as memory allows
: "${SWIFT_FLAGS:=}"  # further arguments for swift build
: "${INSTALL_SOURCED:=}" # not empty: define the functions, do nothing (for tests, and for scripts that use some of them)
set -eu

# Packages by what they are for. Names hold for Debian 12 and 13.
BUILD_PACKAGES="pkg-config git libasound2-dev libgpiod-dev libpocketsphinx-dev libsndfile1-dev libsoxr-dev libyaml-dev"
RUN_PACKAGES="pocketsphinx-en-us"

usage() {
  cat <<'USAGE'
Usage: deploy/install.sh [--dry-run] --demo [DEMO OPTIONS]

  --demo       install the packages, build, and show the product at work on this terminal: Enter is the button,
               the LEDs are drawn, recorded clips are the microphone. What follows goes to `spokenmove demo`,
               for example --microphone hw:CARD=Device
  --dry-run    show every change and make none
  --help       show this
USAGE
}

say() { printf '%s\n' "$*"; }
warn() { printf '%s\n' "install.sh: $*" >&2; }
fail() {
  warn "$@"
  exit 1
}

# Every change goes through here.
run() {
  if [ "$dry_run" = yes ]; then
    say "would run: $*"
  else
    "$@"
  fi
}

run_as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    run "$@"
  elif [ "$dry_run" = yes ]; then
    run sudo "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "this needs root and there is no sudo: run as root: $*"
  fi
}

# The PACKAGES that are not installed, one a line.
missing_packages() { # PACKAGE...
  for package in "$@"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || say "$package"
  done
}

install_packages() { # PACKAGE...
  missing=$(missing_packages "$@" | tr '\n' ' ')
  missing=${missing% }
  [ -n "$missing" ] || return 0
  command -v apt-get >/dev/null || fail "there is no apt-get here; install these by hand: $missing"
  say "Installing $missing"
  run_as_root apt-get -qq -o DPkg::Lock::Timeout=300 update ||
    warn "apt-get update failed; going on with the package lists that are here"
  # shellcheck disable=SC2086 # one argument a package
  run_as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 install $missing ||
    fail "apt-get could not install: $missing"
}

# Puts the folder of the swift command into PATH.
find_swift() {
  for folder in "$SWIFT_BIN" "$(dirname "$(command -v swift || echo /nowhere/swift)")" /usr/libexec/swift/bin \
    /opt/swift/usr/bin /usr/local/swift/usr/bin "${HOME:-/root}/.local/share/swiftly/bin"; do
    if [ -n "$folder" ] && [ -x "$folder/swift" ]; then
      PATH=$folder:$PATH
      export PATH
      return 0
    fi
  done
  return 1
}

debian_generation() {
  # shellcheck source=/dev/null
  (. /etc/os-release && say "${VERSION_ID:-unknown}")
}

# Debian 13 has Swift in its archive, Debian 12 has not.
need_swift() {
  find_swift && return 0
  if [ -n "$(apt-cache --quiet=0 policy swiftlang 2>/dev/null | grep 'Candidate: [0-9]' || true)" ]; then
    install_packages swiftlang
    find_swift || [ "$dry_run" = yes ] || fail "swiftlang is installed and has no swift command"
    return 0
  fi
  fail "there is no Swift here, and this system (Debian $(debian_generation)) has none in its archive." \
    "Get the toolchain for Debian 12 from https://www.swift.org/install/linux and unpack it so that" \
    "/opt/swift/usr/bin/swift exists, or name its folder: SWIFT_BIN=FOLDER $0"
}

# A compiler takes up to 1.5 GB: on a small board more than one at once ends in swapping.
build_jobs() {
  [ -z "$BUILD_JOBS" ] || { say "$BUILD_JOBS"; return; }
  memory=$(awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo)
  jobs=$((memory / 1500))
  cores=$(nproc)
  [ "$jobs" -le "$cores" ] || jobs=$cores
  [ "$jobs" -ge 1 ] || jobs=1
  say "$jobs"
}

# Builds PRODUCT in release mode with Swift's standard library in it; `product` becomes its path.
build_product() { # PRODUCT
  say "Building $1 (the first time takes some minutes)"
  # shellcheck disable=SC2086 # one argument a flag
  run swift build --package-path "$package" -c release --static-swift-stdlib --jobs "$(build_jobs)" $SWIFT_FLAGS \
    --product "$1" ||
    fail "the build failed; what is above says why"
  product=$package/.build/release/$1
}

demo() { # DEMO OPTIONS
  # shellcheck disable=SC2086 # one argument a package
  install_packages $BUILD_PACKAGES $RUN_PACKAGES
  need_swift
  build_product spokenmove
  run "$product" demo "$@"
}

main() {
  package=$(cd "$(dirname "$0")/.." && pwd)
  dry_run=no
  while [ $# -gt 0 ]; do
    case $1 in
    --dry-run) dry_run=yes ;;
    --demo)
      shift
      demo "$@"
      return
      ;;
    --help | -h)
      usage
      return
      ;;
    *)
      usage >&2
      warn "unknown option: $1"
      exit 2
      ;;
    esac
    shift
  done
  usage >&2
  exit 2
}

[ -n "$INSTALL_SOURCED" ] || main "$@"
