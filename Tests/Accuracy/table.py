#!/usr/bin/env python3
"""table.py LINES.jsonl...: a table of `accuracy`'s output, with the appliance and the stock solution."""
import json
import sys


def percent(part, whole):
    return "%5.1f" % (100.0 * part / whole) if whole else "    -"


def quantile(values, share):
    values = sorted(values)
    return "%.3f s" % values[min(len(values) - 1, int(share * len(values)))] if values else "-"


def ratio(cases):
    """The appliance's processor time as a multiple of the stock solution's, for the same sound."""
    stock = sum(c.get("stockProcessorTime", 0) for c in cases)
    return "%.1f x" % (sum(c["processorTime"] for c in cases) / stock) if stock else "-"


def main():
    sets = {}
    for name in sys.argv[1:]:
        with open(name) as lines:
            for line in lines:
                case = json.loads(line)
                sets.setdefault(case["set"], []).append(case)
    print("%-14s %5s | %-11s | %-23s | %-23s | %s" % ("set", "n", "stock", "appliance", "last sample to decision", "processor time"))
    print("%-14s %5s | %5s %5s | %5s %5s %5s %5s | %-23s | %s" % ("", "", "right", "wrong", "right", "wrong", "asked", "refus", "median  p95 (up to 4 s)", "to stock"))
    for name, cases in sets.items():
        n = len(cases)
        moves = [c for c in cases if c.get("said")]
        count = lambda key, value: sum(c.get(key) == value for c in cases)
        short = [c["latency"] for c in cases if c["duration"] <= 4]
        right = count("verdict", "right")
        # Accepting anything is wrong if nothing should be done.
        stock_right = count("stock", "right" if moves else "refused")
        compared = sum("stock" in c for c in cases)
        print("%-14s %5d | %s %s | %s %s %s %s | %s %s         | %s" % (
            name, n, percent(stock_right, compared), percent(count("stock", "wrong"), compared), percent(right, n),
            percent(count("verdict", "wrong"), n), percent(count("verdict", "asked"), n),
            percent(count("verdict", "refused"), n), quantile(short, 0.5), quantile(short, 0.95), ratio(cases)))
    print("\nby voice: n, right, wrong (people and keywords: of all that was said, refused and accepted)")
    voices = {}
    for name, cases in sets.items():
        for case in cases: voices.setdefault((case["group"], name), []).append(case)
    for (voice, name), cases in sorted(voices.items()):
        n = len(cases)
        print("%-26s %-14s %4d %s %s" % (voice, name, n, percent(sum(c["verdict"] == "right" for c in cases), n), percent(sum(c["verdict"] == "wrong" for c in cases), n)))
    bins = [[0, 0, 0.0] for _ in range(10)]
    for case in (c for cases in sets.values() for c in cases):
        if case.get("confidence") is not None and case.get("isRight") is not None:
            place = bins[min(9, int(case["confidence"] * 10))]
            place[0] += 1
            place[1] += case["isRight"]
            place[2] += case["confidence"]
    print("\nconfidence: how many, mean, and how many of them right")
    for low, (n, right, total) in enumerate(bins):
        if n:
            print("%.1f-%.1f %5d %.2f %.2f" % (low / 10, low / 10 + 0.1, n, total / n, right / n))


if __name__ == "__main__":
    main()
