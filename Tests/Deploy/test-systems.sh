#!/bin/bash
# test-systems.sh [CASE...]
#
# Tests install.sh in plain Debian 12 and 13 file systems, from the package and from source. apt-get,
# dpkg and systemctl are real; only the kernel is this machine's. It installs each twice, interrupts
# and repeats the installation, updates over an edited configuration, and uninstalls, and compares
# lists of all files before and after. Cases: package13, source13, source12; by default all. Needs
# the same as cross-test.sh, debootstrap, and a package in .build/packages, which it builds if it is
# missing.
#
# Exit status: 0 passed, 1 failed, 77 this machine cannot do it (the reason is on standard error).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck disable=SC2034 # read by what is sourced
INSTALL_SOURCED=yes
# shellcheck source=../../deploy/install.sh
. "$here/../../deploy/install.sh"
# shellcheck source=../../deploy/roots.sh
. "$here/../../deploy/roots.sh"
package=$(cd "$here/../.." && pwd)

bad() {
  echo "FAIL  $current: $*" >&2
  exit 1
}

well() { echo "ok    $current: $*"; }

# ---- Systems

# A fresh Debian VERSION in which SOURCES is /mnt; `system` becomes its folder.
fresh_system() { # VERSION SOURCES
  make_system "$1"
  system=$ROOTS/systems/$current
  sources=$2
  rm -rf "$system"
  mkdir -p "${system%/*}"
  cp -a "$ROOTS/debian-$1" "$system"
  # Saves time: this disk never loses power.
  echo force-unsafe-io >"$system/etc/dpkg/dpkg.cfg.d/unsafe-io"
  inside apt-get -qq update
}

inside() { # COMMAND...
  enter "$system" "$sources" "$@"
}

# Runs install.sh with ARGUMENTS; its output goes to `log`.
installer() { # ARGUMENTS...
  local start=$SECONDS
  inside "$script" "$@" >"$log" 2>&1 || {
    sed 's/^/      /' "$log" >&2
    bad "install.sh $*"
  }
  seconds=$((SECONDS - start))
}

# Lists all files and folders except those of apt, dpkg and the user database.
list_files() { # FILE
  (cd "$system" && find . -xdev \( -path ./dev -o -path ./proc -o -path ./run -o -path ./mnt -o -path ./tmp \
    -o -path ./var/lib/dpkg -o -path ./var/lib/apt -o -path ./var/cache -o -path ./var/log \) -prune -o \
    ! -name '*.pyc' ! -name __pycache__ ! -path './etc/passwd-' ! -path './etc/group-' ! -path './etc/shadow-' ! -path './etc/gshadow-' \
    ! -path ./etc/.pwd.lock ! -path ./etc/ld.so.cache ! -path './root/*' -print | LC_ALL=C sort) >"$1"
}

same_files() { # BEFORE WHEN
  list_files "$work/now"
  diff "$1" "$work/now" >"$work/diff" || {
    head -30 "$work/diff" >&2
    bad "other files $2"
  }
}

# Lists new files (in AFTER, not in BEFORE) that no package owns: in folders where packages put
# nothing, and with the product's name.
left_behind() { # BEFORE AFTER
  LC_ALL=C comm -13 "$1" "$2" | sed 's|^\.||' |
    grep -E 'spokenmove|^/(opt|usr/local|etc/systemd|etc/udev|etc/sysusers.d)(/|$)' | grep -vE '^/usr/local/(lib/python|share/ca-certificates)' || true
}

has() { [ -e "$system$1" ] || [ -L "$system$1" ] || bad "$1 is missing $2"; }
lacks() { if [ -e "$system$1" ] || [ -L "$system$1" ]; then bad "$1 is there $2"; fi; }
says() { grep -qF -- "$1" "$log" || { sed 's/^/      /' "$log" >&2; bad "it does not say \"$1\""; }; }

