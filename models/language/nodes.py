"""The tree that puzzles are written in, and the one walk over it.

A node names its `parts`; what a node means is computed from the results of its parts. `fold`
visits every node once, parts first, with a loop instead of recursion, so that five thousand
nested nodes and a node shared by two to the sixtieth paths are ordinary.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import wraps
from itertools import repeat
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self, TypeVar, cast

from .errors import ModelError
from .habits import OF_NODES, Habits
from .keeping import keeping
from .late_dataclasses import fields, replace

if TYPE_CHECKING:
    from .constraints import Constraint
    from .expressions import Expression


# ------------------ Python's operators on the parts of a model: logic, arithmetic and comparisons.
#
# Expressions and constraints share them: a constraint counts as 1 where it holds, else as 0, and
# an expression that is 0 or 1 stands for the constraint that it is 1.


class _Operators(dict[str, Callable[..., Any]]):
    """The constructor of the node that each of Python's operators makes, by its sign."""

    def __missing__(self, sign: str) -> Callable[..., Any]:
        from . import constraints  # noqa: F401 - it enters all of them

        return self[sign]


OPERATORS = _Operators()


def _binary(sign: str, *, swapped: bool = False) -> Callable[[Any, object], Any]:
    """The method of an operator; where `swapped`, its object stands on the right."""
    if swapped:
        return lambda self, other: OPERATORS[sign](other, self)
    return lambda self, other: OPERATORS[sign](self, other)


MIN_AND_MAX = "write minimum(x, y) for min, maximum(x, y) for max; "
"""Advice where Python asks which of two expressions is the lesser."""

AMONG_CONSTRAINTS = (
    "; where a list of constraints was asked (in, index, remove, count), which compares them,"
    " any(c is other for other in constraints)"
)
"""Further advice where two constraints were compared and Python asked for the outcome."""


class Logical:
    """Base of all that `&`, `|`, `^` and `~` combine."""

    __and__: Callable[[Any, object], Constraint] = _binary("&")
    __or__: Callable[[Any, object], Constraint] = _binary("|")
    __xor__: Callable[[Any, object], Constraint] = _binary("^")
    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> Constraint:
        found: Constraint = OPERATORS["~"](self)
        return found

    def __bool__(self) -> NoReturn:
        raise ModelError(f"{self!r} is neither true nor false before it is solved: {self._instead}")

    @property
    def _instead(self) -> str:
        """Advice where Python asks for a truth value."""
        return (
            "write & for and, | for or, ~ for not, (1 < x) & (x < 5) for 1 < x < 5,"
            " any_of(x == v for v in values) for in, any_of(...) for any,"
            " all_of(...) for all, implies(a, b) for if"
        )


class Arithmetic:
    """Base of all that sums, products and the like are built from."""

    # Type checkers want methods proper where `sum` and `abs` call them.

    def __add__(self, other: object) -> Expression:
        found: Expression = OPERATORS["+"](self, other)
        return found

    def __radd__(self, other: object) -> Expression:
        found: Expression = OPERATORS["+"](other, self)
        return found

    def __abs__(self) -> Expression:
        found: Expression = OPERATORS["abs"](self)
        return found

    __sub__: Callable[[Any, object], Expression] = _binary("-")
    __rsub__: Callable[[Any, object], Expression] = _binary("-", swapped=True)
    __mul__: Callable[[Any, object], Expression] = _binary("*")
    __rmul__ = __mul__
    __floordiv__: Callable[[Any, object], Expression] = _binary("//")
    __rfloordiv__: Callable[[Any, object], Expression] = _binary("//", swapped=True)
    __mod__: Callable[[Any, object], Expression] = _binary("%")
    __rmod__: Callable[[Any, object], Expression] = _binary("%", swapped=True)
    __pow__: Callable[[Any, object], Expression] = _binary("**")
    __rpow__: Callable[[Any, object], Expression] = _binary("**", swapped=True)
    __neg__: Callable[[Any], Expression] = lambda self: OPERATORS["-x"](self)
    __pos__: Callable[[Any], Expression] = lambda self: OPERATORS["+x"](self)

    def __truediv__(self, other: object) -> NoReturn:
        raise ModelError(f"{self} / {other} is not an integer; write // for floor division")

    def __rtruediv__(self, other: object) -> NoReturn:
        raise ModelError(f"{other} / {self} is not an integer; write // for floor division")


