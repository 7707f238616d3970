"""Marks of clues in pictures: at corners and sides, circles, arrows, and values with looks."""

from __future__ import annotations

from textwrap import dedent
from typing import Any
from xml.etree import ElementTree

import pytest

from everyway.models import Board, Model, ModelError, regions
from everyway.models.language.drawing.as_text import draw_values
from everyway.models.language.drawing.svg import draw_svg_values
from everyway.models.language.drawing.svg_style import COLOURS, PIECES
from everyway.models.language.files.catalogue import find, load
from everyway.models.pictures import around, looks, notes, symbols

SVG = "{http://www.w3.org/2000/svg}"


def text(found: str) -> str:
    return dedent(found).strip("\n")


def drawn(model: Model, values: dict[str, Any]) -> ElementTree.Element:
    return ElementTree.fromstring(draw_svg_values(model, values))


def circles(model: Model, values: dict[str, Any]) -> list[tuple[str, str, str]]:
    """The centre and the look of each circle."""
    found = []
    for box in rounded(model, values):
        x, y, width = (float(box.get(name, 0)) for name in ("x", "y", "width"))
        assert width == float(box.get("height", 0)) == 2 * float(box.get("rx", 0))
        found.append((f"{x + width / 2:g}", f"{y + width / 2:g}", box.get("class", "")))
    return found


def rounded(model: Model, values: dict[str, Any]) -> list[ElementTree.Element]:
    found = drawn(model, values).iter(f"{SVG}rect")
    return [box for box in found if float(box.get("rx", 0))]


def words(model: Model, values: dict[str, Any]) -> list[tuple[str | None, float, float]]:
    """Each text, and where it stands."""
    found = drawn(model, values).iter(f"{SVG}text")
    return [(t.text, float(t.get("x", 0)), float(t.get("y", 0))) for t in found]


def thick_lines(model: Model, values: dict[str, Any]) -> str:
    """The lines between zones and around the board."""
    found = drawn(model, values).iter(f"{SVG}path")
    return "".join(p.get("d", "") for p in found if p.get("stroke-width") == "2.5")


def zero(model: Model, **values: Any) -> dict[str, Any]:
    """All variables 0 but those that are given."""
    return {v.name: 0 for v in model.variables} | values


WHITE, BLACK = "f-white s-black", "f-black s-white"


def test_numbers_stand_at_corners_on_the_edge_too() -> None:
    model = load("creek", clues="0../.2./..1")
    shaded = zero(model, **{"shaded[r1c2]": 1, "shaded[r2c2]": 1})
    assert draw_values(model, shaded) == text("""
        0
         . S
          2
         . S
            1
    """)
    assert circles(model, shaded) == [("0", "0", WHITE), ("40", "40", WHITE), ("80", "80", WHITE)]
    assert [word for word, *_ in words(model, shaded)] == ["0", "2", "1"]


def test_dots_stand_between_two_squares() -> None:
    cell = Board(2).fill(range(1, 30), "cell")
    dots = notes(cell, symbols({(1, 1.5): "w", (1.5, 2): "b", (2, 1.5): "."}))
    model = Model("dots", cell, dots, around(cell, top="56"))
    values = model.assignment({"cell": [[1, 2], [3, 14]]})
    assert draw_values(model, values) == text("""
           5  6
        ┌───────┐
        │  1○ 2 │
        │     ● │
        │  3 14 │
        └───────┘
    """)
    assert "│  1o 2 │".replace("│", "|") in draw_values(model, values, ascii_only=True)
    assert circles(model, values) == [("40", "20", WHITE), ("60", "40", BLACK)]


def test_the_columns_of_a_board_stay_below_each_other_whatever_stands_between() -> None:
    cell = Board(2).fill(range(10), "cell")
    model = Model("wide", cell, notes(cell, {(1, 1.5): "abc", (1.5, 1): "xy"}))
    assert draw_values(model, zero(model)).splitlines() == ["  0abc  0", " xy", "  0     0"]
    assert {"abc", "xy"} <= {word for word, *_ in words(model, zero(model))}
    labels = around(cell, top="12")
    assert draw_values(model + labels, zero(model)).splitlines()[0] == "    1     2"


def test_the_name_of_a_piece_is_a_text_between_squares() -> None:
    cell = Board(1, 2).fill(range(2), "cell")
    model = Model("m", cell, notes(cell, {(1, 1.5): "tree"}))
    assert [word for word, *_ in words(model, zero(model))] == ["0", "0", "tree"]


