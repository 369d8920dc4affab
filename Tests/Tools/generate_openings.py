#!/usr/bin/env python3
"""Writes Sources/Chess/Tables/include/openings.txt from the tables of lichess-org/chess-openings (CC0).

Usage: generate_openings.py DIRECTORY_WITH_TSV_FILES > Sources/Chess/Tables/include/openings.txt

Each table has the columns eco, name and pgn. chess_tables.h describes the output format. Needs the PyPI package "chess".
"""

import pathlib
import sys

import chess


def main():
    openings = []
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.tsv")):
        for row in path.read_text(encoding="utf-8").splitlines()[1:]:
            eco, name, pgn = row.split("\t")
            board = chess.Board()
            for word in pgn.split():
                if not word.endswith("."):
                    board.push_san(word)
            openings.append(([move.uci() for move in board.move_stack], eco, name))
    openings.sort()
    previous = []
    for moves, eco, name in openings:
        shared = 0
        while shared < min(len(moves), len(previous)) and moves[shared] == previous[shared]:
            shared += 1
        assert all(len(move) == 4 for move in moves), "promotions need another form"
        print(f"{shared:02}{''.join(moves[shared:])} {eco}{name}")
        previous = moves


if __name__ == "__main__":
    main()
