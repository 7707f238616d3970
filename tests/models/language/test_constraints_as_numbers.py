"""Constraints compare and count like 0 and 1, as CPMpy and MiniZinc users write them.

One line is read three times: by everyway, by Python with the values as numbers (where `True` is 1
and `x == y` of two truths is their equivalence), and by CPMpy. `~` stands in brackets everywhere,
since Python's own `~True` is -2: there it is read as `1 ^`.
"""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product as every
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import pytest

from everyway.conformance.instances.enumerate_naively import Row, assignments, solution_rows
from everyway.conformance.samples_and_random_models import Cases
from everyway.conformance.solving import difference
from everyway.models import (
    Board,
    Constraint,
    Expression,
    Model,
    ModelError,
    Variable,
    all_different,
    all_of,
    any_of,
    boolean,
    count,
    element,
    fingerprint,
    from_data,
    iff,
    implies,
    indicator,
    integer,
    maximum,
    none_of,
    product,
    rule,
    same,
    to_data,
    total,
    variable,
    variables,
    xor,
)
from everyway.models.language.nodes import Program, describe
from everyway.solvers.harness.registry import Solver

x, y, z = integer("x", 0, 3), integer("y", 0, 3), integer("z", 0, 3)
b, c = boolean("b"), boolean("c")
VARIABLES = (x, y, z, b, c)
HERE: dict[str, Any] = {
    "max": lambda terms: maximum(list(terms)),
    "any": any_of,
    "all": all_of,
    "prod": product,
    "implies": implies,
    "among": count,
    "element": element,
}
NUMBERS: dict[str, Any] = {
    "max": max,
    "any": any,
    "all": all,
    "prod": prod,
    "implies": lambda condition, consequence: not condition or consequence,
    "among": lambda terms, value: list(terms).count(value),
    "element": lambda array, index: array[index],
}

STATEMENTS = (
    "sum(v == 1 for v in (x, y, z)) == 2",
    "b == (x > 2)",
    "(x == 1) == (y == 2)",
    "(x == 1) != (y == 2)",
    "((x > 1) == b) == (c == (y > z))",
    "implies(b, x > y)",
    "implies(b == 1, (x == 1) + (y == 1) == 1)",
    "sum([v == i for i, v in enumerate((x, y, z))]) >= 1",
    "3 * (x == 1) + 2 * (y > 2) + b <= 4",
    "z == sum((v > 0) * w for v, w in zip((x, y), (1, 2)))",
    "any([x == y, y == z]) | c",
    "(~b) | (y == 2)",
    "x + (y == 2) == 3",
    "z == (x != y) + (y != z) + (x != z)",
    "max([x == 1, y == 2, b]) == 1",
    "(x == 1) <= (y == 2)",
    "abs((x > 1) - (y > 1)) == 1",
    "((x + y > 4) & b) == (z == 0)",
    "(x == 1) * (y == 2) == 0",
    "1 - (x == 1) == c",
    "prod([x == 1, y == 1]) + b == c",
    "among([x > 1, y > 1, b], 1) == 2",
    "element([b, c, x == y, 0], z) == (y > 1)",
    "all([b, x > y]) == c",
    "(x < y) == (y < z)",
    "-(x == 1) + (y > x) // 1 == 0",
    "(x == y) ** 2 + (x > y) % 2 == (z > 1) + b",
    "b & c & (x < 2)",
    "b ^ (x == y)",
    "(b < (x == 1)) | ((x == 2) > c) | (0 >= (y == 1) + (z == 1))",
)
"""Statements of hakank's models and CPMpy's examples, over x, y, z of 0 to 3 and b, c of 0, 1."""


def read(text: str) -> Constraint:
    """`text` as this language reads it."""
    made = eval(text, {**HERE, **{v.name: v for v in VARIABLES}})
    assert isinstance(made, Constraint), (text, made)
    return made


def holds(text: str, values: dict[str, int]) -> bool:
    """True if `text` is true for Python, which knows numbers alone."""
    return bool(eval(text.replace("~", "1 ^ "), {**NUMBERS, **values}))


def rows(text: str) -> Counter[Row]:
    """The assignments for which `text` is true for Python."""
    return Counter(tuple(v.values()) for v in assignments(VARIABLES) if holds(text, v))


