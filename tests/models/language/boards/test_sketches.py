"""Sketches: what a model says about its picture beside its variables and rules."""

from __future__ import annotations

from math import dist
from textwrap import dedent
from xml.etree import ElementTree

import pytest

from everyway.models import Board, Model, ModelError, from_data, rule, to_data, variables
from everyway.models.language.boards.graphs_by_name import GRAPHS, graph, places_of
from everyway.models.language.drawing.as_text import draw, draw_values
from everyway.models.language.drawing.clues import blocks
from everyway.models.language.drawing.svg import draw_svg, draw_svg_several, draw_svg_values
from everyway.models.language.drawing.svg_style import PIECES
from everyway.models.language.files.catalogue import load
from everyway.models.pictures import (
    around,
    at_places,
    columns,
    helpers,
    honeycomb,
    notes,
    on_graph,
    rectangles,
    ruler,
)
from everyway.solvers import first, solutions

SVG = "{http://www.w3.org/2000/svg}"


def drawn(model, values):
    return ElementTree.fromstring(draw_svg_values(model, values))


def texts(found):
    return [each.text for each in found.iter(f"{SVG}text")]


def picture(text):
    return dedent(text).strip("\n")


def given(group, values):
    return {v.name: value for v, value in zip(group.variables, values, strict=True)}


# ---------------------------------------------------------------------------------- models


def test_a_sketch_is_an_item_of_a_model_and_stays_with_its_copies():
    cell = Board(2).fill(range(3))
    sketch = around(cell, top="12")
    model = Model("m", cell, [sketch])
    assert model.sketches == (sketch,)
    changed = (model + rule("one", cell["r1c1"] == 1)).renamed("n").without("one")
    assert changed.sketches == (sketch,)
    assert (Model("m", cell) + sketch).sketches == (sketch,)
    assert from_data(to_data(model)).sketches == ()


def test_a_rule_cannot_hold_a_sketch():
    cell = Board(2).fill(range(3))
    with pytest.raises(ModelError, match="not a constraint"):
        rule("r", around(cell, top="12"))


def test_what_is_not_declared_is_drawn_without_its_sketch():
    label, line = variables("label", 2, range(9)), variables("line", ["0-1"], range(9))
    model = Model("m", label, line, on_graph(graph("path_2"), label, lines=line))
    assert [sketch is None for sketch, _ in blocks(model)] == [False]
    alone = model.projected(["label"])
    assert [sketch for sketch, _ in blocks(alone)] == [None]
    assert texts(drawn(alone, {"label[0]": 1, "label[1]": 2}))[0] == "label"


def test_groups_of_one_sketch_are_drawn_once_wherever_they_stand():
    a, other, b = (variables(name, 2, range(9)) for name in "axb")
    model = Model("m", a, other, b, at_places([a, b]))
    found = [(bool(sketch), [g.name for g in groups]) for sketch, groups in blocks(model)]
    assert found == [(True, ["a", "b"]), (False, ["x"])]


# ---------------------------------------------------------------------------------- around


def labelled_board():
    cell = Board(2, 3).fill(range(10))
    labels = around(cell, top=["1 2", 13, "."], left=["a", ""], right=[[], (4, 5)], bottom="x.z")
    return Model("m", cell, labels), {v.name: 7 for v in cell.variables}


def test_labels_stand_around_the_text_of_a_board():
    model, values = labelled_board()
    assert draw_values(model, values) == "\n".join(
        [
            "     1",
            "     2 13",
            "  ┌──────────┐",
            "a │  7  7  7 │",
            "  │  7  7  7 │ 4 5",
            "  └──────────┘",
            "     x     z",
        ]
    )
    plain = draw_values(model, values, ascii_only=True)
    assert plain.isascii()
    assert plain.splitlines()[2] == "  +----------+"


def test_labels_stand_around_the_picture_of_a_board():
    model, values = labelled_board()
    found = drawn(model, values)
    assert sorted(texts(found)) == sorted(["1", "2", "13", "a", "x", "z", "4 5", *"777777"])
    anchors = {each.text: each.get("text-anchor") for each in found.iter(f"{SVG}text")}
    assert (anchors["a"], anchors["4 5"], anchors["13"]) == ("end", "start", "middle")
    for each in found.iter(f"{SVG}text"):
        assert 0 < float(each.get("x")) < float(found.get("width"))
        assert 0 < float(each.get("y")) < float(found.get("height"))


