"""No domain that FlatZinc states beside a value is left out."""

from __future__ import annotations

import pytest

from everyway.formats import from_flatzinc
from everyway.solvers import count

X = "var 0..5: x :: output_var;"


@pytest.mark.parametrize(
    ("text", "solutions"),
    [
        ("var 1..1: b; constraint int_eq_reif(x, 2, b);", 1),
        ("array [1..2] of var 1..3: a = [x, 2];", 3),
        ("array [1..2] of var {1, 5}: a = [x, 1];", 2),
        ("array [1..2] of var 1..3: a = [x, 4];", 0),
        ("1..3: n = 7; constraint int_le(x, n);", 0),
        ("array [1..2] of 1..3: n = [7, 1]; constraint int_le(x, 4);", 0),
        ("array [1..2] of set of 1..3: n = [1..2, {3}]; constraint int_le(x, 4);", 5),
        ("array [1..2] of bool: n = [true, false]; bool: k = true;", 6),
    ],
)
def test_a_domain_beside_a_value_is_demanded(text: str, solutions: int) -> None:
    assert count(from_flatzinc(f"{X} {text} solve satisfy;"), "flatmap") == solutions
