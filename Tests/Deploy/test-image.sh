#!/bin/bash
# Tests deploy/image.sh on a made-up card: a folder and, if this machine may mount files, an image
# with two partitions. The card's apt uses this test's own archive, so it needs no network.
# Tests/VM/card_installation.py tests the card's first start on the simulated board.
#
# Exit status: 0 passed, 1 failed, 77 this machine cannot do it (the reason is on standard error).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
image=$here/../../deploy/image.sh
for command in apt-get dpkg-deb unshare partx sfdisk mkfs.ext4 openssl; do
  command -v "$command" >/dev/null || { echo "test-image.sh: this needs the command $command" >&2; exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo "test-image.sh: this needs root" >&2; exit 77; }
work=$(mktemp -d)
trap 'umount -q "$work/mounted/boot/firmware" "$work/mounted" || true; rm -rf "$work"' EXIT
failures=0

well() { echo "ok    $*"; }
bad() {
  echo "FAIL  $*"
  sed 's/^/      /' "$work/log"
  failures=$((failures + 1))
}

check() { # NAME COMMAND...
  if "${@:2}"; then well "$1"; else bad "$1"; fi
}

# A package that installs nothing, in the archive that the card's apt knows.
make_package() { # NAME ARCH [DEPENDS]
  local tree=$work/tree file=$work/archive/$1_1_$2.deb
  mkdir -p "$tree/DEBIAN" "$work/archive"
  printf '%s\n' "Package: $1" "Version: 1" "Architecture: $2" "Maintainer: a test <test@example.invalid>" \
    "Description: a test" ${3:+"Depends: $3"} >"$tree/DEBIAN/control"
  dpkg-deb -Znone --root-owner-group --build "$tree" "$file" >/dev/null
  {
    dpkg-deb -f "$file"
    echo "Filename: ./${file##*/}"
    echo "Size: $(stat -c %s "$file")"
    echo "SHA256: $(sha256sum <"$file" | cut -d' ' -f1)"
    echo
  } >>"$work/archive/Packages"
}

# The files that image.sh looks at on a card with Raspberry Pi OS.
make_card() { # FOLDER
  mkdir -p "$1"/{boot/firmware,etc/apt/{apt.conf.d,preferences.d,sources.list.d},var/lib/dpkg,usr/share/keyrings}
  echo 'console=serial0,115200 console=tty1 root=PARTUUID=1234-02 rootfstype=ext4 rootwait resize' >"$1/boot/firmware/cmdline.txt"
  printf '%s\n' 'dtparam=audio=on' '[cm5]' 'dtoverlay=dwc2' >"$1/boot/firmware/config.txt"
  echo 'VERSION_ID="13"' >"$1/etc/os-release"
  printf '%s\n' 'Package: dpkg' 'Status: install ok installed' 'Version: 1' 'Architecture: arm64' \
    'Maintainer: a test <test@example.invalid>' 'Description: a test' >"$1/var/lib/dpkg/status"
  echo "deb [trusted=yes] copy:$work/archive ./" >"$1/etc/apt/sources.list"
}

prepare() { # ARGUMENTS...
  "$image" --package "$work/spokenmove_1_arm64.deb" "$@" >"$work/log" 2>&1
}

refuses() { # WORDS ARGUMENTS...
  ! prepare "${@:2}" </dev/null && grep -q "$1" "$work/log"
}

has_first_start() { # ROOT
  local folder=$1/var/lib/spokenmove-first-start unit=$1/etc/systemd/system
  [ -x "$folder/first-start" ] && [ -x "$folder/install.sh" ] && [ -f "$folder/spokenmove_1_arm64.deb" ] &&
    [ "$(cd "$folder/needed" && echo *)" = "libneeded_1_arm64.deb" ] &&
    grep -qx 'ExecStart=/var/lib/spokenmove-first-start/first-start --serial-console /dev/serial0' "$unit/spokenmove-first-start.service" &&
    cmp -s "$unit/multi-user.target.wants/spokenmove-first-start.service" "$unit/spokenmove-first-start.service"
}

has_free_pins() { # ROOT
  [ "$(cat "$1/boot/firmware/cmdline.txt")" = "console=tty1 root=PARTUUID=1234-02 rootfstype=ext4 rootwait resize" ] &&
    [ "$(grep -c '^enable_uart=1$' "$1/boot/firmware/config.txt")" = 1 ] &&
    [ "$(sed -n '/^enable_uart/{x;p};h' "$1/boot/firmware/config.txt")" = "[all]" ]
}

