"""A model: variables, the rules over them, and how to show a solution."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property, total_ordering
from typing import Any, ClassVar, NoReturn, Protocol, cast

from .constraints import And, Constraint, as_constraint
from .errors import ModelError, ModelWarning, UnknownName
from .expressions import Expression, Variable, bounds_under
from .groups import Group, Single, Sketch, Values
from .habits import OF_MODELS, Habits
from .nodes import Node, Program, Value, describe, describe_all, fold, topological
from .operators import Logical
from .phrases import counted
from .printable import refuse_unprintable


class DeclaredSymmetry(Protocol):
    """A symmetry, as a model knows it: by its name, and that it shows itself to be one."""

    @property
    def name(self) -> str: ...

    def shown_in(self, model: Model) -> DeclaredSymmetry:
        """Itself. Raises: ModelError where it is no symmetry of `model`."""
        ...


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
        for text in (self.label, *self.names, self.words, self.subject):
            refuse_unprintable(text, "the label of a rule")

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


def rule(label: str, *constraints: object) -> Rule:
    """Constraints, or iterables of them, as one rule that players know as `label`.

    A 0/1 expression, such as a Boolean variable, stands for the constraint that it is 1.
    """
    if not isinstance(label, str) or not label.strip():
        raise ModelError(f"a rule's label must be a text, not {label!r}")
    return Rule(label, tuple(_constraints(constraints, label)))


@dataclass(frozen=True)
class Known:
    """A number of solutions that the world knows, and where from."""

    count: int
    source: str

    def __post_init__(self) -> None:
        refuse_unprintable(self.source, "the source of a known count")


@dataclass(frozen=True)
class Recipe:
    """The origin of a model: the puzzle's name or file, its parameters, and what was added."""

    puzzle: str
    params: Mapping[str, Any] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    """Rules added to the puzzle, as they were written."""
    givens: tuple[str, ...] = ()
    """Squares given beside the puzzle's own, as they were written."""


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Model(Habits):
    """Variables and rules, as a value: `model + rule` is another model.

    `items` are variables, groups of them (a list, a placement, a filling), rules, constraints,
    sketches of its picture, and iterables of all these. Every variable of a constraint must be
    declared.

    Raises: ModelError for a name used twice, a variable that was not declared, or an expression
    that may reach too large a number.
    """

    name: str
    groups: tuple[Group, ...]
    rules: tuple[Rule, ...]
    recipe: Recipe | None
    known: Known | None
    symmetries: ClassVar[tuple[DeclaredSymmetry, ...]] = ()
    """Symmetries declared beside the rules; a copy has its own. No part of the structure."""
    _habits = OF_MODELS
    sketches: ClassVar[tuple[Sketch, ...]] = ()
    """Pictures that the variables alone do not determine. No part of the structure either."""

    def __init__(self, name: str, *items: object, **reserved: object) -> None:
        if not isinstance(name, str):
            raise ModelError(f"a model's name must be a string, not {name!r}; give it first")
        for keyword in reserved:
            if keyword in ("minimise", "minimize", "maximise", "maximize"):
                raise ModelError(
                    f"{keyword} is not supported yet: everyway enumerates all solutions;"
                    " give the wanted size as a parameter"
                )
            raise ModelError(f"Model has no keyword {keyword!r}")
        self._set(name, (), (), None, None)
        self._extend(items)

    def _set(
        self,
        name: str,
        groups: tuple[Group, ...],
        rules: tuple[Rule, ...],
        recipe: Recipe | None,
        known: Known | None,
    ) -> None:
        refuse_unprintable(name, "the model's name")
        vars(self).update(name=name, groups=groups, rules=rules, recipe=recipe, known=known)

    def _extend(self, items: Iterable[object]) -> None:
        found = list(_flat(items, _declared))
        groups = [item for item in found if isinstance(item, Group)]
        sketches = [item for item in found if isinstance(item, Sketch)]
        rules = _labelled([item for item in found if not isinstance(item, Group | Sketch)])
        object.__setattr__(self, "sketches", (*self.sketches, *sketches))
        object.__setattr__(self, "groups", (*self.groups, *groups))
        object.__setattr__(self, "rules", (*self.rules, *rules))
        if groups:
            _refuse_repeated_names(self.groups)
        _refuse_undeclared(self, rules)
        bounds_under(c for rule in rules for c in rule.constraints)  # refuses what is too large
        _warn_of_the_impossible(rules)

    @cached_property
    def variables(self) -> tuple[Variable, ...]:
        """Every variable, in the order of declaration."""
        return tuple(variable for group in self.groups for variable in group.variables)

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """Every constraint, in the order of the rules."""
        return tuple(constraint for rule in self.rules for constraint in rule.constraints)

    @cached_property
    def by_name(self) -> dict[str, Variable]:
        """Every variable by its name."""
        return {variable.name: variable for variable in self.variables}

    @cached_property
    def groups_by_name(self) -> dict[str, Group]:
        """Every group by its name, in the order of declaration."""
        return {group.name: group for group in self.groups}

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each variable in a row of values, by its name."""
        return {variable.name: place for place, variable in enumerate(self.variables)}

    def __add__(self, item: object) -> Model:
        """This model with a further rule, constraint, variable or group, or several."""
        more = self._copy(self.name, self.groups, self.rules)
        more._extend([item])
        return more

    def without(self, label: str) -> Model:
        """This model without the rules that bear `label`.

        Raises: ModelError where no rule does.
        """
        kept = tuple(rule for rule in self.rules if label not in _labels(rule))
        if len(kept) == len(self.rules):
            known = [name for rule in self.rules for name in _labels(rule)]
            raise ModelError(
                f"{self.name} has no rule {label!r}; {did_you_mean(label, known, 'its rules are')}"
            )
        return self._copy(self.name, self.groups, kept)

    def renamed(self, name: str) -> Model:
        """The same declaration under another name."""
        return self._copy(name, self.groups, self.rules, self.recipe, self.known)

    def made_by(self, recipe: Recipe, known: Known | None = None) -> Model:
        """The same declaration, with how it was made and how many solutions it should have."""
        return self._copy(self.name, self.groups, self.rules, recipe, known or self.known)

    def rewritten(self, groups: Iterable[Group], rules: Iterable[Rule]) -> Model:
        """The same name over other groups and rules, of one's own making: nothing is checked."""
        return self._copy(self.name, tuple(groups), tuple(rules))

    def restated(self, groups: Iterable[Group], constraints: Iterable[Constraint]) -> Model:
        """The same rules over other groups, holding `constraints`, one for each of their own."""
        new = iter(constraints)
        rules = (
            replace(r, constraints=tuple(next(new) for _ in r.constraints)) for r in self.rules
        )
        return self.rewritten(groups, rules)

    def with_symmetries(self, *symmetries: DeclaredSymmetry) -> Model:
        """This model, declaring symmetries; where it is made another, those that hold remain.

        Raises: ModelError for one that is not, with a solution that it spoils where that is found.
        """
        for one in symmetries:
            if not hasattr(one, "shown_in"):
                raise ModelError(f"{one!r} is no symmetry; write one with symmetry(name, …)")
        shown = [one.shown_in(self) for one in symmetries]
        copy = self._copy(self.name, self.groups, self.rules, self.recipe, self.known)
        object.__setattr__(copy, "symmetries", (*self.symmetries, *shown))
        return copy

    def _copy(
        self,
        name: str,
        groups: tuple[Group, ...],
        rules: tuple[Rule, ...],
        recipe: Recipe | None = None,
        known: Known | None = None,
    ) -> Model:
        copy = object.__new__(Model)
        copy._set(name, groups, rules, recipe, known)
        vars(copy).update(symmetries=self.symmetries, sketches=self.sketches)
        return copy

    def __getitem__(self, name: str) -> Any:
        """The group, or else the variable, called `name`. Raises: UnknownName for any other."""
        group = self.groups_by_name.get(name)
        if group is not None:
            return group.variable if isinstance(group, Single) else group
        if name in self.by_name:
            return self.by_name[name]
        known = dict.fromkeys([*self.groups_by_name, *self.by_name])
        raise UnknownName(
            f"{self.name} has no variable {name!r}; {did_you_mean(name, known, 'it has')}"
        )

    def __repr__(self) -> str:
        variables, rules = len(self.variables), len(self.rules)
        return f"<Model {self.name!r}: {counted(variables, 'variable')}, {counted(rules, 'rule')}>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The model as notebooks show it."""
        from .drawing.notebook import model_bundle

        return model_bundle(self)

    def projected(self, names: Iterable[str]) -> Model:
        """The groups and variables called `names` alone, in the order of declaration, no rules.

        Raises: ModelError for an unknown name, a name twice, or none.
        """
        wanted = [names] if isinstance(names, str) else list(names)
        known = {group.name for group in self.groups} | self.by_name.keys()
        for name in wanted:
            if name not in known:
                raise ModelError(
                    f"{self.name} has no variable {name!r} to project on;"
                    f" {did_you_mean(name, sorted(known), 'it has')}"
                )
        if not wanted or len(set(wanted)) < len(wanted):
            raise ModelError(f"project on one or more variables, each once, not on {wanted}")
        return Model(self.name, list(_chosen(self.groups, wanted)))

    def solution(self, values: Values) -> Solution:
        """`values` as a solution of this model; it is not checked."""
        return Solution(self, tuple(values[variable.name] for variable in self.variables))

    def assignment(self, data: Any) -> dict[str, Any]:
        """The values by variable that a solution gives, by groups or flat, as in JSON or `dict(s)`.

        Variables may be missing and values outside their domains: that is for the judge.
        Raises: ModelError for an unknown name or a group in another form.
        """
        if not isinstance(data, dict):
            raise ModelError(f"a solution must be an object of names and values, not {data!r}")
        values: dict[str, Any] = {}
        groups = self.groups_by_name
        for name, value in data.items():
            if name in groups:
                values.update(groups[name].from_json(value))
            elif name in self.by_name:
                values[name] = value
            else:
                known = [*groups, *self.by_name]
                raise ModelError(
                    f"unknown variable {name!r}; {did_you_mean(name, known, 'the model has')}"
                )
        return values


