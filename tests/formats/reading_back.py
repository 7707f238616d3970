"""Texts of other languages, read and enumerated by those languages' own tools."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import subprocess
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from everyway.formats import written
from everyway.models import Model
from everyway.models.language.files.model_from_data import from_data
from everyway.models.language.groups import Single
from everyway.solvers import solutions

Row = tuple[Any, ...]


def rows_of(model: Model) -> Counter[Row]:
    """The solutions of a model, as everyway finds them."""
    names = model.projection or [variable.name for variable in model.variables]
    return Counter(tuple(found[name] for name in names) for found in solutions(model, "flatmap"))


def from_minizinc_text(text: str, model: Model, folder: Path) -> Iterator[Row]:
    """The solutions that MiniZinc prints with Gecode, by the arrays of the text."""
    file = folder / "model.mzn"
    file.write_text(text)
    declared = re.findall(r"^(?:array\[.*\] of )?var .*: (\w+);$", text, re.MULTILINE)
    by_name = "\noutput [" in text
    command = ["minizinc", "--solver", "gecode", "-a", str(file)]
    command += [] if by_name else ["--output-mode", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    names = model.projection or [variable.name for variable in model.variables]
    assert done.stdout.rstrip().endswith(("==========", "=====UNSATISFIABLE====="))
    members = dict(re.findall(r"^% (\w+) is (.*)$", text, re.MULTILINE))
    for block in done.stdout.split("----------\n")[:-1]:
        if by_name:
            found = [line.partition(" = ")[2] for line in block.strip().splitlines()]
        else:
            read = json.loads(block)
            found = [one for name in declared for one in _flat(read.get(name, []))]
        assert len(found) == len(names), block
        yield tuple(
            _read(members.get(str(one), str(one)))
            if model.by_name[name].labelled
            else int({"true": 1, "false": 0}.get(one, one))
            for name, one in zip(names, found, strict=True)
        )


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, list):
        for one in value:
            yield from _flat(one)
    else:
        yield value["e"] if isinstance(value, dict) else value


def _read(remark: str) -> str:
    """A text as it was before it was written into a comment."""
    escaped = r"\\(?:[\\nrt]|x..|u.{4}|U.{8})"
    return re.sub(escaped, lambda one: one[0].encode().decode("unicode_escape"), remark)


def _value(text: str, model: Model, name: str) -> Any:
    return text if model.by_name[name].labelled else int(text)


def from_clingo(text: str, model: Model, folder: Path) -> Iterator[Row]:
    """The answer sets that clingo shows; the best ones where it is given an aim."""
    import clingo

    optimal, warned = "#minimize" in text, list[str]()
    said = re.search(r"^% clingo (.*) FILE$", text, re.MULTILINE)
    assert said is not None
    options = [*said[1].split(), "--opt-mode=optN" if optimal else "--opt-mode=ignore"]
    control = clingo.Control(options, lambda _, message: warned.append(message))
    control.add("base", [], text)
    control.ground([("base", [])])
    assert warned == []
    names = model.projection or [variable.name for variable in model.variables]
    head = text[: said.start()]
    pairs = re.findall(r"^% (\w+) is (.*)$", head, re.MULTILINE)
    renamed = {_read(old): new for new, old in pairs}
    with control.solve(yield_=True) as handle:
        for found in handle:
            if optimal and not found.optimality_proven:
                continue
            shown = [
                (one.name, [*map(_argument, one.arguments)]) for one in found.symbols(shown=True)
            ]
            values = {}
            for group in model.groups:
                predicate = renamed.get(group.name, group.name)
                for variable, key in zip(group.variables, keys_of(group), strict=True):
                    here = [
                        given
                        for name, given in shown
                        if name == predicate
                        and given[: len(key)] == key
                        and len(given) < len(key) + 2
                    ]
                    assert len(here) <= 1
                    one = here[0][len(key) :] or [1] if here else [0]
                    values[variable.name] = one[0]
            yield tuple(values[name] for name in names)


def keys_of(group: Any) -> list[list[Any]]:
    """The keys of the variables of a group, as the arguments of an atom."""
    if isinstance(group, Single):
        return [[]]
    if hasattr(group, "squares"):
        return [[*square] for square in group.squares]
    if hasattr(group, "pairs"):
        return [[*one, *other] for one, other in group.pairs]
    if hasattr(group, "shape"):
        return [[*place] for place in product(*map(range, group.shape))]
    square = r"r(0|[1-9]\d*)c(0|[1-9]\d*)"
    for name in (square, f"{square}-{square}"):
        found = [re.fullmatch(name, str(key)) for key in group.keys]
        if all(found):
            return [[*map(int, one.groups())] for one in found if one]
    return [[*key] if isinstance(key, tuple) else [key] for key in group.keys]


def _argument(symbol: Any) -> Any:
    import clingo

    if symbol.type == clingo.SymbolType.Function:
        row, column = (one.number for one in symbol.arguments)
        return f"r{row}c{column}"
    return symbol.number if symbol.type == clingo.SymbolType.Number else symbol.string


def _codes(text: str) -> dict[str, str]:
    """The label of each code that the head of a text names, one by one or several in a row."""
    found = dict(re.findall(r"^(?:;|<!--) (\d+) stands for (.*?)(?: -->)?$", text, re.MULTILINE))
    several = re.search(r"^(?:;|<!--) (\d+) to \d+ stand for (.*?)(?: -->)?$", text, re.MULTILINE)
    words = several[2].split(" ") if several else []
    return found | {str(n): word for n, word in enumerate(words, int(several[1]) if several else 0)}


def from_smt(text: str, model: Model, folder: Path) -> Iterator[Row]:
    """The solutions that Z3 finds, each solution blocked once it is found."""
    import z3

    solver = z3.Solver()
    solver.from_string(text[: text.index("(check-sat)")])
    asked = re.search(r"\(get-value \((.*)\)\)", text)
    names = [z3.Int(name) for name in asked[1].split()] if asked else []
    labels = _codes(text)
    wanted = model.projection or [variable.name for variable in model.variables]
    while solver.check() == z3.sat:
        found = solver.model()
        values = [found.eval(name, model_completion=True) for name in names]
        yield tuple(
            _read(labels[str(value)]) if model.by_name[name].labelled else value.as_long()
            for name, value in zip(wanted, values, strict=True)
        )
        solver.add(z3.Or([name != value for name, value in zip(names, values, strict=True)]))


def from_clauses(text: str, model: Model, folder: Path) -> Iterator[Row]:
    """The solutions that Glucose finds of the clauses, projected on the literals that are shown."""
    from pysat.formula import CNF
    from pysat.solvers import Glucose4

    formula = CNF(from_string=text)
    with Glucose4(bootstrap_with=formula.clauses) as solver:

        def ask(blocked: list[list[int]]) -> set[int] | None:
            for clause in blocked:
                solver.add_clause(clause)
            return set(solver.get_model() or []) if solver.solve() else None

        yield from _by_literals(text, model, ask)


def _by_literals(text: str, model: Model, ask: Callable[[list[list[int]]], Any]) -> Iterator[Row]:
    said = re.findall(r"^[c*] (\d+) is (.*) = (.*)$", text, re.MULTILINE)
    names = model.projection or [variable.name for variable in model.variables]
    shown = re.search(r"^[c*] p show (.*)$", text, re.MULTILINE)
    assert shown is not None
    literals = [int(word) for word in shown[1].split()][:-1]
    assert literals == [int(one) for one, _, _ in said]
    found = ask([])
    while found is not None:
        value = {}
        for one, name, texts in said:
            holds, _, other = texts.partition(", else ")
            if int(one) in found or other:
                value[_read(name)] = _read(holds if int(one) in found else other)
        yield tuple(_value(value[name], model, name) for name in names)
        found = ask([[-one if one in found else one for one in literals]])


def from_opb(text: str, model: Model, folder: Path) -> Iterator[Row]:
    """The solutions that CP-SAT finds, line by line, projected on the literals shown.

    CPMpy 1.1's own reader fails on a constraint of one literal.
    """
    from ortools.sat.python import cp_model

    native, solver = cp_model.CpModel(), cp_model.CpSolver()
    number = int(re.findall(r"#variable= (\d+)", text)[0])
    literals = [None, *(native.new_bool_var("") for _ in range(number))]

    def summed(terms: str) -> Any:
        assert re.fullmatch(r"( ?[+-]\d+ ~?x\d+)*", terms), terms
        several = re.findall(r"([+-]\d+) (~?)x(\d+)", terms)
        parts = [(int(f), literals[int(one)], negated) for f, negated, one in several]
        return sum(f * (1 - one if negated else one) for f, one, negated in parts)

    lines = [line.removesuffix(" ;") for line in text.splitlines() if not line.startswith("*")]
    for line in lines:
        if not line.startswith("min: "):
            left, _, right = line.partition(" >= ")
            native.add(summed(left) >= int(right))
    for line in lines:
        if line.startswith("min: "):
            native.minimize(summed(line.removeprefix("min: ")))
            if solver.solve(native) == cp_model.OPTIMAL:
                native.add(summed(line.removeprefix("min: ")) == round(solver.objective_value))
            native.clear_objective()

    def ask(blocked: list[list[int]]) -> set[int] | None:
        for clause in blocked:
            native.add_bool_or(
                [literals[one] if one > 0 else literals[-one].negated() for one in clause]
            )
        if solver.solve(native) != cp_model.OPTIMAL:
            return None
        return {one for one in range(1, number + 1) if solver.value(literals[one])}

    yield from _by_literals(text, model, ask)


def _variables(model: Any) -> list[Any]:
    from cpmpy.transformations.get_variables import get_variables_model

    return list(get_variables_model(model))


def _by_cpmpy(native: Any, variables: list[Any], decode: Callable[[list[int]], Row]) -> set[Row]:
    """The projections of all solutions that CPMpy finds with OR-Tools."""
    import cpmpy as cp

    found: set[Row] = set()
    if native.objective_ is not None:
        if not native.solve(solver="ortools"):
            return found
        native = cp.Model(native.constraints, native.objective_ == native.objective_.value())
    if not native.constraints:  # CPMpy solves no empty model
        native += cp.boolvar()
    for variable in variables:  # those that CPMpy would leave out
        native += variable >= getattr(variable, "lb", 0)
    native.solveAll(
        solver="ortools",
        display=lambda: found.add(decode([int(variable.value()) for variable in variables])),
    )
    return found


def declared_by(text: str) -> dict[str, Any]:
    """The names of a script; its last lines, which solve, are not run."""
    script: dict[str, Any] = {}
    exec(compile(text[: text.rindex("\n\n")], "script", "exec"), script)
    return script


def from_cpmpy_script(text: str, model: Model, folder: Path) -> Iterator[Row]:
    """The solutions that CPMpy finds of the script's model."""
    script = declared_by(text)
    declared = re.findall(r"^(\w+) = (?:cp\.\w+var\(|\{)", text.split("model = ")[0], re.MULTILINE)
    items = [one for name in declared for one in _items(script[name])]
    every = dict(zip(model.by_name, items, strict=True))
    names = model.projection or [*every]
    labels = _labels(text, script)

    def decode(values: list[int]) -> Row:
        pairs = zip(names, values, strict=True)
        return tuple(labels[v] if model.by_name[n].labelled else v for n, v in pairs)

    yield from _by_cpmpy(script["model"], [every[name] for name in names], decode)


