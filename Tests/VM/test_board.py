"""The simulated board itself, without the product: if one of these tests fails, fix the board before you look at the product."""

import unittest

import machine


class BoardTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.board = machine.Machine()
        cls.addClassCleanup(cls.board.stop)
        cls.board.shell("gpio_up")
        cls.board.shell("plug_microphone")

    def test_lines_have_the_names_of_a_raspberry_pi(self):
        self.assertRegex(self.board.shell("gpioinfo"), r'line +17: +"GPIO17" +unused +input')

    def test_a_press_is_an_edge_down_and_an_edge_up(self):
        self.board.shell("pull up 17")
        self.board.shell("edges 2 17 >/tmp/edges & wait_until watched 17; pull down 17; sleep .3; pull up 17; wait $!")
        self.assertRegex(self.board.shell("cat /tmp/edges").lower(), r"(?s)falling.*rising")

    def test_the_kernel_notes_the_levels_a_program_sets(self):
        self.board.shell("levels_clear; drive 27 1")
        levels = [line.split()[1:] for line in self.board.shell("levels").splitlines()]
        self.assertEqual(levels, [["27", "1"]])

    def test_the_microphone_hears_what_is_played(self):
        self.board.shell("head -c 32000 /dev/urandom >/tmp/noise.raw")
        self.board.shell("arecord -q -t raw -D hw:CARD=Microphone,DEV=1 -f S16_LE -r 16000 -c 1 -d 4 /tmp/heard.raw & "
                         "wait_until capturing; aplay -q -t raw -f S16_LE -r 16000 -c 1 -D hw:CARD=Microphone,DEV=0 /tmp/noise.raw; "
                         "wait $!")  # fmt: skip
        found = self.board.shell(
            'python3 -c "heard = open(\'/tmp/heard.raw\', \'rb\').read(); noise = open(\'/tmp/noise.raw\', \'rb\').read(); '
            'print(noise[:16000] in heard)"'
        )
        self.assertEqual(found.strip(), "True")

    def test_the_microphone_can_be_unplugged(self):
        self.assertIn("Microphone", self.board.shell("arecord -l"))
        self.board.shell("unplug_microphone")
        self.addCleanup(self.board.shell, "plug_microphone")
        self.assertNotIn("Microphone", self.board.shell("arecord -l 2>&1", check=False))

    def test_the_serial_port_goes_both_ways(self):
        self.board.shell("stty -F /dev/ttyS1 115200 raw -echo")
        self.board.shell("{ read -r word; echo \"got $word\"; } <>/dev/ttyS1 >&0 & wait_until has_open $! /dev/ttyS1")
        self.board.console.send("knight\n")
        self.board.console.expect("got knight")


if __name__ == "__main__":
    unittest.main()
