#!/usr/bin/env python3
"""club.py RELAY [--boards N] [--seconds S] [--interval S] [--restarts N] [--kills N]

A club's evening: simulated boards, each with its relay, and a real broker with TLS and passwords, in
separate network namespaces. Half the boards are behind a link with 300 ms a round trip and
5 % loss in each direction. The test restarts the broker, and kills relays.

Every move must arrive, in order, and none twice unless it is marked; on good links within 100 ms
(p99), except during restarts and kills. Strangers must be refused. A relay may use at most 16 MiB,
and wake up at most once a second, apart from keep-alive.

Exit status: 0 passed, 1 failed, 77 it cannot run here (the reason is on standard error).
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
import time

import boards
import link

try:
    import paho.mqtt.client as mqtt
except ImportError:
    print("club.py needs python3-paho-mqtt", file=sys.stderr)
    sys.exit(77)

FAST, SLOW, PEER = "127.0.0.1", "10.77.0.1", "10.77.0.2"
PORT, CERTIFICATE_PORT = 8883, 8884
MEBIBYTE = 1 << 20
failures = []


def check(holds, text):
    print(("ok    " if holds else "FAIL  ") + text, flush=True)
    if not holds:
        failures.append(text)


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options)


class Broker:
    """mosquitto, with a club's certificates, users and rights."""

    def __init__(self, folder, users):
        self.folder, self.process = folder, None
        for authority in ("club", "stranger"):
            self.openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout",
                         f"{authority}.key", "-out", f"{authority}.crt", "-subj", f"/CN={authority}")
        self.sign("broker", f"IP:{FAST},IP:{SLOW}")
        self.sign("board-000", "DNS:board-000")
        passwords = folder / "passwords"
        passwords.write_text("".join(f"{user}:secret-{user}\n" for user in users))
        run("mosquitto_passwd", "-U", str(passwords))
        (folder / "acl").write_text("user reader\ntopic read #\n\npattern readwrite spokenmove/%u/#\n")
        tls = f"cafile {folder}/club.crt\ncertfile {folder}/broker.crt\nkeyfile {folder}/broker.key\n"
        (folder / "mosquitto.conf").write_text(
            f"""per_listener_settings false
allow_anonymous false
password_file {passwords}
acl_file {folder}/acl
persistence true
persistence_location {folder}/
max_queued_messages 0
max_inflight_messages 0
user root
listener {PORT}
{tls}
listener {CERTIFICATE_PORT}
{tls}require_certificate true
use_identity_as_username true
""")

    def openssl(self, *arguments):
        run("openssl", *arguments, cwd=self.folder)

    def sign(self, name, alternative):
        self.openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out",
                     f"{name}.csr", "-subj", f"/CN={name}")
        (self.folder / "names").write_text(f"subjectAltName={alternative}\n")
        self.openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "club.crt", "-CAkey", "club.key",
                     "-CAcreateserial", "-days", "2", "-out", f"{name}.crt", "-extfile", "names")

    def start(self):
        log = open(self.folder / "broker.log", "a")
        self.process = subprocess.Popen(
            ["mosquitto", "-c", str(self.folder / "mosquitto.conf")], stdout=log, stderr=log)

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Reader:
    """Somebody who reads all moves, without losing any while the broker restarts."""

    def __init__(self, broker):
        arguments = {"client_id": "reader", "clean_session": False}
        if hasattr(mqtt, "CallbackAPIVersion"):
            arguments["callback_api_version"] = mqtt.CallbackAPIVersion.VERSION1
        self.client = mqtt.Client(**arguments)
        self.client.username_pw_set("reader", "secret-reader")
        self.client.tls_set(str(broker.folder / "club.crt"), cert_reqs=ssl.CERT_REQUIRED)
        self.client.reconnect_delay_set(1, 1)
        self.client.on_connect = lambda client, *_: client.subscribe("spokenmove/#", 1)
        self.client.on_message = self.take
        self.moves, self.ends, self.last, self.count = {}, {}, {}, 0
        self.client.connect(FAST, PORT, keepalive=30)
        threading.Thread(target=self.follow, daemon=True).start()

    def follow(self):
        while True:
            try:
                self.client.loop_forever(retry_first_connection=True)
            except OSError:
                # paho does not expect a TLS connection to end while it writes.
                time.sleep(0.2)
                try:
                    self.client.reconnect()
                except OSError:
                    pass

    def take(self, _client, _data, message):
        now = time.monotonic()
        _, board, name = message.topic.split("/", 2)
        self.count += 1
        self.last[board, name] = message.payload
        if name not in ("move", "game"):
            return
        entry = json.loads(message.payload)
        is_marked = entry.get("repeated", False) or message.dup
        to = self.moves if name == "move" else self.ends
        to.setdefault(board, []).append((entry, is_marked, now))


