"""Benchmarks: rounds that take turns, medians, contradictions, and the file that survives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from everyway.comparer import bench, compare
from everyway.comparer.benchmark import Benchmark, BenchmarkFile, Timing, _seal, growth
from everyway.models import Model
from everyway.models.latin_square import latin_square
from everyway.models.queens import queens
from everyway.solvers import Options, UnknownSolver
from everyway.solvers.harness.saving.saved_file_format import SavedError

from ..support.fake_solvers import numbers

HERE = "tests.support.misbehaving"
GOOD = f"{HERE}:good"
TIMES = ("import", "build", "first", "all")


def three() -> Model:
    return numbers(3)[0]


def timing(puzzle: str, solver: str, number: int = 1, **other) -> Timing:
    """A run of a second that found two solutions, but for what is given otherwise."""
    times = dict(zip(TIMES, (0.5, 0.1, 0.2, 1.0), strict=True))
    run = {
        "status": "complete",
        "reason": None,
        "version": None,
        "viewpoint": "rows",
        "reported": 2,
        "digest": "0" * 64,
        "seconds": times,
        "processor": times,
        "statistics": {},
    }
    return Timing(puzzle, solver, number, **(run | other))


def made(*timings: Timing, **known: int) -> Benchmark:
    """A benchmark of these runs."""
    puzzles = {one.puzzle: three() for one in timings}
    solvers = dict.fromkeys((one.solver for one in timings), True)
    return Benchmark(puzzles, solvers, 1, Options(time_limit=9), list(timings))


def test_every_round_runs_each_once_and_counts_time_on_both_clocks():
    heard = []
    puzzles = {"small": queens(5), "larger": queens(6)}
    solvers = ["flatmap", GOOD, "flatmap"]
    found = bench(puzzles, solvers, rounds=2, progress=lambda *run: heard.append(run))
    assert heard == [
        (puzzle, solver, number)
        for number in (1, 2)
        for puzzle in puzzles
        for solver in ("flatmap", GOOD)
    ]
    for run in found.timings:
        known = [name for name in TIMES if run.seconds[name] is not None]
        assert [name for name in TIMES if run.processor[name] is not None] == known
        assert run.seconds["all"] >= run.seconds["first"] > 0
    assert (found.verdict, found.exit_code()) == ("differ", 1)
    entry = found.entry("larger", "flatmap")
    assert (entry.status, entry.last.reported, len(entry.timings)) == ("complete", 4, 2)
    assert entry.last.digest == compare(queens(6), ["flatmap"]).runs[0].digest.full
    assert found.differences == {
        "small": f"10 solutions from flatmap, 3 solutions from {GOOD}",
        "larger": f"4 solutions from flatmap, 3 solutions from {GOOD}",
    }


def test_what_is_stopped_fails_or_is_not_there_is_said_and_not_run_again():
    asked = [GOOD, f"{HERE}:late", f"{HERE}:segfaults", f"{HERE}:not_installed"]
    found = bench(three(), asked, rounds=2, time_limit=0.2)
    statuses = {entry.solver: entry.status for entry in found.entries}
    assert list(statuses.values()) == ["complete", "stopped", "failed", "unavailable"]
    assert [len(entry.timings) for entry in found.entries] == [2, 1, 1, 1]
    assert found.entry("numbers", asked[1]).last.reason == "time limit"
    assert found.verdict == "undecided"
    assert found.exit_code() == 4
    assert not found.differences
    assert json.loads(json.dumps(found.to_json()))["medians"][1]["finished"] is False


def test_sets_of_one_size_are_held_against_each_other():
    found = bench(three(), [GOOD, f"{HERE}:outside"], rounds=1)
    assert found.differences == {
        "numbers": f"3 solutions each, but other ones: {GOOD} | {HERE}:outside"
    }
    found = bench(three(), ["flatmap", f"{HERE}:pauses"], rounds=1)
    assert (found.verdict, found.exit_code()) == ("agree", 0)
    slept = found.timings[1]
    assert slept.processor["all"] < slept.seconds["all"] / 2


def test_at_a_limit_nothing_further_is_looked_for():
    found = bench(three(), [f"{HERE}:hangs", GOOD], limit=1, rounds=1)
    assert [run.reported for run in found.timings] == [1, 1]
    assert all(run.reason == "limit" and run.finished for run in found.timings)
    assert (found.verdict, found.exit_code()) == (None, 0)


def test_more_than_all_contradicts():
    stopped = {"status": "stopped", "reason": "time limit"}
    found = made(timing("p", "a"), timing("p", "b", reported=3, **stopped))
    assert found.differences == {"p": "2 in all from a, and 3 from b before it ended"}
    found = made(timing("p", "a"), timing("p", "b", reported=1, **stopped))
    assert (found.differences, found.open, found.exit_code()) == ({}, ["b stopped: p"], 3)
    known = Benchmark({"p": queens(6)}, {"a": True}, 1, Options(), [timing("p", "a")])
    assert known.exit_code() == 3
    assert "the known count is 4" in known.open[0]


def test_one_round_that_was_stopped_is_not_hidden_by_the_others():
    stopped = {"status": "stopped", "reason": "time limit"}
    found = made(timing("p", "a"), timing("p", "a", 2, **stopped))
    assert not found.entry("p", "a").finished
    (shown,) = found.to_json()["medians"]
    assert (shown["status"], shown["seconds"]["all"], shown["stopped_after"]) == (
        "stopped",
        None,
        9,
    )


def test_puzzles_of_a_name_grow_along_the_number_that_differs_most():
    named = {str(n): queens(n, wrap=wrap) for n in (5, 6, 7) for wrap in [n == 7]}
    lines = growth({**named, "latin": latin_square(3)})
    assert [lines[name]["at"] for name in named] == [5, 6, 7]
    assert lines["7"] == {"line": "queens wrap=True", "along": "n", "at": 7}
    assert lines["latin"] == {"line": "latin_square", "along": None, "at": None}


# ------------------------------------------------------------------------------- the file


def after(runs: int):
    """Ctrl-C when so many runs are made."""
    heard = []

    def progress(*run) -> None:
        heard.append(run)
        if len(heard) > runs:
            raise KeyboardInterrupt

    return progress


def test_a_killed_benchmark_goes_on_without_losing_a_run(tmp_path: Path):
    path = tmp_path / "runs.json"
    asked = ([three(), queens(4)], ["flatmap", "brute-force"])
    with pytest.raises(KeyboardInterrupt):
        bench(*asked, rounds=1, save=path, progress=after(3))
    before = json.loads(path.read_text())["runs"]
    assert len(before) == 3
    heard = []
    found = bench(*asked, rounds=1, save=path, resume=True, progress=lambda *run: heard.append(run))
    assert heard == [("4 queens", "brute-force", 1)]
    document = json.loads(path.read_text())
    assert found.to_json() | {"seal": document["seal"]} == document
    assert found.to_json()["runs"][:3] == before
    again = bench(*asked, rounds=1, save=path, resume=True, progress=after(0))
    assert again.to_json() == found.to_json()


def test_a_file_of_something_else_is_refused(tmp_path: Path):
    path = tmp_path / "runs.json"
    bench(three(), GOOD, rounds=1, save=path)
    text = path.read_text()

    def refused(match: str, puzzles=None, solvers=GOOD, **more) -> None:
        with pytest.raises(SavedError, match=match):
            bench(puzzles or three(), solvers, rounds=1, save=path, **{"resume": True} | more)

    refused(r"holds something already; resume it \(--resume\)", resume=False)
    refused("with other puzzles", {"numbers": numbers(4)[0]})
    refused("with other solvers", solvers="flatmap")
    refused(r"with other options \(time_limit\)", time_limit=5)
    assert path.read_text() == text
    run = json.loads(text)["runs"][0]
    for damage in (
        {"round": "1"},
        {"seconds": {}},
        {"seconds": dict.fromkeys(TIMES, "x")},
        {"status": "won"},
        {"puzzle": "another"},
        {"more": 1},
        {"statistics": []},
        {"statistics": {"tries": []}},
        {"processor": dict.fromkeys(TIMES, float("inf"))},
    ):
        document = json.loads(text) | {"runs": [run | damage]}
        del document["seal"]
        path.write_text(json.dumps(document | {"seal": _seal(document)}))
        refused("is no file that|does not name")
    for place in range(0, len(text), 97):
        other = "x" if text[place] != "x" else "y"  # a last digit may leave a time as it was
        path.write_text(text[:place] + other + text[place + 1 :])
        refused("is no file that `bench --save` wrote|other")
    for written in ("", "[]", "{}", '{"schema": "everyway.compare/1"}', "[" * 100_000):
        path.write_text(written)
        refused("is no file that `bench --save` wrote")


@pytest.mark.parametrize("key", ["solvers", "options"])
def test_a_header_of_another_kind_is_another_bench(tmp_path: Path, key: str):
    path = tmp_path / "runs.json"
    document = made(timing("p", "a")).to_json() | {key: "none"}
    path.write_text(json.dumps(document | {"seal": _seal(document)}))
    with pytest.raises(SavedError, match=f"is of another bench, with other {key}; ask for the"):
        BenchmarkFile(path, made(timing("p", "a")), resume=True)


def test_a_file_that_somebody_else_writes_is_left_alone(tmp_path: Path):
    path = tmp_path / "runs.json"
    with pytest.raises(SavedError, match="was changed by somebody else"):
        bench(three(), GOOD, rounds=1, save=path, progress=lambda *run: path.write_text("mine"))
    assert path.read_text() == "mine"


def test_what_makes_no_sense_is_refused():
    with pytest.raises(UnknownSolver, match="flatmap"):
        bench(three(), "flatmop")
    with pytest.raises(ValueError, match="rounds is 0"):
        bench(three(), GOOD, rounds=0)
    with pytest.raises(ValueError, match="two puzzles have one name"):
        bench([three(), numbers(4)[0]], GOOD)
    with pytest.raises(ValueError, match="there is no puzzle"):
        bench([], GOOD)
    with pytest.raises(ValueError, match="name it by save"):
        bench(three(), GOOD, resume=True)
