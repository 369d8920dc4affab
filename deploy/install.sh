#!/bin/sh
# install.sh: installs SpokenMove on this machine, or demonstrates it (--demo), or removes it
# (--uninstall). See --help.
#
# Settings from the environment:
: "${SWIFT_BIN:=}"       # folder that holds the swift command; else PATH and the usual places are searched
: "${BUILD_JOBS:=}"      # how many compilers run at once; else as many as memory allows
: "${SWIFT_FLAGS:=}"     # further arguments for swift build
: "${START_SECONDS:=60}" # how long to wait until the service is available
: "${INSTALL_SOURCED:=}" # not empty: define the functions, do nothing (for tests, and for scripts that use some of them)
set -eu

# Packages by purpose. The names are valid for Debian 12 and 13.
BUILD_PACKAGES="pkg-config git ca-certificates g++ libasound2-dev libgpiod-dev libpocketsphinx-dev libsndfile1-dev libsoxr-dev libyaml-dev"
# For the relay alone, which a board does not need; for Tests/run.sh and .ci/run.
# shellcheck disable=SC2034
RELAY_PACKAGES="libmosquitto-dev"
RUN_PACKAGES="pocketsphinx-en-us"
SERVICE_PACKAGES="systemd udev passwd"
# A release build includes Swift's standard library, and has no symbols, no writable linkage tables
# (thanks to lld, which comes with Swift), and none of the compiler's hashes, which differ from run
# to run. Dependencies are pinned in deploy/Package.resolved, so that the same commit is built from
# the same sources next year. (For a shared library, swift build needs to be told of the standard library
# twice.)
RELEASE_FLAGS="--force-resolved-versions --static-swift-stdlib -Xswiftc -static-stdlib -Xswiftc -use-ld=lld -Xlinker -s -Xlinker -z -Xlinker now
  -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen"
# The release for systems without Swift in their archive, and its requirements there for compiling
# and linking.
TOOLCHAIN=6.3.1
TOOLCHAIN_PACKAGES="libcurl4 libedit2 libncurses6 libsqlite3-0 libxml2 zlib1g"

dry_run=no
prefix=/usr/local
root=
package_file=
serial_port=
purge=no

usage() {
  cat <<'USAGE'
Usage: deploy/install.sh [OPTIONS]                  install, or update what is installed
       deploy/install.sh --demo [--dry-run] [DEMO OPTIONS]
       deploy/install.sh [OPTIONS] --uninstall [--purge]

  --demo            install nothing but packages, build, and show the product at work on this terminal: Enter is the
                    button, the lights are drawn, recorded clips are the microphone. Further options go
                    to `spokenmove demo`, for example --microphone hw:CARD=Device
  --package FILE    install this Debian package rather than build; without it, one that lies beside install.sh
  --serial-console DEVICE
                    show results on this serial port (/dev/serial0), and remove the login prompt from it
  --prefix DIR      where to install what was built here (/usr/local)
  --root DIR        put the files below DIR, as for an image of a card; starts nothing
  --uninstall       remove the installed files; keeps the configuration and the games
  --purge           with --uninstall: the configuration and the games too
  --dry-run         show the changes without making them
  --help            show this
USAGE
}

say() { printf '%s\n' "$@"; }
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

