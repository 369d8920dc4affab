"""`spokenmove doctor` on a simulated board: with everything right, and with one thing wrong at a time."""

import json
import random
import struct
import unittest

import machine

PROGRAM = "/run/package/.build/release/spokenmove"
CONFIGURATION = """
microphone: {device: "hw:CARD=Microphone,DEV=1"}
button: {line: GPIO17}
leds: {available: {line: GPIO27}, recording: {line: GPIO22}}
console: {device: /dev/ttyS1}
record: {directory: /tmp/games}
"""


class DoctorTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.board = machine.Machine()
        cls.addClassCleanup(cls.board.stop)
        cls.board.shell("gpio_up && pull up 17 && plug_microphone && mkdir /tmp/games")
        (cls.board.out / "config.yaml").write_text(CONFIGURATION)
        clip = "/run/package/deploy/demo/1-pawn-to-e-four.flac"
        cls.board.shell(f"flac -s -d -f -o /tmp/move.wav {clip}")
        # Half a minute of a room's noise, to play while the doctor checks the microphone.
        noise = random.Random(1).choices(range(-60, 61), k=16000 * 30)
        (cls.board.out / "room.raw").write_bytes(struct.pack(f"<{len(noise)}h", *noise))

    def setUp(self):
        self.background("aplay -q -t raw -f S16_LE -r 16000 -c 1 -D plughw:CARD=Microphone,DEV=0 /run/out/room.raw")
        self.board.shell("wait_until playing")

    def background(self, command):
        """Starts a program that ends with the test."""
        process = self.board.shell(f"{command} >/tmp/background.log 2>&1 & echo $!").strip()
        self.addCleanup(self.board.shell, f"kill {process}; wait {process}", check=False)
        return process

    def doctor(self, *options, before="", status=0, config="/run/out/config.yaml"):
        """Runs it; returns a list of checks for each name."""
        output = self.board.shell(
            f": >/tmp/told; {before} timeout 120 {PROGRAM} doctor --json --config {config} {' '.join(options)} 2>/tmp/told; "
            f"test $? = {status} || {{ cat /tmp/told; false; }}; ",
            timeout=150, check=False,
        )  # fmt: skip
        print(output)
        report = json.loads(output[output.index('{"checks"') :].splitlines()[0])
        self.assertEqual(report["ok"], status == 0, output)
        checks = {}
        for check in report["checks"]:
            checks.setdefault(check["name"], []).append(check)
        return checks

    def failing(self, checks):
        return sorted({name for name, all in checks.items() if any(check["status"] == "failure" for check in all)})

    def test_everything_is_right(self):
        checks = self.doctor()
        wrong = [name for name, all in checks.items() if any(check["status"] != "ok" for check in all)]
        # There is no systemd on this board.
        self.assertEqual(wrong, ["service"])
        self.assertIn("heard at", checks["microphone"][0]["what"])
        self.assertEqual(len(checks["panel"]), 3)
        self.assertIn("it is free", checks["panel"][0]["what"])

    def test_people_are_told_in_words(self):
        output = self.board.shell(f"{PROGRAM} doctor --config /run/out/config.yaml", timeout=60)
        print(output)
        self.assertRegex(output, r"(?m)^ok +panel +button.line is GPIO17, line 17 of /dev/gpiochip\d+; it is free\.$")
        self.assertRegex(output, r"It should work; warnings: 1\.\n$")

    def test_the_microphone_is_unplugged(self):
        self.doCleanups()
        self.board.shell("unplug_microphone")
        self.addCleanup(self.board.shell, "plug_microphone")
        checks = self.doctor(status=1)
        self.assertEqual(self.failing(checks), ["microphone"])
        self.assertIn("Plug", checks["microphone"][0]["advice"])

    def test_the_microphone_is_held(self):
        holder = self.background("exec arecord -q -t raw -D hw:CARD=Microphone,DEV=1 -f S16_LE -r 16000 -c 1 /dev/null")
        self.board.shell("wait_until capturing")
        checks = self.doctor(status=1)
        self.assertEqual(self.failing(checks), ["microphone"])
        self.assertIn(f"kill {holder}", checks["microphone"][0]["advice"])

    def test_a_line_is_held(self):
        self.background(
            "case $(gpio_tools_generation) in 1) exec gpiomon pinctrl-sim 17 ;; 2) exec gpiomon GPIO17 ;; esac"
        )
        self.board.shell("wait_until watched 17")
        checks = self.doctor(status=1)
        self.assertEqual(self.failing(checks), ["panel"])
        self.assertEqual([check["status"] for check in checks["panel"]], ["failure", "ok", "ok"])
        self.assertIn("gpiomon", checks["panel"][0]["what"])

    def test_the_serial_port_is_held_by_the_login_prompt(self):
        login = self.board.shell("setsid -f agetty -L 115200 ttyS1 vt100; wait_until pgrep agetty").strip()
        self.addCleanup(self.board.shell, f"kill {login}", check=False)
        self.board.shell(f"wait_until has_open {login} /dev/ttyS1")
        checks = self.doctor(status=1)
        self.assertEqual(self.failing(checks), ["console"])
        self.assertIn(f"agetty, process {login}", checks["console"][0]["what"])
        self.assertIn("serial-getty@ttyS1", checks["console"][0]["advice"])

    def test_the_appliance_holds_its_own(self):
        self.background(f"exec {PROGRAM} run --config /run/out/config.yaml")
        self.board.console.expect("Ready", timeout=60)
        checks = self.doctor()
        self.assertTrue(all("the running appliance" in check["what"] for check in checks["panel"]), checks["panel"])
        self.assertEqual(checks["console"][0]["status"], "ok")

    def test_a_person_presses_and_watches(self):
        self.board.shell("levels_clear")
        checks = self.doctor(
            "--panel", status=1, before="{ wait_until grep -q Press /tmp/told; push 17 .3; } & printf 'y\\nn\\n' |"
        )
        self.assertEqual([check["status"] for check in checks["panel test"]], ["ok", "ok", "failure"])
        self.assertIn("GPIO22", checks["panel test"][2]["what"])
        flashed = {row.split()[1] for row in self.board.shell("levels").splitlines() if row.endswith(" 1")}
        self.assertEqual(flashed, {"27", "22"})

    def test_nobody_presses(self):
        checks = self.doctor("--panel", status=1, before="</dev/null")
        self.assertEqual([check["status"] for check in checks["panel test"]], ["failure", "warning", "warning"])

    def test_a_move_is_spoken(self):
        self.doCleanups()
        checks = self.doctor(
            "--speak", before="{ wait_until grep -q 'Say a move' /tmp/told && wait_until capturing; say /tmp/move.wav; } &"
        )
        self.assertEqual(checks["speech"][0]["status"], "ok", checks)
        self.assertIn("pawn to e four", checks["speech"][0]["what"])

    def test_the_gain_is_turned_as_advised(self):
        self.board.shell("modprobe snd-dummy id=Dummy && amixer -q -c Dummy sset Mic 0% nocap")
        self.addCleanup(self.board.shell, "modprobe -r snd-dummy")
        (self.board.out / "dummy.yaml").write_text(CONFIGURATION.replace("Microphone,DEV=1", "Dummy,DEV=0"))
        checks = self.doctor(status=1, config="/run/out/dummy.yaml")
        self.assertEqual(self.failing(checks), ["sound"])
        advice = checks["sound"][0]["advice"]
        self.assertRegex(advice, r"^amixer -c Dummy sset '[A-Za-z ]+' \d+% cap$")
        self.board.shell(advice)

    def test_a_user_without_the_groups(self):
        self.board.shell("chgrp audio /dev/snd/*; chgrp dialout /dev/ttyS1; chmod 660 /dev/snd/* /dev/ttyS1")
        self.addCleanup(self.board.shell, "chmod 600 /dev/ttyS1")
        self.board.shell("cp /run/out/config.yaml /tmp/config.yaml && chmod 644 /tmp/config.yaml")
        nobody = "setpriv --reuid=nobody --regid=nogroup --clear-groups"
        checks = self.doctor(status=1, before=nobody, config="/tmp/config.yaml")
        self.assertIn("user", self.failing(checks))
        advice = [check["advice"] for check in checks["user"]]
        for part in ("adduser nobody audio", "adduser nobody dialout", "udev"):
            self.assertTrue(any(part in text for text in advice), advice)


if __name__ == "__main__":
    unittest.main()
