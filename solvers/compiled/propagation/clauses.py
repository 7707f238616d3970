"""Unit propagation: the last alternative that can still hold must hold."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence

from ....models.language.constraints import NEGATED, And, Comparison, Constraint, Not, Or
from ....models.language.expressions import Constant, Variable
from ..common.states import State, indices, shrink
from ..reading.evaluation import compiled_flag, variables_of
from .amounts import filter_only_open
from .posting import ANY, Posting
from .zero_one_sums import MarkedWords

RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


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
    alternatives = list(_alternatives(constraint))
    for alternative in alternatives if len(alternatives) > 1 else ():
        literal = _literal(posting, alternative)
        if literal is not None:
            marks[literal[0]] = marks.get(literal[0], 0) | literal[1]
            continue
        flag = Flag(posting, alternative)
        if len(flag.places) == 1 and flag.places[0] not in posting.layout.wide:
            place = flag.places[0]
            marks[place] = marks.get(place, 0) | _marked(posting, place, flag)
        else:
            others.append(flag)
    if others:
        posting.add(Alternatives(posting, marks, others, whole))
    elif marks:
        posting.add(MarkedWords(list(marks.items()), 1, len(marks)))
    return bool(marks or others)


def _alternatives(constraint: Constraint) -> Iterator[Constraint]:
    """Constraints of which one holds exactly where `constraint` does."""
    stack = [constraint]
    while stack:
        match stack.pop():
            case Or(operands):
                stack.extend(reversed(operands))
            case Not(And(operands)):
                stack.extend(Not(operand) for operand in reversed(operands))
            case Not(Not(operand)):
                stack.append(operand)
            case alternative:
                yield alternative


def _literal(posting: Posting, constraint: Constraint) -> tuple[int, int] | None:
    """The place and the bits with which a comparison with a number holds, or with which it fails.

    None for another constraint, and for a variable that is wide.
    """
    match constraint:
        case Comparison(Variable(name), relation, Constant(int(bound))):
            compare = RELATIONS[relation]
        case Not(Comparison(Variable(name), relation, Constant(int(bound)))):
            compare = RELATIONS[NEGATED[relation]]
        case _:
            return None
    place = posting.place_of[name]
    if place in posting.layout.wide:
        return None
    low, bits = posting.layout.lows[place], indices(posting.layout.state[place])
    return place, sum(1 << index for index in bits if compare(low + index, bound))


def _marked(posting: Posting, place: int, holds: Callable[[int], bool]) -> int:
    """The bits of one variable with which a constraint holds."""
    low, bits = posting.layout.lows[place], indices(posting.layout.state[place])
    return sum(1 << index for index in bits if holds(low + index))


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
