"""Viewpoints: the same puzzle in other variables.

A placement is one 0/1 variable a square. Where exactly one piece stands in each row, the model
over one integer variable a row has the same solutions, and solvers that reason about domains find
them sooner. The same holds of any 0/1 variables that exactly-one constraints partition.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from ..arithmetic_expressions import Sum
from ..constraints import NEGATED, RELATIONS, And, Comparison, Constraint, Not
from ..errors import ModelError
from ..expressions import Constant, Expression, Variable
from ..global_constraints.count import Count
from ..global_constraints.table import Allowed
from ..groups import Group, Single
from ..late_dataclasses import dataclass, field
from ..model import Model
from ..nodes import Node, describe, rebuild
from ..own_constraints import without_own
from ..phrases import did_you_mean
from ..rules import Rule
from .partition import (
    AtMostOne,
    Choice,
    Exclusions,
    Partition,
    Read,
    Weighted,
    by_groups,
    by_lines,
    exactly_one_groups,
    is_boolean,
    is_exact_cover,
    squares,
    weighted,
)

# ------------- The rules of a model over the choices of a partition instead of over 0/1 variables.


_TRUE = And(())
_ALONE = -1
"""Instead of a rule's number: all constraints that were declared without a rule."""


@dataclass(frozen=True, eq=False)
class Folded:
    """A weighted sum over choices: `tables` holds the weight of each value that has one.

    No table is constant; `free` are the 0/1 variables that stay. The sum of all, plus `constant`,
    is in `relation` to 0. `simpler` says that something fell away.
    """

    tables: dict[int, dict[int, int]]
    free: dict[Variable, int]
    constant: int
    relation: str
    simpler: bool

    @property
    def excludes(self) -> bool:
        """True if this says at most (or exactly) one of some values of several choices."""
        ones = all(w == 1 for table in self.tables.values() for w in table.values())
        several = len(self.tables) > 1 and not self.free
        return several and ones and self.constant == -1 and self.relation != "!="

    @property
    def grows(self) -> bool:
        """True if the sum has an upper bound (or value) and no negative weight."""
        weights = [w for table in self.tables.values() for w in table.values()]
        return self.relation != "!=" and min([*weights, *self.free.values()], default=0) >= 0


def recast(model: Model, partition: Partition, read: Read) -> Model:
    """The model over the choices of `partition` that has the same solutions and rules."""
    groups = tuple(_groups(model, partition))
    rules = tuple(Recast(model, partition, read).rules())
    # What can never hold has been warned of where it was declared.
    return model.rewritten(groups, rules)


def _groups(model: Model, partition: Partition) -> Iterator[Group]:
    """The declared groups, with the new variables in the place of the ones that they replace."""
    done: set[int] = set()
    for group in model.groups:
        pairs = [partition.pair_of.get(variable) for variable in group.variables]
        if not any(pairs):
            yield group
            continue
        numbers = {pair[0] for pair in pairs if pair} - done
        done |= numbers
        yield from (Single(partition.variable(number)) for number in sorted(numbers))
        yield from (Single(v) for v, pair in zip(group.variables, pairs, strict=True) if not pair)


