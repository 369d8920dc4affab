#!/bin/bash
# faults.sh [--short] [--only NAME] [--skip NAME] [--times N] [--seed N]
#
# Fault injection: injects each fault many times, and checks that the appliance goes on, loses
# nothing, and reports the fault. It tests the release build, first with its console on pipes and on
# a terminal, without a board, then on the simulated board in a virtual machine. It prints a line per
# fault: the number of tries, how often all checks passed, and the longest recovery; the last line is
# "N passed, N failed". Without --short it takes some hours. It skips, and reports, faults that need
# root or the simulated board if these are missing. --only takes the faults with NAME in their
# names, --skip the others; both can be given several times.
#
# Exit status: 0 all checks passed, 1 some did not.
set -euo pipefail
# shellcheck source=release.sh
. "$(dirname "$0")/release.sh"
exec python3 "$here/Tools/faults" "$@"
