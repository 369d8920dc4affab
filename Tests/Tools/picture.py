#!/usr/bin/env python3
"""picture.py PROGRAM OUT.svg [ARGUMENTS]: a picture of the demonstration, made from the real terminal.

Runs PROGRAM demo (or with ARGUMENTS) on a pseudo-terminal of 80 columns, follows what it writes as a terminal would, and draws
the screen as it stands at the end. Needs nothing outside the standard library of Python 3.9+.
"""

import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import fcntl
import termios

COLUMNS, ROWS = 80, 48
COLORS = {"31": "#ff6b6b", "33": "#ffd166", "1": "#ffffff"}


class Screen:
    """What a terminal shows of the bytes that programs of this kind send: text, CR, LF, backspace and colours."""

    def __init__(self):
        self.lines, self.column, self.style = [[]], 0, ""

    def feed(self, text):
        for part in re.split(r"(\x1b\[[0-9;]*m)", text):
            if part.startswith("\x1b["):
                self.style = part[2:-1] if part[2:-1] != "0" else ""
                continue
            for character in part:
                self.put(character)

    def put(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self.lines.append([])
            self.column = 0
        elif character == "\b":
            self.column = max(0, self.column - 1)
        elif character >= " ":
            line = self.lines[-1]
            line += [(" ", "")] * (self.column + 1 - len(line))
            line[self.column] = (character, self.style)
            self.column += 1

    def rows(self):
        rows = [line[: max((i + 1 for i, (c, _) in enumerate(line) if c != " "), default=0)] for line in self.lines]
        while rows and not rows[-1]:
            rows.pop()
        return rows


def run(arguments):
    """The screen at the end of a program that runs by itself: it has a terminal to write to, and none to read from."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    environment = dict(os.environ, TERM="xterm-256color")
    process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=slave, stderr=slave, env=environment)
    os.close(slave)
    screen, rest = Screen(), b""
    while True:
        try:
            data = os.read(master, 4096)
        except OSError:
            break
        if not data:
            break
        rest += data
        text = rest.decode("utf-8", "ignore")
        # A sequence that is not complete waits for its end.
        keep = re.search(r"\x1b(\[[0-9;]*)?$", text)
        if keep:
            rest = text[keep.start() :].encode()
            text = text[: keep.start()]
        else:
            rest = b""
        screen.feed(text)
    if process.wait() != 0:
        sys.exit(f"{arguments[0]} ended with status {process.returncode}")
    return screen.rows()


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def svg(rows):
    width, height = 20 + COLUMNS * 8, 20 + len(rows) * 17
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        '<rect width="100%" height="100%" rx="6" fill="#1d1f21"/>',
        '<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13.3" fill="#c5c8c6" xml:space="preserve">',
    ]
    for index, row in enumerate(rows):
        spans, at = [], 0
        while at < len(row):
            end = at
            while end < len(row) and row[end][1] == row[at][1]:
                end += 1
            text = escape("".join(character for character, _ in row[at:end]))
            color = COLORS.get(row[at][1])
            spans.append(f'<tspan fill="{color}">{text}</tspan>' if color else text)
            at = end
        line = "".join(spans)
        length = f' textLength="{len(row) * 8}" lengthAdjust="spacingAndGlyphs"' if row else ""
        out.append(f'<text x="10" y="{25 + index * 17 - 1}"{length}>{line}</text>')
    return "\n".join([*out, "</g>", "</svg>", ""])


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    rows = run([sys.argv[1], *(sys.argv[3:] or ["demo"])])
    pathlib.Path(sys.argv[2]).write_text(svg(rows))
