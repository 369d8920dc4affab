"""A card that is read-only once installed, and a USB stick for the games: the tests cut the power at any time.

This machine's own initial RAM disk puts an overlay in memory above the root, like the package overlayroot's hook on a real card.
The option for it on the card's kernel command line comes from deploy/image.sh.
"""

import hashlib
import subprocess

from installed_board import AVAILABLE, GAME, InstalledBoard


class ReadOnlyCardTests(InstalledBoard):
    IMAGE_OPTIONS = ["--read-only", "games"]

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.stick = cls.out / "stick"
        cls.addClassCleanup(cls.stick.unlink, missing_ok=True)
        subprocess.run(["mke2fs", "-q", "-F", "-t", "ext4", "-L", "games", cls.stick, "32M"], check=True)

    @classmethod
    def on_card(cls, file):
        return subprocess.run(
            ["debugfs", "-R", f"cat {file}", cls.card], check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ).stdout

    @classmethod
    def boot_read_only(cls, stick=None):
        cls.boot(stick=stick, arguments=cls.on_card("/boot/firmware/cmdline.txt").split()[-1])

    @classmethod
    def sum_of_card(cls):
        with open(cls.card, "rb") as file:
            return hashlib.file_digest(file, "md5").hexdigest()

    def test_1_the_first_start_installs_it_and_starts_anew(self):
        self.board.console.expect(r"Ready: press and speak\.\r\n", 400)
        self.board.wait_until_off(300)
        self.assertIn(" overlayroot=tmpfs", self.on_card("/boot/firmware/cmdline.txt"))
        type(self).sum = self.sum_of_card()
        self.went_well()

    def test_2_the_game_alone_is_written(self):
        self.boot_read_only(self.stick)
        self.wait_until_available(90)
        self.assertEqual(self.shell("findmnt -n -o FSTYPE /"), "overlay")
        self.board.console.send("e4\r")
        self.board.console.expect(r"[\r\n]1\. e4")
        self.assertRegex(self.shell(f"findmnt -n -o LABEL -T {GAME}"), "games")
        self.shell("touch /etc/forgotten && sync")
        self.board.cut_power()
        self.assertEqual(self.sum_of_card(), self.sum)
        self.went_well()

    def test_3_the_game_goes_on_when_the_power_is_back(self):
        self.boot_read_only(self.stick)
        self.wait_until_available(90)
        self.board.console.expect("After 1. e4: black to move")
        self.shell("[ ! -e /etc/forgotten ]")
        self.assertRegex(self.shell("sudo spokenmove doctor"), "It should work")
        self.went_well()

    def test_4_it_stops_when_the_stick_is_pulled_out_and_goes_on_when_it_is_back(self):
        self.board.console.forget()
        self.shell("echo 1 >$(realpath /sys/block/vdb/device/..)/remove")
        self.shell("wait_until eval '! systemctl is-active -q spokenmove'")
        self.assertEqual(self.shell(f"level {AVAILABLE}"), "0")
        self.assertRegex(self.shell("sudo spokenmove doctor; true"), "The disk LABEL=games, .*, is not mounted")
        self.shell("echo 1 >/sys/bus/pci/rescan")
        self.wait_until_available()
        self.board.console.expect("After 1. e4: black to move")
        self.board.stop()
        self.went_well()

    def test_5_without_the_stick_it_does_not_start(self):
        self.boot_read_only()
        self.shell("systemctl is-system-running --wait; true", 120)
        self.assertEqual(self.property("ActiveState"), "inactive")
        self.assertEqual(self.shell(f"level {AVAILABLE}"), "0")
        self.assertRegex(self.shell("sudo spokenmove doctor; true"), "The disk LABEL=games, .*, is not mounted")
        self.board.stop()
        self.assertEqual(self.sum_of_card(), self.sum)
        self.went_well()