class Recast:
    """Rewrites the rules of one model."""

    def __init__(self, model: Model, partition: Partition, read: Read) -> None:
        self.model = model
        self.partition = partition
        self._read = read

    def rules(self) -> list[Rule]:
        """Each rule of the model, under its label, with the constraints that are left of it."""
        left: dict[int, list[tuple[str, Constraint]]] = defaultdict(list)
        pools, others = self._sorted()
        changed = rebuild([constraint for _, _, constraint in others], self._change)
        for (number, name, old), new in zip(others, changed, strict=True):
            left[number] += [(name, part) for part in _conjuncts(new, old)]
        for pool in pools:
            for number, name, constraint in Exclusions(self.partition, pool).found:
                left[number].append((name, constraint))
        return [_with(rule, left[number]) for number, rule in enumerate(self.model.rules)]

    def _sorted(self) -> tuple[list[list[AtMostOne]], list[tuple[int, str, Constraint]]]:
        """The exclusions, rule by rule, and the other constraints with their rule and name."""
        pools: dict[int, list[AtMostOne]] = defaultdict(list)
        others: list[tuple[int, str, Constraint]] = []
        for number, rule in enumerate(self.model.rules):
            pool = _ALONE if _is_alone(rule) else number
            for constraint, name in rule.places():
                form = self._folded(constraint)
                if form is None or not form.excludes:
                    others.append((number, name, constraint))
                    continue
                pairs = frozenset((c, v) for c, table in form.tables.items() for v in table)
                pools[pool].append(AtMostOne(pairs, form.relation == "==", number, name))
        return list(pools.values()), others

    def _folded(self, constraint: Constraint) -> Folded | None:
        """`constraint` as a sum over choices; None where it is none, or names none of them."""
        form = self._read(constraint)
        if form is None or self.partition.pair_of.keys().isdisjoint(form.weights):
            return None
        tables: dict[int, dict[int, int]] = defaultdict(dict)
        free = {}
        for variable, weight in form.weights.items():
            pair = self.partition.pair_of.get(variable)
            if pair is None:
                free[variable] = weight
            elif pair[1] in self.partition.domain(pair[0]):  # else it is 0 in every solution
                tables[pair[0]][pair[1]] = weight
        return self._reduced(form, tables, free)

    def _reduced(
        self, form: Weighted, tables: dict[int, dict[int, int]], free: dict[Variable, int]
    ) -> Folded:
        """A sum in which each value of a choice has a constant weight."""
        constant, left = form.constant, {}
        for number, table in tables.items():
            whole = len(table) == len(self.partition.domain(number))
            base = min(table.values()) if whole else 0
            constant += base
            rest = {value: w - base for value, w in table.items() if w != base}
            if rest:
                left[number] = rest
        terms = len(free) + sum(map(len, left.values()))
        return Folded(left, free, constant, form.relation, terms < len(form.weights))

    def _change(self, node: Node, old: Node) -> Node | None:
        """The rewriting of `old`, whose parts are rewritten in `node`."""
        match old:
            case Variable() if old in self.partition.pair_of:
                return self.partition.indicator(self.partition.pair_of[old])
            case Comparison() | Count():
                return self._restated(old)
            case Not(operand) if node is not old and isinstance(node, Not):
                return _opposite(node.operand) if node.operand is not operand else None
            case _:
                return None

    def _restated(self, constraint: Constraint) -> Constraint | None:
        """`constraint` in fewer terms; None where it stays a sum of all its terms."""
        whole, form = self._read(constraint), self._folded(constraint)
        if whole and not whole.weights and RELATIONS[whole.relation](whole.constant, 0):
            return _TRUE  # it compares sums of nothing, and holds: one piece at most on no squares
        if form is None:
            return None
        if form.grows and form.constant >= 0:
            return self._nothing(form, constraint)
        if not form.free and len(form.tables) <= 1:
            return self._alone(form, constraint)
        return self._sum(form) if form.simpler else None

    def _nothing(self, form: Folded, constraint: Constraint) -> Constraint:
        """The sum is 0: no value that weighs something is taken."""
        if form.constant > 0:
            return self._never(constraint)
        parts = [
            self._among(number, [v for v in self.partition.domain(number) if v not in table])
            for number, table in form.tables.items()
        ]
        parts += [Comparison(variable, "==", Constant(0)) for variable in form.free]
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def _alone(self, form: Folded, constraint: Constraint) -> Constraint:
        """The sum as a constraint on one choice, or on none."""
        holds = RELATIONS[form.relation]
        for number, table in form.tables.items():
            domain = self.partition.domain(number)
            good = [v for v in domain if holds(table.get(v, 0) + form.constant, 0)]
            return self._among(number, good)
        return _TRUE if holds(form.constant, 0) else self._never(constraint)

    def _among(self, number: int, good: Sequence[int]) -> Constraint:
        """A choice takes one of the values `good`."""
        variable, domain = self.partition.variable(number), self.partition.domain(number)
        bad = sorted(set(domain).difference(good))
        if not good:
            return self._outside(number)
        if len(good) == 1 and bad:
            return self.partition.atom((number, good[0]))
        if len(bad) == 1:
            return Comparison(variable, "!=", Constant(bad[0]))
        return Allowed((variable,), tuple((value,) for value in good)) if bad else _TRUE

    def _never(self, constraint: Constraint) -> Constraint:
        """A constraint that never holds, about a choice in `constraint`."""
        form = self._read(constraint)
        pairs = (self.partition.pair_of.get(variable) for variable in form.weights) if form else ()
        return self._outside(next(pair[0] for pair in pairs if pair))

    def _outside(self, number: int) -> Constraint:
        """A constraint that never holds: a choice takes a value below all of its own."""
        return self.partition.atom((number, self.partition.domain(number)[0] - 1))

    def _sum(self, form: Folded) -> Constraint:
        """The sum over what is left of it."""
        terms: list[tuple[Expression, int]] = [
            (self.partition.indicator((number, value)), weight)
            for number, table in form.tables.items()
            for value, weight in table.items()
        ]
        terms += form.free.items()
        parts, weights = zip(*terms, strict=True)
        if form.relation == "<=" and max(weights) < 0:
            body = Sum(parts, tuple(-weight for weight in weights), 0)
            return Comparison(body, ">=", Constant(form.constant))
        return Comparison(Sum(parts, weights, 0), form.relation, Constant(-form.constant))


