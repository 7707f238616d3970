"""Viewpoints keep every solution: rewritten models against the declared ones, by brute force."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from time import perf_counter
from typing import Any

import pytest

from everyway.models import (
    Constraint,
    Expression,
    Model,
    ModelError,
    Variable,
    all_different,
    any_of,
    at_most,
    boolean,
    count,
    element,
    exactly,
    from_data,
    iff,
    implies,
    indicator,
    predicate,
    rule,
    to_data,
    total,
    variable,
    variables,
    xor,
)
from everyway.models.language.board import Board
from everyway.models.language.check import Judge
from everyway.models.language.constraints import AllDifferent, Comparison
from everyway.models.language.model import Rule
from everyway.models.language.nodes import topological
from everyway.models.language.pieces import KING, KNIGHT
from everyway.models.language.placements import Placement
from everyway.models.language.viewpoint import View, in_viewpoint, viewpoints

from .enumerate_naively import assignments, solution_rows
from .settings import SEED

Values = dict[str, Any]


def queens(n: int, **board: Any) -> Model:
    squares = Board(n, **board)
    queen = squares.place("queen")
    return Model(
        f"{n} queens",
        queen,
        queen.per(squares.rows) == 1,
        queen.per(squares.columns) == 1,
        queen.per(squares.diagonals) <= 1,
    )


def crowns(regions: str) -> Model:
    board = Board.from_map(regions)
    crown = board.place("crown")
    return Model(
        "crowns",
        crown,
        crown.per(board.rows) == 1,
        crown.per(board.columns) == 1,
        crown.per(board.regions) == 1,
        crown.per(board.pairs(KING)) <= 1,
    )


def latin_square(n: int, *, bare: bool = False) -> Model:
    cells = [[[boolean(f"{r}{c}={v}") for v in range(n)] for c in range(n)] for r in range(n)]
    places = list(product(range(n), repeat=2))
    rules = {
        "cells": [total(cells[r][c]) == 1 for r, c in places],
        "rows": [total(cells[r][c][v] for c in range(n)) == 1 for r, v in places],
        "columns": [total(cells[r][c][v] for r in range(n)) == 1 for c, v in places],
    }
    items = list(rules.values()) if bare else [rule(name, c) for name, c in rules.items()]
    return Model("latin", cells, items)


def kinds(model: Model) -> Counter[str]:
    return Counter(type(constraint).__name__ for constraint in model.constraints)


# ------------------------------------------------------------------- what keeps the solutions


def restored_rows(model: Model, view: View) -> Counter[tuple[Any, ...]]:
    """The solutions of a view, restored, by brute force over the view's own domains."""
    solves = Judge(view.model).solves
    found = [view.restore(values) for values in assignments(view.model.variables) if solves(values)]
    assert all(list(values) == [v.name for v in model.variables] for values in found)
    return Counter(tuple(values.values()) for values in found)


def assert_same_solutions(model: Model, view: View) -> None:
    assert restored_rows(model, view) == solution_rows(model), (view.name, view.model.rules)


def assert_same_truth(model: Model, view: View) -> int:
    """Both models judge every assignment of the choices alike; says how many solve them.

    Together with the exactly-one constraints, which are declared, this makes a bijection; it is
    affordable where 2 to the number of squares is not.
    """
    declared, seen = Judge(model), Judge(view.model)
    solutions, known = 0, set()
    for values in assignments(view.model.variables):
        restored = view.restore(values)
        holds = seen.solves(values)
        assert declared.solves(restored) == holds, (values, view.model.constraints)
        known.add(tuple(restored.values()))
        solutions += holds
    assert len(known) == len(list(assignments(view.model.variables)))
    return solutions