@pytest.mark.parametrize("text", STATEMENTS)
def test_a_line_means_what_it_looks_like(text: str) -> None:
    """Alone, denied, reified, and summed up."""
    line, expected = read(text), rows(text)
    others = rows("1 == 1") - expected
    assert expected
    assert others
    assert solution_rows(Model("m", VARIABLES, line)) == expected
    assert solution_rows(Model("m", VARIABLES, ~line)) == others
    assert solution_rows(Model("m", VARIABLES, line == 0)) == others
    assert solution_rows(Model("m", VARIABLES, rule("r", line) & (line + 1 == 2))) == expected


@pytest.mark.parametrize("text", STATEMENTS)
def test_a_line_survives_the_way_through_data(text: str) -> None:
    model = Model("m", VARIABLES, read(text))
    again = from_data(to_data(model))
    assert same(model, again)
    assert describe(model.constraints[0]) == describe(again.constraints[0])
    assert solution_rows(again) == rows(text)


@pytest.mark.parametrize("text", STATEMENTS)
def test_cpmpy_reads_the_same_line_alike(text: str) -> None:
    cpmpy = pytest.importorskip("cpmpy")
    known = {v.name: cpmpy.intvar(0, 3, name=v.name) for v in (x, y, z)}
    known |= {v.name: cpmpy.boolvar(name=v.name) for v in (b, c)}
    theirs = {
        "sum": cpmpy.sum,
        "max": cpmpy.max,
        "any": cpmpy.any,
        "all": cpmpy.all,
        "prod": lambda factors: factors[0] * factors[1],
        "implies": lambda first, second: first.implies(second),
        "among": cpmpy.Count,
        "element": lambda array, index: cpmpy.cpm_array(array)[index],
    }
    found: Counter[Row] = Counter()
    cpmpy.Model([v >= 0 for v in known.values()], eval(text, {**theirs, **known})).solveAll(
        display=lambda: found.update([tuple(int(v.value()) for v in known.values())])
    )
    assert found == rows(text)


def test_every_solver_finds_the_solutions_of_every_line(solver: Solver) -> None:
    for text in STATEMENTS:
        model = Model(text, VARIABLES, read(text))
        found = difference(model, solver, rows(text))
        assert not found, Cases(1).case(model, solver, found)


# ---------------------------------------------------------------------- nested at random


def drawn(random: Random, depth: int) -> str:
    """A number or a condition over the variables, as text; every number is defined."""
    if depth == 0:
        return random.choice(["x", "y", "b", "c", "(x == 1)", "(y > x)"])
    one = drawn(random, depth - 1)
    other = random.choice(["1", "2", drawn(random, depth - 1), drawn(random, depth - 1)])
    kind = random.randrange(8)
    if kind < 4:
        return f"({one} {random.choice(('==', '!=', '<', '<=', '>', '>='))} {other})"
    if kind < 6:
        return f"({one} {random.choice('+-*')} {other})"
    return random.choice([f"sum([{one}, {other}])", f"abs({one})", f"max([{one}, {other}])"])


def joined(random: Random) -> str:
    """Conditions, compared with one another, counted and joined."""
    one, other = (f"({drawn(random, 2)} {random.choice(('==', '<='))} x)" for _ in "ab")
    third = f"({drawn(random, 1)} != {drawn(random, 1)})"
    return random.choice(
        [
            f"({one} == {other}) | {third}",
            f"({one} != {third}) & (b | {other})",
            f"({one} < {other}) == (c ^ {third})",
            f"sum([{one}, {other}, {third}, b]) == 1 + c",
            f"implies({one} >= b, {third} == ({other} == c))",
        ]
    )


def test_whatever_is_nested_means_what_python_says_of_its_numbers(solver: Solver) -> None:
    random = Random("nested")
    for _ in range(25):
        text = joined(random)
        model = Model(text, x, y, b, c, rule(text, read(text)))
        wanted = Counter(
            row
            for row in every(range(4), range(4), range(2), range(2))
            if holds(text, dict(zip("xybc", row, strict=True)))
        )
        found = difference(model, solver, wanted)
        assert not found, Cases(1).case(model, solver, found)


