#!/bin/bash
# documentation.sh [FOLDER]
#
# Makes the documentation of the library products from their doc comments and catalogues, and
# fails on any warning, such as a link that leads nowhere. Uses the modules of the unit tests' build
# and updates them: half a minute, or some minutes from scratch. With FOLDER, which must exist, it
# leaves X.doccarchive there for each product.
#
# Exit status: 0 passed, 1 failed, 77 Swift's docc is missing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=$(dirname "$here")
# shellcheck disable=SC2034 # read by what is sourced
INSTALL_SOURCED=yes
# shellcheck source=../deploy/install.sh
. "$package/deploy/install.sh"

products="LanguageModel Chess ChessLanguage Speech Sound Microphone Panel"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The compiler's arguments that find the C modules.
c_modules() {
  local map flag
  for map in "$package"/Sources/C*/module.modulemap "$modules"/../*Tables.build/module.modulemap; do
    echo "-Xcc -fmodule-map-file=$map"
  done
  for flag in $(pkg-config --cflags-only-I alsa pocketsphinx sndfile soxr); do
    echo "-Xcc $flag"
  done
}

# Makes the documentation of PRODUCT in FOLDER.
document() { # PRODUCT FOLDER
  local product=$1 folder=$2 graphs=$scratch/$1
  mkdir "$graphs"
  # shellcheck disable=SC2046 # one argument a flag
  (cd "$package" && swift symbolgraph-extract -module-name "$product" -I "$modules" $(c_modules) \
    -target "$target" -minimum-access-level public -skip-inherited-docs -skip-synthesized-members \
    -output-dir "$graphs") || return 1
  docc convert "$package/Sources/$product/$product.docc" --additional-symbol-graph-dir "$graphs" \
    --fallback-display-name "$product" --fallback-bundle-identifier "org.spokenmove.$product" \
    --warnings-as-errors --output-path "$folder/$product.doccarchive" 2>&1 | sed '/^$/d' || return 1
  echo "$product: no complaints"
}

find_swift || fail "there is no Swift here; Tests/run.sh quick says how to install it"
if ! command -v docc >/dev/null; then
  echo "documentation.sh: this Swift has no docc; that of swift.org does" >&2
  exit 77
fi
build=(-c release -Xswiftc -enable-testing --scratch-path .build/tests --force-resolved-versions)
pin_dependencies "$package"
cd "$package"
# All products are part of the program. The same flags as the unit tests' build has.
# shellcheck disable=SC2086 # one argument a flag
swift build "${build[@]}" --product spokenmove --jobs "$(build_jobs)" $SWIFT_FLAGS
# shellcheck disable=SC2086 # one argument a flag
modules=$(swift build "${build[@]}" $SWIFT_FLAGS --show-bin-path)/Modules
target=$(swift -print-target-info | sed -n 's/^ *"triple": "\(.*\)",$/\1/p' | head -n 1)
# The tutorial's manifest, which no other build reads.
cp -r "$here/Snippets/Lights" "$scratch/Lights"
swift package --package-path "$scratch/Lights" dump-package >/dev/null
status=0
for product in $products; do
  document "$product" "${1:-$scratch}" || status=1
done
exit $status
