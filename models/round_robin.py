"""Round robin tournaments: everybody meets everybody, each day in pairs."""

from itertools import combinations
from typing import Literal

from everyway.models import Model, all_different, inverse, known, puzzle, rule, variables
from everyway.models.boards import Board


@puzzle(
    known("OEIS A000438", players={2: 1, 4: 1, 6: 6, 8: 6240}),
    known("somebody has no opponent", players={3: 0, 5: 0, 7: 0}),
    least={"players": 0},
)
def round_robin(players: int = 6, form: Literal["games", "opponents"] = "games") -> Model:
    """A round robin: each two players meet once, and each day everybody plays.

    An even number of players needs one day less than players. Days have no order: day d is the
    one on which player 1 meets player d + 1. Mathematicians call this a one-factorization.

    As `games`, a variable for each game says its day: `day[1-2]`. As `opponents`, a board says
    for each day (row) and player (column) whom the player meets.

    Source: T. P. Kirkman, On a problem in combinations (1847); OEIS A000438.
    """
    return _games(players) if form == "games" else _opponents(players)


def _games(players: int) -> Model:
    everybody = range(1, players + 1)
    games = list(combinations(everybody, 2))
    day = variables("day", [f"{a}-{b}" for a, b in games], range(1, players))
    of_game = dict(zip(games, day, strict=True))
    return Model(
        f"round robin of {players}",
        day,
        # Nobody plays two games on one day.
        rule(
            "one game a day",
            (
                all_different(of_game[game] for game in games if player in game)
                for player in everybody
            ),
        ),
        # The days are named after the opponents of player 1.
        rule("days in order", (of_game[1, p] == p - 1 for p in everybody[1:])),
    )


def _opponents(players: int) -> Model:
    board = Board(max(players - 1, 0), players)
    opponent = board.fill(range(1, players + 1), "opponent")
    days = [[meets - 1 for meets in row] for _, row in opponent.over(board.rows)]
    return Model(
        f"round robin of {players}, by opponents",
        opponent,
        # Whom you play plays you,
        rule("games have two sides", (inverse(day, day) for day in days)),
        # and is somebody else.
        rule("nobody plays alone", (meets != p for day in days for p, meets in enumerate(day))),
        # You never meet anybody twice.
        opponent.along(board.columns).all_different(),
        # The days are named after the opponents of player 1.
        rule("days in order", (day[0] == number for number, day in enumerate(days, 1))),
    )
