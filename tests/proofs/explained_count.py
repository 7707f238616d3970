"""One whole count with what each line says, as docs/proofs.md prints it."""

from __future__ import annotations

from everyway.models import Model, integer
from everyway.proofs import prove


def puzzle() -> Model:
    x, y, z = (integer(name, 0, 2) for name in "xyz")
    return Model("three numbers", x, y, z, x < y, x + y + z == 3)


def explained() -> str:
    """The file, and a table of its lines after the header."""
    model = puzzle()
    lines = prove(model, "count").text.splitlines()
    rows = ["| line | says |", "|---|---|"]
    left = {k: list(one.domain) for k, one in enumerate(model.variables)}
    names, rules = [one.name for one in model.variables], [str(one) for one in model.constraints]
    at = number = 0
    levels: list[list[list[int]]] = []
    for line in lines[5:]:
        letter, *words = line.split(" ")
        if letter == "r":
            said = []
            for word in words[1:]:
                v, _, places = word.partition(":")
                gone = [list(model.variables[int(v)].domain)[int(x)] for x in places.split(",")]
                left[int(v)] = [x for x in left[int(v)] if x not in gone]
                said.append(f"{names[int(v)]} is not {', '.join(map(str, gone))}")
            text = f"by constraint {words[0]}, `{rules[int(words[0])]}`: {'; then '.join(said)}"
        elif letter == "v":
            at, number = int(words[0]), 0
            levels.append([])
            values = ", ".join(map(str, left[at]))
            text = f"the level of {names[at]}, which has {values} left"
        elif letter == "e":
            text = "the diagram ends"
        elif letter == "end":
            text = f"the proof ends; the ways are {ways(levels)}"
        else:
            number += 1
            levels[-1].append([int(word) for word in line.split(" ")])
            said = [
                f"{names[at]} = {x} {'leads to ' + str(to) if to > 0 else gap(rules, to)}"
                for x, to in zip(left[at], levels[-1][-1], strict=True)
            ]
            text = f"node {number}: {'; '.join(said)}"
        rows.append(f"| `{line}` | {text} |")
    return "\n".join(["```text", *lines[:5], "```", "", *rows])


def gap(rules: list[str], to: int) -> str:
    return f"leaves no way for constraint {-to - 1}, `{rules[-to - 1]}`"


def ways(levels: list[list[list[int]]]) -> str:
    """The number of paths from each node, from the last level to the first."""
    found, said = [1], []
    for nodes in reversed(levels):
        found = [sum(found[to - 1] for to in after if to > 0) for after in nodes]
        said.append(" and ".join(map(str, found)))
    return ", then ".join(said)
