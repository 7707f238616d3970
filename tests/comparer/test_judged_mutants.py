"""Mutants of models in four languages, held against a reference in another; brute force decides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random
from shutil import which

import pytest

from everyway.comparer.submissions import Examination, examined

Rules = tuple[str, ...]
Problem = tuple[int, int, int, Rules]
"""The number of variables of the array x, their least and greatest value, and the rules."""
Row = tuple[int, ...]

PROBLEMS: dict[str, Problem] = {
    "queens": (
        5,
        0,
        4,
        (
            "distinct(x[0], x[1], x[2], x[3], x[4])",
            "distinct(x[0] + 0, x[1] + 1, x[2] + 2, x[3] + 3, x[4] + 4)",
            "distinct(x[0] - 0, x[1] - 1, x[2] - 2, x[3] - 3, x[4] - 4)",
        ),
    ),
    "magic": (4, 0, 4, ("x[0] + x[1] == x[2] + x[3]", "x[0] + x[2] == 4", "x[1] >= x[3]")),
    "colours": (
        5,
        1,
        3,
        ("x[0] != x[1]", "x[1] != x[2]", "x[2] != x[3]", "x[3] != x[4]", "x[4] != x[0]"),
    ),
    "ruler": (
        4,
        0,
        6,
        (
            "x[0] == 0",
            "x[0] < x[1]",
            "x[1] < x[2]",
            "x[2] < x[3]",
            "distinct(x[1] - x[0], x[2] - x[1], x[3] - x[2], x[2] - x[0], x[3] - x[1], x[3])",
        ),
    ),
    "knapsack": (5, 0, 2, ("3*x[0] + 2*x[1] + 4*x[2] <= 9", "x[3] + 2*x[4] >= 3", "x[0] <= x[4]")),
}

CPMPY = """
import cpmpy as cp
x = cp.intvar({low}, {high}, shape={n}, name="x")
distinct = lambda *terms: cp.AllDifferent(terms)
model = cp.Model([{rules}])
if model.solve():
    print(x.value())
"""
CP_SAT = """
from ortools.sat.python import cp_model
model = cp_model.CpModel()
x = [model.new_int_var({low}, {high}, f"x_{{i}}") for i in range({n})]
distinct = lambda *terms: terms
for one in [{rules}]:
    model.add_all_different(one) if isinstance(one, tuple) else model.add(one)
solver = cp_model.CpSolver()
solver.solve(model)
print([solver.value(one) for one in x])
"""
PYTHON_CONSTRAINT = """
from constraint import AllDifferentConstraint, Problem
problem = Problem()
problem.addVariables([f"x{{i}}" for i in range({n})], range({low}, {high} + 1))
distinct = lambda *values: len(set(values)) == len(values)
for one in [{functions}]:
    problem.addConstraint(lambda *x, one=one: one(x), [f"x{{i}}" for i in range({n})])
