"""The time and memory that large models take to declare, and their first solution by `auto`.

    python benchmarks/declaring.py [PROCESSES]

CPU seconds and MB, each in a process of its own, the median of so many (3 unless given). Beside
each a loop over plain Python lists is run that makes as many objects, so that a slow machine shows;
beside the clauses also CaDiCaL, which is given them as lists of numbers.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from measure import peak_megabytes

Clauses = list[list[int]]
SECONDS_TO_SOLVE = 100.0


def clauses(number: int, variables: int, width: int = 3) -> Clauses:
    """Random clauses as DIMACS has them, each satisfied by a planted assignment."""
    pick = random.Random(1)
    planted = [pick.choice((1, -1)) * (place + 1) for place in range(variables)]
    found = []
    while len(found) < number:
        clause = [pick.choice((1, -1)) * (1 + pick.randrange(variables)) for _ in range(width)]
        if any(planted[abs(literal) - 1] == literal for literal in clause):
            found.append(clause)
    return found


def with_operators(size: int) -> Any:
    """`x[i] | ~x[j] | x[k]`."""
    from everyway.models import Model, variables

    given = clauses(size, size // 2)
    yield given
    x = variables("x", size // 2, range(2))

    def literal(number: int) -> Any:
        return x[number - 1] if number > 0 else ~x[-number - 1]

    yield Model("clauses", x, [literal(a) | literal(b) | literal(c) for a, b, c in given])


def with_comparisons(size: int) -> Any:
    """`(x[i] == 1) | (x[j] == 0)`."""
    from everyway.models import Model, variables

    given = clauses(size, size, 2)
    yield given
    x = variables("x", size, range(2))
    yield Model(
        "clauses",
        x,
        [(x[abs(a) - 1] == int(a > 0)) | (x[abs(b) - 1] == int(b > 0)) for a, b in given],
    )


def comparisons(size: int) -> Any:
    """`x[i] <= x[i + 1]`, and every tenth apart by a constant."""
    from everyway.models import Model, variables

    yield []
    x = variables("x", size + 1, range(10))
    yield Model("comparisons", x, [x[i] <= x[i + 1] + i % 2 for i in range(size)])


def tables(size: int) -> Any:
    """Tables of ten rows over three neighbours."""
    from everyway.models import Model, allowed, variables

    yield []
    x = variables("x", size + 2, range(4))
    rows = [(i % 4, (i + 1) % 4, (i + i // 4) % 4) for i in range(10)] + [(0, 0, 0)]
    yield Model("tables", x, [allowed([x[i], x[i + 1], x[i + 2]], rows) for i in range(size)])


def different(size: int) -> Any:
    """One all_different."""
    from everyway.models import Model, all_different, variables

    yield []
    x = variables("x", size, range(size))
    yield Model("all different", x, all_different(x))


def long_sums(size: int) -> Any:
    """Ten sums of `size` terms."""
    from everyway.models import Model, total, variables

    yield []
    x = variables("x", size, range(2))
    yield Model(
        "sums", x, [total(x[i] * (1 + (i + j) % 3) for i in range(size)) >= 3 for j in range(10)]
    )


TASKS: dict[str, tuple[Callable[[int], Any], int]] = {
    "100,000 clauses by operators": (with_operators, 100_000),
    "100,000 clauses of comparisons": (with_comparisons, 100_000),
    "100,000 comparisons": (comparisons, 100_000),
    "10,000 tables": (tables, 10_000),
    "all_different of 2,000": (different, 2_000),
    "ten sums of 10,000 terms": (long_sums, 10_000),
}


def plain(size: int) -> float:
    """CPU seconds to make as many lists and dictionaries: the speed of Python here and now."""
    start = time.process_time()
    kept = [[{"a": i}, [i, i + 1], (i,)] for i in range(size)]
    assert kept
    return time.process_time() - start


def by_cadical(given: Clauses) -> float | None:
    """CPU seconds of CaDiCaL from lists of numbers to a solution; None where it is not there."""
    try:
        from pysat.solvers import Solver
    except ImportError:
        return None
    start = time.process_time()
    with Solver("cadical153", bootstrap_with=given) as solver:
        assert solver.solve()
    return time.process_time() - start


def measured(name: str, *, solve: bool = True) -> dict[str, float | None]:
    """CPU seconds and MB of one task in this process."""
    import everyway.solvers as solvers

    declare, size = TASKS[name]
    found: dict[str, float | None] = {"plain": plain(100_000)}
    steps = declare(size)
    given = next(steps)
    before, start = peak_megabytes(), time.process_time()
    model = next(steps)
    found["declared"] = time.process_time() - start
    found["megabytes"] = peak_megabytes() - before
    start = time.process_time()
    with solvers.solutions(model, time_limit=SECONDS_TO_SOLVE) as stream:
        there = solve and next(stream, None) is not None
    found["first"] = time.process_time() - start if there else None
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
        command = [sys.executable, __file__, "--one", name]
        runs = [json.loads(subprocess.check_output(command)) for _ in range(processes)]
        print(f"{name:32} " + " ".join(_median([run[head] for run in runs]) for head in heads))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measured(sys.argv[2], solve=sys.argv[3:] != ["declare"])))
    else:
        main(int(sys.argv[1]) if sys.argv[1:] else 3)
