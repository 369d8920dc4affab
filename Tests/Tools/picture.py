#!/usr/bin/env python3
"""picture.py PROGRAM OUT.svg: an animated picture of the demonstration, made from a real run.

Runs "PROGRAM demo" on a pseudo-terminal, interprets its output like a terminal, and notes when each line, each partial
result, each board and each change of the lights appeared. The picture shows them at these times, except that every result
stays for PAUSE seconds more, to be read. It has no script: CSS moves it, and a reader who wants less motion sees the end.
Needs nothing outside the standard library of Python 3.9+.
"""

import fcntl
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import termios
import time
from xml.sax.saxutils import escape

COLUMNS, ROWS = 64, 30
ADVANCE, LEADING, SIZE = 7.8, 19, 13  # px a character, px a line, the font's size
PAUSE, END = 1.4, 4.0  # s after each result, and at the end
SQUARE = 30
# When a light of each sign changes, in s, beginning with the first state; the last row is where it begins again.
SIGNS = {"*": (True, [], None), " ": (False, [], None), "~": (True, [1.0], 2.0), "+": (True, [1.2], None),
         "-": (True, [0.15, 0.3, 0.45, 0.6, 0.75], None), "?": (True, [0.5], 1.0)}
STATUS = re.compile(r"^\((.)\) available  \((.)\) recording(?:  (.*))?$")
RANK = re.compile(r"^[1-8] [ (](?:[a-zA-Z.][ ()]){7}[a-zA-Z.]\)?$")


class Screen:
    """A terminal's screen for text, CR, LF and backspace, with as many lines as necessary."""

    def __init__(self):
        self.lines, self.column = [[]], 0

    def feed(self, text):
        for character in re.sub(r"\x1b\[[0-9;]*[mK]", "", text):
            if character == "\r":
                self.column = 0
            elif character == "\n":
                self.lines.append([])
            elif character == "\b":
                self.column = max(0, self.column - 1)
            else:
                line = self.lines[-1]
                line.extend(" " * (self.column + 1 - len(line)))
                line[self.column] = character
                self.column += 1

    def texts(self):
        return ["".join(line).rstrip() for line in self.lines]


def record(command):
    """COMMAND's output to a terminal, in parts, each with its time in s."""
    end, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    environment = {**os.environ, "TERM": "dumb", "LC_ALL": "C.UTF-8"}
    program = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal, env=environment)
    os.close(terminal)
    parts, start = [], time.monotonic()
    while True:
        try:
            data = os.read(end, 65536)
        except OSError:
            break
        if not data:
            break
        parts.append((time.monotonic() - start, data.decode()))
    if program.wait() != 0:
        sys.exit(f"{command[0]} failed: {''.join(text for _, text in parts)}")
    return parts


class Film:
    """The events with their times: log lines, partial results, boards, and the lights' signs."""

    def __init__(self, parts):
        self.log, self.partials, self.boards, self.presses = [], [], [], []
        self.lights = {"green": [], "red": []}
        screen, done, ranks, shift, shown = Screen(), 0, [], 0.0, (None, None)
        pending, before = False, 0.0
        for moment, text in parts:
            # A result, its board and its lights are complete; now somebody reads it.
            if pending and moment - before > 0.3:
                shift += PAUSE
                pending = False
            screen.feed(text)
            lines = screen.texts()
            # Everything that arrives at once is one event.
            for line in lines[done:-1]:
                if RANK.match(line):
                    ranks.append(line)
                elif line.strip() == "a b c d e f g h":
                    self.boards.append((moment + shift, ranks))
                    ranks = []
                elif not line.startswith("No keyboard"):
                    self.log.append((moment + shift, line))
            isResult = len(lines) - 1 > done and not lines[-2].startswith(("Playing", "Preparing", "> "))
            done = len(lines) - 1
            status = STATUS.match(lines[-1])
            if status:
                green, red, partial = status.groups()
                at = moment + shift
                for light, sign in (("green", green), ("red", red)):
                    if not self.lights[light] or self.lights[light][-1][1] != sign:
                        self.lights[light].append((at, sign))
                # One press starts a recording; with the other, the appliance is no longer ready for one.
                if red == "*" and (shown[1] != "*" or shown[0] == "*" and green == " "):
                    self.presses.append(at)
                shown = (green, red)
                partial = partial or ""
                if not self.partials or self.partials[-1][1] != partial:
                    self.partials.append((at, partial))
            pending = pending or isResult and bool(self.presses)
            before = moment
        self.length = parts[-1][0] + shift + END

    def switches(self, light):
        """When a light goes on and off: pairs of a time and whether it is lit."""
        result = []
        changes = self.lights[light] + [(self.length - END, " ")]
        for (start, sign), (end, _) in zip(changes, changes[1:]):
            isOn, steps, period = SIGNS[sign]
            if sign == "?" and light == "red":
                isOn = False
            at, lit = start, isOn
            result.append((start, lit))
            while steps:
                for step in steps:
                    if at + step >= end:
                        break
                    lit = not lit
                    result.append((at + step, lit))
                if period is None or at + period >= end:
                    break
                at, lit = at + period, isOn
                result.append((at, lit))
        result.append((self.length - END, False))
        return result


