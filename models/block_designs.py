"""Balanced incomplete block designs: every point and every two points equally often."""

from itertools import combinations, pairwise

from everyway.models import Board, Model, known, lexicographic, puzzle, rule, total


@puzzle(
    known("the blocks are the 6 pairs of 4 points", v={4: 1}),
    known("the 30 Fano planes", v=7, b=7, r=3, k=3, count=30),
    known("the blocks leave out a point each", v=4, b=4, r=3, k=3, meetings=2, count=1),
    known("all pairs, in 3! orders", v=3, b=3, r=2, k=2, sorted_blocks=False, count=6),
    least={"v": 0, "b": 0, "r": 0, "k": 0, "meetings": 0},
)
def block_designs(
    v: int = 4, b: int = 6, r: int = 3, k: int = 2, meetings: int = 1, sorted_blocks: bool = True
) -> Model:
    """A block design: a tasting of v wines by b judges, fair to each wine and each two wines.

    A piece on row i and column j: judge j tastes wine i. Each wine is tasted by r judges, each
    judge tastes k wines, and any two wines are compared by as many judges as `meetings` says
    (the λ of the textbooks). With `sorted_blocks` judges are interchangeable: their columns come
    in the order of a dictionary, so that a design is counted once and not b! times.

    Source: F. Yates, Incomplete randomized blocks (1936); CSPLib 028.
    """
    board = Board(v, b)
    tasting = board.place("tasting")
    rows = [members for _, members in tasting.over(board.rows)]
    columns = [members for _, members in tasting.over(board.columns)]
    return Model(
        f"block design {v}, {b}, {r}, {k}, {meetings}",
        tasting,
        # Each wine is tasted r times,
        tasting.per(board.rows) == r,
        # and each judge tastes k wines.
        tasting.per(board.columns) == k,
        # Any two wines are tasted together equally often.
        rule(
            "every two rows meet equally often",
            (
                total(a & b for a, b in zip(one, other, strict=True)) == meetings
                for one, other in combinations(rows, 2)
            ),
        ),
        # Judges have no names: a set of columns is written down in one order only.
        [rule("columns in order", (lexicographic(a, b) for a, b in pairwise(columns)))]
        if sorted_blocks
        else [],
    )