def test_labels_leave_room_for_regions():
    board = Board.from_map("AB/AB")
    cell = board.fill(range(2))
    model = Model("m", cell, around(cell, top="12", bottom="34"))
    assert draw_values(model, {v.name: 0 for v in cell.variables}) == "\n".join(
        ["  1   2", "┌───────┐", "│ 0 │ 0 │", "│ 0 │ 0 │", "└───────┘", "  3   4"]
    )


def test_clues_of_skyscrapers_and_nonograms_are_seen():
    assert draw(first(load("skyscrapers"))).splitlines()[0].split() == ["3", "1"]
    shown = draw(first(load("nonogram")))
    assert "1 2 │ . B . B B . │" in shown
    found = texts(ElementTree.fromstring(draw_svg(first(load("nonogram")))))
    assert found == [*"143641", "1", "2", "4", "6", "1 2", "1 2"]
    empty = load("nonogram", rows="0 / 1", columns="1 / 0")
    assert texts(drawn(empty, {})) == ["1", "0", "0", "1"]
    tall = load("skyscrapers", n=11, top="..........b", left="", right="")
    assert texts(drawn(tall, {})) == ["11"]


def test_clues_on_the_board_are_in_its_text_too():
    assert r"\17   5   4   8 16\ ".strip() in draw(first(load("kakuro")))
    assert draw(first(load("futoshiki"))).splitlines()[:2] == ["1 4 2<3", "∧     ∧"]
    plain = draw(first(load("futoshiki")), ascii_only=True)
    assert plain.splitlines()[1] == "^     ^"
    assert draw(first(load("minesweeper"))).splitlines()[1] == "4 M 5 M 3"


# ---------------------------------------------------------------------------------- graphs


def circles(found):
    return [c for c in found.iter(f"{SVG}circle") if float(c.get("r")) != 9]


def lines(found):
    return [p for p in found.iter(f"{SVG}path") if "s-grid" in p.get("class")]


@pytest.mark.parametrize("pattern", [name for name, (_, lay) in GRAPHS.items() if lay])
def test_every_layout_has_places_for_all_vertices_and_none_twice(pattern):
    for number in (3, 4, 5):
        drawn_graph = graph(pattern.replace("#", str(number)).replace("GP_3_3", "GP_5_2"))
        places = places_of(drawn_graph)
        if pattern == "cube_Q#" and number > 4:
            assert places == ()
            continue
        assert len(places) == drawn_graph.size
        apart = [dist(a, b) for i, a in enumerate(places) for b in places[:i]]
        assert min(apart, default=1) > 0.4


def test_a_colouring_is_a_graph_with_the_colours_in_its_vertices():
    found = drawn(load("graph_colouring"), {f"colour[{i}]": 1 + i % 3 for i in range(10)})
    shown = circles(found)
    assert len(shown) == 10
    assert len({c.get("class") for c in shown}) == 3
    assert len(lines(found)) == 15
    values = [t.text for t in found.iter(f"{SVG}text") if "f-ink" in t.get("class")]
    assert values == [str(1 + i % 3) for i in range(10)]


def test_chosen_vertices_are_filled():
    model = load("independent_sets", graph="cycle_4")
    found = drawn(model, {f"guest[{i}]": i % 2 for i in range(4)})
    assert ["f-ink" in c.get("class") for c in circles(found)] == [False, True, False, True]
    assert texts(found) == ["0", "1", "2", "3"]


@pytest.mark.parametrize("form", ["partners", "edges"])
def test_couples_are_thick_lines_in_both_forms(form):
    found = ElementTree.fromstring(draw_svg(first(load("matchings", form=form))))
    thick = [p for p in found.iter(f"{SVG}path") if float(p.get("stroke-width")) >= 3]
    assert len(thick) == 5
    assert len(lines(found)) == 10


@pytest.mark.parametrize("form", ["successors", "order"])
@pytest.mark.parametrize(("name", "heads"), [("hamiltonian_cycles", 8), ("hamiltonian_paths", 8)])
def test_a_way_is_arrows_along_edges(name, heads, form):
    found = ElementTree.fromstring(draw_svg(first(load(name, form=form), solver="cp-sat")))
    assert len([p for p in found.iter(f"{SVG}path") if p.get("d").endswith("Z")]) == heads


def test_numbers_of_edges_are_written_at_them_each_in_its_own_place():
    model = load("graceful_labelling", graph="complete_4", form="differences")
    found = ElementTree.fromstring(draw_svg(first(model, solver="cp-sat")))
    written = [t for t in found.iter(f"{SVG}text") if "f-found" in t.get("class")]
    assert sorted(t.text for t in written) == list("123456")
    assert len({(t.get("x"), t.get("y")) for t in written}) == 6


