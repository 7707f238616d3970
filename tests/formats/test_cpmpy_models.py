"""CPMpy models become models of ours and back, with the same solutions."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.formats import from_cpmpy, to_cpmpy
from everyway.models import Model, ModelError, fingerprint, integer, load, total, variables
from everyway.models.language.viewpoints.labels import without_labels
from everyway.solvers import count, solve_all

cp: Any = pytest.importorskip("cpmpy", reason='not installed: pip install "everyway[cpmpy]"')

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
x, y, z = (cp.intvar(-2, 3, name=name) for name in "xyz")
b, c = cp.boolvar(name="b"), cp.boolvar(name="c")
u, v, w = (cp.intvar(-1, 3, name=name) for name in "uvw")
rows = [[-2, 3, 0], [1, 1, 2], [3, 0, -1]]
moves = [("A", 0, "B"), ("A", 1, "A"), ("B", 2, "A"), ("B", 0, "C"), ("C", -1, "C")]
layers = [("r", 0, "s"), ("r", 1, "t"), ("s", 2, "e"), ("t", 1, "e"), ("t", -1, "e")]
TRUTHS = {
    "sum": 2 * x - y == 1,
    "weighted sum of expressions": 2 * (x * y) + 3 * abs(z) - (x < y) == 5,
    "product": x * y == -2,
    "quotient towards 0": x // y == -1,
    "quotient that differs": x // y != -1,
    "remainder with the dividend's sign": x % y == -1,
    "quotient, denied": ~(x // y == 1),
    "quotient under or": (x // y == 1) | b,
    "quotient in a global constraint": cp.AllDifferent([x // y, z]) | b,
    "quotient as a truth in a sum": (x // y == 1) + b + (x % y == 0) >= 2,
    "power": x**2 == 4,
    "absolute": abs(x) == y,
    "extremes": cp.max([x, y]) > cp.min([x, y, z]) + 3,
    "element": cp.Element([x, y, 5], z) == 3,
    "element, denied": ~(cp.Element([x, y, 5], z) == 3),
    "element of rows": cp.cpm_array([[1, 2], [3, x]])[u, v] == 3,
    "element of rows under or": (cp.cpm_array([[1, 2], [3, x]])[u, v] == 3) | b,
    "logic": ((x < y) | b) & ~(b & (y == 2)),
    "implies": b.implies(x == y),
    "a truth compared": b == (x < y),
    "not, as a number": ~b + x == y,
    "if, then, else": cp.IfThenElse(b, x < y, y < x),
    "xor": cp.Xor([b, x < y, y == 1]),
    "all different": cp.AllDifferent(x, y, z),
    "all different, denied": ~cp.AllDifferent(x, y, z),
    "all different except 0": cp.AllDifferentExcept0(x, y, z),
    "all different except several": cp.AllDifferentExceptN([x, y, z], [1, 2]),
    "all different except, undefined": cp.AllDifferentExceptN([x // y, z], [1, 2]) | b,
    "all equal": cp.AllEqual(x, y, z),
    "all equal except several": cp.AllEqualExceptN([x, y, z], [0, 2]),
    "table": cp.Table([x, y, z], rows),
    "table, denied": ~cp.Table([x, y, z], rows),
    "negative table": cp.NegativeTable([x, y], [[0, 0], [1, 2]]),
    "short table": cp.ShortTable([x, y, z], [[1, "*", 2], ["*", "*", 0]]),
    "short table, undefined": cp.ShortTable([x // y, z], [["*", 2]]) | b,
    "in a domain": cp.InDomain(x + y, [1, 3, 5]),
    "not in a domain": ~cp.InDomain(x + y, [1, 3, 5]),
    "count": cp.Count([x, y, z], 1) >= 2,
    "count of an expression": cp.Count([x, y, z], u) == v,
    "counts in a sum": cp.Count([x, y], 1) + cp.Count([y, z], 2) == 2,
    "among": cp.Among([x, y, z], [1, 2, 2]) == 2,
    "among in a sum": cp.Among([x, y, z], [1, 2, 2]) + u == 2,
    "number of values": cp.NValue([x, y, z]) == 2,
    "number of values above": cp.NValue([x, y, z]) > u,
    "number of values, undefined": (cp.NValue([x // y, z]) < 3) | b,
    "number of values except": cp.NValueExcept([x, y, z], 1) == 2,
    "cardinality": cp.GlobalCardinalityCount([x, y, z], [1, 2], [u, v]),
    "closed cardinality": cp.GlobalCardinalityCount([x, y, z], [1, 2, 0], [u, v, 1], closed=True),
    "increasing": cp.Increasing(x, y, z),
    "strictly increasing": cp.IncreasingStrict(x, y, z),
    "decreasing": cp.Decreasing(x, y, z),
    "strictly decreasing": cp.DecreasingStrict(x, y, z),
    "lexicographic": cp.LexLess([x, y], [z, u]),
    "lexicographic or equal": cp.LexLessEq([x, y], [z, u]),
    "lexicographic chain": cp.LexChainLess([[x, y], [z, u]]),
    "lexicographic chain or equal": cp.LexChainLessEq([[x, y], [z, u], [1, 0]]),
    "circuit": cp.Circuit([u, v, w]),
    "circuit, denied": ~cp.Circuit([u, v, w]),
    "inverse": cp.Inverse([u, v], [w, x]),
    "precedence": cp.Precedence([x, y, z], [1, 2, 3]),
    "regular": cp.Regular([x, y, z], moves, "A", ["C", "A"]),
    "decision diagram": cp.MDD([x, y], layers),
    "cumulative": cp.Cumulative([x, y, z], [2, u, 1], demand=[1, 2, v], capacity=2),
    "cumulative with ends": cp.Cumulative([x, y], [2, u], [z, v], demand=1, capacity=1),
    "cumulative, optional": cp.CumulativeOptional([x, y], [2, u], None, [1, 1], 1, [b, c]),
    "no overlap": cp.NoOverlap([x, y], [2, u]),
    "no overlap with ends": cp.NoOverlap([x, y], [2, u], [z, v]),
    "no overlap, optional": cp.NoOverlapOptional([x, y], [2, u], None, [b, c]),
    "reservoir": cp.Reservoir([x, y, z], [2, -1, -1], 0, 2),
    "reservoir, optional": cp.ReservoirOptional([x, y], [2, -1], 0, 1, [b, c]),
}


def solutions_by_value(native: Any) -> tuple[list[str], list[tuple[int, ...]]]:
    """The names of the variables of a constraint, and where CPMpy's own `argval` holds."""
    used = cp.transformations.get_variables.get_variables(native)
    found = []
    for row in product(*(range(one.lb, one.ub + 1) for one in used)):
        for one, value in zip(used, row, strict=True):
            one._value = bool(value) if one.is_bool() else value
        if cp.expressions.utils.argval(native):
            found.append(row)
    return [one.name for one in used], sorted(found)


