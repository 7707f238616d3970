"""Comparing: who agrees, who is wrong, and with what proof."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from everyway.comparer.claims import Claim, Reported, reported_claim
from everyway.comparer.comparing_solvers import compare
from everyway.comparer.comparison import Comparison
from everyway.models import Model, integer, predicate, rule, total, variables
from everyway.models.language.model import Known, Recipe
from everyway.solvers.harness.contract import Disagreement

Row = dict[str, Any]


def one_hot(count: int = 4) -> Model:
    """A model of `count` Booleans with as many solutions, the first having the last bit set."""
    bits = variables("b", count, range(2))
    return Model("one hot", bits, rule("exactly one", total(bits) == 1))


def hot(*places: int, count: int = 4) -> list[Row]:
    return [{f"b[{i}]": int(i == place) for i in range(count)} for place in places]


ALL = hot(0, 1, 2, 3)


def said(name: str, rows: Any, **options: Any) -> Claim:
    return reported_claim(name, rows, **options)


def never_ran(name: str, status: str, *, required: bool = True, rows: Any = ()) -> Claim:
    """A claim that ends in `status`."""

    def start() -> Reported:
        stream = Reported(name, rows)
        stream._end(status, "because")
        return stream

    return Claim(name, start, required)


def judged_as(*claims: Claim, **options: Any) -> Comparison:
    return compare(one_hot(), [], claims, **options)


def guilt(result: Comparison) -> list[tuple[str, str]]:
    return [(difference.kind, difference.solver) for difference in result.differences]


# --- verdicts ----------------------------------------------------------------------------------


def test_two_complete_claims_of_the_same_solutions_agree():
    result = judged_as(said("a", ALL), said("b", ALL[::-1]))
    assert (result.verdict, result.exit_code(), result.differences) == ("agree", 0, ())
    assert [run.verdict for run in result.runs] == ["agrees", "agrees"]
    assert (result.distinct, result.judged) == (4, 4)
    assert result.common == result.runs[0].digest == result.runs[1].digest
    assert str(result) == "AGREE  2 solvers, the same 4 solutions"
    result.require()


def test_the_solution_to_show_is_the_first_in_canonical_order():
    first = judged_as(said("a", ALL), said("b", ALL)).first
    assert first is not None
    assert first.row == (0, 0, 0, 1)


def test_agreeing_on_no_solution_is_agreeing():
    bits = variables("b", 2, range(2))
    result = compare(Model("none", bits, total(bits) == 3), [], [said("a", []), said("b", [])])
    assert (result.verdict, result.first) == ("agree", None)


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_complete_claims_are_undecided(count: int):
    result = judged_as(*[said("a", ALL)][:count])
    assert (result.verdict, result.exit_code()) == ("undecided", 3)
    assert "fewer than two" in str(result)


def test_a_missing_solution_is_proof_against_a_complete_claim():
    result = judged_as(said("a", ALL), said("b", hot(0, 2)))
    assert (result.verdict, result.exit_code()) == ("differ", 1)
    (difference,) = result.differences
    assert (difference.kind, difference.solver, difference.count) == ("missing", "b", 2)
    assert difference.witness == hot(3)[0]
    assert difference.violated == ()
    assert difference.found_by == ("a",)
    assert [run.verdict for run in result.runs] == ["undecided", "differs"]
    assert str(difference) == "2 solutions are missing from b"
    with pytest.raises(Disagreement, match="one hot: DIFFER  2 solutions are missing") as raised:
        result.require()
    assert raised.value.comparison is result


def test_there_is_no_majority_vote():
    result = judged_as(*(said(name, hot(0, 1, 2)) for name in "abc"), said("right", ALL))
    assert [run.verdict for run in result.runs] == ["differs"] * 3 + ["undecided"]
    assert {d.solver for d in result.differences} == set("abc")


def test_an_invented_solution_is_proof_and_names_the_rule():
    false = {"b[0]": 1, "b[1]": 0, "b[2]": 1, "b[3]": 0}
    result = judged_as(said("a", ALL), said("b", [*ALL, false]))
    (difference,) = result.differences
    assert (difference.kind, difference.solver, difference.count) == ("invented", "b", 1)
    assert difference.witness == false
    assert [violation.rule for violation in difference.violated] == ["exactly one"]
    assert result.runs[0].missing == 0


def test_an_error_that_all_share_is_seen():
    false = {"b[0]": 0, "b[1]": 0, "b[2]": 0, "b[3]": 0}
    result = judged_as(said("a", [*ALL, false]), said("b", [false, *ALL]))
    assert result.verdict == "differ"
    assert [(d.kind, d.solver) for d in result.differences] == [
        ("invented", "a"),
        ("invented", "b"),
    ]
    assert result.first is not None
    assert result.first.row == (0, 0, 0, 1)


def test_repeats_are_proof_and_counted():
    result = judged_as(said("a", ALL), said("b", [*ALL, ALL[0], ALL[0], ALL[2]]))
    (difference,) = result.differences
    assert (difference.kind, difference.count) == ("repeated", 3)
    assert difference.witness == ALL[2]
    assert (result.runs[1].reported, result.runs[1].distinct) == (7, 4)


def test_a_stopped_claim_is_never_blamed_for_what_it_lacks_and_never_agrees():
    result = judged_as(said("a", ALL), said("b", ALL), said("c", hot(1), complete=False))
    assert (result.verdict, result.exit_code()) == ("undecided", 3)
    assert [run.verdict for run in result.runs] == ["agrees", "agrees", "undecided"]
    assert result.runs[2].missing == 0
    assert "c stopped (incomplete claim)" in str(result)


def test_what_a_stopped_claim_found_is_proof_against_complete_ones():
    result = judged_as(said("a", hot(0)), said("b", hot(0)), said("c", hot(1), complete=False))
    assert {(d.kind, d.solver, d.count) for d in result.differences} == {
        ("missing", "a", 1),
        ("missing", "b", 1),
    }
    assert result.runs[2].verdict == "undecided"


def test_what_a_stopped_claim_invents_or_repeats_is_proof():
    result = judged_as(said("a", ALL), said("b", [{}, *hot(1, 1)], complete=False))
    assert [(d.kind, d.solver) for d in result.differences] == [
        ("invented", "b"),
        ("repeated", "b"),
    ]
    assert result.runs[1].verdict == "differs"


def test_two_stopped_claims_with_different_solutions_contradict_nothing():
    result = judged_as(said("a", hot(0), complete=False), said("b", hot(1), complete=False))
    assert (result.verdict, result.distinct, result.judged) == ("undecided", 2, 2)


@pytest.mark.parametrize("status", ["unsupported", "unavailable"])
def test_a_solver_that_cannot_run_is_left_out_unless_it_was_named(status: str):
    pair = said("a", ALL), said("b", ALL)
    result = judged_as(*pair, never_ran("c", status, required=False))
    assert (result.verdict, result.exit_code()) == ("agree", 0)
    assert result.runs[2].verdict == status
    result = judged_as(*pair, never_ran("c", status))
    assert (result.verdict, result.exit_code()) == ("undecided", 4)


def test_a_failed_solver_never_agrees_and_does_not_hide_a_proof():
    result = judged_as(said("a", ALL), said("b", ALL), never_ran("c", "failed", required=False))
    assert (result.verdict, result.exit_code()) == ("undecided", 4)
    assert result.runs[2].verdict == "failed"
    result = judged_as(said("a", ALL), said("b", hot(0)), never_ran("c", "failed"))
    assert (result.verdict, result.exit_code()) == ("differ", 1)


def test_what_a_solver_found_before_it_failed_is_compared():
    def breaks_down() -> Iterator[Row]:
        yield ALL[0]
        yield {**ALL[0], "b[1]": 1}
        raise ValueError("oops")

    result = judged_as(said("a", ALL), said("b", ALL), said("c", breaks_down()))
    (difference,) = result.differences
    assert (difference.kind, difference.solver) == ("invented", "c")
    assert result.runs[2].outcome.reason == "ValueError: oops"


def test_a_claim_that_ends_without_an_outcome_has_failed():
    class Quiet(Reported):
        def _end(self, status: str, reason: str) -> None:
            """Say nothing."""

    result = judged_as(said("a", ALL), said("b", ALL), Claim("quiet", lambda: Quiet("quiet", ALL)))
    assert result.runs[2].status == "failed"
    assert "without saying" in (result.runs[2].outcome.reason or "")
    assert result.verdict == "undecided"


def test_a_known_count_that_contradicts_agreeing_claims_leaves_it_undecided():
    model = one_hot().made_by(Recipe("one_hot"), Known(5, "a book"))
    result = compare(model, [], [said("a", ALL), said("b", ALL)])
    assert (result.verdict, result.exit_code()) == ("undecided", 3)
    assert "all that are complete agree on 4, which is not the known count" in str(result)
    right = one_hot().made_by(Recipe("one_hot"), Known(4, "a book"))
    assert compare(right, [], [said("a", ALL), said("b", ALL)]).verdict == "agree"


def test_equal_numbers_are_not_equal_sets():
    result = judged_as(said("a", ALL), said("b", [*hot(0, 1, 2), hot(0)[0]]))
    assert {(d.kind, d.solver) for d in result.differences} == {("missing", "b"), ("repeated", "b")}


def test_a_predicate_that_fails_in_the_judge_decides_nothing():
    x = integer("x", 0, 2)
    model = Model("partial", x, predicate(lambda value: 6 // value > 2, x))
    claims = [said(name, [{"x": value} for value in range(3)]) for name in "ab"]
    result = compare(model, [], claims)
    assert (result.verdict, result.exit_code()) == ("undecided", 3)
    assert result.problem is not None
    assert (result.judged, result.distinct) == (2, 3)
