#!/usr/bin/env python3
"""press.py PULL COUNT SEED SHORTEST LONGEST [PAUSE]: presses a button of gpio-sim, whose contact bounces.

PULL is the file that pulls the line up and down. A press lasts from SHORTEST to LONGEST seconds, and
so does the pause after it, unless PAUSE is given; each begins with bouncing of 2 ms at most. A busy
machine stretches both. So it prints the minimum and the maximum number of presses of at least 10 ms,
and the maximum delay of another process, in milliseconds.
"""

import os
import random
import signal
import sys
import time

PERIOD = 0.010


class Witness:
    """A process that sleeps for 2 ms at a time, and notes how late it wakes up."""

    def __init__(self):
        self.told, telling = os.pipe()
        self.process = os.fork()
        if self.process:
            return
        end = []
        signal.signal(signal.SIGTERM, lambda *_: end.append(True))
        worst = 0
        while not end:
            due = time.monotonic() + 0.002
            time.sleep(0.002)
            worst = max(worst, time.monotonic() - due)
        os.write(telling, b"%d" % (worst * 1000))
        os._exit(0)

    def lateness(self):
        """Ends it; returns the delays, in milliseconds."""
        os.kill(self.process, signal.SIGTERM)
        os.waitpid(self.process, 0)
        return int(os.read(self.told, 100))


def main():
    pull, count, seed, shortest, longest, *pause = sys.argv[1], *map(float, sys.argv[2:])
    rng = random.Random(seed)
    witness = Witness()
    # Waits until it has begun.
    time.sleep(0.05)
    # The levels, each with the time before and after it was set.
    levels = [(0.0, 0.0, False)]

    def level(down):
        before = time.monotonic()
        with open(pull, "w", encoding="ascii") as file:
            file.write("pull-down" if down else "pull-up")
        levels.append((before, time.monotonic(), down))

    def change(down, shortest, longest):
        end = time.monotonic() + rng.uniform(0, 0.002)
        while time.monotonic() < end:
            level(down)
            level(not down)
        level(down)
        time.sleep(rng.uniform(shortest, longest))

    for _ in range(int(count)):
        change(True, shortest, longest)
        change(False, *(pause * 2 or [shortest, longest]))
    levels.append((time.monotonic() + 1, time.monotonic() + 1, True))

    def presses(lasts):
        was, number = False, 0
        for this, following in zip(levels, levels[1:]):
            if lasts(this, following) >= PERIOD:
                number += this[2] and not was
                was = this[2]
        return number

    print(presses(lambda this, following: following[0] - this[1] - 0.002),
          presses(lambda this, following: following[1] - this[0] + 0.002),
          witness.lateness())


if __name__ == "__main__":
    main()
