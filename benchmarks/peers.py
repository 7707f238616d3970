"""The peers, each given a plain task by its own interface; none is needed to run the others.

To add one, write a function like these and an entry in `PEERS`: from its library and the task it
builds its model, yields 0, enumerates, and yields the count. CP-SAT only counts the solutions
reported to it, which favours it; the others read every value.
"""

from __future__ import annotations

import operator
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
from plain import Image, Parts, Plain, Term

if TYPE_CHECKING:
    from tasks import Task

RELATIONS: dict[str, Callable[[Any, Any], Any]] = {"==": operator.eq, "!=": operator.ne}


def _entrant(library: str, peer: Callable[..., Iterator[int]], **setting: Any) -> Entrant:
    def run(task: Task, clock: Clock) -> int:
        native: Any = shutil.which(library) if library == "minizinc" else import_module(library)
        if native is None:
            raise Skip("minizinc is not installed")
        clock.lap("importing")
        plain = task.plain()
        clock.lap("declaring")
        steps = peer(native, plain, **setting)
        next(steps)
        clock.lap("building")
        return next(steps)

    return run


def _sum(parts: Parts, variables: list[Any]) -> Any:
    """The sum of coefficient × variable, by the operators of a peer's expressions."""
    first, *rest = (variables[p] if c == 1 else variables[p] * c for c, p in parts)
    for part in rest:
        first = first + part
    return first


def _python(term: Term) -> str:
    """A term as Python and MiniZinc write it."""
    parts = " + ".join(f"x{p}" if c == 1 else f"{c} * x{p}" for c, p in term.parts)
    sum_ = f"{parts} + {term.constant}" if term.constant else parts
    return f"abs({sum_})" if term.absolute else sum_


def _cp_sat(cp: Any, plain: Plain, *, fixed: bool) -> Iterator[int]:
    """One worker; `fixed`: by fixed search, smallest domain first, the best found for it."""

    class Reader(cp.CpSolverSolutionCallback):  # type: ignore[misc]
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    def native(term: Term | Image) -> Any:
        if isinstance(term, Image):
            values, low = plain.entries(term)
            found = model.new_int_var(min(values), max(values), "")
            model.add_element(variables[term.place] - low, values, found)
            return found
        sum_ = _sum(term.parts, variables) + term.constant
        if term.is_single:
            return sum_
        found = model.new_int_var(*plain.bounds(term), "")
        if term.absolute:
            model.add_abs_equality(found, sum_)
        else:
            model.add(found == sum_)
        return found

    model = cp.CpModel()
    domains = (cp.Domain.from_values(list(domain)) for domain in plain.domains)
    variables = [model.new_int_var_from_domain(d, f"x{p}") for p, d in enumerate(domains)]
    for terms in plain.distinct:
        model.add_all_different(list(map(native, terms)))
    for sum_ in plain.sums:
        model.add(RELATIONS[sum_.relation](_sum(sum_.parts, variables), sum_.number))
    solver, reader = cp.CpSolver(), Reader()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    if fixed:
        order = cp.CHOOSE_MIN_DOMAIN_SIZE, cp.SELECT_MIN_VALUE
        model.add_decision_strategy(variables, *order)
        solver.parameters.search_branching = cp.FIXED_SEARCH
    yield 0
    solver.solve(model, reader)
    yield reader.found


def _old_cp(cp: Any, plain: Plain, *, smallest: bool, strong: bool) -> Iterator[int]:
    """Depth first, reading all values; `strong`: with the stronger propagation of all-different."""

    def native(term: Term | Image) -> Any:
        if isinstance(term, Image):
            values, low = plain.entries(term)
            index = variables[term.place]
            return solver.Element(values, index - low if low else index)
        sum_ = _sum(term.parts, variables)
        sum_ = sum_ + term.constant if term.constant else sum_
        return abs(sum_) if term.absolute else sum_

    solver = cp.Solver("task")
    variables = [solver.IntVar(list(d), f"x{p}") for p, d in enumerate(plain.domains)]
    for terms in plain.distinct:
        solver.Add(solver.AllDifferent([native(term).Var() for term in terms], strong))
    for sum_ in plain.sums:
        solver.Add(RELATIONS[sum_.relation](_sum(sum_.parts, variables), sum_.number))
    choice = solver.CHOOSE_MIN_SIZE_LOWEST_MIN if smallest else solver.CHOOSE_FIRST_UNBOUND
    solver.NewSearch(solver.Phase(variables, choice, solver.ASSIGN_MIN_VALUE))
    yield 0
    found = 0
    while solver.NextSolution():
        tuple([variable.Value() for variable in variables])
        found += 1
    solver.EndSearch()
    yield found