class Limit:
    """A group of processes with a memory limit, like a systemd service."""

    def __init__(self, amount):
        root = pathlib.Path("/sys/fs/cgroup")
        name, file = "spokenmove-club", "memory.max"
        self.folder = None
        if (root / "memory").is_dir():
            root, file = root / "memory", "memory.limit_in_bytes"
        try:
            (root / name).mkdir(exist_ok=True)
            self.folder = root / name
            (self.folder / file).write_text(str(amount))
        except OSError as error:
            print(f"      memory cannot be limited here: {error}")
            self.close()

    def inside(self, command):
        """The command that runs in the group."""
        if not self.folder:
            return command
        return ["sh", "-c", f'echo $$ >{self.folder}/cgroup.procs && exec "$@"', "sh", *command]

    def close(self):
        if self.folder:
            self.folder.rmdir()
        self.folder = None


class Relay:
    """The relay of a board."""

    def __init__(self, program, folder, broker, board, wrap=None, **settings):
        self.board, self.wrap = board, wrap or (lambda command: command)
        self.log = folder / "relay.log"
        queue = folder / "queue"
        queue.mkdir(exist_ok=True)
        password = folder / "password"
        password.write_text(f"secret-{board}\n")
        password.chmod(0o600)
        broker_settings = {
            "host": FAST, "port": PORT, "authority": f"{broker.folder}/club.crt", "user": board,
            "password_file": str(password), **settings}
        text = ", ".join(f"{key}: {value}" for key, value in broker_settings.items() if value)
        config = folder / "relay.yaml"
        config.write_text(
            f"board: {board}\nsocket: {folder}/console.sock\nbroker: {{{text}}}\n"
            f"queue: {{directory: {queue}}}\n")
        self.command = self.wrap([program, "run", "--config", str(config)])
        self.process = None
        self.kills = []

    def start(self):
        self.process = subprocess.Popen(self.command, stderr=open(self.log, "a"))

    def kill(self):
        self.kills.append(time.monotonic())
        self.process.kill()
        self.process.wait()

    def figure(self, name, file="status"):
        for row in pathlib.Path(f"/proc/{self.process.pid}/{file}").read_text().splitlines():
            if row.startswith(name + ":"):
                return int(row.split()[1])
        raise ValueError(name)

    def wakeups(self):
        total = 0
        for task in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
            for row in (task / "status").read_text().splitlines():
                if row.startswith("voluntary_ctxt_switches:"):
                    total += int(row.split()[1])
        return total


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def evening(hall, relays, broker, arguments):
    """Plays, restarts the broker and kills relays meanwhile; returns the times without the broker."""
    begin, away = time.monotonic(), []
    rng = random.Random(2)
    # Not those whose game ends: a finished game is gone from the board.
    victims = [relay for index, relay in enumerate(relays) if index % 10 != 9]
    events = [(arguments.seconds * (index + 1) / (arguments.restarts + 1), "restart")
              for index in range(arguments.restarts)]
    events += [(rng.uniform(2, arguments.seconds - 5), "kill") for _ in range(arguments.kills)]
    for at, what in sorted(events):
        hall.run(begin + at)
        if what == "kill":
            victim = rng.choice(victims)
            victim.kill()
            hall.run(time.monotonic() + 0.5)
            victim.start()
        else:
            down = time.monotonic()
            stopping = threading.Thread(target=broker.stop)
            stopping.start()
            hall.run(down + 2)
            stopping.join()
            broker.start()
            away.append((down, time.monotonic()))
    hall.run(begin + arguments.seconds)
    return away


