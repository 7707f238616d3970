"""Small files that would take all time or all memory of a checker without limits."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

Bomb = tuple[str, Callable[[], str]]
BIT = "[0,1]"
X = ["Variable", "x", [0, 1]]


def written(nodes: Any, variables: Any, rules: Any, kind: str, *steps: str) -> str:
    text = json.dumps([nodes, variables, rules], separators=(",", ":"))
    return proof_of(text, kind, "0", *steps)


def proof_of(text: str, kind: str, number: str, *steps: str) -> str:
    stamp = sha256(text.encode()).hexdigest()
    head = ["everyway-proof 1", f"model {text}", f"fingerprint {stamp}", f"proof {kind}"]
    return "\n".join([*head, f"solutions {number}", *steps, "end", ""])


def wide(name: str, size: int) -> list[Any]:
    return ["Variable", name, {"range": [1, size, 1]}]


def powers(size: int, exponent: int) -> str:
    nodes = [wide("x", size), ["Power", 0, exponent], ["Constant", 2], ["Comparison", 1, "<", 2]]
    return written(nodes, [0], [3], "tree", "x 0")


def powers_of_powers(size: int, depth: int) -> str:
    nodes = [wide("x", size), *(["Power", k, 90] for k in range(depth)), ["AllEqual", [depth]]]
    return written(nodes, [0], [depth + 1], "tree", "x 0")


def many_sums(size: int, rules: int) -> str:
    nodes: list[Any] = [wide("x", size)]
    for k in range(rules):
        nodes += [["Constant", k], ["Comparison", 0, "<", 2 * k + 1]]
    return written(nodes, [0], list(range(2, 2 * rules + 1, 2)), "tree", "x 0")


def long_product(size: int, digits: int) -> str:
    nodes = [X, ["Constant", int("9" * digits)], ["Product", [1] * size], ["AllEqual", [0, 2]]]
    return written(nodes, [0], [3], "tree", "b 0", "x 0", "x 0")


def product_of_ones(size: int, times: int) -> str:
    nodes = [wide("x", 3000), ["Constant", 1], ["Product", [0, *[1] * size]], ["AllEqual", [2, 0]]]
    return written(nodes, [0], [3], "tree", *["r 0 0:0"] * times)


def long_number(digits: int, place: str) -> str:
    number, nodes = "9" * digits, '["Variable","x",[0,1]]'
    if place == "constant":
        return proof_of(f'[[{nodes},["Constant",{number}]],[0],[]]', "tree", "2", "b 0", "s", "s")
    if place == "domain":
        return proof_of(f'[[["Variable","x",[{number}]]],[0],[]]', "tree", "1", "s")
    if place == "solutions":
        return proof_of(f"[[{nodes}],[0],[]]", "tree", number, "b 0", "s", "s")
    return proof_of(f"[[{nodes}],[0],[]]", "tree", "2", f"b {number}", "s", "s")


def deep(size: int, how: str) -> str:
    open_, close = {"[": ("[", "]"), "{": ('{"range":', "}"), "[[": ("[[],", "]")}[how]
    return proof_of(open_ * size + "0" + close * size, "tree", "0")


def many_values(variables: int, size: int) -> str:
    nodes = [wide(f"x{k}", size) for k in range(variables)]
    return written(nodes, list(range(variables)), [], "count", "e")


def wide_scopes(variables: int, towers: int, kind: str) -> str:
    nodes: list[Any] = [["Variable", f"x{k}", [0, 1]] for k in range(variables)]
    nodes.append(["AllEqual", list(range(variables))])
    parts = {"Not": lambda k: k, "Or": lambda k: [k, k], "And": lambda k: [k]}[kind]
    nodes += [[kind, parts(k)] for k in range(variables, variables + towers)]
    rules = list(range(variables + 1, variables + towers + 1))
    return written(nodes, list(range(variables)), rules, "tree", *["x 0"] * 50)


def ands(depth: int, leaves: int) -> str:
    nodes: list[Any] = [["Variable", "x", [0, 1]]]
    nodes += [["AllEqual", [0] * (k + 1)] for k in range(leaves)]
    for _ in range(depth):
        nodes.append(["And", list(range(max(1, len(nodes) - leaves), len(nodes)))])
    return written(nodes, [0], [len(nodes) - 1] * 20, "tree", *["x 0"] * 50)


def shared_towers(depth: int, rules: int) -> str:
    nodes: list[Any] = [["Variable", "x", [0, 1]]]
    nodes += [["Sum", [k, k], [1, -1], 1] for k in range(depth)]
    nodes += [["Comparison", depth, "!=", k % depth] for k in range(rules)]
    return written(nodes, [0], list(range(depth + 1, len(nodes))), "tree", "x 0")


def great_factors(depth: int, digits: int) -> str:
    factor = int("9" * digits)
    nodes: list[Any] = [["Variable", "x", [0]]]
    nodes += [["Sum", [k], [factor], 0] for k in range(depth)]
    nodes.append(["Comparison", depth, "!=", 0])
    return written(nodes, [0], [depth + 1], "tree", "x 0")


def matching(terms: int, size: int, times: int) -> str:
    nodes: list[Any] = [wide(f"x{k}", size) for k in range(terms)]
    nodes.append(["AllDifferent", list(range(terms))])
    steps = [f"r 0 {k}:0" for k in range(min(times, terms))]
    return written(nodes, list(range(terms)), [terms], "tree", *steps)


def states(variables: int, kind: str, size: int) -> str:
    nodes: list[Any] = [wide(f"x{k}", size) for k in range(variables)]
    every = list(range(variables))
    if kind == "sum":
        nodes.append(["Sum", every, [7 * 3**k for k in every], 0])
        nodes += [["Constant", 5], ["Comparison", variables, "!=", variables + 1]]
    elif kind == "different":
        nodes.append(["AllDifferent", every])
    elif kind == "table":
        nodes.append(["Forbidden", every, [[1] * variables]])
    else:
        moves = [[a, x, (a * 7 + x) % 5000] for a in range(5000) for x in range(1, size + 1)]
        nodes.append(["Regular", every, moves, 0, [1]])
    row = " ".join(["1"] * size)
    steps = [line for k in every for line in (f"v {k}", row)]
    return written(nodes, every, [len(nodes) - 1], "count", *steps, "e")


def deep_boxes(variables: int, depth: int) -> str:
    nodes = [["Variable", f"x{k}", [0, 1]] for k in range(variables)]
    steps = ["b 0", *["b 1"] * depth]
    return written(nodes, list(range(variables)), [], "tree", *steps)


def removed_again(size: int, rules: int) -> str:
    nodes: list[Any] = [wide("x", size), ["Constant", size // 2]]
    nodes.append(["Comparison", 0, "<=", 1])
    steps = [f"r 0 0:{','.join(map(str, range(size // 2, size)))}", *["b 0"] * rules]
    return written(nodes, [0], [2], "tree", *steps)


def wide_levels(variables: int, width: int, rules: int) -> str:
    nodes: list[Any] = [["Variable", f"x{k}", [0, 1]] for k in range(variables)]
    every = list(range(variables))
    nodes.append(["AllEqual", [0, variables - 1]])
    row = " ".join(["1", str(width)])
    steps = ["v 0", row]
    for k in every[1:]:
        last = k == variables - 1
        steps += [
            f"v {k}",
            *[("1 1" if last else f"{n} {width + 1 - n}") for n in range(1, width + 1)],
        ]
    return written(nodes, every, [variables] * rules, "count", *steps, "e")


def great_count(variables: int) -> str:
    nodes = [["Variable", f"x{k}", [0, 1]] for k in range(variables)]
    steps = [line for k in range(variables) for line in (f"v {k}", "1 1")]
    return written(nodes, list(range(variables)), [], "count", *steps, "e")


def long_lists(kind: str, size: int, times: int) -> str:
    """A constraint of many fixed terms, asked for each of 3,000 values of one variable."""
    nodes: list[Any] = [wide("x", 3000)]
    nodes += [["Constant", k] for k in range(1, size + 1)]
    terms = list(range(1, size + 1))
    fields: dict[str, list[Any]] = {
        "AllDifferentExcept": [terms, 0],
        "Cumulative": [terms, terms, terms, 0],
        "NoOverlap": [terms, terms],
        "NoOverlap2D": [[1] * size, [*terms[1:], size], terms, [1] * size],
        "BinPacking": [terms, terms, terms],
        "Count": [[0, *terms], [0, *terms], "!=", 0],
        "Cardinality": [[0, *terms], terms, terms, False],
        "Precedence": [[0, *terms], terms],
        "Inverse": [terms, terms],
        "Circuit": [[0, *terms]],
        "Increasing": [[*terms, 0], True],
        "NumberOfValues": [terms, 0],
        "Element": [terms, 0],
    }
    # Vertices along a line, with a term that is 0 or 1 by the value of the variable.
    nodes += [["Comparison", 0, "<", 1], ["Indicator", size + 1], ["Constant", 0], ["Constant", 1]]
    marks, edges = [size + 2, *[size + 4] * (size - 1)], [[k, k + 1] for k in range(size)]
    fields |= {
        "Connected": [[*marks, size + 4], edges, marks],
        "Loop": [[*marks, size + 4], [*edges, [0, size]]],
        "Path": [marks, edges, 1, 2, size + 1],
        "Tree": [marks, edges, size + 1, True],
        "Forest": [marks, edges],
        "Regions": [marks, edges, size + 1, [*terms, 1], [*marks, size + 3]],
    }
    nodes.append([kind, *fields[kind]])
    if kind == "Element":
        nodes.append(["Comparison", len(nodes) - 1, "<", 0])
    return written(nodes, [0], [len(nodes) - 1], "tree", *["x 0"] * times)


def long_line(size: int, what: str, place: int) -> str:
    lines = written([X], [0], [], "tree", "b 0", "s", "s").split("\n")
    lines[place] += what * size
    return "\n".join(lines)


def bombs() -> Iterator[Bomb]:
    """300 of them, the smaller ones of each cause first."""
    families: list[tuple[Callable[..., str], list[tuple[Any, ...]]]] = [
        (powers, [(n, e) for n in (900, 900_000) for e in (9, 30, 1000, 10**6, 2**62)]),
        (powers_of_powers, [(n, d) for n in (2, 3, 900) for d in (2, 5, 50, 500)]),
        (many_sums, [(n, r) for n in (9_000, 900_000) for r in (10, 50, 200, 1_000, 5_000)]),
        (long_product, [(n, d) for n in (60, 6_000, 60_000) for d in (1, 100, 1_000, 2_400)]),
        (product_of_ones, [(n, t) for n in (10, 1_000, 60_000) for t in (1, 20)]),
        (
            long_number,
            [
                (n, place)
                for n in (2_467, 4_301, 100_000, 3_000_000)
                for place in ("constant", "domain", "solutions", "step")
            ],
        ),
        (deep, [(n, how) for n in (900, 20_000, 300_000) for how in ("[", "{", "[[")]),
        (many_values, [(n, s) for n in (2, 50, 1_000) for s in (999, 10**6, 10**9, 10**60)]),
        (
            wide_scopes,
            [(n, t, k) for n in (50, 5_000) for t in (20, 5_000) for k in ("Not", "Or", "And")],
        ),
        (ands, [(d, n) for d in (10, 100, 2_000) for n in (2, 30, 300)]),
        (shared_towers, [(d, r) for d in (10, 1_000, 9_000) for r in (10, 1_000, 9_000)]),
        (great_factors, [(d, n) for d in (5, 500, 5_000) for n in (10, 1_000, 2_400)]),
        (matching, [(n, s, 20) for n in (20, 200, 2_000) for s in (30, 300, 3_000)]),
        (
            states,
            [
                (n, kind, s)
                for n in (5, 14, 60)
                for kind in ("sum", "different", "table", "regular")
                for s in (3, 14, 60)
            ],
        ),
        (deep_boxes, [(n, d) for n in (10, 1_000, 20_000) for d in (10, 1_000, 100_000)]),
        (removed_again, [(s, r) for s in (40, 4_000, 90_000) for r in (1, 100, 10_000)]),
        (
            wide_levels,
            [(n, w, r) for n in (4, 40) for w in (4, 200, 3_000) for r in (1, 100, 2_000)],
        ),
        (great_count, [(n,) for n in (10, 1_000, 12_990, 13_010, 30_000, 60_000)]),
        (
            long_lists,
            [
                (kind, n, 20)
                for n in (30, 1_000, 20_000)
                for kind in (
                    *("AllDifferentExcept", "Cumulative", "NoOverlap", "BinPacking", "Count"),
                    *("Cardinality", "Precedence", "Inverse", "Circuit", "Increasing"),
                    *("NoOverlap2D", "NumberOfValues", "Element", "Connected", "Loop", "Path"),
                    *("Tree", "Forest", "Regions"),
                )
            ],
        ),
        (
            long_line,
            [
                (n, what, place)
                for n in (1_000, 3_000_000, 70_000_000)
                for what in (" ", "x", " 1", ",0", "[")
                for place in (0, 1, 2, 4, 5)
                if n < 10**7 or (what == " " and place < 3)
            ],
        ),
    ]
    for make, several in families:
        for given in several:
            yield (
                f"{make.__name__}({', '.join(map(str, given))})",
                lambda make=make, given=given: make(*given),
            )
