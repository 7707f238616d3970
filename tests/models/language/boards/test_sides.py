"""Links, fences and borders of boards, and the constraints over graphs that know their edges."""

from __future__ import annotations

from typing import Any

import pytest

from everyway.formats.writing.as_python import text
from everyway.models import (
    Board,
    Model,
    ModelError,
    Rule,
    connected,
    forest,
    integer,
    loop,
    path,
    regions,
    same,
    symmetries,
    tree,
    variables,
)
from everyway.models.boards import Borders, Fences, Links
from everyway.solvers import count, solutions


def found(group: object, *rules: object) -> int:
    return count(Model("sides", group, *rules))


# Holes in the middle and at a side, and a wall at a corner.
ODD = Board(3, 4, holes="r2c2", walls="r3c4")


def test_a_link_joins_every_two_squares_that_share_a_side() -> None:
    line = Board(2, 3).links("line")
    assert [v.name for v in line][:3] == ["line[r1c1-r1c2]", "line[r1c1-r2c1]", "line[r1c2-r1c3]"]
    assert len(line) == 7
    assert line["r1c2", "r1c1"] is line[(1, 1), (1, 2)] is line["r1c1-r1c2"] is line[0]
    assert line.at("r1c2") == (line["r1c1-r1c2"], line["r1c2-r1c3"], line["r1c2-r2c2"])
    assert line.get(("r1c1", "r2c2"), 0) == line.get(("r1c1", "r1c0"), 0) == 0


def test_a_line_keeps_off_holes_and_walls_and_goes_around_a_torus() -> None:
    assert {str(s) for pair in ODD.links().pairs for s in pair}.isdisjoint({"r2c2", "r3c4"})
    around = Board(3, wrap=True).links()
    assert len(around) == 18
    assert around["r1c1", "r1c3"] in around.at("r1c3")


def test_a_fence_stands_on_every_side_of_a_square() -> None:
    fence = Board(2).fences()
    assert list(fence.keys) == [
        *("r1c1-top", "r1c1-left", "r1c2-top", "r1c1-r1c2", "r1c2-right", "r1c1-r2c1"),
        *("r2c1-left", "r1c2-r2c2", "r2c1-r2c2", "r2c2-right", "r2c1-bottom", "r2c2-bottom"),
    ]
    assert fence.around("r1c1") == tuple(
        fence[key] for key in ("r1c1-top", "r1c1-r1c2", "r1c1-r2c1", "r1c1-left")
    )
    assert fence["r1c2", "left"] is fence["r1c1", "right"] is fence["r1c2", "r1c1"]
    assert len(fence.corner(1, 1)) == 4
    assert set(fence.corner(0, 2)) == {fence["r1c2-top"], fence["r1c2-right"]}


