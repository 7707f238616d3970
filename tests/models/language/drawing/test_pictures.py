"""Pictures: every puzzle has one, of the right kind, safe to embed, by day and by night."""

from __future__ import annotations

import json
import re
import warnings
from math import dist
from xml.etree import ElementTree

import pytest

from everyway.models import Board, Model, ModelError, variable, variables
from everyway.models.language.boards.grid import Square
from everyway.models.language.constraints import fixed_values
from everyway.models.language.drawing.as_text import draw_several
from everyway.models.language.drawing.clues import Cage, cages_of
from everyway.models.language.drawing.notebook import ZOOM, png_of, sans_serif_family
from everyway.models.language.drawing.svg import draw_svg, draw_svg_several, draw_svg_values
from everyway.models.language.drawing.svg_boards import cage_parts, tint_of
from everyway.models.language.drawing.svg_style import CHESS, COLOURS, PIECES, piece_of
from everyway.models.language.files.catalogue import load, puzzles
from everyway.models.queens import queens
from everyway.models.sudoku import CAGES, SUMS
from everyway.solvers import first, solve_all

from ....support.command_lines import everyway

SVG = "{http://www.w3.org/2000/svg}"
GALLERY = [found for found in puzzles() if found.where == "built in"]
SAFE = re.compile(r"href|url\(|@import|<script|http(?!://www\.w3\.org/2000/svg\")")


def image(text: str) -> ElementTree.Element:
    assert not SAFE.search(text)
    return ElementTree.fromstring(text)


def drawn(model, values):
    return image(draw_svg_values(model, values))


def texts(found):
    return [each.text for each in found.iter(f"{SVG}text")]


def fills(found, kind="rect"):
    return [each.get("class", "") for each in found.iter(f"{SVG}{kind}")]


@pytest.mark.parametrize("found", GALLERY, ids=lambda found: found.name)
def test_every_puzzle_has_a_picture_of_a_solution_and_of_what_is_given(found):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = found.model()
    solution = first(model, solver="cp-sat", time_limit=20.0)
    assert solution is not None
    whole = image(draw_svg(solution))
    assert whole.get("role") == "img"
    assert whole.get("aria-label").startswith(model.name)
    assert min(float(whole.get(side)) for side in ("width", "height")) > 20
    shapes = [s for kind in ("rect", "path", "circle", "text") for s in whole.iter(f"{SVG}{kind}")]
    assert len(shapes) > 2
    drawn(model, fixed_values(model.constraints))
    drawn(model, {})
    assert "1" in draw_several([solution]).splitlines()[0]


def test_what_is_no_value_is_drawn_too():
    board = Board(1, 2)
    model = Model("m", board.fill(["a", "b"]), board.place("dragon"), variables("q", 3, range(9)))
    odd = {"cell[r1c1]": [1], "cell[r1c2]": "z", "dragon[r1c1]": 7, "q[0]": {"x": 1}, "q[1]": 2.5}
    shown = texts(drawn(model, odd))
    assert {"[1]", "z", "7", "2.5", "?"} <= set(shown)


def test_huge_domains_and_long_lists_are_drawn():
    model = Model("m", variables("big", 2, range(10**30)), variables("q", 200, range(3)))
    values = {v.name: 10**29 if v.name.startswith("big") else 1 for v in model.variables}
    found = drawn(model, values)
    assert str(10**29) in texts(found)
    assert float(found.get("width")) < 1000


# --------------------------------------------------------------------------------- boards


def test_given_digits_are_bold_and_found_ones_in_another_colour():
    model = load("sudoku", givens="1......." + "." * 8, box_rows=2, box_columns=2)
    found = image(draw_svg(first(model)))
    digits = list(found.iter(f"{SVG}text"))
    given = [d for d in digits if d.get("font-weight") == "700"]
    assert [d.text for d in given] == ["1"]
    assert given[0].get("class") == "f-ink"
    assert {d.get("class") for d in digits if d not in given} == {"f-found"}


