"""Two declarations of a puzzle of graphs or tilings have the same solutions."""

import pytest

from everyway.models import ModelError, load
from everyway.solvers import count, first, solve_all


@pytest.mark.parametrize(
    ("puzzle", "params", "forms", "number"),
    [
        ("matchings", {"graph": "petersen"}, ("partners", "edges"), 6),
        ("matchings", {"graph": "path_1"}, ("partners",), 0),
        ("matchings", {"graph": "path_0"}, ("partners", "edges"), 1),
        ("matchings", {"graph": "complete_5"}, ("partners", "edges"), 0),
        ("matchings", {"graph": "complete_5", "everybody": False}, ("partners", "edges"), 26),
        ("matchings", {"graph": "path_1", "everybody": False}, ("partners",), 1),
        ("hamiltonian_cycles", {"graph": "cube_Q3"}, ("successors", "order"), 12),
        ("hamiltonian_cycles", {"graph": "complete_1"}, ("successors", "order"), 1),
        ("hamiltonian_cycles", {"graph": "path_2"}, ("successors", "order"), 1),
        ("hamiltonian_cycles", {"graph": "path_3"}, ("successors", "order"), 0),
        ("hamiltonian_paths", {"graph": "cube_Q2"}, ("successors", "order"), 8),
        ("hamiltonian_paths", {"graph": "complete_1"}, ("successors", "order"), 1),
        ("hamiltonian_paths", {"graph": "grid_3_3", "start": 4}, ("successors", "order"), 8),
        ("knights_tour", {"rows": 1, "columns": 1}, ("moves", "steps"), 1),
        ("knights_tour", {"rows": 1, "columns": 1, "closed": True}, ("moves", "steps"), 1),
        ("knights_tour", {"rows": 2, "columns": 3, "piece": "king"}, ("moves", "steps"), 96),
        (
            "knights_tour",
            {"rows": 3, "columns": 3, "piece": "king", "closed": True},
            ("moves", "steps"),
            32,
        ),
        ("knights_tour", {"start": "r1c1"}, ("moves", "steps"), 2),
        ("knights_tour", {"start": "r1c1", "end": "r3c4"}, ("moves", "steps"), 1),
        ("knights_tour", {"columns": 3, "holes": "r2c2"}, ("moves", "steps"), 16),
        ("knights_tour", {"columns": 3, "holes": "r2c2", "closed": True}, ("moves", "steps"), 2),
        ("graceful_labelling", {"graph": "star_3"}, ("labels", "differences"), 12),
        ("graceful_labelling", {"graph": "complete_1"}, ("labels", "differences"), 1),
        ("orientations", {"graph": "cycle_5"}, ("cycles", "levels"), 30),
        ("orientations", {"graph": "complete_3", "closures": True}, ("cycles", "levels"), 25),
        ("orientations", {"graph": "complete_0"}, ("cycles", "levels"), 1),
        ("spanning_trees", {"graph": "complete_4"}, ("roads", "parents"), 16),
        ("spanning_trees", {"graph": "complete_1"}, ("roads", "parents"), 1),
        ("spanning_trees", {"graph": "2-3 0-1"}, ("parents",), 0),
        ("dominoes", {"rows": 3, "columns": 4}, ("halves", "placements"), 11),
        ("dominoes", {"rows": 0, "columns": 4}, ("halves", "placements"), 1),
        ("dominoes", {"rows": 1, "columns": 1}, ("halves",), 0),
        ("dominoes", {"rows": 1, "columns": 1, "gaps": 1}, ("halves", "placements"), 1),
        ("dominoes", {"rows": 3, "columns": 3, "gaps": 3}, ("halves", "placements"), 56),
        ("dominoes", {"rows": 3, "columns": 3, "gaps": None}, ("halves", "placements"), 131),
        ("trominoes", {"rows": 3, "columns": 3, "pieces": "IL"}, ("squares", "placements"), 10),
        ("trominoes", {"rows": 1, "columns": 2}, ("squares",), 0),
        ("tetrominoes", {"pieces": "LT"}, ("squares", "placements"), 12),
        ("pentominoes", {"pieces": "PUV"}, ("squares", "placements"), 4),
        ("pentominoes", {"pieces": "PU"}, ("squares", "placements"), 0),
        ("pentominoes", {"rows": 2, "columns": 5, "pieces": "PX"}, ("squares",), 0),
        ("pentominoes", {"rows": 2, "pieces": "P", "repeated": True}, ("squares",), 2),
        (
            "dissections",
            {"rows": 2, "columns": 3, "pieces": "rectangles"},
            ("squares", "placements"),
            34,
        ),
    ],
)
@pytest.mark.parametrize("solver", ["flatmap", "cp-sat"])
def test_every_form_of_a_puzzle_has_as_many_solutions(puzzle, params, forms, number, solver):
    for form in forms:
        assert count(load(puzzle, form=form, **params), solver, time_limit=30) == number


