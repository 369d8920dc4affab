#!/usr/bin/env python3
"""press.py PULL COUNT SEED SHORTEST LONGEST: presses a button of gpio-sim, whose contact bounces.

PULL is the file that pulls its line up and down. A press and the pause after it last from SHORTEST
to LONGEST seconds each, after bursts of bouncing of 2 ms at most. A busy machine stretches both, so
it prints how many presses there were for who counts what lasts for 10 ms: at least, and at most.
"""

import random
import sys
import time

PERIOD = 0.010


def main():
    pull, count, seed, shortest, longest = sys.argv[1], *map(float, sys.argv[2:])
    rng = random.Random(seed)
    # The levels, each with the time before and after it was set.
    levels = [(0.0, 0.0, False)]

    def level(down):
        before = time.monotonic()
        with open(pull, "w", encoding="ascii") as file:
            file.write("pull-down" if down else "pull-up")
        levels.append((before, time.monotonic(), down))

    def change(down):
        end = time.monotonic() + rng.uniform(0, 0.002)
        while time.monotonic() < end:
            level(down)
            level(not down)
        level(down)
        time.sleep(rng.uniform(shortest, longest))

    for _ in range(int(count)):
        change(True)
        change(False)
    levels.append((time.monotonic() + 1, time.monotonic() + 1, True))

    def presses(lasts):
        was, number = False, 0
        for this, following in zip(levels, levels[1:]):
            if lasts(this, following) >= PERIOD:
                number += this[2] and not was
                was = this[2]
        return number

    print(presses(lambda this, following: following[0] - this[1] - 0.002),
          presses(lambda this, following: following[1] - this[0] + 0.002))


if __name__ == "__main__":
    main()
