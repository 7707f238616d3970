"""A FlatZinc text as a model.

What a constraint defines is put in the place of the variable, so that the model has the variables
of the original and expressions over them. Only what nothing defines, and what is printed, remains.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from ...models.language.arithmetic_expressions import total
from ...models.language.constraints import Constraint
from ...models.language.errors import ModelError, ModelWarning
from ...models.language.expressions import Variable, indicator, variable
from ...models.language.late_dataclasses import dataclass, field
from ...models.language.model import Model
from .builtin_constraints import BUILTIN_FUNCTIONS, EXTREMES, both, relation, solved
from .optional_values import Optional, with_optional
from .statements import Call, Declaration, Ref, Solve, Source, statements
from .terms import (
    INTRODUCED,
    Labels,
    Names,
    Printed,
    SetOfBooleans,
    Term,
    groups_of,
    last_of,
    names_of,
    number,
    printed,
    rules_by_label,
    sure,
    truth,
    with_sets,
)

# ------------------------------------------------------------------------------------- definitions
# The variables that a constraint gives a value to, so that an expression takes their place.
#
# What MiniZinc marks with `defines_var`, and what a function such as `int_times(a, b, x)` says of
# its last argument, needs no variable: nothing else is to be decided. Where definitions would go
# round in a circle, one of the circle stays a variable.


FUNCTIONS = BUILTIN_FUNCTIONS.keys() - {"bool_xor", "bool_eq", "bool_not"}
"""Builtins that give their last argument a value; the others do so where they have three."""


class Arrays:
    """The arrays of a text by name, so that an argument is read whether it is named or written."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def items(self, argument: Any) -> list[Any]:
        """The items of an array."""
        found = self._values.get(argument) if isinstance(argument, Ref) else argument
        return found if isinstance(found, list) else [argument]

    def refs(self, arguments: Iterable[Any]) -> Iterator[Ref]:
        """The names of variables in arguments."""
        for argument in arguments:
            for item in self.items(argument):
                if isinstance(item, Ref):
                    yield item


def result_of(call: Call) -> Any:
    """The argument that a call gives a value to, if it is a function; else None."""
    if call.name in EXTREMES:
        return call.args[0] if call.args else None
    binary = call.name in ("bool_xor", "bool_eq", "bool_not") and len(call.args) == 3
    if call.args and (call.name.endswith("_reif") or call.name in FUNCTIONS or binary):
        return call.args[-1]
    if call.name == "bool_not" and len(call.args) == 2:
        return call.args[1]
    return None


def definitions(calls: Iterable[Call], arrays: Arrays, definable: Iterable[str]) -> dict[str, Call]:
    """The call that defines each variable of `definable` that one does, without a circle."""
    free, found = set(definable), dict[str, Call]()
    calls = list(calls)
    for call in calls:
        for note in call.notes:
            if isinstance(note, Call) and note.name == "defines_var" and note.args:
                _add(found, free, call, note.args[0], arrays)
    for call in calls:  # partial functions carry no note
        _add(found, free, call, result_of(call), arrays)
    return _without_circles(found, arrays)


def _add(found: dict[str, Call], free: set[str], call: Call, target: Any, arrays: Arrays) -> None:
    if not isinstance(target, Ref) or target not in free or target in found:
        return
    if any(other is call for other in (found.get(ref) for ref in arrays.refs(call.args))):
        return  # it defines another already
    if defines(call, target, arrays):
        found[target] = call


def defines(call: Call, target: Ref, arrays: Arrays) -> bool:
    """True if the value of `target` is an expression of the other arguments of `call`."""
    uses = list(arrays.refs(call.args)).count(target)
    if uses != 1:
        return False
    if result_of(call) is not None:
        return bool(result_of(call) == target)
    if call.name == "int_lin_eq" and len(call.args) == 3:
        factors, terms = arrays.items(call.args[0]), arrays.items(call.args[1])
        return target in terms and abs(factors[terms.index(target)]) == 1
    return False


def _without_circles(found: dict[str, Call], arrays: Arrays) -> dict[str, Call]:
    """The definitions but for one of each circle; visited with a loop, depth first."""
    state: dict[str, int] = {}
    for root in list(found):
        stack = [(root, False)]
        while stack:
            name, is_done = stack.pop()
            if is_done:
                state[name] = 2
            elif name in found and state.get(name) is None:
                state[name] = 1
                stack.append((name, True))
                inputs = [ref for ref in arrays.refs(found[name].args) if ref != name]
                if any(state.get(ref) == 1 for ref in inputs):
                    del found[name]
                else:
                    stack.extend((ref, False) for ref in inputs)
    return found


