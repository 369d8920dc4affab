#!/bin/sh
# Tests the functions of deploy/install.sh one by one, without changing this machine: programs in this
# test's folder replace the system's (dpkg-query, apt-get, sudo, swift).
# shellcheck disable=SC2016,SC2030,SC2031,SC2034,SC2317 # each test is a subshell of its own, with variables for what is sourced
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
failures=0

# Makes a program in the first folder of PATH.
program() { # NAME BODY
  printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1"
  chmod +x "$work/bin/$1"
}

# Runs TEST in a subshell in which install.sh is sourced. It fails if any of its commands fails.
check() { # NAME TEST
  set +e
  ( # not as a condition: sh ignores errors inside one
    set -e
    PATH=$work/bin:$PATH
    INSTALL_SOURCED=yes
    dry_run=no
    # shellcheck source=../../deploy/install.sh
    . "$here/../../deploy/install.sh"
    package=$work
    "$2"
  ) >"$work/output" 2>&1
  status=$?
  set -e
  if [ "$status" -eq 0 ]; then
    echo "ok    $1"
  else
    echo "FAIL  $1"
    sed 's/^/      /' "$work/output"
    failures=$((failures + 1))
  fi
}

is() { # ACTUAL EXPECTED
  [ "$1" = "$2" ] || {
    printf 'got:      %s\nexpected: %s\n' "$1" "$2"
    exit 1
  }
}

program id 'echo 0'
program dpkg-query 'for package; do :; done; case $package in here*) echo installed ;; half*) echo half-installed ;; *) exit 1 ;; esac'
program apt-get 'echo "apt-get $*" >>'"$work"'/apt-get.log'

missing_are_those_not_fully_installed() {
  is "$(missing_packages here-a gone-b half-c here-d)" "$(printf 'gone-b\nhalf-c')"
}
check "missing packages are those that are not fully installed" missing_are_those_not_fully_installed

nothing_missing_asks_nothing_of_apt() {
  rm -f "$work/apt-get.log"
  install_packages here-a here-d
  [ ! -e "$work/apt-get.log" ] || exit 1
}
check "with nothing missing apt-get is not run" nothing_missing_asks_nothing_of_apt

only_the_missing_are_installed() {
  rm -f "$work/apt-get.log"
  install_packages here-a gone-b gone-c
  is "$(sed -n 's/.* install //p' "$work/apt-get.log")" "gone-b gone-c"
}
check "only what is missing is installed" only_the_missing_are_installed

a_dry_run_changes_nothing() {
  rm -f "$work/apt-get.log"
  dry_run=yes
  output=$(install_packages gone-b)
  [ ! -e "$work/apt-get.log" ]
  case $output in *"would run: "*"install gone-b"*) ;; *) is "$output" "would run: … install gone-b" ;; esac
}
check "a dry run shows and changes nothing" a_dry_run_changes_nothing

a_failing_apt_names_the_packages() {
  program apt-get 'exit 100'
  output=$( (install_packages gone-b) 2>&1) && exit 1
  case $output in *"could not install: gone-b"*) ;; *) is "$output" "… could not install: gone-b" ;; esac
}
check "when apt-get fails the packages are named" a_failing_apt_names_the_packages

one_job_on_a_small_board() {
  program awk 'echo 905'
  program nproc 'echo 4'
  is "$(build_jobs)" 1
}
check "a board of 1 GiB compiles one file at a time" one_job_on_a_small_board

jobs_by_memory_then_cores() {
  program nproc 'echo 4'
  program awk 'echo 3800'
  is "$(build_jobs)" 2
  program awk 'echo 64000'
  is "$(build_jobs)" 4
  BUILD_JOBS=3
  is "$(build_jobs)" 3
}
check "jobs are limited by memory, then by cores, then by BUILD_JOBS" jobs_by_memory_then_cores
rm -f "$work/bin/awk" "$work/bin/nproc"

