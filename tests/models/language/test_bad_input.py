"""Each bad declaration gets an error that names the object, the value and the fix."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count as count_up
from itertools import count as forever
from typing import Any

import pytest

from everyway.models import (
    Model,
    ModelError,
    PredicateError,
    all_different,
    all_different_except,
    all_equal,
    allowed,
    any_of,
    at_most,
    bin_packing,
    boolean,
    cardinality,
    circuit,
    count,
    cumulative,
    element,
    exactly,
    forbidden,
    iff,
    implies,
    increasing,
    integer,
    inverse,
    is_solution,
    lexicographic,
    maximum,
    minimum,
    no_overlap,
    no_overlap_2d,
    precedence,
    predicate,
    product,
    regular,
    rule,
    subcircuit,
    total,
    variable,
    variables,
    xor,
)
from everyway.solvers.harness.registry import UnknownSolver
from everyway.solvers.harness.running.enumeration import solutions

x, y, z = integer("x", 0, 5), integer("y", 0, 5), integer("z", 0, 5)
a, b = boolean("a"), boolean("b")
colour = variable("colour", ["red", "blue"])
NAN, INFINITY = float("nan"), float("inf")


def two_numbers(first: int, second: int) -> bool:
    return first < second


Bad = dict[str, tuple[Callable[[], Any], tuple[str, ...]]]
"""A bad declaration, and the words of its error: the object, the value, the fix."""

NAMES: Bad = {
    "declared twice": (
        lambda: Model("m", x, integer("x", 1, 2)),
        ("'x'", "declared twice", "its own"),
    ),
    "a list with the name of a variable": (
        lambda: Model("m", integer("q", 0, 1), variables("q", 2, range(2))),
        ("'q'", "declared twice"),
    ),
    "the same variable twice": (lambda: Model("m", x, x), ("'x'", "declared twice")),
    "empty": (lambda: integer("", 0, 1), ("name", "must not be empty", "''")),
    "blank": (lambda: boolean("  "), ("must not be empty", "'  '")),
    "a number": (lambda: variable(3, [0]), ("name", "must be a string", "3")),
    "none": (lambda: integer(None, 0, 1), ("must be a string", "None")),
    "a list without name": (lambda: variables("", 2, [0]), ("must not be empty",)),
    "keys that repeat": (lambda: variables("q", ["a", "a"], [0]), ("keys of q", "repeat", "'a'")),
    "a key that is empty": (lambda: variables("q", ["a", ""], [0]), ("must not be empty",)),
    "a negative number of variables": (lambda: variables("q", -1, [0]), ("q", "-1", "from 0")),
    "a model without name": (lambda: Model(x), ("name must be a string", "x", "first")),
}

DOMAINS: Bad = {
    "empty": (lambda: variable("x", []), ("'x'", "is empty", "at least one")),
    "empty range": (lambda: variable("x", range(3, 3)), ("'x'", "empty", "range(3, 3)")),
    "swapped bounds": (
        lambda: integer("x", 5, 1),
        ("'x'", "lower bound 5", "upper bound 1", "swap"),
    ),
    "float bound": (lambda: integer("x", 0, 1.0), ("'x'", "upper bound", "1.0", "write 1")),
    "fraction": (lambda: integer("x", 0.5, 2), ("'x'", "lower bound", "0.5", "whole number")),
    "string bound": (lambda: integer("x", "0", 2), ("'x'", "lower bound", "'0'", "whole number")),
    "none": (lambda: integer("x", 0, None), ("'x'", "upper bound", "None", "whole number")),
    "nan": (lambda: integer("x", NAN, 3), ("'x'", "lower bound", "nan", "whole number")),
    "infinite": (lambda: integer("x", 0, INFINITY), ("'x'", "upper bound", "inf")),
    "bool bound": (lambda: integer("x", False, 3), ("'x'", "lower bound", "False", "write 0")),
    "repeated": (lambda: variable("x", [1, 2, 1]), ("'x'", "1 twice", "once")),
    "repeated label": (lambda: variable("x", ["r", "r"]), ("'x'", "'r' twice", "once")),
    "1 and True": (lambda: variable("x", [1, True]), ("'x'", "True", "write 1")),
    "labels and numbers": (lambda: variable("x", ["red", 1]), ("'x'", "mixes", "1", "write all")),
    "numbers and labels": (lambda: variable("x", [1, "red"]), ("'x'", "mixes", "write all")),
    "a float value": (lambda: variable("x", [1, 2.5]), ("'x'", "2.5", "whole number")),
    "a float that is whole": (lambda: variable("x", [1.0]), ("'x'", "1.0", "write 1")),
    "nan value": (lambda: variable("x", [NAN]), ("'x'", "nan", "whole number")),
    "none value": (lambda: variable("x", [None]), ("'x'", "None", "whole number")),
    "an empty label": (lambda: variable("x", ["red", ""]), ("'x'", "empty label", "name it")),
    "one string": (lambda: variable("x", "red"), ("'x'", "the string 'red'", "['red']")),
    "a number": (lambda: variable("x", 3), ("'x'", "3", "range(1, 10)")),
    "an infinite generator": (
        lambda: variable("x", forever()),
        ("'x'", "more than 1 000 000 values", "range"),
    ),
}

UNDECLARED: Bad = {
    "undeclared": (lambda: Model("m", x, x < y), ("m does not declare", "y", "x < y", "Model")),
    "undeclared, nearly": (
        lambda: Model("m", integer("count", 0, 1), integer("coumt", 0, 1) == 1),
        ("coumt", "did you mean 'count'"),
    ),
    "another's": (
        lambda: Model("m", x, integer("x", 0, 9) == 3),
        ("x in x == 3", "another model's variable of the same name", "model['x']"),
    ),
    "added": (
        lambda: Model("m", x) + (y == 1),
        ("does not declare", "y", "give it to Model, which has x"),
    ),
    "looked up": (lambda: Model("m", x)["w"], ("no variable 'w'", "x")),
    "no such rule": (lambda: Model("m", x).without("r"), ("no rule 'r'",)),
}

TRUTH: Bad = {
    "and": (lambda: x == 1 and y == 2, ("x == 1", "& for and")),
    "or": (lambda: x == 1 or y == 2, ("x == 1", "| for or")),
    "not": (
        lambda: not x == 1,  # noqa: SIM201 - the mistake itself
        (
            "x == 1",
            "~ for not",
        ),
    ),
    "in": (lambda: x in [1, 2], ("any_of(x == v for v in values) for in",)),
    "if": (lambda: 1 if x == 1 else 2, ("x == 1", "implies(a, b) for if")),
    "chained": (lambda: 1 < x < 5, ("(1 < x) & (x < 5) for 1 < x < 5",)),
    "bool": (lambda: bool(all_different([x, y])), ("all_different(x, y)", "& for and")),
    "an integer": (lambda: 1 if x else 2, ("x has no truth value", "x == 1")),
    "a rule": (lambda: 1 if rule("r", x == 1) else 2, ("rule 'r'", "& for and")),
    "max": (lambda: max(x, y), ("y > x", "before it is solved", "maximum(x, y) for max")),
    "min": (lambda: min([x, y]), ("y < x", "minimum(x, y) for min")),
    "max of a number": (lambda: max(x, 3), ("maximum(x, y) for max",)),
    "sum of nothing": (lambda: Model("m", x, sum([]) == 3), ("total(...)", "sum")),
    "any": (lambda: any(x == i for i in range(3)), ("any_of(...) for any",)),
    "all": (lambda: all(x == i for i in range(3)), ("all_of(...) for all",)),
    "any of 0 and 1": (lambda: any([a, b]), ("any_of and all_of instead of any and all",)),
    "an index": (lambda: [1, 2, 3][x], ("x cannot index a list", "element(array, x)")),
    "unpacked": (lambda: list(x), ("x is one number", "[x]")),
    "sum of one": (lambda: total(x), ("total takes a list", "x", "total([...])")),
}

LOGIC: Bad = {
    "~ on an integer": (lambda: ~x, ("~", "the integer x", "not 0 or 1", "x == 1")),
    "& on an integer": (lambda: x & a, ("&", "the integer x", "x == 1")),
    "| on an integer": (lambda: a | x, ("|", "the integer x", "x == 1")),
    "^ on a sum": (lambda: (a == 1) ^ (a + b), ("^", "a + b", "not 0 or 1")),
    "implies": (lambda: implies(x, y == 1), ("condition of implies", "x", "x == 1")),
    "iff": (lambda: iff(a, 3), ("operand of iff", "3", "not a constraint")),
    "any_of": (lambda: any_of([x == 1, y]), ("any_of", "the integer y", "y == 1")),
    "xor": (lambda: xor([a, None]), ("xor", "None", "not a constraint")),
    "a label": (lambda: ~colour, ("colour", "not 0 or 1")),
    "& with a bool": (lambda: (x == 1) & True, ("&", "True", "before the solver", "x == 1")),
    "one constraint for several": (
        lambda: any_of(x == 1),
        ("any_of takes a list", "any_of([...])"),
    ),
}

ITEMS: Bad = {
    "an expression": (lambda: Model("m", x, x + 1), ("x + 1", "not a constraint", "x + 1 == 1")),
    "a 0/1 expression": (lambda: Model("m", a, b, a * b), ("a * b", "a * b == 1")),
    "none": (lambda: Model("m", None), ("None", "not a constraint", "all_different")),
    "true": (lambda: Model("m", True), ("True", "before the solver", "x == 1")),
    "false": (lambda: Model("m", x, 1 == 2), ("False", "before the solver")),
    "a lambda": (lambda: Model("m", x, lambda: True), ("function", "predicate(test, x, y)")),
    "a number": (lambda: Model("m", 3), ("3", "not a constraint")),
    "a text": (lambda: Model("m", "x == 1"), ("'x == 1'", "not a constraint")),
    "added": (lambda: Model("m", x) + None, ("None", "not a constraint")),
    "in a rule": (lambda: rule("r", x), ("rule 'r'", "x", "not 0 or 1", "x == 1")),
    "a rule without label": (lambda: rule("", x == 1), ("label must be a text", "''")),
    "two objectives": (lambda: Model("m", x, minimise=x, maximise=x), ("minimise", "maximise")),
    "an objective of labels": (
        lambda: Model("m", colour, minimise=colour),
        ("label", "order", "minimise"),
    ),
    "an empty objective": (lambda: Model("m", x, minimise=()), ("minimise is empty",)),
    "a pair as an objective": (lambda: Model("m", x, minimise=("max", x)), ("max", "alone")),
    "a sense of no kind": (lambda: Model("m", x, minimise=(("top", x),)), ("min", "max")),
    "a text as an objective": (lambda: Model("m", x, minimise="x"), ("'x'", "expression")),
    "a list among goals": (lambda: Model("m", x, minimise=(x, [x])), ("goal", "list")),
    "one goal of a front": (lambda: Model("m", x, pareto=(x,)), ("pareto", "two")),
    "within nothing": (lambda: Model("m", x, within=1), ("within", "minimise")),
    "within of two": (lambda: Model("m", x, minimise=(x, x), within=1), ("within", "several")),
    "within below 0": (lambda: Model("m", x, minimise=x, within=-1), ("within", "from 0")),
    "another's objective": (lambda: Model("m", x, minimise=integer("z", 0, 1)), ("declare", "z")),
    "an objective twice": (
        lambda: Model("m", x, minimise=x).maximising(x),
        ("has an objective", "without_objective"),
    ),
    "is it the best": (
        lambda: is_solution(Model("m", x, minimise=x), {"x": 0}),
        ("takes a solver", "without_objective"),
    ),
    "an unknown keyword": (lambda: Model("m", x, colour=1), ("no keyword 'colour'",)),
}

NUMBERS: Bad = {
    "float coefficient": (lambda: 1.5 * x, ("1.5", "whole number")),
    "whole float": (lambda: x + 2.0, ("2.0", "write 2")),
    "float compared": (lambda: x == 2.5, ("x == …", "2.5", "whole number")),
    "none compared": (lambda: x == None, ("x == …", "None", "whole number")),  # noqa: E711
    "nan": (lambda: x < NAN, ("x < …", "nan", "whole number")),
    "true division": (lambda: x / 2, ("x / 2", "write // for floor division")),
    "divisor 0": (lambda: x // 0, ("constant 0", "//", "another divisor")),
    "modulo 0": (lambda: x % 0, ("constant 0", "%", "another divisor")),
    "negative exponent": (lambda: x**-1, ("x ** -1", "exponent from 0")),
    "variable exponent": (lambda: x**y, ("x ** y", "exponent", "number")),
    "float exponent": (lambda: x**0.5, ("exponent of x", "0.5")),
    "index out of range": (lambda: element([1, 2], 2), ("index 2", "array of 2", "0 to 1")),
    "negative index": (lambda: element([1, 2], -1), ("index -1", "array of 2", "0 to 1")),
    "minimum of nothing": (lambda: minimum([]), ("minimum of nothing", "at least one")),
    "maximum of nothing": (lambda: maximum([]), ("maximum of nothing", "at least one")),
    "element of nothing": (lambda: element([], x), ("element of nothing", "at least one")),
    "circuit of nothing": (lambda: circuit([]), ("circuit of no nodes", "at least one")),
    "subcircuit of nothing": (lambda: subcircuit([]), ("subcircuit of no nodes", "at least one")),
    "product of a text": (lambda: product("ab"), ("product takes a list", "'ab'")),
    "int of a variable": (lambda: range(x), ("x cannot index",)),
}  # fmt: skip

LABELS: Bad = {
    "plus": (lambda: colour + 1, ("colour", "label", "+ means nothing")),
    "minus": (lambda: 1 - colour, ("colour", "label")),
    "times": (lambda: colour * 2, ("colour", "label")),
    "order": (lambda: colour < "red", ("labels have no order", "colour < 'red'", "== or !=")),
    "with a number": (lambda: colour == 1, ("colour == 1", "mixes", "label colour", "one kind")),
    "number with a label": (lambda: x == "red", ("x == 'red'", "mixes", "one kind")),
    "all_different": (lambda: all_different([colour, x]), ("all_different", "mixes")),
    "all_equal": (lambda: all_equal([x, "red"]), ("all_equal", "mixes")),
    "exempt": (lambda: all_different_except([colour], 0), ("all_different_except", "mixes")),
    "count": (lambda: exactly([colour], 3, 1), ("exactly", "mixes")),
    "increasing": (lambda: increasing([colour, colour]), ("increasing", "colour", "label")),
    "total": (lambda: total([colour]), ("total", "colour", "label")),
    "index": (lambda: element([1, 2], colour), ("index of element", "colour", "label")),
    "mixed array": (lambda: element([1, "red"], x), ("array", "mixes", "one kind")),
}

GLOBALS: Bad = {
    "unequal rows": (
        lambda: allowed([x, y], [(1, 2), (3,)]),
        ("row 1", "allowed", "1 value for 2 terms"),
    ),
    "long row": (lambda: forbidden([x], [(1, 2)]), ("row 0", "forbidden", "2 values for 1 term")),
    "label in a row": (lambda: allowed([x], [("red",)]), ("row 0", "x", "'red'", "integers")),
    "number in a row": (lambda: forbidden([colour], [(1,)]), ("row 0", "colour", "1", "labels")),
    "float in a row": (lambda: allowed([x], [(1.5,)]), ("row 0", "1.5", "whole number")),
    "variable in a row": (lambda: allowed([x], [(y,)]), ("row 0", "y", "number or a label")),
    "a row that is a number": (lambda: allowed([x], [1]), ("row 0", "1", "tuple")),
    "inverse": (lambda: inverse([x, y], [z]), ("inverse", "forward has 2", "backward has 1")),
    "lexicographic": (lambda: lexicographic([x], []), ("left has 1", "right has 0")),
    "cumulative": (
        lambda: cumulative([x, y], [1], [1, 1], 2),
        ("cumulative", "durations has 1", "starts has 2"),
    ),
    "no_overlap": (lambda: no_overlap([x], [1, 2]), ("no_overlap", "starts has 1")),
    "no_overlap_2d": (
        lambda: no_overlap_2d([x], [y], [1], [1, 2]),
        ("no_overlap_2d", "x has 1", "y has 1", "widths has 1", "heights has 2"),
    ),
    "present": (lambda: no_overlap([x], [1], present=[]), ("starts has 1", "present has 0")),
    "present in the plane": (
        lambda: no_overlap_2d([x], [y], [1], [1], present=[x]),
        ("present of no_overlap_2d", "x", "not 0 or 1", "x == 1"),
    ),
    "present, of two": (
        lambda: no_overlap_2d([x], [y], [1], [1], present=[x == 1, 1]),
        ("no_overlap_2d", "heights has 1", "present has 2"),
    ),
    "present is none": (lambda: no_overlap([x], [1], present=x == 1), ("takes a list", "x == 1")),
    "bin_packing": (lambda: bin_packing([x], [1, 2], [3]), ("bin_packing", "sizes has 2")),
    "negative duration": (
        lambda: cumulative([x], [-1], [1], 1),
        ("durations of cumulative", "-1", "at least 0"),
    ),
    "negative capacity": (lambda: cumulative([x], [1], [1], -2), ("capacity", "-2", "at least 0")),
    "negative length": (lambda: no_overlap([x], [-3]), ("durations of no_overlap", "-3")),
    "negative height": (
        lambda: no_overlap_2d([x], [y], [1], [-3]),
        ("heights of no_overlap_2d", "-3", "at least 0"),
    ),
    "precedence twice": (lambda: precedence([x], [1, 1]), ("precedence", "twice", "[1, 1]")),
    "cardinality of a list": (lambda: cardinality([x], [1]), ("cardinality", "{value: count}")),
    "regular of a list": (lambda: regular([x], [], 0, []), ("regular", "{(state, symbol)")),
    "transition": (lambda: regular([x], {0: 1}, 0, [0]), ("transition 0", "pair")),
    "accepting": (lambda: regular([x], {(0, 1): 1}, 0, [7]), ("accepts in state 7", "known are")),
    "not a list": (lambda: all_different(x), ("all_different takes a list", "x")),
    "a lambda as a term": (lambda: all_different([lambda: 1]), ("all_different", "whole number")),
    "count of none": (lambda: count([x, None], 1), ("count", "None", "whole number")),
    "float number": (lambda: at_most([x], 1, 1.5), ("at_most", "1.5", "whole number")),
}  # fmt: skip

DIVIDES = Model("m", x, y, predicate(lambda v, w: v // w > 0, x, y))
PREDICATES: Bad = {
    "too few": (lambda: predicate(two_numbers, x), ("two_numbers", "1 term", "second")),
    "too many": (lambda: predicate(two_numbers, x, y, z), ("two_numbers", "3 terms", "too many")),
    "no function": (lambda: predicate(x, y), ("predicate takes a Python function", "x")),
    "a constraint": (lambda: predicate(x == 1), ("predicate takes a Python function",)),
    "no bool": (
        lambda: is_solution(Model("m", x, predicate(lambda v: v, x)), {"x": 3}),
        ("<lambda>", "returned 3", "x = 3", "bool("),
    ),
    "nothing": (
        lambda: is_solution(Model("m", x, predicate(lambda v: None, x)), {"x": 3}),
        ("returned None", "x = 3"),
    ),
    "raises": (
        lambda: is_solution(DIVIDES, {"x": 3, "y": 0}),
        ("ZeroDivisionError", "x = 3, y = 0"),
    ),
}  # fmt: skip

EVERY: Bad = {
    f"{kind}: {name}": case
    for kind, cases in {
        "name": NAMES, "domain": DOMAINS, "undeclared": UNDECLARED, "truth": TRUTH, "logic": LOGIC,
        "item": ITEMS, "number": NUMBERS, "label": LABELS, "global": GLOBALS,
        "predicate": PREDICATES,
    }.items()
    for name, case in cases.items()
}  # fmt: skip


@pytest.mark.parametrize("name", EVERY)
def test_bad_declarations_are_refused_in_words_that_help(name: str) -> None:
    write, words = EVERY[name]
    with pytest.raises(ModelError) as caught:
        write()
    said = str(caught.value)
    assert [word for word in words if word not in said] == [], said
    assert isinstance(caught.value, ValueError)


def test_a_failing_predicate_is_a_predicate_error() -> None:
    for name in ("no bool", "nothing", "raises"):
        with pytest.raises(PredicateError):
            PREDICATES[name][0]()


@pytest.mark.parametrize("option", ["limit", "time_limit"])
@pytest.mark.parametrize("value", [0, -1, NAN, True, "3", -INFINITY])
def test_limits_must_be_positive(option: str, value: Any) -> None:
    with pytest.raises(ValueError, match=option) as caught:
        solutions(Model("m", x), **{option: value})
    assert repr(value) in str(caught.value)
    assert "must be" in str(caught.value)


def test_a_limit_is_a_whole_number() -> None:
    with pytest.raises(ValueError, match=r"limit is 1.5; it must be a whole number from 1"):
        solutions(Model("m", x), limit=1.5)


def test_an_unknown_solver_is_named_with_the_nearest() -> None:
    with pytest.raises(UnknownSolver, match="no solver 'flatmop'; did you mean 'flatmap'"):
        solutions(Model("m", x), "flatmop")


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(TypeError, match="speed"):
        solutions(Model("m", x), speed=3)


@pytest.mark.parametrize("keys", [10**9, (10**6, 10**6), (10**4, 10**4, 10**4), count_up(0)])
def test_more_variables_than_a_model_is_made_of_are_refused_before_any_is_made(keys):
    with pytest.raises(ModelError, match="x is of more than 1 000 000 variables; write fewer"):
        variables("x", keys, range(5))