# Runs COMMAND as root, in the file system that --root names, if any.
run_in_root() {
  if [ -n "$root" ]; then
    run_as_root chroot "$root" "$@"
  else
    run_as_root "$@"
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

# Fails if a link below --root leads a PATH outside: this machine's own file would be overwritten.
keep_inside() { # PATH...
  [ -n "$root" ] || return 0
  inside=$(realpath -m "$root")
  for path in "$@"; do
    case $(realpath -m "$root$path") in
    "$inside"/*) ;;
    *) fail "$root$path leads out of $root: take away the link in it" ;;
    esac
  done
}

# The PACKAGES that are not installed, one per line.
missing_packages() { # PACKAGE...
  for package in "$@"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || say "$package"
  done
}

# Finishes an interrupted dpkg run, for example of an earlier installation.
mend_packages() {
  [ -n "$(dpkg ${root:+--root="$root"} --audit 2>/dev/null)" ] || return 0
  say "Finishing an installation that was broken off"
  run_in_root env DEBIAN_FRONTEND=noninteractive dpkg --configure -a --force-confold ||
    run_in_root env DEBIAN_FRONTEND=noninteractive apt-get -y -qq --fix-broken install ||
    warn "it cannot be finished; going on"
}

install_packages() { # PACKAGE...
  mend_packages
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
    /usr/local/swift/usr/bin "${HOME:-/root}/.local/share/swiftly/bin"; do
    if [ -n "$folder" ] && [ -x "$folder/swift" ]; then
      PATH=$folder:$PATH
      export PATH
      return 0
    fi
  done
  return 1
}

# Read, not run: below --root it is another system's file.
debian_generation() {
  generation=$(sed -n "s/^VERSION_ID=[\"']\{0,1\}\([0-9.]*\)[\"']\{0,1\}\$/\1/p" "$root/etc/os-release" | tail -n 1)
  say "${generation:-unknown}"
}

# Debian 13 has Swift in its archive; Debian 12 does not.
need_swift() {
  find_swift && return 0
  if [ -n "$(apt-cache --quiet=0 policy swiftlang 2>/dev/null | grep 'Candidate: [0-9]' || true)" ]; then
    install_packages swiftlang
    find_swift || [ "$dry_run" = yes ] || fail "swiftlang is installed and has no swift command"
    return 0
  fi
  case $(dpkg --print-architecture) in arm64) platform=debian12-aarch64 ;; *) platform=debian12 ;; esac
  release=swift-$TOOLCHAIN-RELEASE
  warn "there is no Swift here, and this system (Debian $(debian_generation)) has none in its archive." \
    "These commands put the toolchain of swift.org for Debian 12 in its place; then run this again:"
  cat >&2 <<COMMANDS
  sudo apt-get install curl gpg $TOOLCHAIN_PACKAGES
  sudo mkdir -p /usr/local/swift
  curl -fL -O https://download.swift.org/swift-$TOOLCHAIN-release/$platform/$release/$release-$platform.tar.gz -O \\
    https://download.swift.org/swift-$TOOLCHAIN-release/$platform/$release/$release-$platform.tar.gz.sig
  curl -fL https://www.swift.org/keys/all-keys.asc | gpg --import
  gpg --verify $release-$platform.tar.gz.sig &&
    sudo tar -xzf $release-$platform.tar.gz -C /usr/local/swift --strip-components 1
install.sh: a toolchain that is elsewhere can be named: SWIFT_BIN=FOLDER $0 (FOLDER/swift is its command)
COMMANDS
  exit 1
}

# A compiler takes up to 1.5 GB: on a small board, more than one at a time would cause swapping.
build_jobs() {
  [ -z "$BUILD_JOBS" ] || { say "$BUILD_JOBS"; return; }
  memory=$(awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo)
  jobs=$((memory / 1500))
  cores=$(nproc)
  [ "$jobs" -le "$cores" ] || jobs=$cores
  [ "$jobs" -ge 1 ] || jobs=1
  say "$jobs"
}

# Puts the pinned versions of FOLDER's dependencies where Swift looks for them.
pin_dependencies() { # FOLDER
  # Only if they differ: Swift plans the whole build again when the file is newer.
  cmp -s "$1/deploy/Package.resolved" "$1/Package.resolved" || run cp "$1/deploy/Package.resolved" "$1/Package.resolved"
}

# Builds PRODUCT in release mode, including Swift's standard library; sets `product` to its path.
build_product() { # PRODUCT
  say "Building $1 (the first time takes some minutes)"
  pin_dependencies "$package"
  # shellcheck disable=SC2086 # one argument a flag
  run swift build --package-path "$package" -c release $RELEASE_FLAGS --jobs "$(build_jobs)" $SWIFT_FLAGS \
    --product "$1" ||
    fail "the build failed; what is above says why"
  product=$package/.build/release/$1
}

demo() { # DEMO OPTIONS
  # In another language, it is espeak-ng that speaks.
  case " $*" in *" --locale"*) voice=espeak-ng ;; *) voice="" ;; esac
  # shellcheck disable=SC2086 # one argument a package
  install_packages $BUILD_PACKAGES $RUN_PACKAGES $voice
  need_swift
  build_product spokenmove
  run "$product" demo "$@"
  say "" "What next:" \
    "  $product play                a game on this terminal, by voice if there is a microphone" \
    "  $here/install.sh             install it on this board" \
    "  $package/README.md           wiring, and what can be said"
}

# ---- Installing on a board

check_machine() {
  # Not uname: a 32-bit Raspberry Pi OS has a 64-bit kernel.
  architecture=$(dpkg --print-architecture)
  case $architecture in
  arm64 | amd64) ;;
  *) fail "there is no SpokenMove for $architecture: use a 64-bit system" ;;
  esac
  memory=$(awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo)
  [ "${memory:-0}" -ge 380 ] || warn "$memory MB of memory are little: the service needs up to 256 MB of them"
  case $(debian_generation) in
  12 | 13) ;;
  *) warn "made for Debian 12 and 13, and Raspberry Pi OS of these; this is another system: it may not work" ;;
  esac
}

# Fails if FOLDER's disk has less than MEGABYTES left.
check_disk() { # FOLDER MEGABYTES
  free=$(df -Pm "$1" | awk 'NR == 2 { print $4 }')
  [ "${free:-0}" -ge "$2" ] || fail "$1 has ${free:-0} MB left, and $2 MB are needed"
}

check_memory_for_building() {
  memory=$(awk '/^(MemTotal|SwapTotal)/ { sum += $2 } END { print int(sum / 1024) }' /proc/meminfo)
  [ "$memory" -ge 1800 ] ||
    warn "$memory MB of memory and swap are little for the compiler. If the build ends with \"Killed\", install the" \
      "package made by deploy/build-deb.sh on another machine, or add swap: fallocate -l 2G /swap && chmod 600 /swap &&" \
      "mkswap /swap && swapon /swap"
}

# The package to install: the named one, else one for this machine that lies beside this script.
find_package() {
  [ -z "$package_file" ] || {
    [ -f "$package_file" ] || fail "there is no package $package_file"
    [ "$(debian_generation)" != 12 ] ||
      fail "the package is for Debian 13, and this is Debian 12: run this without --package, to build it here"
    return 0
  }
  # The newest: 0.10 comes after 0.9.
  package_file=$(for file in "$here"/spokenmove_*_"$(dpkg --print-architecture)".deb; do
    [ ! -f "$file" ] || say "$file"
  done | sort -V | tail -n 1)
  if [ -n "$package_file" ] && [ "$(debian_generation)" = 12 ]; then
    say "$package_file is for Debian 13, and this is Debian 12: building it here"
    package_file=
  fi
}

# apt-get without questions; keeps an edited configuration.
apt_get() { # ARGUMENTS...
  run_in_root env DEBIAN_FRONTEND=noninteractive apt-get -y -qq --no-install-recommends --allow-downgrades \
    -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 -o Dpkg::Options::=--force-confold "$@"
}

install_package() {
  say "Installing $package_file"
  if [ -n "$root" ]; then
    chroot "$root" true 2>/dev/null ||
      fail "programs of $root do not run here, as its package manager would have to: install on the board instead"
    keep_inside /var/cache/spokenmove.deb
    run_as_root install -m 644 "$package_file" "$root/var/cache/spokenmove.deb"
    file=/var/cache/spokenmove.deb
  else
    case $package_file in /*) file=$package_file ;; *) file=$PWD/$package_file ;; esac
  fi
  check_disk "$root/usr" 200
  apt_get update || warn "apt-get update failed; going on with the package lists that are here"
  # What was built here would take precedence over the package's files, so it must not stay.
  [ ! -f "$root$prefix/share/spokenmove/files" ] || {
    say "Taking away what was built here before"
    remove_files
  }
  if [ "$dry_run" = yes ]; then
    say "would install these packages and files:"
    apt-get --simulate --no-install-recommends --reinstall install "$file" | sed -n 's/^Inst /  /p'
    dpkg-deb --fsys-tarfile "$package_file" | tar -t | sed -n 's|^\.\(/.*[^/]\)$|  \1|p'
  fi
  mend_packages
  apt_get --reinstall install "$file" || fail "apt-get could not install $package_file"
  [ -z "$root" ] || run_as_root rm -f "$root$file"
}

# The folder where the system looks for NAME (systemd/system, udev/rules.d, sysusers.d).
system_folder() { # NAME
  case $prefix in
  /usr | /usr/local) say "$prefix/lib/$1" ;;
  *) say "/etc/$1" ;;
  esac
}

# Installs SOURCE as DESTINATION, and records it for --uninstall, along with the folders it creates.
put() { # MODE SOURCE DESTINATION
  keep_inside "$3"
  folder=${3%/*} folders=
  while [ -n "$folder" ] && [ ! -d "$root$folder" ]; do
    folders="$folder/
$folders"
    folder=${folder%/*}
  done
  run_as_root install -D -m "$1" "$2" "$root$3"
  put_files="${put_files:-}$folders$3
"
}

# Writes shell completions for the program's arguments, in files named after the shells.
write_completions() { # PROGRAM FOLDER
  [ "$dry_run" = no ] || return 0
  for shell in bash zsh fish; do "$1" --generate-completion-script "$shell" >"$2/$shell"; done
}

# The version of these sources, from the changelog's newest entry.
newest_version() {
  sed -n '1s/^spokenmove (\(.*\)) .*/\1/p' "$package/deploy/debian/changelog"
}

# Puts the build's results and the files that come with them in place.
install_files() { # PROGRAM
  put_files=
  put 755 "$1" "$prefix/bin/spokenmove"
  for file in "$package"/grammars/*/*; do
    put 644 "$file" "$prefix/share/spokenmove/${file#"$package"/}"
  done
  for file in "$package"/deploy/demo/*; do
    put 644 "$file" "$prefix/share/spokenmove/demo/${file##*/}"
  done
  put 644 "$package/deploy/protocol.schema.json" "$prefix/share/spokenmove/protocol.schema.json"
  scratch=$(mktemp -d)
  sed "s|@bindir@|$prefix/bin|" "$package/deploy/system/spokenmove.service" >"$scratch/unit"
  put 644 "$scratch/unit" "$(system_folder systemd/system)/spokenmove.service"
  put 644 "$package/deploy/system/60-spokenmove.rules" "$(system_folder udev/rules.d)/60-spokenmove.rules"
  put 644 "$package/deploy/system/spokenmove.sysusers" "$(system_folder sysusers.d)/spokenmove.conf"
  sed "s/@version@/$(newest_version)/" "$package/deploy/spokenmove.1" | gzip -9n >"$scratch/manual"
  put 644 "$scratch/manual" "$prefix/share/man/man1/spokenmove.1.gz"
  write_completions "$1" "$scratch"
  # Completions are read by a shell, not run.
  [ ! -f "$scratch/bash" ] || sed -i '1{/^#!/d;}' "$scratch/bash"
  case $prefix in /usr) zsh_folder=vendor-completions ;; *) zsh_folder=site-functions ;; esac
  put 644 "$scratch/bash" "$prefix/share/bash-completion/completions/spokenmove"
  put 644 "$scratch/zsh" "$prefix/share/zsh/$zsh_folder/_spokenmove"
  put 644 "$scratch/fish" "$prefix/share/fish/vendor_completions.d/spokenmove.fish"
  rm -rf "$scratch"
}