swift_bin_comes_first() {
  mkdir -p "$work/toolchain"
  printf '#!/bin/sh\n' >"$work/toolchain/swift"
  chmod +x "$work/toolchain/swift"
  SWIFT_BIN=$work/toolchain
  find_swift
  is "$(command -v swift)" "$work/toolchain/swift"
}
check "SWIFT_BIN goes before any other Swift" swift_bin_comes_first

no_swift_says_what_to_do() {
  program apt-cache ':'
  find_swift() { return 1; }
  output=$( (need_swift) 2>&1) && exit 1
  case $output in */swift-*-RELEASE-debian12*/usr/local/swift*SWIFT_BIN=*) ;; *) is "$output" "… swift-…-RELEASE-debian12 … /usr/local/swift … SWIFT_BIN=…" ;; esac
}
check "without Swift it says where to get it" no_swift_says_what_to_do

the_toolchain_is_unpacked_only_with_its_signature() {
  program apt-cache ':'
  find_swift() { return 1; }
  commands=$( (need_swift) 2>&1 | sed -n 's/^  //p')
  program curl ':'
  program sudo "echo \"\$1\" >>$work/done"
  for status in 1 0; do
    rm -f "$work/done"
    program gpg "[ \"\$1\" != --verify ] || exit $status"
    sh -c "$commands" >/dev/null 2>&1 || [ $status = 1 ]
    is "$(tr '\n' ' ' <"$work/done")" "apt-get mkdir $([ $status = 1 ] || echo 'tar ')"
  done
}
check "what it prints unpacks the toolchain only if the signature is right" the_toolchain_is_unpacked_only_with_its_signature
rm -f "$work/bin/curl" "$work/bin/sudo" "$work/bin/gpg"

swift_of_the_archive_is_installed() {
  program apt-cache 'echo "  Candidate: 6.0.3-2"'
  program apt-get 'echo "apt-get $*" >>'"$work"'/apt-get.log'
  rm -f "$work/apt-get.log"
  found=no
  find_swift() { [ "$found" = yes ] || { found=yes; return 1; }; }
  need_swift
  is "$(sed -n 's/.* install //p' "$work/apt-get.log")" swiftlang
}
check "Debian's own Swift is installed where there is one" swift_of_the_archive_is_installed

dependencies_are_pinned() {
  pins=$here/../../deploy/Package.resolved
  locations=$(sed -n 's/.*"location" : "\(.*\)".*/\1/p' "$pins")
  declared=$(sed -n 's/.*\.package(url: "\([^"]*\)".*/\1/p' "$here/../../Package.swift")
  is "$locations" "$declared"
  is "$(printf '%s\n' "$locations" | grep -v '^https://github.com/' || true)" ""
  case " $RELEASE_FLAGS " in *" --force-resolved-versions "*) ;; *) exit 1 ;; esac
  mkdir -p "$work/pinned/deploy"
  cp "$pins" "$work/pinned/deploy"
  pin_dependencies "$work/pinned"
  cmp "$pins" "$work/pinned/Package.resolved"
}
check "dependencies are pinned, by public addresses, and release builds take no others" dependencies_are_pinned

# ---- Installing into a staged root. The program itself is not tested, so any file can stand for it.

stage() {
  package=$work/package
  root=$work/root
  rm -rf "$package" "$root"
  mkdir -p "$package/grammars/en_US" "$package/deploy/demo" "$root/etc"
  cp -R "$here/../../deploy/." "$package/deploy"
  echo '{}' >"$package/grammars/en_US/chess.json"
  mkdir "$package/grammars/de_DE"
  echo '{}' >"$package/grammars/de_DE/messages.json"
  echo sound >"$package/deploy/demo/a clip.flac"
  printf '#!/bin/sh\necho "$*"\n' >"$work/program"
  chmod +x "$work/program"
}

install_staged() {
  install_files "$work/program" >/dev/null
  install_configuration
  install_uninstaller
}

files_below() { # FOLDER
  (cd "$1" && find . -type f -o -type l | sort)
}

folders_below() { # FOLDER
  (cd "$1" && find . -type d | sort)
}