def judge(hall, relays, reader, away):
    """Compares the moves that arrived with those that were played."""
    missing = disordered = doubled = gaps = 0
    latencies, slow_latencies, excluded, marked = [], [], 0, 0
    for number, (board, relay) in enumerate(zip(hall.boards, relays)):
        arrived, seen = [], set()
        sequences = {}
        for entry, is_marked, at in reader.moves.get(board.name, []) + reader.ends.get(board.name, []):
            key = entry["game"], entry["sequence"]
            if key in seen:
                marked += is_marked
                doubled += not is_marked
                continue
            seen.add(key)
            sequences.setdefault(entry["game"], []).append(entry["sequence"])
            if entry["event_type"] == "move":
                arrived.append((entry, at))
        gaps += sum(sorted(found) != list(range(1, len(found) + 1)) for found in sequences.values())
        played = [san for san, _ in board.played]
        sans = [entry["san"] for entry, _ in arrived]
        if sans != played:
            missing += max(0, len(played) - len(sans))
            disordered += sorted(sans) == sorted(played)
        for (san, fed), (entry, at) in zip(board.played, arrived):
            if fed is None:
                continue
            is_disturbed = (
                any(down - 1 <= fed <= up + 6 for down, up in away)
                or any(kill - 1 <= fed <= kill + 4 for kill in relay.kills))
            if is_disturbed:
                excluded += 1
            else:
                (slow_latencies if number % 2 else latencies).append((at - fed) * 1000)
    total = sum(len(board.played) for board in hall.boards)
    ends = sum(board.ended for board in hall.boards)
    check(missing == 0, f"{total} moves were played, {missing} are missing")
    check(disordered == 0, f"boards whose moves came in another order: {disordered}")
    check(doubled == 0, f"messages twice without a mark: {doubled} (marked: {marked})")
    check(gaps == 0, f"games whose numbers have gaps: {gaps}")
    check(sum(map(len, reader.ends.values())) >= ends, f"{ends} games ended, and were reported")
    p99 = percentile(latencies, 0.99)
    check(p99 <= 100, f"good links: p50 {percentile(latencies, 0.5):.1f} ms, p99 {p99:.1f} ms of "
          f"{len(latencies)} moves; slow links: p50 {percentile(slow_latencies, 0.5):.0f} ms, p99 "
          f"{percentile(slow_latencies, 0.99):.0f} ms of {len(slow_latencies)}; {excluded} moves "
          "during restarts and kills not counted")


def strangers(program, folder, broker, reader, hall):
    """Users without the right cannot change a board's messages."""
    before = reader.count
    kept = {key: value for key, value in reader.last.items() if key[0] == "board-001"}
    topic = ["-t", "spokenmove/board-001/position", "-q", "1", "-r", "-m", "{}", "-V", "5"]
    club = ["--cafile", f"{broker.folder}/club.crt"]
    for name, arguments in (
            ("without a password", club),
            ("with a wrong password", club + ["-u", "board-001", "-P", "x"]),
            ("without TLS", ["-u", "board-001", "-P", "secret-board-001"]),
            ("of another board", club + ["-u", "board-003", "-P", "secret-board-003"])):
        found = subprocess.run(
            ["mosquitto_pub", "-h", FAST, "-p", str(PORT), *topic, *arguments], capture_output=True,
            text=True, timeout=20)
        said = (found.stderr or found.stdout).strip().splitlines()
        refused = found.returncode != 0 or any("Not authorized" in text for text in said)
        check(refused, f"somebody {name} is refused: {said[-1] if said else found.returncode}")
    (folder / "stranger").mkdir()
    relay = Relay(program, folder / "stranger", broker, "board-001",
                  authority=f"{broker.folder}/stranger.crt")
    config = relay.command[-1]
    found = subprocess.run([program, "doctor", "--config", config], capture_output=True, text=True)
    line = next((row for row in found.stdout.splitlines() if "broker" in row.split()[1:2]), "")
    check(found.returncode == 1 and line.startswith("FAILURE"),
          f"a relay does not trust a broker of another authority: {line}")
    hall.run(time.monotonic() + 2, playing=False)
    after = {key: value for key, value in reader.last.items() if key[0] == "board-001"}
    check(after == kept and reader.count == before, "nothing of the board has changed")


