"""The appliance as a program under a test's control: starts it, types, reads and stops it."""

import array
import contextlib
import glob
import json
import os
import pty
import queue
import random
import select
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import tty
import wave

from fault_table import Broken, Skipped, hold

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("SPOKENMOVE", f"{ROOT}/.build/release/spokenmove")
# The maximum time until a message comes, and until the program has ended.
PATIENCE, END = 30, 5
# A microphone's samples a second, and their bytes.
RATE, BYTES = 16000, 2
# Kasparov against Topalov, Wijk aan Zee 1999: an eventful game with 87 moves.
GAME = """e4 d6 d4 Nf6 Nc3 g6 Be3 Bg7 Qd2 c6 f3 b5 Nge2 Nbd7 Bh6 Bxh6 Qxh6 Bb7 a3 e5 O-O-O Qe7 Kb1 a6 Nc1 O-O-O Nb3 exd4
Rxd4 c5 Rd1 Nb6 g3 Kb8 Na5 Ba8 Bh3 d5 Qf4+ Ka7 Rhe1 d4 Nd5 Nbxd5 exd5 Qd6 Rxd4 cxd4 Re7+ Kb6 Qxd4+ Kxa5 b4+ Ka4 Qc3 Qxd5
Ra7 Bb7 Rxb7 Qc4 Qxf6 Kxa3 Qxa6+ Kxb4 c3+ Kxc3 Qa1+ Kd2 Qb2+ Kd1 Bf1 Rd2 Rd7 Rxd7 Bxc4 bxc4 Qxh8 Rd3 Qa8 c3 Qa4+ Ke1 f4
f5 Kc1 Rd2 Qa7""".split()


def preloaded(folder):
    """The library of preloaded.c; compiles it into `folder` unless it is there."""
    library = f"{folder}/preloaded.so"
    if not os.path.exists(library):
        compiler = shutil.which("cc") or shutil.which("clang")
        if not compiler:
            raise Skipped("needs a C compiler")
        subprocess.run([compiler, "-shared", "-fPIC", "-o", library, f"{ROOT}/Tests/Tools/preloaded.c", "-ldl"], check=True)
    return library


