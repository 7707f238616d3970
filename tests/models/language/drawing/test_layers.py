"""Pictures in layers: what each value adds to the empty picture, and takes from it."""

from __future__ import annotations

from itertools import chain

import pytest

from everyway.models import Model, load, variables
from everyway.models.language.drawing.clues import DrawnAlone, blocks
from everyway.models.language.drawing.layers import Layers, layers, layers_of, shapes_of
from everyway.models.language.drawing.svg_boards import tour_parts
from everyway.models.language.drawing.svg_style import Picture, text
from everyway.models.language.late_dataclasses import dataclass
from everyway.solvers import first
from everyway.views.pages.gallery import panels

DRAWN = (
    *("zebra", "golomb_ruler", "langford", "magic_hexagon", "graph_colouring", "orientations"),
    *("squared_rectangle", "snake_in_the_box"),
)


def together(found: Layers, values: dict[str, object]) -> set[str]:
    """The picture of `values`, put together from its layers."""
    looks = [found.looks[name][str(value)] for name, value in values.items()]
    words = {name: str(value) for name, value in values.items()}
    looks += [one for v, x, w, y, one in found.pairs if (words.get(v), words.get(w)) == (x, y)]
    gone = set(chain.from_iterable(taken for taken, *_ in looks))
    kept = (shape for place, shape in enumerate(found.empty) if place not in gone)
    return set(map(str, chain(kept, *(shapes for look in looks for _, shapes in look[1]))))


@pytest.mark.parametrize("name", DRAWN)
def test_layers_make_the_picture_that_show_draws(name):
    model = load(name)
    solution = first(model, solver="flatmap")
    assert solution is not None
    for sketch, groups in blocks(model):
        found = sketch and layers_of(sketch, groups)
        assert found is not None
        own = {v.name: solution.assignment[v.name] for group in groups for v in group.variables}
        for some in (own, dict([*own.items()][::2])):
            whole = shapes_of(sketch.apart().as_svg(groups, some).parts)
            assert together(found, some) == set(map(str, whole))


def test_a_tour_has_a_line_for_each_move_and_a_ring_on_each_square_that_none_leads_to():
    group = load("knights_tour").groups[0]
    found = layers(group.variables, lambda values: tour_parts(group, values))
    assert [shape[1]["r"] for shape in found.empty] == ["6"] * 12
    taken, ((first_of_all, (line,)), (there, (dot,))), *_ = found.looks["next[r1c1]"]["6"]
    assert (taken, line[1]["d"], dot[1]["r"]) == ([6], "M20 20L100 60", "4")
    assert (first_of_all, there) == (0, 6)
    assert found.looks["next[r1c1]"]["12"] == ([], [], -1, 0)  # it ends there


def test_values_stand_in_the_boxes_of_a_table_and_of_a_honeycomb():
    (table,), _ = panels(load("zebra"))
    _, ((_, (tint, word)),), box, slot = table["looks"][1]["3"]
    assert (tint[1]["class"], word[2], box, slot) == ("f-tint2 s-grid", "green", 2, 1)
    assert table["boxes"][2] == [26, 180, 50, 75, 5]  # turned: a line for each house
    assert table["cells"] == []  # no key has a place of its own
    (comb,), _ = panels(load("magic_hexagon"))
    assert comb["cells"][:2] == [[0, 0], [1, 1]]
    assert {box for _, _, box, _ in comb["looks"][4].values()} == {4}


@dataclass(frozen=True)
class Tally(DrawnAlone):
    """A sketch of the variables that have a value, by name or by number, in parts of parts."""

    by: str

    def as_svg(self, groups, values):
        found = [v.name for v in groups[0].variables if v.name in values]
        words = {"name": found, "number": [str(len(found))]}.get(self.by)
        if words is None:
            words = [str(values[v.name]) for v in groups[0].variables]  # none may be missing
        parts = chain(*(Picture(9, 9, (text(0, 0, word),)).at(1, 2) for word in words))
        return Picture(9, 9, tuple(parts))


@pytest.mark.parametrize(("by", "layered"), [("name", True), ("number", False), ("value", False)])
def test_a_sketch_of_ones_own_is_layered_where_a_value_always_looks_alike(by, layered):
    x = variables("x", ["<b>", "&"], range(2))
    model = Model("m", x, Tally("x", by))
    ((sketch, groups),) = blocks(model)
    found = layers_of(sketch, groups)
    assert (found is not None) is layered
    if found:
        ((_, (shape,)),) = found.looks["x[<b>]"]["1"][1]
        assert shape[:2] == ["g", {"transform": "translate(1 2)"}]
        assert shape[2][2] == "x[<b>]"
    assert [panel["kind"] for panel in panels(model)[0]] == ["sketch" if layered else "rows"]
    assert ("image/svg+xml" in model._repr_mimebundle_()) is (by != "value")


def test_a_shape_has_plain_names_and_the_classes_of_its_colours_alone():
    part = '<g xmlns="http://www.w3.org/2000/svg" xml:space="preserve" class="f-ink" fill="#000">'
    assert shapes_of([part, "a<i/>b", "</g>"]) == [
        ["g", {"class": "f-ink", "space": "preserve"}, "a", ["i", {}], "b"]
    ]


def test_nothing_is_drawn_value_by_value_where_there_are_too_many():
    drawn = [text(0, 0, str(number)) for number in range(20)]
    for wide in (variables("x", 1, range(61)), variables("y", 400, range(20))):
        assert layers(wide, lambda values: drawn) is None


def test_a_square_shows_a_value_as_a_board_does():
    (panel,), grounds = panels(load("pentominoes"))
    tint, (_, _, word) = panel["signs"]["U"]
    assert (tint[1]["class"], word[2]) == ("f-tint1", "U")
    assert len(grounds) == 1
