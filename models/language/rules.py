"""Rules: constraints under labels, and the items from which a model is declared."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain
from typing import TYPE_CHECKING, Any, NoReturn

from .constraints import And, Comparison, Constraint
from .errors import ModelError, ModelWarning
from .expressions import Constant, Expression, Variable, as_constraint, bounds_among
from .groups import Group, Single, Sketch
from .keeping import cached_property
from .late_dataclasses import dataclass, replace
from .nodes import (
    READER_OF_PARTS,
    Logical,
    Node,
    Program,
    describe,
    describe_all,
    is_own,
    topological,
)
from .phrases import did_you_mean, refuse_unprintable, refuse_unprintables

if TYPE_CHECKING:
    from .model import Model

_LABEL = "the label of a rule"


@dataclass(frozen=True, eq=False)
class Rule(Logical):
    """Constraints under one label, such as one a row for `rows == 1`.

    `names` says of each constraint where it stands (`row 3`); `words` says the whole rule to a
    player. `subject` is the group that it is about, where a model may have several such rules.
    """

    label: str
    constraints: tuple[Constraint, ...]
    names: tuple[str, ...] = ()
    words: str = ""
    subject: str = ""

    def __post_init__(self) -> None:
        refuse_unprintables((self.label, *self.names, self.words, self.subject), _LABEL)

    if not TYPE_CHECKING:  # for which a class with this method has every attribute

        def __getattr__(self, name: str) -> Any:
            """The label of a constraint alone, which is put in words when it is first read."""
            if name != "label":
                raise AttributeError(f"'Rule' object has no attribute {name!r}")
            object.__setattr__(self, "label", self._words.by_constraint[self.constraints[0]])
            return self.label

    @property
    def together(self) -> Constraint:
        """All constraints of the rule as one."""
        return And(self.constraints)

    def _refuse(self, *_: object) -> NoReturn:
        raise ModelError(
            f"{self!r} is compared with nothing and counts as no number: it is constraints under"
            " one label. Combine it with & | ~, or write indicator(rule) for its 0 or 1 and"
            " iff(rule, other); to find it among others, any(rule is other for other in rules)"
        )

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = _refuse
    __hash__ = object.__hash__
    expression = property(_refuse, doc="Refused: as a term, too, a rule is no number.")

    def named(self, label: str) -> Rule:
        """The same rule under another label."""
        return replace(self, label=label)

    def places(self) -> Iterator[tuple[Constraint, str]]:
        """Each constraint with its name, which may be empty."""
        names = self.names or ("",) * len(self.constraints)
        return zip(self.constraints, names, strict=True)

    def __repr__(self) -> str:
        return f"rule {self.label!r}"


class RuleSequence:
    """Rules in order. A longer sequence shares what it begins with, so that adding copies nothing.

    Of two that go on from one, the first shares it.
    """

    __slots__ = ("_number", "_shared")

    def __init__(self, rules: Iterable[Rule] = ()) -> None:
        self._shared: dict[int, tuple[Rule, ...]] = {0: tuple(rules)}
        self._number = 1

    def __add__(self, rules: Sequence[Rule]) -> RuleSequence:
        more = (*rules,)
        if not more:
            return self
        if self._shared.setdefault(self._number, more) is not more:  # as one step of all threads
            return RuleSequence((*self, *more))
        longer = RuleSequence.__new__(RuleSequence)
        longer._shared, longer._number = self._shared, self._number + 1
        return longer

    def __iter__(self) -> Iterator[Rule]:
        return chain.from_iterable(map(self._shared.__getitem__, range(self._number)))

    def __reduce__(self) -> tuple[Any, ...]:
        return RuleSequence, (tuple(self),)


def rule(label: str, *constraints: object) -> Rule:
    """Constraints, or iterables of them, as one rule that players know as `label`.

    A 0/1 expression, such as a Boolean variable, stands for the constraint that it is 1. The keys
    of a mapping are the names of places, as in `rule("numbers", {square: x == 1, ...})`.
    """
    if not isinstance(label, str) or not label.strip():
        raise ModelError(f"a rule's label must be a text, not {label!r}")
    places = [p for c in constraints for p in (c.items() if isinstance(c, Mapping) else [("", c)])]
    found = [(one, str(name)) for name, item in places for one in _constraints([item], label)]
    names = tuple(name for _, name in found) if any(name for _, name in found) else ()
    return Rule(label, tuple(one for one, _ in found), names)


def declared_items(items: Iterable[object]) -> list[Any]:
    """The groups, rules, constraints and sketches among `items`, one by one."""
    return list(_flat(items, _declared))


def _flat(items: Iterable[object], alone: Callable[[object], object]) -> Iterator[Any]:
    """`items` one by one; what is none of a model's own kinds is read by `alone`, or refused."""
    for item in items:
        match item:
            case Group() | Rule() | Constraint() | Sketch():
                yield item
            case Mapping():
                yield from _flat(item.values(), alone)
            case Iterable() if not isinstance(item, str | Expression):
                yield from _flat(item, alone)
            case _:
                yield alone(item)


