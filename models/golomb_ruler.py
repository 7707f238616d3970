"""Golomb rulers: marks of which no two pairs are the same distance apart."""

from itertools import combinations, pairwise
from typing import Literal

from everyway.models import (
    Expression,
    Model,
    ModelError,
    Variable,
    VariableList,
    all_different,
    counted,
    known,
    maximum,
    puzzle,
    rule,
    total,
    variables,
)
from everyway.models.pictures import ruler


@puzzle(
    known("twice OEIS A036501", marks=3, length=3, count=2),
    known("twice OEIS A036501", marks=4, length=6, count=2),
    known("twice OEIS A036501", marks=5, length=11, count=4),
    known("twice OEIS A036501", marks=6, length=17, count=8),
    known("OEIS A003022: no ruler is shorter", marks=5, length=10, count=0),
    known("OEIS A003022: no ruler is shorter", marks=6, length=16, count=0),
    known("counted by two programs", marks=4, length=10, shorter=True, count=50),
    known("counted by two programs", marks=5, length=15, shorter=True, count=164),
    known("twice OEIS A036501", marks={4: 2, 5: 4}, length=13, shortest=True),
    known("twice OEIS A036501", marks=4, length=8, shortest=True, form="notches", count=2),
    known("counted by two programs", ring=True, marks=4, length={12: 0, 13: 16, 14: 8, 15: 56}),
    known(
        "perfect difference sets of J. Singer (1938)",
        ring=True,
        form="notches",
        marks=5,
        length={20: 0, 21: 10},
    ),
    least={"marks": 1, "length": 0},
)
def golomb_ruler(
    marks: int = 5,
    length: int = 11,
    shorter: bool = False,
    form: Literal["marks", "notches"] = "marks",
    ring: bool = False,
    shortest: bool = False,
) -> Model:
    """A Golomb ruler: a few marks on a ruler, no two pairs of them the same distance apart.

    The first mark is at 0 and the last at `length`; where it may be `shorter`, the last is at
    `length` at most. A ruler and its mirror image are two. The shortest rulers of 2, 3, 4, …
    marks have the lengths 1, 3, 6, 11, 17, 25, 34: a unit less, and there is none.

    With `shortest`, only the shortest rulers count, of those that are `length` long at most.

    A `ring`, or modular Golomb ruler, is `length` units around, with a mark at 0; the distances
    differ both ways round.

    Two ways to say it: `marks` has a number for every mark, where it is; `notches` has a 0 or 1
    for every place on the ruler, whether it is marked.

    Source: W. C. Babcock, Bell System Technical Journal 32 (1953); CSPLib 006; OEIS A036501.
    """
    if ring and (shorter or shortest or not length):
        raise ModelError("a Golomb ring has length = 1 or more, and is never shorter")
    made = _by_notches if form == "notches" else _by_marks
    model, last = made(marks, length, shorter or shortest, ring)
    # The last mark is as near to the first as can be.
    return model.minimising(last) if shortest else model


def _by_marks(marks: int, length: int, shorter: bool, ring: bool) -> tuple[Model, Expression]:
    """The model, and the place of the last mark."""
    mark = variables("mark", marks, range(length if ring else length + 1))
    distances = [right - left for left, right in combinations(mark, 2)]
    if ring:
        # Between two marks there is a way round on either side.
        distances += [length - distance for distance in distances]
    model = Model(
        f"Golomb {'ring' if ring else 'ruler'} of {counted(marks, 'mark')}",
        mark,
        ruler(mark, length),
        # The first mark is at the left end.
        rule("begins at 0", mark[0] == 0),
        # The last one is at the right end, where there is one.
        rule("ends at its length", mark[-1] <= length if shorter else mark[-1] == length)
        if not ring
        else [],
        # The marks stand from left to right.
        rule("from left to right", (left < right for left, right in pairwise(mark))),
        # No distance between two marks comes twice.
        rule("distances differ", all_different(distances)),
        # It follows that k gaps in a row, all different, are together 1 + 2 + … + k or longer.
        rule(
            "room for different gaps (implied)",
            (
                right - left >= gaps * (gaps + 1) // 2
                for gaps in range(2, marks)
                for left, right in zip(mark, mark[gaps:], strict=False)
            ),
        ),
    )
    return model, mark[-1]


def _by_notches(marks: int, length: int, shorter: bool, ring: bool) -> tuple[Model, Expression]:
    """The same of notches."""
    notch = variables("notch", length if ring else length + 1, range(2))
    model = Model(
        f"Golomb {'ring' if ring else 'ruler'} of {marks} notches",
        notch,
        ruler(notch, length, notched=True),
        # There is one at the left end.
        rule("begins at 0", notch[0] == 1),
        # There is one at the right end, or there may be.
        rule("ends at its length", notch[length] == 1) if not shorter and not ring else [],
        # There are as many as asked for.
        rule("as many as asked for", total(notch) == marks),
        # Of the pairs at any one distance, at most one is marked at both ends.
        rule(
            "distances differ",
            (
                total(one & other for one, other in _apart(notch, distance, ring)) <= 1
                for distance in range(1, len(notch))
            ),
        ),
    )
    return model, maximum(place * one for place, one in enumerate(notch))


def _apart(notch: VariableList, distance: int, ring: bool) -> list[tuple[Variable, Variable]]:
    """The pairs of places at a `distance`; on a ring also those around its end."""
    places = range(len(notch) if ring else len(notch) - distance)
    return [(notch[i], notch[(i + distance) % len(notch)]) for i in places]