def some_condition(random: Random, terms: list[Variable], depth: int = 2) -> Constraint:
    """A random constraint over 0/1 variables, of every form that is rewritten on its own."""
    some = random.choices(terms, k=random.randint(1, 4))
    two = [random.choice(terms), random.choice(terms)]
    number, relation = random.randint(-1, 3), random.choice(("==", "!=", "<", "<=", ">", ">="))
    weights = [random.randint(-2, 2) for _ in some]
    sum_of: Expression = random.choice(
        (total(some), total(w * t for w, t in zip(weights, some, strict=True)), two[0] - two[1])
    )
    leaves = [
        Comparison(sum_of, relation, total([number])),
        Comparison(total([number]), relation, sum_of),
        Comparison(two[0], relation, two[1]),
        exactly(number, some, random.choice((0, 1))),
        at_most(number, some, 1),
        count(some, 1) == two[0],
        predicate(lambda a, b: a <= b, *two),
        element([3, 1], two[0]) + two[1] == number,
        two[0] * two[1] == number % 2,
        all_different([two[0], two[1] + 1]),
        indicator(two[0] == 1) == number % 2,
    ]
    if depth == 0 or random.random() < 0.5:
        return random.choice(leaves)
    left, right = (some_condition(random, terms, depth - 1) for _ in range(2))
    combined = (~left, left & right, left | right, implies(left, right), iff(left, right))
    return random.choice((*combined, xor([left, right])))


def some_board(random: Random, most: int) -> Board:
    height = random.randint(1, most)
    width = random.randint(1, most)
    if random.random() < 0.2:
        return Board(height, width, wrap=True)
    if random.random() < 0.3:
        letters = [[random.choice("AABC.") for _ in range(width)] for _ in range(height)]
        return Board.from_map("\n".join(map("".join, letters)))
    every = [f"r{r}c{c}" for r in range(1, height + 1) for c in range(1, width + 1)]
    gone = random.sample(every, random.choice((0, 0, 1, min(2, len(every)))))
    return Board(height, width, **{random.choice(("holes", "walls")): " ".join(gone)})


def some_rules(random: Random, board: Board, piece: Placement) -> list[Rule]:
    """Random rules about a placement, of the kinds that puzzles have."""
    families = [board.rows, board.columns, board.diagonals, board.falling, board.rising]
    families += [board.pairs(KNIGHT), board.pairs(KING), board.sightlines]
    families += [board.main_diagonals] if board.height == board.width else []
    families += [board.adjacent, board.border, board.windows(1, min(2, board.width))]
    rules: list[Rule] = []
    for family in random.sample(families, random.randint(1, 3)):
        tally, number = piece.per(family), random.choice((1, 1, 1, 2))
        rules.append(random.choice((tally <= number, tally <= 1, tally == 1, tally >= 1)))
    if board.open and random.random() < 0.4:
        square = random.choice(board.open)
        rules.append(random.choice((piece.at, piece.empty_at))(square))
    return rules


def some_placement_model(random: Random, most: int) -> Model:
    board = some_board(random, most)
    piece = board.place("piece")
    lines = random.choice((board.rows, board.columns))
    rules = some_rules(random, board, piece)
    rules.insert(random.randint(0, len(rules)), piece.per(lines) == 1)
    model = Model("random", piece, rules)
    if piece.variables and random.random() < 0.5:
        model += some_condition(random, list(piece.variables))
    return model


