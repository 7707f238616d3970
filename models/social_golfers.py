"""Social golfers: week after week in groups, and no two together twice."""

from itertools import combinations
from typing import Literal

from everyway.models import (
    Model,
    cardinality,
    implies,
    known,
    precedence,
    puzzle,
    rule,
    total,
    variables,
)
from everyway.models.boards import Board


@puzzle(
    known("counted by two programs", groups=2, size=2, weeks=3, count=2),
    known("counted by two programs", groups=3, size=2, weeks=3, count=32),
    known("OEIS A000438: the 6 one-factorizations of 6 players, times 4!/3", weeks=5, count=48),
    known("OEIS A030128: 840 · 4 / 280 · 3!", groups=3, size=3, weeks=4, count=72),
    known("no player meets more than 8 others", groups=3, size=3, weeks=5, count=0),
    least={"groups": 1, "size": 1, "weeks": 1},
)
def social_golfers(
    groups: int = 3,
    size: int = 2,
    weeks: int = 3,
    form: Literal["groups", "meetings"] = "groups",
) -> Model:
    """The social golfers: every week in groups of one size, no two together twice.

    In the first week the players form groups in their order; the other weeks are distinguished, the
    groups of a week are not, nor the places in a group.

    As `groups`, each week (a row) gives each player (a column) the number of a group; a group has
    the next free number when its first player joins it. As `meetings`, a 0/1 variable says of
    each two players and week whether they are together, and the groups need no numbers.

    Source: sci.op-research, May 1998; CSPLib 010.
    """
    return (_numbered if form == "groups" else _meetings)(groups, size, weeks)


def _numbered(groups: int, size: int, weeks: int) -> Model:
    players = groups * size
    board = Board(weeks, players)
    numbers = range(1, groups + 1)
    group = board.fill(numbers, "group")
    week = [members for _, members in group.over(board.rows)]
    return Model(
        f"social golfers {groups}-{size}-{weeks}",
        group,
        # Each group has the same number of players.
        rule("group sizes", (cardinality(row, dict.fromkeys(numbers, size)) for row in week)),
        # Groups have no names: they are numbered in the order of their first players.
        rule("groups in order", (precedence(row, numbers) for row in week)),
        # Two players are together in one week at most.
        rule(
            "no two together twice",
            (
                total(row[a] == row[b] for row in week) <= 1
                for a, b in combinations(range(players), 2)
            ),
        ),
        # In the first week they form groups in the order of their names.
        rule("first week", (week[0][p] == p // size + 1 for p in range(players))),
    )


def _meetings(groups: int, size: int, weeks: int) -> Model:
    players = range(groups * size)
    pairs = list(combinations(players, 2))
    names = [f"{w + 1}: {a + 1}-{b + 1}" for w in range(weeks) for a, b in pairs]
    meet = variables("meet", names, range(2))
    together = {
        (w, *pair): meet[w * len(pairs) + place]
        for w in range(weeks)
        for place, pair in enumerate(pairs)
    }
    together |= {(w, b, a): met for (w, a, b), met in together.items()}
    return Model(
        f"social golfers {groups}-{size}-{weeks}, by meetings",
        meet,
        # Each player meets all others of a group.
        rule(
            "group sizes",
            (
                total(together[w, p, q] for q in players if q != p) == size - 1
                for w in range(weeks)
                for p in players
            ),
        ),
        # Who meets two players sees these two meet as well.
        rule(
            "groups",
            (
                implies(together[w, a, b] & together[w, b, c], together[w, a, c])
                for w in range(weeks)
                for a, c in pairs
                for b in players
                if b not in (a, c)
            ),
        ),
        # Two players are together in one week at most.
        rule(
            "no two together twice",
            (total(together[w, a, b] for w in range(weeks)) <= 1 for a, b in pairs),
        ),
        # In the first week they form groups in the order of their names.
        rule(
            "first week",
            (together[0, a, b] == int(a // size == b // size) for a, b in pairs),
        ),
    )
