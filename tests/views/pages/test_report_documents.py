"""The document of a report, and the commands that write its page."""

from __future__ import annotations

import json
import re
import shlex
from contextlib import nullcontext
from pathlib import Path

import pytest
from click.testing import CliRunner

from everyway.comparer import compare, reported_claim
from everyway.models import Model, load, predicate, variables
from everyway.models.language.check import Judge
from everyway.models.queens import queens
from everyway.models.zebra import zebra
from everyway.solvers import first, solve_all
from everyway.solvers.harness.options import Options
from everyway.views import command_options as option
from everyway.views import report
from everyway.views.class_files import _words_for_one
from everyway.views.command_line import main
from everyway.views.pages import gallery, page
from everyway.views.pages.class_page import FILE
from everyway.views.pages.gallery import example
from everyway.views.pages.report_page import How, document

HERE = How(Options(), 2)


def reported(found):
    return document([found], HERE, "")[0]["reports"][0]


def run(*arguments, code=0):
    result = CliRunner().invoke(main, arguments, prog_name="everyway")
    assert result.exit_code == code, result.output
    return result


def test_every_round_has_its_four_times():
    one = reported(compare(queens(5), ["flatmap"], [reported_claim("mine", solve_all(queens(5)))]))
    flatmap, mine = one["rounds"].values()
    assert [list(seconds) for seconds in flatmap["seconds"]] == [
        ["import", "build", "first", "all"]
    ] * 2
    assert len(mine["seconds"]) == 1
    assert [run["constraints"] for run in one["comparison"]["runs"]] == [
        {"native": {"all_different": 3}, "mixed": {}, "decomposed": {}},
        None,
    ]


def test_solutions_are_grouped_by_symmetry_and_limited(monkeypatch):
    found = compare(queens(6), ["flatmap", "auto"])
    gallery = reported(found)["gallery"]
    assert (len(gallery["rows"]), gallery["all"], gallery["orbits"]) == (4, 4, [0, 0, 0, 0])
    monkeypatch.setattr("everyway.views.pages.gallery.MOST_SHOWN", 2)
    gallery = reported(compare(queens(8), ["flatmap", "auto"]))["gallery"]
    assert len(gallery["rows"]) < gallery["all"] == 92


def test_orbits_are_kept_apart_where_they_take_no_more_values_than_may_be_moved(monkeypatch):
    model = queens(6)
    solutions = solve_all(model)
    moved = 4 * 36 * 8  # solutions, squares of each, and turns and reflections of the board
    monkeypatch.setattr(gallery, "MOST_MOVED", moved)
    assert gallery._orbits(model, solutions) == [0, 0, 0, 0]
    monkeypatch.setattr(gallery, "MOST_MOVED", moved - 1)
    assert gallery._orbits(model, solutions) is None


def test_broken_squares_are_those_that_the_judge_names():
    model = queens(6)
    squares = ["r1c1", "r2c4", "r3c6", "r4c1", "r5c3", "r6c5"]
    bad = model.assignment({"queen": squares})
    claim = reported_claim("bad", [bad, *solve_all(model)])
    (invented,) = reported(compare(model, ["auto"], [claim]))["differences"]
    broken = [
        (rule["words"], {str(model["queen"].squares[place]) for place in rule["variables"]})
        for rule in invented["broken"]
    ]
    column = "each column: exactly 1 queen"
    assert broken == [(column, {"r1c1", "r4c1"}), (column, {f"r{row}c2" for row in range(1, 7)})]
    assert [place for place, value in enumerate(invented["values"]) if value] == [
        0,
        9,
        17,
        18,
        26,
        34,
    ]


def test_what_has_no_board_cannot_travel_or_has_no_solution_is_reported_too():
    x = variables("x", 3, range(3))
    alone = report(
        Model("alone", x, predicate(lambda a, b: a < b, x[0], x[1])), ["flatmap", "auto"]
    )
    assert alone.title == "alone: agree"
    assert report(Model("nothing"), ["flatmap"], rounds=1).title == "nothing: undecided"
    assert report(queens(3), ["flatmap", "auto"], isolate=False).title == "3 queens: agree"
    one = reported(compare(zebra(), ["flatmap", "auto"]))
    assert [panel["kind"] for panel in one["panels"]] == ["sketch"]
    with pytest.raises(ValueError, match="needs at least 1"):
        report(queens(4), rounds=0)