@pytest.mark.parametrize(
    ("puzzle", "params"),
    [
        ("squared_rectangle", {}),
        ("squared_rectangle", {"width": 3, "height": 2, "squares": (2, 1, 1)}),
    ],
)
def test_an_implied_rule_loses_no_solution(puzzle, params):
    plain = load(puzzle, implied=False, **params)
    more = load(puzzle, implied=True, **params)
    assert {s.row for s in solve_all(plain)} == {s.row for s in solve_all(more)}


def test_both_forms_of_a_matching_are_the_same_couples():
    partners = solve_all(load("matchings", graph="prism_3"))
    edges = solve_all(load("matchings", graph="prism_3", form="edges"))
    assert {
        frozenset(pair for pair in enumerate(s["partner"]) if pair[0] < pair[1]) for s in partners
    } == {frozenset(e for e, danced in s["dances"].items() if danced) for s in edges}


def test_both_forms_of_a_tour_are_the_same_walks():
    size = {"rows": 2, "columns": 3, "piece": "king"}
    moves = solve_all(load("knights_tour", **size))
    steps = solve_all(load("knights_tour", form="steps", **size))
    walks = {tuple(value for row in s["step"] for value in row) for s in steps}
    assert {walk(s["start"], [v for row in s["next"] for v in row]) for s in moves} == walks


def walk(start, follower):
    """The step at which each square is visited, from 1."""
    found, square = {}, start
    while square < len(follower):
        found[square] = len(found) + 1
        square = follower[square]
    return tuple(found[square] for square in range(len(follower)))


def test_a_tiling_shows_its_pieces():
    assert first(load("dominoes", rows=1, columns=2))["half"] == ((">", "<"),)
    assert first(load("bricks", length=2, width=1, height=1))["tile"] == (("A1", "A1"),)
    letters = [mark for row in first(load("pentominoes"))["cell"] for mark in row]
    assert sorted(letters) == sorted("PUV" * 5)


@pytest.mark.parametrize(
    ("puzzle", "params", "part"),
    [
        ("graph_colouring", {"graph": "petersn"}, "did you mean 'petersen'"),
        ("graph_colouring", {"graph": "cycle"}, "did you mean 'cycle_"),
        ("graph_colouring", {"colours": 0}, "colours from 1"),
        ("hamiltonian_cycles", {"graph": "path_0"}, "has no vertex"),
        ("hamiltonian_paths", {"graph": "path_0"}, "has no vertex"),
        ("hamiltonian_paths", {"start": 9}, "its vertices are 0 to 8"),
        ("simple_paths", {"end": 0}, "from 0 to itself"),
        ("simple_paths", {"graph": "path_0"}, "has no vertex"),
        ("spanning_trees", {"graph": "path_0"}, "has no vertex"),
        ("handshakes", {"n": -1}, "from 0"),
        ("ramsey", {"red": 1}, "from 2"),
        ("snake_in_the_box", {"length": 2}, "length from 3"),
        ("knights_tour", {"rows": 0}, "rows and columns from 1"),
        ("tetrominoes", {"pieces": "Q"}, "I, L, O, S, T"),
        ("pentominoes", {"pieces": "PP"}, "FILNPTUVWXYZ"),
        ("soma", {"pieces": ""}, "V L T Z A B P"),
        ("bricks", {"kinds": "1x2"}, "6*1x2x2"),
        ("bricks", {"kinds": "0*1x2x2 + 1x0x1"}, "'1x0x1'"),
        ("squared_rectangle", {"squares": (0,)}, "write squares from 1"),
    ],
)
def test_a_graph_or_tiling_that_makes_no_sense_is_refused(puzzle, params, part):
    with pytest.raises(ModelError) as error:
        load(puzzle, **params)
    assert part in str(error.value)
