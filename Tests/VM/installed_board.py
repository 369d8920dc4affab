"""A simulated board with Debian 13 on a card, systemd as the first process, and the package, for tests that run in order."""

import subprocess
import time
import unittest

import machine

DEPLOY = machine.PACKAGE / "deploy"
AVAILABLE = 27
GAME = "/var/lib/spokenmove/current.pgn"


def built_package():
    """The Debian package of this source: an earlier build if it is newer than every source file, or a new one."""
    names = subprocess.run(
        ["git", "-C", machine.PACKAGE, "ls-files", "-z", "Package.swift", "Sources", "deploy", "grammars"],
        check=True, stdout=subprocess.PIPE, text=True,
    ).stdout  # fmt: skip
    files = [machine.PACKAGE / name for name in names.split("\0") if name]
    newest = max(file.stat().st_mtime for file in files if file.exists())
    folder = machine.PACKAGE / ".build/packages"
    for attempt in range(2):
        packages = [file for file in folder.glob("spokenmove_*_amd64.deb") if file.stat().st_mtime > newest]
        if packages or attempt:
            return max(packages, key=lambda file: file.stat().st_mtime)
        status = subprocess.run([DEPLOY / "build-deb.sh", "--arch", "amd64", "--output", folder]).returncode
        if status == 77:
            raise unittest.SkipTest("this machine cannot build the package; the reason is above")
        if status:
            raise machine.MachineError("the package could not be built")


class InstalledBoard(unittest.TestCase):
    """Tests of one card that deploy/image.sh prepared: each continues where the previous one ended, and is skipped if that
    failed. A passed test calls `went_well` at its end."""

    IMAGE_OPTIONS = []
    broken = False

    @classmethod
    def setUpClass(cls):
        cls.package = built_package()
        cls.out = machine.new_folder()
        cls.card = cls.out / "card"
        cls.addClassCleanup(cls.card.unlink, missing_ok=True)
        subprocess.run([machine.HERE / "card.sh", cls.package, cls.card, *cls.IMAGE_OPTIONS], check=True)
        cls.addClassCleanup(cls.end)
        (cls.out / "microphone").touch()
        cls.boot()

    @classmethod
    def boot(cls, **options):
        cls.board = machine.Machine(out=cls.out, card=cls.card, **options)

    @classmethod
    def end(cls):
        cls.board.stop()

    def setUp(self):
        if self.broken:
            self.skipTest("what comes before it failed")
        type(self).broken = True
        began = time.monotonic()
        self.addCleanup(lambda: print(f"{self._testMethodName}: {time.monotonic() - began:.0f} s", flush=True))

    def went_well(self):
        type(self).broken = False

    def shell(self, command, timeout=60):
        return self.board.shell(command, timeout).strip()

    def property(self, name):
        return self.shell(f"systemctl show -P {name} spokenmove")

    def wait_until_available(self, timeout=60):
        deadline = time.monotonic() + timeout
        while not (status := self.property("StatusText")).startswith("Ready"):
            if time.monotonic() > deadline:
                self.fail(f"not available within {timeout} s: {status}\n{self.shell('journalctl -b -u spokenmove')}")
            time.sleep(0.5)
        while self.shell(f"level {AVAILABLE}") != "1":
            self.assertLess(time.monotonic(), deadline, "it is available, and its light is off")
            time.sleep(0.2)