def ours(model: Model, names: list[str]) -> list[tuple[Any, ...]]:
    return sorted(tuple(s.assignment[n] for n in names) for s in solve_all(model))


@pytest.mark.parametrize("name", TRUTHS)
def test_a_constraint_means_what_cpmpy_says_over_all_assignments(name: str) -> None:
    names, expected = solutions_by_value(TRUTHS[name])
    assert ours(from_cpmpy(cp.Model(TRUTHS[name])), names) == expected
    assert expected


@pytest.mark.parametrize("name", [name for name in TRUTHS if "undefined" not in name][::4])
def test_a_constraint_means_what_cpmpy_finds(name: str) -> None:
    native = cp.Model(TRUTHS[name])
    used = cp.transformations.get_variables.get_variables_model(native)
    found: set[tuple[int, ...]] = set()  # of optional tasks OR-Tools repeats solutions
    native.solveAll("ortools", display=lambda: found.add(tuple(int(o.value()) for o in used)))
    assert ours(from_cpmpy(native), [one.name for one in used]) == sorted(found)


def test_every_global_constraint_and_function_of_cpmpy_is_in_the_table() -> None:
    kinds = cp.expressions.globalconstraints, cp.expressions.globalfunctions
    bases = (kinds[0].GlobalConstraint, kinds[1].GlobalFunction)
    known = {
        kind.__name__
        for module in kinds
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, bases) and kind not in bases
    }
    tried = {type(part).__name__ for truth in TRUTHS.values() for part in _walked(truth)}
    assert known - tried == set()


