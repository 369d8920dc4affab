#!/bin/sh
# uninstall.sh [--purge] [--dry-run] [--prefix DIR] [--root DIR]: removes what install.sh installed;
# see its --help.
exec "$(dirname "$0")/install.sh" --uninstall "$@"