def test_without_givens_all_digits_are_alike():
    found = image(draw_svg(first(load("latin_square", n=3))))
    assert {d.get("class") for d in found.iter(f"{SVG}text")} == {"f-ink"}


def test_a_piece_that_is_given_stands_in_a_frame():
    model = queens(4)
    model += model["queen"].at("r1c2")
    found = image(draw_svg(first(model)))
    frames = [r for r in found.iter(f"{SVG}rect") if r.get("stroke-width") == "1.5"]
    assert [(r.get("x"), r.get("y")) for r in frames] == [("43", "3")]


def test_cages_have_a_dashed_line_and_their_sum():
    model = load("sudoku", box_rows=2, box_columns=2, cages=CAGES, sums=SUMS)
    assert [cage.text for cage in cages_of(model, model["cell"])] == ["9", "8", "3", "4", "9", "7"]
    found = drawn(model, {})
    dashed = [p for p in found.iter(f"{SVG}path") if p.get("stroke-dasharray") == "4 3"]
    assert len(dashed) == 6
    assert texts(found) == ["9", "8", "3", "4", "9", "7"]


def test_the_line_of_a_cage_runs_along_each_outer_side_of_each_of_its_squares():
    pair = Cage(frozenset({Square(1, 1), Square(1, 2)}), "3")
    line, _ = cage_parts(pair, dict.fromkeys(Board(1, 3).open, ""))
    (path,) = re.findall(r' d="([^"]*)"', line)
    # above, below and to the left of the first square; above, below and to the right of the second
    assert path == "M3 3H40M3 37H40M3 3V37" + "M40 3H77M40 37H77M77 3V37"


def test_the_line_of_a_cage_turns_around_its_inner_corner():
    corner = Cage(frozenset({Square(1, 1), Square(2, 1), Square(2, 2)}), "6")
    (line, number) = cage_parts(corner, dict.fromkeys(Board(2).open, ""))
    assert "M37 40v3h3" in line
    assert line.count("v3h3") == 1
    assert ">6<" in number


def test_the_cages_of_a_text_puzzle_are_drawn_as_those_of_the_gallery():
    text = load("docs/examples/killer.toml")
    gallery = load("sudoku", box_rows=2, box_columns=2, cages=CAGES, sums=SUMS)
    assert cages_of(text, text["cell"]) == cages_of(gallery, gallery["cell"])
    words = re.findall(r"<text[^>]*>(\d+)</text>", draw_svg(first(text)))
    assert words[:6] == ["9", "8", "3", "4", "9", "7"]


def test_a_cage_without_a_total_has_its_dashed_line_alone(tmp_path):
    path = tmp_path / "cage.toml"
    path.write_text('board = 2\nvalues = "1-4"\ncages = [{squares = "r1c1 r1c2"}]\n')
    text = load(str(path))
    assert cages_of(text, text["cell"]) == [Cage(frozenset({Square(1, 1), Square(1, 2)}), "")]
    assert "stroke-dasharray" in draw_svg(first(text))


def test_red_is_red():
    def is_red(name):
        return all(
            int(colour[1:3], 16) > 1.3 * max(int(colour[3:5], 16), int(colour[5:7], 16))
            for colour in COLOURS[name]
        )

    named = tint_of("red", 0)
    assert is_red(named)
    assert not is_red(tint_of("orange", 0))
    assert f'class="f-{named}' in draw_svg(first(load("map_colouring")))


def test_names_stand_clear_of_the_circles_of_a_map():
    found = first(load("map_colouring", map="south_america", colours=4))
    image = ElementTree.fromstring(draw_svg(found))
    circles = [[float(c.get(k)) for k in ("cx", "cy", "r")] for c in image.iter(f"{SVG}circle")]
    names = [t for t in image.iter(f"{SVG}text") if t.get("paint-order") == "stroke"]
    assert len(names) == len(circles) == 13
    for name in names:
        x, y, wide = float(name.get("x")), float(name.get("y")), 0.6 * 11 * len(name.text or "")
        left = x - {"start": 0, "middle": wide / 2, "end": wide}[name.get("text-anchor")]
        for cx, cy, radius in circles:
            near = min(max(cx, left), left + wide), min(max(cy, y - 8), y)
            assert dist(near, (cx, cy)) >= radius + 2.5


