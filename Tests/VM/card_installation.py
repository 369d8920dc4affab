"""The life of an installation on a separate board: Debian 13 on a card, systemd as the first process, and the package.

The tests follow the README's steps in order, on one card prepared by deploy/image.sh. Each test continues where the previous one
ended, and is skipped if that failed.
"""

import json
import re
import shutil
import subprocess
import time

from installed_board import AVAILABLE, DEPLOY, GAME, InstalledBoard

BUTTON, RECORDING = 17, 22
CONFIGURATION = "/etc/spokenmove/config.yaml"
SOCKET = "/run/spokenmove/console.sock"
FIRST_LINE = f'$s = IO::Socket::UNIX->new(Peer => "{SOCKET}") or die "$!"; print scalar <$s>'
INSTALL = "sudo /root/install.sh"
# Files that change on any running system with installed packages, and are not the product's.
ALWAYS_CHANGING = re.compile(
    r"/(root/|lost\+found|var/(log|cache|tmp|lib/(apt|dpkg|systemd|alsa))/|(etc|var)/\.updated$"
    r"|etc/(alternatives/|[^/]*-$|\.pwd\.lock$|ld\.so\.cache$)|usr/lib/x86_64-linux-gnu/lib(blas|lapack)\.so\.3$)"
)
MOST_EXPOSURE = 1.5


def next_version(package, folder):
    """The same package with a higher version and another sample configuration, like an update."""
    tree = folder / "tree"
    subprocess.run(["dpkg-deb", "-R", package, tree], check=True)
    control = tree / "DEBIAN/control"
    control.write_text(re.sub(r"^(Version: .*)$", r"\1+next1", control.read_text(), flags=re.MULTILINE))
    with open(tree / "etc/spokenmove/config.yaml", "a", encoding="utf-8") as file:
        file.write("\n# What this version has and the one before had not.\n")
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zgzip", "-b", tree, folder / "spokenmove_next_amd64.deb"], check=True
    )
    shutil.rmtree(tree)
    return folder / "spokenmove_next_amd64.deb"


