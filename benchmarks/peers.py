"""The peers, each given a plain task by its own interface; none is needed to run the others.

To add one, write a function like these and an entry in `PEERS`: it imports its library, builds its
model, reports both to the clock, enumerates, and answers with the count. CP-SAT only counts the
solutions reported to it, which favours it; the others read every value.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from measure import Clock, Entrant, Skip
from peers_ortools import ORTOOLS
from plain import Image, Parts, Plain, Term

if TYPE_CHECKING:
    from tasks import Task

# ------------------------------------------------------------------------- python-constraint


def _python_constraint(solver: str) -> Entrant:
    """All solutions as a list of dictionaries."""

    def run(task: Task, clock: Clock) -> int:
        import constraint

        clock.lap("importing")
        plain = task.plain()
        clock.lap("declaring")
        problem = constraint.Problem(getattr(constraint, solver)())
        for place, domain in enumerate(plain.domains):
            problem.addVariable(place, list(domain))
        for terms in plain.distinct:
            _differ(problem, constraint, terms)
        for sum_ in plain.sums:
            places = [place for _, place in sum_.parts]
            if sum_.relation == "==" and all(c == 1 for c, _ in sum_.parts):
                problem.addConstraint(constraint.ExactSumConstraint(sum_.number), places)
            else:
                problem.addConstraint(_sum_test(sum_.parts, sum_.relation, sum_.number), places)
        clock.lap("building")
        return len(problem.getSolutions())

    return run


def _differ(problem: Any, constraint: Any, terms: Any) -> None:
    if all(isinstance(t, Term) and _is_variable(t) for t in terms):
        places = [term.parts[0][1] for term in terms]
        problem.addConstraint(constraint.AllDifferentConstraint(), places)
        return
    for one, other in combinations(terms, 2):
        places = sorted({*_places(one), *_places(other)})
        problem.addConstraint(_pair_test(places, one, other), places)


def _is_variable(term: Term) -> bool:
    return len(term.parts) == 1 and term.parts[0][0] == 1 and not term.constant


def _places(term: Term | Image) -> list[int]:
    return [term.place] if isinstance(term, Image) else [place for _, place in term.parts]


def _pair_test(places: list[int], one: Term | Image, other: Term | Image) -> Callable[..., bool]:
    """A lambda as one would write it by hand, without a loop inside."""
    names = {place: f"x{place}" for place in places}
    arguments = ", ".join(names[place] for place in places)
    scope = {"one": getattr(one, "values", None), "other": getattr(other, "values", None)}
    left, right = _python(one, "one"), _python(other, "other")
    made: Callable[..., bool] = eval(f"lambda {arguments}: {left} != {right}", scope)
    return made


def _python(term: Term | Image, table: str) -> str:
    if isinstance(term, Image):
        return f"{table}[x{term.place}]"
    parts = " + ".join(f"x{p}" if c == 1 else f"{c} * x{p}" for c, p in term.parts)
    sum_ = f"{parts} + {term.constant}" if term.constant else parts
    return f"abs({sum_})" if term.absolute else sum_


def _sum_test(parts: Parts, relation: str, number: int) -> Callable[..., bool]:
    arguments = ", ".join(f"x{place}" for _, place in parts)
    sum_ = _python(Term(parts), "")
    made: Callable[..., bool] = eval(f"lambda {arguments}: {sum_} {relation} {number}")
    return made


# ------------------------------------------------------------------------------------- Choco


def _choco(*, smallest: bool) -> Entrant:
    """Choco, through pychoco, reading all values."""

    def run(task: Task, clock: Clock) -> int:
        pychoco: Any = import_module("pychoco")
        clock.lap("importing")
        plain = task.plain()
        clock.lap("declaring")
        model = pychoco.Model()
        variables = [model.intvar(list(d), name=f"x{p}") for p, d in enumerate(plain.domains)]
        for terms in plain.distinct:
            native = [_choco_term(model, plain, variables, term) for term in terms]
            model.all_different(native).post()
        for sum_ in plain.sums:
            relation = {"==": "="}.get(sum_.relation, sum_.relation)
            taken, factors = [variables[p] for _, p in sum_.parts], [c for c, _ in sum_.parts]
            model.scalar(taken, factors, relation, sum_.number).post()
        solver = model.get_solver()
        if smallest:
            solver.set_min_dom_lb_search(*variables)
        clock.lap("building")
        found = 0
        while solver.solve():
            tuple([variable.get_value() for variable in variables])
            found += 1
        return found

    return run


def _choco_term(model: Any, plain: Plain, variables: list[Any], term: Term | Image) -> Any:
    if isinstance(term, Image):
        values = [term.values[value] for value in plain.domains[term.place]]
        found = model.intvar(min(values), max(values))
        low = min(plain.domains[term.place])
        model.element(found, values, variables[term.place], low).post()
        return found
    if len(term.parts) == 1 and term.parts[0][0] == 1 and not term.absolute:
        variable = variables[term.parts[0][1]]
        return model.int_offset_view(variable, term.constant) if term.constant else variable
    low, high = plain.bounds(Term(term.parts, term.constant))
    found = model.intvar(low, high)
    taken, factors = [variables[p] for _, p in term.parts], [c for c, _ in term.parts]
    model.scalar([*taken, found], [*factors, -1], "=", -term.constant).post()
    return model.int_abs_view(found) if term.absolute else found


# ------------------------------------------------------------------------------------ clingo


def _clingo(task: Task, clock: Clock) -> int:
    """Clingo, with at most one literal of each value of a group."""
    import clingo

    clock.lap("importing")
    plain = task.plain()
    clock.lap("declaring")
    control = clingo.Control(["--models=0", "--parallel-mode=1"])
    control.add("base", [], "\n".join(_answer_set_program(plain)))
    control.ground([("base", [])])
    clock.lap("building")
    found = 0
    with control.solve(yield_=True) as models:
        for model in models:
            model.symbols(shown=True)
            found += 1
    return found


def _answer_set_program(plain: Plain) -> Iterator[str]:
    yield "#show v/2."
    for place, domain in enumerate(plain.domains):
        yield f"1 {{{'; '.join(f'v({place},{value})' for value in domain)}}} 1."
    for number, terms in enumerate(plain.distinct):
        holders: dict[int, set[str]] = defaultdict(set)
        for index, term in enumerate(terms):
            for value, atom, rule in _atoms(plain, term, f"d({number},{index}"):
                holders[value].add(atom)
                yield rule
        for atoms in holders.values():
            if len(atoms) > 1:
                yield f":- 2 {{{'; '.join(sorted(atoms))}}}."
    for sum_ in plain.sums:
        weights = "; ".join(
            f"{c * value},{p} : v({p},{value})" for c, p in sum_.parts for value in plain.domains[p]
        )
        denied = "not " if sum_.relation == "==" else ""
        yield f":- {denied}#sum{{{weights}}} = {sum_.number}."


def _atoms(plain: Plain, term: Term | Image, name: str) -> Iterator[tuple[int, str, str]]:
    """The values of a term, each with the atom that says so, and the rule that makes it true."""
    if isinstance(term, Image):
        for value, seen in term.values.items():
            yield seen, f"v({term.place},{value})", ""
    elif len(term.parts) == 1:
        ((factor, place),) = term.parts
        for value in plain.domains[place]:
            yield factor * value + term.constant, f"v({place},{value})", ""
    else:
        (one, first), (other, second) = term.parts
        for a in plain.domains[first]:
            for b in plain.domains[second]:
                sum_ = one * a + other * b + term.constant
                value = abs(sum_) if term.absolute else sum_
                atom = f"{name},{value})"
                yield value, atom, f"{atom} :- v({first},{a}), v({second},{b})."


# ------------------------------------------------------------------------- Gecode (MiniZinc)


def _gecode(task: Task, clock: Clock) -> int:
    """Gecode, through MiniZinc, smallest domain first; translating is inside."""
    program = shutil.which("minizinc")
    if program is None:
        raise Skip("minizinc is not installed")
    clock.lap("importing")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "task.mzn"
        path.write_text("\n".join(_minizinc(task.plain())))
        clock.lap("building")
        command = [program, "--solver", "gecode", "-a", str(path)]
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return printed.count("----------")


def _minizinc(plain: Plain) -> Iterator[str]:
    yield 'include "alldifferent.mzn";'
    for place, domain in enumerate(plain.domains):
        yield f"var {{{', '.join(map(str, domain))}}}: x{place};"
    for terms in plain.distinct:
        yield f"constraint alldifferent([{', '.join(_minizinc_term(plain, t) for t in terms)}]);"
    for sum_ in plain.sums:
        yield f"constraint {_python(Term(sum_.parts), '')} {sum_.relation} {sum_.number};"
    names = ", ".join(f"x{place}" for place in range(len(plain.domains)))
    yield f"solve :: int_search([{names}], first_fail, indomain_min, complete) satisfy;"
    yield f"output [show([{names}])];"


def _minizinc_term(plain: Plain, term: Term | Image) -> str:
    if isinstance(term, Term):
        return _python(term, "")
    values = [term.values[value] for value in plain.domains[term.place]]
    return f"{values}[x{term.place} - {min(plain.domains[term.place]) - 1}]"


PEERS: dict[str, Entrant] = {
    **ORTOOLS,
    "python-constraint: backtracking": _python_constraint("BacktrackingSolver"),
    "python-constraint: optimised": _python_constraint("OptimizedBacktrackingSolver"),
    "python-constraint: recursive": _python_constraint("RecursiveBacktrackingSolver"),
    "Choco: as it chooses": _choco(smallest=False),
    "Choco: smallest": _choco(smallest=True),
    "clingo": _clingo,
    "Gecode": _gecode,
}
