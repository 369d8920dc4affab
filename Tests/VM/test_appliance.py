"""`spokenmove run` on a simulated board with a button, two lights, a microphone and a serial cable."""

import json
import pathlib
import time
import unittest

import machine

BUTTON, AVAILABLE, RECORDING = 17, 27, 22
PROGRAM = "/run/package/.build/release/spokenmove"
CLIPS = machine.PACKAGE / "deploy/demo"
# Each clip's words, by the end of its file name.
SAYINGS = {
    "knight-to-king-bishop-three": "knight to king bishop three",
    "play-the-winawer-variation": "play the winawer variation",
    "play-the-albin-counter-gambit": "play the albin counter gambit",
}
CONFIGURATION = """
microphone: {{device: "hw:CARD=Microphone,DEV=1"}}
button: {{line: GPIO17, mode: {mode}}}
leds: {{available: {{line: GPIO27}}, recording: {{line: GPIO22}}}}
console: {{device: /dev/ttyS1, format: {format}}}
recording: {{maximum: {maximum}, start: {starter}}}
game: off
log: {{level: debug}}
"""


class ApplianceTestCase(unittest.TestCase):
    """One board for all tests of a class; each test starts the service with the configuration it needs."""

    @classmethod
    def setUpClass(cls):
        cls.board = machine.Machine()
        cls.addClassCleanup(cls.board.stop)
        cls.board.shell("gpio_up && pull up 17 && plug_microphone")
        for clip in SAYINGS:
            [file] = CLIPS.glob(f"*{clip}.flac")
            cls.board.shell(f"flac -s -d -f -o /tmp/{clip}.wav /run/package/deploy/demo/{file.name}")

    def start(self, mode="toggle", format="jsonl", maximum="60 s", starter="button"):
        configuration = CONFIGURATION.format(mode=mode, format=format, maximum=maximum, starter=starter)
        (self.board.out / "config.yaml").write_text(configuration)
        self.board.console.forget()
        self.began = len(self.board.console.text)
        self.board.shell("levels_clear")
        self.board.shell(f"{PROGRAM} run --config /run/out/config.yaml >/run/out/log 2>&1 & service=$!")
        self.addCleanup(self.end)

    def end(self):
        self.board.shell("kill $service && wait $service", check=False)
        # To help with a failure.
        print("console:", self.board.console.text[self.began :], "log:", (self.board.out / "log").read_text(), sep="\n")

    def line(self, kind, timeout=30, **members):
        """Waits for the JSON line of type `kind` that has `members`; returns all of it."""
        deadline = time.monotonic() + timeout
        while True:
            left = max(0.1, deadline - time.monotonic())
            match = self.board.console.expect(r"^(\{.*\})\r\n", left)
            line = json.loads(match.group(1))
            if line["type"] == kind and members.items() <= line.items():
                return line

    def say(self, clip):
        self.board.shell(f"say /tmp/{clip}.wav")

    def levels(self, line):
        """The changes of GPIO `line` by the program: (seconds, level)."""
        changes = []
        for row in self.board.shell("levels").splitlines():
            seconds, number, level = row.split()
            if int(number) == line and (not changes or changes[-1][1] != int(level)):
                changes.append((float(seconds), int(level)))
        return changes

    def wait_for_lights(self, available, recording, timeout=20):
        """The lights follow within moments: the console may show a change before they do."""
        deadline = time.monotonic() + timeout
        while True:
            levels = self.board.shell(f"level {AVAILABLE}; level {RECORDING}").split()
            if levels == [str(available), str(recording)]:
                return
            if time.monotonic() > deadline:
                self.fail(f"available and recording are {levels}, not {[available, recording]}")

    def flashes(self, line, seconds):
        """How often the line went on within `seconds` from now."""
        self.board.shell("levels_clear")
        time.sleep(seconds)
        return sum(level for _, level in self.levels(line))


