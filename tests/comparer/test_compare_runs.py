"""Comparing: how claims are read, judged by sample, interrupted, and written as JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from everyway.comparer import spool as spool_module
from everyway.comparer.claims import Claim, Reported, read_claim
from everyway.comparer.comparing_solvers import compare
from everyway.models import Model, integer, variable
from everyway.models.language.model import Known, Recipe
from everyway.solvers.harness.contract import ClaimError
from everyway.solvers.harness.outcome import plain

from .test_compare import ALL, Row, hot, judged_as, one_hot, said

# --- claims ------------------------------------------------------------------------------------


def test_two_claims_of_one_name_are_refused():
    with pytest.raises(ValueError, match="two claims are called 'a'"):
        judged_as(said("a", ALL), said("a", ALL))


def test_a_false_claim_file_is_named(tmp_path: Path):
    path = tmp_path / "false.jsonl"
    path.write_text('{"b": [1, 0, 0, 0]}\n{"b": [0, 1, 0, 0]}\n{"b": [1, 1, 0, 0]}\n{"b": [1]}\n')
    result = judged_as(said("a", ALL), read_claim(path, one_hot()))
    assert [(d.kind, d.solver, d.count) for d in result.differences] == [
        ("missing", "false", 2),
        ("invented", "false", 2),
    ]


def test_a_file_is_read_before_any_solver_runs(tmp_path: Path):
    path = tmp_path / "broken.jsonl"
    path.write_text("{")
    started = []

    def start() -> Reported:
        started.append(True)
        return Reported("slow", ALL)

    with pytest.raises(ClaimError):
        judged_as(Claim("slow", start), read_claim(path, one_hot()))
    assert not started


def test_runs_are_listed_in_the_order_asked_for(tmp_path: Path):
    path = tmp_path / "file.jsonl"
    path.write_text("")
    result = judged_as(said("z", ALL), read_claim(path, one_hot()), said("a", ALL))
    assert [run.solver for run in result.runs] == ["z", "file", "a"]


# --- judging a sample --------------------------------------------------------------------------


def test_beyond_the_limit_a_seeded_sample_is_judged():
    rows = hot(*range(60), count=60)
    model = one_hot(60)
    results = [
        compare(model, [], [said("a", rows), said("b", rows)], judge_limit=20, seed=seed)
        for seed in (1, 1, 2)
    ]
    assert [(r.judged, r.distinct, r.verdict) for r in results] == [(20, 60, "agree")] * 3
    assert all(result.first and result.first.row[-1] for result in results)


def test_the_sample_sees_a_frequent_error_that_all_share_and_says_at_least():
    rows = [{"x": value} for value in range(2000)]
    x = integer("x", 0, 1999)
    model = Model("even", x, x % 2 == 0)
    result = compare(model, [], [said("a", rows), said("b", rows)], judge_limit=100)
    assert result.verdict == "differ"
    assert all(not d.exact and 20 < d.count < 80 for d in result.differences)
    assert str(result.differences[0]).startswith("at least ")


def test_everything_disputed_is_judged_beyond_the_limit():
    x = integer("x", 0, 1999)
    model = Model("any", x)
    rows = [{"x": value} for value in range(2000)]
    result = compare(model, [], [said("a", rows), said("b", rows[500:])], judge_limit=10)
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

    class Closing(Reported):
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
        compare(one_hot(60), [], [said("a", endless())])
    assert closed == [True]
    assert not os.listdir(tmp_path)


def test_progress_says_who_is_at_work():
    seen: set[str] = set()
    x = integer("x", 0, 4999)
    rows = [{"x": value} for value in range(5000)]
    compare(
        Model("any", x),
        [],
        [said("a", rows), said("b", rows)],
        progress=lambda name, count: seen.add(name),
    )
    assert seen == {"a", "b", "judge"}


# --- JSON --------------------------------------------------------------------------------------


def test_the_document_has_the_form_of_the_schema():
    recipe = Recipe("one_hot", {"count": 4, "shape": (1, 2)})
    model = one_hot().made_by(recipe, Known(4, "a book"))
    false = {**ALL[0], "b[0]": 2.5}
    result = compare(model, [], [said("a", ALL), said("b", [*ALL[:3], false])])
    document = json.loads(json.dumps(result.to_json(), allow_nan=False))
    assert document["schema"] == "everyway.compare/1"
    assert document["puzzle"] == {
        "name": "one_hot",
        "params": {"count": 4, "shape": [1, 2]},
        "rules": [],
        "givens": [],
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
        "constraints": None,
        "disk": 0,
    }
    asked = {
        "version": None,
        "parameters": {},
        "evidence": None,
        "no_evidence": "a claim from elsewhere cannot be asked again",
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
            "judged": "every rule holds",
            "avoided": ["b[3]"],
            **asked,
        },
        {
            "kind": "invented",
            "solver": "b",
            "count": 1,
            "exact": True,
            "witness": {"b[0]": 2.5, "b[1]": 0, "b[2]": 0, "b[3]": 0},
            "violated": ["domain: b[0] = 2.5 is no integer"],
            "found_by": ["b"],
            "judged": "no solution",
            **asked,
        },
    ]
    assert set(document["environment"]) == {"python", "platform"}


def test_an_agreement_has_one_digest():
    document = judged_as(said("a", ALL), said("b", ALL)).to_json()
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
    result = compare(model, [], [said("a", rows), said("b", [{"coat": "blue"}, rows[1]])])
    missing, invented = result.differences
    assert missing.to_json()["witness"] == {"coat": "red"}
    assert [str(v) for v in invented.violated] == ["domain: coat = 'blue' is not in its domain"]


# --- memory ------------------------------------------------------------------------------------

MILLION = """
from itertools import islice, product
from everyway.models import Model, total, variables
from everyway.comparer.claims import reported_claim
from everyway.comparer.comparing_solvers import compare
from tests.support.memory import peak_megabytes

bits = variables("b", 20, range(2))
names = [bit.name for bit in bits]

def rows(dropped=None):
    for number, values in enumerate(islice(product((0, 1), repeat=20), 1_000_000)):
        if number != dropped:
            yield dict(zip(names, values))

model = Model("a million", bits, total(bits) <= 20)
result = compare(model, [], [reported_claim(n, rows(d)) for n, d in zip("abc", (None, 777, None))])
print(*[(d.kind, d.solver, d.count) for d in result.differences], result.distinct, result.judged)
print(peak_megabytes())
"""


@pytest.mark.slow
def test_three_claims_of_a_million_solutions_stay_below_400_megabytes():
    done = subprocess.run(
        [sys.executable, "-c", MILLION],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    found, megabytes = done.stdout.splitlines()
    assert found == "('missing', 'b', 1) 1000000 100001"
    assert int(megabytes) < 400
