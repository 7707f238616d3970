"""The definedness of terms, and decompositions of constraints whose terms may be undefined."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, cast

from .arithmetic_expressions import Modulo, Quotient
from .choices import Element
from .constraints import And, Constraint, Core
from .expressions import Expression, Indicator, bounds_under
from .nodes import Node, rebuild

if TYPE_CHECKING:
    from .model import Model


def defined(terms: Iterable[Expression]) -> list[Constraint]:
    """Constraints that hold together exactly where every one of `terms` is defined.

    There are none where `terms` are always defined, by their bounds.
    """
    roots = list(terms)
    found: dict[Node, Constraint] = {}
    reached = _outside_indicators(roots)
    ends = bounds_under(roots)
    for node in reached:
        match node:
            case Quotient(_, divisor) | Modulo(_, divisor):
                low, high = ends[divisor]
                if low <= 0 <= high:
                    found[node] = divisor != 0
            case Element(array, index):
                low, high = ends[index]
                if low < 0 or high >= len(array):
                    found[node] = (index >= 0) & (index < len(array))
            case _:
                pass
    return list(found.values())


def decomposition(constraint: Constraint) -> list[Constraint]:
    """Smaller constraints that together mean `constraint`, undefined terms included."""
    terms = [part for part in constraint.parts if isinstance(part, Expression)]
    return [*defined(terms), *constraint.decompose()]


def in_core(roots: Sequence[Node]) -> list[Node]:
    """`roots` with every constraint in terms of comparisons, and, or, not and predicates."""
    found, before = list(roots), list[Node]()
    while any(one is not other for one, other in zip_longest(found, before)):
        before, found = found, rebuild(found, _decomposed)
    return found


def decomposed(model: Model) -> Model:
    """An equivalent model in comparisons, logic and predicates alone."""
    constraints = cast("list[Constraint]", in_core(model.constraints))
    return model.restated(model.groups, constraints)


def _decomposed(node: Node, original: Node) -> Node | None:
    defined = isinstance(node, Constraint) and type(node).decompose is not Constraint.decompose
    if not defined or isinstance(node, Core):
        return None
    parts = decomposition(cast(Constraint, node))
    itself = any(part is node for part in parts)  # as a predicate is
    return None if itself else And(tuple(parts))


def _outside_indicators(roots: Iterable[Node]) -> list[Node]:
    """The expressions whose being undefined reaches a root."""
    seen: dict[Node, None] = {}
    stack = list(roots)
    while stack:
        node = stack.pop()
        if node in seen or isinstance(node, Indicator):
            continue
        seen[node] = None
        stack.extend(node.parts)
    return list(seen)
