"""Pieces that attack: leaps, slides, and placements in peace."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway.models import (
    BISHOP,
    KING,
    KNIGHT,
    QUEEN,
    ROOK,
    Board,
    Model,
    ModelError,
    Piece,
    Square,
    leaper,
)

from ....support.boards import boards
from ....support.count_on_boards import count


def attacked(board, start, piece):
    """The squares that `piece` on `start` attacks on an otherwise empty board."""
    directions = {
        "rows": [(0, 1), (0, -1)],
        "columns": [(1, 0), (-1, 0)],
        "falling": [(1, 1), (-1, -1)],
        "rising": [(-1, 1), (1, -1)],
    }

    def moved(square, step):
        row, column = square.row + step[0], square.column + step[1]
        if board.wrap:
            return Square((row - 1) % board.height + 1, (column - 1) % board.width + 1)
        inside = 1 <= row <= board.height and 1 <= column <= board.width
        return Square(row, column) if inside else None

    found = set()
    for step in [step for slide in piece.slides for step in directions[slide]]:
        square = moved(start, step)
        while square is not None and square != start and square not in board.walls:
            found.add(square)
            square = moved(square, step)
    for a, b in piece.leaps:
        for step in product((a, -a), (b, -b)):
            found |= {moved(start, step), moved(start, step[::-1])}
    return found - {None, start} - board.holes - board.walls


PIECES = [QUEEN, ROOK, BISHOP, KNIGHT, KING, ROOK | KNIGHT, QUEEN | KING, BISHOP | leaper(1, 3)]


@given(boards(largest=4), st.sampled_from(PIECES))
def test_no_attacks_forbids_exactly_the_attacking_pairs(board, piece):
    placement = board.place(piece.name)
    rule = placement.no_attacks(piece)
    forbidden = [
        frozenset(pair)
        for constraint in rule.constraints
        for pair in combinations([term.name for term in constraint.left.terms], 2)
    ]
    expected = {
        frozenset(str(placement[s]) for s in (a, b))
        for a in board.open
        for b in attacked(board, a, piece)
    }
    assert set(forbidden) == expected
    assert all((c.relation, c.right.constant) == ("<=", 1) for c in rule.constraints)
    scopes = [frozenset(term.name for term in c.left.terms) for c in rule.constraints]
    assert len(set(scopes)) == len(scopes)


def test_each_attack_is_stated_once_on_a_plain_board():
    for piece in PIECES:
        rule = Board(5).place("piece").no_attacks(piece)
        pairs = [
            frozenset(pair) for c in rule.constraints for pair in combinations(c.left.terms, 2)
        ]
        assert len(pairs) == len(set(pairs)) > 0


@pytest.mark.parametrize(
    ("piece", "n", "k", "known"),
    [
        (QUEEN, 4, 4, 2),
        (QUEEN, 4, 2, 44),
        (QUEEN, 5, 4, 82),
        (QUEEN, 5, 3, 204),
        (QUEEN, 4, 5, 0),
        (KNIGHT, 3, 2, 28),
        (KNIGHT, 4, 4, 412),
        (KNIGHT, 4, 8, 6),
        (KING, 3, 2, 16),
        (KING, 3, 4, 1),
        (KING, 4, 4, 79),
        (ROOK, 3, 3, 6),
        (ROOK, 4, 4, 24),
        (BISHOP, 3, 4, 8),
    ],
)
def test_pieces_that_do_not_attack_are_counted_as_the_world_counts(piece, n, k, known):
    placement = Board(n).place(piece.name)
    assert (
        count(Model("peace", placement, placement.no_attacks(piece), placement.total == k)) == known
    )


def test_a_wall_blocks_and_a_hole_does_not():
    for board, expected in ((Board(1, 3, walls="r1c2"), 1), (Board(1, 3, holes="r1c2"), 0)):
        rook = board.place("rook")
        assert count(Model("two", rook, rook.no_attacks(ROOK), rook.total == 2)) == expected


def test_no_attacks_is_said_in_words():
    queen = Board(3).place("queen")
    rule = queen.no_attacks(QUEEN)
    assert (rule.label, rule.words, rule.subject) == (
        "no_attacks(queen)",
        "no two queens attack each other",
        "queen",
    )
    union = queen.no_attacks(QUEEN | KNIGHT)
    assert union.label == "no_attacks(queen | knight)"
    assert union.words == "no two queens attack each other, moving as a queen | knight"


def test_pieces_join_and_leapers_are_checked():
    assert (ROOK | BISHOP).slides == QUEEN.slides
    assert leaper(2, 1).leaps == KNIGHT.leaps
    assert str(leaper(3, 1)) == "leaper(1,3)"
    assert len(KNIGHT.offsets) == 8 == len(KING.offsets)
    assert len(leaper(0, 2).offsets) == 4
    assert (KNIGHT | KING).leaps == ((1, 2), (0, 1), (1, 1))
    assert isinstance(KING | KING, Piece)
    for wrong in ((0, 0), (-1, 2)):
        with pytest.raises(ModelError, match=r"does not move; give two distances from 0"):
            leaper(*wrong)
