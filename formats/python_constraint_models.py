"""Problems of python-constraint as models of ours.

Its own constraints over whole numbers, or over texts as labels, stay whole, and a constraint that
is a text is read into terms where these mean the same as in Python. Any other is asked as it is,
over complete assignments: a function, a constraint of a user's own, values of other kinds.
"""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..models.language.arithmetic_expressions import product, total
from ..models.language.constraints import RELATIONS, And, Constraint, Or
from ..models.language.errors import ModelError
from ..models.language.expressions import Expression, Variable, as_expression, variable
from ..models.language.files.printed_json import Choose
from ..models.language.global_constraints.all_different import all_different
from ..models.language.global_constraints.all_equal import all_equal
from ..models.language.global_constraints.count import Count
from ..models.language.global_constraints.predicate import predicate
from ..models.language.global_constraints.table import allowed
from ..models.language.model import Model
from .flatzinc.terms import sure
from .python_texts import in_terms


def from_python_constraint(problem: Any, name: str = "from python-constraint") -> Model:
    """The `constraint.Problem` as a model of ours, by the names of its variables as text.

    A value that a domain has twice counts once. Whole numbers stay; texts are labels, and so is
    the `repr` of any other value. A text constraint is the Python expression that it reads.
    Raises: ModelError for names that are the same as text, and what has no counterpart here.
    """
    if not hasattr(problem, "_variables") or not hasattr(problem, "_constraints"):
        raise ModelError(f"from_python_constraint takes a constraint.Problem, not {problem!r}")
    known = _Variables(problem._variables)
    rules = [_constraint(known, one, scope) for one, scope in problem._constraints]
    rules += [_text(known, text) for text in getattr(problem, "_str_constraints", ())]
    return Model(name, *known.ours.values(), *rules)


model_of = from_python_constraint
"""The model of the problem that a Python file holds."""


def answering(native: Any, choose: Choose) -> tuple[Any, dict[str, Any]]:
    """A problem of the same variables with one solution, which is chosen, and this by our names."""
    other, values = type(native)(), {}
    for place, (key, domain) in enumerate(native._variables.items()):
        values[str(key)] = choose(place, [*domain])
        other.addVariable(key, [values[str(key)]])
    return other, values


class _Variables:
    """The variables of a problem, and the values that their labels stand for."""

    def __init__(self, domains: Mapping[Any, Iterable[Any]]) -> None:
        self.domains = domains
        self.ours: dict[Any, Variable] = {}
        self._labels: dict[Any, str] = {}
        self._values: dict[str, Any] = {}
        names = Counter(map(str, domains))
        for key in domains:
            own = str(key)
            if names[own] > 1:
                raise ModelError(f"two variables are both written {own}; rename one")
            values = [*dict.fromkeys(domains[key])]
            if all(isinstance(value, int) for value in values):
                self.ours[key] = variable(own, sorted(map(int, values)))
            else:
                self.ours[key] = variable(own, [self.label(value) for value in values])

    def label(self, value: Any) -> str:
        """The label of a value; no two values have the same."""
        if value not in self._labels:
            text = value if isinstance(value, str) and value.strip() else repr(value)
            while text in self._values:
                text += "'"
            self._labels[value], self._values[text] = text, value
        return self._labels[value]

    def value(self, ours: int | str) -> Any:
        """The value that a value of ours stands for."""
        return self._values[ours] if isinstance(ours, str) else ours

    def coded(self, key: Any, value: Any) -> int | str | None:
        """A value as one of ours for the variable `key`, if its domain has it."""
        if value not in self.domains[key]:
            return None
        return self.label(value) if self.ours[key].labelled else int(value)


def _constraint(known: _Variables, native: Any, scope: Sequence[Any] | None) -> Constraint:
    keys = [*(scope or known.ours)]
    unknown = [key for key in keys if key not in known.ours]
    if unknown:
        raise ModelError(f"a constraint is over {unknown[0]!r}, which is no variable")
    terms = [known.ours[key] for key in keys]
    kind = type(native).__name__ if type(native).__module__ == "constraint.constraints" else ""
    if kind in ("InSetConstraint", "NotInSetConstraint"):
        return And(tuple(_inside(known, key, native._set, kind) for key in keys))
    if kind == "FunctionConstraint":
        return _asked(known, terms, native._func)
    if kind == "CompilableFunctionConstraint":
        return _text(known, native._func)
    kinds = {term.labelled for term in terms}
    if len(kinds) == 1 and kind in _OF_VALUES:
        found: Constraint = _OF_VALUES[kind](known, native, keys, terms)
        return found
    made = _arithmetic(known, native, kind, keys) if kinds == {False} else None
    return _whole(known, native, keys) if made is None else made