def _python_constraint(library: Any, plain: Plain, *, solver: str) -> Iterator[int]:
    """All solutions as a list of dictionaries."""

    def test(places: list[int], text: str, **scope: Any) -> None:
        """Post a lambda as one would write it by hand, without a loop inside."""
        arguments = ", ".join(f"x{place}" for place in places)
        problem.addConstraint(eval(f"lambda {arguments}: {text}", scope), places)

    def python(term: Term | Image, table: str) -> str:
        return f"{table}[x{term.place}]" if isinstance(term, Image) else _python(term)

    problem = library.Problem(getattr(library, f"{solver}BacktrackingSolver")())
    for place, domain in enumerate(plain.domains):
        problem.addVariable(place, list(domain))
    for terms in plain.distinct:
        if all(isinstance(t, Term) and t.is_single and not t.constant for t in terms):
            places = [place for term in terms for place in term.places]
            problem.addConstraint(library.AllDifferentConstraint(), places)
            continue
        for one, other in combinations(terms, 2):
            values = {"one": getattr(one, "values", None), "other": getattr(other, "values", None)}
            text = f"{python(one, 'one')} != {python(other, 'other')}"
            test(sorted({*one.places, *other.places}), text, **values)
    for sum_ in plain.sums:
        places = [place for _, place in sum_.parts]
        if sum_.relation == "==" and all(c == 1 for c, _ in sum_.parts):
            problem.addConstraint(library.ExactSumConstraint(sum_.number), places)
        else:
            test(places, f"{_python(Term(sum_.parts))} {sum_.relation} {sum_.number}")
    yield 0
    yield len(problem.getSolutions())


def _choco(library: Any, plain: Plain, *, smallest: bool) -> Iterator[int]:
    """Choco, through pychoco, reading all values."""

    def native(term: Term | Image) -> Any:
        if isinstance(term, Image):
            values, low = plain.entries(term)
            found = model.intvar(min(values), max(values))
            model.element(found, values, variables[term.place], low).post()
            return found
        taken, factors = scalar(term.parts)
        if term.is_single and factors == [1]:
            return model.int_offset_view(taken[0], term.constant) if term.constant else taken[0]
        found = model.intvar(*plain.bounds(Term(term.parts, term.constant)))
        model.scalar([*taken, found], [*factors, -1], "=", -term.constant).post()
        return model.int_abs_view(found) if term.absolute else found

    def scalar(parts: Parts) -> tuple[list[Any], list[int]]:
        return [variables[p] for _, p in parts], [c for c, _ in parts]

    model = library.Model()
    variables = [model.intvar(list(d), name=f"x{p}") for p, d in enumerate(plain.domains)]
    for terms in plain.distinct:
        model.all_different(list(map(native, terms))).post()
    for sum_ in plain.sums:
        relation = {"==": "="}.get(sum_.relation, sum_.relation)
        model.scalar(*scalar(sum_.parts), relation, sum_.number).post()
    solver = model.get_solver()
    if smallest:
        solver.set_min_dom_lb_search(*variables)
    yield 0
    found = 0
    while solver.solve():
        tuple([variable.get_value() for variable in variables])
        found += 1
    yield found