# The configuration is the user's: an edited one is never touched.
install_configuration() {
  sample=$prefix/share/spokenmove/config.yaml
  keep_inside /etc/spokenmove/config.yaml "$sample"
  if [ ! -e "$root/etc/spokenmove/config.yaml" ] || cmp -s "$root/etc/spokenmove/config.yaml" "$root$sample"; then
    run_as_root install -D -m 644 "$package/deploy/config.yaml" "$root/etc/spokenmove/config.yaml"
  elif ! cmp -s "$package/deploy/config.yaml" "$root$sample"; then
    say "Your /etc/spokenmove/config.yaml stays as it is; what is new in the sample is in $sample"
  fi
  put 644 "$package/deploy/config.yaml" "$sample"
}

# What --uninstall needs: this script, and the list of all files. Removes files that an earlier
# version installed and this one does not have.
install_uninstaller() {
  put 755 "$package/deploy/install.sh" "$prefix/share/spokenmove/install.sh"
  put 755 "$package/deploy/uninstall.sh" "$prefix/share/spokenmove/uninstall.sh"
  keep_inside "$prefix/share/spokenmove/files"
  list=$root$prefix/share/spokenmove/files
  new_list=$(mktemp)
  printf '%s' "$put_files" >"$new_list"
  if [ -f "$list" ]; then
    grep '/$' "$list" >>"$new_list" || true
    grep -vxF -f "$new_list" "$list" | while IFS= read -r file; do
      keep_inside "$file"
      run_as_root rm -f "$root$file"
    done
  fi
  LC_ALL=C sort -u -o "$new_list" "$new_list"
  run_as_root install -m 644 "$new_list" "$list"
  rm -f "$new_list"
}

