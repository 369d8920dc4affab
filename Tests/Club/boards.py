"""Simulated boards: sockets like the appliance's, on which a recorded game is played."""
import json
import pathlib
import random
import selectors
import socket
import time

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MOVES = [
    (line.split(" ", 2)[0], line.split(" ", 2)[1], line.split(" ", 2)[2])
    for line in (pathlib.Path(__file__).parent / "moves").read_text().splitlines()
]


def line(type, **members):
    now = time.time()
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now % 1 * 1000):03}Z"
    return (json.dumps({"type": type, "time": stamp, "monotonic": 1, **members}) + "\n").encode()


class Board:
    """One appliance. Plays a move every `interval` seconds, starting with the game's move `begin`."""

    def __init__(self, name, folder, interval, begin, rng):
        self.name, self.interval, self.index = name, interval, begin
        self.path = str(folder / "console.sock")
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen(8)
        self.listener.setblocking(False)
        self.programs, self.commands = [], []
        self.next = time.monotonic() + rng.random() * interval
        # The moves played: notation and time.
        self.played = [(san, None) for _, san, _ in MOVES[:begin]]
        self.ended = 0

    @property
    def game(self):
        played = MOVES[:self.index]
        return {
            "fen": played[-1][2] if played else START,
            "turn": "white" if self.index % 2 == 0 else "black", "result": "*", "reason": None,
            "moves": [san for _, san, _ in played], "moves_san": [san for _, san, _ in played],
            "moves_uci": [uci for uci, _, _ in played], "opening": None, "eco": None}

    def greet(self):
        program, _ = self.listener.accept()
        self.programs.append(program)
        self.say(line(
            "hello", protocol=1, program="spokenmove", version="0", available=True, state="available",
            recording=False, locale="en_US", player=None, position=self.game["fen"],
            game={**self.game, "players": None, "ask": None}), [program])
        return program

    def say(self, text, programs=None):
        for program in list(programs or self.programs):
            try:
                program.sendall(text)
            except OSError:
                self.programs.remove(program)

    def play(self):
        self.next += self.interval
        if self.index == len(MOVES):
            self.say(line("game", **{**self.game, "result": "1/2-1/2", "reason": "draw by agreement"}))
            self.ended += 1
            self.index = 0
            self.say(line("game", **self.game))
            return
        uci, san, fen = MOVES[self.index]
        self.index += 1
        self.played.append((san, time.monotonic()))
        self.say(line(
            "result", text=san, confidence=0.9, san=san, uci=uci, number=(self.index + 1) // 2,
            color="white" if self.index % 2 == 1 else "black", fen=fen, check="+" in san, mate=False,
            draw=False, opening=None, eco=None, source="voice"))


class Hall:
    """All boards of a hall, played by one thread."""

    def __init__(self, folder, names, interval, seed=1):
        rng = random.Random(seed)
        self.boards, self.selector = [], selectors.DefaultSelector()
        self.commands = []
        for number, name in enumerate(names):
            (folder / name).mkdir()
            # Every tenth board is near the end of its game, and plays another.
            begin = len(MOVES) - 5 if number % 10 == 9 else 0
            board = Board(name, folder / name, interval, begin, rng)
            self.boards.append(board)
            self.selector.register(board.listener, selectors.EVENT_READ, board.greet)

    def hear(self, program):
        """Answers a command; drops a program that has disconnected."""
        try:
            command = program.recv(1024)
        except OSError:
            command = b""
        if command:
            self.commands.append(json.loads(command))
            program.sendall(line("available", available=True, answers=self.commands[-1]["id"]))
        else:
            self.selector.unregister(program)

    def run(self, until, playing=True):
        """Plays, or only greets programs, until this time."""
        while (now := time.monotonic()) < until:
            due = min((board.next for board in self.boards), default=until) if playing else until
            for key, _ in self.selector.select(max(0, min(due, until) - now)):
                program = key.data()
                if program:
                    self.selector.register(
                        program, selectors.EVENT_READ, lambda program=program: self.hear(program))
            if playing:
                now = time.monotonic()
                for board in self.boards:
                    if board.next <= now:
                        board.play()
