"""A model: variables, and the rules over them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, ClassVar, Protocol

from .constraints import Constraint
from .errors import ModelError, UnknownName
from .expressions import Variable
from .groups import Group, Single, Sketch, Values
from .habits import OF_MODELS, Habits, Shown
from .keeping import cached_property
from .late_dataclasses import dataclass, field, replace
from .nodes import WithoutCollecting
from .objectives import KEYWORDS, Objective, read_objective, states
from .phrases import counted, did_you_mean, refuse_unprintable, shown
from .rules import (
    Rule,
    RuleSequence,
    checked,
    declared_items,
    kinds_in,
    labelled,
    names_declared,
    warn_of_unsatisfiable,
)
from .solution import Solution


class DeclaredSymmetry(Protocol):
    """A symmetry, as a model knows it: by its name, and that it shows itself to be one."""

    @property
    def name(self) -> str: ...

    def shown_in(self, model: Model) -> DeclaredSymmetry:
        """Itself. Raises: ModelError where it is no symmetry of `model`."""
        ...


Keyed = Mapping[str, tuple[str, int]]
"""Variables that are printed as JSON under a key: by place, with a number added to each."""


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
    objective: Mapping[str, Any] = field(default_factory=dict)
    """An objective in the place of the puzzle's own, as it was written."""


_RULES = "_rules"
"""The attribute of a model that has its rules as they were added."""
_OF_GROUPS = {
    "variables",
    "by_name",
    "groups_by_name",
    "places",
    "spans",
    "places_of_labels",
    "_names",
}
"""Computed from the groups of a model once, for its copies too."""