create_user() {
  if [ -n "$root" ]; then
    run_as_root systemd-sysusers --root "$root" spokenmove.conf
  else
    run_as_root systemd-sysusers spokenmove.conf
  fi
}

# Whether systemd runs here: not in a container or a staged root.
has_systemd() {
  [ -z "$root" ] && [ -d /run/systemd/system ]
}

# Takes the serial port from the login prompt, and shows results on it.
free_serial_port() {
  keep_inside /etc/spokenmove/config.yaml /etc/spokenmove/serial-console
  say "Taking $serial_port from the login prompt; results are shown on it from now on"
  if command -v raspi-config >/dev/null && [ -z "$root" ]; then
    # A Raspberry Pi's kernel must be told as well; this takes effect at the next boot.
    run_as_root raspi-config nonint do_serial_cons 1
    run_as_root raspi-config nonint do_serial_hw 0
  fi
  terminal=$(basename "$(readlink -f "$root$serial_port" || say "$serial_port")")
  if has_systemd; then
    run_as_root systemctl --quiet disable --now "serial-getty@$terminal.service"
    run_as_root systemctl --quiet mask "serial-getty@$terminal.service"
    # The login prompt leaves the port to root alone; udev's rule gives it back to the group
    # dialout. A port that appears only at the next boot has had no prompt.
    [ ! -e "/dev/$terminal" ] || run_as_root udevadm trigger --settle --action=add --name-match="$terminal"
  elif command -v systemctl >/dev/null; then
    run_as_root systemctl --quiet --root "${root:-/}" mask "serial-getty@$terminal.service"
  fi
  note=$(mktemp)
  say "$terminal" >"$note"
  run_as_root install -D -m 644 "$note" "$root/etc/spokenmove/serial-console"
  rm -f "$note"
  run_as_root sed -i "/^console:/,/^[a-z]/s|^  device: stdout *\$|  device: $serial_port|" \
    "$root/etc/spokenmove/config.yaml"
}

