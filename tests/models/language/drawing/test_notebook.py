"""Models, solutions, sets and comparisons in a notebook, without any library."""

from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree

import pytest

from everyway.comparer import compare, compare_models
from everyway.comparer.claims import reported_claim
from everyway.models import Board, Model, integer, variables
from everyway.models.language.constraints import fixed_values
from everyway.models.language.drawing.as_text import draw
from everyway.models.language.drawing.notebook import read_model
from everyway.models.language.drawing.svg import draw_svg, draw_svg_values
from everyway.models.queens import queens
from everyway.models.sudoku import sudoku
from everyway.models.zebra import zebra
from everyway.solvers import first, solutions, solve_all

SVG = "{http://www.w3.org/2000/svg}"


def shown(value):
    bundle = value._repr_mimebundle_()
    assert all(isinstance(text, str) for text in bundle.values())
    assert bundle["text/plain"].strip()
    return bundle


def test_a_model_shows_its_board_with_what_is_given_and_its_words():
    model = sudoku()
    bundle = shown(model)
    assert bundle["text/plain"] == read_model(model)
    assert bundle["image/svg+xml"] == draw_svg_values(model, fixed_values(model.constraints))
    image = ElementTree.fromstring(bundle["image/svg+xml"])
    assert len(list(image.iter(f"{SVG}text"))) == 30
    assert "each row: all different" in bundle["text/html"]


def test_a_model_without_a_board_shows_its_words():
    q = variables("q", 2, range(3))
    bundle = shown(Model("<small> & plain", q, q[0] < q[1]))
    start = "<details open><summary>&lt;small&gt; &amp; plain: 2 variables, 1 rule</summary><pre>"
    assert bundle["text/html"].startswith(start)
    long = shown(zebra())["text/html"]
    assert "</svg>\n<details><summary>zebra: 25 variables, 19 rules</summary><pre>" in long
    assert "q[0] &lt; q[1]" in bundle["text/html"]
    assert "image/svg+xml" not in bundle


def test_a_solution_shows_itself_as_text_and_as_a_picture():
    solution = first(queens(4))
    assert solution is not None
    assert shown(solution) == {"text/plain": draw(solution), "image/svg+xml": draw_svg(solution)}


def test_a_set_shows_the_first_of_its_solutions_small():
    bundle = shown(solve_all(queens(8)))
    assert bundle["text/plain"].startswith("92 solutions of 8 queens, the first 12:\n\n1  ")
    assert bundle["text/plain"].count("Q") == 12 * 8
    captions = ElementTree.fromstring(bundle["image/svg+xml"]).iter(f"{SVG}text")
    assert [each.text for each in captions] == [str(n) for n in range(1, 13)]
    assert "<p>92 solutions of 8 queens, the first 12:</p><svg" in bundle["text/html"]


@pytest.mark.parametrize(("n", "title"), [(1, "1 solution of 1 queen"), (3, "0 solutions of 3")])
def test_small_sets_are_shown_whole(n, title):
    assert shown(solve_all(queens(n)))["text/plain"].startswith(title)


def test_a_comparison_shows_its_verdict_and_its_runs():
    bundle = shown(compare(queens(6), ["flatmap", "cp-sat"]))
    assert bundle["text/plain"].startswith("6 queens: AGREE  2 solvers, the same 4 solutions")
    assert "flatmap  complete  4" in bundle["text/plain"]
    assert "<td>cp-sat</td><td>complete</td><td>4</td><td>agrees</td>" in bundle["text/html"]
    assert bundle["text/plain"].partition("one of 4 solutions:\n")[2].count("Q") == 6
    page = ElementTree.fromstring(f"<div>{bundle['text/html']}</div>")
    assert len(list(page.iter(f"{SVG}svg"))) == 1


