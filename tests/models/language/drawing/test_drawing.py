"""Solutions as text and as SVG."""

from __future__ import annotations

from textwrap import dedent
from xml.etree import ElementTree

import pytest

from everyway.models import Board, Model, variable, variables
from everyway.models.crowns import crowns
from everyway.models.language.drawing.as_text import draw, draw_group, draw_values, letter
from everyway.models.language.drawing.svg import draw_svg, draw_svg_values
from everyway.models.language.drawing.svg_style import PIECES
from everyway.models.queens import queens
from everyway.models.sudoku import sudoku

SVG = "{http://www.w3.org/2000/svg}"


def picture(text):
    return dedent(text).strip("\n")


def drawn(model, solution, **options):
    return draw_values(model, model.assignment(solution), **options)


def test_a_placement_is_drawn_with_the_letter_of_its_piece():
    text = drawn(queens(4), {"queen": ["r1c2", "r2c4", "r3c1", "r4c3"]})
    assert text == picture("""
        . Q . .
        . . . Q
        Q . . .
        . . Q .
    """)


def test_a_solution_draws_itself():
    model = queens(1)
    assert draw(model.solution({"queen[r1c1]": 1})) == "Q"
    assert "queen on r1c1" in draw_svg(model.solution({"queen[r1c1]": 1}))


def test_a_knight_is_an_n():
    assert [letter(name) for name in ("knight", "king", "crown", "white queen")] == list("NKCW")


@pytest.mark.parametrize(
    ("ascii_only", "expected"), [(False, "○ N .\n. █ ."), (True, "o N .\n. # .")]
)
def test_holes_and_walls_are_seen(ascii_only, expected):
    model = Model("knights", Board(2, 3, holes="r1c1", walls="r2c2").place("knight"))
    assert drawn(model, {"knight": ["r1c2"]}, ascii_only=ascii_only) == expected


def test_what_has_no_value_and_what_has_a_wrong_one_is_seen():
    model = Model("rooks", Board(1, 4).place("rook"))
    assert draw_values(model, {"rook[r1c1]": 1, "rook[r1c2]": 0, "rook[r1c3]": 2}) == "R . 2 ?"
    assert draw_values(model, {"rook[r1c1]": [1], "rook[r1c2]": "x"}).split()[:2] == ["[1]", "x"]


def test_a_sudoku_is_drawn_with_its_boxes():
    model = sudoku("", box_rows=2, box_columns=2)
    rows = {"cell": [[1, 2, 3, 4], [3, 4, 1, None], [2, 1, 4, 3], [4, 3, 2, 1]]}
    assert drawn(model, rows) == picture("""
        1 2 │ 3 4
        3 4 │ 1 .
        ────┼────
        2 1 │ 4 3
        4 3 │ 2 1
    """)
    assert drawn(model, rows, ascii_only=True) == picture("""
        1 2 | 3 4
        3 4 | 1 .
        ----+----
        2 1 | 4 3
        4 3 | 2 1
    """)


def test_columns_are_as_wide_as_the_widest_value():
    model = Model("cells", Board(2).fill(range(20)))
    assert drawn(model, {"cell": [[1, 12], [0, 3]]}) == " 1 12\n 0  3"


def test_regions_are_drawn_with_lines_around_them():
    model = Model("crowns", Board.from_map("AAB/ABB/A.C").place("crown"))
    assert drawn(model, {"crown": ["r1c3", "r3c1"]}) == picture("""
        .   . │ C
          ┌───┘
        . │ .   .
          ├───┬──
        C │ ○ │ .
    """)
    assert drawn(model, {"crown": []}, ascii_only=True) == picture("""
        .   . | .
          +---+
        . | .   .
          +---+--
        . | o | .
    """)


def test_lists_keys_and_single_variables_are_lines():
    model = Model(
        "lines",
        variable("x", range(9)),
        variable("y", ["red", "green"]),
        variables("q", 4, range(5)),
        variables("day", ["tea", "milk"], range(3)),
    )
    values = {"x": 3, "y": "red", "q[0]": 2, "q[1]": 4, "q[2]": 1, "day[milk]": 2}
    assert draw_values(model, values) == picture("""
        x = 3  y = red
        q = 2 4 1 ?
        day: tea ?, milk 2
    """)


