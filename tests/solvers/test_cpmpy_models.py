"""CPMpy models become models of ours and back, with the same solutions."""

from __future__ import annotations

from typing import Any

import pytest

from everyway.models import Model, integer, total, variables
from everyway.solvers import count, solve_all
from everyway.solvers.harness.contract import Unsupported

cpmpy: Any = pytest.importorskip("cpmpy", reason='not installed: pip install "everyway[cpmpy]"')

from everyway.solvers.cpmpy.conversion import from_cpmpy, to_cpmpy  # noqa: E402 (needs CPMpy)

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
x, y = cpmpy.intvar(-3, 3, name="x"), cpmpy.intvar(1, 3, name="y")
b = cpmpy.boolvar(name="b")
z = cpmpy.intvar(0, 2, name="z")
RULES = {
    "sum": 2 * x - y == 1,
    "product": x * y == -3,
    "quotient towards 0": x // y == -1,
    "remainder with the dividend's sign": x % y == -1,
    "power": x**2 == 4,
    "absolute": abs(x) == y,
    "extremes": cpmpy.max([x, y]) > cpmpy.min([x, y]) + 3,
    "element": cpmpy.Element([x, y, 5], z) == 3,
    "logic": ((x < y) | b) & ~(b & (y == 2)),
    "implies": b.implies(x == y),
    "xor": cpmpy.Xor([b, x < y, y == 1]),
    "different": cpmpy.AllDifferent(x, y, z),
    "table": cpmpy.Table([x, y], [[1, 2], [-3, 3]]),
    "count": cpmpy.Count([x, y, z], 1) >= 2,
    "circuit": cpmpy.Circuit([z, cpmpy.intvar(0, 2, name="u"), cpmpy.intvar(0, 2, name="v")]),
}


@pytest.mark.parametrize("name", RULES)
def test_a_cpmpy_model_has_the_same_solutions_here(name: str) -> None:
    native = cpmpy.Model(RULES[name])
    model = from_cpmpy(native)
    names = [variable.name for variable in model.variables]
    known = {v.name: v for v in cpmpy.transformations.get_variables.get_variables_model(native)}
    rows: list[tuple[int, ...]] = []
    native.solveAll(
        solver="ortools", display=lambda: rows.append(tuple(int(known[n].value()) for n in names))
    )
    assert sorted(solution.row for solution in solve_all(model)) == sorted(rows)
    assert rows


def test_a_model_of_ours_has_as_many_solutions_in_cpmpy() -> None:
    q = variables("q", 3, range(4))
    flag = integer("flag", 0, 1)
    model = Model("both ways", q, flag, total(q) == 4, (flag == 1) | (q[0] // 2 != q[1]))
    assert to_cpmpy(model).solveAll(solver="ortools") == count(model)
    assert count(from_cpmpy(to_cpmpy(model))) == count(model)


def test_a_variable_that_no_constraint_mentions_is_given_by_name() -> None:
    assert count(from_cpmpy(cpmpy.Model(x < y), [b])) == 2 * count(from_cpmpy(cpmpy.Model(x < y)))


def test_what_has_no_counterpart_is_unsupported_by_name() -> None:
    with pytest.raises(Unsupported, match="objective"):
        from_cpmpy(cpmpy.Model(x < y, minimize=x))
    with pytest.raises(Unsupported, match="nvalue"):
        from_cpmpy(cpmpy.Model(cpmpy.NValue([x, y]) == 1))