def test_several_wide_pictures_use_the_paper():
    model = load("golomb_ruler")
    sheet = ElementTree.fromstring(draw_svg_several(model, solve_all(model)))
    one = ElementTree.fromstring(draw_svg(first(model)))
    taken = 4 * float(one.get("width")) * float(one.get("height"))
    assert taken > 0.4 * float(sheet.get("width")) * float(sheet.get("height"))


def test_the_cages_of_a_map_are_its_regions():
    found = drawn(load("kenken"), {})
    assert not [p for p in found.iter(f"{SVG}path") if p.get("stroke-dasharray")]
    assert texts(found)[:2] == ["3÷", "8×"]


def test_sums_stand_in_walls_signs_between_squares_and_numbers_on_empty_ones():
    assert {"12", "8", "15", "17"} <= set(texts(drawn(load("kakuro"), {})))
    circles = [c for c in drawn(load("futoshiki"), {}).iter(f"{SVG}circle") if c.get("r") == "6"]
    assert len(circles) == 6
    assert len(texts(drawn(load("minesweeper"), {}))) == 9


def test_a_tiling_has_areas_each_labelled_once():
    model = Model("tiles", Board(2, 4).fill(["A", "B", "C"]))
    rows = {"cell": [["A", "A", "B", "B"], ["A", "C", "C", "B"]]}
    found = drawn(model, model.assignment(rows))
    assert sorted(texts(found)) == ["A", "B", "C"]
    tints = fills(found)[1:]
    assert [len({tints[i] for i in some}) for some in ([0, 1, 4], [2, 3, 7], [5, 6])] == [1, 1, 1]
    assert len(set(tints)) == 3


def test_dominoes_that_lie_side_by_side_are_apart():
    model = load("dominoes", rows=2, columns=4)
    found = drawn(model, model.assignment({"half": [list("><><"), list("><><")]}))
    tints = fills(found)[1:]
    assert tints[0] == tints[1] != tints[2]
    assert tints[0] != tints[4]
    assert texts(found) == []


def test_words_are_no_areas():
    model = Model("word", Board(1, 4).fill(list("abcd")))
    found = drawn(model, model.assignment({"cell": [list("abad")]}))
    assert texts(found) == list("abad")
    assert set(fills(found)) == {"f-paper"}


def test_white_and_black_pieces_keep_their_colours_by_night():
    model = Model("armies", Board(1, 3).fill([".", "W", "B"], "queen"))
    found = drawn(model, model.assignment({"queen": [["W", ".", "B"]]}))
    pieces = [p.get("class") for p in found.iter(f"{SVG}path") if p.get("d") == PIECES["queen"]]
    assert pieces == ["f-white s-black", "f-black s-white"]
    assert all(
        sum(int(shade[i : i + 2], 16) for i in (1, 3, 5)) > 600 for shade in COLOURS["white"]
    )


def test_only_chess_pieces_stand_on_a_chequered_board():
    assert {"f-fair", "f-deep"} <= set(fills(drawn(queens(2), {})))
    assert set(fills(drawn(Model("m", Board(2).place("mine")), {}))) == {"f-paper"}
    assert {"queen", "rook", "bishop", "knight", "king"} <= CHESS & PIECES.keys()
    assert [piece_of(name) for name in ("queen1", "white rook", "3")] == ["queen", "rook", "3"]


def test_a_tour_on_a_board_is_a_line():
    model = load("knights_tour", form="moves", rows=3, columns=4)
    solution = first(model, solver="cp-sat")
    assert solution is not None
    found = image(draw_svg(solution))
    lines = [p for p in found.iter(f"{SVG}path") if p.get("stroke-linecap") == "round"]
    assert [line.get("d").count("L") for line in lines] == [1] * 11
    assert [c.get("r") for c in found.iter(f"{SVG}circle")].count("6") == 1