every_file_has_its_place() {
  stage
  install_staged
  cmp "$root/usr/local/bin/spokenmove" "$work/program"
  is "$(stat -c %a "$root/usr/local/bin/spokenmove")" 755
  is "$(stat -c %a "$root/etc/spokenmove/config.yaml")" 644
  [ -f "$root/usr/local/share/spokenmove/grammars/en_US/chess.json" ]
  [ -f "$root/usr/local/share/spokenmove/grammars/de_DE/messages.json" ]
  [ -f "$root/usr/local/share/spokenmove/demo/a clip.flac" ]
  cmp "$root/usr/local/share/spokenmove/protocol.schema.json" "$here/../../deploy/protocol.schema.json"
  gzip -dc "$root/usr/local/share/man/man1/spokenmove.1.gz" >"$work/manual"
  is "$(head -n 1 "$work/manual")" ".TH SPOKENMOVE 1 \"\" \"SpokenMove $(newest_version)\" \"User Commands\""
  tail -n +2 "$here/../../deploy/spokenmove.1" >"$work/rest"
  tail -n +2 "$work/manual" | cmp - "$work/rest"
  is "$(cat "$root/usr/local/share/bash-completion/completions/spokenmove")" "--generate-completion-script bash"
  is "$(cat "$root/usr/local/share/zsh/site-functions/_spokenmove")" "--generate-completion-script zsh"
  is "$(cat "$root/usr/local/share/fish/vendor_completions.d/spokenmove.fish")" "--generate-completion-script fish"
  [ -f "$root/usr/local/lib/udev/rules.d/60-spokenmove.rules" ]
  [ -f "$root/usr/local/lib/sysusers.d/spokenmove.conf" ]
  is "$(sed -n 's/^ExecStart=//p' "$root/usr/local/lib/systemd/system/spokenmove.service")" \
    "/usr/local/bin/spokenmove run --config /etc/spokenmove/config.yaml"
}
check "every file has its place" every_file_has_its_place

the_socket_has_a_folder() {
  stage
  install_staged
  socket=$(grep -o '/run/[a-z/]*[.]sock' "$here/../../deploy/config.yaml")
  is "${socket%/*}" \
    "/run/$(sed -n 's/^RuntimeDirectory=//p' "$root/usr/local/lib/systemd/system/spokenmove.service")"
}
check "the service makes the folder of the socket that the configuration suggests" the_socket_has_a_folder

another_prefix_has_its_unit_in_etc() {
  stage
  prefix=/opt/spoken
  install_staged
  [ -f "$root/etc/systemd/system/spokenmove.service" ]
  [ -x "$root/opt/spoken/bin/spokenmove" ]
}
check "with another prefix the unit is where the system looks" another_prefix_has_its_unit_in_etc

a_prefix_is_checked() {
  stage
  for bad in usr relative/path / "" "/opt/my pre" /opt/../etc /opt//x "/opt/a;b" "/opt/a'b" /opt/./x; do
    status=0
    (main --prefix "$bad" --uninstall) >"$work/told" 2>&1 || status=$?
    is "$status $bad" "2 $bad"
    grep -q -e "--prefix: \"$bad\" is no folder" -e "needs a value" "$work/told"
  done
  (main --root "$root" --prefix /opt/spoken-1.2_x+y/ --uninstall) >"$work/told" 2>&1 || :
  grep -q "is not installed below $root/opt/spoken-1.2_x+y" "$work/told"
}
check "a prefix that cannot be used is refused at once" a_prefix_is_checked

the_demonstration_takes_its_options_in_any_order() {
  find_swift() { :; }
  install_packages() { :; }
  for order in "--dry-run --demo --microphone x" "--demo --dry-run --microphone x" "--demo --microphone x --dry-run"; do
    # shellcheck disable=SC2086 # one argument a word
    (main $order) >"$work/told" 2>&1
    grep -q "^would run: swift build" "$work/told"
    grep -q "^would run: .*/spokenmove demo --microphone x\$" "$work/told"
  done
  grep -q "^What next:\$" "$work/told"
  grep -q "/spokenmove play" "$work/told"
}
check "the demonstration takes its options in any order, and says what next" the_demonstration_takes_its_options_in_any_order