def test_dots_lie_on_the_sides_of_borders_and_in_squares_alike() -> None:
    wall = Board(1, 3, holes="r1c3").borders("wall")
    model = Model("galaxies", wall, notes(wall, symbols({(1, 1.5): "w", (1, 2): "b"})))
    assert draw_values(model, zero(model)) == text("""
        ┏━━━━━━━┓
        ┃   ○ ● ┃
        ┗━━━━━━━┛
    """)
    sizes = [box.get("rx") for box in rounded(model, {})]
    assert len(sizes) == 2
    assert len(set(sizes)) == 1


@pytest.mark.parametrize(
    "place",
    [
        (1.25, 1),
        (1, 1.75),
        (0.25, 1),
        (3, 1),
        (1, 0),
        (0, 0.5),
        (1, 2, 3),
        "r1c1",
        ("a", "b"),
        (float("nan"), 1),
    ],
)
def test_a_note_that_can_stand_nowhere_is_refused(place: Any) -> None:
    with pytest.raises(ModelError, match="no note can stand at"):
        notes(Board(2).place("queen"), {place: "x"})


def test_a_whole_place_is_a_square() -> None:
    queen = Board(2).place("queen")
    model = Model("m", queen, notes(queen, {(1.0, 2): "x"}))
    assert draw_values(model, zero(model)) == ". x\n. ."


def test_circles_and_squares_hold_what_follows_them() -> None:
    line = Board(2).links("line")
    model = Model("m", line, notes(line, {(1, 1): "○4", (1, 2): "●12", (2, 1): "□", (2, 2): "■"}))
    assert circles(model, zero(model)) == [("20", "20", WHITE), ("60", "20", BLACK)]
    assert [(word, x) for word, x, _ in words(model, zero(model))] == [("4", 20), ("12", 60)]
    boxes = [b.get("class") for b in drawn(model, zero(model)).iter(f"{SVG}rect")]
    assert boxes[-2:] == [WHITE, BLACK]
    assert draw_values(model, zero(model), ascii_only=True).splitlines() == [
        " o4 *12",
        "",
        "  _   #",
    ]


def test_a_clue_on_a_shaded_square_can_be_read() -> None:
    shaded = Board(1, 3).place("shaded")
    model = Model("m", shaded, notes(shaded, {(1, 1): "●", (1, 2): 3}))
    values = {"shaded[r1c1]": 1, "shaded[r1c2]": 1, "shaded[r1c3]": 1}
    assert draw_values(model, values) == "S● S3  S"
    assert circles(model, values) == [("20", "20", BLACK)]
    # By night it is grey, and not the white of what is written.
    assert "f-shade" in {path.get("class") for path in drawn(model, values).iter(f"{SVG}path")}
    bright = [int(COLOURS[name][1][1:3], 16) for name in ("paper", "shade", "ink")]
    assert bright[0] + 60 < bright[1] < bright[2] - 60


def test_numbers_after_arrows_stand_at_their_sides() -> None:
    wall = Board(1).borders("wall")
    model = Model("m", wall, notes(wall, symbols({(1, 1): "^2v3<14>5"})))
    places = {word: (x - 20, y - 20) for word, x, y in words(model, {})}
    assert places["2"][1] < 0 < places["3"][1] > abs(places["3"][0])
    assert places["14"][0] < 0 < places["5"][0]
    assert draw_values(model, {}).splitlines()[1] == "┃ ↑2↓3←14→5 ┃"


def test_an_arrow_after_a_number_or_alone_stays_beside_it() -> None:
    line = Board(1, 2).links("line")
    model = Model("m", line, notes(line, symbols({(1, 1): "2<", (1, 2): ">"})))
    assert [word for word, *_ in words(model, zero(model))] == ["2←", "→"]


def test_values_are_drawn_as_they_look() -> None:
    cell = Board(1, 3).fill(range(4), "cell")
    model = Model("m", cell, looks(cell, {0: "■", 1: ".", 2: "●x"}))
    values = model.assignment({"cell": [[0, 1, 2]]})
    assert draw_values(model, values) == "■ . x"
    assert [word for word, *_ in words(model, values)] == ["x"]
    assert circles(model, values) == [("100", "20", BLACK)]
    assert [b.get("class") for b in drawn(model, values).iter(f"{SVG}rect")].count(BLACK) == 2