def _declared(item: object) -> object:
    """A variable declares itself; as a rule even a 0/1 expression must be compared."""
    if isinstance(item, Variable):
        return Single(item)
    if isinstance(item, Expression):
        raise ModelError(
            f"the expression {describe(item)} is not a constraint; compare it,"
            f" for example {describe(item)} == 1"
        )
    return as_constraint(item, "an item of the model")


class _Words:
    """Constraints in words, all of them together when the first is read."""

    def __init__(self, constraints: Sequence[Constraint]) -> None:
        self._constraints = constraints

    @cached_property
    def by_constraint(self) -> dict[Constraint, str]:
        return dict(zip(self._constraints, describe_all(self._constraints), strict=True))


def labelled(items: Sequence[Rule | Constraint]) -> list[Rule]:
    """Each of `items` as a rule; a constraint alone is labelled by itself in words."""
    words = _Words([item for item in items if isinstance(item, Constraint)])
    return [_alone(item, words) if isinstance(item, Constraint) else item for item in items]


def _alone(constraint: Constraint, words: _Words) -> Rule:
    """A constraint as a rule that has its label from `words`."""
    rule = object.__new__(Rule)
    object.__setattr__(rule, "constraints", (constraint,))
    object.__setattr__(rule, "_words", words)
    return rule


def checked(model: Model, rules: Sequence[Rule]) -> tuple[bool, set[type]]:
    """True if a constraint without variables may be among `rules`; the classes in them.

    These are of nodes, and `str` where a constant is a label.

    Raises: ModelError for a variable that `model` does not declare, an expression that may reach
    too large a number, or words of a user's own that cannot be printed.
    """
    nodes, around, kinds = _nodes_in(rules)
    if any(map(is_own, kinds - {str})):
        for rule in rules:
            refuse_unprintable(rule.label, _LABEL)
    _refuse_undeclared(model, rules, nodes)
    may_be_fixed = Constant in around
    if not LEAVES.issuperset(map(type, nodes)):
        bounds_among(nodes)
        fixed: set[Node] = set()
        for node in nodes:
            if not isinstance(node, Variable) and fixed.issuperset(node.parts):
                fixed.add(node)
        may_be_fixed |= not all(isinstance(node, Constant) for node in fixed)
    return may_be_fixed, kinds


def kinds_in(rules: Iterable[Rule]) -> set[type]:
    """The classes of nodes in `rules`, and `str` where a constant is a label."""
    return _nodes_in(rules)[2]