start_service() {
  if [ -n "$root" ]; then
    run_as_root systemctl --quiet --root "$root" enable spokenmove.service
    return
  fi
  has_systemd || {
    say "systemd does not run here: the service starts at the next boot"
    run_as_root systemctl --quiet enable spokenmove.service
    return
  }
  run_as_root udevadm control --reload
  run_as_root udevadm trigger --subsystem-match=gpio
  run_as_root systemctl daemon-reload
  run_as_root systemctl --quiet enable spokenmove.service
  run_as_root systemctl reset-failed spokenmove.service
  # A service that the package has just started is already up to date, except for a serial port.
  if [ -n "$package_file" ] && [ -z "$serial_port" ]; then command=start; else command=restart; fi
  run_as_root systemctl "$command" --no-block spokenmove.service
}

# The service reports its state to systemd: it is up once it has reported that it is available, or
# why it is not.
wait_until_available() {
  has_systemd && [ "$dry_run" = no ] || return 0
  say "Waiting until it is available"
  elapsed=0
  while [ "$elapsed" -lt "$START_SECONDS" ]; do
    case $(systemctl show -P ActiveState spokenmove.service) in
    active)
      say "$(systemctl show -P StatusText spokenmove.service)"
      say "When something does not work, ask it: sudo spokenmove doctor"
      return 0
      ;;
    failed) break ;;
    esac
    sleep 1
    elapsed=$((elapsed + 1))
  done
  journalctl --no-pager --quiet --lines 20 --unit spokenmove.service >&2 || true
  fail "the service did not come up; what is above is from its journal. What to do about it: sudo spokenmove doctor"
}

install_all() {
  check_machine
  find_package
  if [ -n "$package_file" ]; then
    install_package
  else
    check_disk "$package" 3000
    check_memory_for_building
    # shellcheck disable=SC2086 # one argument a package
    install_packages $BUILD_PACKAGES $RUN_PACKAGES $SERVICE_PACKAGES
    need_swift
    build_product spokenmove
    # Otherwise its files would be used along with those built here.
    if package_is_there iUFHWt; then apt_get remove spokenmove; fi
    install_files "$product"
    install_configuration
    install_uninstaller
    create_user
  fi
  [ -z "$serial_port" ] || free_serial_port
  start_service
  wait_until_available
}

# ---- Removing it

package_is_there() {
  dpkg-query --admindir="$root/var/lib/dpkg" -W -f '${db:Status-Abbrev}\n' spokenmove 2>/dev/null | grep -q "^.[$1]"
}