@dataclass(frozen=True, eq=False, init=False, repr=False)
class Model(Shown, Habits):
    """Variables and rules, as a value: `model + rule` is another model.

    `items` are variables, groups of them (a list, a placement, a filling), rules, constraints,
    sketches of its picture, and iterables of all these. Every variable of a constraint must be
    declared. With `minimise=` or `maximise=`, an expression or a tuple in order of importance, or
    `pareto=`, a tuple, the solutions are exactly the best ones.

    Raises: ModelError for a name used twice, a variable that was not declared, or an expression
    that may reach too large a number.
    """

    name: str
    groups: tuple[Group, ...]
    recipe: Recipe | None
    known: Known | None
    symmetries: ClassVar[tuple[DeclaredSymmetry, ...]] = ()
    """Symmetries declared beside the rules; a copy has its own. No part of the structure."""
    objective: ClassVar[Objective | None] = None
    """A model with an objective has its own; the solutions are exactly the best ones."""
    projection: ClassVar[tuple[str, ...]] = ()
    """The groups and variables that make up a solution, where not all do: the others only have
    to have values.
    """
    _habits = OF_MODELS
    _bundle = "model_bundle"
    native_names: ClassVar[Mapping[Any, str]] = {}
    """Our names by those in another package's model that was read; no part of the structure."""
    printed: ClassVar[Mapping[str, Keyed]] = {}
    """Variables by the keys of JSON under which the model's program prints them. No part either."""
    kinds: ClassVar[frozenset[type] | None] = None
    """The classes of nodes in the rules, and `str` if a constant is a label; None if not known."""
    sketches: ClassVar[tuple[Sketch, ...]] = ()
    """Pictures that the variables alone do not determine. No part of the structure either."""

    def __init__(self, name: str, *items: object, **reserved: object) -> None:
        if not isinstance(name, str):
            raise ModelError(f"a model's name must be a string, not {name!r}; give it first")
        for keyword in reserved:
            if keyword not in KEYWORDS:
                known = did_you_mean(keyword, KEYWORDS, "there are")
                raise ModelError(f"Model has no keyword {keyword!r}; {known}")
        refuse_unprintable(name, "the model's name")
        vars(self).update(name=name, groups=(), recipe=None, known=None)
        vars(self)[_RULES], vars(self)["kinds"] = RuleSequence(), frozenset()
        self._extend(items)
        if reserved:
            object.__setattr__(self, "objective", self.declaring(reserved).objective)

    def _extend(self, items: Iterable[object]) -> None:
        found = declared_items(items)
        groups = [item for item in found if isinstance(item, Group)]
        sketches = [item for item in found if isinstance(item, Sketch)]
        with WithoutCollecting():
            rules = labelled([item for item in found if isinstance(item, (Constraint, Rule))])
        object.__setattr__(self, "sketches", (*self.sketches, *sketches))
        vars(self)[_RULES] += rules
        if groups:
            names = names_declared(groups, self._names)
            object.__setattr__(self, "groups", (*self.groups, *groups))
            for key in _OF_GROUPS & vars(self).keys():
                del vars(self)[key]
            vars(self)["_names"] = names
        with WithoutCollecting():
            may_be_fixed, kinds = checked(self, rules) if rules else (False, set())
            vars(self)["kinds"] = None if self.kinds is None else self.kinds | kinds
            if may_be_fixed:
                warn_of_unsatisfiable(rules)

    @cached_property
    def variables(self) -> tuple[Variable, ...]:
        """Every variable, in the order of declaration."""
        return tuple(variable for group in self.groups for variable in group.variables)

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule, in the order of declaration."""
        return tuple(vars(self)[_RULES])

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
    def _names(self) -> Set[str]:
        """Those of variables and groups."""
        return names_declared(self.groups)

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each variable in a row of values, by its name."""
        return {variable.name: place for place, variable in enumerate(self.variables)}

    @cached_property
    def spans(self) -> dict[str, slice]:
        """The places of each group's variables in a row of values, by its name."""
        found, first = {}, 0
        for group in self.groups:
            found[group.name] = slice(first, first := first + len(group.variables))
        return found

    @cached_property
    def places_of_labels(self) -> tuple[tuple[int, Mapping[Any, int]], ...]:
        """The place of each variable over labels in a row, and of each label in its domain."""
        labelled = [(place, v.domain) for place, v in enumerate(self.variables) if v.labelled]
        domains = {id(domain): domain for _, domain in labelled}
        of = {
            key: {label: place for place, label in enumerate(map(str, domain))}
            for key, domain in domains.items()
        }
        return tuple((place, of[id(domain)]) for place, domain in labelled)

    def __add__(self, item: object) -> Model:
        """This model with a further rule, constraint, variable or group, or several."""
        more = self._copy()
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
        return self._copy(rules=kept)

    def renamed(self, name: str) -> Model:
        """The same declaration under another name."""
        refuse_unprintable(name, "the model's name")
        return self._copy(name=name, recipe=self.recipe, known=self.known)

    def made_by(self, recipe: Recipe | None, known: Known | None = None) -> Model:
        """The same declaration, with how it was made and how many solutions it should have."""
        return self._copy(recipe=recipe, known=known or self.known)

    def rewritten(self, groups: Iterable[Group], rules: Iterable[Rule]) -> Model:
        """The same name over other groups and rules, no objective and no projection, unchecked."""
        without = {"objective": None, "projection": ()}
        return self._copy(groups=tuple(groups), rules=tuple(rules), **without)

    def also(self, *rules: Rule, groups: Iterable[Group] = ()) -> Model:
        """The same name and further groups and rules, no objective and no projection, unchecked."""
        found = self.rewritten([*self.groups, *groups], [*self.rules, *rules])
        if self.kinds is not None:
            vars(found)["kinds"] = self.kinds | kinds_in(rules)
        return found

    def restated(self, groups: Iterable[Group], constraints: Iterable[Constraint]) -> Model:
        """The same rules over other groups, holding `constraints`, one for each of their own."""
        new = iter(constraints)
        rules = (
            replace(r, constraints=tuple(next(new) for _ in r.constraints)) for r in self.rules
        )
        return self.rewritten(groups, rules)

    def with_symmetries(self, *symmetries: DeclaredSymmetry) -> Model:
        """This model, declaring symmetries; a model made from it keeps the ones that hold in it.

        Raises: ModelError for one that does not hold, with a solution whose image is none if one is
        found.
        """
        for one in symmetries:
            if not hasattr(one, "shown_in"):
                raise ModelError(f"{one!r} is no symmetry; write one with symmetry(name, …)")
        shown = [one.shown_in(self) for one in symmetries]
        kept = (*self.symmetries, *shown)
        return self._copy(recipe=self.recipe, known=self.known, symmetries=kept)

    def known_by(self, names: Mapping[Any, str]) -> Model:
        """This model, whose variables another package's model has under these names."""
        return self._copy(native_names=dict(names))

    def printed_as(self, keys: Mapping[str, Keyed]) -> Model:
        """This model, whose program prints the variables as these values of a JSON object."""
        return self._copy(recipe=self.recipe, known=self.known, printed=dict(keys))

    def _copy(self, **changed: Any) -> Model:
        """This model but for `changed`; a recipe and a known count are not kept."""
        copy = object.__new__(Model)
        if "rules" in changed:
            changed[_RULES] = RuleSequence(changed.pop("rules"))
        beside = ("symmetries", "sketches", "native_names", "printed")
        kept = ("name", "groups", _RULES, *beside, "objective", "projection")
        vars(copy).update({key: getattr(self, key) for key in kept}, recipe=None, known=None)
        vars(copy)["kinds"] = None if _RULES in changed else self.kinds
        if "groups" not in changed:
            vars(copy).update({key: vars(self)[key] for key in _OF_GROUPS & vars(self).keys()})
        vars(copy).update(changed)
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

    def solution(self, values: Values) -> Solution:
        """`values` as a solution of this model; it is not checked."""
        return Solution(self, tuple(values[variable.name] for variable in self.variables))

    def assignment(self, data: Any) -> dict[str, Any]:
        """The values by variable that a solution gives, by groups or flat, as in JSON or `dict(s)`.

        Variables may be missing and values outside their domains: that is for the judge.
        Raises: ModelError for an unknown name or a group in another form.
        """
        if not isinstance(data, dict):
            raise ModelError(f"a solution must be an object of names and values, not {shown(data)}")
        values: dict[str, Any] = {}
        groups = self.groups_by_name
        for name, value in self.unvalued(data).items():
            if name in groups:
                values.update(groups[name].from_json(value))
            elif name in self.by_name:
                values[name] = value
            else:
                known = [*groups, *self.by_name]
                raise ModelError(
                    f"unknown variable {shown(name)}; {did_you_mean(name, known, 'the model has')}"
                )
        return values

    # -------------------------------------------------------------------------- objectives

    def minimising(self, *goals: object, within: int = 0) -> Model:
        """This model, whose solutions are those in which `goals` are least, the first first.

        A goal that is `("max", e)` is to be greatest. With `within`, values of the only goal that
        are worse by at most that are wanted too. Raises: ModelError where there is an objective.
        """
        return self.declaring({"minimise": goals, "within": within})

    def maximising(self, *goals: object, within: int = 0) -> Model:
        """This model, whose solutions are those in which `goals` are greatest, the first first."""
        return self.declaring({"maximise": goals, "within": within})

    @property
    def value_name(self) -> str:
        """The name of the value beside those of variables and groups, as in a line of JSON."""
        name = "objective"
        while name in self.by_name or name in self.groups_by_name:
            name += "_"
        return name

    def unvalued(self, data: dict[str, Any]) -> dict[str, Any]:
        """A solution as JSON without the value it states. Raises: ModelError if that is wrong."""
        if self.objective is None or self.value_name not in data:
            return data
        values = {name: value for name, value in data.items() if name != self.value_name}
        stated = data[self.value_name]
        try:
            point = self.objective.valuation.of(self.assignment(values))
        except (LookupError, TypeError):  # what lacks a value is for the judge
            return values
        if point is not None and not states(stated, point):
            raise ModelError(
                f"its {self.value_name} is {shown(stated)}, and the values give {shown(point)}"
            )
        return values

    def without_objective(self) -> Model:
        """This model, all of whose assignments that keep the rules are solutions."""
        return self.aiming(None) if self.objective else self

    def declaring(self, keywords: Mapping[str, Any]) -> Model:
        """This model with the objective that keywords of `Model` declare."""
        if self.objective is not None:
            raise ModelError(
                f"{self.name} has an objective: {self.objective.words}; take"
                " model.without_objective() first, or give a tuple for an order of importance"
            )
        found = read_objective(keywords)
        checked(self, [found.judged()])
        return self.aiming(found)

    def aiming(self, objective: Objective | None) -> Model:
        """This model with an objective over its variables, which is not checked."""
        return self._copy(objective=objective)

    # -------------------------------------------------------------------------- projection

    def projecting(self, *names: str) -> Model:
        """This model, whose solutions are the combinations of values of `names`, each once.

        Of the other variables there have to be values that keep the rules. Without `names`, all
        variables make up a solution. Raises: ModelError for an unknown name, or a name twice.
        """
        if names:
            self.projected(names)
        return self._copy(projection=names)

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
        found = Model(self.name, list(_chosen(self.groups, wanted)))
        return found.known_by(self.native_names) if self.native_names else found


def unevaluated(
    name: str,
    groups: Iterable[Group],
    rules: Iterable[Rule],
    objective: Objective | None = None,
    projection: Iterable[str] = (),
) -> Model:
    """The model of `groups` and `rules`, checked as `Model` does; no constraint is evaluated."""
    model = Model(name).rewritten(groups, rules)
    names_declared(model.groups)
    checked(model, [*model.rules, *([objective.judged()] if objective else [])])
    return model.aiming(objective).projecting(*projection)


def _labels(rule: Rule) -> tuple[str, ...]:
    return (rule.label, f"{rule.subject}: {rule.label}") if rule.subject else (rule.label,)


def _chosen(groups: Iterable[Group], wanted: Sequence[str]) -> Iterator[object]:
    """The wanted variables and groups; `Model` refuses what is wanted twice."""
    for group in groups:
        if group.name in wanted:
            yield group
        if not isinstance(group, Single):
            yield from (member for member in group.variables if member.name in wanted)