def _clingo(clingo: Any, plain: Plain) -> Iterator[int]:
    """Clingo, with at most one literal of each value of a group."""
    control = clingo.Control(["--models=0", "--parallel-mode=1"])
    control.add("base", [], "\n".join(_answer_set_program(plain)))
    control.ground([("base", [])])
    yield 0
    found = 0
    with control.solve(yield_=True) as models:
        for model in models:
            model.symbols(shown=True)
            found += 1
    yield found


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
        some = (sorted(atoms) for atoms in holders.values() if len(atoms) > 1)
        yield from (f":- 2 {{{'; '.join(atoms)}}}." for atoms in some)
    for sum_ in plain.sums:
        domains, denied = plain.domains, "not " if sum_.relation == "==" else ""
        weights = [f"{c * v},{p} : v({p},{v})" for c, p in sum_.parts for v in domains[p]]
        yield f":- {denied}#sum{{{'; '.join(weights)}}} = {sum_.number}."


def _atoms(plain: Plain, term: Term | Image, name: str) -> Iterator[tuple[int, str, str]]:
    """The values of a term, each with the atom that says so, and the rule that makes it true."""
    if isinstance(term, Image):
        for value, seen in term.values.items():
            yield seen, f"v({term.place},{value})", ""
        return
    (one, first), *more = term.parts
    for a in plain.domains[first]:
        if not more:
            yield one * a + term.constant, f"v({first},{a})", ""
        for other, second in more:
            for b in plain.domains[second]:
                sum_ = one * a + other * b + term.constant
                value = abs(sum_) if term.absolute else sum_
                atom = f"{name},{value})"
                yield value, atom, f"{atom} :- v({first},{a}), v({second},{b})."


def _gecode(program: str, plain: Plain) -> Iterator[int]:
    """Gecode, through MiniZinc, smallest domain first; translating is inside."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "task.mzn"
        path.write_text("\n".join(_minizinc(plain)))
        yield 0
        command = [program, "--solver", "gecode", "-a", str(path)]
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    yield printed.count("----------")


def _minizinc(plain: Plain) -> Iterator[str]:
    def native(term: Term | Image) -> str:
        if isinstance(term, Term):
            return _python(term)
        values, low = plain.entries(term)
        return f"{values}[x{term.place} - {low - 1}]"

    yield 'include "alldifferent.mzn";'
    for place, domain in enumerate(plain.domains):
        yield f"var {{{', '.join(map(str, domain))}}}: x{place};"
    for terms in plain.distinct:
        yield f"constraint alldifferent([{', '.join(map(native, terms))}]);"
    for sum_ in plain.sums:
        yield f"constraint {_python(Term(sum_.parts))} {sum_.relation} {sum_.number};"
    names = ", ".join(f"x{place}" for place in range(len(plain.domains)))
    yield f"solve :: int_search([{names}], first_fail, indomain_min, complete) satisfy;"
    yield f"output [show([{names}])];"


_CP_SAT = "ortools.sat.python.cp_model", _cp_sat
_OLD_CP = "ortools.constraint_solver.pywrapcp", _old_cp
_PYTHON = "constraint", _python_constraint
_CHOCO = "pychoco", _choco
PEERS: dict[str, Entrant] = {
    "CP-SAT": _entrant(*_CP_SAT, fixed=True),
    "CP-SAT, default": _entrant(*_CP_SAT, fixed=False),
    "old CP solver: in order": _entrant(*_OLD_CP, smallest=False, strong=False),
    "old CP solver: in order, strong": _entrant(*_OLD_CP, smallest=False, strong=True),
    "old CP solver: smallest": _entrant(*_OLD_CP, smallest=True, strong=False),
    "old CP solver: smallest, strong": _entrant(*_OLD_CP, smallest=True, strong=True),
    "python-constraint: backtracking": _entrant(*_PYTHON, solver=""),
    "python-constraint: optimised": _entrant(*_PYTHON, solver="Optimized"),
    "python-constraint: recursive": _entrant(*_PYTHON, solver="Recursive"),
    "Choco: as it chooses": _entrant(*_CHOCO, smallest=False),
    "Choco: smallest": _entrant(*_CHOCO, smallest=True),
    "clingo": _entrant("clingo", _clingo),
    "Gecode": _entrant("minizinc", _gecode),
}
