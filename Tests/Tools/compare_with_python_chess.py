#!/usr/bin/env python3
"""Compares the rules of chess with python-chess (PyPI package "chess").

Usage: compare_with_python_chess.py BENCHMARK_CHESS [--positions N] [--seed S]

BENCHMARK_CHESS is the built executable benchmark-chess. It plays games, at random or by a greedy player that captures
and checks when it can, and gives each position to both libraries. They must agree on the legal moves in UCI and SAN, the FEN
after each, the effect of a move, and whether the game is over. Both or neither must refuse a broken FEN, and both must read
PGN games with comments, glyphs and variations alike. Exits with 1 at any difference.
"""

import argparse
import io
import random
import subprocess
import sys

import chess
import chess.pgn

VALUES = {None: 0, 1: 1, 2: 3, 3: 3, 4: 5, 5: 9, 6: 0}
STARTS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    # Many queens and knights: the hardest disambiguation.
    "8/PPPPPPPP/8/k7/7K/8/pppppppp/8 w - - 0 1",
    "1N2k1N1/8/N5N1/8/2N3N1/8/N3K1N1/8 w - - 0 1",
    # Two pawns shield their king along the rank: en passant is not legal.
    "8/8/8/8/1k1Pp2Q/8/8/4K3 b - d3 0 1",
]


def play(rng, length):
    """A game of `length` half moves at most: random, or greedy for material and checks."""
    start = chess.STARTING_FEN if rng.random() < 0.7 else rng.choice(STARTS)
    board = chess.Board(start)
    greedy = rng.random() < 0.5
    while len(board.move_stack) < length and not board.is_game_over():
        moves = list(board.legal_moves)
        if greedy and rng.random() < 0.8:
            def worth(move):
                taken = board.piece_type_at(move.to_square)
                lost = VALUES[board.piece_type_at(move.from_square)]
                guarded = board.is_attacked_by(not board.turn, move.to_square)
                return (VALUES[taken] + VALUES[move.promotion] - (lost if guarded else 0)
                        + (0.5 if board.gives_check(move) else 0) + rng.random())
            board.push(max(moves, key=worth))
        else:
            board.push(rng.choice(moves))
    return board


def ask(executable, mode, text):
    done = subprocess.run([executable, mode], input=text, capture_output=True, text=True, check=True)
    return done.stdout


def flags(board):
    return (("+" if board.is_check() else "") + ("#" if board.is_checkmate() else "")
            + ("=" if board.is_stalemate() else "")
            + ("i" if board.is_insufficient_material() else ""))


def answer(board):
    """The executable's expected answer to a position, except for the order of moves."""
    moves = set()
    for move in board.legal_moves:
        san = board.san(move)
        does = ("x" if board.is_capture(move) else "") + ("e" if board.is_en_passant(move) else "")
        does += "k" if board.is_kingside_castling(move) else ""
        does += "q" if board.is_queenside_castling(move) else ""
        board.push(move)
        does += ("+" if board.is_check() else "") + ("#" if board.is_checkmate() else "")
        moves.add(f"{move.uci()},{san},{board.fen()},{does}")
        board.pop()
    return board.fen(), flags(board), moves


def compare_positions(executable, rng, count):
    fens, seen = [], set()
    while len(fens) < count:
        board = play(rng, rng.choice([20, 60, 120, 250]))
        replay = board.root()
        for move in board.move_stack + [None]:
            if replay.fen() not in seen:
                seen.add(replay.fen())
                fens.append(replay.fen())
            if move:
                replay.push(move)
    fens = fens[:count]
    lines = ask(executable, "positions", "\n".join(fens) + "\n").splitlines()
    wrong = 0 if len(lines) == len(fens) else 1
    moves = 0
    for fen, line in zip(fens, lines):
        expected = answer(chess.Board(fen))
        fields = line.split("\t")
        if fields[0] != "ok":
            got = line
        else:
            # python-chess does not detect a dead position by blocked pawns.
            got = (fields[1], fields[2].replace("d", ""), set(filter(None, fields[3].split(";"))))
            if "i" in fields[2] and "d" not in fields[2]:
                wrong += 1
                print(f"{fen}: insufficient material, but not dead")
        moves += len(expected[2])
        if got != expected:
            wrong += 1
            print(f"{fen}\n  python-chess {expected}\n  this package {got}")
    print(f"positions: {len(fens)}, legal moves: {moves}, wrong: {wrong}")
    return wrong