class InstallationTests(InstalledBoard):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.before = set((cls.out / "card.before").read_text().splitlines())
        subprocess.run(
            ["flac", "-s", "-d", "-f", "-o", cls.out / "move.wav", DEPLOY / "demo/1-pawn-to-e-four.flac"], check=True
        )

    def files(self):
        return set(self.shell("find / -xdev -mindepth 1 -path /usr/lib/modules -prune -o -print").splitlines())

    def left(self):
        """The new files that belong to neither a package nor a running system."""
        owned = set(self.shell("cat /var/lib/dpkg/info/*.list", 120).splitlines())
        new = self.files() - self.before - owned
        return {file for file in new if not ALWAYS_CHANGING.match(file)}

    def test_01_the_first_start_installs_it(self):
        # Its login prompt had the serial port until it was taken away.
        self.board.console.expect("login: ", 60)
        deadline = time.monotonic() + 300
        while self.shell("systemctl is-active spokenmove-first-start; true") == "activating":
            self.assertLess(time.monotonic(), deadline, "the first start takes too long")
            time.sleep(1)
        said = self.shell("journalctl -b -u spokenmove-first-start -o cat --no-pager")
        self.assertRegex(said, "\nReady: press and speak\\.\n", said)
        self.board.console.expect(r"Ready: press and speak\.\r\n")
        self.wait_until_available()
        self.went_well()

    def test_02_it_comes_up_at_the_next_boot(self):
        self.board.stop()
        self.boot()
        self.wait_until_available(90)
        seconds = int(self.property("ActiveEnterTimestampMonotonic")) / 1e6
        started = int(self.property("InactiveExitTimestampMonotonic")) / 1e6
        print(f"boot to available: {seconds:.1f} s, of these the service {seconds - started:.1f} s")
        self.board.console.expect(r"Ready: press and speak\.\r\n")
        self.assertNotIn("login:", self.board.console.text)
        self.assertEqual(self.property("NRestarts"), "0")
        self.went_well()

    def test_03_a_move_is_spoken_and_printed(self):
        # The sample configuration uses ALSA's default, which hears the sound played into the card's
        # second device.
        self.shell("speaker=1")
        self.shell(f"push {BUTTON} .2")
        self.board.console.expect("Listening")
        self.assertEqual(self.shell(f"level {RECORDING}"), "1")
        self.shell("say /run/out/move.wav")
        self.shell(f"push {BUTTON} .2")
        self.board.console.expect(r'\r1\. e4  "pawn to e four".*\r\n', 30)
        self.wait_until_available()
        self.assertRegex(self.shell(f"cat {GAME}"), r"1\. e4 \*$")
        self.went_well()

    def test_04_it_can_do_no_more_than_it_needs(self):
        process = self.property("MainPID")
        status = dict(line.split(":\t", 1) for line in self.shell(f"cat /proc/{process}/status").splitlines() if ":\t" in line)
        self.assertEqual(self.shell(f"stat -c %U /proc/{process}"), "spokenmove")
        groups = self.shell(f"for g in {status['Groups']}; do getent group $g | cut -d: -f1; done").split()
        self.assertEqual(sorted(groups), ["audio", "dialout", "gpio", "spokenmove"])
        self.assertEqual(int(status["CapEff"], 16) | int(status["CapBnd"], 16), 0)
        self.assertEqual(status["NoNewPrivs"], "1")
        self.assertEqual(status["Seccomp"], "2")

        with self.subTest("no network"):
            self.assertNotEqual(
                self.shell(f"readlink /proc/{process}/ns/net"), self.shell("readlink /proc/1/ns/net")
            )
            interfaces = [line.split(":")[0].strip() for line in self.shell(f"cat /proc/{process}/net/dev").splitlines()[2:]]
            self.assertEqual(interfaces, ["lo"])

        with self.subTest("no other device"):
            # A process in the service's control group may open the same devices as the service.
            enter = f"echo $BASHPID >/sys/fs/cgroup{self.property('ControlGroup')}/cgroup.procs"
            opened = "do head -c 0 <$file && echo $file; done 2>&1"
            said = self.shell(f"({enter}; for file in /dev/vda /dev/rtc0 /dev/kmsg /dev/ttyS1 /dev/gpiochip0 /dev/null; {opened})")
            self.assertRegex(said, "/dev/vda: Operation not permitted")
            self.assertRegex(said, "/dev/kmsg: Operation not permitted")
            self.assertLessEqual({"/dev/ttyS1", "/dev/gpiochip0", "/dev/null"}, set(said.splitlines()))

        with self.subTest("what it says of itself"):
            self.assertRegex(self.shell("sudo spokenmove doctor"), "It should work")

        with self.subTest("what systemd says of it"):
            said = self.shell("systemd-analyze --no-pager security spokenmove")
            exposure = float(re.search(r"exposure level .*: ([0-9.]+)", said).group(1))
            print(f"systemd-analyze security: {exposure}")
            self.assertLessEqual(exposure, MOST_EXPOSURE)
        self.went_well()

    def test_05_a_program_on_the_board_reads_its_socket(self):
        self.shell(f"cp -p {CONFIGURATION} /root/before.yaml")
        self.shell(f"sed -i 's|^  socket: none|  socket: {SOCKET}|' {CONFIGURATION} && systemctl restart spokenmove")
        self.wait_until_available()
        # One user with the service's group and no other rights, and one without it.
        as_nobody = "setpriv --reuid nobody --regid nogroup"
        read = f"perl -MIO::Socket::UNIX -e '{FIRST_LINE}' 2>&1"
        group = self.shell("getent group spokenmove | cut -d: -f3")
        hello = json.loads(self.shell(f"{as_nobody} --groups {group} {read}"))
        self.assertEqual((hello["type"], hello["available"]), ("hello", True))
        self.assertIn("Permission denied", self.shell(f"{as_nobody} --clear-groups {read}; true"))
        self.shell("systemctl stop spokenmove")
        self.shell(f"test ! -e {SOCKET}")
        self.shell(f"mv /root/before.yaml {CONFIGURATION} && systemctl start spokenmove")
        self.wait_until_available()
        self.went_well()

    def test_06_a_microphone_may_come_later_than_the_first_sound_driver(self):
        self.shell("systemctl stop spokenmove && unplug_microphone")
        self.shell("modprobe -r $(lsmod | awk '/^snd/ && $3 == 0 { print $1 }' | grep -v aloop) snd_timer; true")
        self.assertEqual(self.shell("grep alsa /proc/devices; true"), "", "a sound driver is still there")
        self.shell("systemctl start spokenmove")
        self.assertRegex(self.property("StatusText"), "^Unavailable: .*microphone")
        lines = self.shell("journalctl -b -u spokenmove -o json --output-fields=PRIORITY,MESSAGE --no-pager")
        self.assertRegex(lines, r'"PRIORITY":"4"[^\n]*Cannot open the microphone|Cannot open the microphone[^\n]*"PRIORITY":"4"')
        self.shell("plug_microphone")
        self.wait_until_available()
        self.went_well()

    def test_07_one_that_hangs_is_started_again_with_its_game(self):
        self.board.console.forget()
        self.shell(f"kill -STOP {self.property('MainPID')}")
        deadline = time.monotonic() + 60
        while self.property("NRestarts") == "0":
            self.assertLess(time.monotonic(), deadline, "the watchdog did not bite")
            time.sleep(1)
        self.assertRegex(self.shell("journalctl -b -u spokenmove --no-pager"), "Watchdog timeout")
        self.wait_until_available()
        self.board.console.expect("After 1. e4: black to move")
        self.went_well()

    def test_08_an_upgrade_keeps_the_game_and_the_configuration(self):
        update = next_version(self.package, self.out)
        before = self.shell(f"cat {GAME} {CONFIGURATION}")
        self.board.console.forget()
        # Like a user who has copied both to the board.
        self.shell(f"cp /run/package/deploy/install.sh /run/out/{update.name} /root/")
        said = self.shell(INSTALL, 120)
        self.assertRegex(said, r"\nReady: press and speak\.")
        self.assertRegex(self.shell("dpkg-query -W -f '${Version}' spokenmove"), "next1$")
        self.wait_until_available()
        self.assertEqual(self.shell(f"cat {GAME} {CONFIGURATION}"), before)
        self.board.console.expect("After 1. e4: black to move")
        self.board.console.send("e5\r")
        self.board.console.expect(r"[\r\n]1\.\.\. e5")
        self.went_well()

    def test_09_uninstalled_it_leaves_the_games_and_the_configuration(self):
        self.shell(f"{INSTALL} --uninstall", 120)
        self.assertEqual(self.shell("pidof spokenmove; true"), "")
        self.assertEqual(self.shell(f"level {AVAILABLE}"), "0")
        self.assertEqual(
            {file for file in self.left() if not file.startswith(("/etc/spokenmove", "/var/lib/spokenmove"))}, set()
        )
        self.shell(f"grep -q '1. e4 e5' {GAME} && grep -q serial0 {CONFIGURATION}")
        self.went_well()

    def test_10_purged_it_leaves_nothing(self):
        self.shell(f"{INSTALL} --uninstall --purge", 120)
        self.assertEqual(self.left(), set())
        self.assertEqual(self.shell("getent passwd spokenmove; systemctl --no-legend list-unit-files 'spokenmove*'; true"), "")
        self.went_well()
