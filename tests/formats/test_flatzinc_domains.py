"""No domain that FlatZinc states beside a value is left out."""

from __future__ import annotations

import pytest

from everyway.formats import from_flatzinc, from_opb
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
        ("constraint set_in(x, {});", 0),
    ],
)
def test_a_domain_beside_a_value_is_demanded(text: str, solutions: int) -> None:
    assert count(from_flatzinc(f"{X} {text} solve satisfy;"), "flatmap") == solutions


def test_an_automaton_of_many_states_is_whole() -> None:
    """Each of 30 states reads 1 and goes to the next, and 2 and stays."""
    moves = ",".join(f"{min(state + 1, 30)},{state}" for state in range(1, 31))
    text = f"{X} constraint fzn_regular([{', '.join(['1'] * 25)}, x], 30, 2, [{moves}], 1, {{27}});"
    assert count(from_flatzinc(f"{text} solve satisfy;"), "flatmap") == 1


def test_a_product_of_opb_has_all_its_literals() -> None:
    model = from_opb("* #variable= 3 #constraint= 1\n+1 x1 x2 ~x3 >= 1 ;\n")
    assert count(model, "flatmap") == 1
