"""The walk over nodes: deep, shared and wide terms; words; bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from everyway.conformance.instances.cells import samples
from everyway.conformance.instances.enumerate_naively import assignments, solution_rows
from everyway.conformance.instances.random_models import random_model
from everyway.models import (
    Constraint,
    Expression,
    Model,
    ModelError,
    Variable,
    boolean,
    conditional,
    constant,
    element,
    fingerprint,
    from_data,
    indicator,
    integer,
    is_solution,
    maximum,
    minimum,
    product,
    same,
    to_data,
    total,
    variable,
    variables,
)
from everyway.models.language.arithmetic_expressions import Sum
from everyway.models.language.expressions import bounds, bounds_under
from everyway.models.language.global_constraints import constraint_classes
from everyway.models.language.nodes import (
    Node,
    Program,
    describe,
    fold,
    rebuild,
    topological,
)

DEEP = 5_000
DOUBLINGS = 60
x, y = integer("x", 0, 3), integer("y", -2, 2)


def nested(depth: int, step: Callable[[Any], Any], start: Any = x) -> Any:
    for _ in range(depth):
        start = step(start)
    return start


STEPS: dict[str, Callable[[Any], Any]] = {
    "sum": lambda e: e + 1,
    "difference": lambda e: 1 - e,
    "absolute": abs,
    "quotient": lambda e: e // 1,
    "modulo": lambda e: (e + 1) % 4,
    "power": lambda e: e**1,
    "minimum": lambda e: minimum([e, 2]),
    "maximum": lambda e: maximum([e, 2]),
    "product": lambda e: product([e, 1]),
    "element": lambda e: element([1, 2, 3, 0], e),
    "indicator": lambda e: indicator(e == 1),
}


@pytest.mark.parametrize("step", STEPS)
def test_thousands_of_nested_expressions_are_ordinary(step: str) -> None:
    deep = nested(DEEP, STEPS[step])
    model = Model("deep", x, deep >= 0)
    assert is_solution(model, {"x": 1}) in (True, False)
    assert len(describe(deep)) < 1000
    assert bounds(deep)[0] <= bounds(deep)[1]
    assert len(fingerprint(model)) == 64
    assert same(from_data(to_data(model)), model)


@pytest.mark.parametrize("step", [lambda c: ~c, lambda c: c & (x == 1), lambda c: (x == 0) | c])
def test_thousands_of_nested_constraints_are_ordinary(step: Callable[[Any], Any]) -> None:
    model = Model("deep", x, nested(DEEP, step, x == 1))
    assert is_solution(model, {"x": 1})
    assert same(from_data(to_data(model)), model)


def test_the_value_of_a_deep_sum() -> None:
    assert Program([nested(DEEP, lambda e: e + 1)]).run({"x": 2}) == [DEEP + 2]


def test_a_node_that_is_shared_by_many_paths_is_visited_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    doubled = nested(DOUBLINGS, lambda e: e + e)
    calls: Counter[str] = Counter()
    value = Sum.value
    monkeypatch.setattr(Sum, "value", lambda s, v: (calls.update(["value"]), value(s, v))[1])
    assert Program([doubled]).run({"x": 3}) == [3 * 2**DOUBLINGS]
    assert calls["value"] == DOUBLINGS
    assert bounds(doubled) == (0, 3 * 2**DOUBLINGS)
    assert len(topological([doubled])) == DOUBLINGS + 1
    model = Model("doubled", x, doubled == 0)
    assert len(to_data(model)["nodes"]) == DOUBLINGS + 3
    assert describe(doubled).endswith("…")


def test_the_walk_is_linear_in_nodes_and_edges() -> None:
    def visits(depth: int) -> int:
        seen: Counter[Node] = Counter()
        fold([nested(depth, lambda e: e + x)], lambda node, parts: seen.update([node]))
        assert set(seen.values()) == {1}
        return len(seen)

    assert visits(10_000) - 1 == 4 * (visits(2_500) - 1)


def test_parts_stand_before_what_is_built_from_them() -> None:
    order = topological([(x + y) * x == y, x == 1])
    place = {node: k for k, node in enumerate(order)}
    assert all(place[part] < place[node] for node in order for part in node.parts)
    assert len(place) == len(order)


def test_rebuilding_keeps_what_is_shared_and_what_is_unchanged() -> None:
    shared, other = x + 1, y + 1
    roots: list[Node] = [shared == 2, shared * shared == 4, other == 1]
    z = integer("z", 0, 3)
    new = rebuild(roots, lambda node, old: z if node is x else None)
    assert new[2] is roots[2]
    left, right = new[1].parts[0].parts
    assert new[0].parts[0] is left is right
    names = {node.name for node in topological(new) if isinstance(node, Variable)}
    assert names == {"y", "z"}


def test_long_descriptions_are_cut_and_marked() -> None:
    long = describe(total(variables("a_long_name", 100, range(2))))
    assert len(long) <= 240
    assert long.endswith(" …")
    assert describe(x + y == 3) == "x + y == 3"


@pytest.mark.parametrize("kind", constraint_classes(), ids=lambda kind: kind.__name__)
def test_every_constraint_says_what_it_constrains(kind: type[Constraint]) -> None:
    for sample in samples(kind)["plain"]:
        words = describe(sample.constraint)
        named = [n.name for n in topological([sample.constraint]) if isinstance(n, Variable)]
        assert all(name in words for name in named) or words.endswith("…"), words
        assert repr(sample.constraint) == words


@pytest.mark.parametrize(
    ("term", "words"),
    [
        (2 * x - y + 3, "2*x - y + 3"),
        (-x, "-x"),
        (x * (y + 1), "x * (y + 1)"),
        (x // (y - 1), "x // (y - 1)"),
        (x % 3, "x % 3"),
        ((x + 1) ** 2, "(x + 1) ** 2"),
        (abs(x - y), "abs(x - y)"),
        (element([1, x], y), "[1, x][y]"),
        (indicator(x == y), "[x == y]"),
        (total([]), "0"),
        (~(x == 1), "~(x == 1)"),
        ((x == 1) & (y > 0), "(x == 1) & (y > 0)"),
    ],
)
def test_words(term: Node, words: str) -> None:
    assert describe(term) == words


@pytest.mark.parametrize(
    ("made", "value"),
    [
        (x + y, 1), (x - y, 5), (1 + x, 4), (1 - x, -2), (x * y, -6), (2 * x, 6), (x * 2, 6),
        (-x, -3), (+x, 3), (x // y, -2), (7 // y, -4), (x % y, -1), (7 % y, -1), (y**3, -8),
        (x**0, 1), (abs(y), 2), (minimum([x, y]), -2), (maximum([x, y]), 3), (product([]), 1),
        (product([x, y, 2]), -12), (total([]), 0), (total([x, 1, y]), 2),
        (element([5, 6, 7, x], x), 3), (element([5, 6], y), None), (x // (y + 2), None),
        (x % (y + 2), None), (total([x // (y + 2), 1]), None), (indicator(x == 3), 1),
        (indicator(x // (y + 2) == 0), 0), (indicator(x // (y + 2) != 0), 0), (x + (x == 3), 4),
        (x == 3, True), (x != 3, False), (x < 3, False), (x <= 3, True), (x > y, True),
        (3 == x, True), (4 > x, True), (2 >= x, False), ((x == 3) & (y == 0), False),
        ((x == 3) | (y == 0), True), ((x == 3) ^ (y == -2), False), (~(x == 3), False),
    ],
    ids=str,
)  # fmt: skip
def test_what_the_operators_mean(made: Any, value: int | bool | None) -> None:
    assert Program([made]).run({"x": 3, "y": -2}) == [value]


def test_boolean_variables_are_conditions() -> None:
    a, b = boolean("a"), boolean("b")
    names = ("a & b", "a | b", "a ^ b", "~a", "a & (x == 3)", "(x == 3) & a")
    made = [a & b, a | b, a ^ b, ~a, a & (x == 3), (x == 3) & a]
    found = dict(zip(names, Program(made).run({"a": 1, "b": 0, "x": 3}), strict=True))
    assert found == dict(zip(names, [False, True, True, False, True, True], strict=True))


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("chunk", range(5))
def test_no_value_lies_outside_its_bounds(chunk: int) -> None:
    for seed in range(chunk, 200, 5):
        model = random_model(seed)
        roots = [n for n in topological(model.constraints) if isinstance(n, Expression)]
        roots = [root for root in roots if not root.labelled]
        ends, program = bounds_under(roots), Program(roots)
        for values in assignments(model.variables):
            for root, value in zip(roots, program.run(values), strict=True):
                assert value is None or ends[root][0] <= value <= ends[root][1], (seed, root)


@pytest.mark.parametrize(
    ("term", "ends"),
    [
        (x + y, (-2, 5)), (3 - 2 * x, (-3, 3)), (x * y, (-6, 6)), (y**2, (0, 4)), (y**3, (-8, 8)),
        (abs(y), (0, 2)), (x // 2, (0, 1)), (x % 2, (0, 1)), (minimum([x, y]), (-2, 2)),
        (maximum([x, y]), (0, 3)), (element([4, 5, 9], x), (4, 9)), (indicator(x == 1), (0, 1)),
        (x // y, (-3, 3)), (integer("z", 4, 5) % 8, (4, 5)), (total([]), (0, 0)),
    ],
    ids=str,
)  # fmt: skip
def test_bounds_of_small_terms_are_tight(term: Expression, ends: tuple[int, int]) -> None:
    assert bounds(term) == ends


def test_huge_intervals_stay_intervals() -> None:
    wide = variable("wide", range(-(10**12), 10**12 + 1))
    assert wide.domain == range(-(10**12), 10**12 + 1)
    assert integer("big", 0, 10**30).domain[-1] == 10**30
    model = Model("wide", wide, wide * wide == 25)
    assert is_solution(model, {"wide": -5})
    assert not is_solution(model, {"wide": 10**12 + 1})
    assert same(from_data(to_data(model)), model)
    assert bounds(wide * 3) == (-3 * 10**12, 3 * 10**12)


def test_domains_are_ascending_and_evenly_spaced_ones_are_ranges() -> None:
    assert variable("v", [3, 1, 2]).domain == range(1, 4)
    assert variable("v", {6, 0, 3}).domain == range(0, 7, 3)
    assert variable("v", [4, 1, 2]).domain == (1, 2, 4)
    assert variable("v", range(5, 0, -2)).domain == range(1, 6, 2)
    assert variable("v", range(7, 8, 3)).domain == range(7, 8)
    assert variable("v", ["red", "blue"]).domain == ("red", "blue")


def test_values_that_the_judge_gives_are_those_of_python() -> None:
    """The oracle on a model whose solutions are counted in plain Python."""
    rule = (x * x + y) // (y + 1) == x % 3
    expected = Counter(
        (a, b)
        for a in range(4)
        for b in range(-2, 3)
        if b != -1 and (a * a + b) // (b + 1) == a % 3
    )
    assert solution_rows(Model("python", x, y, rule)) == expected


def test_a_constant_stands_wherever_a_term_does() -> None:
    none: list[Expression] = []
    assert [str(sum(some, constant(0)) <= 1) for some in (none, [x])] == ["0 <= 1", "x <= 1"]
    assert bounds(constant(-3)) == (-3, -3)
    for term, least in (
        (constant(2) + x, 2),
        (3 - constant(2) * x, -3),
        (maximum([constant(1), x]), 1),
        (element([constant(3), 2, x, 1], x), 1),
        (conditional(x == 1, constant(-1), 5), -1),
        (total([constant(4), x]), 4),
    ):
        rows = solution_rows(Model("least", x, term <= least))
        assert rows
        assert not solution_rows(Model("less", x, term < least))
    assert len(solution_rows(Model("of nothing", x, sum(none, constant(0)) <= 1))) == 4


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (True, "is True; write 1 for it"),
        ("red", "is 'red'; it must be a whole number"),
        (1.0, "is the float 1.0; write 1"),
        (None, "is None; it must be a whole number"),
        pytest.param(10**5000, "and the most is 8 192", id="long"),
        (x, "x is a term already"),
        (x == 1, "x == 1 is a term already"),
    ],
)
def test_a_constant_is_a_whole_number(value: Any, says: str) -> None:
    with pytest.raises(ModelError, match=says):
        constant(value)
