"""Faults of the appliance on the simulated board; see Tests/faults.sh.

Times are the guest's, which is several times slower than a real board.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "Tools"))

import machine  # noqa: E402
from fault_table import Broken, Skipped, hold  # noqa: E402
from life import GAME, PROGRAM  # noqa: E402

# The maximum time until console and lights report a loss, and until the return.
TOLD, BACK = 1, 2
PATIENCE = 60
# The maximum growth of memory after the first times, in KiB.
GROWTH = 2048
# The first move played makes tables that stay in memory.
TABLES = 5120
# The board's maximum delay, in ms, if every press counts. The kernel may keep only 16 edges, fewer than a bounce has;
# so the service must look while 10 ms of a press of 30 ms, the debouncing time, are still to come.
LATE = 20
BUTTON, AVAILABLE, RECORDING = 17, 27, 22
MICROPHONE = "echo snd_aloop.0 >/sys/bus/platform/drivers/snd_aloop/"
CLIPS = {"1-pawn-to-e-four": "e4", "2-knight-to-king-bishop-three": "Nf3"}
CONFIGURATION = """
microphone: {{device: "hw:CARD=Microphone,DEV=1"}}
button: {{line: GPIO17, mode: {mode}, debounce: 10 ms}}
leds: {{available: {{line: GPIO27}}, recording: {{line: GPIO22}}}}
console: {{device: /dev/ttyS1, format: jsonl}}
recording: {{maximum: {maximum}}}
question: {{patience: {patience}}}
game: {game}
record: {{directory: {directory}}}
"""
STATES = ["preparing", "available", "recording", "finishing", "asking"]
SETTINGS = {"mode": "toggle", "maximum": "60 s", "patience": "20 s", "game": "off", "directory": "/tmp/state"}


class BoardFaults:
    """Each fault is a function that injects it once, and returns the time to recovery.

    The service goes on from one time to the next, so that what it holds can be seen to stay the same.
    """

    def __init__(self, rng, is_short):
        self.rng = rng
        # With --short, other tests may run at the same time, and each try is checked only once.
        self._slack = 3 if is_short else 1
        self._garbage = 4 << 10 if is_short else 32 << 10
        self._board = None
        self._folder = None
        # The running service's settings; None if it does not run.
        self._running = None
        # The last fault.
        self._fault = None
        # The service's maximum resources at first: files, threads, memory; and the number of checks.
        self._held, self._looks = None, 0
        self._disk_number = 0

    def rows(self):
        """The table's rows: the name, the function, the number of tries with --short and without."""
        return [(f"board: {name}", self._attempt(fault), short, full) for name, fault, short, full in [
            ("microphone unplugged, idle", self.unplugged_idle, 2, 50),
            ("microphone unplugged, recording", self.unplugged_recording, 2, 50),
            ("microphone unplugged, after Stop", self.unplugged_after_stop, 1, 50),
            ("microphone taken by another", self.taken, 1, 20),
            ("stopped while recording (SIGSTOP)", self.stopped, 2, 50),
            ("button bouncing, 20 presses a second, toggle", self.counted_presses_to_toggle, 1, 5),
            ("button bouncing, 20 presses a second, hold", self.counted_presses_to_talk, 1, 5),
            ("button against a model, toggle", self.toggled, 2, 200),
            ("button against a model, hold", self.held, 2, 200),
            ("button held for an hour, toggle", self.held_for_an_hour_to_toggle, 0, 1),
            ("button held for an hour, hold", self.held_for_an_hour_to_talk, 0, 1),
            ("button held, clock set by an hour, toggle", self.held_as_clock_is_set_to_toggle, 1, 10),
            ("button held, clock set by an hour, hold", self.held_as_clock_is_set_to_talk, 1, 10),
            ("serial console never read", self.never_read, 1, 20),
            ("garbage on the serial port", self.garbage, 1, 20),
            ("10 MB of garbage on the serial port", self.much_garbage, 0, 1),
            ("half lines on the serial port", self.half_lines, 1, 20),
            ("clock set by a year, recording", self.clock_while_recording, 1, 10),
            ("clock set by a year, asking", self.clock_while_asking, 1, 10),
            ("clock set by a year, idle", self.clock_while_idle, 1, 10),
            ("GPIO chip absent at the start", self.chip_late, 1, 20),
            ("GPIO line held by another", self.line_held, 1, 20),
            ("GPIO chip gone while running", self.chip_gone, 1, 20),
            ("power cut, ext4", self.power_cut, 1, 50),
            ("disk full, ext4", self.disk_full, 1, 20),
        ]]

    def close(self):
        """Powers the board off."""
        if self._board is not None:
            self._board.stop()
            self._folder.cleanup()

    # The board

    def _attempt(self, fault):
        def attempt():
            if fault != self._fault:
                # The service may still run since another fault, which did not need all that this one needs.
                self._fault, self._held, self._looks = fault, None, 0
            try:
                return fault()
            except Exception as error:
                # The next fault must not suffer from this failure.
                self._mend()
                if isinstance(error, machine.MachineError):
                    raise Broken(str(error)) from None
                raise
        attempt.__name__ = f"board-{fault.__name__}"
        return attempt

    @property
    def board(self):
        """The simulated board, started at its first use."""
        if self._board is None:
            setup = subprocess.run([machine.HERE / "setup.sh"], check=False, capture_output=True, text=True)
            if setup.returncode == 77:
                raise Skipped(setup.stderr.strip().splitlines()[-1])
            hold(setup.returncode == 0, f"setup.sh failed: {setup.stderr[-500:]}")
            self._folder = tempfile.TemporaryDirectory(prefix="spokenmove-board-")
            board = machine.Machine(self._folder.name)
            try:
                board.shell("gpio_up && pull up 17 && plug_microphone", 2 * PATIENCE)
                for clip in CLIPS:
                    board.shell(f"flac -s -d -f -o /tmp/{clip}.wav /run/package/deploy/demo/{clip}.flac", 2 * PATIENCE)
            except AssertionError:
                # A half-started board would make all that follows fail.
                board.stop()
                raise
            self._board = board
        return self._board

    def shell(self, command, timeout=60):
        return self.board.shell(command, timeout)

    def now(self):
        return float(self.shell("cut -d' ' -f1 /proc/uptime"))

    def at(self, command):
        """Runs a command; returns the guest's time just before it, or the last time that it prints."""
        return float(self.shell(f"cut -d' ' -f1 /proc/uptime; {command}").split()[-1])

    def start(self, **settings):
        """Starts the service, unless it already runs with these settings."""
        settings = {**SETTINGS, **settings}
        if settings == self._running:
            self.board.console.forget()
            return
        self.end()
        (self.board.out / "config.yaml").write_text(CONFIGURATION.format(**settings))
        self.board.console.forget()
        program = pathlib.Path(PROGRAM).resolve()
        if program.is_relative_to(machine.PACKAGE):
            program = "/run/package" / program.relative_to(machine.PACKAGE)
        self.shell(f"{program} run --config /run/out/config.yaml >/run/out/log 2>&1 & service=$!")
        self._running = settings
        self._held, self._looks = None, 0

    def started(self, **settings):
        """Starts the service and waits until it is available; returns the game, if there is one."""
        is_new = {**SETTINGS, **settings} != self._running
        self.start(**settings)
        if not is_new:
            return None
        game = self.line(type="game") if settings.get("game") == "on" else None
        self.line(type="available", available=True)
        self.levels_become(available=1, recording=0)
        return game

    def end(self, signal="TERM"):
        if self._running is not None:
            self.shell(f"kill -{signal} $service; wait $service; true")
            self._running = None

    def _mend(self):
        """Restores the board's initial state."""
        if self._board is None:
            return
        self._board.console.resume()
        self.end("KILL")
        self.shell("pkill gpiomon; pkill arecord; pkill aplay; true")
        self.shell("[ $(cat $chip/live) = 1 ] || echo 1 >$chip/live; gpio_find; pull up 17")
        self.shell(f"[ -e /proc/asound/Microphone ] || {MICROPHONE}bind; true")
        self.shell(f"date -s @{int(time.time())}")

    def line(self, seconds=PATIENCE, **members):
        """The console's next line with these members; skips those before it."""
        end = time.monotonic() + seconds
        passed = []
        while True:
            try:
                match = self.board.console.expect(r"^(\{.*\})\r\n", max(0.01, end - time.monotonic()))
            except AssertionError:
                raise Broken(f"no {members} within {seconds} s, only {passed[-5:]}; {self.told()[-300:]}") from None
            try:
                line = json.loads(match.group(1))
            except ValueError:
                continue
            if all(line.get(key) == value for key, value in members.items()):
                return line
            passed.append({key: line[key] for key in line if key not in ("time", "words", "lines")})

    def answer(self):
        """The result of the spoken words."""
        while True:
            line = self.line()
            if line["type"] in ("result", "refused", "ask", "command", "error"):
                return line

    def type(self, *lines):
        for line in lines:
            self.board.console.send(line + "\r")

    def told(self):
        """The journal."""
        return (self.board.out / "log").read_text(errors="replace")

    def tells(self, text, count=1, case=""):
        """Waits until the journal has this text this often."""
        end = time.monotonic() + PATIENCE
        while self.told().count(text) < count:
            hold(time.monotonic() < end, f"{case}the journal does not tell that {text}: {self.told()[-500:]}")
            time.sleep(0.1)

    def changes(self, light):
        """The changes of a light's level since levels_clear: (seconds, level)."""
        changes = []
        for row in self.shell("levels").splitlines():
            seconds, line, level = row.split()
            if int(line) == light and (not changes or changes[-1][1] != int(level)):
                changes.append((float(seconds), int(level)))
        return changes

    def first_change(self, light, after):
        """The time of a light's first change after a time."""
        end = time.monotonic() + PATIENCE
        while True:
            later = [seconds for seconds, _ in self.changes(light) if seconds >= after]
            if later:
                return later[0]
            hold(time.monotonic() < end, "the light does not change")

    def levels_become(self, available, recording, seconds=PATIENCE):
        end = time.monotonic() + seconds
        while True:
            levels = [int(level) for level in self.shell(f"level {AVAILABLE}; level {RECORDING}").split()]
            if levels == [available, recording]:
                return
            hold(time.monotonic() < end, f"the lights are {levels}, not {[available, recording]}")

    def holds(self):
        """The service's resources: files, threads, and memory in KiB."""
        rows = self.shell("ls /proc/$service/fd | wc -l; ls /proc/$service/task | wc -l; "
                          "grep ^VmRSS /proc/$service/status").split()
        return int(rows[0]), int(rows[1]), int(rows[3])

    def stays_flat(self):
        """The service's resources do not grow after the first five times; waits for those that it is closing."""
        self._looks += 1
        if self._looks <= 5:
            self._held = tuple(max(pair) for pair in zip(self._held or (0, 0, 0), self.holds()))
            return
        growth = GROWTH + (TABLES if self._running["game"] == "on" else 0)
        limits = tuple(held + more for held, more in zip(self._held, (0, 1, growth)))
        end = time.monotonic() + 5
        while True:
            held = self.holds()
            if all(number <= limit for number, limit in zip(held, limits)):
                return
            if time.monotonic() >= end:
                files = self.shell("ls -l /proc/$service/fd | sed -n 's/.* -> //p' | sort | tr '\\n' ' '")
                raise Broken(f"files, threads and KiB of memory are {held}, and {self._held} at first; open are {files}")

    def in_time(self, seconds, limit, what):
        hold(seconds <= limit * self._slack, f"{what} after {seconds:.2f} s")

    # The microphone

    def gone(self, unplug):
        """Unplugs the microphone; console and lights must report it in time."""
        self.shell("levels_clear")
        start = self.at(unplug)
        lost = self.line(type="available", available=False, cause="microphone")
        self.in_time(lost["monotonic"] - start, TOLD, "told")
        self.in_time(self.first_change(AVAILABLE, start) - start, TOLD, "told by the light")
        return lost

    def back(self, plug):
        """Plugs the microphone in again; returns the time until it is available."""
        start = self.at(plug)
        seconds = self.line(type="available", available=True)["monotonic"] - start
        self.in_time(seconds, BACK, "back")
        self.levels_become(available=1, recording=0)
        self.stays_flat()
        return max(0, seconds)

    def unplugged_idle(self):
        self.started()
        self.gone(f"{MICROPHONE}unbind")
        time.sleep(self.rng.uniform(0, 0.5))
        return self.back(f"{MICROPHONE}bind")

    def unplugged_recording(self):
        self.started()
        self.type("start")
        self.line(recording=True)
        time.sleep(self.rng.uniform(0, 1))
        self.shell("levels_clear")
        start = self.at(f"{MICROPHONE}unbind")
        self.line(recording=False, cause="lost")
        lost = self.line(type="available", available=False, cause="microphone")
        self.in_time(lost["monotonic"] - start, TOLD, "told")
        self.in_time(self.first_change(RECORDING, start) - start, TOLD, "told by the light")
        return self.back(f"{MICROPHONE}bind")

    def speak(self, clip):
        """Says a clip between start and stop; does not wait for the result."""
        self.type("start")
        self.line(recording=True)
        self.shell(f"say /tmp/{clip}.wav")
        self.type("stop")
        self.line(recording=False, cause="asked")

    def unplugged_after_stop(self):
        self.started(game="on")
        clip, san = self.rng.choice(list(CLIPS.items()))
        self.speak(clip)
        time.sleep(self.rng.choice([0, self.rng.uniform(0, 0.4)]))
        self.shell(f"{MICROPHONE}unbind")
        answer = self.answer()
        hold(answer["type"] != "result" or answer["san"] == san, f"{san} was heard as {answer}")
        self.line(type="available", available=False, cause="microphone")
        seconds = self.back(f"{MICROPHONE}bind")
        if answer["type"] == "result":
            self.type("undo")
            self.line(type="game")
        return seconds

    def taken(self):
        self.started()
        # The time to start a program depends on the machine.
        lost = self.gone("arecord -q -D hw:CARD=Microphone,DEV=1 -f S16_LE -r 16000 -c 1 /dev/null & holder=$!; "
                         "until capturing; do :; done; cut -d' ' -f1 /proc/uptime")
        hold("arecord" in lost["reason"], f"who holds it is not told: {lost['reason']}")
        return self.back("kill $holder; wait $holder; true")

    def stopped(self):
        for _ in range(3):
            seconds, is_played = self.stopped_once()
            if is_played:
                return seconds
        raise Skipped("the simulated card cannot be played to")

    def stopped_once(self):
        """Stops the service so long that sound may be lost; it must never play another move than was said.

        Returns the time of the answer, and whether all was said: if nobody reads from the simulated card, its player may
        get an error.
        """
        self.started(game="on")
        clip, san = self.rng.choice(list(CLIPS.items()))
        self.type("start")
        self.line(recording=True)
        before, pause = self.rng.uniform(0.2, 1.5), self.rng.uniform(0.1, 3)
        losses = self.told().count("buffer ran over")
        ends = self.shell(f"say /tmp/{clip}.wav & saying=$!; sleep {before:.2f}; kill -STOP $service; "
                          f"sleep {pause:.2f}; kill -CONT $service; wait $saying && echo is played; true")
        start = self.at("true")
        self.type("stop")
        answer = self.answer()
        hold(answer["type"] != "result" or answer["san"] == san,
             f"stopped for {pause:.2f} s, {san} was heard as {answer.get('san')}")
        # The device buffers 1.2 s.
        if pause > 1.4:
            self.tells("buffer ran over", losses + 1, f"stopped for {pause:.2f} s after {before:.2f} s of {clip}: ")
            hold(answer["type"] not in ("result", "ask"), f"stopped for {pause:.2f} s, it heard {answer}")
        seconds = answer["monotonic"] - start
        if answer["type"] == "result":
            self.type("undo")
            self.line(type="game")
        elif answer["type"] == "ask":
            self.type("n")
            self.line(type="refused")
        self.type("status")
        self.line(type="available", available=True)
        self.stays_flat()
        return max(0, seconds), "is played" in ends

    # The button

    def presses(self, count, shortest, longest, pause=None):
        """Presses with bounces; returns the minimum and the maximum number of presses, and the board's delay in ms."""
        tool = f"python3 /run/package/Tests/VM/press.py $pins/sim_gpio{BUTTON}/pull"
        seed = self.rng.randrange(10 ** 6)
        command = f"{tool} {count} {seed} {shortest} {longest} {pause or ''}"
        return [int(word) for word in self.shell(command, 30 + 8 * count * longest).split()]

    def refused_presses(self):
        """The number of refused presses; earlier presses are answered before a status."""
        self.type("status")
        refused = 0
        while (line := self.line())["type"] != "available":
            refused += line["type"] == "refused"
        return refused

    def counted_presses(self, mode):
        """Without a microphone, each press is refused, so presses can be counted."""
        self.started(mode=mode)
        self.gone(f"{MICROPHONE}unbind")
        count = 100 if self._slack > 1 else 1000
        tries = 5 * count // 20
        while count > 0:
            # With the bouncing, that is 20 a second.
            least, most, lateness = self.presses(20, 0.03, 0.03, pause=0.018)
            refused = self.refused_presses()
            tries -= 1
            if lateness <= LATE:
                hold(least <= refused <= most, f"of {least} to {most} presses {refused} were counted, {lateness} ms late")
                count -= 20
            elif tries <= 0:
                raise Skipped("this machine is too busy to press in time")
        return self.back(f"{MICROPHONE}bind")

    def counted_presses_to_toggle(self):
        return self.counted_presses("toggle")

    def counted_presses_to_talk(self):
        return self.counted_presses("hold")

    def bring_into(self, state, **settings):
        """Brings the service into one of its states; returns whether it records then, or None if unknown."""
        if state == "preparing":
            self.end()
            self.start(**settings)
            return None
        self.started(**settings)
        if state == "asking":
            self.type("new game", "y", "resign")
            self.line(type="ask", command="resign")
        elif state == "recording":
            self.type("start")
            self.line(recording=True)
            return True
        elif state == "finishing":
            self.speak(self.rng.choice(list(CLIPS)))
            return None
        return False

    def toggled(self):
        """At any speed and time of presses, it records after an odd number of them, and the lights show it."""
        records = self.bring_into(self.rng.choice(STATES), game="on", patience="3 s")
        count = self.rng.randrange(1, 9)
        least, most, _ = self.presses(count, 0.03, self.rng.choice([0.05, 0.2, 0.8]))
        # A busy machine may have made an unknown number of presses.
        return self.agrees((count + records) % 2 if records is not None and least == most == count else None)

    def held(self):
        """However and whenever it is pressed, it records while held down, and not afterwards."""
        self.bring_into(self.rng.choice(STATES), mode="hold", maximum="3 s", game="on", patience="3 s")
        if self.rng.random() < 0.5:
            self.presses(self.rng.randrange(1, 9), 0.03, self.rng.choice([0.05, 0.2, 0.8]))
        else:
            # Longer than a recording may take.
            self.shell(f"press_down {BUTTON}; sleep 4; press_up {BUTTON}")
        return self.agrees(0)

    def still_held(self, seconds, during=lambda: None):
        """A press that outlasts its recording has no further effect, and neither has its end.

        It does not bounce: a busy machine may stretch a bounce until it is a separate press.
        """
        self.line(state="available")
        self.board.console.forget()
        during()
        self.board.console.stays_without(r"\S", seconds)
        self.shell(f"pull up {BUTTON}")
        time.sleep(0.5)
        return self.agrees(0)

    def held_for_an_hour(self, mode):
        """A press of any length counts once."""
        self.started(mode=mode)
        start = time.monotonic()
        self.shell(f"pull down {BUTTON}")
        self.line(recording=True)
        self.line(80, recording=False, cause="too_long")
        return self.still_held(3600 - (time.monotonic() - start))

    def held_for_an_hour_to_toggle(self):
        return self.held_for_an_hour("toggle")

    def held_for_an_hour_to_talk(self):
        return self.held_for_an_hour("hold")

    def held_as_clock_is_set(self, mode):
        """Setting the clock neither ends a press nor begins one."""
        self.started(mode=mode, maximum="3 s")
        self.shell(f"pull down {BUTTON}")
        begun = self.line(recording=True)
        self.set_clock(3600)
        self.takes_three_seconds("a recording", begun, recording=False, cause="too_long")
        return self.still_held(self.rng.uniform(1, 4), during=lambda: self.set_clock(3600))

    def held_as_clock_is_set_to_toggle(self):
        return self.held_as_clock_is_set("toggle")

    def held_as_clock_is_set_to_talk(self):
        return self.held_as_clock_is_set("hold")

    def agrees(self, is_recording):
        """Waits until console and lights agree whether it records, and match the expectation if known; then ends the recording."""
        start = self.now()
        end = time.monotonic() + 20
        while True:
            self.board.console.forget()
            self.type("status")
            state = self.line(type="available")
            levels = [int(level) for level in self.shell(f"level {AVAILABLE}; level {RECORDING}").split()]
            records = {"available": 0, "recording": 1}.get(state["state"])
            if records is not None and levels == [1, records] and is_recording in (None, records):
                break
            hold(time.monotonic() < end, f"it is {state['state']}, with {levels} lit")
            time.sleep(0.1)
        seconds = state["monotonic"] - start
        if records:
            self.type("stop")
            self.line(recording=False)
            self.line(state="available")
        self.levels_become(available=1, recording=0)
        self.stays_flat()
        return max(0, seconds)

    # The console

    def kept(self, move):
        """Waits until the record has a move."""
        end = time.monotonic() + PATIENCE
        while move not in self.shell("cat /tmp/state/current.pgn 2>/dev/null; true").split():
            hold(time.monotonic() < end, f"{move} is not played")

    def new_game(self):
        """A game without moves."""
        self.started(game="on")
        self.type("new game", "y")
        self.type("fen")
        self.line(type="command", command="fen")

    def never_read(self):
        self.new_game()
        self.board.console.pause()
        for _ in range(20):
            self.type(*["status"] * 10)
            time.sleep(0.05)
        self.type(GAME[0])
        self.kept(GAME[0])
        # The microphone works all the same.
        self.type("start")
        self.levels_become(available=1, recording=1)
        self.type("stop")
        self.levels_become(available=1, recording=0)
        self.board.console.resume()
        start = self.now()
        self.type(GAME[1])
        seconds = self.line(type="result", san=GAME[1])["monotonic"] - start
        self.stays_flat()
        return max(0, seconds)

    def much_garbage(self):
        """An amount that takes a quarter of an hour on a real cable."""
        return self.garbage(10 << 20)

    def garbage(self, size=None):
        self.new_game()
        self.type(GAME[0])
        self.line(type="result", san=GAME[0])
        letters = "\x00\x01\x07\x1b\x7f\n\r{}[]\"\\zyxw "
        data = "".join(self.rng.choice(letters) for _ in range(4096))
        for _ in range((size or self._garbage) // len(data)):
            self.board.console.send(data)
        start = self.now()
        for attempt in range(10):
            self.type("", GAME[1])
            try:
                seconds = self.line(10, type="result", san=GAME[1])["monotonic"] - start
                break
            except Broken:
                hold(attempt < 9, "nothing that is typed is obeyed after garbage")
        self.stays_flat()
        return max(0, seconds)

    def half_lines(self):
        self.new_game()
        start = self.now()
        for move in GAME[:5]:
            cut = self.rng.randrange(len(move))
            self.board.console.send(move[:cut])
            time.sleep(self.rng.uniform(0, 0.3))
            self.board.console.send(move[cut:] + "\r")
            seconds = self.line(type="result", san=move)["monotonic"] - start
            start = self.now()
        self.stays_flat()
        return max(0, seconds)

    # The clock

    def set_clock(self, seconds=366 * 86400):
        """Sets the clock forward or back."""
        self.shell(f"date -s @$(($(date +%s) + {self.rng.choice([-1, 1]) * seconds}))")

    def takes_three_seconds(self, what, begun, **end):
        """Waits for the line that ends WHAT, which a busy machine writes late; returns how late."""
        seconds = self.line(**end)["monotonic"] - begun["monotonic"]
        hold(2 <= seconds <= 9, f"{what} of 3 s took {seconds:.1f} s")
        return max(0, seconds - 3)

    def clock_while_recording(self):
        self.started(maximum="3 s")
        self.type("start")
        begun = self.line(recording=True)
        time.sleep(self.rng.uniform(0, 1))
        self.set_clock()
        late = self.takes_three_seconds("a recording", begun, recording=False, cause="too_long")
        self.line(state="available")
        self.stays_flat()
        return late

    def clock_while_asking(self):
        self.started(game="on", patience="3 s")
        self.type("new game", "y", "resign")
        begun = self.line(type="ask", command="resign")
        time.sleep(self.rng.uniform(0, 1))
        self.set_clock()
        late = self.takes_three_seconds("a question", begun, type="refused", code="lapsed")
        self.stays_flat()
        return late

    def clock_while_idle(self):
        self.started()
        # The result of the previous recording is shown for a moment.
        time.sleep(2)
        self.levels_become(available=1, recording=0)
        self.set_clock()
        self.shell("levels_clear")
        time.sleep(self.rng.uniform(0.5, 2))
        hold(not self.changes(AVAILABLE), "the light changes")
        start = self.now()
        self.type("status")
        seconds = self.line(type="available", available=True)["monotonic"] - start
        self.type("start")
        self.line(recording=True)
        self.type("stop")
        self.line(recording=False)
        self.line(state="available")
        self.stays_flat()
        return max(0, seconds)

    # The panel

    def there(self, start, count):
        """Waits until button and lights are back; returns the time that this took."""
        self.tells("The button is there", count)
        self.levels_become(available=1, recording=0)
        seconds = self.now() - start
        self.shell(f"push {BUTTON} .2")
        self.line(recording=True)
        self.levels_become(available=1, recording=1)
        self.shell(f"push {BUTTON} .2")
        self.line(recording=False)
        return seconds

    def chip_late(self):
        self.end()
        self.shell("echo 0 >$chip/live")
        self.start()
        self.line(type="error", code="button")
        self.line(type="error", code="light")
        self.line(type="available", available=True)
        time.sleep(self.rng.uniform(0, 1))
        seconds = self.there(self.at("echo 1 >$chip/live; gpio_find; pull up 17"), 1)
        self.end()
        return seconds

    def line_held(self):
        self.end()
        self.shell(f"edges 1000 {BUTTON} >/dev/null & holder=$!; wait_until watched {BUTTON}")
        self.start()
        error = self.line(type="error", code="button")
        hold("gpiomon" in error["message"], f"who holds it is not told: {error['message']}")
        self.line(type="available", available=True)
        seconds = self.there(self.at("pkill gpiomon; wait $holder; true"), 1)
        self.end()
        return seconds

    def chip_gone(self):
        self.started()
        count = self.told().count("The button is there")
        start = self.at("echo 0 >$chip/live")
        self.in_time(self.line(type="error")["monotonic"] - start, TOLD, "told")
        time.sleep(self.rng.uniform(0, 2))
        return self.there(self.at("echo 1 >$chip/live; gpio_find; pull up 17"), count + 1)

    # The disk

    def make_disk(self, size):
        """A disk of ext4 below /tmp/disk, which `cut_power` can cut off."""
        self.shell("modprobe loop; modprobe dm-mod; mkdir -p /tmp/disk")
        self.shell(f"rm -f /tmp/image; truncate -s {size} /tmp/image; mkfs.ext4 -q -F /tmp/image")
        self.mount_disk()

    def mount_disk(self):
        self.shell("loop=$(losetup -f --show /tmp/image) && "
                   "dmsetup create disk --table \"0 $(blockdev --getsz $loop) linear $loop 0\" && "
                   "dmsetup mknodes && mount -t ext4 /dev/mapper/disk /tmp/disk")

    def remove_disk(self):
        self.shell("umount -l /tmp/disk; dmsetup remove --retry disk; losetup -d $loop", 120)

    def power_cut(self):
        """Keeps only what the disk has at this moment."""
        self.end()
        self.make_disk("16M")
        try:
            self.started(game="on", directory="/tmp/disk/state")
            moves = GAME[:self.rng.randrange(4, 40)]
            began = len(self.board.console.text)
            self.type(*moves)
            time.sleep(self.rng.uniform(0, 0.25) * len(moves))
            cut = self.at("dmsetup suspend --noflush --nolockfs disk && cp --sparse=always /tmp/image /tmp/cut; "
                          "dmsetup resume disk")
            self.end("KILL")
        finally:
            self.remove_disk()
        shown = []
        for row in self.board.console.text[began:].splitlines():
            if '"type":"result"' in row and row.endswith("}"):
                line = json.loads(row)
                # The clock that timed the cut counts hundredths.
                if line["monotonic"] <= cut:
                    shown.append(line["san"])
        self.shell("mv /tmp/cut /tmp/image")
        self.mount_disk()
        try:
            start = self.now()
            self.start(game="on", directory="/tmp/disk/state")
            game = self.line(type="game")["moves"]
            hold(game[:len(shown)] == shown and game == moves[:len(game)],
                 f"shown was {shown}, and there is {game}")
            seconds = self.line(type="available", available=True)["monotonic"] - start
            self.end()
        finally:
            self.remove_disk()
        return seconds

    def disk_full(self):
        self.end()
        self.make_disk("8M")
        try:
            self.started(game="on", directory="/tmp/disk/state")
            self.type(*GAME[:3])
            self.line(type="result", san=GAME[2])
            self.shell("dd if=/dev/zero of=/tmp/disk/filler bs=64k 2>/dev/null; dd if=/dev/zero bs=1k "
                       "of=/tmp/disk/rest 2>/dev/null; sync; df /tmp/disk | tail -1")
            self.shell("levels_clear")
            self.type(GAME[3])
            self.line(type="result", san=GAME[3])
            self.line(type="error", code="record")
            self.tells("The game is not being saved")
            # The light has short gaps.
            self.first_change(AVAILABLE, 0)
            self.type(GAME[4])
            self.line(type="result", san=GAME[4])
            start = self.at("rm /tmp/disk/filler /tmp/disk/rest")
            game = self.line(type="game")
            seconds = game["monotonic"] - start
            hold(game["moves"] == GAME[:5], f"kept is {game['moves']}")
            hold(GAME[4] in self.shell("cat /tmp/disk/state/current.pgn"), "it is not on the disk")
            self.end()
        finally:
            self.end("KILL")
            self.remove_disk()
        return seconds