def test_an_edge_that_would_cross_a_vertex_is_bent():
    found = drawn(load("graph_colouring", graph="torus_3_3"), {})
    assert len([p for p in lines(found) if "Q" in p.get("d")]) == 6
    star = drawn(load("magic_star"), {})
    assert not [p for p in lines(star) if "Q" in p.get("d")]


def test_a_graph_without_values_has_question_marks_and_stays_within_its_picture():
    found = drawn(load("map_colouring", map="usa", colours=4), {})
    assert texts(found).count("?") == 49
    for circle in circles(found):
        for way, side in (("cx", "width"), ("cy", "height")):
            assert 0 < float(circle.get(way)) < float(found.get(side))
    assert drawn(load("graph_colouring", graph="path_1"), {}).get("role") == "img"


def test_points_lie_on_the_lines_of_a_star():
    found = drawn(load("magic_star", n=5), {})
    assert len(lines(found)) == 5
    assert len(circles(found)) == 10


# ---------------------------------------------------------------------- areas and columns


def test_squares_are_areas_with_their_sides():
    model = load("squared_rectangle")
    values = {"x": [0, 3, 3, 4], "y": [0, 0, 2, 2]}
    assert draw_values(model, model.assignment(values)) == picture("""
        0 0 0 │ 2 │ 3
              ├───┴──
        0 0 0 │ 1   1
        0 0 0 │ 1   1
    """)
    found = drawn(model, model.assignment(values))
    assert texts(found) == ["3", "2", "1", "1"]
    areas = [r for r in found.iter(f"{SVG}rect") if "tint" in r.get("class")]
    assert [r.get("width") for r in areas] == ["120", "80", "40", "40"]
    assert [r.get("y") for r in areas] == ["0", "40", "0", "0"]
    assert len({r.get("class") for r in areas}) == 4


def test_a_wide_rectangle_is_reported_in_lines_and_one_without_places_is_empty():
    x, y = variables("x", 1, range(90)), variables("y", 1, range(90))
    model = Model("m", x, y, rectangles(x, y, [(3, 2)], (90, 90)))
    assert draw_values(model, {"x[0]": 4, "y[0]": 5}) == "x = 4\ny = 5"
    assert texts(drawn(model, {"x[0]": 4, "y[0]": 5})) == ["3×2"]
    assert texts(drawn(model, {})) == []


def test_keys_stand_in_the_columns_that_are_their_values():
    pet = variables("pet", ["dog", "zebra", "red fox"], range(1, 4))
    model = Model("m", pet, columns("house", range(1, 4), pet))
    values = {"pet[dog]": 2, "pet[zebra]": 2, "pet[red fox]": 1}
    assert draw_values(model, values) == picture("""
        house  1        2           3
        pet    red fox  dog, zebra  ?
    """)
    shown = ["house", "1", "2", "3", "pet", "red", "fox", "dog,", "zebra", "?"]
    assert texts(drawn(model, values)) == shown


def test_several_small_pictures_of_sketches_are_drawn():
    model = load("zebra")
    solution = first(model)
    found = ElementTree.fromstring(draw_svg_several(model, [solution, solution]))
    assert texts(found).count("zebra") == 2
    assert draw(solution).splitlines()[0].split() == ["house", *"12345"]


# -------------------------------------------------------------------- rows, notes, choices


def test_a_row_shows_where_the_two_of_each_number_stand():
    model = load("langford", n=3)
    values = {"first[1]": 2, "first[2]": 0, "first[3]": 1}
    assert draw_values(model, values) == "2 3 1 2 1 3"
    found = drawn(model, values)
    assert sorted(texts(found)) == list("112233")
    assert len([p for p in found.iter(f"{SVG}path") if "a" in p.get("d")]) == 3
    assert draw_values(model, {"first[1]": 5}) == ". . . . . 1"
    assert texts(drawn(model, {})) == []
    triple = load("langford", n=2, copies=3)
    found = drawn(triple, {"first[1]": 0, "first[2]": 1})
    assert sorted(texts(found)) == list("111222")[:5]
    assert len([p for p in found.iter(f"{SVG}path") if "a" in p.get("d")]) == 3
    assert draw(first(load("skolem", n=2, hooked=True))) in ("1 1 2 . 2", "2 . 2 1 1")