has_user() { # ROOT
  local hash
  hash=$(sed -n 's/^chess://p' "$1/boot/firmware/userconf.txt")
  [ -f "$1/boot/firmware/ssh" ] && [ "$(echo secret | openssl passwd -6 -salt "$(echo "$hash" | cut -d'$' -f3)" -stdin)" = "$hash" ]
}

make_package libneeded arm64
make_package overlayroot arm64
cp "$work/archive/Packages" "$work/"
make_package spokenmove arm64 libneeded
mv "$work/archive/spokenmove_1_arm64.deb" "$work/"
mv "$work/Packages" "$work/archive/"

card=$work/card
make_card "$card"
if echo secret | prepare --user chess "$card"; then well "a folder"; else bad "a folder"; fi
check "the first start is on the card, with what it needs" has_first_start "$card"
check "the serial pins are free" has_free_pins "$card"
check "the user is told" has_user "$card"
check "a second time" prepare "$card"
check "the first start is still there" has_first_start "$card"
check "the serial pins are still free" has_free_pins "$card"
check "read-only" prepare --read-only games "$card"
check "what makes it so is there" test -f "$card/var/lib/spokenmove-first-start/needed/overlayroot_1_arm64.deb"
check "the first start is told" grep -q -- '--read-only games$' "$card/etc/systemd/system/spokenmove-first-start.service"

check "a folder that is no card is refused" refuses "no card with Raspberry Pi OS" "$work/archive"
check "a label that would be more than one word is refused" refuses "a label has" --read-only 'a b' "$card"
printf 'VERSION_ID=13\ntouch %s/run\n' "$work" >"$card/etc/os-release"
check "a version without quotes" prepare "$card"
check "nothing of the card is run" test ! -e "$work/run"
mkdir "$work/host"
mv "$card/var/lib/spokenmove-first-start" "$card/var/lib/before"
ln -s "$work/host" "$card/var/lib/spokenmove-first-start"
check "a link out of the card is refused" refuses "leads out of the card" "$card"
rm "$card/var/lib/spokenmove-first-start"
rm -f "$card/boot/firmware/userconf.txt"
ln -s "$work/host/user" "$card/boot/firmware/userconf.txt"
check "a file's link out of the card as well" refuses "leads out of the card" --user chess "$card"
check "nothing was written there" test -z "$(ls "$work/host")"
rm "$card/boot/firmware/userconf.txt"
sed -i s/arm64/armhf/ "$card/var/lib/dpkg/status"
check "a card for another processor is refused" refuses "not for this card's armhf" "$card"
echo 'VERSION_ID="12"' >"$card/etc/os-release"
check "an older system is refused" refuses "Debian 12" "$card"

# An image as it is downloaded: two partitions in one file. The first one has another file system than
# on a real card, because not every kernel supports that one.
rm -rf "$card"
make_card "$card"
mv "$card/boot/firmware" "$work/firmware"
mkdir "$card/boot/firmware" "$work/mounted"
truncate -s 80M "$work/card.img"
printf '%s\n' 'label: dos' 'start=1MiB, size=36MiB, type=c' 'start=37MiB, type=83' | sfdisk -q "$work/card.img"
mkfs.ext4 -q -F -d "$work/firmware" -E offset=$((1 << 20)) "$work/card.img" 36M 2>/dev/null
mkfs.ext4 -q -F -d "$card" -E offset=$((37 << 20)) "$work/card.img" 43M 2>/dev/null
if mount -o loop,offset=$((37 << 20)) "$work/card.img" "$work/mounted" 2>/dev/null; then
  umount "$work/mounted"
  check "an image" prepare "$work/card.img"
  mount -o loop,offset=$((37 << 20)) "$work/card.img" "$work/mounted"
  mount -o loop,offset=$((1 << 20)),sizelimit=$((36 << 20)) "$work/card.img" "$work/mounted/boot/firmware"
  check "the first start is in its root partition" has_first_start "$work/mounted"
  check "its boot partition frees the serial pins" has_free_pins "$work/mounted"
else
  echo "not tested: this machine cannot mount an image"
fi

[ "$failures" -eq 0 ]