def test_diagonals_and_triangles_are_drawn_from_corner_to_corner() -> None:
    cell = Board(1, 4).fill(["/", "\\", "◤", "."], "cell")
    model = Model("m", cell)
    values = model.assignment({"cell": [["/", "/", "◤", "."]]})
    found = [p.get("d") for p in drawn(model, values).iter(f"{SVG}path") if p.get("transform")]
    assert found == [PIECES["/"], PIECES["/"], PIECES["◤"]]
    assert words(model, values) == []
    cell = Board(1, 4).fill(["/", "\\"], "cell")
    svg = draw_svg_values(Model("m", cell), dict.fromkeys((v.name for v in cell), "/"))
    assert "tint" not in svg.partition("</style>")[2]
    assert draw_values(model, values, ascii_only=True) == "/ / F ."


def test_a_clue_is_seen_in_the_area_that_it_belongs_to() -> None:
    cell = Board(1, 4).fill(range(1, 5), "cell")
    model = Model("m", cell, regions(cell, sizes=cell), cell["r1c3"] == 3)
    values = model.assignment({"cell": [[3, 3, 3, 1]]})
    assert [(word, x) for word, x, _ in words(model, values)] == [("3", 20), ("3", 100), ("1", 140)]
    assert "M120 0v40" in thick_lines(model, values)
    assert "M40 0v40" not in thick_lines(model, values)


def test_numbers_divide_a_board_where_they_are_the_sizes_of_its_regions() -> None:
    cell = Board(1, 4).fill(range(1, 5), "cell")
    values = {v.name: number for v, number in zip(cell, (1, 2, 2, 1), strict=True)}
    model = Model("m", cell, regions(cell, sizes=cell))
    assert "M40 0v40" in thick_lines(model, values)
    assert "M80 0v40" not in thick_lines(model, values)
    assert "M40 0v40" not in thick_lines(Model("m", cell), values)
    assert "M40 0v40" not in thick_lines(model, {"cell[r1c1]": 1})
    wall = cell.board.borders("wall")
    ones = dict.fromkeys(values, 1)
    apart = Model("m", cell, wall, regions(wall, sizes=cell))
    assert [word for word, *_ in words(apart, ones)] == ["1"] * 4


def test_the_rooms_of_a_map_stay_in_the_picture() -> None:
    model = load("lits", regions="AAAABBBB")
    values = model.assignment({"piece": [list("IIIIIIII")]})
    assert "M160 0v40" in thick_lines(model, values)
    assert [word for word, *_ in words(model, values)] == ["I"] * 8


def test_what_users_write_is_escaped() -> None:
    cell = Board(1, 2).fill(range(2), "cell")
    nasty = '<b a="&">'
    model = Model("m", cell, notes(cell, {(1, 1.5): "○" + nasty}), looks(cell, {1: nasty}))
    found = words(model, {"cell[r1c1]": 1, "cell[r1c2]": 0})
    assert [word for word, *_ in found] == [nasty, "0", nasty]
    long = Model("m", cell, notes(cell, {(1, 1.5): "○" * 5000}))
    assert words(long, {})[0][0] == "○" * 4999
    with pytest.raises(ModelError, match="the text of a picture"):
        looks(cell, {0: "\x1b[2J"})


@pytest.mark.parametrize(
    ("puzzle", "marks"),
    [
        ("creek", "01234"),
        ("slant", "01234"),
        ("kropki", "wb"),
        ("spiral_galaxies", "wb"),
        ("masyu", "wb"),
        ("balance_loop", "wb"),
        ("snake", "wb"),
        ("statue_park", "wb"),
        ("yin_yang", "wb"),
        ("nurimisaki", "?2345"),
        ("sashigane", "o"),
    ],
)
def test_the_picture_of_an_unsolved_puzzle_has_all_its_circles(puzzle: str, marks: str) -> None:
    model = load(puzzle)
    given = "".join(str(one.default) for one in find(puzzle).parameters)
    assert len(circles(model, {})) == sum(map(given.count, marks)) > 0


def test_a_piece_is_drawn_within_its_square() -> None:
    tent = Board(1, 2).place("tent")
    model = Model("m", tent, notes(tent, {(1, 2): "tree"}))
    (tree,) = (p for p in drawn(model, {}).iter(f"{SVG}path") if p.get("transform"))
    assert (tree.get("d"), tree.get("transform")) == (PIECES["tree"], "translate(40 0)")