T = TypeVar("T")

WIDEST = 10**6
"""The bound, either way, that an integer without bounds is given."""


@dataclass(frozen=True)
class Reading:
    """A model read from FlatZinc, and what became of its variables."""

    model: Model
    shown: tuple[str, ...]
    """The variables of the model that the original prints."""
    hidden: tuple[str, ...]
    """The other variables of the model, which nothing defines."""
    unbounded: tuple[str, ...]
    """The variables that were given the bounds from -10**6 to 10**6."""
    printed: tuple[Printed, ...] = ()
    """All that the text has printed, by variables of the model."""
    annotations: tuple[str, ...] = ()
    """The names of the annotations of the solve item, which no search follows."""


@dataclass(frozen=True)
class Origin:
    """The origin of statements in the text from which FlatZinc was made, as far as it is known."""

    label: Callable[[Sequence[Any]], tuple[int, str]] = lambda notes: (0, "")
    """The line and the label of what a statement with these annotations is from, if known."""
    enums: Mapping[str, Labels] = field(default_factory=dict)
    """The members of the enumerated type of a variable or an array, by its name."""
    sets: Mapping[str, SetOfBooleans] = field(default_factory=dict)
    """The sets that are printed, by name."""
    optional: Mapping[str, Mapping[tuple[int, ...], Optional]] = field(default_factory=dict)
    """By the name of a variable or an array with optional values, each by its index."""
    others: Mapping[str, int | str] = field(default_factory=dict)
    """By the name of a variable that is printed, its value or the variable that it is equal to."""
    used: frozenset[str] | None = None
    """The names that are printed in the end, where they are known."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Names that the text has otherwise, since they stand in quotes."""


def reading(source: Source, name: str, origin: Origin | None = None) -> Reading:
    """The model of a text. Raises: ModelError, with the line."""
    return _Translation(source, origin or Origin()).read(name)


