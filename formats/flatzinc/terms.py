"""The expressions and constraints that stand for the names of a FlatZinc text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from operator import itemgetter
from typing import Any, TypeVar

from ...models.language.constraints import And, Comparison, Constraint, Or
from ...models.language.expressions import (
    Bounds,
    Constant,
    Expression,
    Variable,
    indicator,
    variable,
)
from ...models.language.groups import Group, Single, VariableGrid, VariableList
from ...models.language.late_dataclasses import dataclass, replace
from ...models.language.model import Model
from ...models.language.nodes import Node, topological
from ...models.language.rules import Rule
from ...models.language.set_variables import Subset
from .statements import Call, Declaration, Ref, Source

T = TypeVar("T")

Term = Expression | Constraint | int
"""A number, an expression, or for a truth a constraint."""

Labels = Mapping[int, str]
"""The label of each number that stands for one."""
MOST_VALUES = 1_000_000
"""The values of a set of which each is read."""
COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
"""The relations by the names that FlatZinc and XCSP3 have for them."""
TRUE: Constraint = And(())
FALSE: Constraint = Or(())


def number(term: Term) -> Expression:
    """A term as an expression: 1 for a truth that holds."""
    match term:
        case Comparison(Variable(domain=domain) as x, "==", Constant(1)) if domain == range(2):
            return x
        case Constraint():
            return indicator(term)
    return term if isinstance(term, Expression) else Constant(int(term))


def truth(term: Term) -> Constraint:
    """A term as a constraint: a number holds where it is 1."""
    if isinstance(term, Constraint):
        return term
    if isinstance(term, Expression):
        return sure(term == 1)
    return TRUE if term else FALSE


def sure(found: Any) -> Constraint:
    """A constraint, also where it was settled when it was made."""
    if isinstance(found, Constraint):
        return found
    return TRUE if found else FALSE


class Names:
    """The terms that the arguments of a text stand for; `term` looks a name up."""

    def __init__(self, term: Callable[[Any], Term], items: Callable[[Any], list[Any]]) -> None:
        self._term, self._items = term, items
        self.demands: list[tuple[tuple[int, str], Constraint]] = []
        """The demands of partial functions and of the domains of what is defined, with labels."""
        self.label = (0, "")
        """The line and the label of what is being read."""
        self._ends: dict[Node, Bounds] = {}
        self.labelled: dict[Node, tuple[Variable, Labels]] = {}
        """The variable over labels behind the number for which each stands."""

    def bounds(self, term: Expression) -> Bounds:
        """The bounds of a term; of what has been asked before they are known."""
        known = self._ends
        if term not in known:
            for node in topological([term], lambda node: () if node in known else node.parts):
                if node not in known and isinstance(node, Expression):
                    known[node] = node.bounds([known.get(part, (0, 1)) for part in node.parts])
        return known[term]

    def inside(self, x: Expression, values: Sequence[int]) -> Constraint:
        """A term takes one of `values`, a range or numbers in order, so far as that is not sure."""
        if not values:
            return FALSE
        (low, high), (least, most) = self.bounds(x), (values[0], values[-1])
        ends = [
            part for part, open in ((x >= least, low < least), (x <= most, high > most)) if open
        ]
        if isinstance(values, range) or len(values) == most - least + 1:
            return And(tuple(map(sure, ends)))
        if 2 * len(values) > most - least + 1:
            known = frozenset(values)
            gaps = [value for value in range(least, most + 1) if value not in known]
            return And((*map(sure, ends), *(sure(x != value) for value in gaps)))
        return Or(tuple(sure(x == value) for value in values))

    def keep_inside(self, x: Expression, values: Sequence[int]) -> None:
        """Demand that a term takes one of `values`, and know its bounds from then on."""
        self.demand(self.inside(x, values))
        if values:
            low, high = self.bounds(x)
            self._ends[x] = max(low, values[0]), min(high, values[-1])

    def number(self, argument: Any) -> Expression:
        """An argument as an expression."""
        return number(self._term(argument))

    def by_label(self, left: Expression, relation: str, right: Expression) -> Constraint | None:
        """`left` is `right`, or is not, by the labels of an enumerated type, if they have any."""
        first, second = self.labelled.get(left), self.labelled.get(right)
        if first is None:
            return None if second is None else self.by_label(right, relation, left)
        own, labels = first
        if second is not None:
            other: Expression | None = second[0] if second[1] == labels else None
        else:
            label = labels.get(self.bounds(right)[0]) if isinstance(right, Constant) else None
            other = None if label is None else Constant(label)
        return None if other is None else Comparison(own, relation, other)

    def labels(self, terms: Sequence[Expression]) -> Sequence[Expression]:
        """The variables over labels behind all of `terms`, where they have one type."""
        found = [self.labelled.get(term) for term in terms]
        kinds = {tuple(one[1].items()) if one else None for one in found}
        return [one[0] for one in found if one] if len(kinds) == 1 and None not in kinds else terms

    def truth(self, argument: Any) -> Constraint:
        """An argument as a constraint."""
        return truth(self._term(argument))

    def constant(self, argument: Any) -> int:
        """An argument that is a number. Raises: TypeError for a variable."""
        found = self._term(argument)
        if isinstance(found, Expression | Constraint):
            raise TypeError("a number is expected, and there is a variable")
        return int(found)

    def numbers(self, argument: Any) -> list[Expression]:
        """The items of an array as expressions."""
        return [self.number(item) for item in self._items(argument)]

    def truths(self, argument: Any) -> list[Constraint]:
        """The items of an array as constraints."""
        return [self.truth(item) for item in self._items(argument)]

    def constants(self, argument: Any) -> list[int]:
        """The items of an array of numbers, or of a set. Raises: TypeError for a variable."""
        (found,) = items if len(items := self._items(argument)) == 1 else (None,)
        if isinstance(found, range | tuple):
            return list(self.some(argument, -(2**62), 2**62))
        return [self.constant(item) for item in items]

    def values(self, argument: Any) -> Sequence[int]:
        """The values of a set. Raises: TypeError where it is none."""
        (found,) = self._items(argument)
        if isinstance(found, range | tuple):
            return found
        raise TypeError("a set of numbers is expected")

    def some(self, argument: Any, low: int, high: int) -> Sequence[int]:
        """The values of a set that are between two numbers. Raises: ValueError for too many."""
        found = self.values(argument)
        if isinstance(found, range):
            found = range(max(found.start, low), min(found.stop, high + 1))
        if len(found) > MOST_VALUES:
            raise ValueError(f"a set has {len(found)} values, and the most is {MOST_VALUES}")
        return found

    def demand(self, constraint: Any) -> None:
        """Require a constraint wherever the function stands that needs it."""
        found = sure(constraint)
        if not (isinstance(found, And) and not found.operands):
            self.demands.append((self.label, found))


# -------------------------------------------------------------------------------- groups and rules
# The arrays of a FlatZinc text as groups of variables, and its constraints as labelled rules.


_INDEXED = re.compile(r"(.+?)((?:\[\d+(?:, ?\d+)*\])+)")


def names_of(model: Model, shown: frozenset[str]) -> Iterator[str]:
    """The names of the variables in `shown`, and of the groups that are shown as a whole."""
    for group in model.groups:
        names = [one.name for one in group.variables]
        yield from [group.name] if shown.issuperset(names) else filter(shown.__contains__, names)


def rules_by_label(
    constraints: Iterable[tuple[tuple[int, str], Constraint]],
) -> list[Rule | Constraint]:
    """A rule for each label, by their lines; before them one for each constraint without."""
    found: dict[tuple[int, str], list[Constraint]] = {}
    for label, constraint in constraints:
        found.setdefault(label, []).append(constraint)
    alone = found.pop((0, ""), [])  # their labels are put in words when somebody reads them
    return [*alone, *(Rule(label[1], tuple(found[label])) for label in sorted(found))]


def shape_of(declared: Declaration) -> list[range] | None:
    """The index sets of an array that is printed; None for another."""
    for note in declared.notes:
        if isinstance(note, Call) and note.name == "output_array" and note.args:
            sets = note.args[0]
            if isinstance(sets, list) and all(isinstance(one, range) for one in sets):
                return sets
    return None


def group_of(name: str, shape: Sequence[range], members: Sequence[Variable]) -> Group:
    """An array as a list by its index, or as a grid."""
    keys = tuple(shape[0]) if len(shape) == 1 else tuple(f"{p}" for p in range(len(members)))
    if len(shape) == 1:
        return VariableList(name, tuple(members), keys)
    return VariableGrid(name, tuple(members), keys, tuple(map(len, shape)))


def shape_by(places: Sequence[tuple[int, ...]]) -> list[range]:
    """The index sets of an array that has just these places, each once; none if there is none."""
    axes = zip(*places, strict=False)
    shape = [range(min(axis), max(axis) + 1) for axis in axes]
    is_whole = len({*places}) == len(places) == prod(map(len, shape))
    return shape if is_whole and {*map(len, places)} == {len(shape)} else []


def groups_by_index(variables: Iterable[Variable]) -> Iterator[Group]:
    """The variables by the arrays that their names show, and the others alone."""
    arrays: dict[str, list[tuple[tuple[int, ...], Variable]]] = {}
    for one in variables:
        found = _INDEXED.fullmatch(one.name)
        base, index = (found[1], found[2]) if found else (one.name, "")
        place = tuple(map(int, re.findall(r"\d+", index)))
        arrays.setdefault(base, []).append((place, one))
    for name, members in arrays.items():
        if shape := shape_by([place for place, _ in members]):
            yield group_of(name, shape, [one for _, one in sorted(members, key=itemgetter(0))])
        else:
            yield from (Single(one) for _, one in members)


# -------- The variables and arrays that a FlatZinc text has printed, and their text in a solution.


@dataclass(frozen=True)
class Printed:
    """A variable, or an array by rows, that is printed in every solution."""

    name: str
    is_boolean: bool
    shape: tuple[range, ...] | None
    """The index sets of an array."""
    items: tuple[Any, ...]
    """Numbers, truth values and names of variables; a single one where it is no array."""
    members: tuple[int | str, ...] | None = None
    """Of a set its possible members, for each of which there is an item."""

    def named(self) -> Iterator[tuple[Any, str]]:
        """The items, each with the name under which it is printed here."""
        places: Iterable[Any] = ("",)
        if self.members is not None:
            places = (f"[{member}]" for member in self.members)
        elif self.shape is not None:
            places = (f"[{','.join(map(str, place))}]" for place in product(*self.shape))
        return ((item, f"{self.name}{at}") for item, at in zip(self.items, places, strict=True))

    def renamed(self, names: Mapping[str, str]) -> Printed:
        """The same with other names of variables."""
        items = (names[item] if isinstance(item, str) else item for item in self.items)
        return replace(self, items=tuple(items))

    def called(self, names: Mapping[str, str]) -> Printed:
        """The same under another name, or as an item of another array, where `names` has one."""
        name, bracket, index = self.name.partition("[")
        return replace(self, name=f"{names[name]}{bracket}{index}") if name in names else self

    def text(self, values: Mapping[str, Any]) -> str:
        """The line of a solution, as FlatZinc demands it."""
        items = (values[item] if isinstance(item, str) else item for item in self.items)
        if self.is_boolean:
            items = (str(bool(item)).lower() for item in items)
        if self.shape is None:
            return f"{self.name} = {next(iter(items))};"
        sets = "".join(f"{one.start}..{one.stop - 1}, " for one in self.shape)
        return f"{self.name} = array{len(self.shape)}d({sets}[{', '.join(map(str, items))}]);"


def printed(
    source: Source, declared: Iterable[Declaration], values: Mapping[str, Any]
) -> tuple[Printed, ...]:
    """All that is printed, in the order of the text; a name that is another's stands for that.

    Raises: ModelError for an array whose index sets are not those of its items.
    """
    found = []
    ends: dict[str, Any] = {}

    def last(item: Any) -> Any:
        end = last_of(item, values, ends)
        if not isinstance(end, str | int):
            source.refuse(one.line, f"{one.name} is printed, and an item is no number: {item}")
        return end

    for one in declared:
        shape = shape_of(one)
        if "output_var" in one.notes and not one.is_array:
            found.append(Printed(one.name, one.domain == "bool", None, (last(one.name),)))
        elif shape is not None:
            items = tuple(map(last, one.value or ()))
            if len(items) != prod(map(len, shape)):
                source.refuse(one.line, f"{one.name} has not an item for each of its indices")
            found.append(Printed(one.name, one.domain == "bool", tuple(shape), items))
        elif any(isinstance(note, Call) and note.name == "output_array" for note in one.notes):
            source.refuse(one.line, f"{one.name} is printed by index sets that are no ranges")
    return tuple(found)


def last_of(item: Any, values: Mapping[str, Any], known: dict[str, Any] | None = None) -> Any:
    """The number, or the name of a variable without a value, for which a name stands.

    What is found out is added to `known`, so that no chain of names is followed twice.
    """
    seen, ends = set[str](), {} if known is None else known
    while isinstance(item, str) and item not in seen and (item in ends or item in values):
        seen.add(item)
        item = ends[item] if item in ends else values[item]
    end = Ref(item) if isinstance(item, str) else item
    ends.update(dict.fromkeys(seen, end))
    return end


INTRODUCED = "X_INTRODUCED_"
"""Begins the names that MiniZinc gives."""
SetOfBooleans = tuple[tuple[int, str | int], ...]
"""The possible members of a set, each with True or the name of its Boolean."""


def with_sets(
    every: Iterable[Printed],
    sets: Mapping[str, SetOfBooleans],
    labels: Mapping[str, Labels],
    values: Mapping[str, Any],
) -> tuple[Printed, ...]:
    """All that is printed, with sets in the place of the Booleans that they are made of."""
    items = {item for members in sets.values() for _, item in members}
    taken = {item for item in items if str(item).startswith(INTRODUCED)}  # others are the user's
    found = [one for one in every if one.shape is not None or one.name not in taken]
    for name, members in sets.items():
        words = labels.get(name.partition("[")[0], {})
        last = [(number, last_of(item, values)) for number, item in members]
        kept = [(number, item) for number, item in last if item is not False]
        keys = (words.get(n, n) for n, _ in kept)
        found.append(Printed(name, True, None, tuple(item for _, item in kept), tuple(keys)))
    return tuple(found)


def groups_of(
    every: Iterable[Printed],
    variables: Mapping[str, Variable],
    labels: Mapping[str, Labels],
    twins: Mapping[str, Variable],
) -> Iterator[Group]:
    """The variables by the arrays in which they are printed, and the others alone.

    What is printed and fixed is a variable of one value, and `twins`, by name, are those that are
    printed under another name as well, so that arrays stay whole.
    """
    left = dict(variables)
    for one in every:
        own: list[Variable] = []
        for item, name in one.named():
            if not isinstance(item, str):
                given = {} if one.members else labels.get(one.name, {})
                own.append(variable(name, [given.get(item, int(item))]))
            elif item in left and left[item].name == name:
                own.append(left.pop(item))
            else:
                own.append(twins[name])
        if one.members is not None:
            yield Subset(one.name, tuple(own), one.members)
        elif one.shape is not None and own:
            yield group_of(one.name, one.shape, own)
        else:
            yield from map(Single, own)
    yield from map(Single, left.values())
