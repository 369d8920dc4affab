#!/bin/bash
# image.sh [OPTIONS] CARD
#
# Prepares a card with a fresh Raspberry Pi OS Lite (64 bit, Debian 13) for a board without a
# screen, a keyboard or a network: puts everything that SpokenMove needs on the card, to be
# installed at the board's first start. See --help.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
package_file='' config_file='' user='' label='' serial_port=/dev/serial0
work=''
mounted=()

usage() {
  cat <<'USAGE'
Usage: sudo deploy/image.sh [OPTIONS] CARD

CARD is the card with Raspberry Pi OS: in its reader (/dev/sdX), as a file (an unpacked .img), or as the folder at which
its root partition is mounted, with the other one at boot/firmware in it.

  --package FILE           the Debian package for the board; without it, the one in .build/packages, where
                           deploy/build-deb.sh --arch arm64 leaves it
  --config FILE            the configuration, instead of the sample (deploy/config.yaml)
  --serial-console DEVICE  where results are shown (/dev/serial0); none: as the configuration says
  --user NAME              create this user, who may log in by SSH; the password is read from standard input. Not needed
                           if Raspberry Pi Imager has set up a user
  --read-only LABEL        from the second start on, only games are written, to the file system (ext4) called LABEL, as
                           on a USB stick (mkfs.ext4 -L LABEL /dev/sdX1); without it the service does not start
  --help                   show this

Runs on Debian and its derivatives, as root, with a network.
USAGE
}

fail() {
  echo "image.sh: $*" >&2
  exit 1
}

finish() {
  local folder
  for folder in "${mounted[@]}"; do umount "$folder"; done
  [ -z "$work" ] || rm -rf "$work"
}

# The offset of partition NUMBER in the file FILE, for mount.
partition_of_file() { # FILE NUMBER
  local start sectors
  read -r start sectors < <(partx -gbo START,SECTORS --nr "$2" "$1") || fail "$1 has no partition $2"
  echo "loop,offset=$((start * 512)),sizelimit=$((sectors * 512))"
}

mount_on() { # FOLDER ARGUMENTS...
  mount "${@:2}" "$1" || fail "cannot mount ${*: -1}; if something else has mounted it, unmount it there"
  mounted=("$1" "${mounted[@]}")
}

# Sets `root` to the mounted root partition of the card, with the boot partition in it.
mount_card() { # CARD
  local prefix=$1
  root=$work/root
  mkdir "$root"
  if [ -d "$1" ]; then
    root=$(cd "$1" && pwd)
  elif [ -b "$1" ]; then
    case $1 in *[0-9]) prefix=${1}p ;; esac
    mount_on "$root" "${prefix}2"
    mount_on "$root/boot/firmware" "${prefix}1"
  elif [ -f "$1" ]; then
    mount_on "$root" -o "$(partition_of_file "$1" 2)" "$1"
    mount_on "$root/boot/firmware" -o "$(partition_of_file "$1" 1)" "$1"
  else
    fail "there is no card $1"
  fi
}

