# shellcheck shell=bash
# Two root file systems of Debian 13, made of unpacked packages, and commands that run in them;
# sourced, after install.sh, by build-deb.sh and cross-test.sh. The amd64 one has Debian's own
# Swift, which runs here and compiles for both; the arm64 one has what programs are linked against.
# Needs x86-64, root, Debian and, the first time, the network (about 5.5 GB of disk in the cache).
#
# Settings from the environment:
: "${ROOTS:=${XDG_CACHE_HOME:-$HOME/.cache}/spokenmove/roots}" # where they are kept
: "${BUILD_FOLDER:=$ROOTS/build}"                              # where things are built, in a folder for each architecture
: "${DEBIAN_MIRROR:=}"                                         # else the one this machine uses

generation=trixie
emulator=(qemu-aarch64 -L /arm64 -E LD_LIBRARY_PATH=/usr/libexec/swift/lib/swift/linux)
link_packages=(libc6-dev libstdc++-14-dev libpocketsphinx-dev libgpiod-dev libasound2-dev libsndfile1-dev libsoxr-dev
  libyaml-dev libmosquitto-dev pkg-config swiftlang)
run_packages=(pocketsphinx-en-us libasound2-data)
compile_packages=(base-files bash coreutils dash findutils gawk git grep gzip sed tar util-linux binutils gcc g++ lld qemu-user
  flite espeak-ng procps)

roots_fail() {
  echo "${0##*/}: $*" >&2
  exit 1
}

# Exit status 77 tells tests that this machine cannot do it.
roots_check() {
  local reason=
  [ "$(uname -m)" = x86_64 ] || reason="an x86-64 machine; this is $(uname -m)"
  [ "$(id -u)" -eq 0 ] || reason="root, to change the root file system of a command"
  command -v apt-get >/dev/null || reason="Debian's apt-get"
  [ -f /usr/share/keyrings/debian-archive-keyring.gpg ] || reason="the package debian-archive-keyring"
  [ -z "$reason" ] && return
  echo "${0##*/}: cross-building needs $reason" >&2
  exit 77
}

triplet() { # ARCH
  case $1 in amd64) echo x86_64-linux-gnu ;; arm64) echo aarch64-linux-gnu ;; esac
}

# The address that this machine's apt-get uses for LABEL; nothing if it uses none.
mirror_of() { # LABEL
  # shellcheck disable=SC2016 # apt's variables
  apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' |
    awk -v label="$1" '$1 == label && !found { found = 1; print $2 }'
}

debian_mirror() {
  [ -z "$DEBIAN_MIRROR" ] || { echo "$DEBIAN_MIRROR"; return; }
  mirror_of Debian
}

# apt-get for ARCH with its own lists, cache and state, so that the machine's own sources stay as
# they are. update_lists makes them.
apt_of() { # ARCH COMMAND...
  local arch=$1
  shift
  APT_CONFIG=$ROOTS/apt-$arch/apt.conf apt-get -qq "$@"
}

# Brings the package lists for ARCH up to date, from the mirrors that are set now. Without
# DEBIAN_MIRROR, security fixes are among them if this machine takes them.
update_lists() { # ARCH
  local arch=$1 apt=$ROOTS/apt-$1 mirror security='' signed='[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]'
  mirror=$(debian_mirror)
  [ -n "$mirror" ] || roots_fail "apt-get names no mirror of Debian; run apt-get update, or set DEBIAN_MIRROR"
  [ -n "$DEBIAN_MIRROR" ] || security=$(mirror_of Debian-Security)
  mkdir -p "$apt"/{lists/partial,cache/archives/partial,state,etc/{sources.list.d,preferences.d,apt.conf.d}}
  : >"$apt/status"
  {
    echo "deb $signed $mirror $generation main"
    [ -z "$security" ] || echo "deb $signed $security $generation-security main"
  } >"$apt/etc/sources.list"
  cat >"$apt/apt.conf" <<CONF
Dir::Etc "$apt/etc";
Dir::Etc::parts "apt.conf.d";
Dir::State "$apt/state";
Dir::State::lists "$apt/lists";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
APT::Architecture "$arch";
APT::Architectures { "$arch"; };
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::Retries "3";
CONF
  apt_of "$arch" update -o APT::Update::Error-Mode=any
}

# The versions of PACKAGES for ARCH and of all that they need, one "NAME VERSION" per line.
versions() { # ARCH PACKAGES...
  local arch=$1
  shift
  apt_of "$arch" install --simulate "$@" | sed -nE 's/^Inst ([^ ]+) \(([^ ]+).*/\1 \2/p' | LC_ALL=C sort
}

