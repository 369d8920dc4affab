#!/bin/bash
# cross-test.sh [--quick | --all]
#
# Tests on an x86-64 machine that the product works on Debian 13, and that the arm64 build behaves
# identically. It compiles the programs, the library for C and the tests for both with Debian 13's
# own Swift, lets both recognize the same clips, and compares words, times and scores. Then it runs
# the amd64 tests and, under qemu's user-mode emulation, the machine-dependent arm64 tests. --all:
# all arm64 tests, which take a quarter of an hour or more. --quick: no tests.
#
# Exit status: 0 identical, 1 different, 77 this machine cannot do it (the reason is on standard error).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
package=$(dirname "$here")
# shellcheck disable=SC2034 # read by what is sourced
INSTALL_SOURCED=yes
# shellcheck source=install.sh
. "$here/install.sh"
# shellcheck source=roots.sh
. "$here/roots.sh"

# The targets that call C and the kernel, whose calls, sizes and layouts differ on arm64. Of Speech
# only the decoder, because the clips show the rest. The other targets are pure Swift, and eight
# times as slow under emulation.
emulated_tests='^((Sound|Microphone|DeviceIO|Doctor|Panel|PanelGPIO)Tests\.|SpeechTests\.DecoderTests)'
# Left out: thousands of damaged files, recordings whose words the clips show too, an engine, which
# is not installed there, and a program that is busy, which the emulator starts nevertheless.
not_emulated='[.]Damaged|theSpokenWordsAreRecognized|SoundingAndPlayingTests/opponent|ChildProcessTests/busy'

# Unoptimized recognition takes many times as long, and this compiler cannot optimize all tests. So
# the clips, which the release build recognizes, and the unit tests cover whole recordings.
not_unoptimised='FinalPass|RecognizerTests|SpeakerTests|AlignmentScore|Enrol|SessionVoice|VoiceKeeper|Lesson|Evaluat|CommandLine|RunCommand|RecognizeCommand'
not_unoptimised+='|ApplianceTests[.](Appliance|StartTests)|GameConversation|GameCommand|PlayCommand|RecordedDialogue|[.]Damaged|UCIEngine'
not_unoptimised+='|LocaleOptionTests/demoPlaysAGame|ReadmeScreens|SeventhLanguage'
# No engine, compiler of Objective-C, or valgrind is installed there.
not_unoptimised+='|SoundingAndPlayingTests/opponent|PortsTests[.](C|ObjectiveC)PortsTests'

# Words, times and scores of all clips, one clip per line, without the time of day.
recognize() { # ARCH
  local clips=() clip
  for clip in "$package"/deploy/demo/*.flac; do clips+=("/mnt/src/deploy/demo/${clip##*/}"); done
  run_program "$1" "$BUILD_FOLDER/$1" "/mnt/$(build_folder "$1")/release/spokenmove" recognize --json \
    --grammar /mnt/src/grammars/en_US/chess.json "${clips[@]}" |
    sed -E 's/"time":"[^"]*","monotonic":[0-9.]+,//' >"$work/$1.jsonl"
}

build() { # ARCH
  build_program "$1" "$BUILD_FOLDER/$1" spokenmove-relay
  build_library "$1" "$BUILD_FOLDER/$1"
  build_program "$1" "$BUILD_FOLDER/$1"
  # shellcheck disable=SC2086 # one argument a flag
  [ "$quick" = yes ] || build_in_root "$1" "$BUILD_FOLDER/$1" --build-tests $SWIFT_FLAGS
}

run_tests() { # ARCH
  local arch=$1 folder tests filter=(--skip "$not_unoptimised")
  folder=$(build_folder "$arch")/debug
  tests=$(cd "$BUILD_FOLDER/$arch/$folder" && echo *.xctest)
  if [ "$arch" = arm64 ]; then
    # Tests start the program, and so does the kernel, which needs a script for it.
    mv "$BUILD_FOLDER/$arch/$folder/spokenmove" "$BUILD_FOLDER/$arch/$folder/spokenmove.arm64"
    # shellcheck disable=SC2016 # the script's own variables
    printf '#!/bin/sh\nexec %s "$0.arm64" "$@"\n' "${emulator[*]}" >"$BUILD_FOLDER/$arch/$folder/spokenmove"
    chmod +x "$BUILD_FOLDER/$arch/$folder/spokenmove"
    [ "$all" = yes ] || filter=(--filter "$emulated_tests" --skip "$not_emulated")
  fi
  run_program "$arch" "$BUILD_FOLDER/$arch" "/mnt/$folder/$tests" --testing-library swift-testing "${filter[@]}"
}

main() {
  local work arch quick=no all=no status=0 builds=() build
  case ${1:-} in
  '') ;;
  --quick) quick=yes ;;
  --all) all=yes ;;
  *)
    echo "Usage: deploy/cross-test.sh [--quick | --all]" >&2
    exit 2
    ;;
  esac
  make_roots
  work=$(mktemp -d)
  # shellcheck disable=SC2064 # the folder as it is now
  trap "rm -rf $work" EXIT

  # Both at once, because much of the compiling uses only one processor.
  for arch in amd64 arm64; do
    mkdir -p "$BUILD_FOLDER/$arch"
    copy_sources "$package" "$BUILD_FOLDER/$arch/src"
    build "$arch" >"$work/$arch.log" 2>&1 &
    builds+=($!)
  done
  for build in "${builds[@]}"; do wait "$build" || status=1; done
  for arch in amd64 arm64; do
    echo "== the build for $arch"
    cat "$work/$arch.log"
  done
  [ $status -eq 0 ] || exit 1

  echo "== the same clips"
  recognize amd64
  recognize arm64
  if [ -s "$work/amd64.jsonl" ] && diff "$work/amd64.jsonl" "$work/arm64.jsonl"; then
    echo "$(wc -l <"$work/amd64.jsonl") clips: words, times and scores are the same"
  else
    echo "arm64 and amd64 differ" >&2
    status=1
  fi
  [ "$quick" = no ] || return $status

  for arch in amd64 arm64; do
    echo "== the tests, for $arch"
    run_tests "$arch" || status=1
  done
  return $status
}

main "$@"