def _walked(native: Any) -> list[Any]:
    parts = list(native.args) if hasattr(native, "args") else []
    return [native, *(one for part in parts for one in _walked(part))]


def test_arrays_keep_their_names_and_shapes() -> None:
    grid, row = cp.intvar(0, 1, shape=(2, 2), name="g"), cp.boolvar(shape=3, name="r")
    model = from_cpmpy(cp.Model(cp.sum(grid) == 1, cp.any(row), grid[0, 0] == row[0]))
    assert [group.describe() for group in model.groups] == ["2 × 2 variables g", "3 variables r"]
    assert solve_all(model)[0]["g"] in (((1, 0), (0, 0)), ((0, 1), (0, 0)), *(
        ((0, 0), (1, 0)), ((0, 0), (0, 1)))
    )  # fmt: skip


def test_a_variable_that_no_constraint_mentions_is_given() -> None:
    native = cp.Model(x < y)
    assert count(from_cpmpy(native, [x, y, b])) == 2 * count(from_cpmpy(native))
    assert from_cpmpy(native, {"first": x}).projection == ("first",)
    assert count(from_cpmpy(native, {"first": x})) == 5
    array = cp.intvar(0, 1, shape=(2, 2))
    assert from_cpmpy(native, {"a": array, "x": x, "y": y})["a"].name == "a"


