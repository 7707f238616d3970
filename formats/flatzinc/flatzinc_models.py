"""A FlatZinc text as a model.

What a constraint defines is put in the place of the variable, so that the model has the variables
of the original and expressions over them. Only what nothing defines, and what is printed, remains.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from ...models.language.arithmetic_expressions import total
from ...models.language.constraints import Constraint
from ...models.language.errors import ModelError, ModelWarning
from ...models.language.expressions import Variable, indicator, variable
from ...models.language.late_dataclasses import dataclass, field
from ...models.language.model import Model
from .builtin_constraints import relation
from .builtin_functions import EXTREMES, FUNCTIONS, both, solved
from .definitions import Arrays, definitions, result_of
from .groups_and_rules import names_of, rules_by_label
from .printed_variables import Printed, groups_of, printed
from .statements import statements
from .syntax import Call, Declaration, Ref, Solve, Source
from .terms import Names, Term, number, sure, truth

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


@dataclass(frozen=True)
class Origin:
    """The origin of statements in the text from which FlatZinc was made, as far as it is known."""

    label: Callable[[Sequence[Any]], tuple[int, str]] = lambda notes: (0, "")
    """The line and the label of what a statement with these annotations is from, if known."""
    enums: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The members of the enumerated type of a variable or an array, by its name."""


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
        self._printed = printed(source, self._declared.values(), self._values)
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
        rules = rules_by_label([*constraints, *self._names.demands])
        groups = [*groups_of(self._printed, self._variables, self._origin.enums)]
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
        return Reading(model, of_shown, hidden, tuple(self._unbounded), output)

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
        labels = self._origin.enums.get(name.partition("[")[0], ())
        if labels and 0 < domain[0] and domain[-1] <= len(labels):
            return self._labelled(ref, name, domain, labels)
        made = self._variables[ref] = variable(name, domain)
        return made == 1 if declared.domain == "bool" else made

    def _labelled(self, ref: str, name: str, domain: Sequence[int], labels: Sequence[str]) -> Term:
        """The number of the member that a variable over labels takes."""
        made = self._variables[ref] = variable(name, [labels[value - 1] for value in domain])
        found = total(value * indicator(sure(made == labels[value - 1])) for value in domain)
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
        return self._read(call, lambda: FUNCTIONS[name](self._names, *args[:-1]))

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
