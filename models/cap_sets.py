"""Cap sets: cards of the game SET among which there is no set."""

from itertools import combinations, product

from everyway.models import Model, counted, known, puzzle, rule, total, variables


@puzzle(
    known("Davis and Maclagan: 54 of most cards", k={0: 1, 1: 9, 2: 36, 3: 72, 4: 54, 5: 0}),
    known("one point of three on a line", d=1, k={0: 1, 1: 3, 2: 3, 3: 0}),
    least={"d": 1, "k": 0},
)
def cap_sets(d: int = 2, k: int = 4) -> Model:
    """Cards without a set: k of the 3^d cards of a game like SET, no three of which are one.

    A card has d properties, each of three kinds, 0, 1 or 2. Three cards are a set where each
    property is the same on all three or different on all three; in other words, two cards
    make a set with just one other. The game itself has d = 4. Most cards without a set: 2, 4, 9,
    20, 45 for d from 1 to 5. `card[021]` is 1 where that card is chosen.

    Source: B. L. Davis, D. Maclagan, The card game SET (2003); OEIS A090245.
    """
    cards = list(product(range(3), repeat=d))
    card = variables("card", ["".join(map(str, kinds)) for kinds in cards], range(2))
    chosen = dict(zip(cards, card, strict=True))
    sets = sorted({tuple(sorted((a, b, _third(a, b)))) for a, b in combinations(cards, 2)})
    return Model(
        f"{counted(k, 'card')} of {3**d} without a set",
        card,
        # There are k cards.
        rule("k cards", total(card) == k),
        # Of three cards that are a set, two at most are there.
        rule("no set", (total(chosen[c] for c in three) <= 2 for three in sets)),
    )


def _third(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    """The card that makes a set with two: the three kinds of each property add up to 0 mod 3."""
    return tuple(-(x + y) % 3 for x, y in zip(a, b, strict=True))