def _nodes_in(rules: Iterable[Rule]) -> tuple[list[Node], set[type[Node]], set[type]]:
    """The expressions in `rules`, the classes around them, and all classes as in `kinds_in`."""
    outermost, around = _outermost(c for rule in rules for c in rule.constraints)
    nodes = topological(outermost)
    labels: set[type] = {str for node in nodes if type(node) is Constant and node.labelled}
    return nodes, around, around | {*map(type, nodes)} | labels


LEAVES = frozenset({Variable, Constant})


def _outermost(constraints: Iterable[Constraint]) -> tuple[dict[Node, None], set[type[Node]]]:
    """The expressions in `constraints` that stand in no other.

    Beside them the classes of the nodes around, and Constant where one of these begins with one
    or has no parts. Comparisons are not noted as seen, since there are very many.
    """
    pending: list[Node] = [*constraints]
    pending.reverse()
    seen: set[Node] = set()
    found: list[Node] = []
    kinds: set[type[Node]] = set()
    while pending:
        node = pending.pop()
        kind: Any = type(node)
        kinds.add(kind)
        if type(node) is Comparison:
            found += (node.left, node.right)
            if type(node.left) is Constant:
                kinds.add(Constant)
            continue
        parts = READER_OF_PARTS[kind](node)
        if not parts or type(parts[0]) is Constant:
            kinds.add(Constant)
        if LEAVES.issuperset(map(type, parts)):
            found += parts
            continue
        for part in parts:
            if type(part) is Comparison:
                left = part.left
                found += (left, part.right)
                if type(left) is Constant:
                    kinds.add(Constant)
            elif isinstance(part, Expression):
                found.append(part)
            elif part not in seen:
                seen.add(part)
                pending.append(part)
    return dict.fromkeys(found), kinds


def _constraints(items: Sequence[object], label: str) -> Iterator[Constraint]:
    for item in _flat(items, lambda item: as_constraint(item, f"an item of rule {label!r}")):
        if isinstance(item, Group | Sketch):
            raise ModelError(f"rule {label!r} holds {item!r}, which is not a constraint")
        yield from (item,) if isinstance(item, Constraint) else item.constraints


def names_declared(groups: Sequence[Group], known: Set[str] = frozenset()) -> Set[str]:
    """The names of variables and groups, and those `known`. Raises: ModelError for one twice."""
    seen = {*known}
    for group in groups:
        names = [variable.name for variable in group.variables]
        if not isinstance(group, Single):
            names.append(group.name)
        refuse_unprintables(names, "the name")
        for name in names:
            if name in seen:
                raise ModelError(f"the name {name!r} is declared twice; give each its own")
            seen.add(name)
    return seen


def _refuse_undeclared(model: Model, rules: Sequence[Rule], nodes: Iterable[Node]) -> None:
    """Raises: ModelError where one of `nodes`, those of `rules`, is a variable not of `model`."""
    declared = model.by_name
    mentioned = (node for node in nodes if isinstance(node, Variable))
    for node in [one for one in mentioned if declared.get(one.name) is not one]:
        constraints = (constraint for rule in rules for constraint in rule.constraints)
        user = next(c for c in constraints if any(part is node for part in topological([c])))
        if node.name in declared:
            raise ModelError(
                f"{node.name} in {describe(user)} is another model's variable of the same name;"
                f" take it from this model: model[{node.name!r}]"
            )
        raise ModelError(
            f"{model.name} does not declare the variable {node.name} of {describe(user)};"
            f" {did_you_mean(node.name, declared, 'give it to Model, which has')}"
        )


def warn_of_unsatisfiable(rules: Iterable[Rule]) -> None:
    """Warn of constraints without variables that do not hold."""
    places = ((constraint, rule) for rule in rules for constraint in rule.constraints)
    for constraint, rule in places:
        fixed = not any(isinstance(node, Variable) for node in topological([constraint]))
        if fixed and Program([constraint]).run({}) == [False]:
            warnings.warn(
                f"rule {rule.label!r} can never hold: {describe(constraint)}",
                ModelWarning,
                stacklevel=4,
            )
