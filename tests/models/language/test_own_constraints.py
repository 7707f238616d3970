"""A constraint class of a user's own, with `holds` and `decompose`, works wherever ours do."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import pairwise, product
from typing import Any

import pytest
from click.testing import CliRunner

from everyway.comparer import compare
from everyway.models import (
    Board,
    Constraint,
    Expression,
    Model,
    ModelError,
    PredicateError,
    Variable,
    all_different,
    fingerprint,
    from_data,
    indicator,
    integer,
    is_solution,
    same,
    symmetries,
    to_data,
    variables,
    violations,
)
from everyway.models.language.drawing.notebook import read_model
from everyway.solvers import count, save, solutions, solve_all
from everyway.views.command_line import main

from ...support import own_constraints as own
from ...support import own_constraints_evaluated as evaluated

SPELLINGS = {
    **{
        kind.__name__: kind
        for kind in (
            own.InTuple,
            own.ComparedByFields,
            own.WithSlots,
            own.InSequence,
            own.InList,
            own.InOldList,
            evaluated.Plain,
            evaluated.ByAlias,
            evaluated.AsText,
            evaluated.AsIterable,
            evaluated.Annotated,
        )
    },
    "InRows": lambda terms: own.InRows((tuple(terms[:2]), tuple(terms[2:]))),
    "Pair": lambda terms: own.Pair((terms[0], terms[1])),
    "OneByOne": lambda terms: own.OneByOne(*terms),
}


def x(size=3, domain=range(4)):
    return variables("x", size, domain)


def by_hand(terms):
    """The number of assignments in which neighbours differ by two at least."""
    rows = product(range(4), repeat=terms)
    return sum(all(abs(a - b) >= 2 for a, b in pairwise(row)) for row in rows)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_spelling_of_the_fields_has_the_same_parts(spelling):
    terms = x()
    constraint = SPELLINGS[spelling](terms)
    assert set(constraint.parts) <= set(terms)
    assert count(Model("m", terms, constraint), "brute-force") == (
        by_hand(2) * 4 if spelling == "Pair" else by_hand(3)
    )


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_solver_finds_the_same_solutions(solver, spelling):
    terms = x()
    model = Model("m", terms, SPELLINGS[spelling](terms), terms[0] != 3)
    expected = set(solve_all(model, "brute-force"))
    assert len(expected) in range(1, 64)
    assert set(solve_all(model, solver.name)) == expected


CONTEXTS = {
    "negated": lambda c, x: ~c,
    "implied": lambda c, x: (x[0] == 1) | c,
    "counted": lambda c, x: indicator(c) + x[1] == 2,
    "twice": lambda c, x: (c & (x[0] != 0)) | (~c & (x[1] == 1)),
    "within another": lambda c, x: own.Both(c, own.Both(x[0] != 1, c)),
}


@pytest.mark.parametrize("context", CONTEXTS)
def test_every_solver_has_it_under_not_or_and_indicator(solver, context):
    terms = x()
    model = Model("m", terms, CONTEXTS[context](own.InTuple(terms), terms))
    assert set(solve_all(model, solver.name)) == set(solve_all(model, "brute-force"))


def test_a_partial_term_makes_it_false_and_its_negation_true(solver):
    terms = x()
    model = Model("m", terms, own.InTuple((terms[0] // terms[1], terms[2])))
    denied = Model("m", terms, ~own.InTuple((terms[0] // terms[1], terms[2])))
    found, left = (set(solve_all(one, solver.name)) for one in (model, denied))
    assert len(found) + len(left) == 64
    assert all(solution["x"][1] for solution in found)
    assert found == set(solve_all(model, "brute-force"))


def test_labels_come_to_it_as_labels(solver):
    day = variables("day", 2, ["tea", "milk", "rum"])
    model = Model("m", day, own.Named(day, "rum"))
    assert count(model, solver.name) == 5


def test_numbers_and_constraints_among_its_terms_are_parts_too():
    terms = x()
    assert count(Model("m", terms, own.InOldList([terms[0], 3, terms[1]]))) == 2 * 2 * 4
    assert count(Model("m", terms, own.InTuple((terms[0] == 1, terms[1])))) == (1 + 3 * 2) * 4


# ------------------------------------------------------------------------- other than solving


def test_it_travels_as_its_decomposition():
    terms = x()
    model = Model("m", terms, own.InTuple(terms, gap=1))
    again = from_data(json.loads(json.dumps(to_data(model))))
    assert same(model, again)
    assert fingerprint(model) == fingerprint(again)
    assert set(solve_all(again)) == set(solve_all(model, "brute-force"))
    assert not same(model, Model("m", terms, own.InTuple(terms, gap=2)))


@pytest.mark.parametrize("solver", ["auto", "brute-force", "cp-sat", "flatmap"])
def test_it_is_solved_in_another_process(solver):
    terms = x()
    model = Model("m", terms, own.InTuple(terms), ~own.Pair((terms[0], terms[2])))
    with solutions(model, str(solver), isolate=True) as found:
        assert set(found) == set(solve_all(model, "brute-force"))
    assert count(model, "flatmap", jobs=2) == count(model)


def test_it_is_projected_saved_and_compared(tmp_path):
    terms = x()
    model = Model("m", terms, own.InTuple(terms))
    with solutions(model, project=["x[0]"]) as found:
        assert len(list(found)) == 4
    assert save(model, str(tmp_path / "found.db")).complete
    comparison = compare(model, ["brute-force", "auto", "cp-sat"], isolate=True)
    assert comparison.verdict == "agree"


def test_it_is_seen_from_another_viewpoint():
    board = Board(4)
    rook = board.place("rook")
    corner = own.InList([rook[square] for square in ("r1c1", "r1c2")], gap=1)
    model = Model("m", rook, rook.per(board.rows) == 1, rook.per(board.columns) == 1, corner)
    for solver in ("flatmap@rows", "flatmap@squares", "cp-sat@columns", "brute-force@rows"):
        assert count(model, solver) == 12


def test_its_symmetries_are_those_of_its_decomposition():
    terms = x(2)
    assert symmetries(Model("m", terms, own.InTuple(terms))).order == 4
    assert symmetries(Model("m", terms, terms[0] != terms[1])).order >= 4


def test_words_say_its_parts_and_its_data():
    terms = x(2)
    constraint = own.InTuple(terms, gap=3)
    assert repr(constraint) == str(constraint) == "InTuple(x[0], x[1], gap=3)"
    assert repr(own.ComparedByFields(terms)) == "ComparedByFields(x[0], x[1], gap=2)"
    model = Model("m", terms, constraint)
    assert "InTuple(x[0], x[1], gap=3)" in read_model(model)
    (broken,) = violations(model, {"x[0]": 1, "x[1]": 2})
    assert "x[0] = 1, x[1] = 2" in str(broken)
    assert is_solution(model, {"x[0]": 0, "x[1]": 3})


def test_two_of_equal_fields_are_two_constraints():
    terms = x(2)
    one, other = own.ComparedByFields(terms), own.WithSlots(terms)
    assert len({one, other, own.ComparedByFields(terms)}) == 3
    assert count(Model("m", terms, one, other, ~own.ComparedByFields(terms, gap=3))) == 4


# ----------------------------------------------------------------------------------- refused


def refusal(make):
    with pytest.raises(ModelError) as raised:
        make()
    return str(raised.value)


class Near(Constraint):
    def holds(self, values):
        return True

    def decompose(self):
        return ()


@pytest.mark.parametrize(
    "holder", [tuple, list, lambda two: {"a": two[0]}, lambda two: two[0], set]
)
def test_parts_in_a_field_of_plain_data_are_refused(holder):
    @dataclass(frozen=True, eq=False)
    class Hidden(Near):
        terms: tuple
        gap: Any = 0

    message = refusal(lambda: Hidden(holder(tuple(x(2)))))
    assert "Hidden.terms holds x[" in message
    assert "tuple[Expression, ...]" in message
    assert "Hidden.gap" in refusal(lambda: Hidden((), x(2)))


def test_a_type_that_cannot_be_read_is_refused_with_class_and_field():
    Several = tuple[Expression, ...]  # noqa: N806, which no text can name

    @dataclass(frozen=True, eq=False)
    class Local(Near):
        terms: Several

    message = refusal(lambda: Local(tuple(x(2))))
    assert message.startswith("Local.terms is annotated as Several, which cannot be read")


def test_a_class_in_a_function_is_read():
    from everyway.models import Expression as Term  # noqa: F401

    @dataclass(frozen=True, eq=False)
    class Local(Near):
        terms: tuple[Expression, ...]
        one: Variable

    assert len(Local(x(2), x(1)[0]).parts) == 3


@pytest.mark.parametrize(
    "annotation",
    [
        "dict[str, Expression]",
        "set[Expression]",
        "tuple[Expression, int]",
        "tuple[tuple[int, Expression], ...]",
        "Expression | dict[str, int]",
    ],
)
def test_a_type_that_mixes_parts_and_data_is_refused(annotation):
    kind = type("Mixed", (Near,), {"__annotations__": {"terms": annotation}})
    kind.__module__ = __name__
    made = dataclass(frozen=True, eq=False)(kind)
    assert "Mixed.terms is annotated as " in refusal(lambda: made(()))


def test_what_is_no_frozen_dataclass_is_refused():
    class Bare(Near):
        def __init__(self, *terms):
            self.terms = terms

    @dataclass(eq=False)
    class Thawed(Near):
        terms: tuple[Expression, ...]

    class Undecorated(own.InTuple):
        more: Expression

    assert "Bare" in refusal(lambda: Bare(*x(2)))
    for kind in (Bare, Thawed, Undecorated):
        assert "frozen" in refusal(lambda kind=kind: kind(tuple(x(2))))


def test_what_does_not_say_what_it_means_is_refused():
    @dataclass(frozen=True, eq=False)
    class Mute(Constraint):
        terms: tuple[Expression, ...]

        def holds(self, values):
            return True

    @dataclass(frozen=True)
    class Equal(Near):
        terms: tuple[Expression, ...]

        def __eq__(self, other):
            return True

        __hash__ = None

    assert refusal(lambda: Mute(tuple(x(2)))) == "Mute must define decompose"
    assert "Equal defines __eq__" in refusal(lambda: Equal(tuple(x(2))))


def test_a_class_of_our_own_and_an_expression_are_not_to_be_derived_from():
    @dataclass(frozen=True, eq=False)
    class Term(Expression):
        term: Expression

    @dataclass(frozen=True, eq=False)
    class Different(type(all_different([]))):
        gap: int = 0

    for kind in (Term, Different):
        assert "is a Constraint, directly" in refusal(lambda kind=kind: kind(x(1)[0]))


@pytest.mark.parametrize("given", [3, "ab", None, {"a": 1}])
def test_what_are_no_terms_is_refused(given):
    assert "InTuple.terms" in refusal(lambda: own.InTuple(given))
    assert "OneByOne.first" in refusal(lambda: own.OneByOne(given, x(1)[0]))


def test_a_decomposition_over_other_variables_or_without_end_is_refused():
    stray = integer("stray", 0, 3)

    @dataclass(frozen=True, eq=False)
    class Astray(Near):
        terms: tuple[Expression, ...]
        how: str

        def decompose(self):
            if self.how == "itself":
                return (self,)
            if self.how == "again":
                return (Astray(self.terms, self.how),)
            return [stray == 1] if self.how == "stray" else None if self.how == "none" else 1 // 0

    def solved(how):
        return refusal(lambda: count(Model("m", terms, stray, Astray(terms, how)), "flatmap"))

    terms = x(2)
    assert "mentions stray, which is in none of its parts" in solved("stray")
    for how in ("itself", "again"):
        assert "has no end" in solved(how)
    assert "ZeroDivisionError" in solved("zero")
    assert "let it return constraints" in solved("none")


def test_a_verdict_that_is_none_or_raises_fails_and_names_the_values():
    @dataclass(frozen=True, eq=False)
    class Silent(Near):
        terms: tuple[Expression, ...]

        def holds(self, values):
            return None if values[0] else 1 // 0

    terms = x(2)
    silent = Model("m", terms, Silent(terms))
    with pytest.raises(PredicateError, match=r"returned None on x\[0\] = 1, x\[1\] = 0"):
        is_solution(silent, {"x[0]": 1, "x[1]": 0})
    with pytest.raises(PredicateError, match="ZeroDivisionError"):
        is_solution(silent, {"x[0]": 0, "x[1]": 0})


def test_nobody_is_convicted_for_a_class_that_contradicts_itself():
    terms = x(2)
    for kind, says in ((own.Loose, "holds says False"), (own.Strict, "holds says True")):
        message = refusal(
            lambda kind=kind: compare(
                Model("m", terms, kind(terms)), ["brute-force", "flatmap"], isolate=False
            )
        )
        assert message.startswith(f"{kind.__name__} contradicts itself: {says}")


def test_default_fields_and_further_checks_of_its_own_are_kept():
    @dataclass(frozen=True, eq=False, kw_only=True)
    class Checked(Near):
        terms: tuple[Expression, ...]
        gap: int = field(default=1)

        def __post_init__(self):
            if self.gap < 1:
                raise ValueError("gap from 1")

    terms = x(2)
    assert Checked(terms=list(terms)).parts == terms.variables
    with pytest.raises(ValueError, match="gap from 1"):
        Checked(terms=(), gap=0)


PUZZLE = """
from dataclasses import dataclass
from everyway.models import Constraint, Expression, Model, variables

