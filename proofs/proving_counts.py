"""A finder of diagrams that prove a number of solutions, however great.

Nothing here is trusted: the checker follows each constraint through the diagram, by its machines,
which are read here as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from . import check
from .check import DONE, TooLargeProof


class Reader(check.Machine):
    """The machine of one constraint, by the levels at which it reads."""

    def __init__(self, model: check.Model, number: int, order: list[int], box: check.Box) -> None:
        """`order` holds all variables of the model. Raises: NoProof."""
        self.number, node = number, model.constraints[number]
        self.levels = [level for level, v in enumerate(order) if v in set(model.scopes[node])]
        self.place = {level: place for place, level in enumerate(self.levels)}
        super().__init__(model, node, [order[level] for level in self.levels], box)


def count_of(
    model: check.Model, removals: list[str], box: check.Box, most: int, look: Callable[[], None]
) -> list[str]:
    """The lines of a count over the values in `box`, which the `removals` leave.

    Raises: TooLargeProof past `most` nodes.
    """
    order = list(range(len(box)))
    if not all(box) or any(model.excludes(node, box) for node in model.constraints):
        return [*removals, "e"]
    readers = []
    try:
        for number, node in enumerate(model.constraints):
            look()
            if model.scopes[node]:
                readers.append(Reader(model, number, order, box))
    except check.NoProof as error:
        raise TooLargeProof(str(error)) from error
    readers = [one for one in readers if one.start != DONE]
    return [*removals, *_levels(readers, order, box, most, look), "e"]


def _levels(
    readers: list[Reader], order: list[int], box: check.Box, most: int, look: Callable[[], None]
) -> Iterator[str]:
    touched: list[list[int]] = [[] for _ in order]
    half_read: list[list[int]] = [[] for _ in range(len(order) + 1)]
    for k, one in enumerate(readers):
        for level in one.levels:
            touched[level].append(k)
        for level in range(one.levels[0] + 1, one.levels[-1] + 1):
            half_read[level].append(k)
    nodes: dict[tuple[int, ...], int] = {(): 1}
    left = most
    for level, v in enumerate(order):
        yield f"v {v}"
        at = {k: i for i, k in enumerate(half_read[level])}
        following: dict[tuple[int, ...], int] = {}
        for state in nodes:
            look()
            rows: dict[int, Sequence[int] | None] = {}
            for k in touched[level]:
                number = state[at[k]] if k in at else readers[k].start
                one = readers[k]
                rows[k] = None if number == DONE else one.rows[one.place[level]][number]
            kids = []
            for j in range(len(box[v])):
                gap = next((k for k, row in rows.items() if row is not None and not row[j]), None)
                if gap is not None:
                    kids.append(-readers[gap].number - 1)
                    continue
                key = tuple(
                    [
                        state[at[k]]
                        if k not in rows
                        else DONE
                        if (row := rows[k]) is None
                        else row[j]
                        for k in half_read[level + 1]
                    ]
                )
                kids.append(following.setdefault(key, len(following) + 1))
            yield " ".join(map(str, kids))
        left -= len(following)
        if left < 0:
            raise TooLargeProof(f"no count within {most:,} nodes")
        nodes = following
