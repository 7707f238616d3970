"""Random models of placements, fillings and partitioned 0/1 variables: what viewpoints rewrite."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

from everyway.conformance.instances.random_models import Wild
from everyway.models import (
    BISHOP,
    KING,
    KNIGHT,
    ROOK,
    Board,
    Model,
    ModelError,
    ModelWarning,
    Variable,
    exactly,
    integer,
    total,
    variables,
)

SHAPES = ((1, 3), (2, 2), (2, 3), (3, 2), (3, 3), (3, 3), (2, 4), (4, 2))


def random_board(seed: int) -> Model:
    """The random model of this seed, whose 0/1 variables exactly-one constraints may partition."""
    random = Random(f"board {seed}")
    while True:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ModelWarning)
                return random.choice((_placed, _placed, _filled, _partitioned))(random, seed)
        except ModelError:
            continue  # such as squares that the board has not: refused, as they should be


def _board(random: Random) -> Board:
    height, width = random.choice(SHAPES)
    squares = [f"r{row}c{column}" for row in range(1, height + 1) for column in range(1, width + 1)]
    return Board(
        height,
        width,
        wrap=random.random() < 0.2,
        holes=random.sample(squares, random.choice((0, 0, 0, 1))),
    )


def _placed(random: Random, seed: int) -> Model:
    board = _board(random)
    piece = board.place("piece")
    rules = [_rule(random, board, piece) for _ in range(random.randint(0, 3))]
    lines: Any = random.choice((board.rows, board.columns))
    if random.random() < 0.8:
        rules.append(piece.per(lines) == 1)
    if random.random() < 0.25:
        rules += [piece.per(board.rows) == 1, piece.per(board.columns) == 1]
    rules += _further(random, list(piece))
    extra = [integer("x", -1, 1)] if random.random() < 0.2 else []
    return Model(f"board {seed}", piece, extra, random.sample(rules, len(rules)))


def _rule(random: Random, board: Board, piece: Any) -> Any:
    families = [
        board.rows, board.columns, board.diagonals, board.falling, board.rising, board.adjacent,
        board.touching, board.border, board.squares, board.main_diagonals,
        board.pairs(random.choice((KNIGHT, KING))), board.windows(2, 2),
    ]  # fmt: skip
    squares = random.sample(list(board.squares), 1)
    number = random.randint(0, 2)
    makers = [
        lambda: piece.per(random.choice(families)) <= max(1, number),
        lambda: piece.per(random.choice(families[:2])) == 1,
        lambda: piece.per(random.choice(families)) >= min(1, number),
        lambda: piece.per(random.choice(families)) != number,
        lambda: piece.total == random.randint(1, 3),
        lambda: piece.at(*(str(square) for _, square in _named(squares))),
        lambda: piece.empty_at(*(str(square) for _, square in _named(squares))),
        lambda: piece.no_attacks(random.choice((ROOK, KING, KNIGHT, BISHOP))),
    ]
    return random.choice(makers)()


def _named(groups: list[Any]) -> list[tuple[int, Any]]:
    """The first square of each of `groups`."""
    return [(place, next(iter(group))) for place, group in enumerate(groups)]


def _further(random: Random, pool: list[Variable]) -> list[Any]:
    """Constraints that know nothing of boards, over the same variables."""
    wild = Wild(random, pool, 1)
    return [wild.constraint(1) for _ in range(random.choice((0, 0, 1, 2)))]


def _filled(random: Random, seed: int) -> Model:
    board = Board(*random.choice(((1, 3), (2, 2), (2, 3), (3, 2))))
    cell = board.fill(range(1, random.choice((2, 3)) + 1))
    lines = [board.rows, board.columns, board.diagonals]
    makers = [
        lambda: cell.along(random.choice(lines)).all_different(),
        lambda: cell.along(random.choice(lines)).total() <= random.randint(3, 6),
        lambda: cell.along(random.choice(lines)).increasing(strict=random.random() < 0.5),
    ]
    rules = [random.choice(makers)() for _ in range(random.randint(0, 2))]
    return Model(f"filling {seed}", cell, rules, _further(random, list(cell)))


def _partitioned(random: Random, seed: int) -> Model:
    """0/1 variables, some of them in groups of which exactly one is 1, said in several ways."""
    b = list(variables("b", random.randint(2, 9), range(2)))
    shuffled, rules = random.sample(b, len(b)), []
    while shuffled and random.random() < 0.8:
        size = random.randint(1, 3)
        group, shuffled = shuffled[:size], shuffled[size:]
        group += random.sample(b, 1) if random.random() < 0.15 else []
        ways = [total(group) == 1, 1 == total(group), exactly(group, 1, 1), total(group) - 1 == 0]
        rules.append(random.choice(ways))
    return Model(f"partition {seed}", b, rules, _further(random, b), _further(random, b))
