"""Many faults in one build: each is behind a guard, and the environment's number activates one."""

VARIABLE = "SPOKENMOVE_FAULT"
FILE = "FaultGuards.swift"
LETTERS = "^~%|"

HEAD = f"""\
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

public let activeFault = getenv("{VARIABLE}").flatMap {{ Int(String(cString: $0)) }} ?? -1
public func isFault(_ number: Int) -> Bool {{ activeFault == number }}
public func fault<T>(_ number: Int, _ right: T, _ wrong: T) -> T {{
  activeFault == number ? wrong : right
}}
"""


def operator(number):
    """This fault's operator, which has no other meaning in Swift."""
    text = "~"
    for _ in range(8):
        number, digit = divmod(number, len(LETTERS))
        text += LETTERS[digit]
    return text


def declared(number, old, new):
    """Declares the fault's operator: it acts as in the source, or as the fault changes it."""
    name = operator(number)
    if old in ("&&", "||"):
        group = "LogicalConjunction" if old == "&&" else "LogicalDisjunction"
        yield (
            f"infix operator {name}: {group}Precedence\n"
            f"public func {name} (x: Bool, y: @autoclosure () throws -> Bool) rethrows -> Bool {{\n"
            f"  isFault({number}) ? try x {new} y() : try x {old} y()\n}}")
        return
    protocol = "Equatable" if old in ("==", "!=") else "Comparable"
    # One value; and tuples, which conform to no protocol.
    shapes = [(f"<T: {protocol}>", "T", "T")]
    for types in (["T", "U"], ["T", "U", "V"], ["T", "U", "V", "W"]):
        tuple = f"({', '.join(types)})"
        shapes.append((f"<{', '.join(f'{each}: {protocol}' for each in types)}>", tuple, tuple))
    if protocol == "Equatable":
        shapes.append(("<T>", "T?", "_OptionalNilComparisonType"))
    yield f"infix operator {name}: ComparisonPrecedence"
    for generics, left, right in shapes:
        yield (
            f"public func {name} {generics}(x: {left}, y: {right}) -> Bool {{\n"
            f"  isFault({number}) ? x {new} y : x {old} y\n}}")


def declarations(faults):
    """The file for a target with these faults, which are a dictionary from number to fault."""
    texts = [HEAD]
    for number, fault in faults.items():
        if fault.turned:
            texts += declared(number, *fault.turned)
    return "\n".join(texts) + "\n"


def guarded(lines, faults):
    """A file's lines with a guard for each of its faults."""
    lines = list(lines)
    # From the right: text to the left of a change keeps its place. Dropped lines come last.
    for number, fault in sorted(faults.items(), key=lambda item: -item[1].begin):
        line = lines[fault.number - 1]
        if fault.drops:
            lines[fault.number - 1] = f"if !isFault({number}) {{ {line.strip()} }}"
            continue
        old, new = fault.change
        guard = operator(number) if fault.turned else f"fault({number}, {old}, {new})"
        lines[fault.number - 1] = line[: fault.begin] + guard + line[fault.begin + len(old) :]
    return lines