class RecordingTests(ApplianceTestCase):
    def test_a_press_starts_and_the_next_stops(self):
        self.start()
        ready = self.line("available", available=True)
        self.wait_for_lights(available=1, recording=0)
        for clip, text in SAYINGS.items():
            with self.subTest(text):
                # The long green flash for the previous result is over.
                time.sleep(2)
                self.board.shell("levels_clear")
                pressed = float(self.board.shell("cut -d' ' -f1 /proc/uptime; push 17 .2").split()[0])
                started = self.line("recording", recording=True)
                self.wait_for_lights(available=1, recording=1)
                self.say(clip)
                self.board.shell("push 17 .2")
                result = self.line("result")
                self.assertEqual(result["text"].lower(), text)
                ready = self.line("available", available=True)
                self.wait_for_lights(available=1, recording=0)

                # The recording light, by the kernel's own time: it goes on when sound is heard, not
                # before.
                recording = self.levels(RECORDING)
                self.assertEqual([level for _, level in recording], [1, 0])
                self.assertGreater(recording[0][0], pressed)
                self.assertAlmostEqual(recording[0][0], started["monotonic"], delta=0.5)
                self.assertLess(recording[1][0], result["monotonic"] + 0.5)
                # The other light is off while the last words are recognized; a long green flash shows
                # the result.
                available = self.levels(AVAILABLE)
                self.assertEqual([level for _, level in available][:2], [0, 1])
                self.assertAlmostEqual(available[1][0], ready["monotonic"], delta=0.5)

    def test_partial_results_grow_while_one_speaks(self):
        self.start()
        self.line("available", available=True)
        self.board.shell("push 17 .2")
        self.line("recording", recording=True)
        self.say("knight-to-king-bishop-three")
        # They come before the second press.
        partials = [self.line("partial")["text"] for _ in range(2)]
        self.assertGreater(len(partials[1]), len(partials[0]), partials)
        self.board.shell("push 17 .2")
        self.line("result", text="knight to king bishop three")

    def test_held_down_it_records(self):
        self.start(mode="hold")
        self.line("available", available=True)
        self.board.shell("pull down 17")
        self.line("recording", recording=True)
        self.say("play-the-winawer-variation")
        self.wait_for_lights(available=1, recording=1)
        self.board.shell("pull up 17")
        self.line("recording", recording=False, cause="asked")
        self.assertEqual(self.line("result")["text"].lower(), "play the winawer variation")

    def test_it_ends_by_itself(self):
        self.start(maximum="2 s")
        self.line("available", available=True)
        self.board.shell("push 17 .2")
        started = self.line("recording", recording=True)
        ended = self.line("recording", recording=False, cause="too_long")
        self.assertAlmostEqual(ended["monotonic"] - started["monotonic"], 2, delta=1)

    def test_the_console_takes_commands(self):
        self.start()
        self.line("available", available=True)
        self.board.console.send("start\r")
        self.line("recording", recording=True)
        self.say("play-the-albin-counter-gambit")
        self.board.console.send("stop\r")
        self.assertEqual(self.line("result")["text"].lower(), "play the albin counter gambit")
        self.board.console.send("status\r")
        self.line("available", available=True)

    def test_people_see_the_words_come(self):
        self.start(format="text")
        self.board.console.expect(r"Ready.*\r\n")
        begin = len(self.board.console.text)
        self.board.shell("push 17 .2")
        self.board.console.expect("Listening")
        self.say("knight-to-king-bishop-three")
        self.board.console.expect(r"\.\.\.")
        self.board.shell("push 17 .2")
        self.board.console.expect(r'\rN-KB3  "knight to king bishop three" *\x08*\r\n')
        shown = self.board.console.text[begin:]
        self.assertNotIn("\n", shown.replace("\r\n", ""))
        self.assertRegex(shown, r"\A[\r\n\x08 -~]*\Z")