def test_notes_stand_on_walls_empty_squares_and_filled_ones():
    board = Board(1, 4, walls="r1c1")
    shaded, gem = board.place("shaded"), board.place("gem")
    texts_of = dict(zip(board.grid[0], "abcd", strict=True))
    values = {"shaded[r1c2]": 1, "shaded[r1c3]": 0, "shaded[r1c4]": 0}
    model = Model("m", shaded, notes(shaded, texts_of))
    assert draw_values(model, values) == " a Sb  c  d"
    written = drawn(model, values).iter(f"{SVG}text")
    assert [(t.text, t.get("class")) for t in written] == [
        ("a", "f-wallink"),
        ("b", "f-paper"),
        ("c", "f-ink"),
        ("d", "f-ink"),
    ]
    model = Model("m", gem, notes(gem, texts_of))
    assert texts(drawn(model, {"gem[r1c2]": 1})) == ["G", "a", "c", "d"]


def test_of_many_choices_those_that_are_made_are_shown():
    found = ElementTree.fromstring(draw_svg(first(load("steiner_triples"), solver="cp-sat")))
    assert len(texts(found)) == 8
    assert all(len(text.split("-")) == 3 for text in texts(found)[1:])
    many = variables("q", 30, range(2))
    assert texts(drawn(Model("m", many), given(many, [0] * 30))) == ["q", "(none)"]
    assert texts(drawn(Model("m", many), {})).count("?") == 30


def test_one_way_streets_are_arrows_and_closed_ones_dotted():
    model = load("orientations", graph="path_4", closures=True)
    found = drawn(
        model,
        model.assignment(
            {
                "street": dict(
                    zip([(0, 1), (1, 2), (2, 3)], ["forward", "closed", "backward"], strict=True)
                )
            }
        ),
    )
    assert len([p for p in found.iter(f"{SVG}path") if p.get("d").endswith("Z")]) == 2
    assert [p.get("stroke-dasharray") for p in lines(found)] == ["1 5"]


def test_a_graph_without_edges_is_drawn_though_no_variable_is_left():
    assert texts(drawn(load("spanning_trees", graph="complete_1"), {})) == ["0"]


def test_classes_of_cars_are_names_in_cells_and_not_amounts():
    model = load("car_sequencing", plan="1/2\n2 1\n2 0\n0 0\n0 0")
    values = {"car[1]": 0, "car[2]": 1, "car[3]": 0}
    found = drawn(model, values)
    assert sorted(texts(found)) == sorted(["1", "2", "3", "4", "0", "1", "0", "?", "1/2"])
    dots = [float(dot.get("cx")) for dot in found.iter(f"{SVG}circle")]
    left, right = dots  # cars 1 and 3 have the option
    assert right - left == 2 * 34
    tints = [box.get("class") for box in found.iter(f"{SVG}rect")][1:]
    assert tints[0] == tints[2] != tints[1]
    assert draw_values(model, values) == "car = 0 1 0 ?"


def test_lands_are_drawn_by_their_corners_and_colours():
    model = load("map_colouring")
    found = drawn(model, {"colour[WA]": "red", "colour[T]": "blue"})
    lands = [one for one in found.iter(f"{SVG}path") if one.get("d").endswith("Z")]
    assert [land.get("class").split()[0] for land in lands] == [
        *("f-tintred", "f-paper", "f-paper", "f-paper", "f-paper", "f-tint0", "f-paper")
    ]
    assert not list(found.iter(f"{SVG}circle"))
    assert texts(found)[:4] == ["WA", "red", "NT", "?"]


def test_neighbours_on_the_map_share_corners():
    model = load("map_colouring")
    (sketch,) = model.sketches
    touching = {
        (a, b)
        for a, one in zip(sketch.names, sketch.shapes, strict=True)
        for b, other in zip(sketch.names, sketch.shapes, strict=True)
        if a < b and {*one} & {*other}
    }
    pairs = [(one.left.name, one.right.name) for one in model.constraints]
    assert touching == {tuple(sorted(name[7:-1] for name in pair)) for pair in pairs}


def test_people_of_one_group_are_joined_around_the_table():
    model = load("set_partitions", n=5)
    found = drawn(model, given(model.groups[0], [0, 1, 0, 0, 1]))
    assert len(list(found.iter(f"{SVG}path"))) == 3 + 2  # a triangle; there and back again
    tints = [one.get("class").split()[0] for one in found.iter(f"{SVG}circle")]
    assert tints == [f"f-tint{n}" for n in (0, 1, 0, 0, 1)]
    assert not list(drawn(model, {}).iter(f"{SVG}path"))


def test_squares_that_look_like_nothing_are_drawn_as_areas():
    model = load("dissections", rows=2, columns=2)
    found = drawn(model, given(model.groups[0], ["1x1.1", "1x1.2", "1x1.3", "1x1.4"]))
    assert texts(found) == []
    fields = [box.get("class") for box in found.iter(f"{SVG}rect")][1:]
    assert len(set(fields)) == 4
    assert "1x1.1 1x1.2\n1x1.3 1x1.4" in map(draw, solutions(model))