# Removes each file of the list, and each folder that was made for them and is now empty.
remove_files() {
  keep_inside "$prefix/share/spokenmove/files"
  list=$root$prefix/share/spokenmove/files
  grep -v '/$' "$list" | while IFS= read -r file; do
    keep_inside "$file"
    run_as_root rm -f "$root$file"
  done
  folders=$(grep '/$' "$list" | LC_ALL=C sort -r) || true
  run_as_root rm -f "$list"
  for folder in $folders; do
    keep_inside "$folder"
    run_as_root rmdir --ignore-fail-on-non-empty "$root$folder"
  done
}

remove_installed_files() {
  if has_systemd; then
    run_as_root systemctl --quiet disable --now spokenmove.service
  elif command -v systemctl >/dev/null; then
    run_as_root systemctl --quiet --root "${root:-/}" disable spokenmove.service
  fi
  remove_files
  if has_systemd; then run_as_root systemctl daemon-reload; fi
}

# Gives the serial port back to the login prompt, if it was taken.
return_serial_port() {
  [ -f "$root/etc/spokenmove/serial-console" ] || return 0
  keep_inside /etc/spokenmove/serial-console
  terminal=$(cat "$root/etc/spokenmove/serial-console")
  say "Giving $terminal back to the login prompt"
  run_as_root systemctl --quiet --root "${root:-/}" unmask "serial-getty@$terminal.service"
  if command -v raspi-config >/dev/null && [ -z "$root" ]; then run_as_root raspi-config nonint do_serial_cons 0; fi
  run_as_root rm -f "$root/etc/spokenmove/serial-console"
}

# The owner's data: the configuration, the games, and the user that owns them.
remove_owned() {
  keep_inside /etc/spokenmove /var/lib/spokenmove
  run_as_root rm -rf "$root/etc/spokenmove" "$root/var/lib/spokenmove"
  if grep -q '^spokenmove:' "$root/etc/passwd" 2>/dev/null; then run_in_root userdel spokenmove; fi
}

uninstall() {
  found=no
  if [ -f "$root$prefix/share/spokenmove/files" ]; then
    found=yes
    remove_installed_files
  fi
  if package_is_there iUFHWt; then
    found=yes
    apt_get remove spokenmove
  fi
  return_serial_port
  if [ "$purge" = yes ]; then
    if package_is_there c; then found=yes; fi
    if [ -d "$root/etc/spokenmove" ] || [ -d "$root/var/lib/spokenmove" ]; then found=yes; fi
    if package_is_there ciUFHWt; then run_in_root dpkg --purge spokenmove; fi
    remove_owned
  fi
  [ "$found" = yes ] || fail "SpokenMove is not installed below ${root}$prefix, nor as a package"
  [ "$purge" = yes ] ||
    say "The configuration (/etc/spokenmove) and the games (/var/lib/spokenmove) are still there; --purge removes them"
}

# ---- The command line

value() { # OPTION VALUE...
  [ $# -ge 2 ] || {
    warn "$1 needs a value"
    exit 2
  }
  say "$2"
}

main() {
  here=$(cd "$(dirname "$0")" && pwd)
  package=$(dirname "$here")
  action=install_all
  while [ $# -gt 0 ]; do
    case $1 in
    --dry-run) dry_run=yes ;;
    --demo)
      shift
      for option in "$@"; do
        shift
        case $option in
        --dry-run) dry_run=yes ;;
        *) set -- "$@" "$option" ;;
        esac
      done
      demo "$@"
      return
      ;;
    --uninstall) action=uninstall ;;
    --purge) purge=yes ;;
    --package | --serial-console | --prefix | --root)
      value=$(value "$@") || exit
      case $1 in
      --package) package_file=$value ;;
      --serial-console)
        serial_port=$value
        # It becomes part of a unit's name and of a configuration line.
        case $serial_port in
        /dev/*[!A-Za-z0-9/_-]* | /dev/ | *..*) valid=no ;;
        /dev/*) valid=yes ;;
        *) valid=no ;;
        esac
        [ "$valid" = yes ] || {
          warn "--serial-console: $serial_port is no device such as /dev/serial0"
          exit 2
        }
        ;;
      --prefix)
        prefix=${value%/}
        # It becomes part of a unit, of a sed expression and of a list of files.
        case $prefix/ in
        / | /*[!A-Za-z0-9/._+-]* | *//* | */./* | */../* | [!/]*)
          warn "--prefix: \"$value\" is no folder such as /usr/local: an absolute path of letters, digits and . _ + -"
          exit 2
          ;;
        esac
        ;;
      --root) root=${value%/} ;;
      esac
      shift
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
  "$action"
}

[ -n "$INSTALL_SOURCED" ] || main "$@"