# Fails if a link on the card leads a PATH outside: this machine's own file would be overwritten.
keep_inside() { # PATH...
  local path
  for path in "$@"; do
    [[ $(realpath -m "$root/$path") == "$(realpath "$root")"/* ]] ||
      fail "/$path leads out of the card: take away the link in it"
  done
}

check_card() {
  local file generation
  for file in boot/firmware/cmdline.txt boot/firmware/config.txt var/lib/dpkg/status etc/os-release; do
    [ -f "$root/$file" ] || fail "this is no card with Raspberry Pi OS: it has no $file"
  done
  keep_inside etc/systemd/system/{,multi-user.target.wants/}spokenmove-first-start.service \
    var/lib/spokenmove-first-start usr/share/keyrings boot/firmware/{cmdline,config,userconf}.txt boot/firmware/ssh
  # Read, not run: it is the card's file.
  generation=$(sed -n "s/^VERSION_ID=[\"']\?\([0-9.]*\)[\"']\?$/\1/p" "$root/etc/os-release" | tail -n 1)
  [ "$generation" = 13 ] || fail "this card has Debian $generation, and the package is for 13: write a newer Raspberry Pi OS"
  arch=$(awk '/^Package: / { name = $2 } /^Architecture: / && name == "dpkg" { print $2; exit }' "$root/var/lib/dpkg/status")
  [ "$(dpkg-deb -f "$package_file" Architecture)" = "$arch" ] || fail "$package_file is not for this card's $arch system"
}

# apt-get as if it ran on the card: with the card's sources, keys and packages, but running nothing
# from it. Downloads stay in `work`.
apt_of_card() { # COMMAND...
  mkdir -p "$work"/{state/lists,cache/archives}/partial
  # shellcheck disable=SC2016 # for the shell in the namespace
  unshare --mount --propagation private sh -euc '
    mount --bind "$1/usr/share/keyrings" /usr/share/keyrings
    shift
    exec apt-get "$@"' apt_of_card "$root" -qq \
    -o Dir::Etc="$root/etc/apt" -o Dir::State="$work/state" -o Dir::State::status="$root/var/lib/dpkg/status" \
    -o Dir::Cache="$work/cache" -o APT::Architecture="$arch" -o APT::Architectures="$arch" -o APT::Sandbox::User=root \
    -o Acquire::Languages=none "$@"
}

# All packages that PACKAGE... need and the card lacks.
fetch_packages() { # FOLDER PACKAGE...
  echo "Fetching what the package needs"
  mkdir -p /usr/share/keyrings "$root/usr/share/keyrings"
  apt_of_card update || fail "cannot fetch the lists of packages for the card"
  apt_of_card -y --no-install-recommends --download-only install "${@:2}" >/dev/null ||
    fail "cannot fetch what $package_file needs"
  find "$work/cache/archives" -name '*.deb' -exec cp -t "$1" {} +
}

# The board's tasks at its first start.
put_first_start() {
  local folder=$root/var/lib/spokenmove-first-start arguments='' packages
  case $serial_port in none) ;; *) arguments+=" --serial-console $serial_port" ;; esac
  packages=("$package_file")
  if [ -n "$label" ]; then
    arguments+=" --read-only $label"
    packages+=(overlayroot)
  fi
  rm -rf "$folder"
  mkdir -p "$folder/needed"
  fetch_packages "$folder/needed" "${packages[@]}"
  install -m 755 "$here/install.sh" "$here/card/first-start" "$folder/"
  install -m 644 "$package_file" "$folder/"
  [ -z "$config_file" ] || install -m 644 "$config_file" "$folder/config.yaml"
  mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
  sed "s|@arguments@|$arguments|" "$here/card/spokenmove-first-start.service" \
    >"$root/etc/systemd/system/spokenmove-first-start.service"
  ln -sf ../spokenmove-first-start.service "$root/etc/systemd/system/multi-user.target.wants/"
}

# The firmware connects the serial port to pins 8 and 10, and the kernel and the login prompt leave
# it alone.
free_serial_pins() {
  local firmware=$root/boot/firmware
  grep -qx 'enable_uart=1' "$firmware/config.txt" || printf '\n[all]\nenable_uart=1\n' >>"$firmware/config.txt"
  sed -i -E 's/(^| )console=(serial0|ttyAMA0|ttyS0),[0-9]+/\1/; s/^ +//; s/  +/ /g' "$firmware/cmdline.txt"
}

# Raspberry Pi OS reads these at its first start and removes them.
put_user() {
  local password hash
  if [ -t 0 ]; then
    read -r -s -p "Password for $user on the board: " password
    echo
  else
    read -r password
  fi
  [ -n "$password" ] || fail "a user needs a password"
  hash=$(printf '%s\n' "$password" | openssl passwd -6 -stdin)
  printf '%s:%s\n' "$user" "$hash" >"$root/boot/firmware/userconf.txt"
  touch "$root/boot/firmware/ssh"
}

main() {
  local card='' command
  while [ $# -gt 0 ]; do
    case $1 in
    --package | --config | --serial-console | --user | --read-only)
      [ $# -ge 2 ] || { echo "image.sh: $1 needs a value" >&2; exit 2; }
      case $1 in
      --package) package_file=$2 ;;
      --config) config_file=$2 ;;
      --serial-console) serial_port=$2 ;;
      --user) user=$2 ;;
      --read-only) label=$2 ;;
      esac
      shift
      ;;
    --help | -h)
      usage
      return
      ;;
    -*)
      usage >&2
      exit 2
      ;;
    *) card=$1 ;;
    esac
    shift
  done
  [ -n "$card" ] || { usage >&2; exit 2; }
  # Values for lines of a unit or a firmware file must not contain spaces.
  [[ $serial_port =~ ^(none|/dev/[A-Za-z0-9/_-]+)$ ]] || fail "--serial-console: $serial_port is no device"
  [[ $label =~ ^[A-Za-z0-9._-]*$ ]] || fail "--read-only: a label has letters, digits, dots and dashes"
  [[ $user =~ ^([a-z][a-z0-9-]*)?$ ]] || fail "--user: a name has small letters, digits and dashes"
  [ "$(id -u)" -eq 0 ] || fail "this needs root: sudo $0"
  for command in apt-get dpkg-deb unshare partx openssl; do
    command -v "$command" >/dev/null || fail "this needs the command $command"
  done
  [ -n "$package_file" ] || package_file=$(find "$here/../.build/packages" -name 'spokenmove_*_arm64.deb' 2>/dev/null | sort -V | tail -n 1)
  [ -f "$package_file" ] || fail "there is no package ${package_file:-in .build/packages}: deploy/build-deb.sh --arch arm64 makes it"
  [ -z "$config_file" ] || [ -f "$config_file" ] || fail "there is no file $config_file"
  package_file=$(realpath "$package_file")

  trap finish EXIT
  work=$(mktemp -d)
  mount_card "$card"
  check_card
  put_first_start
  [ "$serial_port" = none ] || free_serial_pins
  [ -z "$user" ] || put_user
  sync
  echo "The card is ready: put it into the board and switch it on. The first start takes some minutes; the green light says the rest."
}

main "$@"