def frugality(hall, relays):
    """An idle relay uses little memory and seldom wakes."""
    idle = [relay for relay in relays if relay.process.poll() is None]
    before = [relay.wakeups() for relay in idle]
    seconds = 12
    hall.run(time.monotonic() + seconds, playing=False)
    most = max((after - count) / seconds for after, count in zip([r.wakeups() for r in idle], before))
    check(most <= 1, f"a relay with nothing to do wakes up at most {most:.2f} times a second")
    proportional = max(relay.figure("Pss", "smaps_rollup") for relay in idle) * 1024
    own = max(relay.figure("RssAnon") for relay in idle) * 1024
    resident = max(relay.figure("VmRSS") for relay in idle) * 1024
    check(proportional <= 16 * MEBIBYTE, f"memory of a relay: {own / MEBIBYTE:.1f} MiB of its own, "
          f"{proportional / MEBIBYTE:.1f} MiB with its share of libraries, {resident / MEBIBYTE:.1f} MiB mapped")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("relay")
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--interval", type=float, default=3, help="seconds between a board's moves")
    parser.add_argument("--restarts", type=int, default=3)
    parser.add_argument("--kills", type=int, default=50)
    arguments = parser.parse_args()
    program = str(pathlib.Path(arguments.relay).resolve())
    missing = [tool for tool in ("mosquitto", "mosquitto_pub", "mosquitto_passwd", "openssl", "ip", "nsenter")
               if not shutil.which(tool)]
    if missing or os.geteuid() != 0 or not os.path.exists("/dev/net/tun"):
        print(f"club.py needs root, /dev/net/tun and {' '.join(missing) or 'nothing else'}", file=sys.stderr)
        return 77
    try:
        link.enter_own_network()
    except OSError as error:
        print(f"club.py needs a network namespace of its own: {error}", file=sys.stderr)
        return 77
    with tempfile.TemporaryDirectory(prefix="spokenmove-club-") as path:
        folder = pathlib.Path(path)
        (folder / "broker").mkdir()
        names = [f"board-{number:03}" for number in range(arguments.boards)]
        broker = Broker(folder / "broker", names + ["reader"])
        limit = Limit(16 * MEBIBYTE)
        slow = link.Link(SLOW, PEER, delay=0.15, loss=0.05)
        hall = boards.Hall(folder, names, arguments.interval)
        relays = []
        try:
            broker.start()
            time.sleep(0.5)
            reader = Reader(broker)
            for number, board in enumerate(hall.boards):
                settings = {"version": "3.1.1"} if number % 4 == 2 else {}
                if number == 0:
                    settings = {
                        "port": CERTIFICATE_PORT, "user": None, "password_file": None,
                        "certificate": f"{broker.folder}/board-000.crt",
                        "key": f"{broker.folder}/board-000.key"}
                if number % 2:
                    settings["host"] = SLOW
                relay = Relay(program, folder / board.name, broker, board.name,
                              wrap=slow.inside if number % 2 else limit.inside if number == 2 else None,
                              **settings)
                relay.start()
                relays.append(relay)
                hall.run(time.monotonic() + 0.02, playing=False)
            deadline = time.monotonic() + 30
            while time.monotonic() < deadline and len(
                    [1 for name in names if reader.last.get((name, "availability")) == b"online"]) < len(names):
                hall.run(time.monotonic() + 0.2, playing=False)
            check(time.monotonic() < deadline, f"{len(names)} boards are online")
            for board in hall.boards:
                board.next = time.monotonic() + random.random() * board.interval
            messages = reader.count
            away = evening(hall, relays, broker, arguments)
            print(f"      the broker passed {(reader.count - messages) / arguments.seconds:.0f} messages a second "
                  "to one reader")
            total = sum(len(board.played) for board in hall.boards)
            deadline = time.monotonic() + 40
            while time.monotonic() < deadline and len(
                    {(name, entry["game"], entry["sequence"]) for name in names
                     for entry, _, _ in reader.moves.get(name, [])}) < total:
                hall.run(time.monotonic() + 0.5, playing=False)
            hall.run(time.monotonic() + 2, playing=False)
            judge(hall, relays, reader, away)
            print(f"      the slow link carried {slow.counts['carried']} packets and lost {slow.counts['lost']}")
            frugality(hall, relays)
            strangers(program, folder, broker, reader, hall)
            check(all(relay.process.poll() is None for relay in relays), "all relays still run, "
                  + ("one within 16 MiB of the kernel's" if limit.folder else "none limited in memory"))
            for relay in relays:
                relay.process.send_signal(signal.SIGTERM)
            check(all(relay.process.wait(timeout=10) is not None for relay in relays), "all relays end when asked")
        finally:
            for relay in relays:
                if relay.process and relay.process.poll() is None:
                    relay.process.kill()
            if broker.process and broker.process.poll() is None:
                broker.stop()
            for relay in relays:
                relay.process.wait()
            limit.close()
            slow.close()
    print("the club's evening " + (f"FAILED: {len(failures)}" if failures else "passed"))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
