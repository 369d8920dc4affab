#!/bin/bash
# card.sh PACKAGE FILE [OPTIONS]
#
# Makes FILE, the card of the simulated board that boots with systemd (installed_board.py): a plain
# Debian 13 with the additions of Raspberry Pi OS, prepared by deploy/image.sh with the Debian package
# PACKAGE and OPTIONS. Also writes FILE.before, the list of all files before the preparation. Keeps the
# system in ~/.cache/spokenmove/vm. Needs root, Debian and the network; takes half a minute and 100 MB,
# the first time about two minutes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=../../deploy/roots.sh
. "$here/../../deploy/roots.sh"

# The README's commands need sudo; the tests need alsa-utils and gpiod.
board_packages=(dbus kmod login sudo alsa-utils gpiod)

make_board_system() { # ROOT
  local root=$1 unit
  cp -a "$ROOTS/debian-13" "$root"
  enter "$root" /tmp sh -c "apt-get -qq update && DEBIAN_FRONTEND=noninteractive \
    apt-get -y -qq --no-install-recommends install ${board_packages[*]}" >/dev/null 2>&1 ||
    roots_fail "cannot install ${board_packages[*]} in $root"
  rm -rf "$root"/var/cache/apt/*.bin "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/*_*
  echo board >"$root/etc/hostname"
  echo 127.0.0.1 localhost board >"$root/etc/hosts"
  : >"$root/etc/resolv.conf"
  echo "/dev/vda / ext4 defaults,noatime 0 1" >"$root/etc/fstab"
  # With a machine ID, this is not the first boot, which would ask questions.
  echo 5b0a2d5eb0a24d5e9b0a2d5eb0a24d5e >"$root/etc/machine-id"
  # The modules are the kernel's, see init.
  mkdir -p "$root/var/log/journal" "$root/lib/modules" "$root/boot/firmware"
  echo "console=serial0,115200 console=tty1 root=/dev/vda rootwait" >"$root/boot/firmware/cmdline.txt"
  : >"$root/boot/firmware/config.txt"
  # Services that a board without a network and a screen does not need.
  for unit in systemd-logind.service apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer \
    fstrim.timer; do
    ln -sf /dev/null "$root/etc/systemd/system/$unit"
  done
}

main() {
  local package file cache=${XDG_CACHE_HOME:-$HOME/.cache}/spokenmove/vm key
  package=$(realpath "$1")
  file=$(realpath "$2")
  shift 2
  mkdir -p "$cache"
  cd "$cache"
  exec 9>lock
  flock -w 600 9
  make_system 13
  key="${board_packages[*]} $(md5sum <"$here/card.sh") $(stat -c %Y "$ROOTS/debian-13.ready")"
  if [ "$(cat board/.key 2>/dev/null)" != "$key" ]; then
    rm -rf board board.part
    make_board_system board.part
    echo "$key" >board.part/.key
    mv board.part board
  fi
  rm -rf board.card
  cp -a board board.card
  rm board.card/.key
  (cd board.card && find . -mindepth 1 -printf '/%P\n') >"$file.before"
  "$here/../../deploy/image.sh" --package "$package" "$@" board.card
  mke2fs -q -F -t ext4 -L board -d board.card "$file" 1500M 2>/dev/null
  rm -rf board.card
}

main "$@"