def from_ortools_script(text: str, model: Model, folder: Path) -> Iterator[Row]:
    """The solutions that CP-SAT finds of the script's model, projected on what it shows."""
    from ortools.sat.python import cp_model

    script = declared_by(text)
    native, labels = script["model"], _labels(text, script)
    declared = re.findall(
        r"^(\w+) = (?:model\.new_|\[|\{)", text.split("CpModel()")[1], re.MULTILINE
    )
    items = [one for name in declared for one in _items(script[name])]
    names = model.projection or [*model.by_name]
    every = dict(zip(model.by_name, items, strict=False))
    shown = [every[name] for name in names]
    found: list[Row] = []

    class Collector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            row = [self.value(one) for one in shown]
            pairs = zip(names, row, strict=True)
            found.append(tuple(labels[v] if model.by_name[n].labelled else v for n, v in pairs))

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if native.has_objective():
        assert solver.solve(native) == cp_model.OPTIMAL
        best = round(solver.objective_value)
        aim = re.search(r"^model\.(?:minim|maxim)ize\((.*)\)$", text, re.MULTILINE)
        assert aim is not None
        native.clear_objective()
        native.add(eval(aim[1], script) == best)
    solver.parameters.enumerate_all_solutions = True
    status = solver.solve(native, Collector())
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    yield from set(found) if "seen = set()" in text else found