twice_is_once() {
  stage
  install_staged
  files_below "$root" >"$work/once"
  install_staged
  files_below "$root" | diff "$work/once" -
}
check "installing twice is installing once" twice_is_once

an_edited_configuration_stays() {
  stage
  install_staged
  echo '# mine' >>"$root/etc/spokenmove/config.yaml"
  echo '# new in the sample' >>"$package/deploy/config.yaml"
  output=$(install_staged)
  grep -q '# mine' "$root/etc/spokenmove/config.yaml"
  grep -q '# new in the sample' "$root/usr/local/share/spokenmove/config.yaml"
  case $output in *"stays as it is"*) ;; *) is "$output" "… stays as it is …" ;; esac
}
check "an edited configuration stays, and the new sample is beside" an_edited_configuration_stays

an_unedited_configuration_is_updated() {
  stage
  install_staged
  echo '# new in the sample' >>"$package/deploy/config.yaml"
  install_staged
  grep -q '# new in the sample' "$root/etc/spokenmove/config.yaml"
}
check "a configuration that nobody edited follows the sample" an_unedited_configuration_is_updated

uninstalling_leaves_the_owners_files() {
  stage
  echo here-before >"$root/etc/hostname"
  install_staged
  start_service
  uninstall
  is "$(files_below "$root")" "$(printf './etc/hostname\n./etc/spokenmove/config.yaml')"
}
check "uninstalling keeps the configuration, and what was there before" uninstalling_leaves_the_owners_files

purging_leaves_nothing() {
  stage
  mkdir -p "$root/usr/local/bin" "$root/etc/systemd/system"
  folders_below "$root" >"$work/before"
  install_staged
  install_staged
  start_service
  purge=yes
  uninstall
  is "$(files_below "$root")" ""
  folders_below "$root" | diff "$work/before" -
}
check "purging leaves nothing, and the folders that were there before" purging_leaves_nothing

an_update_takes_away_what_it_lacks() {
  stage
  echo sound >"$package/deploy/demo/b clip.flac"
  install_staged
  rm "$package/deploy/demo/b clip.flac"
  install_staged
  [ -e "$root/usr/local/share/spokenmove/demo/a clip.flac" ]
  [ ! -e "$root/usr/local/share/spokenmove/demo/b clip.flac" ]
}
check "an update takes away what it does not have" an_update_takes_away_what_it_lacks

uninstalling_what_is_not_there_fails() {
  stage
  output=$( (uninstall) 2>&1) && exit 1
  case $output in *"is not installed"*) ;; *) is "$output" "… is not installed …" ;; esac
}
check "uninstalling what is not there fails" uninstalling_what_is_not_there_fails

a_dry_run_installs_nothing() {
  stage
  dry_run=yes
  install_staged
  start_service
  is "$(files_below "$root")" ""
}
check "a dry run installs nothing" a_dry_run_installs_nothing

the_serial_port_is_configured() {
  stage
  install_staged
  serial_port=/dev/serial0
  free_serial_port
  is "$(sed -n '/^console:/,/^recognition:/s/^  device: //p' "$root/etc/spokenmove/config.yaml")" /dev/serial0
  grep -q '^  device: default' "$root/etc/spokenmove/config.yaml"
}
check "the serial port is written into the configuration" the_serial_port_is_configured

the_serial_port_is_returned() {
  stage
  install_staged
  serial_port=/dev/ttyUSB9
  free_serial_port
  is "$(readlink "$root/etc/systemd/system/serial-getty@ttyUSB9.service")" /dev/null
  uninstall
  [ ! -L "$root/etc/systemd/system/serial-getty@ttyUSB9.service" ]
}
check "uninstalling gives the serial port back" the_serial_port_is_returned