def test_a_box_is_drawn_in_layers_of_cubes():
    model = load("soma")
    found = drawn(model, first(model).assignment)
    tops = [(float(t.get("x")), float(t.get("y"))) for t in found.iter(f"{SVG}text")]
    assert len(tops) == len(set(tops)) == 12
    assert sorted(texts(found)) == sorted("TAP" * 4)
    lower = drawn(model, {"cell[r1c5]": "P"})  # the first square of the second layer
    (height,) = (float(t.get("y")) for t in lower.iter(f"{SVG}text") if t.text == "P")
    assert height > sorted(y for _, y in tops)[5]


def test_the_square_of_a_tent_is_no_list_in_its_picture():
    assert texts(drawn(load("tents"), first(load("tents")).assignment)) == []


def test_a_press_is_a_button():
    found = drawn(load("lights_out", n=1), {"press[r1c1]": 1})
    pieces = [p.get("d") for p in found.iter(f"{SVG}path") if p.get("transform")]
    assert (pieces, texts(found)) == ([PIECES["press"]], [])


def test_a_hole_in_which_a_piece_is_noted_is_a_square_like_others():
    tent = Board(1, 2, holes="r1c1").place("tent")
    model = Model("m", tent, notes(tent, {tent.board.grid[0][0]: "tree"}))
    found = drawn(model, {"tent[r1c2]": 1})
    pieces = [p.get("d") for p in found.iter(f"{SVG}path") if p.get("transform")]
    assert pieces == [PIECES["tent"], PIECES["tree"]]
    assert len(list(found.iter(f"{SVG}rect"))) == 3
    assert draw_values(model, {"tent[r1c2]": 1}) == "○ T"


# ----------------------------------------------------------- honeycombs, rulers, and helpers


def test_a_honeycomb_is_drawn_with_its_rows_half_a_cell_apart():
    board = Board(2, holes="r1c1")
    cell = board.fill(range(10, 20), "cell")
    model = Model("m", cell, honeycomb(cell))
    values = given(cell, [10, 11, 12])
    assert draw_values(model, values).splitlines() == ["  10", "11  12"]
    image = drawn(model, values)
    assert texts(image) == ["10", "11", "12"]
    middles = [float(each.get("x", 0)) for each in image.iter(f"{SVG}text")]
    assert middles[0] == sum(middles[1:]) / 2  # the upper cell stands over the gap of the lower
    assert not list(image.iter(f"{SVG}rect"))[1:]  # one is the paper: there is no square


@pytest.mark.parametrize("notched", [False, True])
def test_a_ruler_shows_its_marks_where_they_are(notched):
    mark = variables("mark", 5 if notched else 3, range(2) if notched else range(5))
    model = Model("m", mark, ruler(mark, 4, notched=notched))
    values = given(mark, [1, 1, 0, 0, 1] if notched else [0, 1, 4])
    assert draw_values(model, values) == "0 1 . . 4"
    image = drawn(model, values)
    assert texts(image)[-3:] == ["0", "1", "4"]
    places = [float(each.get("x", 0)) for each in image.iter(f"{SVG}text")][-3:]
    assert places[2] - places[1] == 3 * (places[1] - places[0])


@pytest.mark.parametrize(
    ("name", "hidden", "titled"),
    [
        ("nurikabe", "size", "shaded"),
        ("pentominoes", "place", "cell"),
        ("soma", "place", "cell"),
        ("knights_tour", "start", "next"),
    ],
)
def test_what_only_helps_to_say_a_rule_stays_out_of_the_pictures(name, hidden, titled):
    solution = first(load(name))
    assert hidden in solution.to_json()
    words = draw(solution)
    assert hidden not in words
    assert f"{titled}:" not in words
    image = ElementTree.fromstring(draw_svg(solution))
    assert not {hidden, titled} & set(texts(image))
    assert hidden not in image.get("aria-label", "")


def test_helpers_that_a_model_no_longer_has_are_no_matter():
    x, y = variables("x", 2, range(2)), variables("y", 2, range(2))
    model = Model("m", x, y, helpers(y))
    assert draw_values(model, given(x, [0, 1]) | given(y, [1, 1])) == "x = 0 1"
    assert draw_values(model.projected(["x"]), given(x, [0, 1])) == "x = 0 1"


def test_a_group_declared_after_a_helper_is_drawn():
    x, y = variables("x", 2, range(2)), variables("y", 2, range(2))
    model = Model("m", y, x, helpers(y))
    assert draw_values(model, given(x, [0, 1]) | given(y, [1, 1])) == "x = 0 1"
