"""Constraints over graphs are written as a person would write them."""

from __future__ import annotations

import contextlib
import io
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from everyway.formats import from_xcsp3, written
from everyway.formats.writing.graph_constraints import edges_said
from everyway.models import (
    Model,
    circuit,
    connected,
    forest,
    implies,
    load,
    loop,
    path,
    regions,
    subcircuit,
    tree,
    variables,
)
from everyway.solvers import solutions
from tests.formats.reading_back import declared_by, enumerated, rows_of

SCRIPTS = ["ortools", "cpmpy", "xcsp3"]
LANGUAGES = [*SCRIPTS, "clingo", "minizinc", "python-constraint"]
LONGEST = {
    "slitherlink": (5_500, 5_200, 11_500),
    "knights_tour": (2_500, 1_200, 2_000),
    "heyawake": (3_000, 1_900, 4_000),
    "nurikabe": (5_000, 3_700, 9_500),
    "spanning_trees": (2_600, 1_700, 2_300),
    "simple_paths": (2_400, 2_000, 11_000),
}
"""Puzzles, and the most characters that they have in each of these languages."""


def small_model(seed: int) -> Model:
    """A model of one or two constraints over a graph of 2 to 6 vertices, some within others."""
    pick = random.Random(seed)
    size = pick.randint(2, 6)
    x, y = variables("x", 5, range(2)), variables("y", 3, range(-1, 4))

    def truth() -> Any:
        a, b = pick.sample([*x], 2)
        of_three = (y[0] == pick.randint(0, 3), ~(a == 1), (a == 1) & (b == 0))
        others = (*of_three, (a == 1) | (y[0] > y[1]), pick.randint(0, 1))
        return pick.choice([a, a, a, a, pick.choice(others)])

    def constraint() -> Any:
        edges = [tuple(pick.sample(range(size), 2)) for _ in range(pick.randint(1, 6))]
        marks, inside = [truth() for _ in edges], [truth() for _ in range(size)]
        ends = [pick.choice([*y, pick.randrange(size), y[0] // y[1]]) for _ in range(2)]
        sizes = [pick.choice([y[0], y[1], 1, 2]) for _ in range(size)]
        after = [*y[: pick.randint(1, 3)]]
        ways: list[Callable[[], Any]] = [
            lambda: connected(inside, edges),
            lambda: connected(pick.choice([inside, [1] * size]), edges, marks),
            lambda: loop(marks, edges),
            lambda: path(marks, edges, *ends, vertices=size),
            lambda: tree(marks, edges, vertices=size),
            lambda: tree(marks, edges, vertices=size, spanning=True),
            lambda: forest(marks, edges),
            lambda: regions(marks, edges, vertices=size, sizes=pick.choice([None, sizes])),
            lambda: regions(marks, edges, vertices=size, roots=pick.choice([inside, [0]])),
            lambda: pick.choice([circuit, subcircuit])(after),
        ]
        return pick.choice(ways)()

    one = constraint()
    rules: list[Any] = [one, one, [one, constraint()], implies(x[0] == 1, one), ~one]
    return Model(f"graphs {seed}", x, y, pick.choice(rules))


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("language", LANGUAGES)
def test_random_graphs_have_the_same_solutions(language: str, tmp_path: Path):
    for seed in range(16):
        model = small_model(seed)
        assert enumerated(model, language, tmp_path) == rows_of(model), f"small_model({seed})"


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("language", LANGUAGES)
def test_many_random_graphs_have_the_same_solutions(language: str, tmp_path: Path):
    """CPMpy breaks off at some truths of constants, MiniZinc at some opposites."""
    unread = 0
    for seed in range(200):
        model = small_model(seed)
        try:
            found = enumerated(model, language, tmp_path)
        except Exception:
            unread += 1
        else:
            assert found == rows_of(model), f"small_model({seed})"
    assert unread <= 5


@pytest.mark.parametrize("name", LONGEST)
def test_texts_are_short_and_have_the_same_solutions(name: str, tmp_path: Path):
    model = load(name)
    for language, most in zip(SCRIPTS, LONGEST[name], strict=True):
        assert len(written(model, language)) <= most
        assert enumerated(model, language, tmp_path) == rows_of(model)


@pytest.mark.parametrize(
    ("name", "given", "most"),
    [
        ("fillomino", {"grid": ".../..3/1.."}, 1_800),
        ("araf", {"plan": "1?/.."}, 3_400),
        ("five_cells", {}, 3_100),
        ("nurikabe", {}, 3_700),
        ("nawabari", {}, 5_000),
        ("shikaku", {}, 13_400),
    ],
)
def test_regions_are_few_lines_of_minizinc(name: str, given: Any, most: int, tmp_path: Path):
    model = load(name, **given)
    assert len(written(model, "minizinc")) <= most
    assert enumerated(model, "minizinc", tmp_path) == rows_of(model)


def test_a_script_of_cpmpy_finds_nothing_twice():
    pytest.importorskip("cpmpy")
    for name in ("spanning_trees", "simple_paths", "slitherlink"):
        model = load(name)
        script = declared_by(written(model, "cpmpy"))
        with contextlib.redirect_stdout(io.StringIO()):
            assert script["model"].solveAll() == rows_of(model).total()


def test_variables_of_a_graph_in_xcsp3_are_determined(tmp_path: Path):
    pytest.importorskip("pycsp3")
    x = variables("x", 6, range(2))
    edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 0), (0, 1)]
    file = tmp_path / "graph.xml"
    for rule in (
        loop(x, edges),
        tree(x, edges),
        forest(x, edges),
        path(x, edges, 0, 3),
        connected(x, edges),
        regions(x, edges),
    ):
        model = Model("graph", x, rule)
        file.write_text(written(model, "xcsp3"))
        read = Counter(
            tuple(found[f"x[{place}]"] for place in range(6))
            for found in solutions(from_xcsp3(file), "auto")
        )
        assert read == rows_of(model)


def test_one_script_has_the_functions_that_it_calls():
    text = written(load("slitherlink"), "ortools")
    assert "def add_loop(chosen, edges):" in text
    assert "add_loop([*fence.values()], [(6 * i + j, 6 * k + m) for i, j, k, m in fence])" in text
    assert "def parts" not in text
    assert "def parts" in written(load("nawabari"), "cpmpy")


def test_edges_of_a_board_are_loops():
    across = [(k, k + 1) for k in range(12) if k % 4 != 3]
    down = [(k, k + 4) for k in range(8)]
    said = edges_said(across + down)
    assert (
        said == "[*[(i, i + 1) for i in range(11) if i % 4 != 3], *[(i, i + 4) for i in range(8)]]"
    )
    assert eval(said) == across + down
    by_square = sorted(across + down)
    assert edges_said(by_square) == f"sorted({said})"
    assert eval(edges_said(by_square)) == by_square
    assert edges_said([(0, 1), (0, 4), (1, 2)]) == "[(0, 1), (0, 4), (1, 2)]"


@pytest.mark.parametrize("name", ["slitherlink", "knights_tour"])
def test_a_script_of_cp_sat_leaves_out_what_lets_two_arcs_leave_a_vertex(name: str):
    assert "cp_model_probing_level = 0" in written(load(name), "ortools")
    assert "probing" not in written(load("heyawake"), "ortools")