def test_an_objective_is_read_and_written() -> None:
    best = from_cpmpy(cp.Model(x < y, maximize=x + y))
    assert [dict(s) for s in solve_all(best)] == [{"x": 2, "y": 3}]
    again = from_cpmpy(*to_cpmpy(best))
    assert [dict(s) for s in solve_all(again)] == [{"x": 2, "y": 3}]
    worst = from_cpmpy(cp.Model(x < y, minimize=x // z))
    assert {dict(s)["z"] == 0 for s in solve_all(worst)} == {False}


class Twice(cp.expressions.globalconstraints.GlobalConstraint):  # type: ignore[misc]
    """A constraint of a user's own: some number is at once twice `x` and `y` plus one or two."""

    def __init__(self, one: Any, other: Any) -> None:
        super().__init__("table", (one, other))

    def decompose(self) -> tuple[list[Any], list[Any]]:
        helper = cp.intvar(-10, 10)
        return [(self.args[1] + 1 == helper) | (self.args[1] + 2 == helper)], [
            helper == 2 * self.args[0]
        ]


def test_a_constraint_of_a_users_own_is_decomposed_and_its_variables_projected_away() -> None:
    model = from_cpmpy(cp.Model(Twice(x, y)))
    expected = [(p, q) for p in range(-2, 4) for q in range(-2, 4) if 2 * p in (q + 1, q + 2)]
    assert model.projection == ("x", "y")
    assert sorted({(s["x"], s["y"]) for s in solve_all(model)}) == sorted(expected)
    assert len(solve_all(model)) == len(expected)
    assert count(from_cpmpy(cp.Model(~Twice(x, y)))) == 36 - len(expected)
    with pytest.raises(ModelError, match="may be undefined"):
        from_cpmpy(cp.Model(Twice(x // y, y) | b))


FILE = """
import cpmpy as cp

q = cp.intvar(0, 3, shape=4, name="q")
model = cp.Model(cp.AllDifferent(q), cp.AllDifferent(q + list(range(4))))
free = cp.intvar(0, 1, shape=2)


def pairs(n: int = 3):
    x = cp.intvar(1, n, shape=2)
    return cp.Model(x[0] < x[1], maximize=x[0]), (x,)
"""


def test_a_python_file_with_a_cpmpy_model_is_a_puzzle_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(FILE)
    model = load(f"{file}:model")
    assert (model.name, count(model)) == ("model", 7)
    best = load(f"{file}:pairs", n="5")
    assert best.name == "pairs"
    assert [dict(s) for s in solve_all(best)] == [{"IV0": 4, "IV1": 5}]
    assert fingerprint(best) == fingerprint(load(f"{file}:pairs", n=5))
    file.write_text(FILE.replace("return cp.Model", "return x, cp.Model"))
    assert count(load(f"{file}:pairs")) == 1
    file.write_text(FILE.replace("x[0] < x[1]", "cp.DirectConstraint('f', (x,))"))
    with pytest.raises(ModelError, match="DirectConstraint"):
        load(f"{file}:pairs")


def test_what_has_no_counterpart_is_refused_by_name() -> None:
    with pytest.raises(ModelError, match="DirectConstraint"):
        from_cpmpy(cp.Model(cp.DirectConstraint("AddAllDifferent", ([x, y],))))
    with pytest.raises(ModelError, match=r"takes a cpmpy\.Model"):
        from_cpmpy(x < y)
    with pytest.raises(ModelError, match="two variables are named x"):
        from_cpmpy(cp.Model(x < y, cp.intvar(0, 9, name="x") > y))


def test_expressions_may_nest_as_deep_as_they_like() -> None:
    deep = x
    for _ in range(3_000):
        deep = abs(deep - 1)
    model = from_cpmpy(cp.Model(deep == 1))
    assert count(model) == sum(_down(value) == 1 for value in range(-2, 4))
    doubled = x + 0 * y
    for _ in range(30):
        doubled = cp.max([doubled, -doubled])
    assert count(from_cpmpy(cp.Model(doubled == 2))) == 12


def _down(value: int) -> int:
    for _ in range(3_000):
        value = abs(value - 1)
    return value


def test_a_model_of_ours_has_the_same_solutions_in_cpmpy() -> None:
    q = variables("q", 3, range(4))
    flag = integer("flag", 0, 1)
    model = Model("both ways", q, flag, total(q) == 4, (flag == 1) | (q[0] // 2 != q[1]))
    native, known = to_cpmpy(model)
    found: list[tuple[int, ...]] = []
    native.solveAll(
        "ortools", display=lambda: found.append(tuple(int(one.value()) for one in known.values()))
    )
    assert ours(model, list(known)) == sorted(found)


def test_a_projection_and_an_objective_go_out_and_come_back() -> None:
    q = variables("q", 3, range(4))
    model = Model("sum", q, total(q) == 5, minimise=q[0] * q[1]).projecting("q[2]")
    again = from_cpmpy(*to_cpmpy(model))
    assert again.projection == ("q",)
    assert ours(again, ["q[2]"]) == ours(model, ["q[2]"]) == [(2,), (3,)]


@pytest.mark.parametrize("seed", range(25))
def test_a_random_model_comes_back_the_same(seed: int) -> None:
    model = without_labels(random_model(seed))[0]
    again = from_cpmpy(*to_cpmpy(model))
    names = [one.name for one in model.variables]
    assert [one.name for one in again.variables if one.name in names] == names
    assert ours(again, names) == ours(model, names)


def test_a_solution_is_asked_for_the_variables_of_cpmpy() -> None:
    [cp.intvar(0, 1) for _ in range(5)]  # so that numbers begin anywhere
    x, y, named = cp.intvar(1, 5), cp.intvar(1, 5), cp.intvar(0, 3, name="z")
    flag, row = cp.boolvar(), cp.intvar(0, 9, shape=2)
    native = cp.Model(y == x + 1, x + y == named + 6, flag == (named > 0), row[0] == 2, row[1] == x)
    for chosen in (
        None,
        [x, y, named, flag, row],
        {"b": x, "a": y, "c": named, "d": flag, "e": row},
    ):
        model = from_cpmpy(native, chosen)
        for solution in solve_all(model):
            found = [solution[one] for one in (x, y, named, flag, *row)]
            assert found[1] == found[0] + 1
            assert found[0] + found[1] == found[2] + 6
            assert (found[3], found[4], found[5]) == (int(found[2] > 0), 2, found[0])
            if not isinstance(chosen, dict):
                assert [solution[one.name] for one in (x, y, named, flag, *row)] == found
    names = from_cpmpy(native, {y.name: x, x.name: y})
    assert all(s[y] == s[x] + 1 and s[x.name] == s[y] for s in solve_all(names))
    with pytest.raises(KeyError):
        next(iter(solve_all(model)))[cp.intvar(0, 1)]


def test_unnamed_variables_of_a_puzzle_file_have_the_same_names_whenever_it_is_read(
    tmp_path: Path,
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(FILE)
    first, again = (load(f"{file}:pairs", n="3") for _ in range(2))
    assert list(first.by_name) == list(again.by_name) == ["IV0", "IV1"]