def from_python_constraint_script(text: str, model: Model, folder: Path) -> Iterator[Row]:
    """The solutions that python-constraint finds of the script's problem; the best if it asks."""
    script = declared_by(text)
    of_group, of_one = r"^(\w+) = [\[{]", r"^problem\.addVariable\(\"(.*)\", "
    declared = re.findall(f"{of_group}|{of_one}", text, re.MULTILINE)
    shown: list[Any] = []
    for several, alone in declared:
        if several and not re.search(rf"problem\.addVariables?\({several}\b", text):
            continue  # what is given
        found = script[several] if several else [alone]
        shown += found.values() if isinstance(found, dict) else found
    assert len(shown) == max(1, len(model.variables))
    names = dict(zip(model.by_name, shown, strict=False))
    solutions = script["problem"].getSolutions()
    best = re.search(
        r"best = (m..)\(\s*solutions,\s*key=(lambda one:.*?),?\s*\)$", text, re.MULTILINE
    )
    if best and solutions:
        value = eval(best[2], script)
        most = {"min": min, "max": max}[best[1]](map(value, solutions))
        solutions = [one for one in solutions if value(one) == most]
    labels = _labels(text, script)

    def row(one: Any) -> Row:
        return tuple(
            labels[one[names[n]]] if model.by_name[n].labelled else one[names[n]]
            for n in model.projection or names
        )

    rows = [*map(row, solutions)]
    yield from set(rows) if model.projection else rows


