"""Problems of python-constraint mean here what their constraints say of complete assignments."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import constraint as pc
import pytest

from everyway.formats import from_python_constraint
from everyway.models import ModelError, load
from everyway.models.language.global_constraints.predicate import Predicate
from everyway.solvers import count, solve_all

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
DOMAINS = {"a": [-1, 0, 2], "b": [1, 3, -2], "c": [0, 1, 2], "t": [-4, 0, 1, 2, 6]}
Test = Callable[..., bool]
CONSTRAINTS: dict[str, tuple[Any, str, Test]] = {
    "all different": (pc.AllDifferentConstraint(), "abc", lambda *v: len({*v}) == len(v)),
    "all equal": (pc.AllEqualConstraint(), "act", lambda *v: len({*v}) == 1),
    "exact sum": (pc.ExactSumConstraint(2), "abc", lambda *v: sum(v) == 2),
    "exact sum with factors": (
        pc.ExactSumConstraint(1, [1, -1, 2]), "abc", lambda a, b, c: a - b + 2 * c == 1),
    "exact sum of a half": (pc.ExactSumConstraint(2.5), "abc", lambda *v: sum(v) == 2.5),
    "exact sum with half a factor": (
        pc.ExactSumConstraint(1.5, [0.5, 1]), "ab", lambda a, b: 0.5 * a + b == 1.5),
    "least sum": (pc.MinSumConstraint(2, [1, 2]), "ab", lambda a, b: a + 2 * b >= 2),
    "greatest sum": (pc.MaxSumConstraint(1), "abc", lambda *v: sum(v) <= 1),
    "exact product": (pc.ExactProdConstraint(-4), "abc", lambda *v: prod(v) == -4),
    "least product": (pc.MinProdConstraint(2), "abc", lambda *v: prod(v) >= 2),
    "greatest product": (pc.MaxProdConstraint(-1), "abc", lambda *v: prod(v) <= -1),
    "variable exact sum": (
        pc.VariableExactSumConstraint("t", ["a", "b"]), "abt", lambda a, b, t: a + b == t),
    "variable sum with factors": (
        pc.VariableExactSumConstraint("t", ["a", "b"], [2, -1, 1]), "abt",
        lambda a, b, t: 2 * a - b == t),
    "variable least sum": (
        pc.VariableMinSumConstraint("t", ["a", "b"]), "abt", lambda a, b, t: a + b >= t),
    "variable greatest sum": (
        pc.VariableMaxSumConstraint("t", ["a", "b"]), "abt", lambda a, b, t: a + b <= t),
    "variable exact product": (
        pc.VariableExactProdConstraint("t", ["a", "b"]), "abt", lambda a, b, t: a * b == t),
    "variable least product": (
        pc.VariableMinProdConstraint("t", ["a", "b"]), "abt", lambda a, b, t: a * b >= t),
    "variable greatest product": (
        pc.VariableMaxProdConstraint("t", ["a", "b"]), "abt", lambda a, b, t: a * b <= t),
    "in a set": (pc.InSetConstraint({0, 1, 3, 9}), "ab", lambda *v: {*v} <= {0, 1, 3}),
    "not in a set": (pc.NotInSetConstraint({0, 1}), "ab", lambda *v: not {*v} & {0, 1}),
    "some in a set": (
        pc.SomeInSetConstraint({0, 1}, 2), "abc", lambda *v: sum(x in (0, 1) for x in v) >= 2),
    "exactly some in a set": (
        pc.SomeInSetConstraint([0, 1, 7], 1, True), "abc",
        lambda *v: sum(x in (0, 1) for x in v) == 1),
    "some not in a set": (
        pc.SomeNotInSetConstraint({0, 1}, 2), "abc",
        lambda *v: sum(x not in (0, 1) for x in v) >= 2),
    "exactly some not in a set": (
        pc.SomeNotInSetConstraint({0, 1}, 1, True), "abc",
        lambda *v: sum(x not in (0, 1) for x in v) == 1),
    "function": (pc.FunctionConstraint(lambda a, b: a & b), "ab", lambda a, b: bool(a & b)),
    "text": ("-a == b - 1 and c in (0, 2)", "abc", lambda a, b, c: -a == b - 1 and c in (0, 2)),
}  # fmt: skip


def solutions(model: Any, names: str) -> list[tuple[Any, ...]]:
    return sorted(tuple(s[name] for name in names) for s in solve_all(model))


@pytest.mark.parametrize("name", CONSTRAINTS)
def test_a_constraint_means_its_definition(name: str) -> None:
    native, scope, test = CONSTRAINTS[name]
    problem = pc.Problem()
    for key in scope:
        problem.addVariable(key, DOMAINS[key])
    problem.addConstraint(native, [*scope])
    model = from_python_constraint(problem)
    expected = [row for row in product(*(DOMAINS[key] for key in scope)) if test(*row)]
    assert solutions(model, scope) == sorted(expected)
    asked = [one for one in model.constraints if isinstance(one, Predicate)]
    assert bool(asked) == (name == "function" or "half" in name)
    assert expected or "half" in name


def test_every_constraint_of_the_library_is_in_the_table() -> None:
    module = pc.constraints
    kinds = {
        kind.__name__
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, module.Constraint)
    }
    tried = {type(native).__name__ for native, _, _ in CONSTRAINTS.values()}
    assert kinds - tried == {"Constraint", "CompilableFunctionConstraint"}


def test_values_of_any_kind_are_labels() -> None:
    problem = pc.Problem()
    problem.addVariables(["x", "y"], ["red", 0.5, (1, 2), "0.5"])
    problem.addVariable(7, [1, 2, 1, True])
    problem.addConstraint(pc.AllDifferentConstraint(), ["x", "y"])
    problem.addConstraint(lambda x, n: x == 0.5 or n == 2, ["x", 7])
    problem.addConstraint(pc.SomeInSetConstraint(["red"]), ["x", "y"])
    found = solutions(from_python_constraint(problem), "xy")
    expected = [
        (x, y, n)
        for x in ("red", 0.5, (1, 2), "0.5")
        for y in ("red", 0.5, (1, 2), "0.5")
        for n in (1, 2)
        if x != y and (x == 0.5 or n == 2) and "red" in (x, y)
    ]
    assert len(found) == len(expected)
    assert {x for x, _ in found} == {"red", "0.5", "(1, 2)", "0.5'"}


def test_numbers_beside_labels_and_constraints_of_a_users_own_are_asked() -> None:
    class Longer(pc.constraints.Constraint):  # type: ignore[misc]
        def __call__(self, keys: Any, domains: Any, values: Any, forwardcheck: Any = False) -> bool:
            return len(str(values[keys[0]])) > len(str(values[keys[1]]))

    problem = pc.Problem()
    problem.addVariable("x", ["one", "three"])
    problem.addVariable("n", [1, 1000])
    problem.addConstraint(Longer(), ["x", "n"])
    problem.addConstraint(pc.AllDifferentConstraint())
    assert solutions(from_python_constraint(problem), "xn") == [
        ("one", 1), ("three", 1), ("three", 1000)]  # fmt: skip


FILE = """
from constraint import AllDifferentConstraint, Problem