def test_long_lines_are_broken_within_eighty_columns():
    model = Model(
        "long", variables("q", 100, range(9)), [variable(f"x{i}", range(9)) for i in range(40)]
    )
    lines = draw_values(model, {v.name: 7 for v in model.variables}).splitlines()
    assert max(map(len, lines)) <= 78
    assert " ".join(lines).split().count("7") == 140


def test_two_boards_are_distinguished_by_name():
    board = Board(1, 2)
    model = Model("two", board.place("queen"), board.place("rook"))
    assert drawn(model, {"queen": ["r1c1"], "rook": ["r1c2"]}) == "queen:\nQ .\nrook:\n. R"


def test_nothing_is_drawn_as_nothing():
    assert draw_values(Model("empty"), {}) == ""
    assert draw_values(queens(0), {}) == "(no squares)"


def test_one_group_is_drawn_alone():
    model = queens(2)
    assert draw_group(model["queen"], {"queen[r1c1]": 1}) == "Q ?\n? ?"


@pytest.mark.parametrize("ascii_only", [False, True])
def test_ascii_is_ascii(ascii_only):
    text = drawn(crowns(), {"crown": ["r1c3"]}, ascii_only=ascii_only)
    assert text.isascii() == ascii_only


# ---------------------------------------------------------------------------------- SVG


def svg(model, solution):
    return ElementTree.fromstring(draw_svg_values(model, model.assignment(solution)))


def test_an_svg_is_one_labelled_image_that_loads_nothing():
    model = queens(4).renamed('4 <"queens"> & more')
    text = draw_svg_values(model, model.assignment({"queen": ["r1c2", "r2c4"]}))
    image = ElementTree.fromstring(text)
    assert image.tag == f"{SVG}svg"
    assert image.get("role") == "img"
    assert image.get("aria-label") == '4 <"queens"> & more: queen on r1c2, r2c4'
    assert image.find(f"{SVG}title").text == image.get("aria-label")
    assert "href" not in text
    assert "url(" not in text
    assert text.count("http") == 1  # the namespace


def test_pieces_are_drawn_paths_on_their_squares():
    image = svg(queens(4), {"queen": ["r1c2", "r2c4"]})
    pieces = [p for p in image.iter(f"{SVG}path") if p.get("d") == PIECES["queen"]]
    assert [p.get("transform") for p in pieces] == ["translate(40 0)", "translate(120 40)"]
    assert not list(image.iter(f"{SVG}text"))


def test_an_unknown_piece_is_a_disc_with_its_letter():
    image = svg(Model("dragons", Board(2).place("dragon")), {"dragon": ["r2c1"]})
    (disc,) = image.iter(f"{SVG}circle")
    (text,) = image.iter(f"{SVG}text")
    assert (disc.get("cx"), disc.get("cy"), text.text) == ("20", "60", "D")


def test_a_filling_shows_its_values_and_its_boxes():
    model = sudoku("", box_rows=2, box_columns=2)
    image = svg(model, {"cell": [[1, 2, 3, 4], [3, 4, 1, None], [2, 1, 4, 3], [4, 3, 2, 1]]})
    assert "".join(t.text for t in image.iter(f"{SVG}text")) == "123434121434321"
    thick = [p for p in image.iter(f"{SVG}path") if p.get("stroke-width") == "2.5"]
    assert "M80 0v40" in thick[0].get("d")
    assert "M40 0v40" not in thick[0].get("d")


def test_regions_have_colours_and_holes_and_walls_their_own():
    model = Model("map", Board.from_map("AB/.#").place("crown"))
    image = svg(model, {"crown": []})
    fills = [r.get("fill") for r in image.iter(f"{SVG}rect")][1:]
    assert len(fills) == 3  # two regions and a wall; the hole is left out
    assert len(set(fills)) == 3


def test_an_empty_board_has_an_image_too():
    assert ElementTree.fromstring(draw_svg_values(queens(0), {})).get("role") == "img"