@total_ordering
class Solution(Mapping[str, Any]):
    """A value for every variable of a model, under which every constraint holds.

    By the names of the model's groups, in order, it is a mapping: `solution["queen"]`. It is also
    asked for a single variable, `solution[x]` or `solution["q[3]"]`; `assignment` has all of these.
    Solutions are hashable, equal by their values, and ordered by declaration and domain.
    """

    __slots__ = ("_model", "row")

    def __init__(self, model: Model, row: tuple[Value, ...]) -> None:
        self._model = model
        self.row = row

    @property
    def model(self) -> Model:
        """The declared model that this solves."""
        return self._model

    @property
    def assignment(self) -> dict[str, Value]:
        """The value of each variable by its name, in the order of declaration."""
        return {v.name: value for v, value in zip(self._model.variables, self.row, strict=True)}

    def __getitem__(self, key: str | Variable | Group) -> Any:
        """The value of the group, or else of the variable, that is `key` or is called so.

        Raises: UnknownName, a KeyError, where the model has none of that name.
        """
        name = key.name if isinstance(key, Variable | Group) else key
        group = self._model.groups_by_name.get(name) if isinstance(name, str) else None
        if group is not None:
            return group.read({v.name: self._value(v.name) for v in group.variables})
        return self._value(name)

    def _value(self, name: str) -> Value:
        place = self._model.places.get(name) if isinstance(name, str) else None
        if place is None:
            known = dict.fromkeys([*self, *self._model.places])
            raise UnknownName(
                f"this solution of {self._model.name} has no variable {name!r};"
                f" {did_you_mean(name, known, 'it has')}"
            )
        return self.row[place]

    def __iter__(self) -> Iterator[str]:
        """The names of the groups, in the order of declaration."""
        return iter(self._model.groups_by_name)

    def __len__(self) -> int:
        """The number of groups."""
        return len(self._model.groups)

    def __bool__(self) -> bool:
        """True, also of no variables: `if first(model)` asks if there is a solution."""
        return True

    def to_json(self) -> dict[str, Any]:
        """The solution by the model's groups, in JSON's terms."""
        values = self.assignment
        return {group.name: group.to_json(values) for group in self._model.groups}

    def _has_the_variables_of(self, other: Solution) -> bool:
        one, two = self._model, other._model
        return one is two or [v.name for v in one.variables] == [v.name for v in two.variables]

    def _order(self) -> tuple[int, ...]:
        variables = self._model.variables
        return tuple(cast(Any, v.domain).index(x) for v, x in zip(variables, self.row, strict=True))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Solution):
            return super().__eq__(other)
        return self.row == other.row and self._has_the_variables_of(other)

    def __lt__(self, other: Solution) -> bool:
        if not isinstance(other, Solution) or not self._has_the_variables_of(other):
            return NotImplemented
        return self._order() < other._order()

    def __hash__(self) -> int:
        return hash(self.row)

    def __repr__(self) -> str:
        return f"Solution({self.to_json()})"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The solution as notebooks show it."""
        from .drawing.notebook import solution_bundle

        return solution_bundle(self)


def unevaluated(name: str, groups: Iterable[Group], rules: Iterable[Rule]) -> Model:
    """The model of `groups` and `rules`, checked as `Model` does; no constraint is evaluated."""
    model = Model(name).rewritten(groups, rules)
    _refuse_repeated_names(model.groups)
    _refuse_undeclared(model, model.rules)
    bounds_under(model.constraints)  # refuses what is too large
    return model


def did_you_mean(name: object, known: Iterable[str], otherwise: str) -> str:
    """Advice to write the nearest of `known` instead of `name`, else the first of them."""
    names = list(dict.fromkeys(known))
    near = get_close_matches(str(name), names, n=1)
    if near:
        return f"did you mean {near[0]!r}?"
    shown = ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
    return f"{otherwise} {shown}" if names else f"{otherwise} none"


def _labels(rule: Rule) -> tuple[str, ...]:
    return (rule.label, f"{rule.subject}: {rule.label}") if rule.subject else (rule.label,)


def _chosen(groups: Iterable[Group], wanted: Sequence[str]) -> Iterator[object]:
    """The wanted variables and groups; `Model` refuses what is wanted twice."""
    for group in groups:
        if group.name in wanted:
            yield group
        if not isinstance(group, Single):
            yield from (member for member in group.variables if member.name in wanted)


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


def _labelled(items: Sequence[Rule | Constraint]) -> list[Rule]:
    """Each of `items` as a rule; a constraint alone is labelled by itself in words."""
    alone = [item for item in items if isinstance(item, Constraint)]
    words = iter(describe_all(alone))
    return [Rule(next(words), (i,)) if isinstance(i, Constraint) else i for i in items]


def _constraints(items: Sequence[object], label: str) -> Iterator[Constraint]:
    for item in _flat(items, lambda item: as_constraint(item, f"an item of rule {label!r}")):
        if isinstance(item, Group | Sketch):
            raise ModelError(f"rule {label!r} holds {item!r}, which is not a constraint")
        yield from (item,) if isinstance(item, Constraint) else item.constraints


def _refuse_repeated_names(groups: Sequence[Group]) -> None:
    seen: set[str] = set()
    for group in groups:
        names = [variable.name for variable in group.variables]
        if not isinstance(group, Single):
            names.append(group.name)
        for name in names:
            refuse_unprintable(name, "the name")
            if name in seen:
                raise ModelError(f"the name {name!r} is declared twice; give each its own")
            seen.add(name)


def _refuse_undeclared(model: Model, rules: Sequence[Rule]) -> None:
    declared = model.by_name
    roots: list[Node] = [c for rule in rules for c in rule.constraints]
    for node in topological(roots):
        if not isinstance(node, Variable) or declared.get(node.name) is node:
            continue
        constraints = (constraint for rule in rules for constraint in rule.constraints)
        user = next(c for c in constraints if any(part is node for part in topological([c])))
        if node.name in declared:
            raise ModelError(
                f"{node.name} in {describe(user)} is another model's variable of the same name;"
                f" take it from this model: model[{node.name!r}]"
            )
        raise ModelError(
            f"{model.name} does not declare the variable {node.name} of {describe(user)};"
            f" {did_you_mean(node.name, declared, 'give it to Model; it has')}"
        )


def _warn_of_the_impossible(rules: Sequence[Rule]) -> None:
    places = [(constraint, rule) for rule in rules for constraint in rule.constraints]
    varies = fold(
        (constraint for constraint, _ in places),
        lambda node, parts: isinstance(node, Variable) or any(parts),
    )
    for constraint, rule in places:
        if not varies[constraint] and Program([constraint]).run({}) == [False]:
            warnings.warn(
                f"rule {rule.label!r} can never hold: {describe(constraint)}",
                ModelWarning,
                stacklevel=4,
            )
