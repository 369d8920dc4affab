#!/bin/sh
# Compiles the GPIO shim against the installed libgpiod, and against the gpiod.h of any other
# generation whose include directory is given: Tests/gpio-shim.sh [INCLUDE-DIRECTORY]...
set -eu

main() {
  shim=$(dirname -- "$0")/../Sources/CGPIO/shim.h
  check
  for directory in "$@"; do check "$directory"; done
}

check() {
  include=${1:-}
  generation=$(printf '%s\n#ifdef GPIOD_LINE_BULK_MAX_LINES\nGENERATION 1\n#else\nGENERATION 2\n#endif\n' \
    '#include <gpiod.h>' | "${CC:-cc}" ${include:+"-I$include"} -E -P - | sed -n 's/^GENERATION //p')
  printf '#include "%s"\n' "$(realpath "$shim")" |
    "${CC:-cc}" -std=c11 -Wall -Wextra -Werror ${include:+"-I$include"} -x c -fsyntax-only -
  echo "libgpiod $generation: ok"
}

main "$@"