problem = Problem()
problem.addVariables("ab", [1, 2, 3])
problem.addConstraint(lambda a, b: a < b, "ab")


def rooks(n: int = 3) -> Problem:
    made = Problem()
    made.addVariables(range(n), range(n))
    made.addConstraint(AllDifferentConstraint())
    return made
"""


def test_a_python_file_with_a_problem_is_a_puzzle_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(FILE)
    assert count(load(f"{file}:problem")) == 3
    assert count(load(f"{file}:rooks", n=4)) == 24


def test_what_cannot_be_read_is_refused() -> None:
    problem = pc.Problem()
    problem.addVariables([1, "1"], [1, 2])
    with pytest.raises(ModelError, match="both written 1"):
        from_python_constraint(problem)
    with pytest.raises(ModelError, match=r"takes a constraint\.Problem"):
        from_python_constraint([1])
    problem = pc.Problem()
    problem.addVariable("a", [1, 2])
    problem.addConstraint(lambda a, z: a < z, ["a", "z"])
    with pytest.raises(ModelError, match="over 'z', which is no variable"):
        from_python_constraint(problem)
    problem = pc.Problem()
    problem.addVariable("a", [1, 2])
    problem.addConstraint("a ==")
    with pytest.raises(ModelError, match="'a ==' cannot be read"):
        from_python_constraint(problem)