# ------------------------------------------------------------- wherever a term may stand


def test_a_compared_constraint_is_no_zero_wherever_a_term_may_stand() -> None:
    alike = (x == 1) == (y == 1)
    for made, value in (
        (total([alike]), 1), (maximum([alike, 0]), 1), (product([alike, 1]), 1), (y + alike, 3),
        (count([alike], 1) == 1, True), (element([5, 6], alike), 6), (y == (alike == 1) + 1, True),
        (all_different([alike, 0]), True), (sum([alike, alike]), 2), (abs(-alike), 1),
        (alike // 1, 1), (7 // alike, 7), (7 % alike, 0), (alike**2, 1), (+alike, 1),
        (2 - alike, 1), (3 * alike, 3), (alike >= 1, True), (1 <= alike, True), (alike < 1, False),
        (alike > b, True), (alike == b, False), (alike != indicator(alike), False),
    ):  # fmt: skip
        assert Program([made]).run({"x": 0, "y": 2, "b": 0}) == [value], made


def test_a_constraint_with_an_undefined_term_counts_as_zero() -> None:
    divided = x // y == 1
    assert Program([divided == 0, 3 * divided, ~divided]).run({"x": 1, "y": 0}) == [True, 0, True]


def test_compared_constraints_say_so_in_words() -> None:
    assert describe((x == 1) == (y == 2)) == "[x == 1] == [y == 2]"
    assert describe((x == 1) <= b) == "[x == 1] <= b"
    assert describe(3 * (x == 1) + (y > 2)) == "3*[x == 1] + [y > 2]"
    assert describe(sum(v == 1 for v in (x, y)) == 2) == "[x == 1] + [y == 1] == 2"


def test_equal_constraints_are_iff_and_unequal_ones_xor() -> None:
    def print_of(made: Constraint) -> str:
        return fingerprint(Model("m", VARIABLES, made))

    assert print_of((x == 1) == (y == 2)) == print_of(iff(x == 1, y == 2))
    assert print_of((x == 1) != (y == 2)) == print_of(xor([x == 1, y == 2]))


@dataclass(frozen=True, eq=False)
class Odd(Constraint):
    """One of a user's own inherits all of it."""

    term: Expression

    def holds(self, values: Sequence[Any]) -> bool:
        return bool(values[0] % 2)

    def decompose(self) -> Iterator[Constraint]:
        yield self.term % 2 == 1


def test_a_constraint_of_a_users_own_compares_and_counts_too() -> None:
    odd = Odd(x)
    for made, value in (
        (odd == b, True), (odd != (y == 1), True), (2 * odd + 1, 3), (sum([odd, odd]), 2),
        (odd & b, True), (~odd, False), (odd <= 0, False), (1 - odd, 0),
    ):  # fmt: skip
        assert Program([made]).run({"x": 1, "y": 0, "b": 1}) == [value], made


# -------------------------------------------------------------- Booleans as constraints


FIXED = (variable("b", [0, 1]), variable("b", [1]), variable("b", [0]), boolean("b"))


@pytest.mark.parametrize("mark", FIXED, ids=lambda mark: str(mark.domain))
def test_a_boolean_variable_stands_where_a_constraint_may(mark: Variable) -> None:
    said: dict[str, tuple[object, Callable[[int, bool], bool]]] = {
        "&": (mark & (x == 1), lambda m, one: bool(m) and one),
        "|": ((x == 1) | mark, lambda m, one: bool(m) or one),
        "^": (mark ^ (x == 1), lambda m, one: bool(m) != one),
        "~": (~mark, lambda m, one: not m),
        "any_of": (any_of([mark, x == 1]), lambda m, one: bool(m) or one),
        "all_of": (all_of([mark, x == 1]), lambda m, one: bool(m) and one),
        "none_of": (none_of([mark, x == 1]), lambda m, one: not m and not one),
        "implies": (implies(mark, x == 1), lambda m, one: not m or one),
        "implied": (implies(x == 1, mark), lambda m, one: not one or bool(m)),
        "iff": (iff(mark, x == 1), lambda m, one: bool(m) == one),
        "xor": (xor([x == 1, mark]), lambda m, one: bool(m) != one),
        "indicator": (indicator(mark) == (x == 1), lambda m, one: bool(m) == one),
        "rule": (rule("it holds", mark), lambda m, one: bool(m)),
        "rule of several": (rule("both", mark, [x == 1]), lambda m, one: bool(m) and one),
        "rule of an iterable": (rule("all", [mark, x == 1]), lambda m, one: bool(m) and one),
        "rule of a product": (rule("p", mark * (x == 1)), lambda m, one: bool(m) and one),
    }
    for name, (made, means) in said.items():
        wanted = {(m, v) for m in mark.domain for v in x.domain if means(int(m), v == 1)}
        assert set(solution_rows(Model("m", mark, x, made))) == wanted, name


def test_a_variable_as_an_item_declares_itself() -> None:
    assert len(solution_rows(Model("m", b, c))) == 4
    assert len(solution_rows(Model("m", b, c, b == 1))) == 2


# ------------------------------------------------------------------ refused, and in words

ONE, OTHER, RULE = x == 1, y == 2, rule("r", x == 1)
BOARD = Board(3)
LIST = variables("q", 3, range(3))
REFUSED: dict[str, tuple[Callable[[], Any], tuple[str, ...]]] = {
    "in": (lambda: ONE in [OTHER, x == 1], ("[x == 1]", "in", "any(c is other for other in")),
    "index": (lambda: [OTHER].index(ONE), ("index", "any(c is other for other in constraints)")),
    "remove": (lambda: [OTHER].remove(ONE), ("remove", "any(c is other for")),
    "count of a list": (lambda: [OTHER].count(ONE), ("count", "any(c is other for")),
    "among numbers": (lambda: ONE in [0, 1], ("any(c is other for", "any_of(")),
    "unequal": (lambda: bool(ONE != OTHER), ("neither true nor false", "& for and")),
    "a rule and a number": (lambda: RULE == 1, ("rule 'r'", "compared with nothing", "indicator(")),
    "a rule and a rule": (lambda: RULE != rule("s", OTHER), ("'r'", "iff(rule, other)")),
    "a rule among rules": (lambda: RULE in [rule("s", OTHER), RULE], ("any(rule is other for",)),
    "a rule and less": (lambda: RULE < 2, ("compared with nothing",)),
    "a constraint and a rule": (lambda: ONE == RULE, ("rule 'r'", "compared with nothing")),
    "a sum of rules": (lambda: sum([RULE, RULE]), ("counts as no number", "indicator(rule)")),
    "a total of rules": (lambda: total([RULE]), ("counts as no number", "indicator(rule)")),
    "true as a term": (lambda: total([x, True]), ("True", "Python compared before", "x == 1")),
    "equal to true": (lambda: x == True, ("x == …", "True", "x == 1 for x == True")),  # noqa: E712
    "a constraint and false": (lambda: ONE == False, ("[x == 1]", "False")),  # noqa: E712
    "a family of a board": (lambda: Model("m", BOARD.rows == 1), ("False", "board.rows == 1")),
    "a list and a list": (lambda: Model("m", LIST, LIST == [0, 1, 2]), ("x == [0, 1, 2]",)),
    "a list in a rule": (lambda: rule("r", LIST == 1), ("rule 'r'", "False", "of a list x")),
    "a family in a sum": (lambda: total([BOARD.rows == 1]), ("total", "board.rows == 1")),
    "a family, implied": (lambda: implies(b, BOARD.rows == 1), ("implies", "board.rows == 1")),
    "a family beside": (lambda: y + (BOARD.rows == 1), ("+", "board.rows == 1")),
    "a sum of nothing": (lambda: Model("m", x, sum([]) == 2), ("sum", "total(...)")),
    "an array with true": (lambda: element([True, False], x), ("element", "True")),
    "a wide variable in a rule": (lambda: rule("r", x), ("rule 'r'", "the integer x", "x == 1")),
    "a wide variable in any_of": (lambda: any_of([b, x]), ("any_of", "the integer x")),
    "no brackets, abs": (lambda: abs(x) == 1 | abs(x) == 5, ("abs(x)", "parentheses round each")),
    "no brackets, or": (lambda: b == 1 | c == 0, ("|", "1", "parentheses round each ==")),
    "no brackets, and": (lambda: x == 1 & y == 2, ("&", "the integer y", "(x == 1) & (y == 2)")),
    "one bracket": (lambda: (x == 1) | y == 2, ("|", "the integer y", "parentheses round each ==")),
    "no brackets, not": (lambda: ~x == 1, ("~", "the integer x", "~(x == 1)")),
    "the other bracket": (lambda: x == 1 | (y == 2), ("|", "1", "parentheses round each ==")),
    "divided": (lambda: (x == 1) / 2, ("x == 1 / 2", "//")),
    "an exponent": (lambda: 2 ** (x == 1), ("exponent", "a number")),
    "an index of a list": (lambda: [5, 6][x == 1], ("x == 1", "element(array, x == 1)")),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_meant_is_refused_with_what_to_write(name: str) -> None:
    write, words = REFUSED[name]
    with pytest.raises(ModelError) as caught:
        write()
    said = str(caught.value)
    assert [word for word in words if word not in said] == [], said


def test_a_constraint_or_rule_is_found_by_identity() -> None:
    assert ONE in [ONE, OTHER]
    assert [ONE, OTHER].index(ONE) == 0
    assert {ONE: 1, OTHER: 2}[OTHER] == 2
    assert OTHER not in {ONE, RULE}
    assert RULE in [RULE, ONE]
    assert RULE in {RULE, ONE}


# ------------------------------------------------------------- identity inside the package

PACKAGES = ("models", "solvers", "comparer", "conformance", "views")
NODE = re.compile(r"\b(?<!type\[)(Node|Expression|Constraint|Variable|Rule)\b")


@cache
def classes() -> list[tuple[str, ast.ClassDef]]:
    """Every class of the package, with where it is declared."""
    folders = [importlib.import_module(f"everyway.{package}").__path__[0] for package in PACKAGES]
    files = [file for folder in folders for file in Path(folder).rglob("*.py")]
    return [
        (file.stem, node)
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    ]


def is_compared_by_value(found: ast.ClassDef) -> bool:
    """A dataclass without `eq=False`, or a named tuple: its `==` compares its fields."""
    made = [ast.unparse(way) for way in found.decorator_list]
    return any(way.startswith("dataclass") and "eq=False" not in way for way in made) or any(
        ast.unparse(base) == "NamedTuple" for base in found.bases
    )


def loses_it(kind: str, bases: dict[str, list[str]]) -> bool:
    """A constraint of one's own is compared as a constraint, whatever its dataclass says."""
    return kind == "Constraint" or any(loses_it(base, bases) for base in bases.get(kind, ()))


def test_nothing_that_is_compared_by_value_holds_a_node() -> None:
    """Its `==` would ask whether constraints are equal, which they are not before it is solved."""
    bases = {found.name: list(map(ast.unparse, found.bases)) for _, found in classes()}
    fields = [
        (f"{where}.{found.name}", ast.unparse(field.annotation))
        for where, found in classes()
        if is_compared_by_value(found) and not loses_it(found.name, bases)
        for field in found.body
        if isinstance(field, ast.AnnAssign)
    ]
    assert len(fields) > 100
    assert [field for field in fields if NODE.search(field[1])] == []


# ------------------------------------------------------------------------------- types

TYPED = """
from everyway.models import Constraint, Expression, Model, Variable, boolean, integer, variables

xs: list[Variable] = [integer("x", 0, 3), integer("y", 0, 3)]
b = boolean("b")
both: Constraint = (xs[0] == 1) == (xs[1] == 2)
weighed: Expression = 3 * (xs[0] == 1) + (xs[1] > 2) - (b == 1)
ordered: Constraint = (xs[0] == 1) <= b
sums = sum(x == v for v, x in enumerate(xs)) == 2
q = variables("q", 3, range(3))
rows = [sum(x == v for x in q) == 2 for v in range(3)]
Model("typed", xs, b, q, sums, rows, both, ordered, weighed >= 2, sum(x == 1 for x in xs) + 1 <= b)
"""


def test_mypy_accepts_sums_of_constraints(tmp_path: Path) -> None:
    snippet = tmp_path / "snippet.py"
    snippet.write_text(TYPED, encoding="utf-8")
    exec(TYPED, {})
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(snippet)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
