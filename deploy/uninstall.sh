#!/bin/sh
# uninstall.sh [--purge] [--dry-run] [--prefix DIR] [--root DIR]: takes away what install.sh put
# there; see its --help.
exec "$(dirname "$0")/install.sh" --uninstall "$@"
