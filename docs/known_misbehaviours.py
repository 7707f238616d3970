"""Faults of solver libraries that their adapters avoid, each shown by calls of the library alone.

`python docs/known_misbehaviours.py` runs every example whose library is installed, each in a
process of its own that is ended after ten seconds; `python docs/known_misbehaviours.py NAME` runs
one here. The first line of an example names the library and the version in which the fault was
seen; the rest says what is wrong, and what the adapter does about it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import combinations
from typing import Any

SECONDS = 10


def interrupt_after(seconds: float) -> None:
    """Have another process send Ctrl-C to this one."""
    subprocess.Popen(["sh", "-c", f"sleep {seconds}; kill -INT {os.getpid()}"])


def cp_sat_several_workers() -> None:
    """Seen in ortools 9.15.6755.

    CP-SAT set to enumerate with two workers loses solutions and says OPTIMAL: often 2 of the 4
    of six queens. The adapter `cp-sat` searches with one worker and refuses more.
    """
    from ortools.sat.python import cp_model

    class Count(cp_model.CpSolverSolutionCallback):
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    model = cp_model.CpModel()
    queens = [model.new_int_var(0, 5, "") for _ in range(6)]
    for sign in (-1, 0, 1):
        model.add_all_different(queen + sign * place for place, queen in enumerate(queens))
    solver, count = cp_model.CpSolver(), Count()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 2
    status = solver.solve(model, count)
    print(f"{solver.status_name(status)} with {count.found} of the 4 solutions")


def cp_sat_automaton() -> None:
    """Seen in ortools 9.15.6755.

    `add_automaton` gives the same solution several times where all are enumerated, with one worker
    too: 250 reported of 170. The adapter `cp-sat` posts a table for each step instead, in which
    each state is determined by the one before.
    """
    from ortools.sat.python import cp_model

    class Collect(cp_model.CpSolverSolutionCallback):
        def __init__(self) -> None:
            super().__init__()
            self.rows: list[tuple[int, ...]] = []

        def on_solution_callback(self) -> None:
            self.rows.append(tuple(map(self.value, symbols)))

    model = cp_model.CpModel()
    symbols = [model.new_int_var(0, 3, "") for _ in range(4)]
    after = [[2, 1, 0, 0], [0, 1, 2, 2], [0, 2, 1, 2]]
    moves = [(state, symbol, after[state][symbol]) for state in range(3) for symbol in range(4)]
    model.add_automaton(symbols, 0, [1, 2], moves)
    solver, collect = cp_model.CpSolver(), Collect()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(model, collect)
    print(f"{len(collect.rows)} reported, {len(set(collect.rows))} distinct")


def cp_interrupt() -> None:
    """Seen in ortools 9.15.6755.

    The original CP solver calls Python back while it searches, and a Ctrl-C that arrives there is
    lost; the limit that was set is not kept after it either. The adapter `cp` searches in a thread
    of its own, where no signal arrives.
    """
    from ortools.constraint_solver import pywrapcp

    solver = pywrapcp.Solver("pigeons")
    pigeons = [solver.IntVar(0, 11, "") for _ in range(13)]
    for one, other in combinations(pigeons, 2):
        solver.Add(one != other)
    end = time.monotonic() + 3
    limit = solver.CustomLimit(lambda: time.monotonic() > end)
    phase = solver.Phase(pigeons, solver.CHOOSE_FIRST_UNBOUND, solver.ASSIGN_MIN_VALUE)
    solver.NewSearch(phase, [limit])
    interrupt_after(1)
    solver.NextSolution()
    print("the search has ended")


def cp_least_of_booleans() -> None:
    """Seen in ortools 9.15.6755.

    Asked for the greatest and then for the least of the same three or more Booleans, the original
    CP solver gives the greatest twice. The adapter `cp` never asks for a least.
    """
    from ortools.constraint_solver import pywrapcp

    solver = pywrapcp.Solver("")
    flags = [solver.IntVar(0, 1) for _ in range(3)]
    most, least = solver.Max(flags).Var(), solver.Min(flags).Var()
    solver.Add(most == 1)
    solver.Add(least == 0)
    solver.NewSearch(solver.Phase(flags, solver.CHOOSE_FIRST_UNBOUND, solver.ASSIGN_MIN_VALUE))
    found = 0
    while solver.NextSolution():
        found += 1
    solver.EndSearch()
    print(f"{found} of the 6 solutions")


def cp_values_far_apart() -> None:
    """Seen in ortools 9.15.6755.

    A domain with gaps whose ends are 2 ** 32 or more apart ends the process with SIGABRT ("Bitset
    too large"); one of a span of 10 ** 9 takes 125 MB. The adapter `cp` refuses both.
    """
    from ortools.constraint_solver import pywrapcp

    pywrapcp.Solver("").IntVar([-(2**31) - 1, 0, 2**31 - 1])
    print("still alive")


def cp_power() -> None:
    """Seen in ortools 9.15.6755.

    Squared six times, which the original CP solver turns into the power 64, a variable that is 0
    or 1 is only 0. The adapter `cp` takes 1 or 2 for the exponent of what is 0, 1 or -1.
    """
    from ortools.constraint_solver import pywrapcp

    solver = pywrapcp.Solver("")
    flag = solver.IntVar(0, 1, "")
    power = flag
    for _ in range(6):
        power = (power * power).Var()
    solver.Add(power <= 5)
    solver.NewSearch(solver.Phase([flag], solver.CHOOSE_FIRST_UNBOUND, solver.ASSIGN_MIN_VALUE))
    found = []
    while solver.NextSolution():
        found.append(flag.Value())
    print(f"{found} instead of [0, 1]")


def choco_values_far_apart() -> None:
    """Seen in pychoco 0.4.0.

    A variable of two listed values, 10 ** 9 apart, takes 125 MB. The adapter `choco` posts such
    values as a constraint on an interval.
    """
    import resource

    from pychoco import Model

    model = Model()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    model.intvar([0, 7, 10**9])
    print(f"{(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024} MB more")


def choco_reified_equality() -> None:
    """Seen in pychoco 0.4.0.

    `reify_x_eq_y` does not see that its truth can no longer be 1 where one variable is an interval
    with few values left, and an exception ends the process at the wrong solution. The adapter
    `choco` writes `arithm(x, "=", y).reify_with(truth)`.
    """
    from pychoco import Model

    model = Model()
    x, y = model.intvar([-100, 77]), model.intvar(-(10**8), 2)
    truth = model.boolvar()
    model.reify_x_eq_y(x, y, truth)
    model.member(y, [-(10**8), 2]).post()
    model.arithm(y, "=", 2).post()
    solver = model.get_solver()
    solver.set_min_dom_lb_search(x, y, truth)
    while solver.solve():
        print(x.get_value(), y.get_value(), truth.get_value(), flush=True)


def minizinc_lists_wide_domains() -> None:
    """Seen in minizinc 2.6.4.

    From a variable over -200..10000000 that must not be 9000000 the compiler takes that value out
    and writes down each of the others: 90 MB of text. The adapter `minizinc` writes such a
    disequality as "less or greater".
    """
    import tempfile
    from pathlib import Path

    text = """
        var {0, 5}: a; var {0, 5000000}: b; var -200..10000000: n;
        constraint n = a + 2 * b; constraint n != 9000000;
        solve satisfy;
    """
    with tempfile.TemporaryDirectory() as folder:
        compiled = Path(folder, "model.fzn")
        written = ["--fzn", str(compiled), "--ozn", str(compiled.with_suffix(".ozn"))]
        command = ["minizinc", "-c", "--solver", "gecode", *written, "-"]
        subprocess.run(command, input=text, text=True, check=False, capture_output=True)
        print(f"{compiled.stat().st_size / 1e6:.0f} MB of FlatZinc")


def python_constraint_minus() -> None:
    """Seen in python-constraint2 2.9.0.

    The string "-a == b" is read as "a == b". The adapter `python-constraint` posts no strings.
    """
    from constraint import Problem

    problem = Problem()
    problem.addVariables(["a", "b"], [-1, 0, 1])
    problem.addConstraint("-a == b")
    print(sorted((found["a"], found["b"]) for found in problem.getSolutions()))


def python_sat_interrupt() -> None:
    """Seen in python-sat 1.9.dev17.

    Ctrl-C comes as `pysolvers.error`, not as KeyboardInterrupt, so that it is taken for a fault
    of the solver. The adapter `sat` searches for some thousand conflicts at a time.
    """
    from pysat.solvers import Glucose4

    solver: Any = Glucose4()
    solver.append_formula([[12 * i + j + 1 for j in range(12)] for i in range(13)])
    for j in range(12):
        for one, other in combinations(range(13), 2):
            solver.add_clause([-(12 * one + j + 1), -(12 * other + j + 1)])
    interrupt_after(1)
    try:
        solver.solve()
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


def choco_exception() -> None:
    """Seen in pychoco 0.4.0.

    An exception in Java, here for a variable whose bounds are swapped, ends the process of Python
    with code 99. The adapter `choco` searches in a process of its own.
    """
    from pychoco import Model

    try:
        Model().intvar(5, 3)
    except Exception:
        print("caught")
    print("still alive")


def choco_time_limit() -> None:
    """Seen in pychoco 0.4.0.

    A limit of "300ms" is not kept, and nothing stops a search without a solution: no signal is
    seen and no thread of Python runs. The adapter `choco` ends the process that searches.
    """
    from pychoco import Model

    model = Model()
    pigeons = model.intvars(13, 0, 11)
    for one, other in combinations(pigeons, 2):
        model.arithm(one, "!=", other).post()
    solver = model.get_solver()
    solver.limit_time("300ms")
    solver.solve()
    print("the search has ended")


def choco_installs_tests() -> None:
    """Seen in pychoco 0.4.0.

    It installs its tests as the top-level package `tests`, which hides that of a project whose
    own tests are imported by that name. Delete the folder after installing.
    """
    from importlib.metadata import files

    installed = files("pychoco") or []
    print(next(file for file in installed if file.parts[0] == "tests"))


def cpmpy_unconstrained() -> None:
    """Seen in cpmpy 1.1.1.

    `solveAll` leaves out a variable that no constraint mentions: 3 solutions for 6, and no value
    for the variable. The adapter brings such variables back.
    """
    import cpmpy

    x, y = cpmpy.intvar(0, 2, shape=2)
    free = cpmpy.intvar(0, 1)
    model = cpmpy.Model(x < y)
    print(model.solveAll(display=lambda: print(x.value(), y.value(), free.value())))


def cpmpy_choco_collects() -> None:
    """Seen in cpmpy 1.1.1.

    `solveAll` with Choco shows the first solution when it holds all of them: of two million, it
    shows none in the first seconds. everyway does not offer Choco by way of CPMpy.
    """
    import cpmpy

    free = cpmpy.intvar(0, 1, shape=21)
    cpmpy.Model(cpmpy.sum(free) >= 0).solveAll(
        solver="choco", display=lambda: print("the first solution", flush=True)
    )


def minizinc_gecode_domain() -> None:
    """Seen in minizinc 2.6.4 with Gecode 6.2.0.

    A variable over {0, 4} that is compared with `bool2int` is printed as its own name, "n1 = n1",
    and as an item of the output ends Gecode. The adapter `minizinc` does not use `bool2int`.
    """
    text = """
        var {0, 4}: n1;
        var bool: b2; constraint b2 <-> (n1 = 2);
        var bool: b3; constraint b3 <-> (bool2int(b2) = n1);
        constraint exists([b3]);
        solve satisfy;
    """
    command = ["minizinc", "--solver", "gecode", "--all-solutions", "--input-from-stdin"]
    print(subprocess.run(command, input=text, capture_output=True, text=True, check=False).stdout)


EXAMPLES: dict[str, Callable[[], None]] = {
    example.__name__: example
    for example in (
        cp_sat_several_workers,
        cp_sat_automaton,
        cp_interrupt,
        cp_least_of_booleans,
        cp_values_far_apart,
        cp_power,
        python_constraint_minus,
        python_sat_interrupt,
        choco_exception,
        choco_time_limit,
        choco_values_far_apart,
        choco_reified_equality,
        choco_installs_tests,
        cpmpy_unconstrained,
        cpmpy_choco_collects,
        minizinc_gecode_domain,
        minizinc_lists_wide_domains,
    )
}


def watched(name: str) -> str:
    """The output of an example, and how it ends."""
    command = [sys.executable, __file__, name]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired as error:
        said = error.stdout or b""
        text = said.decode() if isinstance(said, bytes) else said
        return f"{text}(still running after {SECONDS} seconds: ended)"
    lines = [line for line in done.stderr.splitlines() if "rror" in line]
    return f"{done.stdout}{' '.join(lines[-1:])}(exit code {done.returncode})"


def main() -> None:
    """Run the example that is named, or all."""
    if sys.argv[1:]:
        EXAMPLES[sys.argv[1]]()
        return
    for name in EXAMPLES:
        print(f"== {name}\n{watched(name)}", flush=True)


if __name__ == "__main__":
    main()