def test_a_range_shows_growth(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = run("report", "queens", "n=3..4", "-S", "flatmap", "-S", "auto", "--rounds", "1")
    assert "AGREE  4 queens: 2 solvers, the same 2 solutions" in said.output
    assert "queens: agree" in (tmp_path / "queens.html").read_text("utf-8")
    data = json.loads(
        run("report", "queens", "n=4", "-S", "flatmap", "-t", "9", "--json", code=3).stdout
    )
    assert data["command"] == "everyway report queens n=4 -S flatmap -t 9 --json"
    refused = run("report", "queens", "n=3..4", "wrap=0..1", code=2)
    assert "one range at a time" in refused.output


def test_compare_writes_the_same_page_and_keeps_its_exit_code(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    line = json.dumps(next(iter(solve_all(queens(6)))).to_json())
    (tmp_path / "some.jsonl").write_text(line)
    named = ("--claim", "some=some.jsonl", "-S", "flatmap")
    said = run("compare", "queens", "n=6", *named, "--html", "page.html", "--no-shrink", code=1)
    assert "3 solutions are missing from some" in said.output
    assert "<title>6 queens: differ</title>" in (tmp_path / "page.html").read_text("utf-8")
    assert "leave it out" in run("compare", "queens", "n=4", "queens", "--html", "x", code=2).output


@pytest.mark.parametrize("name", ["still_life", "bishops", "set_partitions", "graph_automorphisms"])
def test_an_example_is_not_the_first_solution_and_always_the_same(name):
    model = load(name)
    shown = example(model)
    assert shown == example(model) != first(model)
    assert Judge(model).accepts(shown.assignment)


def test_an_example_of_one_solution_is_it_of_a_large_set_the_first_and_of_none_none(monkeypatch):
    assert example(load("zebra")) == first(load("zebra"))
    assert example(load("queens", n=3)) is None
    monkeypatch.setattr(gallery, "MOST_NODES", 3)
    assert example(load("queens")) == first(load("queens"))


PAGES = [
    ("report", "queens", "n=4", "--rule", "corners == 0", "-S", "flatmap", "--rounds", "1"),
    ("compare", "queens", "n=4", "-S", "flatmap", "--time-limit=9", "-n", "5"),
    ("bench", "queens", "n=3..4", "-S", "flatmap", "--rounds=1", "-t", "500ms"),
    ("check", "mine.py", "--against", "queens", "n=4", "--points", "same 3", "-t", "9"),
]


@pytest.mark.rest
@pytest.mark.parametrize("words", PAGES, ids=lambda words: words[0])
def test_a_page_prints_the_command_that_was_run(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(page, "PLAIN", 10**9)
    Path("mine.py").write_text("from everyway.models.queens import queens as mine\n", "utf-8")
    typed = [*words, "--html", "page.html"]
    CliRunner().invoke(main, typed, prog_name="everyway")
    data = re.search(r'id="data">(.*?)</script>', Path("page.html").read_text("utf-8"))
    assert json.loads(data[1])["command"] == shlex.join(["everyway", *typed])


def test_the_one_who_handed_in_a_file_checks_it_by_the_same_options():
    typed = 'everyway check sub/ --against queens n=4 --points "same 3" --html=a.html -p 2 -t 9'
    assert list(_words_for_one(typed, "sub/")) == [*(FILE, "--against", "queens", "n=4", "-t", "9")]


def test_a_command_is_known_as_it_was_typed(monkeypatch):
    said = []
    monkeypatch.setattr(
        option, "answers_alone", lambda: said.append(option.typed()) or nullcontext()
    )
    run("list", "queens", "--json")
    assert said == ["everyway list queens --json"]


def test_values_that_a_solver_never_reports_are_named_where_a_solution_is_missing():
    rows = [solution for solution in solve_all(queens(5)) if not solution["queen[r1c1]"]]
    found = compare(queens(5), ["flatmap"], [reported_claim("shy", rows)])
    (missing,) = found.differences
    assert missing.avoided == ("queen[r1c1]",)
    assert missing.to_json()["avoided"] == ["queen[r1c1]"]
    assert reported(found)["differences"][0]["avoided"] == [0]
    (lost,) = compare(queens(5), ["flatmap"], [reported_claim("none", [])]).differences
    assert lost.avoided == ()