class Numeric(Arithmetic):
    """Base of all that is compared as well: the outcome is a constraint."""

    def __eq__(self, other: object) -> Constraint:  # type: ignore[override]
        found: Constraint = OPERATORS["=="](self, other)
        return found

    def __ne__(self, other: object) -> Constraint:  # type: ignore[override]
        found: Constraint = OPERATORS["!="](self, other)
        return found

    __lt__: Callable[[Any, object], Constraint] = _binary("<")
    __le__: Callable[[Any, object], Constraint] = _binary("<=")
    __gt__: Callable[[Any, object], Constraint] = _binary(">")
    __ge__: Callable[[Any, object], Constraint] = _binary(">=")

    __hash__ = object.__hash__

    def __index__(self) -> NoReturn:
        raise ModelError(f"{self} cannot index a list; write element(array, {self})")


Result = TypeVar("Result")
Key = TypeVar("Key")
Value = int | str
"""A value of a variable: an integer, or a label."""

_HOME = __name__.rpartition(".")[0] + "."
_WIDEST_TEXT = 240


class Node(Habits):
    """Anything in a model. Nodes are immutable and compared by identity.

    A subclass is a frozen dataclass. Its fields of type `Expression`, `Constraint`, or a tuple of
    these are its parts, in the order of declaration; the other fields are plain data. What other
    types are read, `part_types` says.
    """

    _habits = OF_NODES

    leaf: ClassVar[str] = ""
    """The field that a variable or a constant is read by; other nodes are computed."""
    undefined: ClassVar[bool | None] = False
    """The result where a part is undefined: a constraint does not hold, an expression has none."""
    _is_own: ClassVar[bool] = False

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        cls._is_own = not cls.__module__.startswith(_HOME)
        if cls._is_own:
            from .own_constraints import adopt

            adopt(cls)

    @property
    def parts(self) -> tuple[Node, ...]:
        """The nodes that this one is built from, in order."""
        return READER_OF_PARTS[type(self)](self)

    def with_parts(self, parts: Sequence[Node]) -> Self:
        """The same node over other parts, which stand in the order of `parts`."""
        rest = iter(parts)
        changes: dict[str, Any] = {}
        for name, _ in part_fields(type(self)):
            changes[name] = _refilled(getattr(self, name), rest)
        return cast(Self, replace(cast(Any, self), **changes)) if changes else self

    def describe(self, parts: Sequence[str]) -> str:
        """This node in words, given its parts in words."""
        held = {name for name, _ in part_fields(type(self))}
        data = [field.name for field in fields(cast(Any, self)) if field.name not in held]
        named = [f"{name}={getattr(self, name)!r}" for name in data]
        return f"{type(self).__name__}({', '.join([*parts, *named])})"

    def __repr__(self) -> str:
        return describe(self)


def is_own(kind: type[Node]) -> bool:
    """True for a class of a user's own, declared outside this language."""
    return kind._is_own


@keeping
def part_fields(kind: type[Node]) -> tuple[tuple[str, bool], ...]:
    """The fields of a node class that hold parts: name, and whether it holds many."""
    from .own_constraints import part_fields_of

    return tuple((field.name, field.many) for field in part_fields_of(kind))


class _ReadersOfParts(dict[Any, Callable[[Any], tuple[Node, ...]]]):
    """A function from a node to its parts, for each class; most hold them as they are."""

    def __missing__(self, kind: Any) -> Callable[[Any], tuple[Node, ...]]:
        names = [name for name, _ in part_fields(kind)]
        many = [many for _, many in part_fields(kind)]
        whole = not is_own(kind) and (many == [True] or (len(many) > 1 and not any(many)))
        self[kind] = attrgetter(*names) if whole else _reader_of(part_fields(kind))
        if many == [False] and not is_own(kind):
            (one,) = map(attrgetter, names)
            self[kind] = lambda node: (one(node),)
        return self[kind]


READER_OF_PARTS = _ReadersOfParts()


def _no_parts(node: Node) -> tuple[Node, ...]:
    return ()


def _reader_of(held: Sequence[tuple[str, bool]]) -> Callable[[Any], tuple[Node, ...]]:
    """A function from a node to the nodes of its fields of these names."""
    if not held:
        return _no_parts

    def parts(node: Any) -> tuple[Node, ...]:
        found = list[Node]()
        for name, many in held:
            value = getattr(node, name)
            flat = many and type(value) is tuple and _NOT_FLAT.isdisjoint(map(type, value))
            found += value if flat else _leaves(value)
        return tuple(found)

    return parts


