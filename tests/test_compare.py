"""Comparing: who agrees, who is wrong, and with what proof."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from everyway.models import Model, integer, predicate, rule, total, variable, variables
from everyway.models.language.model import Known, Recipe
from everyway.solvers.harness import spool as spool_module
from everyway.solvers.harness.claim_files import read_claim
from everyway.solvers.harness.claims import Claim, ClaimError, Told, told_claim
from everyway.solvers.harness.compare import compare
from everyway.solvers.harness.comparison import Comparison, plain
from everyway.solvers.harness.contract import Disagreement

Row = dict[str, Any]


def one_hot(count: int = 4) -> Model:
    """A model of `count` Booleans with as many solutions, the first having the last bit set."""
    bits = variables("b", count, range(2))
    return Model("one hot", bits, rule("exactly one", total(bits) == 1))


def hot(*places: int, count: int = 4) -> list[Row]:
    return [{f"b[{i}]": int(i == place) for i in range(count)} for place in places]


ALL = hot(0, 1, 2, 3)


def told(name: str, rows: Any, **options: Any) -> Claim:
    return told_claim(name, rows, **options)


def never_ran(name: str, status: str, *, required: bool = True, rows: Any = ()) -> Claim:
    """A claim that ends in `status`."""

    def start() -> Told:
        stream = Told(name, rows)
        stream._end(status, "because")
        return stream

    return Claim(name, start, required)


def judged_as(*claims: Claim, **options: Any) -> Comparison:
    return compare(one_hot(), [], claims, **options)


# --- verdicts ----------------------------------------------------------------------------------


def test_two_complete_claims_of_the_same_solutions_agree():
    result = judged_as(told("a", ALL), told("b", ALL[::-1]))
    assert (result.verdict, result.exit_code(), result.differences) == ("agree", 0, ())
    assert [run.verdict for run in result.runs] == ["agrees", "agrees"]
    assert (result.distinct, result.judged) == (4, 4)
    assert result.common == result.runs[0].digest == result.runs[1].digest
    assert str(result) == "AGREE  2 solvers, the same 4 solutions"
    result.require()


def test_the_solution_to_show_is_the_first_in_canonical_order():
    first = judged_as(told("a", ALL), told("b", ALL)).first
    assert first is not None
    assert first.row == (0, 0, 0, 1)


def test_agreeing_on_no_solution_is_agreeing():
    bits = variables("b", 2, range(2))
    result = compare(Model("none", bits, total(bits) == 3), [], [told("a", []), told("b", [])])
    assert (result.verdict, result.first) == ("agree", None)


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_complete_claims_are_undecided(count: int):
    result = judged_as(*[told("a", ALL)][:count])
    assert (result.verdict, result.exit_code()) == ("undecided", 3)
    assert "fewer than two" in str(result)


def test_a_missing_solution_is_proof_against_a_complete_claim():
    result = judged_as(told("a", ALL), told("b", hot(0, 2)))
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
    result = judged_as(*(told(name, hot(0, 1, 2)) for name in "abc"), told("right", ALL))
    assert [run.verdict for run in result.runs] == ["differs"] * 3 + ["undecided"]
    assert {d.solver for d in result.differences} == set("abc")


def test_an_invented_solution_is_proof_and_names_the_rule():
    false = {"b[0]": 1, "b[1]": 0, "b[2]": 1, "b[3]": 0}
    result = judged_as(told("a", ALL), told("b", [*ALL, false]))
    (difference,) = result.differences
    assert (difference.kind, difference.solver, difference.count) == ("invented", "b", 1)
    assert difference.witness == false
    assert [violation.rule for violation in difference.violated] == ["exactly one"]
    assert result.runs[0].missing == 0


def test_an_error_that_all_share_is_seen():
    false = {"b[0]": 0, "b[1]": 0, "b[2]": 0, "b[3]": 0}
    result = judged_as(told("a", [*ALL, false]), told("b", [false, *ALL]))
    assert result.verdict == "differ"
    assert [(d.kind, d.solver) for d in result.differences] == [
        ("invented", "a"),
        ("invented", "b"),
    ]
    assert result.first is not None
    assert result.first.row == (0, 0, 0, 1)


def test_repeats_are_proof_and_counted():
    result = judged_as(told("a", ALL), told("b", [*ALL, ALL[0], ALL[0], ALL[2]]))
    (difference,) = result.differences
    assert (difference.kind, difference.count) == ("repeated", 3)
    assert difference.witness == ALL[2]
    assert (result.runs[1].reported, result.runs[1].distinct) == (7, 4)


def test_a_stopped_claim_is_never_blamed_for_what_it_lacks_and_never_agrees():
    result = judged_as(told("a", ALL), told("b", ALL), told("c", hot(1), complete=False))
    assert (result.verdict, result.exit_code()) == ("undecided", 3)
    assert [run.verdict for run in result.runs] == ["agrees", "agrees", "undecided"]
    assert result.runs[2].missing == 0
    assert "c stopped (incomplete claim)" in str(result)


def test_what_a_stopped_claim_found_is_proof_against_complete_ones():
    result = judged_as(told("a", hot(0)), told("b", hot(0)), told("c", hot(1), complete=False))
    assert {(d.kind, d.solver, d.count) for d in result.differences} == {
        ("missing", "a", 1),
        ("missing", "b", 1),
    }
    assert result.runs[2].verdict == "undecided"


def test_what_a_stopped_claim_invents_or_repeats_is_proof():
    result = judged_as(told("a", ALL), told("b", [{}, *hot(1, 1)], complete=False))
    assert [(d.kind, d.solver) for d in result.differences] == [
        ("invented", "b"),
        ("repeated", "b"),
    ]
    assert result.runs[1].verdict == "differs"


def test_two_stopped_claims_with_different_solutions_contradict_nothing():
    result = judged_as(told("a", hot(0), complete=False), told("b", hot(1), complete=False))
    assert (result.verdict, result.distinct, result.judged) == ("undecided", 2, 2)


@pytest.mark.parametrize("status", ["unsupported", "unavailable"])
def test_a_solver_that_cannot_run_is_left_out_unless_it_was_named(status: str):
    pair = told("a", ALL), told("b", ALL)
    result = judged_as(*pair, never_ran("c", status, required=False))
    assert (result.verdict, result.exit_code()) == ("agree", 0)
    assert result.runs[2].verdict == status
    result = judged_as(*pair, never_ran("c", status))
    assert (result.verdict, result.exit_code()) == ("undecided", 4)


def test_a_failed_solver_never_agrees_and_does_not_hide_a_proof():
    result = judged_as(told("a", ALL), told("b", ALL), never_ran("c", "failed", required=False))
    assert (result.verdict, result.exit_code()) == ("undecided", 4)
    assert result.runs[2].verdict == "failed"
    result = judged_as(told("a", ALL), told("b", hot(0)), never_ran("c", "failed"))
    assert (result.verdict, result.exit_code()) == ("differ", 1)


def test_what_a_solver_found_before_it_failed_is_compared():
    def breaks_down() -> Iterator[Row]:
        yield ALL[0]
        yield {**ALL[0], "b[1]": 1}
        raise ValueError("oops")

    result = judged_as(told("a", ALL), told("b", ALL), told("c", breaks_down()))
    (difference,) = result.differences
    assert (difference.kind, difference.solver) == ("invented", "c")
    assert result.runs[2].outcome.reason == "ValueError: oops"


def test_a_claim_that_ends_without_an_outcome_has_failed():
    class Quiet(Told):
        def _end(self, status: str, reason: str) -> None:
            """Say nothing."""

    result = judged_as(told("a", ALL), told("b", ALL), Claim("quiet", lambda: Quiet("quiet", ALL)))
    assert result.runs[2].status == "failed"
    assert "without saying" in (result.runs[2].outcome.reason or "")
    assert result.verdict == "undecided"


def test_a_known_count_that_contradicts_agreeing_claims_leaves_it_undecided():
    model = one_hot().made_by(Recipe("one_hot"), Known(5, "a book"))
    result = compare(model, [], [told("a", ALL), told("b", ALL)])
    assert (result.verdict, result.exit_code()) == ("undecided", 3)
    assert "all agree on 4, but the known count is 5, a book" in str(result)
    right = one_hot().made_by(Recipe("one_hot"), Known(4, "a book"))
    assert compare(right, [], [told("a", ALL), told("b", ALL)]).verdict == "agree"


def test_equal_numbers_are_not_equal_sets():
    result = judged_as(told("a", ALL), told("b", [*hot(0, 1, 2), hot(0)[0]]))
    assert {(d.kind, d.solver) for d in result.differences} == {("missing", "b"), ("repeated", "b")}


def test_a_predicate_that_fails_in_the_judge_decides_nothing():
    x = integer("x", 0, 2)
    model = Model("partial", x, predicate(lambda value: 6 // value > 2, x))
    claims = [told(name, [{"x": value} for value in range(3)]) for name in "ab"]
    result = compare(model, [], claims)
    assert (result.verdict, result.exit_code()) == ("undecided", 3)
    assert result.problem is not None
    assert (result.judged, result.distinct) == (2, 3)


# --- claims ------------------------------------------------------------------------------------


def test_two_claims_of_one_name_are_refused():
    with pytest.raises(ValueError, match="two claims are called 'a'"):
        judged_as(told("a", ALL), told("a", ALL))


def test_a_false_claim_file_is_named(tmp_path: Path):
    path = tmp_path / "false.jsonl"
    path.write_text(
        '{"b": [1, 0, 0, 0]}\n{"b": [0, 1, 0, 0]}\n{"b": [1, 1, 0, 0]}\n{"b": [true]}\n'
    )
    result = judged_as(told("a", ALL), read_claim(path, one_hot()))
    assert [(d.kind, d.solver, d.count) for d in result.differences] == [
        ("missing", "false", 2),
        ("invented", "false", 2),
    ]


def test_a_file_is_read_before_any_solver_runs(tmp_path: Path):
    path = tmp_path / "broken.jsonl"
    path.write_text("{")
    started = []

    def start() -> Told:
        started.append(True)
        return Told("slow", ALL)

    with pytest.raises(ClaimError):
        judged_as(Claim("slow", start), read_claim(path, one_hot()))
    assert not started


def test_runs_are_listed_in_the_order_asked_for(tmp_path: Path):
    path = tmp_path / "file.jsonl"
    path.write_text("")
    result = judged_as(told("z", ALL), read_claim(path, one_hot()), told("a", ALL))
    assert [run.solver for run in result.runs] == ["z", "file", "a"]


# --- judging a sample --------------------------------------------------------------------------


def test_beyond_the_limit_a_seeded_sample_is_judged():
    rows = hot(*range(60), count=60)
    model = one_hot(60)
    results = [
        compare(model, [], [told("a", rows), told("b", rows)], judge_limit=20, seed=seed)
        for seed in (1, 1, 2)
    ]
    assert [(r.judged, r.distinct, r.verdict) for r in results] == [(20, 60, "agree")] * 3
    assert all(result.first and result.first.row[-1] for result in results)


def test_the_sample_sees_a_frequent_error_that_all_share_and_says_at_least():
    rows = [{"x": value} for value in range(2000)]
    x = integer("x", 0, 1999)
    model = Model("even", x, x % 2 == 0)
    result = compare(model, [], [told("a", rows), told("b", rows)], judge_limit=100)
    assert result.verdict == "differ"
    assert all(not d.exact and 20 < d.count < 80 for d in result.differences)
    assert str(result.differences[0]).startswith("at least ")


def test_everything_disputed_is_judged_beyond_the_limit():
    x = integer("x", 0, 1999)
    model = Model("any", x)
    rows = [{"x": value} for value in range(2000)]
    result = compare(model, [], [told("a", rows), told("b", rows[500:])], judge_limit=10)
    (difference,) = result.differences
    assert (difference.count, difference.exact, difference.witness) == (500, True, {"x": 0})
    assert result.judged == 510


# --- what goes wrong ---------------------------------------------------------------------------


def test_a_full_disk_stops_the_claim_and_nothing_is_blamed_for_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setattr(spool_module, "_BUFFERED", 100)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    rows = hot(*range(60), count=60)
    closed = []

    class Closing(Told):
        def close(self) -> None:
            closed.append(True)
            super().close()

    claims = [Claim(name, lambda name=name: Closing(name, rows)) for name in "ab"]
    result = compare(one_hot(60), [], claims)
    assert [run.status for run in result.runs] == ["stopped", "stopped"]
    assert "TMPDIR" in (result.runs[0].outcome.reason or "")
    assert (result.verdict, closed) == ("undecided", [True, True])


def test_an_interruption_closes_the_claim_and_cleans_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setattr(spool_module, "_BUFFERED", 100)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    closed = []

    def endless() -> Iterator[Row]:
        try:
            for place in range(60):
                yield hot(place, count=60)[0]
            assert os.listdir(tmp_path)
            raise KeyboardInterrupt
        finally:
            closed.append(True)

    with pytest.raises(KeyboardInterrupt):
        compare(one_hot(60), [], [told("a", endless())])
    assert closed == [True]
    assert not os.listdir(tmp_path)


def test_progress_tells_who_is_at_work():
    seen: set[str] = set()
    x = integer("x", 0, 4999)
    rows = [{"x": value} for value in range(5000)]
    compare(
        Model("any", x),
        [],
        [told("a", rows), told("b", rows)],
        progress=lambda name, count: seen.add(name),
    )
    assert seen == {"a", "b", "judge"}


# --- JSON --------------------------------------------------------------------------------------


def test_the_document_has_the_form_of_the_schema():
    recipe = Recipe("one_hot", {"count": 4, "shape": (1, 2)})
    model = one_hot().made_by(recipe, Known(4, "a book"))
    false = {**ALL[0], "b[0]": 2.5}
    result = compare(model, [], [told("a", ALL), told("b", [*ALL[:3], false])])
    document = json.loads(json.dumps(result.to_json(), allow_nan=False))
    assert document["schema"] == "everyway.compare/1"
    assert document["puzzle"] == {
        "name": "one_hot",
        "params": {"count": 4, "shape": [1, 2]},
        "variables": 4,
        "known": {"count": 4, "source": "a book"},
    }
    assert (document["verdict"], document["digest"]) == ("differ", None)
    assert document["runs"][0] == {
        "solver": "a",
        "version": None,
        "viewpoint": None,
        "status": "complete",
        "reason": None,
        "verdict": "undecided",
        "reported": 4,
        "distinct": 4,
        "missing": 0,
        "invented": 0,
        "repeated": 0,
        "digest": result.runs[0].digest.short,
        "seconds": {"import": None, "build": None, "first": None, "all": None},
        "statistics": {},
        "disk": 0,
    }
    assert document["differences"] == [
        {
            "kind": "missing",
            "solver": "b",
            "count": 1,
            "exact": True,
            "witness": {"b": [0, 0, 0, 1]},
            "violated": [],
            "found_by": ["a"],
        },
        {
            "kind": "invented",
            "solver": "b",
            "count": 1,
            "exact": True,
            "witness": {"b[0]": 2.5, "b[1]": 0, "b[2]": 0, "b[3]": 0},
            "violated": ["domain: b[0] = 2.5 is no integer"],
            "found_by": ["b"],
        },
    ]
    assert set(document["environment"]) == {"python", "platform"}


def test_an_agreement_has_one_digest():
    document = judged_as(told("a", ALL), told("b", ALL)).to_json()
    assert {document["digest"], *(run["digest"] for run in document["runs"])} == {
        document["digest_full"][:12]
    }
    assert len(document["digest"]) == 12


def test_anything_is_made_plain():
    value = {"a": (1, True, None), 2: {1}, "n": float("nan"), "x": 0.5}
    assert plain(value) == {"a": [1, True, None], "2": "{1}", "n": "nan", "x": 0.5}


def test_labels_are_compared_and_shown():
    model = Model("coat", variable("coat", ["red", "green"]))
    rows = [{"coat": "red"}, {"coat": "green"}]
    result = compare(model, [], [told("a", rows), told("b", [{"coat": "blue"}, rows[1]])])
    missing, invented = result.differences
    assert missing.to_json()["witness"] == {"coat": "red"}
    assert [str(v) for v in invented.violated] == ["domain: coat = 'blue' is not in its domain"]


# --- memory ------------------------------------------------------------------------------------

MILLION = """
import resource, sys
from itertools import islice, product
from everyway.models import Model, total, variables
from everyway.solvers.harness.claims import told_claim
from everyway.solvers.harness.compare import compare

bits = variables("b", 20, range(2))
names = [bit.name for bit in bits]

def rows(dropped=None):
    for number, values in enumerate(islice(product((0, 1), repeat=20), 1_000_000)):
        if number != dropped:
            yield dict(zip(names, values))

model = Model("a million", bits, total(bits) <= 20)
result = compare(model, [], [told_claim(n, rows(d)) for n, d in zip("abc", (None, 777, None))])
print(*[(d.kind, d.solver, d.count) for d in result.differences], result.distinct, result.judged)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def test_three_claims_of_a_million_solutions_stay_below_400_megabytes():
    done = subprocess.run(
        [sys.executable, "-c", MILLION], capture_output=True, text=True, timeout=300, check=True
    )
    found, megabytes = done.stdout.splitlines()
    assert found == "('missing', 'b', 1) 1000000 100001"
    assert int(megabytes) < 400