class Drawing:
    """The picture: its elements, and the keyframes that show and hide them."""

    def __init__(self, length):
        self.length, self.elements, self.rules = length, [], []
        self.names = {}

    def share(self, moment):
        return f"{100 * moment / self.length:.1f}".rstrip("0").rstrip(".") + "%"

    def visible(self, changes):
        """The CSS class for `changes` of visibility: pairs of a time and whether it is visible."""
        frames, lit = [("0%", False)], False
        for moment, now in changes:
            if now != lit:
                frames.append((self.share(moment), now))
                lit = now
        text = "".join(f"{share}{{opacity:{int(on)}}}" for share, on in frames)
        if text not in self.names:
            name = f"k{len(self.names)}"
            self.names[text] = name
            self.rules.append(f"@keyframes {name}{{{text}to{{opacity:{int(lit)}}}}}.{name}{{animation-name:{name}}}")
        return self.names[text]

    def text(self, x, y, text, kind):
        # Blanks count, and every character has its column, whatever the font.
        length = f' textLength="{len(text) * ADVANCE:.4g}"' if len(text) > 1 else ""
        self.elements.append(f'<text class="{kind}" x="{x:g}" y="{y:g}"{length}>{escape(text)}</text>')


STYLE = """
svg{--p:#fff;--i:#1f2328;--d:#59636e;--b:#d1d9e0;--l:#f0d9b5;--k:#c79d74;--w:#fff;--s:#1f2328;--h:#f5e663;--o:#d7dce1}
@media(prefers-color-scheme:dark){svg{--p:#0d1117;--i:#e6edf3;--d:#9198a1;--b:#3d444d;--l:#c2ab8c;--k:#8d6e55;--h:#c9bb4a;--o:#30363d}}
text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:var(--i);white-space:pre}
.t{animation:0s step-end infinite}.d,.n{fill:var(--d)}.n{text-anchor:middle;font-size:12px}.u{font-weight:700}
.w,.s{font-size:19px;font-weight:700;text-anchor:middle;paint-order:stroke;stroke-width:2.5px}
.w{fill:#fff;stroke:#333}.s{fill:#1b1b1b;stroke:#ddd;stroke-width:1px}
@media(prefers-reduced-motion:reduce){.t{animation:none!important}.m{opacity:0}}
"""


