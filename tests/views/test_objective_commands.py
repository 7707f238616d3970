"""Objectives on the command line: the best solutions, each once, or what is not proven."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from everyway.models import Model, variables
from everyway.solvers.harness.contract import Best
from everyway.solvers.harness.outcome import Outcome
from everyway.solvers.harness.running.enumeration import Enumeration
from everyway.views import searching
from everyway.views.pages import trace_document
from everyway.views.pages.trace_document import SOLUTION
from everyway.views.pages.trace_page import trace_data
from everyway.views.progress import Progress

from ..support.command_lines import everyway

RULER = """
from everyway.models import Model, all_different, increasing, variables

def ruler(marks: int = 4, best: bool = False) -> Model:
    mark = variables("mark", marks, range(marks * marks))
    gaps = [b - a for place, a in enumerate(mark) for b in list(mark)[place + 1 :]]
    rules = [mark[0] == 0, increasing(mark, strict=True), all_different(gaps)]
    least = {"minimise": mark[marks - 1]} if best else {}
    return Model("ruler", mark, rules, **least)
"""
LEAST = ("--minimise", "mark[3]")


@pytest.fixture
def ruler(tmp_path: Path) -> str:
    path = tmp_path / "ruler.py"
    path.write_text(RULER)
    return str(path)


def test_solve_prints_the_best_solutions_and_their_value(ruler: str) -> None:
    for typed in ((ruler, *LEAST), (ruler, "best=yes"), (ruler, "--minimize", "mark[3]")):
        result = everyway("solve", *typed, "--all", "--jsonl", "--stats")
        assert result.exit_code == 0
        assert sorted(json.loads(line)["mark"] for line in result.stdout.splitlines()) == [
            [0, 1, 4, 6],
            [0, 2, 5, 6],
        ]
        assert "6 is the least mark[3]: 2 solutions, complete" in result.stderr
        assert "first phase: " in result.stderr


def test_the_document_of_solve_has_the_objective(ruler: str) -> None:
    found = json.loads(everyway("solve", ruler, *LEAST, "--json").stdout)
    assert found["puzzle"]["objective"] == "minimise mark[3]"
    assert found["objective"]["best"] == 6
    assert found["objective"]["proven"] is True
    assert "incumbent" not in found
    assert found["values"] == [6]
    front = ("--pareto", "mark[3]", "--pareto", "max: mark[1]")
    several = json.loads(everyway("solve", ruler, *front, "--all", "--json").stdout)
    marks = [solution["mark"] for solution in several["solutions"]]
    assert several["values"] == [[mark[3], mark[1]] for mark in marks]
    assert len(marks) > 1


def test_where_values_differ_each_is_printed_below_its_solution(ruler: str) -> None:
    lines = everyway("solve", ruler, *LEAST, "--within", "1", "--all").stdout.splitlines()
    values = [line for line in lines if line.startswith("mark[3] = ")]
    assert len(values) == 8
    assert set(values) == {"mark[3] = 6", "mark[3] = 7"}


def test_count_counts_the_best_and_those_near_them(ruler: str) -> None:
    result = everyway("count", ruler, *LEAST)
    assert result.stdout == "2\n"
    assert "6 is the least mark[3]" in result.stderr
    assert everyway("count", ruler, *LEAST, "--within", "1").stdout == "8\n"
    assert everyway("count", ruler, "best=yes", "--within", "1").stdout == "8\n"
    mixed = ("--minimise", "mark[3]", "--minimise", "max: mark[1]")
    assert everyway("count", ruler, *mixed, "-S", "flatmap").stdout == "1\n"
    front = ("--pareto", "mark[3]", "--pareto", "max: mark[1]")
    assert int(everyway("count", ruler, *front).stdout) > 2


def test_the_best_so_far_is_shown_without_what_a_projection_hides(tmp_path, monkeypatch) -> None:
    path = tmp_path / "coins.py"
    path.write_text(
        "from everyway.models import Model, integer\n"
        "def coins() -> Model:\n"
        "    x, y = integer('x', 0, 9), integer('hidden', 0, 9)\n"
        "    return Model('coins', x, y, x + y > 3, minimise=x).projecting('x')\n"
    )

    def stopped(found: Enumeration, *_: object) -> tuple[Outcome, None]:
        best = found.latest.objective
        assert best is not None
        best.points, best.solution = [[2]], {"x": 2, "hidden": 2}
        found.close()
        return found.outcome, None

    monkeypatch.setattr(searching, "listen", stopped)
    assert "best so far 2, not proven:\nx = 2\n" in everyway("solve", str(path)).stderr
    assert json.loads(everyway("solve", str(path), "--json").stdout)["incumbent"] == {"x": 2}


def test_what_is_not_proven_is_never_called_the_best(ruler: str) -> None:
    hard = (ruler, "marks=10", "--minimise", "mark[9]", "-S", "flatmap")
    for limit in ("400ms", "2s", "8s"):  # on a busy machine even a first ruler takes its time
        words = (*hard, "-t", limit)
        result = everyway("solve", *words, "--json")
        document = json.loads(result.stdout)
        assert result.exit_code == 3
        assert "is the least" not in result.output
        assert document["solutions"] == []
        assert document["objective"]["proven"] is False
        if "incumbent" in document:
            break
    assert document["incumbent"]["mark"][9] == document["objective"]["best"]
    assert f"best so far {document['objective']['best']}, not proven" in result.stderr
    for further in ((), ("--project", "mark")):  # one that is listed as well
        for limit in ("1s", "4s", "16s"):  # likewise
            counted = everyway("count", *hard, "-t", limit, *further)
            if "best so far" in counted.stderr:
                break
        assert (counted.exit_code, counted.stdout) == (3, "at least 1\n")
        assert "is the least" not in counted.stderr
    assert everyway("compare", *words, "--in-process").exit_code == 3


def test_compare_shows_the_best_values(ruler: str, tmp_path: Path) -> None:
    result = everyway("compare", ruler, *LEAST, "-S", "flatmap", "-S", "auto", "--in-process")
    assert result.exit_code == 0
    assert "best" in result.stdout.splitlines()[4] + result.stdout
    assert "minimise mark[3]" in result.stdout
    liar = tmp_path / "liar.jsonl"
    liar.write_text('{"mark": [0, 1, 5, 7]}\n')
    claims = ("--claim", f"liar={liar}", "-S", "flatmap", "--in-process")
    result = everyway("compare", ruler, *LEAST, *claims)
    assert result.exit_code == 1
    assert "1 solution of liar is not optimal" in result.stdout
    assert "every rule holds; its value is 7, of minimise mark[3]" in result.stdout
    assert "better, and every rule holds (checked without any solver): 6" in result.stdout


def test_other_verbs_know_the_objective_or_refuse_it(ruler: str, tmp_path: Path) -> None:
    assert "minimise mark[3]" in everyway("show", ruler, "--model", *LEAST).stdout
    steps = everyway("story", ruler, *LEAST).stdout
    assert steps.splitlines()[-1].endswith("2 with 6")
    saved = tmp_path / "best.db"
    kept = everyway("solve", ruler, *LEAST, "--all", "--save", str(saved))
    assert kept.exit_code == 0
    assert "2 solutions, complete" in kept.stdout
    lines = everyway("export", str(saved)).stdout
    assert len(lines.splitlines()) == 2
    assert everyway("count", ruler, *LEAST, "--up-to-symmetry").stdout == "2\n"
    why = everyway("why", ruler, "marks=5", "--given", "mark[4]=10", "--minimise", "mark[4]")
    assert "this is about the rules alone" in why.stderr


def test_check_says_if_a_solution_is_the_best(ruler: str) -> None:
    best = everyway("check", ruler, *LEAST, '{"mark": [0, 1, 4, 6]}')
    assert best.exit_code == 0
    assert "every rule holds" in best.stdout
    assert "6 is the least mark[3]" in best.stderr
    worse = everyway("check", ruler, *LEAST, '{"mark": [0, 1, 5, 7]}')
    assert worse.exit_code == 1
    assert "its value is 7; 6 is the least mark[3]" in worse.stdout
    document = json.loads(everyway("check", ruler, *LEAST, '{"mark": [0,1,5,7]}', "--json").stdout)
    assert document["holds"] is False
    assert document["solutions"][0]["violated"] == [
        "objective: its value is 7; 6 is the least mark[3]; every rule holds of mark[0] = 0,"
        f" mark[1] = {document['solutions'][0]['violated'][0].split('mark[1] = ')[1][0]},"
        f" mark[2] = {document['solutions'][0]['violated'][0].split('mark[2] = ')[1][0]},"
        " mark[3] = 6, which has 6"
    ]


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (
            ("--minimise", "mark[3]", "--maximise", "mark[1]"),
            "--minimise and --maximise at once: repeat",
        ),
        (("--within", "2"), "within is beside an objective"),
        (("--minimise", "mark[3]", "--minimise", "mark[1]", "--within", "2"), "several"),
        (("--pareto", "mark[3]"), "two goals"),
        (("--minimise", "mark[9]"), "mark[9]"),
        (("--minimise", ""), "missing"),
        (("--minimise", "mark[3]", "--within", "-1"), "whole number from 0"),
    ],
    ids=str,
)
def test_what_makes_no_objective_is_refused(ruler: str, typed: tuple[str, ...], words: str) -> None:
    refused = everyway("solve", ruler, *typed)
    assert refused.exit_code == 2
    assert words in refused.stderr


WATCHED = (
    ("solve",),
    ("solve", "--all", "--save", "kept.db"),
    ("count",),
    ("compare", "-S", "flatmap"),
    ("compare", "-S", "flatmap", "--in-process"),
    ("story",),
    ("check", '{"mark": [0, 1, 4, 6]}'),
)


@pytest.mark.parametrize("typed", WATCHED, ids=" ".join)
def test_every_command_shows_the_best_so_far(
    typed: tuple[str, ...], ruler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(Progress, "say", lambda self, words: said.append(words))
    monkeypatch.chdir(tmp_path)
    command, *more = typed
    assert everyway(command, ruler, *LEAST, *more).exit_code in (0, 3)
    assert any("ruler: best so far " in one or "flatmap: best so far " in one for one in said)
    assert not any("optimal" in one for one in said)


@pytest.mark.parametrize("command", ["count", "compare", "solve"])
def test_ctrl_c_leaves_the_best_so_far_which_is_not_proven(
    command: str, ruler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    announce, heard = Best.announce, []

    def interrupt(self: Best) -> None:
        announce(self)
        heard.append(self.value)
        raise KeyboardInterrupt

    monkeypatch.setattr(Best, "announce", interrupt)
    result = everyway(command, ruler, "marks=6", "--minimise", "mark[5]", "-S", "flatmap")
    assert result.exit_code == 130
    assert f"best so far {heard[0]}, not proven" in result.stderr
    assert "is the least" not in result.output


def test_what_was_stopped_says_the_best_so_far_in_a_comparison_and_a_story(ruler: str) -> None:
    hard = (ruler, "marks=11", "--minimise", "mark[10]", "-S", "flatmap")
    for limit in ("500ms", "2s", "8s"):
        result = everyway("compare", *hard, "-t", limit, "--in-process")
        assert result.exit_code == 3
        if "no solution so far" not in result.stdout:
            break
    assert re.search(r"UNDECIDED  flatmap stopped after .*: best so\s+far \d+, not", result.stdout)
    stories = (everyway("story", *hard, "-t", limit).stdout for limit in (limit, "8s", "30s"))
    assert any(re.search(r"best so far \d+, not proven", text) for text in stories)


def test_a_trace_is_the_search_for_what_has_the_best_value(ruler: str, tmp_path: Path) -> None:
    result = everyway("trace", ruler, *LEAST, "--json")
    assert result.exit_code == 0
    assert "6 is the least mark[3]; this is the search for what has that value" in result.stderr
    document = json.loads(result.stdout)
    assert document["rules"][-1] == ["objective", "minimise mark[3]: the best"]
    for search in document["searches"]:
        if search["whole"]:
            assert search["nodes"][3::4].count(SOLUTION) == 2
    model = Model("least", x := variables("x", 2, range(4)), x[0] + x[1] >= 3, minimise=x[0])
    assert trace_data(model)["rules"][-1][0] == "objective"
    page = tmp_path / "ruler.html"
    assert everyway("trace", ruler, *LEAST, "-o", str(page)).exit_code == 0
    assert "<title>ruler, step by step" in page.read_text()


def test_a_trace_without_a_proven_best_value_says_so(
    ruler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trace_document, "SECONDS", 0.01)
    hard = everyway("trace", ruler, "marks=11", "--minimise", "mark[10]", "--json")
    assert hard.exit_code == 3
    assert "not proven" in hard.stderr or "no solution so far" in hard.stderr
    assert hard.stdout == ""


def test_check_names_the_better_solution_and_where_there_is_none_the_next_step(
    ruler: str, tmp_path: Path
) -> None:
    front = ("--pareto", "mark[3]", "--pareto", "max: mark[1]")
    worse = everyway("check", ruler, *front, '{"mark": [0, 1, 5, 7]}')
    assert worse.exit_code == 1
    none = (ruler, "marks=4", "--given", "mark[3]=4", *LEAST)
    nothing = everyway("check", *none, '{"mark": [0, 1, 2, 4]}')
    assert nothing.exit_code == 1
    assert "Next: everyway why " in nothing.stderr
    assert "mark[3]=4" in nothing.stderr
    student = tmp_path / "student.py"
    student.write_text(RULER.replace("mark[0] == 0", "mark[0] > 30").replace("ruler(", "student("))
    against = everyway("check", str(student), "--against", ruler, "best=yes")
    assert against.exit_code == 1
    assert f"Next: everyway why {student} best=yes" in against.stderr
    late = tmp_path / "late.py"
    late.write_text(
        RULER.replace("mark[0] == 0", "mark[3] > 6, mark[0] == 0").replace("ruler(", "late(")
    )
    said = everyway("check", str(late), "--against", ruler, "best=yes").stdout
    assert "its value is 7; 6 is the least mark[3]; every rule" in " ".join(said.split())
