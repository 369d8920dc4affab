#!/usr/bin/env python3
"""intent-table.py LINES.jsonl: the share of orders with all slots right, by noise, and the cost."""
import collections
import json
import sys

HEAD = "%-22s %4s | %-23s | %-17s | %s" % ("", "n", "SpokenMove", "stock", "processor time")
NAMES = "%-22s %4s | %5s %5s %7s %5s | %5s %5s %5s | %s" % (
    "", "", "right", "wrong", "refused", "best", "right", "wrong", "none", "per second of sound")


def percent(cases, holds):
    return 100 * sum(map(holds, cases)) / len(cases)


def row(name, cases):
    seconds = sum(c["duration"] for c in cases)
    ours = [percent(cases, lambda c: c["verdict"] == v) for v in ("right", "wrong", "refused")]
    ours.append(percent(cases, lambda c: c["isRight"]))
    stock = [percent(cases, lambda c: c["stock"] == v) for v in ("right", "wrong", "refused")]
    print("%-22s %4d | %5.1f %5.1f %7.1f %5.1f | %5.1f %5.1f %5.1f | %.2f s, stock %.2f s" % (
        name, len(cases), *ours, *stock, sum(c["processorTime"] for c in cases) / seconds,
        sum(c["stockProcessorTime"] for c in cases) / seconds))


def main():
    with open(sys.argv[1]) as lines:
        cases = [json.loads(line) for line in lines]
    orders = [c for c in cases if c.get("said")]
    sets, noises = collections.defaultdict(list), collections.defaultdict(list)
    for case in orders:
        sets[case["set"]].append(case)
        if "dB" in case["set"]:
            noises[case["group"].split(", ")[-1]].append(case)
    print("Commands with all slots right, in %. \"best\": the likeliest reading is right, whether or not it is refused.")
    print(HEAD)
    print(NAMES)
    for name in sets:
        row(name, sets[name])
    mixed = [case for cases in noises.values() for case in cases]
    if mixed:
        row("mean, 6 to 24 dB", mixed)
        print("\nby noise")
        for name in sorted(noises):
            row(name, noises[name])
    others = collections.defaultdict(list)
    for case in cases:
        if not case.get("said"):
            others[case["set"]].append(case)
    for name, cases in others.items():
        print("\n%s: %.1f %% of %d refused, stock %.1f %%" % (
            name, percent(cases, lambda c: c["verdict"] == "refused"), len(cases),
            percent(cases, lambda c: c["stock"] == "refused")))


if __name__ == "__main__":
    main()