def mutate(rng, fen):
    """A FEN with a change that may make it invalid."""
    fields = fen.split(" ")
    kind = rng.randrange(6)
    if kind == 0:
        place = rng.randrange(len(fields[0]))
        fields[0] = fields[0][:place] + rng.choice("PNBRQKpnbrqk12345678/x") + fields[0][place + 1:]
    elif kind == 1:
        place = rng.randrange(len(fields[0]))
        fields[0] = fields[0][:place] + fields[0][place + 1:]
    elif kind == 2:
        fields[1] = rng.choice(["w", "b", "x", "W"])
    elif kind == 3:
        fields[2] = "".join(letter for letter in "KQkq" if rng.random() < 0.5) or "-"
    elif kind == 4:
        fields[3] = rng.choice(["-", "e9", rng.choice("abcdefgh") + rng.choice("36"),
                                rng.choice("abcdefgh") + rng.choice("12345678")])
    else:
        board = chess.Board(fen)
        for _ in range(rng.randrange(1, 4)):
            piece = chess.Piece(rng.choice([1, 2, 3, 4, 5, 5, 6]), rng.random() < 0.5)
            board.set_piece_at(rng.randrange(64), piece)
        fields[0] = board.board_fen()
    return " ".join(fields)


def has_rooks_at_home(board, fen):
    """Whether each right has its king and rook; python-chess drops some that have not, instead of refusing them."""
    for letter in fen.split(" ")[2].replace("-", ""):
        white = letter.isupper()
        rank = "1" if white else "8"
        corner = ("h" if letter in "Kk" else "a") + rank
        if (board.piece_at(chess.parse_square("e" + rank)) != chess.Piece(chess.KING, white)
                or board.piece_at(chess.parse_square(corner)) != chess.Piece(chess.ROOK, white)):
            return False
    return True


def compare_fens(executable, rng, count):
    fens = []
    while len(fens) < count:
        board = play(rng, rng.randrange(1, 80))
        fens += [mutate(rng, board.fen(en_passant="fen")) for _ in range(40)]
    lines = ask(executable, "positions", "\n".join(fens) + "\n").splitlines()
    wrong = 0 if len(lines) == len(fens) else 1
    valid = 0
    for fen, line in zip(fens, lines):
        try:
            board = chess.Board(fen)
            expected = board.fen() if board.is_valid() and has_rooks_at_home(board, fen) else None
        except ValueError:
            expected = None
        fields = line.split("\t")
        got = fields[1] if fields[0] == "ok" else None
        valid += expected is not None
        if got != expected:
            wrong += 1
            print(f"FEN {fen}\n  python-chess {expected}\n  this package {line[:200]}")
    print(f"changed FENs: {len(fens)}, valid: {valid}, wrong: {wrong}")
    return wrong


def shuffle(rng, length):
    """A game that goes back and forth, for repetitions and the move counters."""
    board = chess.Board()
    while len(board.move_stack) < length and not board.is_game_over():
        quiet = [move for move in board.legal_moves if not board.is_zeroing(move)]
        back = [move for move in quiet if len(board.move_stack) > 1
                and move.from_square == board.move_stack[-2].to_square
                and move.to_square == board.move_stack[-2].from_square]
        moves = back if back and rng.random() < 0.6 else quiet or list(board.legal_moves)
        board.push(rng.choice(moves))
    return board


