"""The table of faults: injects each fault several times, and prints a line for it."""

import argparse
import random
import subprocess


class Broken(Exception):
    """A check failed."""


class Skipped(Exception):
    """It cannot be tried here."""


def hold(condition, text):
    """Fails unless the condition holds."""
    if not condition:
        raise Broken(text)


def parse_arguments(description):
    """The command line that all tables have."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help="some of each")
    parser.add_argument("--only", action="append", help="the faults with this, or one of these, in their names")
    parser.add_argument("--skip", action="append", default=[], help="not those with this in their names")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--times", type=int, help="how often each is done")
    arguments = parser.parse_args()
    arguments.random = random.Random(arguments.seed)
    return arguments


def complain(reasons):
    """Prints the first reasons why a fault did not hold, so that run.sh repeats them at the end."""
    for reason in reasons[:5]:
        print(f"    error: {reason}", flush=True)


def run(rows, arguments, prepare=lambda name, number: None, clean=lambda: None):
    """Injects each fault and prints its line, and a last one; returns the exit status.

    A row is the fault's name, a function that injects it once and returns the time to recovery, and the number of times
    with --short and without. `prepare` is called before each time with the function's name and a number.
    """
    passed = failed = 0
    for name, fault, short, full in rows:
        times, held, worst, reasons, skipped = short if arguments.short else full, 0, 0.0, [], None
        is_wanted = any(part in name for part in arguments.only or [""])
        if not is_wanted or any(part in name for part in arguments.skip) or times == 0:
            continue
        times = arguments.times or times
        for number in range(times):
            prepare(getattr(fault, "__name__", "fault"), number)
            try:
                worst = max(worst, fault())
                held += 1
            except Skipped as reason:
                skipped = reason
                break
            except (Broken, AssertionError, OSError, subprocess.SubprocessError) as reason:
                reasons.append(f"{number}: {reason}")
            clean()
        if skipped:
            done = f" after {number} times, {held} held" if number else ""
            print(f"{name:44} left out{done}: {skipped}", flush=True)
            complain(reasons)
            failed += bool(reasons)
            continue
        verdict = "" if held == times else ", FAILED"
        print(f"{name:44} {times:4} times, {held:4} held, worst recovery {worst:5.2f} s{verdict}", flush=True)
        complain(reasons)
        passed, failed = passed + (held == times), failed + (held != times)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0