# Checks that the product works: it runs, recognizes a clip and is enabled, and its user has the
# necessary rights and no others.
works() { # PREFIX
  local heard groups version command
  version=$(inside "$1/bin/spokenmove" --version)
  [[ $version == spokenmove\ * ]] || bad "the version is \"$version\""
  heard=$(inside "$1/bin/spokenmove" recognize --fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' \
    "$1/share/spokenmove/demo/1-pawn-to-e-four.flac")
  [[ $heard == *e4* ]] || bad "what it hears is \"$heard\""
  inside "$1/bin/spokenmove" --help >"$log"
  while read -r command; do
    gzip -dc "$system$1/share/man/man1/spokenmove.1.gz" | grep -qE "^\.BI? $command\b" || bad "no manual for $command"
  done < <(sed -n '/^SUBCOMMANDS:/,$s/^  \([a-z]*\) .*/\1/p' "$log")
  groups=$(inside id -nG spokenmove | tr ' ' '\n' | sort | paste -sd' ')
  [ "$groups" = "audio dialout gpio spokenmove" ] || bad "the user's groups are $groups"
  [ "$(inside systemctl is-enabled spokenmove.service)" = enabled ] || bad "the service is not enabled"
  inside systemd-analyze verify spokenmove.service >"$log" 2>&1 || { cat "$log" >&2; bad "the unit"; }
}

play_a_game() {
  mkdir -p "$system/var/lib/spokenmove"
  echo game >"$system/var/lib/spokenmove/game"
}

# Runs install.sh, and cuts the power while dpkg works: none of its processes can clean up.
break_off() {
  local pid tries=0
  inside "$script" >"$log" 2>&1 &
  pid=$!
  # dpkg has a journal of its unfinished work.
  until [ "$(find "$system/var/lib/dpkg/updates" -name '[0-9]*' | wc -l)" -ge 40 ]; do
    kill -0 "$pid" 2>/dev/null || bad "dpkg was not at work"
    [ $((tries += 1)) -lt 6000 ] || bad "dpkg is not at work after five minutes"
    sleep 0.05
  done
  kill -KILL "$pid"
  wait "$pid" 2>/dev/null || true
  [ -n "$(inside dpkg --audit)" ] || bad "the broken run left nothing half done"
}

# ---- Cases

package13() {
  local newer=$work/newer deb version
  fresh_system 13 "$work"
  # As in README.md, with the files copied to the board; and with a named package.
  mkdir "$work/board"
  cp "$package"/.build/packages/spokenmove_*_amd64.deb "$package/deploy/install.sh" "$work/board/"
  script=/mnt/board/install.sh
  cp "$work"/board/*.deb "$work/spokenmove.deb"
  list_files "$work/before"

  installer --dry-run
  says "/usr/bin/spokenmove"
  says "libgpiod3"
  same_files "$work/before" "after a dry run"
  well "a dry run tells and changes nothing"

  installer
  well "installed ($seconds s)"
  works /usr
  list_files "$work/installed"
  inside apt-get -y -qq purge spokenmove >/dev/null
  inside apt-get -y -qq autoremove --purge >/dev/null
  same_files "$work/before" "after apt-get purge"
  well "purged by apt-get: nothing is left"
  break_off
  installer
  works /usr
  same_files "$work/installed" "after a broken run"
  well "installed after a broken run ($seconds s)"
  installer --package /mnt/spokenmove.deb
  same_files "$work/installed" "after installing twice"
  well "installed twice ($seconds s)"

  echo '# mine' >>"$system/etc/spokenmove/config.yaml"
  play_a_game
  inside systemctl --quiet disable spokenmove.service
  dpkg-deb -R "$work/spokenmove.deb" "$newer"
  version=$(sed -n 's/^Version: //p' "$newer/DEBIAN/control")
  sed -i 's/^Version: .*/&+newer/' "$newer/DEBIAN/control"
  echo '# new in the sample' >>"$newer/etc/spokenmove/config.yaml"
  dpkg-deb --root-owner-group -Znone --build "$newer" "$work/newer.deb" >/dev/null
  installer --package /mnt/newer.deb
  grep -q '# mine' "$system/etc/spokenmove/config.yaml" || bad "the edited configuration was overwritten"
  # shellcheck disable=SC2016 # dpkg's variable
  [ "$(inside dpkg-query -W -f '${Version}' spokenmove)" = "$version+newer" ] || bad "it was not upgraded"
  has /var/lib/spokenmove/game "after an upgrade"
  well "upgraded: configuration and game are kept"

  installer --uninstall
  lacks /usr/bin/spokenmove "after uninstalling"
  lacks /etc/systemd/system/multi-user.target.wants/spokenmove.service "after uninstalling"
  has /etc/spokenmove/config.yaml "after uninstalling"
  has /var/lib/spokenmove/game "after uninstalling"
  installer --package /mnt/spokenmove.deb
  works /usr
  grep -q '# mine' "$system/etc/spokenmove/config.yaml" || bad "the edited configuration was overwritten"
  well "uninstalled and installed again: configuration and game are kept"

  installer --uninstall --purge --dry-run
  has /usr/bin/spokenmove "after a dry run of --uninstall"
  installer --uninstall --purge
  ! inside id spokenmove >/dev/null 2>&1 || bad "the user is there after purging"
  inside apt-get -y -qq autoremove --purge >/dev/null
  same_files "$work/before" "after purging"
  well "purged: nothing is left"
}

# The common part of both builds from source; the system is ready for install.sh without options.
from_source() {
  list_files "$work/before"
  installer --dry-run
  says "would run: swift build"
  says "/usr/local/bin/spokenmove"
  same_files "$work/before" "after a dry run"
  well "a dry run tells and changes nothing"

  break_off
  installer
  works /usr/local
  list_files "$work/installed"
  well "installed after a broken run ($seconds s)"
  installer
  same_files "$work/installed" "after installing twice"
  well "installed twice ($seconds s)"

  echo '# mine' >>"$system/etc/spokenmove/config.yaml"
  play_a_game
  installer
  grep -q '# mine' "$system/etc/spokenmove/config.yaml" || bad "the edited configuration was overwritten"
  inside /usr/local/share/spokenmove/uninstall.sh >"$log"
  lacks /usr/local/bin/spokenmove "after uninstalling"
  list_files "$work/uninstalled"
  left_behind "$work/before" "$work/uninstalled" >"$work/left"
  diff "$work/left" - >"$work/diff" <<LEFT || { head -30 "$work/diff" >&2; bad "other files are left after uninstalling"; }
/etc/spokenmove
/etc/spokenmove/config.yaml
/var/lib/spokenmove
/var/lib/spokenmove/game
LEFT
  well "uninstalled: configuration and game are left, and nothing else"

  installer
  installer --uninstall --purge
  list_files "$work/purged"
  left_behind "$work/before" "$work/purged" >"$work/left"
  [ ! -s "$work/left" ] || { head -30 "$work/left" >&2; bad "files are left after purging"; }
  ! inside id spokenmove >/dev/null 2>&1 || bad "the user is there after purging"
  installer
  installer --uninstall --purge
  same_files "$work/purged" "after installing and purging once more"
  well "purged: nothing is left"
}

source13() {
  local folder=$BUILD_FOLDER/amd64
  mkdir -p "$folder"
  # If the package was built with the same compiler, its results are used again.
  copy_sources "$package" "$folder/src"
  fresh_system 13 "$folder"
  from_source
}

# Runs install.sh with ARGUMENTS, which must fail and change nothing.
refuses() { # ARGUMENTS...
  list_files "$work/before"
  ! inside "$script" "$@" >"$log" 2>&1 || bad "install.sh $* does not fail"
  same_files "$work/before" "after a run that was refused"
}

source12() {
  local toolchain names
  fresh_system 12 "$work"
  cp "$package"/.build/packages/spokenmove_*_amd64.deb "$work/spokenmove.deb"
  refuses --package /mnt/spokenmove.deb
  says "the package is for Debian 13"
  refuses --dry-run
  says "-RELEASE-debian12.tar.gz"
  says "/usr/local/swift"
  names=$(sed -n 's/^ *sudo apt-get install //p' "$log")
  well "it says which toolchain belongs where"

  # On a machine of that generation, this machine's own Swift stands for the one that a user unpacks.
  if ! find_swift || [ "$(root='' debian_generation)" != 12 ]; then
    echo "-     $current: no toolchain for Debian 12 is here, so the build was not tried"
    return
  fi
  toolchain=$(realpath "$(dirname "$(command -v swift)")/../..")
  # At the same paths, so that the results of an earlier Tests/run.sh are used again.
  export BINDS="$toolchain $package"
  script=$package/deploy/install.sh
  ln -s "$toolchain" "$system/usr/local/swift"
  # shellcheck disable=SC2086 # one argument a package
  inside apt-get -y -qq --no-install-recommends install $names >"$log" 2>&1 || { cat "$log" >&2; bad "apt-get install $names"; }
  # Linking again shows that the packages suffice.
  rm -f "$package/.build/release/spokenmove"
  from_source
}

main() {
  local case
  roots_check
  [ $# -gt 0 ] || set -- package13 source13 source12
  mkdir -p "$ROOTS"
  work=$(mktemp -d)
  log=$work/log
  trap 'rm -rf "$work"' EXIT
  copy_sources "$package" "$work/src"
  ls "$package"/.build/packages/spokenmove_*_amd64.deb >/dev/null 2>&1 || "$package/deploy/build-deb.sh" --arch amd64
  for case in "$@"; do
    current=$case script=/mnt/src/deploy/install.sh
    unset BINDS
    case $case in
    package13 | source13 | source12) "$case" ;;
    *)
      echo "test-systems.sh: no case is called $case" >&2
      exit 2
      ;;
    esac
    rm -rf "$ROOTS/systems/$case"
  done
}

main "$@"