def _inside(known: _Variables, key: Any, values: Any, kind: str) -> Constraint:
    kept = [v for v in known.domains[key] if (v in values) == (kind == "InSetConstraint")]
    return allowed([known.ours[key]], [(known.coded(key, value),) for value in dict.fromkeys(kept)])


def _in_a_set(known: _Variables, native: Any, keys: Sequence[Any], terms: Any) -> Constraint:
    """SomeInSetConstraint and SomeNotInSetConstraint, which count the values in a set or not."""
    is_in = type(native).__name__ == "SomeInSetConstraint"
    found = {known.coded(key, v) for key in keys for v in known.domains[key] if v in native._set}
    values = tuple(as_expression(value, "a set") for value in sorted(found, key=str))
    number = native._n if is_in else len(terms) - native._n
    relation = "==" if native._exact else ">=" if is_in else "<="
    return Count(tuple(terms), values, relation, as_expression(number, "a count"))


_OF_VALUES: dict[str, Callable[..., Constraint]] = {
    "AllDifferentConstraint": lambda known, native, keys, terms: all_different(terms),
    "AllEqualConstraint": lambda known, native, keys, terms: all_equal(terms),
    "SomeInSetConstraint": _in_a_set,
    "SomeNotInSetConstraint": _in_a_set,
}
"""The constraints that mean the same over numbers and over labels."""
_SUMS = {"Exact": "==", "Min": ">=", "Max": "<="}


def _arithmetic(known: _Variables, native: Any, kind: str, keys: list[Any]) -> Constraint | None:
    """A sum or product of whole numbers that is compared; None for any other constraint."""
    is_variable = kind.startswith("Variable")
    rest = kind.removeprefix("Variable").removesuffix("Constraint")
    relation = _SUMS.get(rest[:-3] if rest.endswith("Sum") else rest[:-4])
    if relation is None or not rest.endswith(("Sum", "Prod")):
        return None
    is_sum = rest.endswith("Sum")
    inner = (native.sum_vars if is_sum else native.product_vars) if is_variable else keys
    bound: Any = native.target_var if is_variable else getattr(native, f"_{rest.lower()}")
    factors = getattr(native, "_multipliers", None) or [1] * len(inner)
    if not all(isinstance(number, int) for number in factors):
        return None
    if is_variable:
        if any(key not in known.ours or known.ours[key].labelled for key in [bound, *inner]):
            return None
        bound = known.ours[bound]
    elif not isinstance(bound, int):
        return None
    terms = [known.ours[key] for key in inner]
    pairs = zip(factors, terms, strict=False)  # as there, what is too many is left out
    value: Expression = total(f * t for f, t in pairs) if is_sum else product(terms)
    return sure(RELATIONS[relation](value, bound))


def _whole(known: _Variables, native: Any, keys: list[Any]) -> Constraint:
    """Any constraint, asked over complete assignments."""

    def holds(*values: Any) -> bool:
        return bool(native(keys, known.domains, dict(zip(keys, values, strict=True)), False))

    holds.__name__ = type(native).__name__
    return _asked(known, [known.ours[key] for key in keys], holds)


def _asked(
    known: _Variables, terms: Sequence[Variable], function: Callable[..., Any]
) -> Constraint:
    """A function of the values, whose result may be anything with a truth."""

    def holds(*values: Any) -> bool:
        return bool(function(*map(known.value, values)))

    holds.__name__ = getattr(function, "__name__", type(function).__name__)
    return predicate(holds, terms) if terms else (And(()) if holds() else Or(()))


def _text(known: _Variables, text: str) -> Constraint:
    """A Python expression over variables by their names, which means what it does in Python."""
    try:
        tree = ast.parse(text.strip(), "<constraint>", "eval")
    except SyntaxError as error:
        raise ModelError(f"the constraint {text!r} cannot be read: {error.msg}") from None
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    keys = [key for key in known.ours if key in named]
    said = in_terms(tree.body, {key: (known.ours[key], known.domains[key]) for key in keys})
    if said is not None:
        return said
    code = compile(text.strip(), "<constraint>", "eval")

    def holds(*values: Any) -> Any:
        return eval(code, {"__builtins__": builtins, **dict(zip(keys, values, strict=True))})

    holds.__name__ = text.strip()
    return _asked(known, [known.ours[key] for key in keys], holds)
