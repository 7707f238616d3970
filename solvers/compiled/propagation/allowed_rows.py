"""Propagators of tables of allowed and of forbidden rows."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from ..common.states import Layout, State, indices, shrink
from ..reading.normal_forms import Rows
from .posting import ANY, DECISION, Posting


def post_rows(posting: Posting, form: Rows) -> None:
    """Require `form`."""
    layout = posting.layout
    rows = [row for row in form.rows if _possible(layout, form.places, row)]
    if form.allowed:
        _post_allowed(posting, form.places, rows)
    elif not form.places:
        posting.infeasible |= bool(rows)
    elif len(form.places) == 1 and form.places[0] not in layout.wide:
        out = {row[0] for row in rows}
        posting.infeasible |= not layout.remove(layout.state, form.places[0], out, [])
    elif len(form.places) == 2 and not layout.wide.keys() & set(form.places):
        _post_pairs(posting, form.places[0], form.places[1], rows)
    elif rows:
        posting.add(ForbiddenRows(layout, form.places, rows))


def _possible(layout: Layout, places: Sequence[int], row: Sequence[int]) -> bool:
    return all(layout.has(layout.state, p, value) for p, value in zip(places, row, strict=True))


def _post_allowed(posting: Posting, places: Sequence[int], rows: Sequence[Sequence[int]]) -> None:
    if not rows:
        posting.infeasible = True
    elif places:
        posting.add(AllowedRows(posting.layout, places, rows))


def _post_pairs(posting: Posting, first: int, second: int, rows: Sequence[Sequence[int]]) -> None:
    lows = posting.layout.lows
    posting.together((first, second))
    for here, there, turn in ((first, second, 1), (second, first, -1)):
        lost: dict[int, int] = {}
        for row in rows:
            value, other = row[::turn]
            bit = 1 << (value - lows[here])
            lost[bit] = lost.get(bit, 0) | 1 << (other - lows[there])

        def rule(
            bit: int, there: int = there, lost: dict[int, int] = lost
        ) -> list[tuple[int, int]]:
            return [(there, lost[bit])] if bit in lost else []

        posting.conflicts.rules[here].append(rule)


class Column:
    """For every value of a variable the rows that have it, as a word over the rows."""

    def __init__(self, layout: Layout, place: int, column: Sequence[int]) -> None:
        self.layout, self.place, self.low = layout, place, layout.lows[place]
        self.wide = layout.wide.get(place)
        self.supports: dict[int, int] = {}
        for number, value in enumerate(column):
            self.supports[value] = self.supports.get(value, 0) | 1 << number
        self.values = sorted(self.supports)
        self.items = (
            [] if self.wide else [(1 << (v - self.low), self.supports[v]) for v in self.values]
        )

    def rows(self, state: State) -> int:
        """The rows whose value is left."""
        found = 0
        if self.wide is None:
            word = state[self.place]
            for bit, rows in self.items:
                if bit & word:
                    found |= rows
            return found
        for value in self._inside(state):
            found |= self.supports[value]
        return found

    def keep(self, state: State, rows: int, changed: list[int]) -> bool:
        """Leave the variable the values that some of `rows` has; false if there is none."""
        if self.wide is None:
            word, left = state[self.place], 0
            for bit, support in self.items:
                if bit & word and support & rows:
                    left |= bit
            return shrink(state, self.place, left, changed)
        values = [value for value in self._inside(state) if self.supports[value] & rows]
        return bool(values) and self.wide.keep(state, values[0], values[-1], changed)

    def _inside(self, state: State) -> Sequence[int]:
        low, high = self.layout.ends(state, self.place)
        return self.values[bisect_left(self.values, low) : bisect_right(self.values, high)]


class AllowedRows:
    """A compact table: the rows that are left, and the values that these support."""

    event = ANY

    def __init__(
        self, layout: Layout, places: Sequence[int], rows: Sequence[Sequence[int]]
    ) -> None:
        columns = list(zip(*rows, strict=True))
        self.watched = tuple(places)
        self.columns = [Column(layout, p, c) for p, c in zip(places, columns, strict=True)]
        self.cost = 20 + len(rows)
        self.rows = layout.allot((1 << len(rows)) - 1)
        self.seen = layout.allot(*[-1] * len(places))
        """The words of the columns when the rows were last counted."""

    def propagate(self, state: State, changed: list[int]) -> bool:
        rows, left = state[self.rows], state[self.rows]
        for number, column in enumerate(self.columns, self.seen):
            if column.wide or state[column.place] != state[number]:
                left &= column.rows(state)
                if not left:
                    return False
        first = state[self.seen] == -1
        if left != rows or first:
            for column in self.columns:
                if not column.keep(state, left, changed):
                    return False
        state[self.rows] = left
        for number, column in enumerate(self.columns, self.seen):
            state[number] = state[column.place]
        return True


class ForbiddenRows:
    """The last open variable loses the values that would complete a row."""

    event = DECISION

    def __init__(
        self, layout: Layout, places: Sequence[int], rows: Sequence[Sequence[int]]
    ) -> None:
        columns = list(zip(*rows, strict=True))
        self.layout, self.watched = layout, tuple(places)
        self.columns = [Column(layout, p, c) for p, c in zip(places, columns, strict=True)]
        self.table = [tuple(column) for column in columns]
        self.all = (1 << len(rows)) - 1
        self.cost = 20 + len(places)

    def propagate(self, state: State, changed: list[int]) -> bool:
        opened = [place for place in self.watched if state[place] & (state[place] - 1)]
        if len(opened) > 1:
            return True
        rows = self.all
        for column in self.columns:
            if column.place not in opened:
                rows &= column.supports.get(self.layout.value(state, column.place), 0)
                if not rows:
                    return True
        if not opened:
            return False
        place = opened[0]
        column_values = self.table[self.watched.index(place)]
        out = {column_values[row] for row in indices(rows)}
        return self.layout.remove(state, place, out, changed)