class _Translation:
    def __init__(self, source: Source, origin: Origin) -> None:
        self._source, self._origin = source, origin
        self._declared: dict[str, Declaration] = {}
        self._calls: list[Call] = []
        self._goal: Solve | None = None
        for statement in statements(source):
            self._keep(statement)
        self._values = {n: d.value for n, d in self._declared.items() if d.value is not None}
        self._arrays = Arrays(self._values)
        every, used = printed(source, self._declared.values(), self._values), self._origin.used
        whole = [e for e in every if used is None or e.name in used or INTRODUCED not in e.name]
        for name, end in self._origin.others.items():
            if isinstance(end, int) or end in self._declared:
                item = last_of(name if name in self._declared else end, self._values)
                whole.append(Printed(name, False, None, (item,)))
        sets = with_sets(whole, self._origin.sets, self._origin.enums, self._values)
        optional, enums = self._origin.optional, self._origin.enums
        made = with_optional(sets, optional, enums, self._declared, self._calls)
        self._printed = tuple(one.called(self._origin.names) for one in made.printed)
        self._labels = made.labels
        self._declared.update((one.name, one) for one in made.declared)
        self._calls += made.calls
        self._names = Names(self._term, self._arrays.items)
        self._known: dict[str, Term] = {}
        self._variables: dict[str, Variable] = {}
        self._unbounded: list[str] = []
        self._line = 1

    def _keep(self, statement: Call | Declaration | Solve) -> None:
        if isinstance(statement, Call):
            self._calls.append(statement)
        elif isinstance(statement, Solve):
            if self._goal is not None:
                self._source.refuse(statement.line, "there is a second solve item")
            self._goal = statement
        elif statement.name in self._declared:
            self._source.refuse(statement.line, f"{statement.name} is declared twice")
        else:
            self._declared[statement.name] = statement

    # --------------------------------------------------------------------------- the model

    def read(self, name: str) -> Reading:
        """The model, its variables first."""
        shown = self._shown()
        plain = [d for d in self._declared.values() if d.is_variable and not d.is_array]
        definable = [d.name for d in plain if d.name not in shown and d.value is None]
        self._definitions = definitions(self._calls, self._arrays, definable)
        self._written = shown
        for ref in shown:
            self._term(Ref(ref))
        constraints = self._constraints()
        for declared in plain:  # also what nothing uses, for what it demands
            self._term(Ref(declared.name))
        for declared in self._declared.values():
            if declared.is_array and not isinstance(declared.domain, str):
                for item in declared.value or ():
                    self._keep_inside(self._term(item), declared.domain)
        twins = dict(self._twins())
        same = [
            ((0, "the same value"), made == self._variables[ref]) for ref, made in twins.values()
        ]
        rules = rules_by_label([*constraints, *self._names.demands, *same])
        more = {name: made for name, (_, made) in twins.items()}
        groups = [*groups_of(self._printed, self._variables, self._origin.enums, more)]
        with warnings.catch_warnings():  # MiniZinc has said it where a rule can never hold
            warnings.simplefilter("ignore", ModelWarning)
            model = self._source.naming(lambda: Model(name, *groups, *rules, **self._objective()))
        hidden = tuple(v.name for ref, v in self._variables.items() if ref not in shown)
        away = frozenset(hidden)
        of_shown = tuple(v.name for v in model.variables if v.name not in away)
        for one in self._unbounded:
            warnings.warn(
                f"{one} has no bounds; it is looked for from -{WIDEST} to {WIDEST}",
                ModelWarning,
                stacklevel=2,
            )
        if hidden and of_shown:
            model = model.projecting(*names_of(model, frozenset(of_shown)))
        names = {ref: v.name for ref, v in self._variables.items()}
        output = tuple(one.renamed(names) for one in self._printed)
        notes = self._goal.notes if self._goal is not None else []
        said = tuple(str(getattr(note, "name", note)) for note in notes)
        return Reading(model, of_shown, hidden, tuple(self._unbounded), output, said)

    def _objective(self) -> dict[str, Any]:
        goal = self._goal
        if goal is None:
            line = self._source.text.count("\n") + 1
            self._source.refuse(line, "there is no solve item; is the file whole?")
        if goal.objective is None:
            return {}
        self._line = goal.line
        return {goal.goal.replace("ize", "ise"): self._names.number(goal.objective)}

    def _shown(self) -> dict[str, str]:
        """The names, in the model, of the variables that the original prints."""
        found: dict[str, str] = {}
        for one in self._printed:
            for ref, name in one.named():
                if isinstance(ref, str):
                    found.setdefault(ref, name)
        return found

    def _twins(self) -> Iterator[tuple[str, tuple[str, Variable]]]:
        """A further variable for each name by which the original prints a variable, too."""
        for one in self._printed:
            for ref, name in one.named():
                if isinstance(ref, str) and self._variables[ref].name != name:
                    yield name, (ref, variable(name, self._variables[ref].domain))

    def _constraints(self) -> list[tuple[tuple[int, str], Constraint]]:
        """The constraints that define nothing, each with its label."""
        defining = {id(call) for call in self._definitions.values()}
        found = []
        for call in self._calls:
            if id(call) not in defining:
                self._names.label = self._origin.label(call.notes)
                found.append((self._names.label, self._constraint(call)))
        return found

    # ----------------------------------------------------------------------------- terms

    def _term(self, argument: Any) -> Term:
        """The term of an argument; definitions are followed with a loop, as deep as they go."""
        if not isinstance(argument, Ref):
            if isinstance(argument, bool | int):
                return argument
            self._source.refuse(self._line, f"a number or a name is expected, not {argument!r}")
        if argument in self._known:
            return self._known[argument]
        if argument not in self._values and argument not in self._definitions:
            self._known[argument] = self._made(argument)
            return self._known[argument]
        stack, begun = [argument], set[str]()
        while stack:
            ref = stack[-1]
            waiting = [other for other in self._needs(ref) if other not in self._known]
            if waiting:
                if ref in begun:
                    self._source.refuse(self._line, f"{ref} is given a value by itself")
                begun.add(ref)
                stack += waiting
            else:
                stack.pop()
                if ref not in self._known:
                    self._known[ref] = self._made(ref)
        return self._known[argument]

    def _needs(self, ref: str) -> list[Ref]:
        """The names that must be known before `ref` is."""
        value = self._values.get(ref)
        if isinstance(value, Ref):
            return [value]
        call = self._definitions.get(ref)
        if call is None:
            return []
        return [other for other in self._arrays.refs(call.args) if other != ref]

    def _made(self, ref: str) -> Term:
        declared = self._declared.get(ref)
        if declared is None:
            self._source.refuse(self._line, f"{ref} is used and not declared")
        if isinstance(declared.value, list | range | tuple):
            self._source.refuse(self._line, f"{ref} is an array or a set; a number is expected")
        found: Term
        if isinstance(declared.value, Ref):
            found = self._known[declared.value]
        elif declared.value is not None:
            found = declared.value
        elif ref in self._definitions:
            found = self._defined(self._definitions[ref], Ref(ref))
        else:
            return self._declare(ref, declared)
        self._names.label = self._origin.label(declared.notes)
        self._keep_inside(found, declared.domain)
        return found

    def _declare(self, ref: str, declared: Declaration) -> Term:
        if not declared.is_variable:
            self._source.refuse(declared.line, f"the parameter {ref} has no value")
        domain: Sequence[int] = declared.domain
        if declared.domain == "int":
            domain = range(-WIDEST, WIDEST + 1)
            self._unbounded.append(self._written.get(ref, ref))
        elif declared.domain == "bool":
            domain = range(2)
        if not len(domain):
            self._source.refuse(
                declared.line, f"the domain of {ref} is empty: there is no solution"
            )
        name = self._written.get(ref, ref)
        labels = self._labels.get(ref) or self._origin.enums.get(name.partition("[")[0], {})
        if labels and all(value in labels for value in domain):
            return self._labelled(ref, name, domain, labels)
        made = self._variables[ref] = variable(name, domain)
        return made == 1 if declared.domain == "bool" else made

    def _labelled(self, ref: str, name: str, domain: Sequence[int], labels: Labels) -> Term:
        """The number that stands for the label that a variable takes."""
        made = self._variables[ref] = variable(name, [labels[value] for value in domain])
        found = total(value * indicator(sure(made == labels[value])) for value in domain if value)
        self._names.labelled[found] = made, labels
        return found

    def _keep_inside(self, found: Term, domain: Any) -> None:
        """Demand that a defined term keeps the domain of the variable that it stands for."""
        values = range(2) if domain == "bool" else domain
        if domain != "int" and not (domain == "bool" and isinstance(found, Constraint)):
            self._names.keep_inside(number(found), values)

    # ----------------------------------------------------------------------- constraints

    def _defined(self, call: Call, target: Ref) -> Term:
        self._line = call.line
        if call.name == "int_lin_eq":
            terms = self._arrays.items(call.args[1])
            return self._read(call, lambda: solved(self._names, call.args, terms, target))
        return self._function(call)

    def _function(self, call: Call) -> Term:
        """The value of a call that gives one."""
        name, args = call.name, call.args
        if name in EXTREMES:
            return self._read(call, lambda: EXTREMES[name](self._names.numbers(args[1])))
        if name.endswith("_reif"):
            return self._related(call, name.removesuffix("_reif"), args[:-1])
        return self._read(call, lambda: BUILTIN_FUNCTIONS[name](self._names, *args[:-1]))

    def _constraint(self, call: Call) -> Constraint:
        self._line = call.line
        if call.name.endswith("_imp"):
            made = self._related(call, call.name.removesuffix("_imp"), call.args[:-1])
            return ~truth(self._term(call.args[-1])) | made
        result = result_of(call)
        if result is None:
            return self._related(call, call.name, call.args)
        return both(self._function(call), self._term(result), self._names)

    def _related(self, call: Call, name: str, args: list[Any]) -> Constraint:
        if result_of(Call(name, args, [], 0)) is not None:  # a function, reified: array_bool_and
            return self._constraint(call._replace(name=name, args=args))
        found = self._read(call, lambda: relation(self._names, name, args))
        if found is None:
            self._source.refuse(call.line, f"the constraint {name} is not known")
        return found

    def _read(self, call: Call, make: Callable[[], T]) -> T:
        """The result of `make`. Raises: ModelError with the line of the call."""
        try:
            return make()
        except (TypeError, ValueError, IndexError, KeyError) as error:
            if isinstance(error, ModelError) and str(error).startswith(self._source.place):
                raise
            self._source.refuse(call.line, f"{call.name}: {error}")
