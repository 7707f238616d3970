"""Sets as variables: a group of 0/1 variables, one for each value that may be a member."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from typing import Any, cast

from .arithmetic_expressions import total
from .constraints import Constraint, all_of
from .errors import ModelError
from .expressions import Constant, Expression, Variable
from .groups import Key, VariableList, key_text, variables
from .habits import OF_SETS
from .late_dataclasses import dataclass
from .nodes import Node, Value
from .phrases import shown

Term = Expression | Constraint
"""An expression that is 0 or 1, or a constraint: whether a value is a member."""

NO_TRUTH = "is not known before it is solved; write {name}[{value!r}] for its being a member"


def _no(term: Term) -> Constraint:
    """The constraint that a value is no member."""
    return term == 0 if isinstance(term, Expression) else ~term


class SetOperators:
    """Union, intersection, difference, symmetric difference, and subsets, as of Python's sets.

    The other operand may be a set of Python's.
    """

    @property
    def terms(self) -> Mapping[Key, Term]:
        """By each possible member, whether it is one."""
        raise NotImplementedError

    def __or__(self, other: object) -> SetExpression:
        return self._joined(other, "|", lambda a, b: a | b, left=True, right=True)

    def __and__(self, other: object) -> SetExpression:
        return self._joined(other, "&", lambda a, b: a & b)

    def __sub__(self, other: object) -> SetExpression:
        return self._joined(other, "-", lambda a, b: a & _no(b), left=True)

    def __xor__(self, other: object) -> SetExpression:
        return self._joined(other, "^", lambda a, b: a ^ b, left=True, right=True)

    def __ror__(self, other: object) -> SetExpression:
        return _set_of(other, "|") | self

    def __rand__(self, other: object) -> SetExpression:
        return _set_of(other, "&") & self

    def __rsub__(self, other: object) -> SetExpression:
        return _set_of(other, "-") - self

    def __rxor__(self, other: object) -> SetExpression:
        return _set_of(other, "^") ^ self

    def __le__(self, other: object) -> Constraint:
        mine, theirs = self.terms, _set_of(other, "<=").terms
        return all_of(
            a <= theirs[value] if value in theirs else _no(a)
            for value, a in mine.items()
            if not isinstance(theirs.get(value), Constant)  # a member of one of Python's sets
        )

    def __ge__(self, other: object) -> Constraint:
        return _set_of(other, ">=") <= self

    def __lt__(self, other: object) -> Constraint:
        return (self <= other) & (size(self) < size(_set_of(other, "<")))

    def __gt__(self, other: object) -> Constraint:
        return _set_of(other, ">") < self

    def _joined(
        self,
        other: object,
        sign: str,
        join: Callable[[Any, Any], Term],
        *,
        left: bool = False,
        right: bool = False,
    ) -> SetExpression:
        """`join` of the terms of each value; of one in a single set its term, if that is asked."""
        mine, theirs = self.terms, _set_of(other, sign).terms
        found = dict[Key, Term]()
        for value in {**mine, **theirs}:
            if value in mine and value in theirs:
                found[value] = join(mine[value], theirs[value])
            elif left and value in mine:
                found[value] = mine[value]
            elif right and value in theirs:
                found[value] = theirs[value]
        return SetExpression(found)


@dataclass(frozen=True, eq=False)
class SetExpression(SetOperators):
    """A set that is made of others; `s[2]` says whether 2 is a member."""

    members: Mapping[Key, Term]

    @property
    def terms(self) -> Mapping[Key, Term]:
        return self.members

    def __getitem__(self, value: Key) -> Term:
        if value not in self.members:
            raise ModelError(f"{value!r} is no possible member: {_values(self.members)}")
        return self.members[value]

    def __contains__(self, value: object) -> bool:
        raise ModelError(f"{value!r} in a set " + NO_TRUTH.format(name="s", value=value))

    def __len__(self) -> int:
        raise ModelError("the size of a set is not known before it is solved; write size(s)")

    def __repr__(self) -> str:
        return f"<a set of {_values(self.members)}>"


@dataclass(frozen=True, eq=False)
class Subset(SetOperators, VariableList):
    """A set of some of its possible members, the keys: `s[2]` is 1 where 2 is a member.

    In a solution it is a frozenset.
    """

    kind = "set"
    _habits = OF_SETS
    _numbers_are_places = False

    @property
    def terms(self) -> Mapping[Key, Term]:
        return dict(zip(self.keys, self.members, strict=True))

    def __getitem__(self, key: Any) -> Any:
        if key not in self._places:
            raise ModelError(f"{key!r} is no possible member of {self.name}: {_values(self.keys)}")
        return self.members[self._places[key]]

    def __contains__(self, value: object) -> bool:
        if isinstance(value, Variable):
            return super().__contains__(value)
        raise ModelError(
            f"{value!r} in {self.name} " + NO_TRUTH.format(name=self.name, value=value)
        )

    def of_row(self, row: tuple[Value, ...]) -> Any:
        """The members; the values by member where some are neither 0 nor 1."""
        if not {*row} <= {0, 1}:
            return dict(zip(self.keys, row, strict=True))
        return frozenset(key for key, value in zip(self.keys, row, strict=True) if value)

    def in_json(self, read: Any) -> Any:
        if not isinstance(read, frozenset):
            return super().in_json(read)
        members = (key for key in self.keys if key in read)
        return [key_text(key) if isinstance(key, tuple) else key for key in members]

    def from_json(self, data: Any) -> dict[str, Any]:
        if not isinstance(data, list | tuple):
            return super().from_json(data)
        chosen = set[int | None]()
        for one in data:
            place = self._place(one)
            place = self._places_by_text.get(one) if isinstance(one, str) else place
            if place is None:
                values = _values(self.keys)
                raise ModelError(f"{shown(one)} is no possible member of {self.name}: {values}")
            chosen.add(place)
        return {member.name: int(place in chosen) for place, member in enumerate(self)}

    @property
    def _is_keyed(self) -> bool:
        return True

    def describe(self) -> str:
        return f"a set {self.name} of {_values(self.keys)}"


def subset(name: str, values: int | Iterable[Key]) -> Subset:
    """A set of some of `values`, keys of a list, or of 0 to a number less 1, as 0/1 variables.

    `s[2]` says whether 2 is a member; sets are joined and compared by `|`, `&`, `-`, `^`, `<=` and
    `<`, also with sets of Python's.

    Raises: ModelError where a value comes twice.

    >>> from everyway.models import Model, size, subset
    >>> from everyway.solvers import solve_all
    >>> s, t = subset("s", range(1, 5)), subset("t", range(3, 6))
    >>> model = Model("sets", s, t, size(s) == 2, s <= t, ~t[5])
    >>> [(solution["s"], solution["t"]) for solution in solve_all(model)]
    [(frozenset({3, 4}), frozenset({3, 4}))]
    """
    of_list = variables(name, values if isinstance(values, int) else list(values), range(2))
    return Subset(name, of_list.members, of_list.keys)


def size(one: object) -> Expression:
    """The number of members of a set.

    Formula: Σ [v ∈ s], over all values v

    >>> from everyway.models import size, subset
    >>> size(subset("s", range(1, 4))) == 2
    s[1] + s[2] + s[3] == 2
    """
    return _total((1, term) for term in _set_of(one, "size").terms.values())


def sum_of(one: object) -> Expression:
    """The sum of the members of a set of integers.

    Formula: Σ v · [v ∈ s], over all values v

    Raises: ModelError for a set of texts.

    >>> from everyway.models import subset, sum_of
    >>> sum_of(subset("s", range(1, 4))) <= 4
    s[1] + 2*s[2] + 3*s[3] <= 4
    """
    terms = _set_of(one, "sum_of").terms
    for value in terms:
        if not isinstance(value, int):
            raise ModelError(f"sum_of adds up integers, and {value!r} may be a member")
    return _total((cast(int, value), term) for value, term in terms.items())


def union(*sets: object) -> SetExpression:
    """The values that are members of one of `sets` at least.

    >>> from everyway.models import subset, union
    >>> union(subset("s", [1, 2]), subset("t", [2, 3]), {4}) <= {2, 4}
    (s[1] == 0) & (t[3] == 0)
    """
    found = SetExpression({})
    for one in sets:
        found = found | one
    return found


def disjoint(*sets: object) -> Constraint:
    """No value is a member of two of `sets`.

    Formula: sᵢ ∩ sⱼ = ∅, for all i < j

    >>> from everyway.models import disjoint, subset
    >>> disjoint(subset("s", [1, 2]), subset("t", [2, 3]))
    (s[2] + t[2] <= 1)
    """
    terms = [_set_of(one, "disjoint").terms for one in sets]
    shared = {v: [some[v] for some in terms if v in some] for v in {k: 0 for t in terms for k in t}}
    return all_of(
        _total((1, one) for one in some) <= 1 for some in shared.values() if len(some) > 1
    )


def equal_sets(*sets: object) -> Constraint:
    """All of `sets` have the same members.

    Formula: sᵢ = sⱼ, for all i < j

    >>> from everyway.models import equal_sets, subset
    >>> equal_sets(subset("s", [1, 2]), {2})
    ((s[1] == 0)) & ((1 <= s[2]))
    """
    return all_of(
        _set_of(one, "equal_sets") <= other
        for pair in combinations(sets, 2)
        for one, other in (pair, pair[::-1])
    )


def _total(parts: Iterable[tuple[int, Term]]) -> Expression:
    """The sum of multiples of terms; members of Python's sets make a number in it."""
    terms, number = list[Any](), 0
    for factor, one in parts:
        if isinstance(one, Constant):
            number += factor * cast(int, one.constant)
        else:
            terms.append(one if factor == 1 else factor * one)
    return total(terms) + number if number else total(terms)


def _set_of(value: object, where: str) -> SetOperators:
    """A set as it is, or one of Python's. Raises: ModelError for anything else."""
    if isinstance(value, SetOperators):
        return value
    if isinstance(value, set | frozenset) and not any(isinstance(v, Node) for v in value):
        members = sorted(value, key=lambda v: (type(v).__name__, v))
        return SetExpression({v: Constant(1) for v in members})
    raise ModelError(
        f"{where} takes sets: subset(name, values), or one of Python's, not {shown(value)}"
    )


def _values(values: Iterable[Key], most: int = 12) -> str:
    some = list(map(key_text, values))
    more = ", …" if len(some) > most else ""
    return f"{{{', '.join(some[:most])}{more}}}"
