"""Random boards and covers: every view keeps every solution. `EVERYWAY_SEED` moves the seeds."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from everyway.models import (
    Constraint,
    Expression,
    Model,
    Variable,
    all_different,
    at_most,
    count,
    element,
    exactly,
    iff,
    implies,
    indicator,
    predicate,
    rule,
    total,
    variable,
    xor,
)
from everyway.models.language.boards.board import Board
from everyway.models.language.boards.pieces import KING, KNIGHT
from everyway.models.language.boards.placements import Placement
from everyway.models.language.constraints import Comparison
from everyway.models.language.rules import Rule
from everyway.models.language.viewpoints.viewpoint import in_viewpoint, viewpoints

from ....support.same_solutions import assert_same_solutions, assert_same_truth
from ....support.settings import SEED


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
        exactly(some, random.choice((0, 1)), number),
        at_most(some, 1, number),
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
        form = random.choice((lambda g: total(g) == 1, lambda g: exactly(g, 1, 1)))
        return random.choice((form(group()), 1 == sum(group()), total(group()) - 1 == 0))

    def few() -> Constraint:
        return random.choice((total(group()) <= 1, at_most(group(), 1, 1), 1 >= total(group())))

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