_NOT_FLAT = frozenset({tuple, type(None)})
"""The classes of what is no node in a field of many: further rows, and none."""


class _DataFields(dict[Any, tuple[tuple[str, ...], tuple[str, ...]]]):
    """Of each class the names of the fields without parts, and of those that hold several."""

    def __missing__(self, kind: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
        several = dict(part_fields(kind))
        data = tuple(field.name for field in fields(kind) if field.name not in several)
        self[kind] = data, tuple(name for name, many in several.items() if many)
        return self[kind]


_DATA_FIELDS = _DataFields()


def data_of(node: Node) -> tuple[Any, ...]:
    """All that a node says beside its parts: its class, its other fields, and how parts are held.

    Two nodes of the same data and the same parts are alike.
    """
    data, several = _DATA_FIELDS[type(node)]
    held = [_refilled(getattr(node, name), repeat(cast(Node, 0))) for name in several]
    return type(node), *[getattr(node, name) for name in data], *held


def shape_of(root: Node) -> tuple[Hashable, tuple[str, ...]]:
    """All of a node but which variables it reads, and the names of these, first met first.

    Of a node that holds data which cannot be hashed, the former is the node itself.
    """
    places, names, found = dict[Node, int](), dict[str, int](), list[Hashable]()
    for place, node in enumerate(topological([root])):
        if node.leaf == "name":
            found.append(names.setdefault(cast(Any, node).name, len(names)))
        else:
            found.append((data_of(node), tuple([places[part] for part in node.parts])))
        places[node] = place
    try:
        hash(shape := tuple(found))
    except TypeError:
        return root, tuple(names)
    return shape, tuple(names)


def _leaves(value: Any) -> Iterator[Node]:
    """The nodes of a field, in order: one, several, none, or rows of them."""
    if isinstance(value, tuple):
        for item in value:
            if isinstance(item, Node):
                yield item
            else:
                yield from _leaves(item)
    elif value is not None:
        yield value


def _refilled(value: Any, nodes: Iterator[Node]) -> Any:
    """A field like `value`, with the next of `nodes` in the place of each of its own."""
    if isinstance(value, tuple):
        return tuple(_refilled(item, nodes) for item in value)
    return None if value is None else next(nodes)


def topological(
    roots: Iterable[Node], reads: Callable[[Node], Sequence[Node]] | None = None
) -> list[Node]:
    """Every node under `roots`, each once and after its parts, or after what it `reads`."""
    done: dict[Node, None] = {}
    stack: list[Node | None] = list(roots)
    stack.reverse()
    while stack:
        node = stack.pop()
        if node is None:  # the parts of the next are done
            done[cast(Node, stack.pop())] = None
        elif node not in done:
            read = reads or READER_OF_PARTS[type(node)]
            if read is not _no_parts and (parts := read(node)):
                stack.append(node)
                stack.append(None)
                stack.extend(parts[::-1])
            else:
                done[node] = None
    return list(done)


class WithoutCollecting:
    """Collects no garbage meanwhile: very many objects are made, and all are kept."""

    def __enter__(self) -> None:
        self._enabled = gc.isenabled()
        gc.disable()

    def __exit__(self, *details: object) -> None:
        if self._enabled:
            gc.enable()


def fold(
    roots: Iterable[Node], combine: Callable[[Node, list[Result]], Result]
) -> dict[Node, Result]:
    """`combine(node, results of its parts)` for every node under `roots`, each computed once."""
    results: dict[Node, Result] = {}
    for node in topological(roots):
        results[node] = combine(node, [results[part] for part in node.parts])
    return results


def rebuild(roots: Sequence[Node], change: Callable[[Node, Node], Node | None]) -> list[Node]:
    """`roots` with every node replaced by `change(node, original)`, where that is not None.

    `node` is `original` over parts that are already replaced. Shared nodes stay shared.
    """

    def combine(node: Node, parts: list[Node]) -> Node:
        same = all(new is old for new, old in zip(parts, node.parts, strict=True))
        rebuilt = node if same else node.with_parts(parts)
        changed = change(rebuilt, node)
        return rebuilt if changed is None else changed

    results = fold(roots, combine)
    return [results[root] for root in roots]


def describe(node: Node) -> str:
    """`node` in words; what is too long to read is cut and marked with an ellipsis."""
    return describe_all([node])[0]


def describe_all(nodes: Sequence[Node]) -> list[str]:
    """Each of `nodes` in words, what they share put into words once."""

    def combine(node: Node, parts: list[str]) -> str:
        text = node.describe(parts)
        return text if len(text) <= _WIDEST_TEXT else text[: _WIDEST_TEXT - 2] + " …"

    words = fold(nodes, combine)
    return [words[node] for node in nodes]


class Words:
    """A text about nodes, put together only where a message shows it."""

    def __init__(self, text: str, *nodes: object) -> None:
        self._text, self._nodes = text, nodes

    def __str__(self) -> str:
        return self._text.format(*self._nodes)


class Program:
    """The evaluation of `roots` under assignments, its order computed once."""

    def __init__(self, roots: Iterable[Node]) -> None:
        self.roots = tuple(roots)
        nodes: list[Any] = topological(self.roots)
        variables = [node for node in nodes if node.leaf == "name"]
        constants = [node for node in nodes if node.leaf == "constant"]
        others = [node for node in nodes if not node.leaf]
        place = {node: index for index, node in enumerate([*variables, *constants, *others])}
        self._names: list[str] = [variable.name for variable in variables]
        self._constants = [node.constant for node in constants]
        self._steps = [
            (_evaluation(n), n.undefined, _items([place[part] for part in n.parts])) for n in others
        ]
        self._outputs = [place[root] for root in self.roots]

    def run(self, assignment: Mapping[str, Value]) -> list[Value | bool | None]:
        """The value of each root: None where an expression is undefined."""
        values: list[Any] = [*map(assignment.__getitem__, self._names), *self._constants]
        for evaluate, undefined, parts_of in self._steps:
            parts = parts_of(values)
            values.append(undefined if None in parts else evaluate(parts))
        return [values[output] for output in self._outputs]

    def run_all(self, assignments: Sequence[Mapping[str, Value]]) -> list[list[Any]]:
        """The same for several assignments, a column a root; equal parts are looked at once."""
        columns: list[list[Any]] = [[row[name] for row in assignments] for name in self._names]
        columns += [[constant] * len(assignments) for constant in self._constants]
        for evaluate, undefined, parts_of in self._steps:
            taken = parts_of(cast(Any, columns))
            rows = list(zip(*taken, strict=True)) if taken else [()] * len(assignments)
            known = {p: undefined if None in p else evaluate(p) for p in set(rows)}
            columns.append([known[parts] for parts in rows])
        return [columns[output] for output in self._outputs]


def _evaluation(node: Any) -> Callable[[Sequence[Any]], Any]:
    """The meaning of a node by the values of its parts; of a user's own one, checked."""
    if node.undefined is None:
        return cast("Callable[[Sequence[Any]], Any]", node.value)
    return cast("Callable[[Sequence[Any]], Any]", node.evaluate if node._is_own else node.holds)


def _items(places: Sequence[int]) -> Callable[[list[Any]], Sequence[Any]]:
    """From a list to its items at `places`."""
    if len(places) > 1:
        return itemgetter(*places)
    return itemgetter(slice(places[0], places[0] + 1) if places else slice(0))


def by_key(pairs: Iterable[tuple[Key, Result]]) -> dict[Key, list[Result]]:
    """The second parts of pairs, together where the first ones are equal, in their order."""
    found: dict[Key, list[Result]] = {}
    for key, one in pairs:
        found.setdefault(key, []).append(one)
    return found


# --------------------------------------------------------------------------- decompositions

Hear = Callable[[Node, tuple[Node, ...]], object]

_hearing: ContextVar[Hear | None] = ContextVar("hearing decompositions", default=None)


@contextmanager
def held(variable: ContextVar[Result], value: Result) -> Iterator[None]:
    """Gives a variable of the context a value meanwhile."""
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)


def decompositions_heard(hear: Hear) -> AbstractContextManager[None]:
    """Calls `hear` meanwhile with each constraint that is decomposed, and what it is made of."""
    return held(_hearing, hear)


def audible(decompose: Callable[[Any], Iterable[Node]]) -> Callable[[Any], Iterable[Node]]:
    """The method `decompose` of a class of constraints, heard where somebody listens."""

    @wraps(decompose)
    def decomposed(self: Node) -> Iterable[Node]:
        hear = _hearing.get()
        if hear is None:
            return decompose(self)
        found: Any = decompose(self)
        parts = (found,) if isinstance(found, Logical) else tuple(found)  # a user's may be one
        hear(self, tuple(part for part in parts if isinstance(part, Node)))
        return parts

    return decomposed
