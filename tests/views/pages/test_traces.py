"""A trace is what the solver does: its tries, its solutions, and the reasons it gives."""

from __future__ import annotations

import base64
import gzip
import json
import subprocess
import sys

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, all_different, integer, predicate, rule, variable, variables
from everyway.models.crowns import crowns
from everyway.models.graph_colouring import graph_colouring
from everyway.models.kakuro import kakuro
from everyway.models.knights import knights
from everyway.models.langford import langford
from everyway.models.latin_square import latin_square
from everyway.models.magic_square import magic_square
from everyway.models.map_colouring import map_colouring
from everyway.models.queens import queens
from everyway.models.self_referring_quiz import self_referring_quiz
from everyway.models.send_more_money import send_more_money
from everyway.models.skyscrapers import skyscrapers
from everyway.models.sudoku import sudoku
from everyway.models.zebra import zebra
from everyway.solvers import solutions
from everyway.solvers.flatmap import levels
from everyway.solvers.harness.contract import Control
from everyway.views import trace
from everyway.views.commands.trace import command
from everyway.views.pages.page import minified_body, minified_script, minified_style
from everyway.views.pages.trace_document import LIMIT, WAYS, TraceDocument, record
from everyway.views.pages.trace_page import trace_data

from ...support.command_lines import ALONE, everyway
from ...support.settings import SEED
from .replayed import outcomes, states

FEWEST = WAYS[2]
MODELS = {
    "queens": queens(6),
    "crowns": crowns(),
    "knights": knights(3, 4),
    "sudoku": sudoku("1..........2.3..", 2, 2),
    "latin": latin_square(3),
    "magic": magic_square(3),
    "kakuro": kakuro(),
    "skyscrapers": skyscrapers(),
    "map": map_colouring(),
    "petersen": graph_colouring(),
    "zebra": zebra(),
    "money": send_more_money(),
    "langford": langford(4),
    "quiz": self_referring_quiz(),
    **{f"random {n}": random_model(SEED + 80_000 + n) for n in range(20)},
}


def found_in(document: TraceDocument, doc: dict, search: dict) -> list[tuple]:
    """The solutions at the leaves of a search, in the declared variables."""
    found = []
    for left, outcome in zip(states(doc, search), outcomes(search), strict=True):
        if outcome == 2:
            values = [v.domain[x] for v, (x,) in zip(document.variables, left, strict=True)]
            names = [v.name for v in document.variables]
            whole = document.view.restore(dict(zip(names, values, strict=True)))
            found.append(tuple(document._decode(whole)[v.name] for v in document.model.variables))
    return found


@pytest.mark.parametrize("name", MODELS)
def test_a_trace_has_the_tries_and_solutions_of_the_solver(name):
    model = MODELS[name]
    document = TraceDocument(model)
    doc, _ = document.document(limit=4_000, time_limit=None)
    with solutions(model, solver="flatmap") as run:
        wanted = sorted(solution.row for solution in run)
    for search in doc["searches"]:
        if search["whole"]:
            assert sorted(found_in(document, doc, search)) == wanted, search["key"]
    assert doc["searches"][2]["whole"]
    control = Control()
    list(levels.solutions(document.view.model, control))
    assert control.statistics["tries"] == len(doc["searches"][2]["nodes"]) // 4
    assert all(wanted == [] or search["root"] for search in doc["searches"])


def test_every_failure_names_its_rule_line_and_cause():
    doc = trace_data(queens(6))
    search = doc["searches"][0]
    rule, line, because, lost, _ = search["failed"][2]  # r2c1 after r1c1
    assert doc["rules"][rule] == ["columns == 1", "each column: exactly 1 queen"]
    assert (doc["lines"][line], because, lost) == ("column 1", [0, 0], [1, 0, 0])


def test_rules_of_one_label_are_kept_apart():
    x, y = variable("x", range(3)), variable("y", range(3))
    doc = trace_data(Model("twins", x, y, rule("twin", x <= y), rule("twin", x != y)))
    failed = {reason[0] for reason in doc["searches"][0]["failed"].values()}
    assert failed == {0, 1}