def compare_games(executable, rng, count):
    boards = []
    while len(boards) < count:
        board = shuffle(rng, rng.choice([30, 160, 400])) if rng.random() < 0.5 else play(rng, 300)
        if board.root().fen() == chess.STARTING_FEN:
            boards.append(board)
    text = "".join(" ".join(move.uci() for move in board.move_stack) + "\n" for board in boards)
    lines = ask(executable, "games", text).splitlines()
    wrong = 0 if len(lines) == len(boards) else 1
    ends = {}
    for board, line in zip(boards, lines):
        outcome = board.outcome()
        repetitions = max(n for n in range(1, 8) if board.is_repetition(n))
        claims = []
        if outcome is None:
            claims += ["threefold repetition"] if board.is_repetition(3) else []
            claims += ["fifty-move rule"] if board.is_fifty_moves() else []
        reason = outcome.termination.name if outcome else ""
        ends[reason] = ends.get(reason, 0) + 1
        said = {"": "", "CHECKMATE": "checkmate", "STALEMATE": "draw by stalemate",
                "INSUFFICIENT_MATERIAL": "draw by dead position",
                "SEVENTYFIVE_MOVES": "draw by the seventy-five-move rule",
                "FIVEFOLD_REPETITION": "draw by fivefold repetition"}[reason]
        expected = [board.fen(), outcome.result() if outcome else "*", said, str(repetitions),
                    ",".join(claims)]
        got = line.split("\t")[1:]
        if len(got) == 5:
            got[2] = got[2].split(",")[0]
        if got != expected:
            wrong += 1
            print(f"game {board.move_stack}\n  python-chess {expected}\n  this package {line}")
    print(f"games: {len(boards)}, ends: {ends}, wrong: {wrong}")
    return wrong


def annotated(rng):
    """A game with comments, glyphs and nested variations, and its expected contents after reading."""
    board = play(rng, rng.choice([0, 1, 10, 80]))
    game = chess.pgn.Game.from_board(board)
    # python-chess neither writes nor reads the standard's escapes, so no quotes here.
    game.headers["White"] = rng.choice(["Grünfeld, Ernst", "Carlsen, M.", "?"])
    game.headers["Annotator"] = "none"
    result = board.result()
    if result != "*":
        game.headers["Termination"] = "normal"
    game.headers["Result"] = result if result != "*" else rng.choice(["*", "1-0", "1/2-1/2"])
    words = ["good", "a (b) c", "[%clk 0:01:02]", "1. e4 is better", "; no", "$5", "ende", "é"]
    node = game
    while node.variations:
        if rng.random() < 0.2:
            for move in list(node.board().legal_moves)[:2]:
                if move not in node:
                    line = node.add_variation(move, comment=rng.choice(words), nags={rng.randrange(140)})
                    replies = list(line.board().legal_moves)
                    if replies:
                        line.add_variation(replies[0])
                        if len(replies) > 1:
                            line.add_variation(replies[1], comment="nested")
        node = node.variations[0]
        if rng.random() < 0.2:
            node.comment = " ".join(rng.choices(words, k=rng.randrange(1, 30)))
        if rng.random() < 0.2:
            node.nags.add(rng.randrange(1, 140))
    return game


def mainline(game):
    return (dict(game.headers), game.board().fen(),
            [(node.move, " ".join(node.comment.split()), node.nags) for node in game.mainline()])


def compare_pgn(executable, rng, count):
    games = [annotated(rng) for _ in range(count)]
    out = ask(executable, "pgn", "\n\n".join(str(game) for game in games) + "\n")
    long = [line for line in out.splitlines() if len(line) > 79 and not line.startswith("[")]
    wrong = len(long)
    for line in long:
        print(f"longer than 79: {line}")
    text = io.StringIO(out)
    for game in games:
        again = chess.pgn.read_game(text)
        expected, got = mainline(game), again and mainline(again)
        for headers in (expected[0], got[0] if got else {}):
            headers.pop("SetUp", None)
        if got is None or again.errors or expected != got:
            wrong += 1
            print(f"PGN\n{game}\n  python-chess {expected}\n  this package {got}")
    if chess.pgn.read_game(text) is not None:
        wrong += 1
        print("more games came out than went in")
    print(f"games in PGN: {len(games)}, wrong: {wrong}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("executable", help="the built benchmark-chess")
    parser.add_argument("--positions", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    wrong = compare_positions(arguments.executable, rng, arguments.positions)
    wrong += compare_fens(arguments.executable, rng, arguments.positions)
    wrong += compare_games(arguments.executable, rng, arguments.positions // 50)
    wrong += compare_pgn(arguments.executable, rng, arguments.positions // 50)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
