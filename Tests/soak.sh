#!/bin/bash
# soak.sh [N] [--minutes M] [--report FILE.svg] [--speed 20] [--seed 1]
# soak.sh --hours N [--minutes M] [--seed 1]
#
# Speaks N times (10,000), or for M minutes, to the appliance, the release build, at many times real
# speed: moves, noise, silence, garbage that is typed; and unplugs the microphone. No move may be
# heard as another one; memory, open files and threads must not grow after the first 500, nor the
# time that an answer takes. The report is a plot of all of these. A thousand take some ten minutes.
#
# With --hours, it listens for its name, for N hours of sound as fast as it computes: a quiet room,
# three minutes of talk an hour, and one move by name. No sound may be lost, nothing else taken, and
# memory, files and threads must not grow. A day takes about half an hour.
#
# Exit status: 0 all held, 1 something did not.
set -euo pipefail
# shellcheck source=release.sh
. "$(dirname "$0")/release.sh"
exec python3 "$here/Tools/soak" "$@"
