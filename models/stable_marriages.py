"""Stable marriages: no two people would leave their partners for each other."""

from everyway.models import Model, ModelError, any_of, iff, implies, known, puzzle, rule, variables

# A line is a person and those of the other side, from the one liked best. Women after a blank line.
EXAMPLE = """
Adam: Anna, Beth, Cleo, Dora
Bill: Beth, Anna, Dora, Cleo
Carl: Cleo, Dora, Anna, Beth
Dave: Dora, Cleo, Beth, Anna

Anna: Dave, Carl, Bill, Adam
Beth: Carl, Dave, Adam, Bill
Cleo: Bill, Adam, Dave, Carl
Dora: Adam, Bill, Carl, Dave
"""

# The example of Gale and Shapley, where three sets of marriages are stable.
THREE = """
A: X, Y, Z
B: Y, Z, X
C: Z, X, Y

X: B, C, A
Y: C, A, B
Z: A, B, C
"""

Wishes = dict[str, list[str]]


@puzzle(
    known("Knuth: ten, the most for four couples", count=10),
    known("Gale and Shapley", wishes=THREE, count=3),
    known("nobody to marry", wishes="", count=1),
)
def stable_marriages(wishes: str = EXAMPLE) -> Model:
    """Stable marriages: marry everybody so that no two run away together.

    `wishes` has a line for each man, a blank line, and a line for each woman: who it is, and all
    people of the other side, the dearest first. A man and a woman run away if each likes the
    other more than the partner. There is always a stable set of marriages, often several.

    Source: D. Gale, L. S. Shapley, College admissions and the stability of marriage (1962).
    """
    of_men, of_women = _read(wishes)
    wife = variables("wife", list(of_men), list(of_women))
    husband = variables("husband", list(of_women), list(of_men))
    couples = [(man, woman) for man in of_men for woman in of_women]
    return Model(
        f"{len(of_men)} stable marriages",
        wife,
        husband,
        # A man has a wife exactly if she has him.
        rule(
            "marriages have two sides",
            (iff(wife[m] == w, husband[w] == m) for m, w in couples),
        ),
        # If a man likes a woman more than his wife, she likes her husband more than him.
        rule(
            "nobody runs away",
            (
                implies(
                    any_of(wife[m] == worse for worse in _after(w, of_men[m])),
                    any_of(husband[w] == better for better in _before(m, of_women[w])),
                )
                for m, w in couples
                if w != of_men[m][-1]
            ),
        ),
    )


def _before(name: str, order: list[str]) -> list[str]:
    """Those who are liked better than `name`."""
    return order[: order.index(name)]


def _after(name: str, order: list[str]) -> list[str]:
    """Those who are liked less than `name`."""
    return order[order.index(name) + 1 :]


def _read(wishes: str) -> tuple[Wishes, Wishes]:
    """Whom each man and each woman likes, the dearest first."""
    halves = [half for half in wishes.strip().split("\n\n") if half.strip()] or ["", ""]
    if len(halves) != 2:
        raise ModelError(
            f"the wishes have {len(halves)} parts; write the men, a blank line, then the women"
        )
    men, women = (dict(map(_line, h.splitlines())) for h in halves)
    for some, others in ((men, women), (women, men)):
        for name, order in some.items():
            if sorted(order) != sorted(others):
                raise ModelError(
                    f"{name} must name each of {', '.join(others)} once, not {', '.join(order)}"
                )
    if len(men) != len(women):
        raise ModelError(f"there are {len(men)} men and {len(women)} women; write as many of each")
    return men, women


def _line(line: str) -> tuple[str, list[str]]:
    name, _, order = line.partition(":")
    return name.strip(), [liked.strip() for liked in order.split(",")]
