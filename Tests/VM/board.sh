# shellcheck shell=bash
# A board simulated by the kernel: a GPIO chip with a Raspberry Pi's line names, a sound card whose
# playback loops back to its capture, and a trace of every level that a program sets on a line.

chip=/sys/kernel/config/gpio-sim/board

gpio_up() {
  modprobe -q configfs
  grep -q configfs /proc/mounts || mount -t configfs configfs /sys/kernel/config
  grep -q ^gpio_sim /proc/modules || insmod /run/cache/gpio-sim.ko || return
  mkdir -p "$chip/bank0"
  echo 28 >"$chip/bank0/num_lines"
  echo pinctrl-sim >"$chip/bank0/label"
  local line
  for line in {0..27}; do
    mkdir "$chip/bank0/line$line"
    echo "GPIO$line" >"$chip/bank0/line$line/name"
  done
  echo 1 >"$chip/live"
  gpio_find
  echo mono >/sys/kernel/tracing/trace_clock
  echo 1 >/sys/kernel/tracing/events/gpio/gpio_value/enable
}

# Finds the chip, for a shell that has not made it.
gpio_find() {
  pins=/sys/devices/platform/$(<$chip/dev_name)/$(<$chip/bank0/chip_name)
  gpio_base=$(<"$(echo "/sys/devices/platform/$(<$chip/dev_name)"/gpio/gpiochip*/base)")
}

pull() { # up|down LINE...
  local line
  for line in "${@:2}"; do echo "pull-$1" >"$pins/sim_gpio$line/pull"; done
}

level() { # LINE
  cat "$pins/sim_gpio$1/value"
}

# Seconds of the monotonic clock, line, level: one line for each level that a program set since
# trace_clear.
levels() {
  sed -nE 's/^.* ([0-9]+\.[0-9]+): gpio_value: ([0-9]+) set ([01])$/\1 \2 \3/p' /sys/kernel/tracing/trace |
    while read -r time line value; do echo "$time $((line - gpio_base)) $value"; done
}

levels_clear() {
  : >/sys/kernel/tracing/trace
}

# Connects LINE to ground for SECONDS, without bouncing, because a busy machine may stretch a bounce
# until it is a separate press.
push() { # LINE SECONDS
  pull down "$1"
  sleep "$2"
  pull up "$1"
}

# Presses and releases with bounces, like a real contact.
press_down() {
  local _
  for _ in 1 2 3; do
    pull down "$1"
    pull up "$1"
  done
  pull down "$1"
}

press_up() {
  local _
  for _ in 1 2 3; do
    pull up "$1"
    pull down "$1"
  done
  pull up "$1"
}

plug_microphone() {
  modprobe snd-aloop id=Microphone pcm_substreams=1
}

unplug_microphone() {
  modprobe -r snd-aloop
}

# Sound played into the card's first device is heard on its second, and the other way round; ALSA's
# default is the first.
speaker=0
say() { # FILE...
  aplay -q -D "plughw:CARD=Microphone,DEV=$speaker" "$@"
}

# Waits until COMMAND succeeds, at most 50 s: the time to start a program depends on the machine.
wait_until() { # COMMAND...
  local deadline=$((SECONDS + 50))
  until "$@"; do
    if [ $SECONDS -ge $deadline ]; then
      echo "never came true: $*"
      return 1
    fi
    sleep .2
  done
}

capturing() {
  grep -q RUNNING /proc/asound/Microphone/pcm1c/sub0/status
}

sounding() {
  grep -q RUNNING /proc/asound/Microphone/pcm1p/sub0/status
}

playing() {
  grep -q RUNNING /proc/asound/Microphone/pcm0p/sub0/status
}

has_open() { # PROCESS FILE
  find "/proc/$1/fd" -lname "$2" | grep -q .
}

watched() { # LINE
  gpioinfo | grep -E "line +$1:" | grep -q gpiomon
}

# Reads and sets lines with libgpiod's own tools, whose options differ between its generations.
gpio_tools_generation() {
  case $(gpiodetect --version) in *v1.*) echo 1 ;; *) echo 2 ;; esac
}

edges() { # COUNT LINE
  case $(gpio_tools_generation) in
  1) timeout 20 gpiomon -n "$1" pinctrl-sim "$2" ;;
  2) timeout 20 gpiomon -n "$1" "GPIO$2" ;;
  esac
}

drive() { # LINE LEVEL
  case $(gpio_tools_generation) in
  1) gpioset pinctrl-sim "$1=$2" ;;
  2) gpioset -t 0 "GPIO$1=$2" ;;
  esac
}
