"""The variables, terms and conditions of XCSP3, as pycsp3's parser reports them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from ..models.language.choices import conditional
from ..models.language.constraints import RELATIONS, And, Constraint, Or
from ..models.language.errors import ModelError
from ..models.language.expressions import Constant, Expression, Variable, variable
from ..models.language.global_constraints.logic import iff
from .cpmpy_meanings import MEANINGS, conjoined
from .flatzinc.terms import Names, Term, number, sure, truth

OPERATORS = {
    "neg": "-",
    "add": "sum",
    "imp": "->",
    **{name: name for name in ("abs", "sub", "mul", "div", "mod", "pow", "min", "max")},
    **{name: name for name in ("not", "and", "or", "xor")},
}
"""Operators of XCSP3, and those of CPMpy that mean the same."""
COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}

Several = Sequence[Any]


class Terms:
    """Takes variables, and reads terms; mixed into pycsp3's class of methods to override."""

    def __init__(self) -> None:
        super().__init__()
        for kind in ("unary_primitives", "binary_primitives", "ternary_primitives"):
            setattr(self, f"recognize_{kind}", False)
        for kind in ("logic", "sum", "extremum"):
            setattr(self, f"recognize_{kind}_intension", False)
        self.recognize_specific_count_cases = self.recognize_specific_nvalues_cases = False
        self.print_general_methods, self.force_exit = False, True
        self.variables: dict[str, Variable] = {}
        self.used = set[str]()
        """The names of the variables that a constraint or the objective mentions."""
        self.found: list[Constraint] = []
        self.objective: dict[str, Any] = {}
        self._names = Names(self._term, list)
        self._tables: dict[int, tuple[Several, list[tuple[tuple[int, ...], Any]]]] = {}

    def load_instance(self, discarded_classes: Any = None) -> None:
        """Nothing has to be prepared."""

    # ----------------------------------------------------------------- variables and terms

    def var_integer_range(self, x: Any, low: int, high: int) -> None:
        self._declare(x.id, range(low, high + 1))

    def var_integer(self, x: Any, values: Several) -> None:
        self._declare(x.id, sorted(set(values)))

    def var_symbolic(self, x: Any, values: Several) -> None:
        self._declare(x.id, dict.fromkeys(values))

    def _declare(self, name: str, values: Iterable[object]) -> None:
        if name in self.variables:
            raise ModelError(f"{name} is declared twice")
        self.variables[name] = variable(name, values)

    def _term(self, given: Any) -> Term:
        """A number, a variable, or what a tree of operators stands for."""
        if isinstance(given, Expression | Constraint | int):
            return given
        if isinstance(given, str):
            return Constant(given)
        if not hasattr(given, "cnt"):
            self.used.add(given.id)
            return self.variables[given.id]
        name = given.type.lowercase_name
        if not isinstance(given.cnt, list):  # a leaf
            return self._term(given.cnt)
        if name in ("in", "notin"):
            term, values = given.cnt
            return self._within(self._number(term), values.cnt, inside=name == "in")
        return self._operation(name, [self._term(one) for one in given.cnt])

    def _operation(self, name: str, terms: list[Term]) -> Term:
        n = self._names
        if name in OPERATORS:
            return MEANINGS[OPERATORS[name]](n, *terms)
        if name in COMPARED:
            pairs = pairwise(map(number, terms))
            every = [sure(RELATIONS[COMPARED[name]](a, b)) for a, b in pairs]
            if len(every) != 1 and name != "eq":
                raise ModelError(f"{name} has {len(terms)} operands")
            return every[0] if len(every) == 1 else And(tuple(every))
        if name == "iff":
            return And(tuple(iff(truth(a), truth(b)) for a, b in pairwise(terms)))
        if name == "sqr":
            return number(terms[0]) ** 2
        if name == "dist":
            return abs(number(terms[0]) - number(terms[1]))
        if name == "if":
            condition, *both = terms
            if all(isinstance(one, Constraint) for one in both):
                return MEANINGS["ite"](n, condition, *both)
            return conditional(truth(condition), *map(number, both))
        raise ModelError(f"the operator {name} is not known")

    def _number(self, given: Any) -> Expression:
        return number(self._term(given))

    def _numbers(self, given: Iterable[Any]) -> list[Expression]:
        return [self._number(one) for one in unrolled(given)]

    def _within(self, term: Expression, values: Iterable[Any], *, inside: bool) -> Constraint:
        """A term takes one of some values, or where not `inside` none of them."""
        every = [sure(term == one) for one in self._numbers(values)]
        if inside:
            return Or(tuple(every))
        return conjoined([term], [sure(term != one) for one in self._numbers(values)])

    def _holds(self, left: Any, condition: Any) -> Constraint:
        """A condition, in the sense of XCSP3, of a term."""
        term, name = self._number(left), condition.operator.name.lower()
        if name in COMPARED:
            right = condition.variable if hasattr(condition, "variable") else condition.value
            return sure(RELATIONS[COMPARED[name]](term, self._number(right)))
        values = condition.t if hasattr(condition, "t") else range(condition.min, condition.max + 1)
        return self._within(term, values, inside=name == "in")

    def _post(self, constraint: Any) -> None:
        self.found.append(sure(constraint))

    def _most(self, condition: Any, where: str) -> Expression:
        """The bound of a condition that is one from above."""
        name = condition.operator.name.lower()
        if name not in ("le", "lt"):
            raise ModelError(f"{where} is read with the conditions le and lt, not with {name}")
        right = condition.variable if hasattr(condition, "variable") else condition.value
        return self._number(right) - int(name == "lt")


def unrolled(items: Iterable[Any]) -> Iterator[Any]:
    """The items, and the numbers of the intervals among them."""
    for item in items:
        if isinstance(item, range):
            yield from item
        else:
            text = str(item) if isinstance(item, str) else ""
            low, dots, high = text.partition("..")
            yield from range(int(low), int(high) + 1) if dots else (item,)
