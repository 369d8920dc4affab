#!/bin/bash
# soak.sh [N] [--minutes M] [--report FILE.svg] [--speed 20] [--seed 1]
# soak.sh --hours N [--minutes M] [--seed 1]
#
# Speaks to the appliance's release build N times (10,000), or for M minutes, much faster than real
# time: moves, noise, silence, typed garbage; and unplugs the microphone. No move may be taken for
# another one. After the first 500, memory, open files, threads and the latency must not grow. The
# report is a plot of all of these. A thousand take some ten minutes.
#
# With --hours, the appliance listens for its name, for N hours of sound as fast as it can: a quiet
# room, three minutes of talk per hour, and one move by name. It must lose no sound and accept nothing
# else, and memory, files and threads must not grow. A day takes about half an hour.
#
# Exit status: 0 all checks passed, 1 some did not.
set -euo pipefail
# shellcheck source=release.sh
. "$(dirname "$0")/release.sh"
exec python3 "$here/Tools/soak" "$@"