def _opposite(constraint: Node) -> Constraint | None:
    """The negated comparison, if a variable alone is compared with a number."""
    match constraint:
        case Comparison(Variable() as variable, "==" | "!=" as relation, Constant() as number):
            return Comparison(variable, NEGATED[relation], number)
        case _:
            return None


def _conjuncts(new: Node, old: Constraint) -> Iterator[Constraint]:
    """The conjuncts of `new`; a constraint that was not rewritten stays whole."""
    stack: list[Node] = [new]
    while stack:
        node = stack.pop()
        if isinstance(node, And) and node is not old:
            stack.extend(reversed(node.operands))
        elif isinstance(node, Constraint):
            yield node


def _is_alone(rule: Rule) -> bool:
    """True if this is a constraint that was given to the model without a rule."""
    if len(rule.constraints) != 1 or rule.names or rule.words:
        return False
    return rule.label == describe(rule.constraints[0])


def _with(rule: Rule, left: Iterable[tuple[str, Constraint]]) -> Rule:
    """`rule` with other constraints."""
    places = list(left)
    names = tuple(name for name, _ in places)
    constraints = tuple(constraint for _, constraint in places)
    return Rule(rule.label, constraints, names if any(names) else (), rule.words, rule.subject)


Restore = Callable[[Mapping[str, Any]], dict[str, Any]]
"""Turns an assignment of a view's model into one of the declared model."""

AXES = {"rows": "row", "columns": "column"}
REWRITTEN = ("rows", "columns", "partition")
NAMES = ("squares", *REWRITTEN)


@dataclass(frozen=True)
class View:
    """A model in other variables, and the way back.

    `name` says which viewpoint was used: `rows`, `columns` or `partition` for a rewritten model;
    `squares`, or `declared` where there are no squares to speak of, for the declared one.
    `marks` says of the declared variables that are no variables of `model` when they are 1: where
    a variable of `model`, by name, has a value.
    """

    model: Model
    restore: Restore
    name: str
    marks: Mapping[str, tuple[str, int]] = field(default_factory=dict)


def in_viewpoint(model: Model, viewpoint: str = "auto", prefers: str = "rows") -> View:
    """`model` seen from `viewpoint`: squares, rows, columns, partition or auto.

    Solutions of the view's model and of `model` belong to each other one by one. `auto` takes the
    declared form for a solver that `prefers` "squares"; else rows, columns, or a partition of at
    least half of the 0/1 variables, the first that there is. For one that prefers "covers", an
    exact cover is not partitioned. A model without any variables is its own view, whatever was
    asked for.

    Raises: ModelError for a viewpoint that is unknown, or that `model` does not have.
    """
    if viewpoint not in ("auto", *NAMES):
        raise ModelError(
            f"unknown viewpoint {viewpoint!r}; {did_you_mean(viewpoint, ('auto', *NAMES), 'use')}"
        )
    if prefers not in ("rows", "squares", "covers"):
        raise ModelError(f"a solver prefers 'rows', 'squares' or 'covers', not {prefers!r}")
    if not model.variables:
        return View(model, dict, "declared")
    if viewpoint == "squares" or (viewpoint == "auto" and prefers == "squares"):
        return _as_squares(model, viewpoint)
    model = without_own(model)
    if viewpoint == "auto" and not any(map(is_boolean, model.variables)):
        return View(model, dict, "declared")
    read = cache(weighted)
    groups = exactly_one_groups(model, read)
    covers = (
        viewpoint == "auto" and prefers == "covers" and any(groups) and is_exact_cover(model, read)
    )
    if covers and not _has_squares(model):
        return View(model, dict, "declared")
    if covers and not any(_choices(model, groups, name) for name in AXES):
        return View(model, dict, "squares")
    return _rewritten(model, viewpoint, groups, read)