def test_a_long_search_is_cut_and_says_so():
    doc = trace_data(queens(8), limit=100)
    for search in doc["searches"]:
        assert (len(search["nodes"]) // 4, search["whole"]) == (100, False)
    whole = trace_data(queens(8), limit=15_720, time_limit=None)
    assert all(search["whole"] for search in whole["searches"])


def test_a_search_that_takes_long_is_shown_as_far_as_it_came():
    for time_limit in (0.05, 0.2, 0.8, 3.2):  # a busy machine may find nothing in a short time
        searches = trace_data(queens(20), time_limit=time_limit)["searches"]
        if all(search["nodes"] for search in searches):
            break
    assert not any(search["whole"] for search in searches)
    assert all(0 < len(search["nodes"]) // 4 < LIMIT for search in searches)


@pytest.mark.parametrize(
    ("model", "missing"),
    [
        (Model("wide", integer("x", 0, 10**15)), "a variable has more than 60 values"),
        (
            Model("asks", *(q := variables("q", 8, range(5))), predicate(lambda *x: any(x), *q)),
            "a rule asks a Python function about too many values",
        ),
        (
            Model("large", x := integer("x", 1, 2), x**60 + x != 5),
            "its numbers are too large",
        ),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_what_the_page_cannot_search_by_itself_is_traced_and_said(model, missing):
    doc = trace_data(model, limit=50)
    assert (doc["parts"], doc["missing"]) == (None, missing)
    assert json.dumps(doc)


@pytest.mark.parametrize(
    ("model", "outcome"),
    [
        (Model("nothing"), 2),
        (Model("never", x := integer("x", 0, 3), x > 5), 0),
        (Model("pigeons", p := variables("p", 3, range(2)), all_different(p)), 1),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_models_without_tries_or_solutions_are_traced(model, outcome):
    recorded = record(TraceDocument(model).view.model, FEWEST, time_limit=None)
    assert recorded.nodes[0].outcome == outcome
    assert trace(model).html


# ---------------------------------------------------------------------------------- the page


@pytest.mark.parametrize(
    ("model", "most"),
    [(queens(4), 112), (queens(6), 121), (queens(8), 250), (sudoku(), 300)],
    ids=lambda value: getattr(value, "name", value),
)
def test_pages_are_small(model, most):
    assert len(trace(model).html.encode()) < 1000 * most


def test_a_page_is_whole_and_allows_nothing_else():
    html = trace(queens(4)).html
    assert "default-src 'none'" in html
    assert "unsafe" not in html
    assert "http:" not in html.replace("http://www.w3.org/2000/svg", "")
    assert "https:" not in html
    assert html.count("<script") == 2
    assert " style=" not in html


def test_a_page_shows_itself_in_a_notebook_and_is_saved(tmp_path):
    page = trace(queens(4), order="levels", way="check")
    shown = page._repr_html_()
    assert shown.startswith("<iframe srcdoc=")
    assert "sandbox" in shown
    assert "<script" not in shown
    page.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_bytes().decode() == page.html
    data = page.html.partition('id="data">')[2].partition("<")[0]
    start = json.loads(gzip.decompress(base64.b64decode(data)))["start"]
    assert start == {"way": "check", "walk": "levels"}
    assert repr(page).startswith("<page '4 queens, step by step'")
    with pytest.raises(ValueError, match="'depth' or 'levels', not 'best'"):
        trace(queens(4), order="best")
    with pytest.raises(ValueError, match=r"ways check, propagate, .*, not 'best'"):
        trace(queens(4), way="best")
    with pytest.raises(ValueError, match="at least 1 try"):
        trace(queens(4), limit=0)


def test_importing_views_loads_no_library():
    loaded = "import sys, everyway.views as v; assert v.trace; print(*sorted(sys.modules))"
    found = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True)
    assert not {"click", "rich", "jinja2", "playwright"} & set(found.stdout.split())


def test_what_is_made_smaller_means_the_same():
    script = "const a = 'x  //y' ; // why\n  if (a in b) /* no */ {\n\n  return  `a  ${b + 1}` ;\n}"
    smaller = "let a='x  //y';if(a in b){return`a  ${b + 1}`}"
    assert minified_script(script) == smaller
    assert minified_style("a b > c { color : red; }\n/* x */ i { top: 0 }") == (
        "a b>c{color :red}i{top:0}"
    )
    assert minified_body('<p id="a">\n  <i class="b c" id="d"/>') == (
        '<p id=a>\n<i class="b c" id="d"/>'
    )


# ------------------------------------------------------------------------------- the command


def test_the_command_writes_a_page_and_replaces_its_own_alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for more in ("", ", in place of the page that was there"):
        result = everyway("trace", "queens", "n=4")
        assert (result.exit_code, result.stderr) == (0, f"written to queens.html{more}\n")
    made = trace(queens(4), command="everyway trace queens n=4").html
    assert (tmp_path / "queens.html").read_text("utf-8") == made
    (tmp_path / "crowns.html").write_text("mine")
    result = everyway("trace", "crowns")
    assert result.exit_code == 2
    assert "is no page of ours" in result.stderr
    assert (tmp_path / "crowns.html").read_text() == "mine"
    assert everyway("trace", "queens", "n=4", "-o", "crowns.html").exit_code == 0
    assert everyway("trace", "--board", "3", "--piece", "../rook").exit_code == 0
    assert min(file.name for file in tmp_path.iterdir()) == "_rooks.html"


def test_the_command_prints_a_page_or_data():
    result = everyway("trace", "queens", "n=4", "--way", "check", "-o", "-")
    again = "everyway trace queens n=4 --way check -o -"
    assert result.stdout == trace(queens(4), way="check", command=again).html
    assert result.stdout != trace(queens(4), way="check").html  # which says another command
    found = json.loads(everyway("trace", "queens", "n=4", "--json").stdout)
    assert found["schema"] == "everyway.trace/1"
    assert [search["key"] for search in found["searches"]] == [way.key for way in WAYS]
    (offered,) = (one for one in command.params if one.name == "way")
    assert list(offered.type.choices) == [way.key for way in WAYS]
    squares = json.loads(
        everyway("trace", "queens", "n=4", "--viewpoint", "squares", "--json").stdout
    )
    assert len(squares["variables"]) == 16


def test_a_page_is_printed_as_it_is_in_any_encoding(monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    command = [*ALONE, "trace", "queens", "n=4", "-o", "-"]
    page = subprocess.run(command, capture_output=True, check=True).stdout
    assert page == trace(queens(4), command="everyway trace queens n=4 -o -").html.encode()


def test_the_command_opens_a_browser(tmp_path, monkeypatch):
    opened = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("webbrowser.open", lambda url: bool(opened.append(url)))
    result = everyway("trace", "queens", "n=4", "--open")
    assert opened == [(tmp_path / "queens.html").as_uri()]
    assert "no browser was found; open queens.html in one" in result.stderr
    assert everyway("trace", "queens", "--open", "-o", "-").exit_code == 2
    assert everyway("trace", "queens", "--order", "best").exit_code == 2