an_update_after_that_keeps_the_serial_port() {
  the_serial_port_is_configured
  install_staged
  is "$(sed -n '/^console:/,/^recognition:/s/^  device: //p' "$root/etc/spokenmove/config.yaml")" /dev/serial0
}
check "an update keeps the serial port" an_update_after_that_keeps_the_serial_port

the_machines_package_is_found() {
  program dpkg 'echo arm64'
  touch "$work/spokenmove_1.0_amd64.deb" "$work/spokenmove_0.9_arm64.deb" "$work/spokenmove_0.10_arm64.deb"
  here=$work
  debian_generation() { say 13; }
  find_package
  is "$package_file" "$work/spokenmove_0.10_arm64.deb"
}
check "a package beside the script is found by its architecture, the newest" the_machines_package_is_found

the_package_is_not_for_debian_12() {
  debian_generation() { say 12; }
  here=$work
  output=$(find_package)
  case $output in *"building it here"*) ;; *) is "$output" "… building it here" ;; esac
  package_file=$work/spokenmove_0.10_arm64.deb
  output=$( (find_package) 2>&1) && exit 1
  case $output in *"without --package"*) ;; *) is "$output" "… without --package …" ;; esac
}
check "on Debian 12 a package is not used" the_package_is_not_for_debian_12
rm -f "$work/bin/dpkg" "$work"/*.deb

a_small_disk_is_told() {
  program df 'echo; echo /dev/sda 1 1 120 1% /'
  output=$( (check_disk / 200) 2>&1) && exit 1
  case $output in *"120 MB left, and 200 MB are needed"*) ;; *) is "$output" "… 120 MB left …" ;; esac
}
check "a disk that is too small is told" a_small_disk_is_told
rm -f "$work/bin/df"

an_unknown_processor_is_told() {
  program dpkg 'echo armhf'
  output=$( (check_machine) 2>&1) && exit 1
  case $output in *armhf*64-bit*) ;; *) is "$output" "… armhf … 64-bit …" ;; esac
}
check "a 32-bit system is told" an_unknown_processor_is_told
rm -f "$work/bin/dpkg"

options_need_their_values() {
  status=0
  sh "$here/../../deploy/install.sh" --root >/dev/null 2>&1 || status=$?
  is "$status" 2
}
check "an option without its value is refused with status 2" options_need_their_values

serial_ports_are_devices() {
  for port in serial0 /dev/ "/dev/a b" "/dev/x|y" /dev/../etc "/dev/a
b" ''; do
    status=0
    sh "$here/../../deploy/install.sh" --dry-run --serial-console "$port" >/dev/null 2>&1 || status=$?
    is "$status" 2
  done
}
check "a serial port that is no device is refused with status 2" serial_ports_are_devices

unknown_options_are_refused() {
  status=0
  sh "$here/../../deploy/install.sh" --nonsense >/dev/null 2>&1 || status=$?
  is "$status" 2
}
check "an unknown option is refused with status 2" unknown_options_are_refused

nothing_of_the_system_is_run() {
  stage
  printf 'PRETTY_NAME="Debian"\nVERSION_ID="13"\ntouch %s/run\n$(touch %s/run)\n' "$work" "$work" >"$root/etc/os-release"
  is "$(debian_generation)" 13
  [ ! -e "$work/run" ]
  echo 'NAME=x' >"$root/etc/os-release"
  is "$(debian_generation)" unknown
}
check "the system below the root is read, and nothing of it is run" nothing_of_the_system_is_run

links_do_not_lead_out_of_the_root() {
  stage
  mkdir "$work/host"
  echo mine >"$work/host/config.yaml"
  ln -s "$work/host" "$root/etc/spokenmove"
  output=$( (install_staged) 2>&1) && exit 1
  case $output in *"leads out of"*) ;; *) is "$output" "… leads out of …" ;; esac
  is "$(cat "$work/host/config.yaml")" mine
}
check "links of the system below the root do not lead out of it" links_do_not_lead_out_of_the_root

[ "$failures" -eq 0 ] || {
  echo "test-install.sh: $failures failed"
  exit 1
}
