"""Sets of solutions as pictures: small diagrams, and heat maps."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from everyway.models import Board, Model, boolean, integer, load, total, variable, variables
from everyway.models.language.errors import UnknownName
from everyway.solvers import SolutionDiagram, solution_set, solve_all
from everyway.solvers.diagram import solution_diagram
from tests.support.command_lines import everyway

SVG = "{http://www.w3.org/2000/svg}"


def read(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing)


def texts(drawing: str) -> list[str]:
    return [one.text or "" for one in read(drawing).iter(f"{SVG}text")]


def titles(drawing: str) -> list[str]:
    return [one.text or "" for one in read(drawing).iter(f"{SVG}title")]


def arcs(found: SolutionDiagram) -> int:
    """The number of pairs of nodes that some value leads between."""
    return sum(
        len(
            {
                (n, c)
                for n in range(one.nodes)
                for c in one.children[one.starts[n] : one.starts[n + 1]]
            }
        )
        for one in found.diagram.levels
    )


@pytest.mark.parametrize(
    ("name", "parameters"),
    [("queens", {"n": 5}), ("dominoes", {"rows": 3, "columns": 4}), ("queens", {"n": 4})],
)
def test_every_node_arc_and_level_of_a_diagram_is_drawn(name: str, parameters: dict[str, int]):
    found = solution_set(load(name, **parameters))
    drawing, diagram = found.to_svg(), found.diagram
    boxes = [one for one in read(drawing).iter(f"{SVG}rect") if one.get("rx")]
    curves = [one for one in read(drawing).iter(f"{SVG}path") if "C" in one.get("d", "")]
    assert (len(boxes), len(curves)) == (diagram.nodes + 1, arcs(found))
    written = Counter(texts(drawing))
    assert all(written[level] == 1 for level in diagram.names)
    numbers = Counter(str(number) for counts in diagram.counts for number in counts)
    values = Counter(map(str, (v for domain in diagram.domains for v in domain)))
    assert all(written[number] >= numbers[number] for number in numbers.keys() - values.keys())


def test_values_of_an_arc_are_written_short_and_named_in_full():
    n, c = integer("n", -2, 9), variable("c", ["red", "green", "blue", "<violet>"])
    drawing = solution_set(Model("<b>&", n, c, n != 3)).to_svg()
    assert "-2…2, 4…9" in texts(drawing)
    assert "red, green, …" in [one.replace("  ", " ") for one in texts(drawing)]
    assert "red, green, blue, <violet>" in titles(drawing)
    assert "<violet>" not in drawing
    assert titles(drawing)[0] == "<b>&: 44 solutions"


def test_sets_of_nothing_and_of_one_are_drawn():
    x = boolean("x")
    assert "no solution" in texts(solution_set(Model("none", x, x > 1)).to_svg())
    assert texts(solution_set(Model("empty")).to_svg()) == ["1"]
    assert texts(solution_set(Model("one", x, x == 1)).to_svg()) == ["x", "1", "1", "1"]
    many = solution_set(Model("many", variables("x", 100, range(2))))
    assert "≥ 10^30" in texts(many.to_svg())


def test_a_large_diagram_is_refused_with_its_size():
    found = solution_set(load("queens", n=8))
    with pytest.raises(ValueError, match=r"287 nodes and 378 edges; .* at most 150 and 500"):
        found.to_svg()
    wide = solution_set(Model("wide", variables("x", 9, range(100))))
    with pytest.raises(ValueError, match="9 nodes and 900 edges"):
        wide.to_svg()
    for one in (found, wide):
        assert "image/svg+xml" not in one._repr_mimebundle_()
    small = solution_set(load("queens", n=4))
    assert small._repr_mimebundle_()["image/svg+xml"] == small.to_svg()
    assert small._repr_mimebundle_()["text/plain"] == "<2 solutions of '4 queens': 7 nodes>"


def test_a_notebook_shows_a_set_by_its_number_a_map_and_some_at_random(monkeypatch):
    found = solution_set(load("queens", n=8))
    shown = found._repr_mimebundle_()
    assert shown["text/html"].startswith("<p>92 solutions of &#x27;8 queens&#x27;: 287 nodes; at")
    assert shown["text/html"].endswith(found.heat("queen").to_svg())
    assert shown["text/html"].count("<svg") == 2
    assert shown == found._repr_mimebundle_()
    for few in (load("queens", n=3), load("queens", n=4)):
        assert "at random" not in str(solution_set(few)._repr_mimebundle_())
    monkeypatch.setattr(solution_diagram, "MOST_MAPPED", 286)
    assert found._repr_mimebundle_()["text/html"].count("<svg") == 1
    numbers = solution_set(Model("<b>", variables("<i>", 2, range(3))))
    assert "<b>" not in numbers._repr_mimebundle_()["text/html"]
    assert "<i>" not in numbers._repr_mimebundle_()["text/html"]


def test_a_heat_map_of_a_board_has_every_square():
    found = solution_set(load("queens", n=6))
    heat = found.heat("queen")
    assert str(heat).split() == [
        str(sum(one[f"queen[r{r}c{c}]"] for one in found)) for r in range(1, 7) for c in range(1, 7)
    ]
    assert texts(heat.to_svg()) == str(heat).split()
    assert titles(heat.to_svg())[2] == "r1c2: 1 of 4"
    assert heat._repr_mimebundle_() == {"text/plain": str(heat), "image/svg+xml": heat.to_svg()}
    assert str(solve_all(load("queens", n=6)).heat("queen")) == str(heat)


def test_a_heat_map_leaves_holes_out_and_writes_large_numbers_as_shares():
    board = Board(2, 3, holes=["r1c1"])
    pawn = board.place("pawn")
    far = variables("far", 40, range(2))
    heat = solution_set(Model("hole", pawn, far, pawn.total == 1)).heat("pawn")
    assert heat.rows()[0][0] == ""
    assert texts(heat.to_svg()) == ["20 %"] * 5
    assert titles(heat.to_svg())[1] == "r1c2: 1 099 511 627 776 of 5 497 558 138 880"


def test_a_heat_map_of_other_groups_has_a_row_a_variable():
    colour, x = variables("<i>", 2, ["red", "blue"]), integer("x", -1, 2)
    found = solution_set(Model("few", colour, x, colour[0] != colour[1], x != 0))
    assert found.heat("<i>").rows() == [
        ["", "red", "blue"],
        ["<i>[0]", "3", "3"],
        ["<i>[1]", "3", "3"],
    ]
    assert found.heat("x").rows() == [["", "-1", "1", "2"], ["x", "2", "2", "2"]]
    assert found.heat("<i>[1]").rows()[1] == ["<i>[1]", "3", "3"]
    assert "<i>" not in found.heat("<i>").to_svg()
    assert (found - found).heat("x").rows() == [[""], ["x"]]
    read((found - found).heat("x").to_svg())
    with pytest.raises(UnknownName, match="no group or variable 'y'"):
        found.heat("y")
    long = solution_set(Model("long", variables("x", 60, range(50)))).heat("x")
    with pytest.raises(ValueError, match="3 000 cells"):
        long.to_svg()
    assert "image/svg+xml" not in long._repr_mimebundle_()


def test_the_command_draws_and_saves(tmp_path: Path):
    file, saved = tmp_path / "one.svg", tmp_path / "some.set"
    assert everyway("set", "queens", "n=5", "--svg", str(file), "-o", str(saved)).exit_code == 0
    assert read(file.read_text()).get("aria-label") == "5 queens: 10 solutions"
    shown = everyway("set", "queens", "n=5", "--read", str(saved), "--heat", "queen", "--svg")
    assert titles(shown.stdout)[1] == "r1c1: 2 of 10"
    drawn = everyway(
        "set", "queens", "n=5", "--read", str(saved), "--from", "9", "-n", "5", "--svg"
    )
    assert "solutions 9 to 10" in titles(drawn.stdout)[0]
    assert everyway("set", "queens", "n=5", "--read", str(saved)).stdout.endswith("10 solutions\n")
    total_of = everyway("set", "queens", "n=5", "--read", str(saved), "--json").stdout
    assert '"count": 10' in total_of


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["n=8", "--svg"], "at most 150 and 500"),
        (["n=4", "--svg", "--json"], "ask for two things"),
        (["n=4", "-o", "-"], "is no file"),
        (["n=4", "-o", "none/some.set"], "there is no folder none"),
        (["n=4", "--read", "none"], "none cannot be read: No such file"),
        (["n=4", "--read", "some", "--nodes", "9"], "builds nothing"),
    ],
)
def test_the_command_refuses_pictures_and_files_in_words(words: list[str], said: str):
    found = everyway("set", "queens", *words)
    assert found.exit_code == 2
    assert said in found.stderr


def test_the_command_refuses_the_set_of_another_puzzle_and_parts(tmp_path: Path):
    file, board = tmp_path / "some.set", load("queens", n=5)
    found = solution_set(board)
    found.save(file)
    refused = everyway("set", "queens", "n=6", "--read", str(file))
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "another model" in refused.stderr
    found.least(total(board["queen"].variables[:3]))[1].save(file)
    refused = everyway("set", "queens", "n=5", "--read", str(file))
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "a part of the solutions" in refused.stderr


def test_numbers_past_what_a_float_holds_are_written_exactly():
    shown = everyway("set", "dominoes", "rows=13", "columns=12").stdout
    number = solution_set(load("dominoes", rows=13, columns=12)).count()
    assert f"{number:,}".replace(",", " ") in shown
    assert number != int(float(number))
