"""The plan of a model: its posted constraints and its literals, before anything native is made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...models.language.constraints import And, Comparison, Constraint, Core, Not, Or
from ...models.language.expressions import Expression, Indicator
from ...models.language.global_constraints.predicate import Predicate
from ...models.language.nodes import Node, topological
from .native_constraints import is_native

Posted = tuple[Constraint, bool]
"""A constraint at the top level, and whether it must hold or must not."""


class Plan:
    """The order in which `constraints` are translated, parts first, and why each node is."""

    def __init__(self, constraints: Sequence[Constraint]) -> None:
        self._decomposed: dict[Node, tuple[Constraint, ...]] = {}
        self.posted = self._unfolded(constraints)
        roots = [part for item in self.posted for part in self._reads_to_post(*item)]
        self.order = topological(roots, self.reads)
        """Every expression that is needed, and every constraint that is needed as a literal."""
        self.uses: dict[Node, list[Node]] = {}
        """The nodes that read each node."""
        for node in self.order:
            self._note_uses(node, self.reads(node))
        for constraint, holds in self.posted:
            self._note_uses(constraint, self._reads_to_post(constraint, holds))
        self.required = _always_defined(constraint for constraint, holds in self.posted if holds)
        """Expressions that are defined in every solution, since what must hold reads them."""

    def decomposed(self, constraint: Constraint) -> tuple[Constraint, ...]:
        """The decomposition of `constraint`, the same nodes each time."""
        if constraint not in self._decomposed:
            self._decomposed[constraint] = tuple(constraint.decompose())
        return self._decomposed[constraint]

    def reads(self, node: Node) -> Sequence[Node]:
        """The nodes that must be translated before `node`, as an expression or a literal."""
        match node:
            case Predicate():
                return ()
            case Constraint() if not isinstance(node, Core):
                return (*node.parts, *self.decomposed(node))
            case _:
                return node.parts

    def _reads_to_post(self, constraint: Constraint, holds: bool) -> Sequence[Node]:
        match constraint:
            case Predicate():
                return ()
            case Comparison() | And() | Or():
                return constraint.parts
            case _:
                return constraint.parts if holds else (constraint,)

    def _unfolded(self, constraints: Sequence[Constraint]) -> list[Posted]:
        """The constraints with conjunctions and decompositions taken apart."""
        posted: dict[Posted, None] = {}
        seen: set[Posted] = set()
        stack: list[Posted] = [(constraint, True) for constraint in reversed(constraints)]
        while stack:
            item = stack.pop()
            if item in seen:
                continue
            seen.add(item)
            inner = self._taken_apart(*item)
            if inner is None or _has_terms(item[0]):
                posted[item] = None
            stack.extend(reversed(inner or ()))
        return list(posted)

    def _taken_apart(self, constraint: Constraint, holds: bool) -> list[Posted] | None:
        """Constraints that together say the same; None if it is posted as it is."""
        match constraint:
            case Not(operand):
                return [(operand, not holds)]
            case And(operands) if holds:
                return [(operand, True) for operand in operands]
            case Or(operands) if not holds:
                return [(operand, False) for operand in operands]
            case Comparison() | And() | Or() | Predicate():
                return None
            case _ if not holds or is_native(constraint):
                return None
            case _:
                return [(part, True) for part in self.decomposed(constraint)]

    def _note_uses(self, user: Node, parts: Iterable[Node]) -> None:
        for part in parts:
            self.uses.setdefault(part, []).append(user)


def _has_terms(constraint: Constraint) -> bool:
    """True if `constraint` has terms that must be defined, whatever it decomposes into."""
    return not isinstance(constraint, And | Or | Not)


def _always_defined(constraints: Iterable[Constraint]) -> set[Node]:
    stack = [
        part
        for constraint in constraints
        for part in constraint.parts
        if isinstance(part, Expression) and not isinstance(constraint, Predicate)
    ]
    found: set[Node] = set()
    while stack:
        node = stack.pop()
        if node not in found and not isinstance(node, Indicator):
            found.add(node)
            stack.extend(part for part in node.parts if isinstance(part, Expression))
    return found
