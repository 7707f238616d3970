"""Every engine requires what does not fit in a word, in 64 bits or its form, or says it cannot."""

from collections.abc import Callable

import pytest

from everyway.models import (
    Constraint,
    Model,
    all_different,
    all_different_except,
    any_of,
    maximum,
    variable,
)
from everyway.models.language.expressions import Variable
from everyway.models.language.nodes import topological
from everyway.solvers import Unsupported, count
from everyway.solvers.auto import TRAITS_OF, backends

ENGINES = ["auto", "auto[python]", "auto", "diagram", *(f"auto[{name}]" for name in TRAITS_OF)]
X, Y = variable("x", range(1, 8)), variable("y", range(1, 8))
P, Q = variable("p", range(1000, 1004)), variable("q", range(1000, 1004))
Z, W = variable("z", range(-9, 0)), variable("w", range(-9, 3))
B, C, D = (variable(*each) for each in [("b", range(6)), ("c", range(-7, 1)), ("d", range(-9, 5))])
FAR = variable("far", (-(2**58), -1, 0, 1, 5))
GAPS = variable("gaps", range(-1000, 10**5, 20_001))
VAST = variable("vast", range(-(2**70), 2**70, 2**69))

LEFT_OUT: dict[str, Callable[[], Model]] = {
    "a constant below a product": lambda: model(all_different(-X * Y, Z, -5)),
    "a given below a product": lambda: model(all_different(-X * Y, Z, W), W == -5),
    "constants on both sides of a product": lambda: model(all_different(0, B * C, -1)),
    "a constant beside a distance": lambda: model(all_different(-4, -abs(8 * Y - X), D)),
    "a constant far above": lambda: model(all_different(X, Y + 1000, 1003)),
    "a constant beside multiples": lambda: model(all_different(X, Y * 300, 900, -40)),
    "a constant beside a square": lambda: model(all_different(X * X * 9, Y, 81, 4, 700)),
    "a constant that is exempt": lambda: model(all_different_except((X * Y, Z, 6, 6, 49), 6)),
    "what is exempt of terms that are turned around": lambda: model(
        all_different_except((5 - X, 5 - Y, 2 - D), 3)
    ),
    "constants that are equal": lambda: model(all_different(X * Y, 100, 100)),
    "a bound beyond what the kernel has": lambda: model(1000 * FAR >= -(2**61) - 7),
    "a bound of two beyond it": lambda: model(1000 * FAR + X <= 2**61),
    "terms beyond it that cancel out": lambda: model(maximum(2**54 * (P - Q), X) == X),
    "a sum beyond it in part": lambda: model(2**58 * P - 2**58 * Q + X <= 3),
    "offsets beyond 64 bits": lambda: model(
        all_different((P - Q) // X + 2**63 - 5, X - 2**63, Q - P)
    ),
    "a clause beyond 64 bits": lambda: model(any_of(X <= 3, GAPS == 2**70)),
    "a clause below 64 bits": lambda: model(any_of(X <= 3, GAPS >= -(2**63))),
    "a domain beyond 64 bits": lambda: model(any_of(X <= 3, VAST >= -(2**63)), VAST * 3 + X != 4),
    "a product beyond 64 bits": lambda: model(X * X + VAST * VAST < 2**100),
}


def model(*constraints: Constraint) -> Model:
    nodes = topological(constraints)
    return Model("left out", *dict.fromkeys([X, *filter(is_variable, nodes)]), *constraints)


def is_variable(node: object) -> bool:
    return isinstance(node, Variable)


@pytest.mark.parametrize("name", LEFT_OUT)
@pytest.mark.parametrize("engine", ENGINES)
def test_what_does_not_fit_is_required_all_the_same(engine: str, name: str) -> None:
    if "[" in engine and engine[5:-1] not in backends():
        pytest.skip("llvmlite is not installed")
    declared = LEFT_OUT[name]()
    try:
        found = count(declared, engine)
    except Unsupported:
        assert engine in ("auto[kernel]", "auto[loops]")
        return
    assert found == count(declared, "brute-force")
