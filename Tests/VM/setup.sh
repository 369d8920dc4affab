#!/bin/bash
# setup.sh [CACHE] (default: ~/.cache/spokenmove/vm)
#
# Puts the files into CACHE with which machine.py boots a simulated board: this Debian's stock kernel
# and its modules (unpacked, not installed), and gpio-sim.ko, which that kernel lacks, built from
# Debian's own source. Does nothing if all of them exist. Needs root, x86-64,
# Debian and, the first time, the network: about a minute and 250 MB.
#
# Exit status: 0 ready, 1 failed, 77 this machine cannot run it (the reason is on standard error).
set -euo pipefail

cannot() {
  echo "setup.sh: $*" >&2
  exit 77
}

need_packages() {
  local package missing=()
  for package in "$@"; do
    dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  echo "installing ${missing[*]}"
  apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 "${missing[@]}" >/dev/null ||
    cannot "apt-get could not install: ${missing[*]}"
}

fetch_kernel() { # KERNEL RELEASE
  echo "fetching $1"
  rm -rf root vmlinux
  apt-get download -qq "$1" || cannot "apt-get could not download $1"
  dpkg -x "$1"_*.deb root.part
  rm -f "$1"_*.deb
  depmod -b root.part "$2"
  mv root.part root
}

# irq_sim.c calls irq_to_desc(), which is not exported to modules; the macro does the same by exported
# means. A chip's interrupts are not freed with it: this kernel frees them even while a program still
# holds a line, and then corrupts its memory when the program releases the line.
build_gpio_sim() { # RELEASE
  local release=$1 version source
  version=$(echo "$release" | cut -d. -f1,2)
  source=linux-source-$version
  need_packages gcc make xz-utils "linux-headers-$release"
  echo "building gpio-sim for $release"
  apt-get download -qq "$source" || cannot "apt-get could not download $source"
  rm -rf gpio-sim && mkdir gpio-sim
  dpkg-deb --fsys-tarfile "$source"_*.deb | tar -xO "./usr/src/$source.tar.xz" | xz -T0 -dc |
    tar -x -C gpio-sim --strip-components=3 --wildcards \
      "$source/drivers/gpio/gpio-sim.c" "$source/drivers/gpio/gpiolib.h" "$source/kernel/irq/irq_sim.c"
  rm -f "$source"_*.deb
  mv gpio-sim/gpio-sim.c gpio-sim/gpio-sim-main.c
  cat >gpio-sim/irq_sim.h <<'END'
#include <linux/device.h>
#include <linux/irq.h>
#define irq_to_desc(n) irq_data_to_desc(irq_get_irq_data(n))
#define devm_add_action_or_reset(device, action, data) ((void)(action), 0)
END
  cat >gpio-sim/gpio-sim-main.h <<'END'
#include <linux/irqdomain.h>
#undef pr_fmt
#define irq_dispose_mapping(number) ((void)(number))
END
  # shellcheck disable=SC2016 # $(src) is make's
  printf '%s\n' 'obj-m := gpio-sim.o' 'gpio-sim-y := gpio-sim-main.o irq_sim.o' \
    'CFLAGS_irq_sim.o := -include $(src)/irq_sim.h' \
    'CFLAGS_gpio-sim-main.o := -include $(src)/gpio-sim-main.h' >gpio-sim/Makefile
  make -s -C "/lib/modules/$release/build" M="$PWD/gpio-sim" modules
  strip --strip-debug -o gpio-sim.ko.part gpio-sim/gpio-sim.ko
  mv gpio-sim.ko.part gpio-sim.ko
  rm -rf gpio-sim
}

main() {
  local cache here kernel release
  here=$(cd "$(dirname "$0")" && pwd)
  cache=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/spokenmove/vm}
  [ "$(uname -m)" = x86_64 ] || cannot "the simulated board needs an x86-64 machine, this is $(uname -m)"
  [ "$(id -u)" -eq 0 ] || cannot "the simulated board needs root (its root file system is this machine's, read-only)"
  command -v apt-get >/dev/null || cannot "the simulated board needs Debian's apt-get to fetch a kernel"
  mkdir -p "$cache"
  cd "$cache"
  export DEBIAN_FRONTEND=noninteractive
  exec 9>lock
  flock -w 600 9 || cannot "another run holds $cache/lock"

  # Existing files are used as they are: a newer kernel in the archive is no reason to fetch it
  # again.
  if [ ! -f ready ] || [ ! -f vmlinux ] || [ ! -f gpio-sim.ko ]; then
    apt-get update -qq || cannot "apt-get update failed: the first time needs the network"
    kernel=$(apt-cache depends linux-image-amd64 | awk '/Depends/ { print $2; exit }')
    release=${kernel#linux-image-}
    [ -n "$release" ] || cannot "no linux-image-amd64 in this machine's package sources"
    need_packages kmod xz-utils zstd python3
    [ -d "root/lib/modules/$release" ] || [ -d "root/usr/lib/modules/$release" ] || fetch_kernel "$kernel" "$release"
    python3 "$here/extract_vmlinux.py" "root/boot/vmlinuz-$release" vmlinux
    build_gpio_sim "$release"
    echo "$release" >ready
  fi
  need_packages qemu-system-x86 busybox-static cpio kmod python3 alsa-utils gpiod flac flite espeak-ng stockfish
  need_packages debootstrap debian-archive-keyring dmsetup e2fsprogs openssl
  echo "the simulated board is ready: kernel $(cat ready)"
}

main "$@"
