"""`spokenmove enroll` on a simulated board: a player says moves into a microphone, with a button and with the Enter key."""

import re
import subprocess
import unittest

import machine

PROGRAM = "/run/package/.build/release/spokenmove"
CONFIGURATION = """
microphone: {{device: "hw:CARD=Microphone,DEV=1"}}
button: {{line: {line}}}
record: {{directory: /tmp/enrolment}}
"""
# As few as there may be.
MOVES = 10


class EnrollTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.board = machine.Machine()
        cls.addClassCleanup(cls.board.stop)
        cls.board.shell("gpio_up && pull up 17 && plug_microphone")
        # The keyboard: lines written there count as typed.
        cls.board.shell("mkfifo /tmp/keyboard; exec 7<>/tmp/keyboard")

    def start(self, line, *options):
        """Starts to enrol, on the serial console."""
        (self.board.out / "config.yaml").write_text(CONFIGURATION.format(line=line))
        self.board.console.forget()
        self.began = len(self.board.console.text)
        self.board.shell(
            f"{PROGRAM} enroll --config /run/out/config.yaml --player anna {' '.join(options)} "
            "</tmp/keyboard >/dev/ttyS1 2>&1 & enroll=$!"
        )
        self.addCleanup(self.end)

    def end(self):
        self.board.shell("kill $enroll; wait $enroll", check=False)
        # To help with a failure.
        print(self.board.console.text[self.began :])

    def prompt(self):
        """Waits for the prompt for a move; returns its number and its words."""
        match = self.board.console.expect(r'^(\d+) of \d+: "(.*)"\r\n', timeout=120)
        return int(match.group(1)), match.group(2)

    def say(self, words, press="push 17 .1"):
        """Says `words` between two presses."""
        self.board.shell(press)
        self.board.console.expect(r"^   Listening\.\r\n")
        clip = ""
        if words:
            # A lone letter would be read as the article.
            text = re.sub(r"\b[a-h]\b", lambda letter: letter.group().upper(), words)
            subprocess.run(["flite", "-voice", "slt", "-t", text, "-o", self.board.out / "move.wav"], check=True)
            clip = "say /run/out/move.wav; "
        self.board.shell(clip + press)

    def test_a_voice_is_enrolled_by_button_and_by_key(self):
        self.start("GPIO17", f"--moves {MOVES} --at-once")
        self.board.console.expect(rf"^Say {MOVES} moves .* Press Enter or the button, say the move", timeout=120)
        # After silence, it asks again.
        self.assertEqual(self.prompt()[0], 1)
        self.say("")
        self.board.console.expect(r"^   Nothing was heard: .* Once more, please\.\r\n")
        for number in range(1, MOVES + 1):
            asked, words = self.prompt()
            self.assertEqual(asked, number)
            self.say(words, "echo >&7" if number == MOVES else "push 17 .1")
        self.board.console.expect(rf"{MOVES} recordings\r\nKept as anna\.", timeout=120)
        self.board.shell("wait $enroll")
        listed = self.board.shell(f"{PROGRAM} enroll --list --config /run/out/config.yaml")
        self.assertEqual(listed, f"anna: {MOVES} recordings\n")
        # The file has sums, and no sound.
        self.assertEqual(self.board.shell("cd /tmp/enrolment && find . -type f ! -name .lock"), "./players/anna.json\n")
        self.board.shell(f"{PROGRAM} enroll --forget anna --config /run/out/config.yaml")

    def test_without_a_panel_the_enter_key_does(self):
        """Enter does the same as the button."""
        self.start("none")
        self.board.console.expect(r"^Say 20 moves .* Press Enter, say the move", timeout=120)
        self.assertEqual(self.prompt()[0], 1)
        # This program does not use the button.
        self.board.shell("push 17 .1")
        self.board.console.stays_without(r"Listening", 1)
        self.say("knight h three", "echo >&7")
        self.assertEqual(self.prompt()[0], 2)

    def test_without_anything_to_press_it_ends(self):
        (self.board.out / "config.yaml").write_text(CONFIGURATION.format(line="none"))
        output = self.board.shell(
            f"{PROGRAM} enroll --config /run/out/config.yaml </dev/null; test $? = 1", timeout=120
        )
        self.assertIn("nothing to press", output)
        self.assertIn("at least 10 are needed", output)


if __name__ == "__main__":
    unittest.main()
