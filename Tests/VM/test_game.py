"""A whole game by voice on a simulated board: a button, a microphone, a serial cable, and a record on a disk."""

import json
import subprocess

import test_appliance

CONFIGURATION = """
microphone: {device: "hw:CARD=Microphone,DEV=1"}
console: {device: /dev/ttyS1, format: jsonl}
record: {directory: /tmp/record}
# The board is several times slower than a real one, and so is its player.
question: {patience: 60 s}
"""
# Smothered mate in the Budapest Gambit (Kieninger's trap).
MOVES = "d4 Nf6 c4 e5 dxe5 Ng4 Nf3 Nc6 Bf4 Bb4+ Nbd2 Qe7 a3 Ngxe5 axb4 Nd3#".split()
MATE = "r1b1k2r/ppppqppp/2n5/8/1PP2B2/3n1N2/1P1NPPPP/R2QKB1R w KQkq - 1 9"


def movetext(moves, result):
    """A game's moves in PGN."""
    numbered = [san if index % 2 else f"{index // 2 + 1}. {san}" for index, san in enumerate(moves)]
    return " ".join([*numbered, result])


class GameTests(test_appliance.ApplianceTestCase):
    def setUp(self):
        (self.board.out / "config.yaml").write_text(CONFIGURATION)
        self.board.shell("rm -rf /tmp/record")
        self.began = len(self.board.console.text)
        self.addCleanup(self.end)

    def test_a_game_is_played_by_voice(self):
        game = self.start_game()
        self.assertEqual((game["moves"], game["turn"]), ([], "white"))

        [opening] = self.say("play the budapest gambit")
        self.assertEqual(opening["moves"], ["1. d4", "1... Nf6", "2. c4", "2... e5"])
        self.assertIn("Budapest", opening["opening"])
        self.plays("pawn takes e five", "dxe5", "d4e5")
        self.plays("knight to g four", "Ng4", "f6g4")
        self.plays("knight to f three", "Nf3", "g1f3")
        self.plays("knight to c six", "Nc6", "b8c6")

        # A bishop is in the way; later, when it is gone, the same sound is a move.
        [refused] = self.say("castle short")
        self.assertEqual(refused["type"], "refused", refused)
        self.board.console.send("O-O\r")
        self.assertEqual(self.line("refused")["code"], "not_legal")
        [refused] = self.say("queen to h five")
        self.assertEqual((refused["type"], refused["code"]), ("refused", "not_legal"), refused)
        self.assertEqual(refused["text"], "queen to h five")
        self.assertEqual(self.record(), movetext(MOVES[:8], "*"))
        self.plays("bishop to f four", "Bf4", "c1f4")
        self.assertTrue(self.plays("bishop to b four check", "Bb4+", "f8b4")["check"])

        self.asks("knight to d two", ["b1d2", "f3d2"])
        before = self.plays("the first one", "Nbd2", "b1d2")

        self.plays("castle short", "O-O", "e8g8")
        [command, game] = self.say("take that back")
        self.assertEqual((command["type"], command["command"]), ("command", "undo"))
        self.assertEqual((game["type"], game["fen"]), ("game", before["fen"]))
        self.assertEqual(game["moves"], MOVES[:11])

        # Killed as soon as the console shows the move.
        self.speak("queen to e seven")
        shown = self.line("result")
        self.board.shell("kill -KILL $service; wait $service", check=False)
        self.assertEqual((shown["san"], shown["uci"]), ("Qe7", "d8e7"))
        self.assertEqual(self.record(), movetext(MOVES[:12], "*"))
        game = self.start_game()
        self.assertEqual((game["fen"], game["moves"]), (shown["fen"], MOVES[:12]))

        self.plays("pawn to alpha three", "a3", "a2a3")
        self.asks("knight takes e five", ["g4e5", "c6e5"])
        self.plays("knight golf", "Ngxe5", "g4e5")
        self.plays("pawn takes bishop", "axb4", "a3b4")
        [mate, game] = self.say("knight to d three mate")
        self.assertEqual((mate["san"], mate["uci"], mate["fen"]), ("Nd3#", "e5d3", MATE))
        self.assertTrue(mate["mate"])
        self.assertEqual((game["type"], game["result"], game["moves"]), ("game", "0-1", MOVES))
        self.assertEqual(self.record(), movetext(MOVES, "0-1"))
        self.assertEqual(self.record("games/*.pgn"), movetext(MOVES, "0-1"))

    def test_the_language_is_changed_by_voice(self):
        self.start_game()
        self.board.console.send("e4\r")
        self.line("result", san="e4")
        [question] = self.say("speak german")
        self.assertEqual((question["type"], question["command"]), ("ask", "speak-de"), question)
        self.speak("yes")
        self.line("command", command="speak-de")
        self.line("hello", locale="de_DE")
        [game] = self.answer()
        self.assertEqual(game["moves"], ["e4"])
        # Button and microphone are there again.
        self.speak("silence")
        self.answer()
        self.board.console.send("springer f sechs\r")
        self.line("result", san="Nf6")

    def start_game(self):
        """Starts the service; returns the game that it reports."""
        self.board.console.forget()
        self.board.shell(f"{test_appliance.PROGRAM} run --config /run/out/config.yaml >>/run/out/log 2>&1 & service=$!")
        [game] = self.answer()
        self.assertEqual(game["type"], "game")
        return game

    def speak(self, words):
        """Says `words` between two pushes of the button."""
        clip = words.replace(" ", "-") + ".wav"
        subprocess.run(["flite", "-voice", "slt", "-t", words, "-o", self.board.out / clip], check=True)
        self.board.shell("push 17 .2")
        self.line("recording", recording=True)
        self.board.shell(f"say /run/out/{clip} && push 17 .2")
        self.line("recording", recording=False)

    def answer(self):
        """The console's lines until the button can be pressed again, without fleeting ones."""
        lines = []
        while True:
            line = json.loads(self.board.console.expect(r"^(\{.*\})\r\n").group(1))
            if line["type"] == "available" and line["available"]:
                return lines
            if line["type"] not in ("hello", "available", "partial"):
                lines.append(line)

    def say(self, words):
        """Says `words`; returns what the console answers."""
        self.speak(words)
        return self.answer()

    def plays(self, words, san, uci):
        """Says `words`, which must be recognized as this move; returns its line."""
        [line] = self.say(words)
        self.assertEqual((line["type"], line.get("san"), line.get("uci")), ("result", san, uci), line)
        return line

    def asks(self, words, moves):
        """Says `words`, which must lead to a question about `moves`, by their UCI."""
        [line] = self.say(words)
        self.assertEqual((line["type"], line.get("moves")), ("ask", moves), line)

    def record(self, file="current.pgn"):
        """The moves and the result in a file of the record, on one line."""
        tags, _, moves = self.board.shell(f"cat /tmp/record/{file}").strip().partition("\n\n")
        self.assertTrue(tags.startswith("[Event "), tags)
        return " ".join(moves.split())