@dataclass(frozen=True)
class Step(Constraint):
    terms: list[Expression]

    def holds(self, values):
        return values[0] + 1 == values[1]

    def decompose(self):
        return self.terms[0] + 1 == self.terms[1]

def steps(n: int = 4):
    x = variables("x", 2, range(n))
    return Model("steps", x, Step(x))
"""


def run(*command):
    return CliRunner().invoke(main, command, prog_name="everyway")


def test_the_command_line_solves_a_puzzle_with_one(tmp_path, monkeypatch):
    (tmp_path / "steps.py").write_text(PUZZLE, "utf-8")
    monkeypatch.chdir(tmp_path)
    for command in (
        ("compare", "./steps.py", "-S", "brute-force", "-S", "auto"),
        ("solve", "./steps.py", "--isolate"),
        ("check", "./steps.py", '{"x": [1, 2]}'),
    ):
        result = run(*command)
        assert result.exit_code == 0, result.output
    assert run("count", "./steps.py").stdout.strip() == "3"


@pytest.mark.parametrize("line", ["return ()", "return self.terms[0] == 99"])
def test_the_command_line_says_that_a_class_contradicts_itself(tmp_path, monkeypatch, line):
    (tmp_path / "steps.py").write_text(
        PUZZLE.replace("return self.terms[0] + 1 == self.terms[1]", line), "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    result = run("compare", "./steps.py", "-S", "brute-force", "-S", "flatmap")
    assert (result.exit_code, "Step contradicts itself" in result.stderr) == (2, True)