def _labels(text: str, script: dict[str, Any]) -> dict[int, str]:
    """The labels by the constants of a script that are their codes."""
    several = r"^\(\n((?: +\w+,\n)+)\) = range|^(\w[\w, ]*) = (?:range\(\d+\)|0)$"
    said = re.search(several, text, re.MULTILINE)
    other = dict(re.findall(r"^# (\w+) is (.*)$", text, re.MULTILINE))
    names = re.findall(r"\w+", said[1] or said[2]) if said else []
    codes = {int(code): _read(said) for code, said in other.items() if code.isdigit()}
    return codes or {script[name]: _read(other.get(name, name)) for name in names}


def _items(value: Any) -> list[Any]:
    """The variables of a dictionary, of a list or an array, or one alone."""
    if isinstance(value, dict):
        return [*value.values()]
    if isinstance(value, list):
        return value
    return value.flatten().tolist() if hasattr(value, "flatten") else [value]


def from_xcsp3(text: str, model: Model, folder: Path) -> Iterator[Row]:
    """The solutions that CPMpy finds of what the parser of pycsp3 reads."""
    from cpmpy.tools.io.xcsp3 import load_xcsp3

    file = folder / "model.xml"
    file.write_text(text)
    with contextlib.redirect_stdout(None), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of other variables that there are
        read = load_xcsp3(str(file))
    shown = re.search(r"<!-- a solution is the values of (.*) -->", text)
    assert shown is not None
    labels = _codes(text)
    wanted = model.projection or [variable.name for variable in model.variables]
    named = {v.name: v for v in _variables(read)}
    domains = dict(re.findall(r'<var id="(\w+)"> (.*) </var>', text))
    several = r'<array id="(\w+)" size="((?:\[\d+\])+)"> (.*) </array>'
    items: dict[str, list[str]] = {}
    for array, size, values in re.findall(several, text):
        places = product(*(range(int(one)) for one in re.findall(r"\d+", size)))
        items[array] = [array + "".join(f"[{n}]" for n in place) for place in places]
        by_name = re.findall(r'<domain for="(.*?)"> (.*?) </domain>', values)
        domains |= {name: domain for names, domain in by_name for name in names.split()}
        domains |= {} if by_name else dict.fromkeys(items[array], values)

    def native(name: str) -> Any:
        import cpmpy as cp

        if name not in named:  # of no constraint: it takes any of its values
            low, dots, high = domains[name].partition("..")
            listed = range(int(low), int(high) + 1) if dots else [int(one) for one in low.split()]
            named[name] = cp.intvar(min(listed), max(listed), name=name)
            read.add(cp.any([named[name] == value for value in listed]))
        return named[name]

    def decode(values: list[int]) -> Row:
        pairs = zip(wanted, values, strict=True)
        return tuple(_read(labels[str(v)]) if model.by_name[n].labelled else v for n, v in pairs)

    names = [one for name in shown[1].split() for one in _expanded(name, items)]
    yield from _by_cpmpy(read, [native(name) for name in names], decode)


