"""Links, fences and borders in pictures: as text, as SVG, on pages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from everyway.models import Board, Model, regions
from everyway.models.language.drawing.as_text import draw, draw_group, draw_values
from everyway.models.language.drawing.heat_maps import heat_map
from everyway.models.language.drawing.svg import draw_svg_values
from everyway.models.pictures import around, notes
from everyway.views.pages.gallery import panels

SQUARE_LINE = ["r1c1-r1c2", "r1c1-r2c1", "r1c2-r2c2", "r2c1-r2c2"]


def picture(model: Model, data: dict[str, Any], **how: bool) -> list[str]:
    """The lines of the solution that `data` gives."""
    return draw(model.solution(model.assignment(data)), **how).splitlines()


def test_a_line_goes_through_the_centres_of_squares() -> None:
    model = Model("line", Board(2, 3).links("line"))
    found = {"line": [*SQUARE_LINE, "r1c2-r1c3"]}
    assert picture(model, found) == ["┌─┬─╴", "│ │", "└─┘ ."]
    assert picture(model, found, ascii_only=True) == ["+-+--", "| |", "+-+ ."]


def test_a_line_leaves_a_torus_at_its_edges() -> None:
    model = Model("line", Board(3, wrap=True).links("line"))
    found = {"line": ["r1c1-r1c2", "r1c2-r1c3", "r1c1-r1c3"]}
    assert picture(model, found) == ["", "───────", "", " . . .", "", " . . ."]


def test_fences_stand_between_corners() -> None:
    board = Board(2, holes="r2c2")
    fence = board.fences("fence")
    model = Model("fence", fence, notes(fence, {board.square("r1c1"): 3}))
    found = {"fence": ["r1c1-top", "r1c1-left", "r1c1-r2c1"]}
    assert picture(model, found) == [
        "┏━━━╸   ·",
        "┃ 3",
        "┗━━━╸   ·",
        "      ○",
        "·   ·   ·",
    ]


def test_borders_divide_the_board_within_its_outline() -> None:
    model = Model("wall", Board(2, 3, holes="r1c3").borders("wall"))
    found = {"wall": ["r1c1-r1c2", "r1c1-r2c1", "r2c2-r2c3"]}
    assert picture(model, found) == [
        "┏━━━┳━━━┓",
        "┃   ┃   ┃",
        "┣━━━┛   ┣━━━┓",
        "┃       ┃   ┃",
        "┗━━━━━━━┻━━━┛",
    ]
    assert picture(model, found, ascii_only=True)[:3] == [
        "+---+---+",
        "|   |   |",
        "+---+   +---+",
    ]


def test_a_line_crosses_the_borders_of_regions() -> None:
    model = Model("country", Board.from_map("AB/AB").links("line"))
    assert picture(model, {"line": SQUARE_LINE}) == [
        "┌───┬───┐",
        "│ ┌─┼─┐ │",
        "│ │ │ │ │",
        "│ └─┼─┘ │",
        "└───┴───┘",
    ]


def test_the_one_group_on_the_same_board_is_drawn_in_the_same_picture() -> None:
    board = Board(2)
    cell, wall, line = board.fill(range(9, 13), "cell"), board.borders("wall"), board.links("line")
    found = {"cell": [[12, 9], [9, 9]], "wall": ["r1c1-r1c2", "r1c1-r2c1"]}
    assert picture(Model("both", cell, wall), found) == [
        "┏━━━━┳━━━━┓",
        "┃ 12 ┃  9 ┃",
        "┣━━━━┛    ┃",
        "┃  9    9 ┃",
        "┗━━━━━━━━━┛",
    ]
    three = Model("three", cell, wall, line)
    text = picture(three, found | {"line": ["r1c1-r1c2"]})
    assert text[0] == "cell and wall:"
    assert text[6:] == ["cell and line:", "12──9", "", " 9  9"]
    assert ">cell and wall</text>" in draw_svg_values(three, {})
    two = Model("two", cell, board.place("queen"), line)
    assert picture(two, {"cell": found["cell"], "queen": [], "line": []})[-4:] == [
        "line:",
        ". .",
        "",
        ". .",
    ]


def test_a_value_that_is_not_known_is_a_question() -> None:
    line = Board(1, 3).links("line")
    model = Model("line", line)
    assert draw_values(model, {"line[r1c1-r1c2]": 1}).splitlines() == ["╶─╴?."]
    assert draw_group(line, {"line[r1c1-r1c2]": 0, "line[r1c2-r1c3]": 2}) == ". .2."
    assert draw_values(Model("fence", Board(1).fences()), {}).splitlines() == [
        "· ? ·",
        "?   ?",
        "· ? ·",
    ]


def test_labels_stand_around_a_line() -> None:
    line = Board(2, 3).links("line")
    model = Model("labels", line, around(line, top="123", left=["", 12]))
    assert picture(model, {"line": SQUARE_LINE}) == [
        "     1 2 3",
        "   ┌───────┐",
        "   │ ┌─┐ . │",
        "   │ │ │   │",
        "12 │ └─┘ . │",
        "   └───────┘",
    ]


@pytest.mark.parametrize("size", [(0, 0), (0, 3), (1, 1)])
def test_boards_without_links_are_drawn(size: tuple[int, int]) -> None:
    for make in (Board.links, Board.borders, Board.fences):
        model = Model("none", make(Board(*size)))
        values = dict.fromkeys(model.by_name, 0)
        assert draw_values(model, values)
        assert "<svg" in draw_svg_values(model, values)


def strokes(svg: str, look: str) -> list[str]:
    """The strokes of lines in a colour, each as it begins and goes on."""
    paths = re.findall(rf'<path d="([^"]*)"[^>]*class="s-{look}"', svg)
    return [one for path in paths for one in re.findall(r"M[^M]*", path)]


def test_a_line_is_drawn_in_svg_and_what_is_open_is_dotted() -> None:
    line = Board(2).links("line")
    svg = draw_svg_values(Model("line", line), {"line[r1c1-r1c2]": 1, "line[r1c1-r2c1]": 0})
    assert strokes(svg, "found") == ["M20 20l20 0", "M60 20l-20 0"]
    assert len(strokes(svg, "soft")) == 4
    given = Model("given", line, line[0] == 1)
    assert strokes(draw_svg_values(given, {"line[r1c1-r1c2]": 1}), "found") == []


def test_a_fence_is_drawn_in_svg_without_the_outline_of_the_board() -> None:
    fence = Board(1).fences("fence")
    zero, one = (
        draw_svg_values(Model("fence", fence), dict.fromkeys([v.name for v in fence], value))
        for value in (0, 1)
    )
    assert strokes(zero, "ink") == strokes(zero, "found") == []
    assert sorted(strokes(one, "found")) == ["M0 0h40", "M0 0v40", "M0 40h40", "M40 0v40"]


def test_a_map_of_counts_is_drawn_on_the_lines() -> None:
    line = Board(1, 3).links("line")
    counts = {v.name: {1: number, 0: 8 - number} for v, number in zip(line, (8, 2), strict=True)}
    svg = heat_map(Model("line", line), "line", counts, 8).to_svg()
    assert "line[r1c1-r1c2]: 8 of 8" in svg
    assert 'stroke-opacity="0.25"' in svg


def test_pages_have_a_spot_for_each_line() -> None:
    board = Board(2)
    wall = board.borders("wall")
    found, grounds = panels(Model("wall", wall, regions(wall)))
    assert [panel["kind"] for panel in found] == ["sketch"]
    assert (found[0]["rows_and_columns"], found[0]["labelled"]) == ([2, 2], False)
    assert (found[0]["cells"][0], found[0]["boxes"][0]) == ([0, 0], [34, 14, 12, 12, 0])
    taken, ((_, (line,)),), *_ = found[0]["looks"][0]["1"]
    assert [found[0]["empty"][place][1]["d"] for place in taken] == [line[1]["d"]]
    assert line[1]["d"] == "M40 0v40M40 0v40"
    assert len(grounds) == 1
