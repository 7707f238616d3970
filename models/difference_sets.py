"""Cyclic difference sets: every step around a ring occurs equally often."""

from itertools import permutations
from typing import Literal

from everyway.models import Model, cardinality, increasing, known, puzzle, rule, total, variables


@puzzle(
    known("turns and mirror image of the Fano plane", v=7, k=3, count=14),
    known("La Jolla repository: 4 multiples, each turned", v=13, k=4, count=52),
    known("the squares modulo 11 and the others, each turned", v=11, k=5, times=2, count=22),
    known("12 differences cannot be 9 steps once each", v=10, k=4, count=0),
    least={"v": 1, "k": 0, "times": 0},
)
def difference_sets(
    v: int = 7, k: int = 3, times: int = 1, form: Literal["ring", "elements"] = "ring"
) -> Model:
    """A difference set: k of v places on a ring, every step from one to another equally often.

    The places are 0 to v - 1. Of the chosen ones, exactly as many ordered pairs as `times` says
    (the λ of the textbooks) are d places apart, for every d from 1 to v - 1: {1, 2, 4} on a
    ring of 7. Turning the ring gives another set.

    As `ring`, a 0/1 variable a place; as `elements`, the chosen places in ascending order, their
    differences counted.

    Source: J. Singer, A theorem in finite projective geometry (1938); La Jolla Difference Set
    Repository.
    """
    return (_ring if form == "ring" else _elements)(v, k, times)


def _ring(v: int, k: int, times: int) -> Model:
    chosen = variables("chosen", v, range(2))
    # A step of d one way is one of v - d the other way, so half of the steps are enough.
    steps = range(1, v // 2 + 1)
    return Model(
        f"difference set {v}, {k}, {times}",
        chosen,
        # There are k chosen places,
        rule("k places", total(chosen) == k),
        # and each step leads as often from one to another.
        rule(
            "every step equally often",
            (total(chosen[p] & chosen[(p + d) % v] for p in range(v)) == times for d in steps),
        ),
    )


def _elements(v: int, k: int, times: int) -> Model:
    place = variables("place", k, range(v))
    steps = [(b - a) % v for a, b in permutations(place, 2)]
    return Model(
        f"difference set {v}, {k}, {times}, by elements",
        place,
        # The places are different, and written in ascending order.
        rule("in order", increasing(place, strict=True)),
        # Each step leads as often from one to another.
        rule("every step equally often", cardinality(steps, dict.fromkeys(range(1, v), times))),
    )