def viewpoints(model: Model) -> tuple[str, ...]:
    """The viewpoints, other than auto, that `model` has; none for a model of integers alone."""
    model = without_own(model)
    groups = exactly_one_groups(model, weighted)
    found = [name for name in REWRITTEN if _choices(model, groups, name)]
    return ("squares", *found) if found or _has_squares(model) else ()


Groups = list[list[tuple[Variable, ...]]]


def _rewritten(model: Model, viewpoint: str, groups: Groups, read: Read) -> View:
    for name in REWRITTEN if viewpoint == "auto" else [viewpoint]:
        choices = _choices(model, groups, name)
        always = viewpoint != "auto" or name != "partition"
        if choices and (always or _pays(model, choices)):
            return _view(model, Partition(choices), name, read)
    if viewpoint != "auto":
        raise ModelError(_missing(model, viewpoint))
    return _as_squares(model, viewpoint)


def _choices(model: Model, groups: Groups, name: str) -> list[Choice]:
    if not any(groups):
        return []
    if name in AXES:
        return by_lines(model, groups, AXES[name])
    return by_groups(model, groups)


def _pays(model: Model, choices: list[Choice]) -> bool:
    """True if the choices replace at least half of the 0/1 variables."""
    replaced = sum(len(choice.members) for choice in choices)
    return 2 * replaced >= sum(map(is_boolean, model.variables))


def _has_squares(model: Model) -> bool:
    return next(squares(model), None) is not None


def _as_squares(model: Model, viewpoint: str) -> View:
    """The declared form."""
    if _has_squares(model):
        return View(model, dict, "squares")
    if viewpoint == "auto":
        return View(model, dict, "declared")
    if not viewpoints(model):
        raise ModelError(_missing(model, viewpoint))
    return View(model, dict, "squares")


def _missing(model: Model, viewpoint: str) -> str:
    if viewpoint == "squares":
        reason = "none of its variables stands for a square"
    elif viewpoint == "partition":
        reason = "no rule says that exactly one of several 0/1 variables is 1"
    else:
        reason = f"no rule says {viewpoint} == 1"
    others = " or ".join(viewpoints(model)) or "auto, its declared form"
    return f"{model.name} has no {viewpoint} viewpoint: {reason}; try {others}"


def _view(model: Model, partition: Partition, name: str, read: Read) -> View:
    marks = {
        member.name: (choice.variable.name, value)
        for choice in partition.choices
        for value, member in choice.members.items()
    }
    return View(recast(model, partition, read), _restoring(model, partition), name, marks)


def _restoring(model: Model, partition: Partition) -> Restore:
    """Turns an assignment of the choices into one of the declared variables, in their order.

    Of a choice without an integer value the members have none either, and a value outside its
    domain puts all of them at 0: so a wrong assignment stays wrong, for the judge to say.
    """
    empty = {v.name: 0 for v in model.variables}
    kept = [v.name for v in model.variables if v not in partition.pair_of]
    members = {
        choice.variable.name: {value: v.name for value, v in choice.members.items()}
        for choice in partition.choices
    }
    expected = members.keys() | kept

    def restore(values: Mapping[str, Any]) -> dict[str, Any]:
        restored: dict[str, Any] = empty.copy()
        for name in kept:
            if name in values:
                restored[name] = values[name]
            else:
                del restored[name]
        for name, names in members.items():
            value = values.get(name)
            if type(value) is not int:
                for member in names.values():
                    del restored[member]
            elif value in names:
                restored[names[value]] = 1
        if len(values) > len(expected):
            restored |= {n: value for n, value in values.items() if n not in expected}
        return restored

    return restore