print(problem.getSolution())
"""
MINIZINC = """
include "alldifferent.mzn";
array[0..{n} - 1] of var {low}..{high}: x;
{constraints}
solve satisfy;
"""
LANGUAGES = {
    "cpmpy": (CPMPY, ".py"),
    "cp_sat": (CP_SAT, ".py"),
    "python_constraint": (PYTHON_CONSTRAINT, ".py"),
    "minizinc": (MINIZINC, ".mzn"),
}
needs_minizinc = pytest.mark.skipif(which("minizinc") is None, reason="MiniZinc is not installed")
LANGUAGE = [
    pytest.param(name, marks=[needs_minizinc, pytest.mark.rest] if name == "minizinc" else [])
    for name in LANGUAGES
]


def written(problem: Problem, language: str, file: Path) -> str:
    """The path of a file with the problem in a language."""
    n, low, high, rules = problem
    template, suffix = LANGUAGES[language]
    listed = (one.replace("distinct(", "alldifferent([").replace(")", "])") for one in rules)
    text = template.format(
        n=n,
        low=low,
        high=high,
        rules=", ".join(rules),
        functions=", ".join(f"lambda x: {rule}" for rule in rules),
        constraints="\n".join(f"constraint {one};" for one in listed),
    )
    file.with_suffix(suffix).write_text(text)
    return str(file.with_suffix(suffix))


def solved(problem: Problem) -> set[Row]:
    """All solutions, by trying everything."""
    n, low, high, rules = problem
    known = {"distinct": lambda *terms: len({*terms}) == len(terms)}
    code = compile(" and ".join(f"({rule})" for rule in rules) or "True", "rules", "eval")
    rows = product(range(low, high + 1), repeat=n)
    return {row for row in rows if eval(code, known, {"x": row})}


def mutants(problem: Problem, number: int, seed: int) -> list[Problem]:
    """Some of the ways in which a model goes wrong, each once."""
    found = sorted(dict.fromkeys(_mutants(problem)) - {problem: None}.keys())
    return Random(seed).sample(found, min(number, len(found)))


def _mutants(problem: Problem) -> Iterator[Problem]:
    n, low, high, rules = problem
    yield from ((n, low, high + by, rules) for by in (-1, 1))
    yield n, low + 1, high, rules
    yield n, low, high, (*rules, f"x[0] < x[{n - 1}]")  # breaks a symmetry
    yield n, low, high, (*rules, "x[0] <= x[1]")
    yield n, low, high, (*rules, f"x[0] + x[{n - 1}] >= {low + low}")  # says nothing
    for place, rule in enumerate(rules):
        others = rules[:place], rules[place + 1 :]
        for changed in _changed(rule, n):
            yield n, low, high, (*others[0], changed, *others[1])
        yield n, low, high, (*others[0], *others[1])  # drops a rule


def _changed(rule: str, n: int) -> Iterator[str]:
    for old, new in (("==", "<="), (" < ", " <= "), ("!=", "<="), ("<=", "<"), (">=", ">")):
        if old in rule:
            yield rule.replace(old, new)
    for found in re.finditer(r"x\[(\d)\]", rule):  # a wrong index
        yield f"{rule[: found.start(1)]}{(int(found[1]) + 1) % n}{rule[found.end(1) :]}"
    for found in re.finditer(r"(?<!\[)\b\d\b(?!\])", rule):  # off by one
        yield f"{rule[: found.start()]}{int(found[0]) + 1}{rule[found.end() :]}"


def refuted(name: str, mutant: Problem, languages: Sequence[str], folder: Path) -> str:
    """The verdict on a mutant, which brute force confirms, as it does its witnesses."""
    right, wrong = solved(PROBLEMS[name]), solved(mutant)
    theirs = written(mutant, languages[0], folder / "theirs")
    reference = written(PROBLEMS[name], languages[1], folder / "reference")
    (report,) = examined(Examination(theirs, reference, ({},), in_process=True))
    if languages[0] == "cpmpy" and not all(f"x[{i}]" in str(mutant[3]) for i in range(mutant[0])):
        # A model of CPMpy has the variables of its rules alone.
        assert report.verdict == "failed"
        assert "stand" in report.reason
        return "refused"
    kinds = {"too many": wrong - right, "too few": right - wrong}
    wanted = {kind: len(rows) for kind, rows in kinds.items() if rows}
    said = {one.kind: one.count for one in report.differences}
    assert (said, report.expected, report.found) == (wanted, len(right), len(wrong)), (
        f"{name} in {languages}: {mutant}: {report}"
    )
    for one in report.differences:
        numbered = sorted((int(re.findall(r"\d+", key)[0]), v) for key, v in one.witness.items())
        assert tuple(value for _, value in numbered) in kinds[one.kind]
        assert one.violated
    assert report.verdict == (
        "same" if not wanted else "different" if len(wanted) > 1 else min(wanted)
    )
    return report.verdict


@pytest.mark.parametrize("language", LANGUAGE)
def test_some_mutants_are_judged_rightly(language: str, tmp_path: Path) -> None:
    others = ("cpmpy", "cp_sat", "python_constraint")
    names = ["queens", "magic", "colours"]
    for place, name in enumerate(names):
        for mutant in mutants(PROBLEMS[name], 1, seed=len(language)):
            refuted(name, mutant, (language, others[place]), tmp_path)


@pytest.mark.slow
@needs_minizinc
def test_three_hundred_mutants_are_judged_rightly(tmp_path: Path) -> None:
    verdicts: list[str] = []
    for place, language in enumerate(LANGUAGES):
        for number, name in enumerate(PROBLEMS):
            for count, mutant in enumerate(mutants(PROBLEMS[name], 15, seed=place * 10 + number)):
                other = [*LANGUAGES][(place + count) % len(LANGUAGES)]
                verdicts.append(refuted(name, mutant, (language, other), tmp_path))
    assert len(verdicts) == 300
    counts = {one: verdicts.count(one) for one in sorted({*verdicts})}
    print(counts)
    assert counts.pop("refused", 0) <= 10
    assert len(counts) == 4
    assert min(counts.values()) >= 10
