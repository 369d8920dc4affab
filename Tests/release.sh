# shellcheck shell=bash
# Makes SPOKENMOVE name the release build of the program, and builds it where it names none yet; is
# sourced by what tests that.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
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
