#!/bin/bash
# soak.sh [N] [--report FILE.svg] [--speed 20] [--seed 1]
#
# Speaks N times (10,000) to the appliance, the release build, at many times real speed: moves, noise, silence, and garbage
# that is typed. No move may be heard as another one; memory, open files and threads must not grow after the first 500. The
# report is a plot of all three, and of how long each answer took. Of a thousand utterances it takes some ten minutes.
#
# Exit status: 0 all held, 1 something did not.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck disable=SC2034 # read by what is sourced
dry_run=no INSTALL_SOURCED=yes package=$(cd "$here/.." && pwd)
# shellcheck source=../deploy/install.sh
. "$package/deploy/install.sh"

if [ -z "${SPOKENMOVE:-}" ]; then
  find_swift || fail "there is no Swift here; or name a release build: SPOKENMOVE=FILE $0"
  build_product spokenmove >&2
  SPOKENMOVE=$product
fi
export SPOKENMOVE
exec python3 "$here/Tools/soak" "$@"
