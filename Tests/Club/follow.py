#!/usr/bin/env python3
"""follow.py RELAY

Follows deploy/CLUB.md step by step with two simulated boards: runs its commands in a separate folder,
except those that need a system to install on, and checks the results.

Exit status: 0 passed, 1 failed, 77 it cannot run here.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import boards
import link

package = pathlib.Path(__file__).resolve().parents[2]
failures = []


def check(holds, text):
    print(("ok    " if holds else "FAIL  ") + text, flush=True)
    if not holds:
        failures.append(text)


def main():
    relay = str(pathlib.Path(sys.argv[1]).resolve())
    page = (package / "deploy/CLUB.md").read_text()
    blocks = re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    settings = re.search(r"^```yaml\n(board: .*?)^```$", page, re.MULTILINE | re.DOTALL)[1]
    certificates, users, rights, scoreboard, broadcast, command, arbiter = blocks
    try:
        link.enter_own_network()
    except OSError as error:
        print(f"follow.py needs a network namespace of its own: {error}", file=sys.stderr)
        return 77
    started = []
    with tempfile.TemporaryDirectory(prefix="spokenmove-club-") as path:
        folder = pathlib.Path(path)

        def adapted(text):
            """The commands, with this folder and this machine in place of the club's."""
            text = text.replace("broker.club", "localhost").replace("/etc/mosquitto/club", path)
            text = text.replace("spokenmove-relay run", f"{relay} run")
            return "".join(row for row in text.splitlines(True) if not row.startswith("sudo "))

        def shell(text):
            return ["bash", "-euc", "BROKER=localhost\n" + adapted(text)]

        def start(command, name, **environment):
            output = open(folder / f"{name}.out", "w")
            process = subprocess.Popen(
                command, cwd=folder, stdout=output, stderr=subprocess.STDOUT, process_group=0,
                env={**os.environ, "TERM": "xterm", **environment})
            started.append(process)
            return folder / f"{name}.out"

        try:
            for text in (certificates, users, rights):
                subprocess.run(shell(text), cwd=folder, check=True, capture_output=True)
            with (folder / "club.conf").open("a") as file:
                file.write("user root\n")
            # Home Assistant's rights, as on the page.
            with (folder / "acl").open("a") as file:
                file.write("user reader\ntopic read homeassistant/#\n")
            start(["mosquitto", "-c", "club.conf"], "broker")
            time.sleep(0.5)
            hall = boards.Hall(folder, ["table-1", "table-2"], interval=1)
            for board in hall.boards:
                secrets = folder / board.name / "secrets"
                (folder / board.name / "queue").mkdir()
                secrets.mkdir()
                (secrets / "secrets_ca.crt").write_bytes((folder / "ca.crt").read_bytes())
                (secrets / "secrets_password").write_bytes((folder / f"password-{board.name}").read_bytes())
                config = folder / board.name / "config.yaml"
                config.write_text(
                    adapted(settings).replace("table-1", board.name)
                    + f"socket: {board.path}\nqueue: {{directory: {folder}/{board.name}/queue}}\n"
                    + "commands: status position name new-game\nhome_assistant: homeassistant\n")
                start([relay, "run", "--config", str(config)], board.name, CREDENTIALS_DIRECTORY=str(secrets))
            seen = start(shell(scoreboard), "scoreboard")
            start(shell(broadcast), "broadcast")
            answers = start(shell(
                'mosquitto_sub -h "$BROKER" -p 8883 --cafile ca.crt -u reader -P "$(cat password-reader)" '
                "-t 'spokenmove/table-1/answer'"), "answers")
            discovery = start(shell(
                'mosquitto_sub -h "$BROKER" -p 8883 --cafile ca.crt -u reader -P "$(cat password-reader)" '
                "-t 'homeassistant/#' -v"), "discovery")
            hall.run(time.monotonic() + 6)
            said = subprocess.run(shell(command), cwd=folder, capture_output=True, text=True)
            arranged = subprocess.run(shell(arbiter), cwd=folder, capture_output=True, text=True)
            hall.run(time.monotonic() + 6, playing=False)
            check(said.returncode == 0 and '"answers": 1' in answers.read_text(),
                  f"a command is answered: {answers.read_text().strip() or said.stderr}")
            told = [line["command"] for line in hall.commands]
            check(arranged.returncode == 0 and told == ["status", "new-game", "name", "name"],
                  f"the board gets the arbiter's commands: {told}")
            for board in hall.boards:
                san = board.played[-1][0]
                row = f"{board.name} | White | Black | {len(board.played)} | {san} | *"
                check(row in seen.read_text(), f"the scoreboard shows: {row}")
            found = re.findall(r"^homeassistant/(\w+)/table-1/(\w+)/config", discovery.read_text(), re.MULTILINE)
            check(sorted(component for component, _ in found) == ["event", "sensor", "sensor", "sensor"],
                  f"Home Assistant finds {', '.join(name for _, name in found)}")
            games = (folder / "games.pgn").read_text()
            check(games.count("[Event ") == 2 and '[Site "table-1"]' in games, "the broadcast has both games")
            check(hall.boards[0].played[-1][0] in games, "the broadcast has the last move")
        finally:
            for process in started:
                try:
                    os.killpg(process.pid, 9)
                except ProcessLookupError:
                    pass
                process.wait()
            if failures:
                for file in sorted(folder.glob("*.out")):
                    print(f"-- {file.name}", file.read_text()[-1500:], sep="\n")
    print("CLUB.md, step by step, " + (f"FAILED: {len(failures)}" if failures else "passed"))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