def draw(film):
    drawing = Drawing(film.length)
    left, top = 16, 28
    width, board = left + COLUMNS * ADVANCE + 16, 8 * SQUARE
    total = width + board + 34
    height = max(top + LEADING * (len(film.log) + 1) + 10, board + 190)
    for row, (moment, line) in enumerate(film.log):
        name = drawing.visible([(moment, True)])
        kind = "d" if line.startswith(("Playing", "Preparing", "White to")) else "u" if line.startswith("> ") else ""
        drawing.text(left, top + LEADING * row, line, f"t {name} {kind}".strip())
    # Words change on the line below the last one.
    for (moment, text), (end, _) in zip(film.partials, film.partials[1:] + [(film.length, "")]):
        if not text or end - moment < 0.01:
            continue
        row = sum(at <= moment + 0.01 for at, _ in film.log)
        drawing.text(left, top + LEADING * row, text, "t m d " + drawing.visible([(moment, True), (end, False)]))
    # The board, and which squares the last move changed.
    x, y = width + 18, 20
    drawing.elements.append(
        f'<rect x="{x:g}" y="{y}" width="{board}" height="{board}" fill="var(--l)"/><path fill="var(--k)" d="'
        + "".join(f"M{x + SQUARE * f:g} {y + SQUARE * r}h{SQUARE}v{SQUARE}h-{SQUARE}z"
                  for r in range(8) for f in range(8) if (r + f) % 2) + '"/>')
    for number, (moment, ranks) in enumerate(film.boards):
        last = number + 1 == len(film.boards)
        end = film.length if last else film.boards[number + 1][0]
        name = drawing.visible([(0 if number == 0 else moment, True)] + ([] if last else [(end, False)]))
        parts, rows = [], []
        for r, rank in enumerate(ranks):
            cells = rank[2:].ljust(18)
            for kind, keep in (("w", str.isupper), ("s", str.islower)):
                found = [(f, cells[1 + 2 * f]) for f in range(8) if keep(cells[1 + 2 * f])]
                if found:
                    places = " ".join(f"{x + SQUARE * (f + 0.5):g}" for f, _ in found)
                    rows.append(f'<text class="{kind}" x="{places}" y="{y + SQUARE * r + 21}">{"".join(c for _, c in found)}</text>')
            parts += [f"M{x + SQUARE * f:g} {y + SQUARE * r}h{SQUARE}v{SQUARE}h-{SQUARE}z" for f in range(8) if cells[2 * f] == "("]
        squares = f'<path fill="var(--h)" opacity=".75" d="{"".join(parts)}"/>' if parts else ""
        drawing.elements.append(f'<g class="t {name}{"" if last else " m"}">{squares}{"".join(rows)}</g>')
    # What stands on the table: a button and two lights.
    center = y + board + 72
    presses = [change for at in film.presses for change in ((at - 0.1, True), (at + 0.25, False))]
    places = [x + board * share for share in (0.17, 0.53, 0.85)]
    drawing.elements.append(
        f'<circle cx="{places[0]:g}" cy="{center}" r="23" fill="var(--o)" stroke="var(--d)"/>'
        f'<circle cx="{places[0]:g}" cy="{center}" r="16" fill="var(--d)"/>'
        f'<circle class="t m {drawing.visible(presses)}" cx="{places[0]:g}" cy="{center}" r="13" fill="var(--i)"/>')
    for place, light, color in zip(places[1:], ("green", "red"), ("#2fbf4f", "#ff3b30")):
        name = drawing.visible(film.switches(light))
        drawing.elements.append(
            f'<circle cx="{place:g}" cy="{center}" r="11" fill="var(--o)" stroke="var(--d)"/>'
            f'<g class="t m {name}" fill="{color}"><circle cx="{place:g}" cy="{center}" r="19" opacity=".3"/>'
            f'<circle cx="{place:g}" cy="{center}" r="11"/></g>')
    for place, label in zip(places, ("button", "ready", "listening")):
        drawing.elements.append(f'<text class="n" x="{place:g}" y="{center + 44}">{label}</text>')
    style = STYLE.replace("0s step-end", f"{film.length:.1f}s step-end") + "\n".join(drawing.rules)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total:g} {height}" width="{total:g}" height="{height}" xml:space="preserve">\n'
            "<title>A short game by voice: what the console, the board and the lights show</title>\n"
            f"<style>{style}</style>\n"
            f'<rect x=".5" y=".5" width="{total - 1:g}" height="{height - 1}" rx="8" fill="var(--p)" stroke="var(--b)"/>\n'
            f'<path d="M{width:g} 12V{height - 12}" stroke="var(--b)"/>\n' + "\n".join(drawing.elements) + "\n</svg>\n")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    picture = draw(Film(record([sys.argv[1], "demo"])))
    if len(picture.encode()) > 40 * 1024:
        sys.exit(f"the picture has {len(picture.encode())} bytes")
    pathlib.Path(sys.argv[2]).write_text(picture)


if __name__ == "__main__":
    main()
