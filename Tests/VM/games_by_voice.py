"""Whole games by voice on a simulated board, from the first move to mate: two people in turn, one against Stockfish, one who only
uses the button, the lights and the spoken answers, and one who presses nothing."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import time
import unittest

import test_game

CONFIGURATION = """
microphone: {device: "hw:CARD=Microphone,DEV=1"}
console: {device: /dev/ttyS1, format: jsonl}
record: {directory: /tmp/record-%s}
question: {patience: 60 s}
"""
# The players' words and their moves.
LEGALS_MATE = [
    ("e four", "e4"), ("e five", "e5"), ("knight f three", "Nf3"), ("d six", "d6"), ("bishop c four", "Bc4"),
    ("bishop g four", "Bg4"), ("knight c three", "Nc3"), ("g six", "g6"), ("knight takes e five", "Nxe5"),
    ("bishop takes d one", "Bxd1"), ("bishop takes f seven check", "Bxf7+"), ("king e seven", "Ke7"),
    ("knight d five mate", "Nd5#"),
]  # fmt: skip
FOOLS_MATE = [("f three", "f3"), ("e five", "e5"), ("g four", "g4"), ("queen h four mate", "Qh4#")]


class PlayerTests(test_game.GameTests):
    """The helpers of the other game, whose own test runs with that game."""

    test_a_game_is_played_by_voice = None
    voice = "slt"

    def configure(self, name, text=""):
        (self.board.out / "config.yaml").write_text(CONFIGURATION % name + text)

    def transcript(self, name):
        """Keeps the console's output, if requested."""
        folder = os.environ.get("SPOKENMOVE_TRANSCRIPTS")
        if folder:
            text = self.board.console.text[self.began :]
            (pathlib.Path(folder) / f"{name}.txt").write_text(text.replace("\r\n", "\n"))

    def speak(self, words):
        clip = f"{self.voice}-{words.replace(' ', '-')}.wav"
        subprocess.run(["flite", "-voice", self.voice, "-t", words, "-o", self.board.out / clip], check=True)
        self.board.shell("push 17 .2")
        self.line("recording", recording=True)
        self.board.shell(f"say /run/out/{clip} && push 17 .2")
        self.line("recording", recording=False)

    def plays_said(self, words, san):
        """Says a move until it is played, at most three times, like a person; answers questions."""
        tries, slow = 0, 0
        while tries < 3 and slow < 8:
            lines = self.say(words)
            # Repeats words that took a busy machine too long.
            if lines[0]["type"] == "error":
                slow += 1
                continue
            tries += 1
            if lines[0]["type"] == "ask":
                self.board.console.send(san + "\r")
                lines = [self.line("result")]
                if lines[0]["mate"]:
                    lines.append(self.line("game"))
            if lines[0]["type"] == "result":
                break
        self.assertEqual((lines[0]["type"], lines[0].get("san")), ("result", san), lines)
        return lines

    def test_two_people_play_by_turns(self):
        self.configure("two")
        self.start_game()
        for index, (words, san) in enumerate(LEGALS_MATE):
            self.voice = ("slt", "rms")[index % 2]
            lines = self.plays_said(words, san)
        self.assertTrue(lines[0]["mate"])
        self.assertEqual(lines[1]["result"], "1-0")
        self.assertIn("Nd5# 1-0", self.board.shell("cat /tmp/record-two/current.pgn"))
        self.transcript("two-people")

    @unittest.skipUnless(shutil.which("stockfish", path="/usr/games:/usr/bin"), "needs stockfish")
    def test_one_plays_against_stockfish(self):
        self.configure("engine", "opponent: {engine: stockfish, level: 8, time: 300 ms}\n")
        self.start_game()
        # This loses soon; after that, it plays the engine's hints.
        wanted = [("f three", "f3"), ("g four", "g4")]
        for _ in range(60):
            if wanted:
                words, san = wanted.pop(0)
            else:
                self.board.console.send("moves\r")
                san = self.line("command")["lines"][0]
                words = self.words(san)
            lines = self.plays_said(words, san)
            if not any(line.get("result") not in (None, "*") for line in lines):
                reply = self.line("result", timeout=60)
                self.assertTrue(reply["opponent"].startswith("Stockfish"), reply)
                if not reply["mate"]:
                    continue
            break
        self.assertTrue(reply["mate"], reply)
        self.assertIn('[Black "Stockfish', self.board.shell("cat /tmp/record-engine/current.pgn"))
        self.transcript("stockfish")

    def words(self, san):
        """The words for a move in SAN."""
        names = dict(N="knight", B="bishop", R="rook", Q="queen", K="king", x="takes", **{"+": "check", "#": "mate"})
        names |= dict(zip("12345678", "one two three four five six seven eight".split()))
        return " ".join(names.get(letter, letter) for letter in san)

    def test_one_plays_with_lights_and_speech_alone(self):
        # Records the text for espeak-ng on its way.
        program = self.board.out / "speak"
        program.write_text('#!/bin/sh\nfor last; do :; done\necho "$last" >>/tmp/spoken\nexec espeak-ng "$@"\n')
        program.chmod(0o755)
        self.configure(
            "speech",
            'sounds: speech\nspeech: {program: /tmp/speak}\nloudspeaker: {device: "hw:CARD=Microphone,DEV=1"}\n'
            # It takes some seconds until the speech begins here.
            "button: {mode: once}\nrecording: {patience: 20 s}\n",
        )
        self.board.shell("rm -f /tmp/spoken; cp /run/out/speak /tmp/speak; chmod 755 /tmp/speak; levels_clear")
        self.board.shell(f"{test_game.test_appliance.PROGRAM} run --config /run/out/config.yaml >>/run/out/log 2>&1 & service=$!")
        self.hears("Ready")
        for index, (words, san) in enumerate(FOOLS_MATE):
            self.moves(words, self.words(san).replace("mate", "checkmate"))
            # One long green for a move.
            if index == 0:
                self.assertGreater(self.longest(27), 1.0)
                self.assertLess(self.longest(27), 2.0)
        self.hears("black wins")
        self.transcript("lights-and-speech")
        folder = os.environ.get("SPOKENMOVE_TRANSCRIPTS")
        if folder:
            (pathlib.Path(folder) / "spoken.txt").write_text(self.spoken())

    def test_one_plays_without_a_press(self):
        self.configure("by-name", "recording: {start: name}\n")
        self.start_game()
        self.line("listening", listening=True, name="chessboard")
        # Speech to somebody else is ignored.
        self.says("he takes the pawn", "slt")
        self.board.console.stays_without(r'"type":"(recording|partial|result|refused|ask)"', 15)
        for index, (words, san) in enumerate(FOOLS_MATE):
            self.plays_by_name(words, san, ("rms", "slt")[index % 2])
        self.line("game", result="0-1")
        self.assertIn("Qh4# 0-1", self.board.shell("cat /tmp/record-by-name/current.pgn"))
        shown = self.board.console.text[self.began :].splitlines()
        lines = [json.loads(line) for line in shown if line.startswith("{")]
        played = [(line["san"], line["source"]) for line in lines if line["type"] == "result"]
        self.assertEqual(played, [(san, "voice") for _, san in FOOLS_MATE])
        self.transcript("without-a-press")

    def plays_by_name(self, words, san, voice):
        """Says the name and a move in one breath until it is played, at most three times, like a person."""
        for _ in range(3):
            self.says(f"chessboard, {words}", voice)
            try:
                self.assertEqual(self.line("result", timeout=40)["san"], san)
                return
            except AssertionError as error:
                missed = error
        raise missed

    def says(self, words, voice):
        clip = f"{voice}-{re.sub('[ ,]+', '-', words)}.wav"
        subprocess.run(["flite", "-voice", voice, "-t", words, "-o", self.board.out / clip], check=True)
        self.board.shell(f"say /run/out/{clip}")

    def moves(self, words, expected):
        """Presses once, says a move, and waits until it is repeated."""
        for _ in range(8):
            before = self.spoken().lower().count("\n")
            clip = f"once-{words.replace(' ', '-')}.wav"
            subprocess.run(["flite", "-voice", "slt", "-t", words, "-o", self.board.out / clip], check=True)
            self.board.shell("levels_clear; push 17 .2; wait_until capturing")
            # Nothing sounds while the microphone is open. In this order, because sounds come after it is closed.
            quiet = "! { sounding && capturing; }"
            self.board.shell(f"{quiet} && say /run/out/{clip}; {quiet}")
            deadline = time.monotonic() + 90
            while time.monotonic() < deadline:
                heard = self.spoken().lower().split("\n")[before:]
                told = [re.sub("[^a-z ]", "", line).strip() for line in heard]
                if expected in told:
                    return
                if any("not " in line for line in told):
                    break
                asked = next((line for line in heard if "which move" in line), None)
                if asked:
                    # The question lists the moves in order, each with its number.
                    choices = [re.sub("[^a-z ]", "", choice).strip() for choice in asked.split("?")[1].split(",")]
                    words = ("the first one", "the second one", "the third one")[choices.index(expected)]
                    break
                time.sleep(0.5)
        self.fail(f"{expected} was not told back: {self.spoken()}")

    def spoken(self):
        return self.board.shell("cat /tmp/spoken 2>/dev/null", check=False)

    def hears(self, words):
        deadline = time.monotonic() + 60
        while words not in self.spoken():
            self.assertLess(time.monotonic(), deadline, self.spoken())
            time.sleep(0.5)

    def longest(self, line):
        """The longest time that a light was on, in seconds."""
        time.sleep(2)
        changes = self.levels(line)
        return max((end[0] - on[0] for on, end in zip(changes, changes[1:]) if on[1]), default=0)


if __name__ == "__main__":
    unittest.main()
