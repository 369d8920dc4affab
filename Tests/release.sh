# shellcheck shell=bash
# Sets SPOKENMOVE to the release build of the program, and builds it unless it is already set; for
# scripts that test the program.
#
# Run by itself (bash Tests/release.sh), it compiles the program and the library for C twice from
# scratch, in one folder, and compares their bytes. Exit status: 0 identical, 1 different.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck disable=SC2034 # read by what is sourced
dry_run=no INSTALL_SOURCED=yes package=$(cd "$here/.." && pwd)
# shellcheck source=../deploy/install.sh
. "$package/deploy/install.sh"

# Compiles both products from nothing, and moves them to FOLDER.
build_from_nothing() { # FOLDER
  local product scratch=$package/.build/twice
  rm -rf "$scratch"
  mkdir -p "$1"
  pin_dependencies "$package"
  for product in spokenmove spokenmove-speech; do
    # shellcheck disable=SC2086 # one argument a flag
    swift build --package-path "$package" --scratch-path "$scratch" -c release $RELEASE_FLAGS \
      --jobs "$(build_jobs)" $SWIFT_FLAGS --product "$product" || fail "the build failed"
  done
  mv "$scratch/release/spokenmove" "$scratch/release/libspokenmove-speech.so" "$1/"
  rm -rf "$scratch"
}

build_twice() {
  local folder file status=0
  find_swift || fail "there is no Swift here"
  folder=$(mktemp -d)
  # shellcheck disable=SC2064 # the folder as it is now
  trap "rm -rf '$folder'" EXIT
  build_from_nothing "$folder/first" >&2
  build_from_nothing "$folder/second" >&2
  for file in spokenmove libspokenmove-speech.so; do
    if cmp "$folder/first/$file" "$folder/second/$file"; then
      echo "ok    $file: the same bytes twice"
    else
      echo "FAIL  $file: differs from one build to the next"
      status=1
    fi
  done
  return $status
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  build_twice
  exit
fi

if [ -z "${SPOKENMOVE:-}" ]; then
  find_swift || fail "there is no Swift here; or name a release build: SPOKENMOVE=FILE $0"
  build_product spokenmove >&2
  SPOKENMOVE=$product
fi
export SPOKENMOVE