def some_cover(random: Random) -> Model:
    """A random exact cover, with other rules over the same 0/1 variables."""
    names = [f"set {number}" for number in range(random.randint(1, 8))]
    terms = [variable(n, random.choice((range(2),) * 8 + (range(1), [1]))) for n in names]

    def group() -> list[Variable]:
        return random.sample(terms, random.randint(1, min(4, len(terms))))

    def one() -> Constraint:
        form = random.choice((lambda g: total(g) == 1, lambda g: exactly(1, g, 1)))
        return random.choice((form(group()), 1 == sum(group()), total(group()) - 1 == 0))

    def few() -> Constraint:
        return random.choice((total(group()) <= 1, at_most(1, group(), 1), 1 >= total(group())))

    items: list[Any] = [one() for _ in range(random.randint(1, 3))]
    items += [few() for _ in range(random.randint(0, 4))]
    items += [some_condition(random, terms) for _ in range(random.randint(0, 2))]
    random.shuffle(items)
    cut = random.randint(0, len(items))
    ruled = [rule("together", items[cut:])] if random.random() < 0.5 else items[cut:]
    return Model("cover", terms, items[:cut], ruled, variable("idle", [3, 5]))


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("lot", range(6))
def test_every_view_of_a_random_small_board_keeps_its_solutions(lot: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(SEED + lot * 1000, SEED + lot * 1000 + 60):
        model = some_placement_model(Random(seed), 3)
        for name in viewpoints(model):
            print("seed", seed, name)
            assert_same_solutions(model, in_viewpoint(model, name))
            seen[name] += 1
    assert min(seen[name] for name in ("squares", "rows", "columns", "partition")) > 9, seen


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("lot", range(4))
def test_a_view_of_a_random_larger_board_judges_as_the_declared_model(lot: int) -> None:
    solvable = 0
    for seed in range(SEED + lot * 1000, SEED + lot * 1000 + 30):
        model = some_placement_model(Random(seed), 5)
        for name in {"rows", "columns"}.intersection(viewpoints(model)):
            print("seed", seed, name)
            solvable += assert_same_truth(model, in_viewpoint(model, name)) > 0
    assert solvable > 5


@pytest.mark.parametrize("lot", range(6))
def test_every_view_of_a_random_cover_keeps_its_solutions(lot: int) -> None:
    rewritten = 0
    for seed in range(SEED + lot * 1000, SEED + lot * 1000 + 60):
        model = some_cover(Random(seed))
        for name in viewpoints(model):
            print("seed", seed, name)
            view = in_viewpoint(model, name)
            rewritten += len(view.model.variables) < len(model.variables)
            assert_same_solutions(model, view)
    assert rewritten > 20


# ------------------------------------------------------------------------- the forms it takes


@pytest.mark.parametrize("name", ["rows", "columns"])
@pytest.mark.parametrize(
    "model",
    [
        queens(8),
        queens(7, wrap=True),
        queens(6, wrap=True),
        queens(8, holes="r1c2 r4c4 r8c8 r8c7"),
        queens(30),
    ],
    ids=["8", "torus 7", "torus 6", "holes", "30"],
)
def test_queens_become_three_all_different(model: Model, name: str) -> None:
    view = in_viewpoint(model, name)
    assert kinds(view.model) == {"AllDifferent": 3}
    sizes = {len(c.terms) for c in view.model.constraints if isinstance(c, AllDifferent)}
    assert sizes == {len(view.model.variables)}


@pytest.mark.parametrize("wrap, n, expected", [(False, 4, 2), (False, 5, 10), (True, 5, 10)])
def test_queens_keep_their_known_counts(wrap: bool, n: int, expected: int) -> None:
    model = queens(n, wrap=wrap)
    for name in ("rows", "columns"):
        assert assert_same_truth(model, in_viewpoint(model, name)) == expected


def test_variables_are_named_by_their_line_and_hold_its_squares() -> None:
    model = queens(4, holes="r1c1 r2c3")
    rows, columns = in_viewpoint(model, "rows"), in_viewpoint(model, "columns")
    assert {v.name: tuple(v.domain) for v in rows.model.variables} == {
        "queen[row 1]": (2, 3, 4),
        "queen[row 2]": (1, 2, 4),
        "queen[row 3]": (1, 2, 3, 4),
        "queen[row 4]": (1, 2, 3, 4),
    }
    assert [v.name for v in columns.model.variables][:2] == ["queen[column 1]", "queen[column 2]"]
    assert tuple(columns.model["queen[column 3]"].domain) == (1, 3, 4)


def test_a_rewritten_rule_keeps_its_label_words_and_subject() -> None:
    model = queens(5)
    for before, after in zip(model.rules, in_viewpoint(model).model.rules, strict=True):
        assert (before.label, before.words) == (after.label, after.words)
        assert before.subject == after.subject


def test_a_fixed_square_becomes_a_comparison_of_its_row() -> None:
    model = queens(5)
    queen = model["queen"]
    fixed = [queen.at("r1c3"), queen.empty_at("r2c2"), ~(queen[3, 1] == 1), ~(queen[3, 2] == 0)]
    view = in_viewpoint(model + fixed)
    assert [str(c) for c in view.model.constraints[-4:]] == [
        "queen[row 1] == 3",
        "queen[row 2] != 2",
        "queen[row 3] != 1",
        "queen[row 3] == 2",
    ]


def test_what_the_choices_settle_falls_away() -> None:
    model = queens(4)
    queen = model["queen"]
    more = model + (queen.total == 4) + (queen[1, 1] + queen[1, 3] <= 1)
    assert kinds(in_viewpoint(more).model) == {"AllDifferent": 3}


def test_what_the_choices_contradict_stays_and_never_holds() -> None:
    model = queens(4)
    queen = model["queen"]
    for more in (queen.total == 3, queen[1, 1] + queen[1, 3] == 2, total(list(queen)) <= 3):
        view = in_viewpoint(model + more)
        assert not restored_rows(model, view)
        assert len(view.model.constraints) == 4


def test_leaps_become_differences_between_rows() -> None:
    model = queens(8)
    leaps = model["queen"].per(model["queen"].board.pairs(KNIGHT)) <= 1
    view = in_viewpoint(model + leaps)
    assert kinds(view.model) == {"AllDifferent": 3, "Comparison": 2 * (7 + 6)}


def test_regions_become_one_all_different() -> None:
    model = crowns("AAAB\nACBB\nCCCD\nCDDD")
    view = in_viewpoint(model)
    regions = view.model.rules[2].constraints
    assert len(regions) == 1 and isinstance(regions[0], AllDifferent)
    assert_same_truth(model, view)
    assert assert_same_truth(model, in_viewpoint(model, "columns")) == restored_rows(
        model, view
    ).total()


@pytest.mark.parametrize("bare", [False, True])
def test_a_latin_square_of_booleans_becomes_one_of_numbers(bare: bool) -> None:
    model = latin_square(3, bare=bare)
    view = in_viewpoint(model)
    assert view.name == "partition"
    assert kinds(view.model) == {"AllDifferent": 6}
    small = latin_square(2, bare=bare)
    assert assert_same_truth(small, in_viewpoint(small)) == 2


def test_a_family_that_leaves_squares_out_becomes_one_all_different_too() -> None:
    board = Board(4, walls="r2c2 r3c4")
    rook = board.place("rook")
    files = board.sight(["columns"])
    model = Model("walls", rook, rook.per(board.rows) == 1, rook.per(files) <= 1)
    view = in_viewpoint(model + (rook.per(board.boxes(2, 2).where(lambda b: b[0].row > 1)) <= 1))
    assert kinds(view.model) == {"AllDifferent": 1, "Comparison": 1}
    assert_same_truth(model, in_viewpoint(model))


def test_an_exact_part_of_a_line_is_kept_beside_the_line() -> None:
    board = Board(3)
    rook = board.place("rook")
    columns = [total(rook[r, c] for r in (1, 2, 3)) <= 1 for c in (1, 2, 3)]
    part = rook[1, 1] + rook[3, 1] == 1
    model = Model("part", rook, rook.per(board.rows) == 1, rule("columns", columns, part))
    view = in_viewpoint(model)
    assert kinds(view.model) == {"AllDifferent": 1, "Comparison": 1}
    assert assert_same_truth(model, view) == 4


def test_two_placements_are_rewritten_together() -> None:
    board = Board(3)
    white, black = board.place("white"), board.place("black")
    apart = rule("apart", [white[s] + black[s] <= 1 for s in board.open])
    items = [white.per(board.rows) == 1, black.per(board.rows) == 1, white.per(board.columns) == 1]
    model = Model("two", white, black, *items, apart)
    view = in_viewpoint(model, "rows")
    assert len(view.model.variables) == 6
    assert [str(c) for c in view.model.rules[-1].constraints] == [
        f"white[row {n}] != black[row {n}]" for n in (1, 2, 3)
    ]
    assert assert_same_truth(model, view) == 6 * 8
    columns = in_viewpoint(model, "columns")
    assert [v.name for v in columns.model.variables][:4] == [
        "white[column 1]",
        "white[column 2]",
        "white[column 3]",
        "black[r1c1]",
    ]


def test_detection_is_by_structure_not_by_labels_or_groups() -> None:
    names = [[f"q[r{r}c{c}]" for c in range(1, 5)] for r in range(1, 5)]
    squares = [[boolean(name) for name in row] for row in names]
    columns = list(zip(*squares, strict=True))
    model = Model(
        "plain",
        squares,
        [exactly(1, row, 1) for row in squares],
        [1 == sum(column) for column in columns],
    )
    view = in_viewpoint(model)
    assert (view.name, kinds(view.model)) == ("rows", {"AllDifferent": 1})
    assert assert_same_truth(model, view) == 24
    labelled = Model("plain", squares, rule("rows == 1", [total(row) == 2 for row in squares]))
    assert "rows" not in viewpoints(labelled)


def test_a_name_that_is_taken_is_not_taken_again() -> None:
    board = Board(2)
    queen = board.place("queen")
    other = variable("queen[row 1]", range(2))
    model = Model("taken", queen, other, queen.per(board.rows) == 1, other == queen[1, 1])
    view = in_viewpoint(model, "rows")
    assert [v.name for v in view.model.variables] == [
        "queen[row 1]'",
        "queen[row 2]",
        "queen[row 1]",
    ]
    assert_same_solutions(model, view)


def test_a_rewritten_model_declares_all_that_it_mentions_and_travels() -> None:
    view = in_viewpoint(queens(6, holes="r1c1"))
    copy = from_data(to_data(view.model))
    assert [str(c) for c in copy.constraints] == [str(c) for c in view.model.constraints]
    declared = {v.name for v in view.model.variables}
    used = {n.name for n in topological(view.model.constraints) if isinstance(n, Variable)}
    assert used == declared


# ------------------------------------------------------------------------- which view is taken


def test_auto_takes_what_the_solver_prefers() -> None:
    model = queens(4)
    assert in_viewpoint(model).name == "rows"
    squares = in_viewpoint(model, "auto", prefers="squares")
    assert squares.name == "squares" and squares.model is model
    board = Board(3, 2)
    rook = board.place("rook")
    columns = Model("columns alone", rook, rook.per(board.columns) == 1)
    assert viewpoints(columns) == ("squares", "columns", "partition")
    assert in_viewpoint(columns).name == "columns"


def test_auto_leaves_a_partition_that_does_not_pay() -> None:
    x = variables("x", 9, range(2))
    model = Model("few", x, total(x[:3]) == 1, total(x) <= 4)
    assert in_viewpoint(model).name == "declared"
    assert in_viewpoint(model, "partition").name == "partition"
    assert in_viewpoint(model, "squares").model is model
    assert_same_solutions(model, in_viewpoint(model, "partition"))


def test_a_partition_covers_all_where_it_can() -> None:
    x = variables("x", 6, range(2))
    overlapping = [total(x[1:3]) == 1, total([x[0], x[3], x[4]]) == 1]
    model = Model("cover", x, overlapping, rule("all", total(x[:3]) == 1, total(x[3:]) == 1))
    view = in_viewpoint(model)
    assert len(view.model.variables) == 2
    assert_same_solutions(model, view)


def test_the_largest_disjoint_groups_are_taken() -> None:
    x = variables("x", 6, range(2))
    groups = [total(x[a:b]) == 1 for a, b in ((0, 2), (1, 5), (5, 6), (4, 6))]
    model = Model("greedy", x, groups)
    view = in_viewpoint(model)
    assert {v.name: len(v.domain) for v in view.model.variables} == {
        "x[0]": 2,
        "choice[0]": 4,
        "x[5]": 2,
    }
    assert_same_solutions(model, view)


def test_a_model_of_integers_has_no_viewpoint_but_its_own() -> None:
    q = variables("q", 3, range(3))
    model = Model("numbers", q, all_different(q))
    assert viewpoints(model) == ()
    assert in_viewpoint(model).model is model
    assert in_viewpoint(model).name == "declared"
    for name in ("squares", "rows", "columns", "partition"):
        with pytest.raises(ModelError, match=f"numbers has no {name} viewpoint.*try auto"):
            in_viewpoint(model, name)


def test_a_viewpoint_that_is_missing_or_unknown_is_refused_with_what_to_do() -> None:
    board = Board(4)
    knight = board.place("knight")
    model = Model("knights", knight, knight.total == 3)
    assert viewpoints(model) == ("squares",)
    with pytest.raises(ModelError, match="no rows viewpoint: no rule says rows == 1; try squares"):
        in_viewpoint(model, "rows")
    with pytest.raises(ModelError, match="unknown viewpoint 'row'; did you mean 'rows'"):
        in_viewpoint(model, "row")
    with pytest.raises(ModelError, match="prefers 'rows' or 'squares', not 'columns'"):
        in_viewpoint(model, prefers="columns")


@pytest.mark.parametrize("name", ["auto", "squares", "rows", "columns", "partition"])
def test_a_board_without_squares_is_its_own_view(name: str) -> None:
    model = queens(0)
    view = in_viewpoint(model, name)
    assert view.model is model and view.restore({}) == {}


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_a_row_without_squares_still_allows_nothing() -> None:
    model = queens(3, holes="r2c1 r2c2 r2c3")
    view = in_viewpoint(model, "rows")
    assert len(view.model.variables) == 2
    assert not restored_rows(model, view)


# ------------------------------------------------------------------------------ the way back


def test_wrong_values_stay_wrong_on_the_way_back() -> None:
    model = queens(4)
    view = in_viewpoint(model)
    right = {f"queen[row {n}]": c for n, c in zip(range(1, 5), (2, 4, 1, 3), strict=True)}
    judge = Judge(model)
    assert not judge.violations(view.restore(right))
    lacking = {name: value for name, value in right.items() if name != "queen[row 2]"}
    assert "has no value" in str(judge.violations(view.restore(lacking))[0])
    for value in (5, 0, True, 3.0, None):
        assert judge.violations(view.restore({**right, "queen[row 4]": value}))
    assert judge.violations(view.restore({**right, "x": 1}))


def test_thirty_queens_are_rewritten_well_under_a_second() -> None:
    model = queens(30)
    leaps = model["queen"].per(model["queen"].board.pairs(KNIGHT)) <= 1
    model += leaps
    start = perf_counter()
    view = in_viewpoint(model)
    assert perf_counter() - start < 1
    assert len(view.model.constraints) == 3 + 2 * (29 + 28)


def test_pairs_that_are_not_all_of_a_kind_are_stated_one_by_one() -> None:
    model = queens(4)
    queen = model["queen"]
    pair, clash = queen[1, 1] + queen[4, 3] <= 1, any_of([queen[2, 4] == 0, queen[1, 2] == 0])
    view = in_viewpoint(model + pair + clash)
    assert str(view.model.constraints[-2]) == "(queen[row 1] != 1) | (queen[row 4] != 3)"
    assert str(view.model.constraints[-1]) == "(queen[row 2] != 4) | (queen[row 1] != 2)"
    assert_same_truth(model + pair + clash, view)
