"""The time and memory that large models take to declare, and their first solution by `auto`.

    python benchmarks/declaring.py [PROCESSES]

CPU seconds and MB, each in a process of its own, the median of so many (3 unless given). Beside
each a loop over plain Python lists is run that makes as many objects, so that a slow machine shows;
beside the clauses also CaDiCaL, which is given them as lists of numbers.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from measure import cpu, peak_megabytes, runs_apart

Clauses = list[list[int]]
SECONDS_TO_SOLVE = 100.0


def clauses(number: int, variables: int, width: int) -> Clauses:
    """Random clauses as DIMACS has them, each satisfied by a planted assignment."""
    pick = random.Random(1)
    planted = [pick.choice((1, -1)) * (place + 1) for place in range(variables)]
    found = []
    while len(found) < number:
        clause = [pick.choice((1, -1)) * (1 + pick.randrange(variables)) for _ in range(width)]
        if any(planted[abs(literal) - 1] == literal for literal in clause):
            found.append(clause)
    return found


def with_operators(x: Any, given: Clauses) -> Any:
    """`x[i] | ~x[j] | x[k]`."""

    def literal(number: int) -> Any:
        return x[number - 1] if number > 0 else ~x[-number - 1]

    return [literal(a) | literal(b) | literal(c) for a, b, c in given]


def with_comparisons(x: Any, given: Clauses) -> Any:
    """`(x[i] == 1) | (x[j] == 0)`."""
    return [(x[abs(a) - 1] == int(a > 0)) | (x[abs(b) - 1] == int(b > 0)) for a, b in given]


def comparisons(x: Any, given: Clauses) -> Any:
    """`x[i] <= x[i + 1]`, and every tenth apart by a constant."""
    return [x[i] <= x[i + 1] + i % 2 for i in range(len(x) - 1)]


def tables(x: Any, given: Clauses) -> Any:
    """Tables of ten rows over three neighbours."""
    from everyway.models import allowed

    rows = [(i % 4, (i + 1) % 4, (i + i // 4) % 4) for i in range(10)] + [(0, 0, 0)]
    return [allowed([x[i], x[i + 1], x[i + 2]], rows) for i in range(len(x) - 2)]


def different(x: Any, given: Clauses) -> Any:
    """One all_different."""
    from everyway.models import all_different

    return all_different(x)


def long_sums(x: Any, given: Clauses) -> Any:
    """Ten sums of all terms."""
    from everyway.models import total

    return [total(v * (1 + (i + j) % 3) for i, v in enumerate(x)) >= 3 for j in range(10)]


Given = tuple[int, int, int]
"""The number, the variables and the width of random clauses."""
TASKS: dict[str, tuple[Callable[[Any, Clauses], Any], int, int, Given | None]] = {
    "100,000 clauses by operators": (with_operators, 50_000, 2, (100_000, 50_000, 3)),
    "100,000 clauses of comparisons": (with_comparisons, 100_000, 2, (100_000, 100_000, 2)),
    "100,000 comparisons": (comparisons, 100_001, 10, None),
    "10,000 tables": (tables, 10_002, 4, None),
    "all_different of 2,000": (different, 2_000, 2_000, None),
    "ten sums of 10,000 terms": (long_sums, 10_000, 2, None),
}
"""The maker of the rules, the number of variables and of their values, the clauses if any."""


def plain(size: int) -> float:
    """CPU seconds to make as many lists and dictionaries: the speed of Python here and now."""
    return cpu(lambda: [[{"a": i}, [i, i + 1], (i,)] for i in range(size)])[1]


def by_cadical(given: Clauses) -> float | None:
    """CPU seconds of CaDiCaL from lists of numbers to a solution; None where it is not there."""
    try:
        from pysat.solvers import Solver
    except ImportError:
        return None

    def solve() -> None:
        with Solver("cadical153", bootstrap_with=given) as solver:
            assert solver.solve()

    return cpu(solve)[1]


def measured(name: str, *, solve: bool = True) -> dict[str, float | None]:
    """CPU seconds and MB of one task in this process."""
    import everyway.solvers as solvers
    from everyway.models import Model, variables

    rules, number, values, clausal = TASKS[name]
    found: dict[str, float | None] = {"plain": plain(100_000)}
    given = clauses(*clausal) if clausal else []

    def declared() -> Model:
        x = variables("x", number, range(values))
        return Model(name, x, rules(x, given))

    before = peak_megabytes()
    model, found["declared"] = cpu(declared)
    found["megabytes"] = peak_megabytes() - before

    def first() -> bool:
        with solvers.solutions(model, time_limit=SECONDS_TO_SOLVE) as stream:
            return solve and next(stream, None) is not None

    there, seconds = cpu(first)
    found["first"] = seconds if there else None
    found["cadical"] = by_cadical(given) if given else None
    return found


def _median(values: Sequence[float | None]) -> str:
    there = [value for value in values if value is not None]
    return f"{median(there):9.3f}" if there else "        -"


def main(processes: int) -> None:
    """Print a table."""
    heads = ("declared", "megabytes", "first", "cadical", "plain")
    print(f"{'':32}" + "".join(f"{head:>10}" for head in heads))
    for name in TASKS:
        runs = runs_apart(__file__, name, number=processes)
        print(f"{name:32} " + " ".join(_median([run[head] for run in runs]) for head in heads))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measured(sys.argv[2], solve=sys.argv[3:] != ["declare"])))
    else:
        main(int(sys.argv[1]) if sys.argv[1:] else 3)