class Microphone:
    """A microphone that plays given sound, at `speed` times real time, and can be unplugged."""

    def __init__(self, folder, speed):
        self.speed = speed
        path = f"{folder}/microphone"
        os.mkfifo(path)
        self.pipe = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        self.nodes = f"{folder}/nodes"
        os.mkdir(self.nodes)
        configuration = f"{folder}/asound.conf"
        self.environment = {"ALSA_CONFIG_PATH": configuration, "SOUND_NODES": self.nodes, "LD_PRELOAD": preloaded(folder)}
        with open(configuration, "w", encoding="ascii") as file:
            file.write("</usr/share/alsa/alsa.conf>\n"
                       f"pcm.soak_file {{ type file slave.pcm null file /dev/null infile \"{path}\" format raw }}\n"
                       "pcm.soak { type plug slave { pcm soak_file format S16_LE rate 16000 channels 1 } }\n")

    def unplug(self):
        with open(f"{self.nodes}/unplugged", "w", encoding="ascii"):
            pass

    def plug(self):
        os.remove(f"{self.nodes}/unplugged")

    def forget(self):
        """Drops sound that nobody has heard."""
        with contextlib.suppress(BlockingIOError):
            while os.read(self.pipe, 65536):
                pass

    def hear(self, sound, until=None):
        """Hears `sound`, then silence until the event `until`."""
        step = RATE * BYTES // 20
        place, start, sent = 0, time.monotonic(), 0
        while place < len(sound) or (until is not None and not until.is_set()):
            with contextlib.suppress(BlockingIOError):
                place += os.write(self.pipe, sound[place:place + step] or bytes(step))
            sent += 1
            time.sleep(max(0, start + sent / 20 / self.speed - time.monotonic()))

    @contextlib.contextmanager
    def room(self):
        """Plays a quiet room all the time; gives a function that adds a sound once."""
        sounds, end = queue.Queue(), threading.Event()

        def sound_on():
            step = RATE * BYTES // 20
            rest, start, sent = b"", time.monotonic(), 0
            quiet = noisy([0] * (step // BYTES))
            while not end.is_set():
                if not rest and not sounds.empty():
                    rest = sounds.get()
                with contextlib.suppress(BlockingIOError):
                    written = os.write(self.pipe, rest[:step] or quiet)
                    rest = rest[written:]
                sent += 1
                time.sleep(max(0, start + sent / 20 / self.speed - time.monotonic()))

        thread = threading.Thread(target=sound_on)
        thread.start()
        try:
            yield sounds.put
        finally:
            end.set()
            thread.join()


def noisy(samples):
    """The samples with a room's noise, because a room is never silent: 16 bit, 16 kHz."""
    rng = random.Random(len(samples))
    return array.array("h", (max(-32768, min(32767, sample + rng.randrange(-20, 21))) for sample in samples)).tobytes()


def spoken(words, voice="rms"):
    """flite's speech in a room: 16 bit, 16 kHz."""
    if not shutil.which("flite"):
        raise Skipped("needs flite")
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        subprocess.run(["flite", "-voice", voice, "-t", words, "-o", file.name], check=True)
        with wave.open(file.name) as sound:
            return noisy(array.array("h", sound.readframes(sound.getnframes())))


class Life:
    """A run of the appliance, from its start to its end, with a console of JSON lines."""

    def __init__(self, folder, terminal=False, environment=None, user=None, directory=None, reads=True, device=None,
                 microphone="null", settings="", sock=None):
        self.folder = folder
        self.lines = queue.Queue()
        self.reader = None
        self.errors = open(f"{folder}/errors", "a+b")
        self.terminal = self.slave = None
        device = device or "stdout"
        if terminal:
            # The other end stays open here too: otherwise reading would fail.
            self.terminal, self.slave = pty.openpty()
            tty.setraw(self.slave)
            device = os.ttyname(self.slave)
        config = f"{folder}/config.yaml"
        with open(config, "w", encoding="utf-8") as file:
            file.write(f"microphone: {{device: \"{microphone}\"}}\n"
                       "button: {line: none}\n"
                       "leds: {available: {line: none}, recording: {line: none}}\n"
                       f"console: {{format: jsonl, device: {device}{', socket: ' + sock if sock else ''}}}\n"
                       f"record: {{directory: {directory or folder + '/state'}}}\n{settings}")
        self.start = time.monotonic()
        self.process = subprocess.Popen(
            [PROGRAM, "run", "--config", config], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors,
            user=user, group=user, extra_groups=[] if user else None, env={**os.environ, **(environment or {})})
        self.output = self.terminal if terminal else self.process.stdout.fileno()
        self.input = self.terminal if terminal else self.process.stdin.fileno()
        if reads:
            self.read()

    def read(self):
        self.reader = threading.Thread(target=self._read, args=[self.output], daemon=True)
        self.reader.start()

    def _read(self, output):
        rest = b""
        while True:
            # A waiting `read` would keep a terminal open that must be closed.
            while self.output == output and not select.select([output], [], [], 0.1)[0]:
                pass
            try:
                data = os.read(output, 65536) if self.output == output else b""
            except OSError:
                data = b""
            if not data:
                break
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                with contextlib.suppress(ValueError):
                    self.lines.put(json.loads(line))
        self.lines.put(None)

    def wait(self, seconds=PATIENCE, **members):
        """The next line with these members; skips those before it."""
        end = time.monotonic() + seconds
        passed = []
        while True:
            try:
                line = self.lines.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                raise Broken(f"no {members} within {seconds} s, only {passed[-5:]}") from None
            if line is None:
                raise Broken(f"it ended, and there was no {members}: {self.told()[-500:]}")
            if all(line.get(key) == value for key, value in members.items()):
                return line
            passed.append({key: line[key] for key in line if key not in ("time", "monotonic", "words", "lines")})

    def available(self):
        """The game that it starts with, and the time until it is available.

        On a busy machine its threads wait for a processor: the longest of their waiting times is deducted.
        """
        game = self.wait(type="game")
        self.wait(state="available")
        return game, time.monotonic() - self.start - self.kept_waiting()

    def kept_waiting(self):
        """The longest time that one of its threads was ready to run without a processor, in seconds."""
        waits = []
        for path in glob.glob(f"/proc/{self.process.pid}/task/*/schedstat"):
            with contextlib.suppress(OSError), open(path, encoding="ascii") as file:
                waits.append(int(file.read().split()[1]) / 1e9)
        return max(waits, default=0)

    def type(self, *lines):
        with contextlib.suppress(OSError):
            for line in lines:
                self.send(line.encode() + b"\n")

    def send(self, data):
        while data:
            data = data[os.write(self.input, data):]

    def play(self, move):
        self.type(move)
        return self.wait(type="result", san=move)

    def told(self):
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace")

    def tells(self, text):
        """Waits until the journal has this text."""
        end = time.monotonic() + PATIENCE
        while text not in self.told():
            hold(time.monotonic() < end, f"the journal does not tell that {text}: {self.told()[-500:]}")
            time.sleep(0.02)

    def memory(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1024

    def processor_seconds(self):
        """Its processor time so far."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self, status=0):
        """Ends it by SIGTERM; returns the time that this takes."""
        start = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(timeout=END)
        except subprocess.TimeoutExpired:
            raise Broken(f"SIGTERM did not end it within {END} s") from None
        finally:
            self.close()
        hold(code == status, f"it ended with status {code}: {self.told()[-500:]}")
        return time.monotonic() - start

    def close(self):
        """Ends it in any case."""
        self.process.kill()
        self.process.wait()
        # A pending read would read the next program's console, once that has the same descriptor.
        self.output = None
        if self.reader is not None:
            self.reader.join()
        for stream in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                stream.close()
        if self.terminal is not None:
            os.close(self.slave)
            os.close(self.terminal)
            self.terminal = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
        self.errors.close()