def test_what_is_off_the_board_is_left_out_and_outlined():
    found = drawn(Model("m", Board(2, holes="r1c2").fill(range(9))), {})
    assert len(fills(found)) == 4
    edge = [p for p in found.iter(f"{SVG}path") if p.get("stroke-width") == "2.5"]
    assert "M40 0v40" in edge[0].get("d")


# ---------------------------------------------------------------------------------- lists


def test_numbers_in_a_row_are_bars_upwards_and_downwards():
    model = Model("m", variables("q", 3, range(-9, 9)))
    found = drawn(model, {"q[0]": 4, "q[1]": -2, "q[2]": 0})
    bars = [r for r in found.iter(f"{SVG}rect") if r.get("class") == "f-bar"]
    assert [float(r.get("height")) for r in bars] == [80, 40, 0]
    assert float(bars[1].get("y")) == float(bars[0].get("y")) + 80
    assert texts(found) == ["q", "4", "0", "-2", "1", "0", "2"]


def test_few_values_are_tinted_and_zero_is_not():
    model = Model("m", variables("q", 3, range(2)), variable("x", ["a<b", "c"]))
    found = drawn(model, {"q[0]": 0, "q[1]": 1, "q[2]": 1, "x": "a<b"})
    cells = fills(found)[1:]
    assert cells == ["f-paper s-grid", "f-tint1 s-grid", "f-tint1 s-grid", "f-paper s-grid"]
    assert texts(found)[-2:] == ["x", "a<b"]


def test_values_by_edges_are_a_graph_and_those_that_differ_differ_in_dashes():
    edges = variables("colour", ["0-1", "0-2", "1-2"], ["red", "blue"])
    found = drawn(
        Model("m", edges), {"colour[0-1]": "red", "colour[0-2]": "blue", "colour[1-2]": "red"}
    )
    dashes = [p.get("stroke-dasharray") for p in found.iter(f"{SVG}path")]
    assert dashes[0] == dashes[2] != dashes[1]
    assert sorted(texts(found)) == ["0", "1", "2", "blue", "colour", "red"]


def test_a_tour_on_a_list_is_arrows_around_a_circle():
    model = load("hamiltonian_cycles")
    solution = first(model)
    assert solution is not None
    found = image(draw_svg(solution))
    assert len(list(found.iter(f"{SVG}circle"))) == 8
    assert len([p for p in found.iter(f"{SVG}path") if p.get("d").endswith("Z")]) == 8


def test_several_groups_fill_a_picture_that_is_nearly_square():
    board = Board(3)
    model = Model("m", [board.fill(range(9), f"layer{i}") for i in range(4)])
    found = drawn(model, {})
    assert texts(found) == ["layer0", "layer1", "layer2", "layer3"]
    assert 0.5 < float(found.get("width")) / float(found.get("height")) < 2


# -------------------------------------------------------------------------------- colours


def contrast(one: str, other: str) -> float:
    """The ratio of luminances as WCAG defines it."""

    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (
            p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("night", [False, True])
@pytest.mark.parametrize("ground", ["paper", "fair", "deep", *(f"tint{i}" for i in range(8))])
def test_ink_can_be_read_on_every_ground(ground, night):
    assert contrast(COLOURS["ink"][night], COLOURS[ground][night]) > 4.5


@pytest.mark.parametrize("night", [False, True])
@pytest.mark.parametrize("colour", ["found", "soft"])
def test_what_is_written_on_paper_can_be_read(colour, night):
    assert contrast(COLOURS[colour][night], COLOURS["paper"][night]) > 4.5


def test_a_style_sheet_turns_the_colours_over_by_night():
    text = draw_svg_values(queens(2), {})
    assert "@media (prefers-color-scheme:dark){" in text
    assert f".everyway .f-paper{{fill:{COLOURS['paper'][1]}}}" in text


# -------------------------------------------------------------------------------- several


def test_several_solutions_are_small_and_numbered():
    model = queens(6)
    found = image(draw_svg_several(model, solve_all(model)[:], start=3))
    assert texts(found) == ["3", "4", "5", "6"]
    assert found.get("aria-label") == "6 queens: solutions 3 to 6"
    assert draw_svg_several(model, []).count("no solution") == 2


def test_several_solutions_as_text_stand_side_by_side():
    model = queens(6)
    text = draw_several(solve_all(model))
    assert text.splitlines()[0].split() == ["1", "2", "3", "4"]
    assert len(text.splitlines()) == 7
    wide = draw_several([*solve_all(queens(7))])
    assert max(map(len, wide.splitlines())) <= 78
    assert draw_several([]) == ""


def test_show_count_draws_so_many_from_index_on():
    result = everyway("show", "queens", "n=6", "--count", "2", "--index", "2")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0].split() == ["2", "3"]
    assert result.stdout.count("Q") == 12


