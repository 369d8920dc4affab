#!/bin/bash
# outside.sh
#
# Builds the README's program in a separate package, with the tutorial's manifest, which names the
# library by its path, and lets it recognize the README's phrase. This shows that another package gets
# everything that the library needs. So does one that uses the rules of chess alone. Both are debug
# builds, as `swift run` makes them. A minute and a half, the first time.
#
# Exit status: 0 passed, 1 failed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=$(dirname "$here")
# shellcheck disable=SC2034 # read by what is sourced
INSTALL_SOURCED=yes
# shellcheck source=../deploy/install.sh
. "$package/deploy/install.sh"

work=$package/.build/outside
sentence="knight to king bishop three"

find_swift || fail "there is no Swift here; Tests/run.sh quick says how to install it"
mkdir -p "$work/lights/Sources/lights"
ln -sfn "$package" "$work/SpokenMove"
cp "$here/Snippets/Lights/Package.swift" "$work/lights/"
cp "$package/deploy/Package.resolved" "$work/lights/"
# shellcheck disable=SC2016 # the backquotes are Markdown's
sed -n '/^```swift$/,/^```$/p' "$package/README.md" | sed '/^```/d' >"$work/lights/Sources/lights/main.swift"
cd "$work/lights"
# No variable of this machine's helps; only what finds programs and the user's caches stays.
build=(env -i "PATH=$PATH" "HOME=${HOME:-/root}" swift build)
# shellcheck disable=SC2086 # one argument a flag
"${build[@]}" --jobs "$(build_jobs)" $SWIFT_FLAGS
# shellcheck disable=SC2086 # one argument a flag
program=$("${build[@]}" $SWIFT_FLAGS --show-bin-path)/lights
flite -t "$sentence" -o move.wav
heard=$("$program")
if [ "$heard" != "$sentence" ]; then
  echo "outside.sh: \"$sentence\" was said, and \"$heard\" recognized" >&2
  exit 1
fi
echo "a package of its own recognized: $heard"

mkdir -p "$work/rules/Sources/rules"
cd "$work/rules"
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.0
import PackageDescription
let package = Package(
  name: "rules", dependencies: [.package(path: "../SpokenMove")],
  targets: [
    .executableTarget(name: "rules", dependencies: [.product(name: "Chess", package: "SpokenMove")])
  ])
SWIFT
cat >Sources/rules/main.swift <<'SWIFT'
import Chess
print(MovePlausibility(of: .start).moves.count)
SWIFT
cp "$package/deploy/Package.resolved" .
"${build[@]}" --jobs "$(build_jobs)"
moves=$(.build/debug/rules)
if [ "$moves" != 20 ]; then
  echo "outside.sh: there are 20 first moves, not \"$moves\"" >&2
  exit 1
fi
echo "a package of its own counted the first moves"