def test_a_comparison_draws_the_witness_of_a_difference():
    model = queens(4)
    liar = reported_claim("liar", [{v.name: 0 for v in model.variables}])
    bundle = shown(compare(model, ["flatmap"], [liar]))
    assert "missing from liar; the first:" in bundle["text/plain"]
    assert "breaks " in bundle["text/plain"]
    page = ElementTree.fromstring(f"<div>{bundle['text/html']}</div>")
    assert len(list(page.iter(f"{SVG}svg"))) == 2


def test_what_is_too_large_to_be_drawn_is_reported():
    model = Model("large", Board(60).place("rook"), integer("x", 0, 1))
    assert "image/svg+xml" not in shown(model)
    solution = model.solution({v.name: 0 for v in model.variables})
    assert shown(solution).keys() == {"text/plain"}


def test_nothing_foreign_is_imported_to_show_anything():
    code = (
        "import sys\n"
        "from everyway.models.queens import queens\n"
        "from everyway.comparer import compare\n"
        "from everyway.solvers import solve_all\n"
        "found = solve_all(queens(4), 'flatmap')\n"
        "compared = compare(queens(4), ['flatmap', 'flatmap-levels'])\n"
        "for each in (queens(4), found, found[0], compared): each._repr_mimebundle_()\n"
        "foreign = {name.partition('.')[0] for name in sys.modules} & "
        "{'click', 'rich', 'IPython', 'ortools', 'constraint', 'resvg_py', 'numpy'}\n"
        "assert not foreign, foreign"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


# --------------------------------------------------------- boards, groups, runs, two models


def test_a_board_shows_its_squares():
    bundle = shown(Board(2, 3, holes="r1c1"))
    assert bundle["text/plain"].splitlines()[1:] == ["○ . .", ". . ."]
    image = ElementTree.fromstring(bundle["image/svg+xml"])
    assert len(list(image.iter(f"{SVG}rect"))) == 1 + 5
    assert "image/svg+xml" not in shown(Board(60))


@pytest.mark.parametrize("group", [Board(3).fill(range(4)), Board(3).place("queen")])
def test_a_group_on_a_board_shows_the_board_and_what_may_stand_there(group):
    bundle = shown(group)
    assert group.name in bundle["text/plain"]
    assert ElementTree.fromstring(bundle["image/svg+xml"]) is not None


def test_a_list_of_variables_shows_what_they_may_be():
    bundle = shown(variables("<q>", 4, range(7)))
    assert "<q>" in bundle["text/plain"]
    assert "&lt;q&gt;" in bundle["text/html"]
    assert bundle["text/plain"] == "4 variables\n  <q>: a list of 4\n    <q>[0] … <q>[3] in 0..6"


def test_a_run_shows_how_far_it_has_come_and_asks_for_nothing():
    more = "so far; loop over it for more"
    with solutions(queens(6), "flatmap", limit=2) as found:
        assert shown(found)["text/plain"] == str(found) == f"6 queens, flatmap: 0 solutions {more}"
        next(found)
        assert shown(found)["text/plain"] == f"6 queens, flatmap: 1 solution {more}"
        next(found)
        assert found.latest.status == "running"
        shown(found)
        assert found.latest.status == "running"
    assert shown(found)["text/html"].endswith("flatmap: 2 solutions stopped (limit)</p>")


def test_two_models_show_their_verdict_and_the_first_witness():
    careless = queens(5).without("diagonals <= 1").renamed("<careless>")
    bundle = shown(compare_models(queens(5), careless))
    lines = bundle["text/plain"].splitlines()
    assert lines[0].startswith("5 queens and <careless>: TOO MANY")
    assert [line.split()[-1] for line in lines[1:4]] == ["solutions", "10", "120"]
    assert any(line.startswith("  breaks diagonals <= 1") for line in lines)
    assert "&lt;careless&gt;" in bundle["text/html"]
    assert "<svg" in bundle["text/html"]
    assert len(bundle["text/plain"]) < 800


def test_two_models_alike_show_no_witness():
    bundle = shown(compare_models(queens(5), queens(5)))
    assert "SAME" in bundle["text/plain"]
    assert "<svg" not in bundle["text/html"]