def test_a_fence_stands_at_holes_and_walls_and_around_a_torus() -> None:
    fence = ODD.fences()
    assert fence["r2c1", "right"].name == "fence[r2c1-right]"
    assert fence.get(("r2c2", "left")) is None
    assert len(fence) == 31 - 2
    assert len(Board(3, wrap=True).fences()) == 18
    assert Board(3, wrap=True).fences()["r1c1", "top"].name == "fence[r1c1-r3c1]"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Board(2).links()["r1c1", "r2c2"], "line has no variable"),
        (lambda: Board(2).links()["r1c1"], "write two squares"),
        (lambda: Board(2).links()["r1c1", "top"], "'top' is not a square"),
        (lambda: ODD.links().at("r2c2"), "r2c2 is a hole"),
        (lambda: ODD.fences().around("r3c4"), "r3c4 is a wall"),
        (lambda: Board(2).fences().corner(3, 0), r"they are \(0, 0\) to \(2, 2\)"),
        (lambda: Board(2, 5, wrap=True).links(), "at least 3 of both"),
        (lambda: Board(5, 2, wrap=True).fences(), "at least 3 of both"),
        (lambda: loop(Board(2).borders()), r"loop\(board.links\('line'\)\)"),
        (lambda: forest(Board(2).place("queen")), "needs the edges of a graph"),
        (lambda: connected([1, 0]), r"connected\(chosen, edges\)"),
        (lambda: connected([1, 0], [(0, 1)], touching=True), "give the board"),
        (lambda: connected(Board(2).place(), links=Board(3).links()), "the same board"),
        (lambda: connected(Board(2).place(), links=Board(2).borders()), "not wall"),
        (lambda: connected(Board(2).place().within("r3c1")), "r3c1 is not on a board"),
        (lambda: connected(ODD.place().within("r2c2")), "not among the piece squares"),
        (lambda: regions(Board(2).links()), r"regions\(same, edges\)"),
        (lambda: regions(Board(2).borders(), sizes=Board(3).place()), "on another board"),
        (lambda: regions(Board(2).borders(), sizes=[1, 2]), "2 terms and 4 vertices"),
        (lambda: path(Board(2).links(), "r1c1", "r3c3"), "r3c3 is not on a board"),
        (lambda: path([1], [(0, 1)], 0), "needs the edges of a graph"),
    ],
)
def test_what_does_not_fit_is_refused(call: object, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        call()  # type: ignore[operator]


def test_the_counts_are_those_of_literature() -> None:
    """OEIS A140517, A007764, A007341, and the counts of two programs written apart."""
    shaded, line = Board(3).place("shaded"), Board(3).links("line")
    assert found(shaded, connected(shaded.empty)) == 219
    assert found(line, path(line, "r1c1", "r3c3")) == 12
    assert found(line, tree(line, spanning=True)) == 192
    fence, few, wall = Board(2).fences(), Board(2).links(), Board(2).borders()
    assert found(fence, loop(fence)) == 13
    assert found(few, forest(few)) == 15
    assert found(wall, regions(wall)) == 12


def test_empty_squares_are_those_without_a_piece_and_a_border_is_1_between_regions() -> None:
    shaded, wall = Board(1, 3).place("shaded"), Board(1, 3).borders("wall")
    assert found(shaded, connected(shaded), shaded["r1c2"] == 1) == 4
    assert found(shaded, connected(shaded.empty), shaded["r1c2"] == 1) == 3
    assert [s["wall"] for s in solutions(Model("w", wall, regions(wall, sizes=[1, 2, 2])))] == [
        ("r1c1-r1c2",)
    ]


def test_squares_hang_together_on_a_part_of_the_board() -> None:
    board = Board.from_map("AAB/ABB")
    shaded = board.place("shaded")
    rule = connected(shaded.within(board.regions[0]))
    assert rule.label == "the shaded squares of region A hang together"
    # Of r1c1, r1c2 and r2c1 the last two do not touch.
    assert found(shaded, rule) == 7 * 8
    assert found(shaded, connected(shaded.empty.within("r1c1 r1c3"))) == 48
    three = [shaded[square] == 1 for square in board.open]
    assert found(shaded, connected(three, board)) == found(shaded, connected(shaded))


def test_corners_join_where_they_are_to() -> None:
    shaded = Board(2).place("shaded")
    assert found(shaded, connected(shaded)) == 14
    assert found(shaded, connected(shaded, touching=True)) == 16
    assert found(shaded, connected(list(shaded), shaded.board, touching=True)) == 16


def test_squares_hang_together_around_a_torus() -> None:
    ends = Board(1, 4, wrap=True).place("shaded")
    assert found(ends, connected(ends)) == 14
    assert found(Board(1, 4).place(), *[]) == 16


def test_bridges_join_islands() -> None:
    board = Board(1, 3)
    island, line = board.place("island"), board.links("line")
    rule = connected(island, links=line)
    assert rule.label == "the island squares hang together over line"
    model = Model("bridges", island, line, rule)
    # None or one square with any links; two beside each other over theirs; all over both.
    assert count(model) == 4 * 4 + 2 * 2 + 1
    part = connected(island.within("r1c1 r1c2"), links=line)
    assert count(Model("part", island, line, part)) == 2 * 2 * (3 * 2 + 1)


def test_a_square_is_passed_straight_on_or_in_a_turn() -> None:
    line = Board(3).links("line")
    # Around all, the two upper cells, or three cells with both of these.
    assert found(line, loop(line), line.straight("r1c2") == 1) == 4
    for solution in [*solutions(Model("loop", line, loop(line)))][::4]:
        for square in line.board.open:
            chosen = [key for key in solution["line"] if str(square) in key.split("-")]
            rows = {part[:2] for key in chosen for part in key.split("-")}
            columns = {part[2:] for key in chosen for part in key.split("-")}
            straight = bool(chosen) and (len(rows) == 1 or len(columns) == 1)
            wanted = [bool(chosen), straight, bool(chosen) and not straight]
            fixed = [link == int(link.name[5:-1] in chosen) for link in line]
            terms = (line.passes(square), line.straight(square), line.turns(square))
            held = [term == int(value) for term, value in zip(terms, wanted, strict=True)]
            assert count(Model("one", line, fixed, held)) == 1


def test_ends_of_paths_may_be_variables() -> None:
    line, end = Board(2).links("line"), integer("end", 0, 3)
    assert found([line, end], path(line, "r1c1", end)) == 7
    fence = Board(1).fences()
    assert found(fence, path(fence, (0, 0), (1, 1))) == 2


def test_a_filling_divides_the_board_by_its_values() -> None:
    cell = Board(2).fill(range(1, 5), "cell")
    assert found(cell, regions(cell, sizes=cell)) == found(cell, regions(cell.same(), sizes=cell))
    # All four in one region, or one square beside three.
    assert found(cell, regions(cell, sizes=cell)) == 5


def test_regions_have_sizes_and_roots() -> None:
    board = Board(2)
    wall, root = board.borders("wall"), board.place("root")
    assert found(wall, regions(wall)) == 12
    assert found(wall, regions(wall, sizes=[2, 2, 2, 2])) == 2
    assert found(wall, regions(wall, roots=["r1c1", "r2c2"])) == 4
    assert found(wall, regions(wall, roots=[0, 3])) == 4
    both = Model("roots", wall, root, regions(wall, roots=root))
    assert both.rules[0].label == "the wall divides the board into regions, each with one root"
    assert count(Model("roots", wall, root, regions(wall, roots=root), root.total == 1)) == 4


def test_rules_say_what_they_are_in_words() -> None:
    board = Board(2)
    shaded, line, fence = board.place("shaded"), board.links("line"), board.fences("fence")
    cell = board.fill(range(1, 3), "cell")
    assert [
        rule.label
        for rule in (
            connected(shaded),
            connected(shaded.empty),
            connected(shaded, touching=True),
            loop(line),
            loop(fence),
            path(line, "r1c1", "r2c2"),
            forest(line),
            tree(line),
            tree(fence, spanning=True),
            regions(cell, sizes=cell),
        )
    ] == [
        "the shaded squares hang together",
        "the squares that are not shaded hang together",
        "the shaded squares hang together, also over corners",
        "the line is one loop",
        "the fence is one loop",
        "the line is one path from r1c1 to r2c2",
        "the line has no loop",
        "the line is one tree",
        "the fence is one tree through every corner",
        "the values of cell divide the board into regions, each as large as cell",
    ]


def test_a_board_of_one_square_has_fences_alone() -> None:
    board = Board(1)
    assert (len(board.links()), len(board.borders()), len(board.fences())) == (0, 0, 4)
    kinds = (board.links(), board.borders(), board.fences())
    assert [type(one) for one in kinds] == [Links, Borders, Fences]
    assert found(kinds[2], loop(kinds[2])) == 1


def test_moves_of_the_board_move_what_stands_on_its_sides() -> None:
    for make in (Board.links, Board.fences, Board.borders):
        group = make(Board(3), "side")
        rule = regions(group) if isinstance(group, Borders) else loop(group)
        assert symmetries(Model("sides", group, rule)).order == 8
        oblong = make(Board(2, 3), "side")
        rule = regions(oblong) if isinstance(oblong, Borders) else loop(oblong)
        assert symmetries(Model("sides", oblong, rule)).order == 4
    around = Board(3, wrap=True)
    line, fence = around.links("line"), around.fences("fence")
    assert symmetries(Model("both", line, fence, loop(line), loop(fence))).order == 72
    # What a link is, 0 or 1, is not exchanged, and a list of them is not reversed.
    free = symmetries(Model("free", Board(1, 3).links("line")))
    assert free.describe() == "2 symmetries, from mirror left-right"
    wall = Board(3, holes="r1c2").borders("wall")
    assert symmetries(Model("wall", wall, regions(wall))).order == 2


def test_solutions_that_differ_by_a_move_are_one() -> None:
    """The 13 loops of 3 × 3 points: one, two, three or four cells, straight or in a corner."""
    line = Board(3).links("line")
    model = Model("line", line, loop(line))
    group = symmetries(model)
    assert len({group.least(solution) for solution in solutions(model)}) == 4


def test_a_group_is_moved_together_with_what_stands_on_the_squares() -> None:
    board = Board(3)
    line, shaded = board.links("line"), board.place("shaded")
    corner = Model("corner", line, shaded, shaded["r1c1"] == line["r1c1", "r1c2"])
    assert symmetries(corner, ["squares"]).order == 1
    middle = Model("middle", line, shaded, shaded["r2c2"] == line["r2c2", "r1c2"])
    assert symmetries(middle, ["squares"]).describe() == "2 symmetries, from mirror left-right"


def test_programs_declare_lines_and_their_rules_as_people_do() -> None:
    board = Board.from_map("AAB/A.B")
    line, fence, wall = board.links("line"), board.fences("fence"), board.borders("wall")
    shaded, cell = board.place("shaded"), board.fill(range(1, 4), "cell")
    rules = {
        "loop(line)": loop(line),
        "forest(fence)": forest(fence),
        "tree(fence, spanning=True)": tree(fence, spanning=True),
        'path(line, "r1c1", "r2c3")': path(line, "r1c1", "r2c3"),
        "path(fence, (0, 0), (2, 3))": path(fence, (0, 0), (2, 3)),
        "connected(shaded.empty, touching=True)": connected(shaded.empty, touching=True),
        "connected(shaded, links=line)": connected(shaded, links=line),
        "regions(wall, sizes=cell, roots=shaded)": regions(wall, sizes=cell, roots=shaded),
        "regions(cell)": regions(cell),
    }
    others = [
        connected(shaded.within("r1c1 r1c2")),
        loop(line).named("a loop"),
        Rule("the line is one loop", (loop(line, line.edges[::-1]),)),
    ]
    model = Model("all", line, fence, wall, shaded, cell, *rules.values(), *others)
    program = text(model)
    for said in ('board.links("line")', 'board.fences("fence")', 'board.borders("wall")', *rules):
        assert said in program, program
    names: dict[str, Any] = {}
    exec(program, names)
    assert same(names["model"], model)
    assert [r.label for r in names["model"].rules] == [r.label for r in model.rules]


@pytest.mark.parametrize(
    "given", [{}, {"sizes": [2, 2, 1]}, {"roots": [1, 2]}, {"sizes": [2, 2, 1], "roots": [0, 2]}]
)
def test_programs_declare_regions_of_graphs(given: dict[str, Any]) -> None:
    x = variables("x", 2, range(2))
    model = Model("regions", x, regions(x, [(0, 1), (1, 2)], **given))
    names: dict[str, Any] = {}
    exec(text(model), names)
    assert same(names["model"], model)