# Makes ROOTS/ARCH, unless it already exists with the versions that the archive has today: fixes of
# what is linked in arrive no other way. Without the archive, an existing root is used as it is.
make_root() { # ARCH
  local arch=$1 root=$ROOTS/$1 deb name wanted packages=("${link_packages[@]}" "${run_packages[@]}")
  [ "$arch" = amd64 ] && packages+=("${compile_packages[@]}")
  if ! update_lists "$arch"; then
    [ "$(cat "$root/.asked" 2>/dev/null)" = "${packages[*]}" ] || roots_fail "cannot fetch the package lists for $arch"
    echo "${0##*/}: cannot fetch the package lists for $arch; using the root file system that is there" >&2
    return
  fi
  wanted=$(versions "$arch" "${packages[@]}")
  [ -n "$wanted" ] || roots_fail "the archive lacks packages for $arch"
  if [ "$(cat "$root/.packages" 2>/dev/null)" = "$wanted" ]; then return; fi
  echo "Making a root file system of Debian $generation for $arch in $root"
  # Earlier results may contain the old one's libraries; the amd64 root builds for both.
  rm -rf "$BUILD_FOLDER"/{amd64,arm64}/src/.build*
  apt_of "$arch" clean
  apt_of "$arch" install -y --download-only "${packages[@]}" >/dev/null || roots_fail "cannot fetch the packages for $arch"
  rm -rf "$root"
  mkdir -p "$root/usr"
  for name in bin lib lib64 sbin; do
    mkdir -p "$root/usr/$name"
    ln -s "usr/$name" "$root/$name"
  done
  for deb in "$ROOTS/apt-$arch/cache/archives"/*.deb; do
    dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$root" --keep-directory-symlink
    dpkg-deb --ctrl-tarfile "$deb" | tar -xO ./shlibs 2>/dev/null >>"$root/.shlibs" || true
  done
  rm -rf "$ROOTS/apt-$arch/cache/archives"/*.deb
  # No maintainer script has run; these are the links that linking and running need.
  for name in blas lapack; do
    ln -sf "$name/lib$name.so.3" "$root/usr/lib/$(triplet "$arch")/lib$name.so.3"
  done
  [ -e "$root/usr/bin/sh" ] || ln -s dash "$root/usr/bin/sh"
  cp /etc/passwd /etc/group "$root/etc/"
  mkdir -p "$root"/{dev,proc,run,tmp,mnt}
  [ "$arch" != amd64 ] || /usr/sbin/ldconfig -r "$root"
  [ "$arch" != arm64 ] || write_destinations "$root"
  echo "${packages[*]}" >"$root/.asked"
  echo "$wanted" >"$root/.packages"
}

# How the compiler in the amd64 root makes programs for the arm64 one: swift.json with the standard
# library as shared libraries, swift_static.json with it included. Without -sdk the compiler does
# not find SwiftGlibc.
write_destinations() { # ROOT
  local library
  for library in swift swift_static; do
    cat >"$1/$library.json" <<JSON
{
  "version": 1,
  "sdk": "/arm64",
  "toolchain-bin-dir": "/usr/libexec/swift/bin",
  "target": "aarch64-unknown-linux-gnu",
  "dynamic-library-extension": "so",
  "extra-cc-flags": ["-fPIC"],
  "extra-cpp-flags": ["-lstdc++"],
  "extra-swiftc-flags": [
    "-sdk", "/arm64", "-resource-dir", "/arm64/usr/libexec/swift/lib/$library",
    "-use-ld=lld", "-tools-directory", "/usr/libexec/swift/bin"
  ]
}
JSON
  done
}

# Makes FOLDER a copy of the package's files; keeps earlier results in its .build folders.
copy_sources() { # PACKAGE FOLDER
  mkdir -p "$2"
  find "$2" -mindepth 1 -maxdepth 1 ! -name '.build*' -exec rm -rf {} +
  git -C "$1" ls-files -z --cached --others --exclude-standard |
    (cd "$1" && while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done) |
    tar -C "$1" --null -T - -c | tar -C "$2" -x
}

# Runs COMMAND in the file system ROOT, with FOLDER as /mnt and, in the amd64 root, the arm64 root
# as /arm64. It has its own mounts and processes, which end with it. Swift packages are fetched with
# this machine's git configuration: URL rewrites, the folders these lead to, and trusted
# certificates are passed on. Folders in BINDS keep their names inside.
enter() { # ROOT FOLDER COMMAND...
  # shellcheck disable=SC2016 # for the shell in the namespace
  ROOTS=$ROOTS unshare --mount --propagation private --pid --fork --kill-child bash -euc '
    root=$1 folder=$2
    shift 2
    bind() { mkdir -p "$root$2" && mount --rbind "$1" "$root$2"; }
    bind /dev /dev
    bind "$folder" /mnt
    for folder in ${BINDS:-}; do bind "$folder" "$folder"; done
    mount -t proc proc "$root/proc"
    mount -t tmpfs tmpfs "$root/run"
    [ "$root" != "$ROOTS/amd64" ] || [ ! -d "$ROOTS/arm64" ] || bind "$ROOTS/arm64" /arm64
    certificates=$(git config --get http.sslCAInfo || echo /etc/ssl/certs/ca-certificates.crt)
    settings=$({ git config --global --list --includes; git config --system --list --includes; } 2>/dev/null |
      grep -iE "^(url\..*\.insteadof|http\.proxy)=" || true)
    export HOME=$root/run/home
    mkdir -p "$HOME" "$root/run/lock"
    echo "$settings" | while IFS="=" read -r key value; do
      [ -n "$key" ] || continue
      git config --global --add "$key" "$value"
      mirror=$(echo "$key" | sed -nE "s|^url\.(/.*)\.insteadof$|\1|p")
      if [ -d "$mirror" ]; then bind "$mirror" "$mirror"; fi
    done
    if [ -r "$certificates" ]; then
      cp "$certificates" "$HOME/certificates"
      git config --global --add http.sslCAInfo /run/home/certificates
    fi
    git config --global --add safe.directory "*"
    exec chroot "$root" env -i HOME=/run/home LANG=C.UTF-8 \
      PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
      ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
      ${SOURCE_DATE_EPOCH:+SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH"} ${SWIFT_FLAGS:+SWIFT_FLAGS="$SWIFT_FLAGS"} "$@"
  ' enter "$@"
}

# Runs COMMAND in the amd64 root.
in_root() { # FOLDER COMMAND...
  local folder=$1
  shift
  enter "$ROOTS/amd64" "$folder" env PATH=/usr/libexec/swift/bin:/usr/sbin:/usr/bin "$@"
}

# The folder below FOLDER where build_in_root builds FOLDER/src for ARCH. The amd64 one is where
# install.sh builds: see Tests/Deploy/test-systems.sh.
build_folder() { # ARCH
  case $1 in amd64) echo src/.build ;; *) echo "src/.build-$1" ;; esac
}

# Builds FOLDER/src for ARCH with the arguments of swift build.
build_in_root() { # ARCH FOLDER ARGUMENTS...
  local arch=$1 folder=$2 library=swift build
  shift 2
  build=/mnt/$(build_folder "$arch")
  case " $* " in *" --static-swift-stdlib "*) library=swift_static ;; esac
  if [ "$arch" = amd64 ]; then
    in_root "$folder" swift build --package-path /mnt/src --scratch-path "$build" "$@"
  else
    in_root "$folder" env PKG_CONFIG_SYSROOT_DIR=/arm64 \
      PKG_CONFIG_PATH=/arm64/usr/lib/aarch64-linux-gnu/pkgconfig:/arm64/usr/share/pkgconfig \
      swift build --package-path /mnt/src --scratch-path "$build" --destination /arm64/$library.json "$@"
  fi
}

# Builds a program that a package installs, by default the appliance's; sets `program` to its path
# below FOLDER.
build_program() { # ARCH FOLDER [PRODUCT]
  local product=${3:-spokenmove}
  pin_dependencies "$2/src"
  # shellcheck disable=SC2086 # one argument a flag
  build_in_root "$1" "$2" -c release $RELEASE_FLAGS $SWIFT_FLAGS --product "$product"
  # shellcheck disable=SC2034 # for those that call it
  program=$(build_folder "$1")/release/$product
}

# Builds the shared library for programs in C, which shows them nothing but its functions; sets
# `library` to its path below FOLDER.
build_library() { # ARCH FOLDER
  local flags=(--disable-local-rpath -Xlinker -soname=libspokenmove-speech.so.0 -Xlinker --gc-sections
    -Xlinker --version-script=/mnt/src/Sources/SpeechC/exports.map
    # The runtime in it cannot be taken out of a process.
    -Xlinker -z -Xlinker nodelete)
  # shellcheck disable=SC2086 # one argument a flag
  build_in_root "$1" "$2" -c release $RELEASE_FLAGS "${flags[@]}" $SWIFT_FLAGS --product spokenmove-speech
  # shellcheck disable=SC2034 # for those that call it
  library=$(build_folder "$1")/release/libspokenmove-speech.so
}

# Runs PROGRAM, which is for ARCH, in the amd64 root; stops it after a quarter of an hour.
run_program() { # ARCH FOLDER PROGRAM ARGUMENTS...
  local arch=$1 folder=$2
  shift 2
  [ "$arch" = amd64 ] || set -- "${emulator[@]}" "$@"
  in_root "$folder" timeout 900 "$@"
}

# Puts both roots in place.
make_roots() {
  roots_check
  mkdir -p "$ROOTS"
  exec 8>"$ROOTS/lock"
  flock -w 1800 8 || roots_fail "another run holds $ROOTS/lock"
  make_root amd64
  make_root arm64
  flock -u 8
}

# Makes ROOTS/debian-VERSION: a plain Debian of this machine's architecture, like a newly installed
# server.
make_system() { # VERSION
  local system=$ROOTS/debian-$1 name mirror
  [ ! -f "$system.ready" ] || return 0
  case $1 in 12) name=bookworm ;; 13) name=trixie ;; esac
  mirror=$(debian_mirror)
  [ -n "$mirror" ] || roots_fail "apt-get names no mirror of Debian; run apt-get update, or set DEBIAN_MIRROR"
  echo "Making a system of Debian $1 in $system"
  rm -rf "$system"
  debootstrap --variant=minbase --include=systemd,systemd-sysv,udev "$name" "$system" "$mirror" >"$system.log" 2>&1 ||
    roots_fail "debootstrap failed; $system.log says why"
  rm -f "$system"/var/cache/apt/archives/*.deb
  cp -L /etc/resolv.conf "$system/etc/" 2>/dev/null || true
  touch "$system.ready"
}
