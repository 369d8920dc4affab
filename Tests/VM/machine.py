"""A virtual machine on this machine's own root file system, its serial ports and its shell.

Debian's kernel (fetched by setup.sh) runs under qemu's software emulation, about five times slower than the host. KVM is
not used: a container or a nested machine may have the device and still not be able to run on it.
"""

import ctypes
import mmap
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parent.parent
KERNEL_ARGUMENTS = (
    "console=ttyS0 quiet panic=-1 mitigations=off nokaslr audit=0 apparmor=0 "
    "tsc=reliable no_timer_check random.trust_cpu=on"
)
# The modules that the guest needs to mount its root.
INITRD_MODULES = ["virtio_pci", "9pnet_virtio", "9p", "overlay", "configfs", "virtio_blk", "ext4"]


def tsc_kilohertz():
    """The frequency of this processor's time stamp counter, which is the guest's clock too.

    The guest gets this figure: on a busy machine, its own measurement would be wrong by any factor, and so would its clock.
    """
    code = bytes.fromhex("0f31 48c1e220 4809d0 c3")  # rdtsc; shl rdx, 32; or rax, rdx; ret
    page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    counter = ctypes.CFUNCTYPE(ctypes.c_uint64)(ctypes.addressof(ctypes.c_char.from_buffer(page)))

    def reading():
        """The counter and the time in nanoseconds, from the closest of a few pairs of readings."""
        readings = []
        for _ in range(100):
            before, count, after = time.monotonic_ns(), counter(), time.monotonic_ns()
            readings.append((after - before, count, (before + after) // 2))
        return min(readings)[1:]

    count, nanoseconds = reading()
    time.sleep(0.1)
    later_count, later_nanoseconds = reading()
    return (later_count - count) * 1_000_000 // (later_nanoseconds - nanoseconds)


def default_cache():
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(base) / "spokenmove" / "vm"


def new_folder():
    """A new folder in $SPOKENMOVE_VM_OUT, or else the temporary folder."""
    return pathlib.Path(tempfile.mkdtemp("", "vm-", os.environ.get("SPOKENMOVE_VM_OUT")))


class MachineError(Exception):
    """The virtual machine failed, rather than the programs in it."""


class SerialPort:
    """The host's end of a guest's serial port. Everything that arrives is kept, and noted in `log`."""

    def __init__(self, path, log):
        self.text = ""
        self._position = 0
        self._changed = threading.Condition()
        self._is_read = threading.Event()
        self._is_read.set()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.connect(str(path))
        except OSError:
            self._socket.close()
            raise
        self._log = open(log, "w", encoding="utf-8", newline="")
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        while True:
            self._is_read.wait()
            try:
                data = self._socket.recv(4096)
            except OSError:
                data = b""
            if not data:
                self._log.close()
                return
            # Everything the product writes is ASCII; anything else must show, not be lost.
            text = data.decode("ascii", "backslashreplace")
            with self._changed:
                self.text += text
                self._changed.notify_all()
            self._log.write(text)
            self._log.flush()

    def send(self, text):
        self._socket.sendall(text.encode("ascii"))

    def pause(self):
        """Stops reading, like an unplugged cable."""
        self._is_read.clear()

    def resume(self):
        """Reads again, starting with the waiting bytes."""
        self._is_read.set()

    def forget(self):
        """Makes the next `expect` look only at bytes that arrive from now on."""
        with self._changed:
            self._position = len(self.text)

    def expect(self, pattern, timeout=30):
        """Waits for `pattern` in the bytes since the last match; returns the match."""
        deadline = time.monotonic() + timeout
        with self._changed:
            while True:
                match = re.compile(pattern, re.MULTILINE).search(self.text, self._position)
                if match:
                    self._position = match.end()
                    return match
                left = deadline - time.monotonic()
                if left <= 0:
                    raise AssertionError(
                        f"no {pattern!r} on the serial port within {timeout} s; since the last match it got "
                        f"{self.text[self._position:]!r}"
                    )
                self._changed.wait(left)

    def stays_without(self, pattern, seconds):
        """Fails if `pattern` arrives within `seconds`."""
        try:
            match = self.expect(pattern, seconds)
        except AssertionError:
            return
        raise AssertionError(f"the serial port got {match.group(0)!r}")

    def close(self):
        self.resume()
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._socket.close()


class Machine:
    """A booted guest. In it, the package is /run/package, `out` is /run/out, and board.sh's functions are the shell's.

    `out` keeps the serial ports' output; without it, a new folder in $SPOKENMOVE_VM_OUT or the temporary folder does.
    With a `card`, the image of a file system, the guest boots from it with systemd, and its writes stay there; then the
    kernel's `arguments` and the image of a plugged-in `stick` can be given.
    """

    def __init__(self, out=None, cache=None, memory=2048, card=None, stick=None, arguments=""):
        self.cache = pathlib.Path(cache or default_cache())
        self.out = pathlib.Path(out or new_folder())
        self.out.mkdir(parents=True, exist_ok=True)
        self._card = card
        self._stick = stick
        self._arguments = arguments
        self._process = None
        self.console = None
        self._shell = None
        try:
            self._start(memory)
            self.console = self._connect("ttyS1")
            self._shell = self._connect("ttyS2")
            self._shell.expect("\x1e0\n", timeout=120)
        except (AssertionError, OSError) as error:
            self.stop()
            raise MachineError(f"the guest did not come up: {error}\n{self._logs()}") from error

    def shell(self, command, timeout=60, check=True):
        """Runs one line in the guest's shell; returns its output, standard error included."""
        assert "\n" not in command
        self._shell.forget()
        start = len(self._shell.text)
        self._shell.send(command + "\n")
        match = self._shell.expect("\x1e([0-9]+)\n", timeout)
        output = self._shell.text[start : match.start()].replace("\r", "")
        if check and match.group(1) != "0":
            raise AssertionError(f"in the guest: {command}\nexit status {match.group(1)}\n{output}")
        return output

    def stop(self):
        """Powers the guest off and ends qemu."""
        if self._process and self._process.poll() is None:
            if self._shell:
                try:
                    self.shell("dmesg >/run/out/dmesg.log; sync")
                    self._shell.send("systemctl poweroff\n" if self._card else "echo o >/proc/sysrq-trigger\n")
                    self._process.wait(60 if self._card else 20)
                except (AssertionError, OSError, subprocess.TimeoutExpired):
                    pass
        self.cut_power()

    def wait_until_off(self, timeout):
        """Waits until the guest has powered itself off, or would reboot, which no guest here does by itself."""
        try:
            self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"the guest is still on after {timeout} s") from None
        self.cut_power()

    def cut_power(self):
        """Ends qemu at once, like a power cut."""
        if self._process:
            self._process.kill()
            self._process.wait()
        for port in (self.console, self._shell):
            if port:
                port.close()

    def _start(self, memory):
        release = (self.cache / "ready").read_text().strip()
        initrd = self._initrd(release)
        command = ["qemu-system-x86_64", "-M", "q35", "-accel", "tcg,thread=multi,tb-size=512", "-cpu", "max"]
        command += ["-smp", "2", "-m", str(memory), "-nodefaults", "-no-reboot", "-display", "none"]
        command += ["-device", "virtio-rng-pci", "-kernel", self.cache / "vmlinux", "-initrd", initrd]
        command += ["-append", f"{KERNEL_ARGUMENTS} tsc_early_khz={tsc_kilohertz()} {self._arguments}"]
        for image in filter(None, [self._card, self._stick]):
            # Not flushed to the host's disk: it serves only one test.
            command += ["-drive", f"if=virtio,format=raw,cache=unsafe,file={image}"]
        if not self._card:
            command += self._folder("root", "/", "readonly=on,multidevs=remap")
        command += self._folder("out", self.out)
        command += self._folder("package", PACKAGE, "readonly=on,multidevs=remap")
        command += self._folder("cache", self.cache, "readonly=on")
        command += ["-chardev", f"file,id=ttyS0,path={self.out / 'kernel.log'}", "-serial", "chardev:ttyS0"]
        for port in ("ttyS1", "ttyS2"):
            path = self.out / f"{port}.sock"
            path.unlink(missing_ok=True)
            command += ["-chardev", f"socket,id={port},path={path},server=on,wait=off"]
            command += ["-serial", f"chardev:{port}"]
        with open(self.out / "qemu.log", "w", encoding="utf-8") as log:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    @staticmethod
    def _folder(tag, path, options=""):
        device = f"local,id={tag},path={path},security_model=none" + ("," + options if options else "")
        return ["-fsdev", device, "-device", f"virtio-9p-pci,fsdev={tag},mount_tag={tag}"]

    def _connect(self, port):
        path = self.out / f"{port}.sock"
        deadline = time.monotonic() + 20
        while True:
            try:
                return SerialPort(path, self.out / f"{port}.log")
            except OSError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def _initrd(self, release):
        image = self.cache / "initrd.img"
        sources = [HERE / "init", HERE / "machine.py", self.cache / "ready"]
        if image.exists() and all(image.stat().st_mtime > source.stat().st_mtime for source in sources):
            return image
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder)
            (tree / "bin").mkdir()
            (tree / "modules").mkdir()
            shutil.copy(shutil.which("busybox") or "/bin/busybox", tree / "bin/busybox")
            shutil.copy(HERE / "init", tree / "init")
            (tree / "init").chmod(0o755)
            order = []
            for module in INITRD_MODULES:
                listing = subprocess.run(
                    ["modprobe", "-d", self.cache / "root", "-S", release, "--show-depends", module],
                    check=True, stdout=subprocess.PIPE, text=True,
                ).stdout  # fmt: skip
                for line in listing.splitlines():
                    kind, path = line.split()[:2]
                    name = os.path.basename(path)
                    if kind == "insmod" and name not in order:
                        order.append(name)
                        shutil.copy(path, tree / "modules" / name)
            (tree / "modules/order").write_text("".join(name + "\n" for name in order))
            part = image.with_suffix(".part")
            with open(part, "wb") as file:
                subprocess.run(
                    "find . | cpio -o -H newc --quiet | gzip -1", shell=True, cwd=tree, stdout=file, check=True
                )
            part.rename(image)
        return image

    def _logs(self):
        parts = []
        for name in ("qemu.log", "kernel.log"):
            path = self.out / name
            if path.exists():
                parts.append(f"{path}:\n{path.read_text(errors='replace')[-4000:]}")
        return "\n".join(parts)
