#!/bin/bash
# soak.sh [N] [--report FILE.svg] [--speed 20] [--seed 1]
#
# Speaks N times (10,000) to the appliance, the release build, at many times real speed: moves, noise, silence, and garbage
# that is typed. No move may be heard as another one; memory, open files and threads must not grow after the first 500. The
# report is a plot of all three, and of how long each answer took. Of a thousand utterances it takes some ten minutes.
#
# Exit status: 0 all held, 1 something did not.
set -euo pipefail
# shellcheck source=release.sh
. "$(dirname "$0")/release.sh"
exec python3 "$here/Tools/soak" "$@"
