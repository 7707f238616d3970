"""A finder of diagrams that prove a number of solutions, however great.

Nothing here is trusted: the checker follows each constraint through the diagram. What is read is
read by the checker's own machines; states with the same futures are made one where they are few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from . import check
from .proving_trees import TooLargeProof

DEAD, DONE = 0, 1
MOST_STATES = 4_000
"""A machine with more states at a place is not minimised beforehand."""
MOST_STEPS = 40_000
"""The most steps to minimise one machine."""


class Reader:
    """The machine of one constraint with numbered states; 0 is dead, 1 holds whatever follows."""

    def __init__(
        self,
        model: check.Model,
        number: int,
        order: list[int],
        box: check.Box,
        look: Callable[[], None],
    ) -> None:
        """`order` holds all variables of the model; `look` is called often, and may raise."""
        self.number, self._look = number, look
        node = model.constraints[number]
        scope = set(model.scopes[node])
        self.levels = [level for level, v in enumerate(order) if v in scope]
        self.place = {level: place for place, level in enumerate(self.levels)}
        variables = [order[level] for level in self.levels]
        self._values = [box[v] for v in variables]
        self._machine = check.machine_of(model, node, variables, box)
        self._numbers: list[dict[Any, int]] = [{} for _ in range(len(variables) + 1)]
        self._states: list[list[Any]] = [[] for _ in range(len(variables) + 1)]
        self._rows: list[dict[int, Sequence[int]]] = [{} for _ in variables]
        self.start = self._number(0, self._machine.start)
        self._minimise()

    def _number(self, place: int, state: Any) -> int:
        key = check.key_of(state)
        number = self._numbers[place].get(key)
        if number is None:
            number = self._numbers[place][key] = len(self._states[place]) + 2
            self._states[place].append(state)
        return number

    def row(self, level: int, number: int) -> Sequence[int]:
        """The next states by the values of the level; of a state that is neither dead nor done."""
        place = self.place[level]
        found = self._rows[place].get(number)
        if found is None:
            found = self._rows[place][number] = self._stepped(place, number)
        return found

    def _stepped(self, place: int, number: int) -> Sequence[int]:
        machine, state = self._machine, self._states[place][number - 2]
        found = []
        for value in self._values[place]:
            self._look()
            new = machine.step(state, place, value)
            if machine.is_dead(new, place):
                found.append(DEAD)
            else:
                is_last = place == len(self.levels) - 1
                found.append(DONE if is_last else self._number(place + 1, new))
        return found

    def _minimise(self) -> None:
        """Give states with the same futures one number, where all are few."""
        left = MOST_STEPS
        for place, values in enumerate(self._values):
            left -= len(self._states[place]) * len(values)
            if len(self._states[place]) > MOST_STATES or left < 0:
                return
            for number in range(2, len(self._states[place]) + 2):
                self._rows[place][number] = self._stepped(place, number)
        below = {DEAD: DEAD, DONE: DONE}
        for place in reversed(range(len(self.levels))):
            classes: dict[tuple[int, ...], int] = {}
            above = {DEAD: DEAD, DONE: DONE}
            for number, row in self._rows[place].items():
                merged = tuple([below[to] for to in row])
                is_done = all(to == DONE for to in merged)
                above[number] = DONE if is_done else classes.setdefault(merged, len(classes) + 2)
            self._rows[place] = {number: row for row, number in classes.items()}
            below = above
        self.start = below[self.start]


def count_of(
    model: check.Model, removals: list[str], box: check.Box, most: int, look: Callable[[], None]
) -> list[str]:
    """The lines of a count over the values in `box`, which the `removals` leave.

    Raises: TooLargeProof past `most` nodes.
    """
    order = list(range(len(box)))
    fixed = [node for node in model.constraints if not model.scopes[node]]
    if not all(model.meanings[node]([0] * len(box)) for node in fixed):
        raise TooLargeProof("no count with a constraint that is never true")
    try:
        readers = [
            Reader(model, number, order, box, look)
            for number, node in enumerate(model.constraints)
            if model.scopes[node]
        ]
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
                rows[k] = None if number == DONE else readers[k].row(level, number)
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
