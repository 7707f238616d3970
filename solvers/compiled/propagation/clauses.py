"""Unit propagation: the last alternative that can still hold must hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....models.language.constraints import Constraint
from ..common.states import Layout, State, indices, shrink
from ..reading.disjunctions import Clauses, alternatives
from ..reading.evaluation import compiled_flag, variables_of
from ..reading.normal_forms import Clause
from .amounts import filter_only_open
from .posting import ANY, ENDS, Posting
from .zero_one_sums import MarkedWords, Marks


def post_clause(posting: Posting, form: Clause) -> None:
    """Require `form`."""
    layout, marks = posting.layout, dict[int, int]()
    if not layout.wide.keys().isdisjoint(place for place, _, _ in form.literals):
        posting.add(Intervals(layout, form))
        return
    for place, relation, number in form.literals:
        bits = _marked(layout, place, relation, number)
        if bits:
            marks[place] = marks.get(place, 0) | bits
    if any(bits == layout.state[place] for place, bits in marks.items()):
        return
    if not marks:
        posting.infeasible = True
    elif len(marks) == 1:
        ((place, bits),) = marks.items()
        layout.state[place] &= bits
    else:
        _post_marks(posting, list(marks.items()))


def _post_marks(posting: Posting, marks: Marks) -> None:
    """One of several variables has a marked value; of two, each may imply that the other has."""
    unmarked = [posting.layout.state[place] & ~bits for place, bits in marks]
    if len(marks) > 2 or any(bits & (bits - 1) for bits in unmarked):
        posting.add(MarkedWords(marks, 1, len(marks)))
        return
    pair = [(place, bit) for (place, _), bit in zip(marks, unmarked, strict=True)]
    posting.together(place for place, _ in pair)
    for (place, bit), lost in ((pair[0], pair[1:]), (pair[1], pair[:1])):

        def rule(decided: int, bit: int = bit, lost: Marks = lost) -> Marks:
            return lost if decided == bit else []

        posting.conflicts.rules[place].append(rule)


class Flag:
    """A constraint as a function of the values at `places`, compiled when it is first called."""

    def __init__(self, posting: Posting, constraint: Constraint) -> None:
        self._constraint, self._place_of = constraint, posting.place_of
        self.places = tuple(posting.place_of[v.name] for v in variables_of(constraint))
        self._holds: Callable[..., bool] | None = None

    def __call__(self, *values: int) -> bool:
        if self._holds is None:
            _, self._holds = compiled_flag(self._constraint, self._place_of)
        return self._holds(*values)


def post_alternatives(posting: Posting, constraint: Constraint, whole: Flag) -> bool:
    """Require `constraint`, if it has several alternatives; whether it has."""
    marks: dict[int, int] = {}
    others: list[Flag] = []
    several, literal_of = list(alternatives(constraint)), Clauses(posting.place_of).literal
    for alternative in several if len(several) > 1 else ():
        literal = literal_of(alternative)
        if literal is not None and literal[0] not in posting.layout.wide:
            place = literal[0]
            marks[place] = marks.get(place, 0) | _marked(posting.layout, *literal)
            continue
        flag = Flag(posting, alternative)
        if len(flag.places) == 1 and flag.places[0] not in posting.layout.wide:
            place = flag.places[0]
            marks[place] = marks.get(place, 0) | _satisfying(posting.layout, place, flag)
        else:
            others.append(flag)
    if others:
        posting.add(Alternatives(posting, marks, others, whole))
    elif marks:
        posting.add(MarkedWords(list(marks.items()), 1, len(marks)))
    return bool(marks or others)


def _marked(layout: Layout, place: int, relation: str, number: int) -> int:
    """The bits of a variable that is not wide with which a literal is true."""
    word = layout.state[place]
    index = min(max(number - layout.lows[place], -1), word.bit_length())
    match relation:
        case "<=":
            return word & ((1 << index + 1) - 1)
        case ">=":
            return word & -1 << max(index, 0)
        case _:
            bit = (1 << index + 1) >> 1
            return word & bit if relation == "==" else word & ~bit


def _satisfying(layout: Layout, place: int, holds: Callable[[int], bool]) -> int:
    """The bits of one variable with which a constraint holds."""
    low, bits = layout.lows[place], indices(layout.state[place])
    return sum(1 << index for index in bits if holds(low + index))


class Intervals:
    """Variables, some of them wide, of which one lies in its interval."""

    event = ENDS

    def __init__(self, layout: Layout, form: Clause) -> None:
        self.layout, self.watched = layout, tuple({place: None for place, _, _ in form.literals})
        self.cost = 10 + len(form.literals)
        self.intervals: list[tuple[int, int, int]] = []
        for place, relation, number in form.literals:
            low, high = layout.ends(layout.state, place)
            if relation == "!=":
                self.intervals += (place, low, number - 1), (place, number + 1, high)
            else:
                low = low if relation == "<=" else number
                self.intervals.append((place, low, high if relation == ">=" else number))

    def propagate(self, state: State, changed: list[int]) -> bool:
        opened: list[tuple[int, int, int]] = []
        for interval in self.intervals:
            place, low, high = interval
            least, most = self.layout.ends(state, place)
            if low <= least and most <= high:
                return True
            if low <= most and least <= high:
                opened.append(interval)
        if len(opened) == 1:
            return self.layout.keep(state, *opened[0], changed)
        return bool(opened)


class Alternatives:
    """A disjunction of marked values of variables and of constraints."""

    event = ANY

    def __init__(
        self, posting: Posting, marks: dict[int, int], others: Sequence[Flag], whole: Flag
    ) -> None:
        self.layout, self.whole, self.watched = posting.layout, whole, whole.places
        self.marks, self.others = list(marks.items()), others
        self.cost = 70 + len(self.watched)

    def propagate(self, state: State, changed: list[int]) -> bool:
        possible: list[tuple[int, int]] = []
        for place, bits in self.marks:
            word = state[place]
            if word & bits:
                if possible or not word & ~bits:
                    return True
                possible.append((place, bits))
        waiting = self._waiting(state)
        if waiting is None:
            return True
        if len(possible) + len(waiting) > 1:
            waiting = [self.whole]
        if waiting:
            (flag,) = waiting
            return filter_only_open(self.layout, state, flag.places, flag, changed)
        return any(shrink(state, place, state[place] & bits, changed) for place, bits in possible)

    def _waiting(self, state: State) -> list[Flag] | None:
        """The first two constraints with open variables; None where one without them holds."""
        waiting: list[Flag] = []
        for flag in self.others:
            if any(state[place] & (state[place] - 1) for place in flag.places):
                waiting.append(flag)
                if len(waiting) == 2:
                    break
            elif flag(*[self.layout.value(state, place) for place in flag.places]):
                return None
        return waiting