def _expanded(name: str, items: dict[str, list[str]]) -> list[str]:
    """The items of an array that is named as a whole, or in part."""
    if "[]" not in name and ".." not in name:
        return [name]
    array, *cut = re.split(r"\]?\[|\]", name.removesuffix("]"))
    wanted = [
        range(int(one.split("..")[0]), int(one.split("..")[-1]) + 1) if one else None for one in cut
    ]
    places = [(item, [int(n) for n in re.findall(r"\[(\d+)\]", item)]) for item in items[array]]
    return [
        item
        for item, place in places
        if all(of is None or n in of for n, of in zip(place, wanted, strict=True))
    ]


def from_python(text: str, model: Model, folder: Path) -> Iterator[Row]:
    """The solutions that everyway finds of the program's model."""
    made: dict[str, Any] = {}
    exec(compile(text, "program", "exec"), made)
    yield from rows_of(made["model"]).elements()


def from_json(text: str, model: Model, folder: Path) -> Iterator[Row]:
    """The solutions that everyway finds of the model as data."""
    yield from rows_of(from_data(json.loads(text), functions=True)).elements()


READERS: dict[str, Callable[[str, Model, Path], Iterator[Row]]] = {
    "minizinc": from_minizinc_text,
    "clingo": from_clingo,
    "smt": from_smt,
    "dimacs": from_clauses,
    "opb": from_opb,
    "cpmpy": from_cpmpy_script,
    "ortools": from_ortools_script,
    "python-constraint": from_python_constraint_script,
    "xcsp3": from_xcsp3,
    "python": from_python,
    "json": from_json,
}


MODULES = {
    "clingo": "clingo",
    "smt": "z3",
    "dimacs": "pysat",
    "opb": "ortools",
    "cpmpy": "cpmpy",
    "ortools": "ortools",
    "python-constraint": "constraint",
    "xcsp3": "pycsp3",
}
"""The module that a language's tool needs, if it is one of Python."""


def enumerated(model: Model, language: str, folder: Path) -> Counter[tuple[object, ...]]:
    """The solutions of `model` that a language's own tool finds."""
    if language == "minizinc" and shutil.which("minizinc") is None:
        pytest.skip("MiniZinc is not installed")
    if language in MODULES:
        pytest.importorskip(MODULES[language])
    return Counter(READERS[language](written(model, language), model, folder))


def same_set(model: Model, language: str, folder: Path) -> str:
    """The text of a model, which has its solutions."""
    text = written(model, language)
    assert enumerated(model, language, folder) == rows_of(model), text
    return text