def test_show_count_says_that_there_are_no_more():
    result = everyway("show", "queens", "n=6", "--count", "9", "--index", "3")
    assert result.stdout.splitlines()[0].split() == ["3", "4"]
    assert result.stderr.startswith("4 solutions, complete")
    found = json.loads(everyway("show", "queens", "n=6", "-c", "9", "--json").stdout)
    assert len(found["solutions"]) == 4


def test_show_svg_without_a_file_is_on_standard_output(tmp_path):
    result = everyway("show", "queens", "n=4", "--svg")
    assert image(result.stdout).get("role") == "img"
    path = tmp_path / "several.svg"
    assert everyway("show", "queens", "n=6", "-c", "4", "--svg", str(path)).exit_code == 0
    assert texts(image(path.read_text(encoding="utf-8"))) == ["1", "2", "3", "4"]


# ------------------------------------------------------------------------------------ PNG


def test_a_png_is_a_png(tmp_path):
    pytest.importorskip("resvg_py")
    assert png_of(draw_svg(first(queens(4)))).startswith(b"\x89PNG")
    path = tmp_path / "queens.png"
    assert everyway("show", "queens", "n=4", "--png", str(path)).exit_code == 0
    assert path.read_bytes().startswith(b"\x89PNG")


def test_a_png_shows_the_texts_of_its_picture():
    resvg = pytest.importorskip("resvg_py")
    try:
        sans_serif_family()
    except ModelError as error:
        pytest.skip(str(error))
    svg = draw_svg(first(load("magic_square", n=3)))
    silent = re.sub(r"<text.*?</text>", "", svg)
    assert png_of(svg) != png_of(silent) == bytes(resvg.svg_to_bytes(svg_string=silent, zoom=ZOOM))


def test_without_a_font_it_is_said_what_to_install(monkeypatch):
    pytest.importorskip("resvg_py")
    without = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"/>'
    monkeypatch.setattr("everyway.models.language.drawing.notebook._PROBE", without)
    sans_serif_family.cache_clear()
    try:
        with pytest.raises(ModelError, match="install one, such as DejaVu Sans"):
            png_of(draw_svg(first(load("magic_square", n=3))))
        assert png_of(draw_svg(first(queens(4)))).startswith(b"\x89PNG")  # it has no text
    finally:
        sans_serif_family.cache_clear()


def test_without_resvg_it_is_said_what_to_install(monkeypatch):
    def absent(name, package=None):
        raise ImportError(name)

    monkeypatch.setattr("everyway.models.language.drawing.notebook.import_module", absent)
    with pytest.raises(ModelError, match="pip install resvg-py"):
        png_of(draw_svg(first(queens(4))))
    result = everyway("show", "queens", "n=4", "--png", "-")
    assert (result.exit_code, "pip install resvg-py" in result.stderr) == (2, True)


def test_two_forms_of_output_are_refused():
    result = everyway("show", "queens", "--svg", "a.svg", "--png", "b.png")
    assert (result.exit_code, "two forms" in result.stderr) == (2, True)
