#!/bin/bash
# faults.sh [--short] [--only NAME] [--times N] [--seed N]
#
# Does to the appliance what may happen to it, many times, and checks that it goes on, loses
# nothing, and says what happened: the release build, first with its console on pipes and on a
# terminal, without a board, then on the simulated board in a virtual machine. A line a fault: how
# often it was tried, how often all held, and the longest that it took to be well again; the last
# line is "N passed, N failed". Without --short it takes some hours. What needs root is left out
# without it, and what needs the simulated board where that cannot run; both are told. --only takes
# the faults whose names have NAME in them.
#
# Exit status: 0 all held, 1 something did not.
set -euo pipefail
# shellcheck source=release.sh
. "$(dirname "$0")/release.sh"
exec python3 "$here/Tools/faults" "$@"
