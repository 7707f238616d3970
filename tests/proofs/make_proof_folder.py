"""The folder docs/proofs: good and bad proofs, for whoever writes a checker.

python -m tests.proofs.make_proof_folder writes it again, the same to the byte.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from everyway.models import (
    Model,
    all_different,
    all_different_except,
    allowed,
    bin_packing,
    cardinality,
    circuit,
    cumulative,
    element,
    exactly,
    implies,
    increasing,
    integer,
    inverse,
    lexicographic,
    maximum,
    no_overlap,
    number_of_values,
    precedence,
    regular,
    total,
    variable,
    variables,
)
from everyway.proofs import check, prove

FOLDER = Path(__file__).parents[2] / "docs" / "proofs"
INDEX = "index.csv"
GOOD, BAD = 40, 200
STEPS = 5
"""The lines before the steps."""
Lines = list[str]


def models() -> dict[str, Model]:
    """Twenty small puzzles, of every kind of constraint that a proof may speak of but a few."""
    x, y, z = variables("x", 3, range(3)), variables("y", 3, range(3)), variables("z", 4, range(4))
    a, colour = integer("a", -3, 4), variable("colour", ["red", "green", "blue"])
    hue = variable("hue", ["red", "green", "blue"])
    no_two = {(0, 0): 0, (0, 1): 1, (1, 0): 0}
    several = {
        "sum": [x, total(x) == 3],
        "different": [x, all_different(x)],
        "too_few_values": [z, all_different(z), *(z[k] <= 2 for k in range(4))],
        "different_except": [x, all_different_except(x, 0)],
        "labels": [colour, hue, colour != hue],
        "arithmetic": [a, a * a - 3 * abs(a) == 0],
        "division": [a, x[0], 6 // a == x[0]],
        "maximum": [x, maximum(x) == 1],
        "element": [x, element([2, 0, 1], x[0]) == x[1]],
        "implication": [x, implies(x[0] == 0, x[1] > x[2])],
        "table": [x, allowed(x, [(0, 1, 2), (2, 1, 0), (1, 1, 1)])],
        "automaton": [variables("b", 5, range(2)), None],
        "order": [x, y, increasing(x), lexicographic(x, y, strict=True), y[0] == 0, y[1] == y[2]],
        "circuit": [z, circuit(z)],
        "tasks": [x, cumulative(x, [1, 2, 1], [1, 1, 1], 1), no_overlap(x, [1, 2, 1])],
        "inverse": [x, y, inverse(x, y)],
        "bins": [x, bin_packing(x, [2, 2, 1], [2, 3, 1])],
        "counted": [x, exactly(x, 1, 2), cardinality(x, {0: 1}), number_of_values(x, 2)],
        "precedence": [z, precedence(z, [0, 1, 2, 3])],
        "none": [x, total(x) == 7],
    }
    b: Any = several["automaton"][0]
    several["automaton"][1] = regular(b, no_two, 0, [0, 1])
    return {name: Model(name, *items) for name, items in several.items()}


def good() -> Iterator[tuple[str, str, str]]:
    """Name, text, and what it is about."""
    for name, model in models().items():
        for kind in ("tree", "count"):
            yield f"good_{name}_{kind}", prove(model, kind).text, f"{name}, as a {kind}"


# -------------------------------------------------------------------------------------- bad


def renewed(lines: Lines, data: Any) -> Lines:
    """The same lines about another model, with the fingerprint of that."""
    text = data if isinstance(data, str) else json.dumps(data, separators=(",", ":"))
    stamp = sha256(text.encode()).hexdigest()
    return [lines[0], f"model {text}", f"fingerprint {stamp}", *lines[3:]]


def heads(lines: Lines) -> Iterator[tuple[str, Lines]]:
    """Faults of the header and of the end."""
    number = int(lines[4].split()[1])
    for at, word in enumerate(("version", "model", "fingerprint", "kind", "number")):
        yield f"the {word} is missing", lines[:at] + lines[at + 1 :]
    yield "another version", ["everyway-proof 2", *lines[1:]]
    yield "a blank line first", ["", *lines]
    yield "a mark of the order of bytes first", ["\ufeff" + lines[0], *lines[1:]]
    yield "the fingerprint in great letters", [*lines[:2], lines[2].upper(), *lines[3:]]
    yield "the fingerprint of another text", [*lines[:2], lines[2][:-1] + "g", *lines[3:]]
    yield "an unknown kind", [*lines[:3], "proof guess", *lines[4:]]
    yield "the kind in great letters", [*lines[:3], "proof TREE", *lines[4:]]
    for odd in (number + 1, number + 10**20, 0, f"0{number}", f"+{number}", f"{number}.0"):
        yield f"the number is written {odd}", [*lines[:4], f"solutions {odd}", *lines[5:]]
    for odd in (f"{number} ", "", "many", f"1_{number}", f"-{number}", "\u0663"):
        yield f"the number is written {odd!a}", [*lines[:4], f"solutions {odd}", *lines[5:]]
    yield "no end", lines[:-1]
    yield "two ends", [*lines, "end"]
    yield "a blank line after the end", [*lines, ""]
    yield "a second number after the end", [*lines, f"solutions {number + 1}"]
    yield "a word behind the end", [*lines[:-1], "end of it"]


def data_of(lines: Lines) -> Any:
    return json.loads(lines[1].partition(" ")[2])


def shapes(lines: Lines) -> Iterator[tuple[str, Lines]]:
    """Faults of the model: of each kind that there is, a field too many and one of another type."""
    data = data_of(lines)
    for k, (kind, *fields) in enumerate(data[0]):
        for n in range(len(fields)):
            for odd in (None, 0.5, True, [[]], {"a": 1}):
                worse = json.loads(json.dumps(data))
                worse[0][k][n + 1] = odd
                yield f"field {n + 1} of a {kind} is {json.dumps(odd)}", renewed(lines, worse)
        worse = json.loads(json.dumps(data))
        worse[0][k].append(0)
        yield f"a {kind} has a field too many", renewed(lines, worse)
        worse = json.loads(json.dumps(data))
        del worse[0][k][-1]
        yield f"a {kind} has a field too few", renewed(lines, worse)


def whole_models(lines: Lines) -> Iterator[tuple[str, Lines]]:
    """Faults of a model as a whole."""
    nodes, names, rules = data_of(lines)
    for what, data in {
        "a variable stands twice": [nodes, [*names, names[0]], rules],
        "a variable is missing": [nodes, names[1:], rules],
        "a variable has no node": [nodes, [*names[1:], 99], rules],
        "a variable is a constraint": [nodes, [*names, rules[0]], rules],
        "a constraint is a variable": [nodes, names, [*rules, names[0]]],
        "a constraint has no node": [nodes, names, [*rules, -1]],
        "an objective": [nodes, names, [*rules, {"goals": [["minimise", 0]]}]],
        "a list too many": [nodes, names, rules, []],
        "two names are the same": [[nodes[0], nodes[0], *nodes[2:]], names, rules],
        "an unknown kind": [[*nodes, ["Magic", 0]], names, rules],
        "a part after the node": [[*nodes, ["Not", len(nodes) + 1], ["Or", []]], names, rules],
        "a node of itself": [[*nodes, ["Not", len(nodes)]], names, rules],
        "NaN": json.dumps([[*nodes, ["Constant", float("nan")]], names, rules]),
        "a float": [[*nodes, ["Constant", 1.0]], names, rules],
        "a number of 3,000 digits": json.dumps([nodes, names, rules])[:-2]
        + ",1"
        + "0" * 3000
        + "]]",
        "two keys of a range": json.dumps([nodes, names, rules]).replace(
            '"range"', '"range": [0, 0, 1], "range"', 1
        ),
        "a comma too many": json.dumps([nodes, names, rules])[:-1] + ",]",
    }.items():
        yield what, renewed(lines, data)


def domains(lines: Lines) -> Iterator[tuple[str, Lines]]:
    """Faults of a domain."""
    for odd in (
        *([], [1, 0], [0, 0], [0, "a"], ["a", "a"], [0, True], [0, 1.0], 3, "abc"),
        *({"range": [0, 2]}, {"range": [2, 0, 1]}, {"range": [0, 2, 0]}, {"range": [2, 0, -1]}),
        *({"range": [0, 3, 2]}, {"range": [0, 10**30, 1]}, {"range": [0, 2, 1], "step": 1}),
    ):
        data = data_of(lines)
        data[0][0][2] = odd
        yield f"a domain is {json.dumps(odd)}", renewed(lines, data)


def steps(lines: Lines) -> Iterator[tuple[str, Lines]]:
    """Faults of single steps: one missing, one twice, one written otherwise."""
    for at in range(STEPS, len(lines) - 1):
        line, rest = lines[at], lines[at + 1 :]
        yield f"{line!r} is missing", lines[:at] + rest
        yield f"{line!r} stands twice", [*lines[: at + 1], line, *rest]
        for odd in (line.upper(), f" {line}", f"{line} ", line.replace(" ", "  "), f"# {line}"):
            if odd != line:
                yield f"{line!r} is written {odd!r}", [*lines[:at], odd, *rest]
        for digit in re.finditer("[0-9]+", line):
            for odd in (
                str(int(digit[0]) + 1),
                f"0{digit[0]}",
                "-7",
                "99",
                f"{digit[0]}.0",
                "\u0661",
            ):
                text = line[: digit.start()] + odd + line[digit.end() :]
                yield f"{line!r} is written {text!a}", [*lines[:at], text, *rest]


def bad() -> Iterator[tuple[str, str, str]]:
    """Name, text, and what is wrong with it: a fair part of each family of faults."""
    proofs = {name: text.splitlines() for name, text, _ in good()}
    base = proofs["good_sum_tree"]
    for word, faults in {"head": heads, "whole": whole_models, "domain": domains}.items():
        for n, (what, lines) in enumerate(faults(base), start=1):
            yield f"bad_{word}_{n:02}", joined(lines), f"sum_tree: {what}"
    yield from drawn("field", shapes, proofs, 60)
    yield from drawn("step", steps, proofs, 78)


def drawn(
    word: str,
    faults: Callable[[Lines], Iterator[tuple[str, Lines]]],
    proofs: dict[str, Lines],
    most: int,
) -> Iterator[tuple[str, str, str]]:
    """Some of very many faults, no two alike."""
    random, seen = Random(1), set[str]()
    while len(seen) < most:
        base = random.choice([*proofs])
        what, lines = random.choice([*faults(proofs[base])])
        sort = re.sub("[0-9]+", "0", what)
        if sort not in seen and verdict(joined(lines))[0] != "checked":
            seen.add(sort)
            name = base.removeprefix("good_")
            yield f"bad_{word}_{len(seen):02}", joined(lines), f"{name}: {what}"


def joined(lines: Lines) -> str:
    return "".join(f"{line}\n" for line in lines)


def verdict(text: str) -> tuple[str, str]:
    """The verdict of our checker, and its reason."""
    try:
        limits = check.Limits()
        found = check.check(check.lines_of(io.StringIO(text), limits), limits)
        return "checked", f"exactly {found.number}"
    except check.Refuted as error:
        return "refuted", ascii(str(error))[1:-1]
    except check.NoProof as error:
        return "no proof", ascii(str(error))[1:-1]


def files() -> dict[str, str]:
    """Every file of the folder by its name."""
    rows, found = [["file", "verdict", "what it is", "reason"]], {}
    for name, text, what in [*good(), *bad()]:
        found[f"{name}.proof"] = text
        said, why = verdict(text)
        rows.append([f"{name}.proof", said, what, why])
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(rows)
    return {**found, INDEX: stream.getvalue()}


def main() -> None:
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