class AvailabilityTests(ApplianceTestCase):
    def test_the_microphone_goes_and_comes_back(self):
        self.start()
        self.line("available", available=True)
        self.board.shell("unplug_microphone")
        self.line("available", available=False, cause="microphone")
        # Two flashes every 1.5 s.
        self.assertGreaterEqual(self.flashes(AVAILABLE, 6), 6)
        self.board.shell("push 17 .2")
        refused = self.line("refused", code="microphone_unavailable")
        self.assertIn("microphone", refused["reason"].lower())
        self.assertEqual(self.levels(RECORDING), [])

        self.board.shell("plug_microphone")
        self.line("available", available=True)
        self.wait_for_lights(available=1, recording=0)
        self.assertEqual(self.flashes(AVAILABLE, 3), 0)
        self.board.shell("push 17 .2")
        self.line("recording", recording=True)
        self.say("knight-to-king-bishop-three")
        self.board.shell("push 17 .2")
        self.line("result", text="knight to king bishop three")

    def test_the_microphone_goes_while_it_is_heard(self):
        self.start()
        self.line("available", available=True)
        self.board.shell("push 17 .2")
        self.line("recording", recording=True)
        self.board.shell("echo snd_aloop.0 >/sys/bus/platform/drivers/snd_aloop/unbind", timeout=30)
        self.addCleanup(self.board.shell, "unplug_microphone; plug_microphone")
        self.line("recording", recording=False, cause="lost")
        self.line("available", available=False, cause="microphone")
        deadline = time.monotonic() + 20
        while self.levels(RECORDING)[-1][1] and time.monotonic() < deadline:
            time.sleep(0.2)
        self.assertEqual([level for _, level in self.levels(RECORDING)][-2:], [1, 0])
        self.board.shell("echo snd_aloop.0 >/sys/bus/platform/drivers/snd_aloop/bind", timeout=30)
        self.line("available", available=True)

    def test_it_starts_without_a_microphone(self):
        self.board.shell("unplug_microphone")
        self.addCleanup(self.board.shell, "plug_microphone")
        self.start()
        self.line("available", available=False, cause="microphone")
        self.board.shell("plug_microphone")
        self.line("available", available=True)

    def test_it_blinks_while_it_prepares(self):
        self.start()
        ready = self.line("available", available=True)
        before = [level for seconds, level in self.levels(AVAILABLE) if seconds < ready["monotonic"]]
        self.assertIn(1, before)

    def test_it_sleeps_while_nobody_speaks(self):
        # The runtime wakes once a second to manage its threads.
        self.sleeps("button", 2)

    def test_it_sleeps_while_it_listens_for_its_name(self):
        self.sleeps("name", 7)

    def sleeps(self, starter, limit):
        """Wakes at most `limit` times a second while it waits for a recording."""
        self.start(starter=starter)
        self.line("available", available=True)
        # Threads that have nothing left to do end after some seconds.
        time.sleep(10)
        began, before = self.wakeups()
        time.sleep(10)
        ended, after = self.wakeups()
        woken = {thread: after[thread] - count for thread, count in before.items() if thread in after}
        self.assertLessEqual(sum(woken.values()), limit * (ended - began), woken)

    def wakeups(self):
        """The board's time in seconds, and how often each of the service's threads went to sleep by itself: once more than it woke."""
        command = "cut -d' ' -f1 /proc/uptime; for t in /proc/$service/task/*; do echo $(basename $t) $(cat $t/comm 2>/dev/null) $(grep -s ^vol $t/status); done"
        seconds, *rows = [row.split() for row in self.board.shell(command).splitlines()]
        # A thread may end meanwhile.
        return float(seconds[0]), {f"{row[1]} {row[0]}": int(row[-1]) for row in rows if len(row) > 3}

    def test_a_stopped_service_leaves_the_lights_off(self):
        for recording in (False, True):
            with self.subTest(recording=recording):
                self.start()
                self.line("available", available=True)
                if recording:
                    self.board.shell("push 17 .2")
                    self.line("recording", recording=True)
                    self.wait_for_lights(available=1, recording=1)
                self.board.shell("kill -TERM $service; wait $service", timeout=20)
                # Levels that the program itself set, not the lines' levels after its end.
                self.assertEqual(self.levels(AVAILABLE)[-1][1], 0)
                self.assertEqual(self.levels(RECORDING)[-1][1], 0)


if __name__ == "__main__":
    unittest.main()
