"""The constraints and objectives of XCSP3, as pycsp3's parser reports them, by their meaning.

CPMpy's reader is done without: of matrices that are not square, of circuits, of bins and of gaps in
domains it says something else than XCSP3 does, and it knows no symbols.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any

from ..models.language.arithmetic_expressions import total
from ..models.language.choices import conditional, element, maximum, minimum
from ..models.language.constraints import RELATIONS, And, Constraint, Or, iff
from ..models.language.errors import ModelError
from ..models.language.expressions import Constant, Expression, Variable, indicator, variable
from ..models.language.global_constraints.all_different import all_different
from ..models.language.global_constraints.all_equal import all_equal
from ..models.language.global_constraints.circuit import subcircuit
from ..models.language.global_constraints.count import Count
from ..models.language.global_constraints.inverse import inverse
from ..models.language.global_constraints.lexicographic import lexicographic
from ..models.language.global_constraints.regular import regular
from ..models.language.global_constraints.table import Allowed, Forbidden
from .cpmpy_meanings import MEANINGS, conjoined, short_tables
from .flatzinc.terms import COMPARED, FALSE, Names, Term, number, sure, truth

# ------------------ The variables, terms and conditions of XCSP3, as pycsp3's parser reports them.


OPERATORS = {
    "neg": "-",
    "add": "sum",
    "imp": "->",
    **{name: name for name in ("abs", "sub", "mul", "div", "mod", "pow", "min", "max")},
    **{name: name for name in ("not", "and", "or", "xor")},
}
"""Operators of XCSP3, and those of CPMpy that mean the same."""

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
        self.found: list[tuple[tuple[int, str], Constraint]] = []
        """Each with the place and the text of its label."""
        self.objective: dict[str, Any] = {}
        self.names = Names(self._term, list)
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
        n = self.names
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
            return sure(RELATIONS[COMPARED[name]](term, self._right(condition)))
        values = condition.t if hasattr(condition, "t") else range(condition.min, condition.max + 1)
        return self._within(term, values, inside=name == "in")

    def _right(self, condition: Any) -> Expression:
        """The number or the variable that a condition compares with."""
        right = condition.variable if hasattr(condition, "variable") else condition.value
        return self._number(right)

    def _post(self, constraint: Any) -> None:
        self.found.append((self.names.label, sure(constraint)))

    def _most(self, condition: Any, where: str) -> Expression:
        """The bound of a condition that is one from above."""
        name = condition.operator.name.lower()
        if name not in ("le", "lt"):
            raise ModelError(f"{where} is read with the conditions le and lt, not with {name}")
        return self._right(condition) - int(name == "lt")


def unrolled(items: Iterable[Any]) -> Iterator[Any]:
    """The items, and the numbers of the intervals among them."""
    for item in items:
        if isinstance(item, range):
            yield from item
        else:
            text = str(item) if isinstance(item, str) else ""
            low, dots, high = text.partition("..")
            yield from range(int(low), int(high) + 1) if dots else (item,)


ORDERS = {"STRICTLY_INCREASING": "<", "INCREASING": "<=", "DECREASING": ">="}
"""Of the orders, the others than strictly decreasing."""


class Constraints(Terms):
    """Takes constraints, but for those of packing and scheduling."""

    # ------------------------------------------------------------------------- generic ones

    def ctr_intension(self, scope: Any, tree: Any) -> None:
        self._post(truth(self._term(tree)))

    def ctr_true(self, scope: Any) -> None:
        self._numbers(scope)

    def ctr_false(self, scope: Any) -> None:
        self._numbers(scope)
        self._post(FALSE)

    def ctr_extension_unary(self, x: Any, values: Several, positive: bool, flags: Any) -> None:
        self.ctr_extension([x], [(value,) for value in unrolled(values)], positive, flags)

    def ctr_extension(self, scope: Several, rows: Several, positive: bool, flags: Any) -> None:
        terms = self._numbers(scope)
        starred = "starred" in flags
        if id(rows) not in self._tables:  # the table of a group is read once, and shared
            kept = [["*" if str(v) == "*" else v for v in row] for row in rows] if starred else rows
            made = short_tables(terms, kept)
            self._tables[id(rows)] = rows, [(which, one.rows) for which, one in made]
        parts = self._tables[id(rows)][1]
        if positive or starred:
            every = [Allowed(tuple(terms[at] for at in which), found) for which, found in parts]
            table = every[0] if not starred else conjoined(terms, [Or(tuple(every))])
            self._post(table if positive else ~table)
        else:
            self._post(Forbidden(tuple(terms), parts[0][1]))

    def ctr_regular(self, scope: Several, steps: Several, start: str, finals: Several) -> None:
        self._post(self._automaton(scope, steps, start, {*finals}))

    def ctr_mdd(self, scope: Several, arcs: Several) -> None:
        entered, left = {arc[2] for arc in arcs}, {arc[0] for arc in arcs}
        roots = left - entered
        if len(roots) != 1:
            raise ModelError(f"a diagram has one root, and not {len(roots)}")
        self._post(self._automaton(scope, arcs, roots.pop(), entered - left))

    def _automaton(self, scope: Several, steps: Several, start: str, finals: set[str]) -> Any:
        """An automaton by sets of states, as several may be reached by the same values."""
        to: dict[Any, dict[int, list[Any]]] = {}
        for state, symbol, after in steps:
            for value in unrolled([symbol]):
                to.setdefault(state, {}).setdefault(int(value), []).append(after)
        places, rows = {frozenset([start]): 0}, {}
        for state in (waiting := [*places]):
            for value in sorted({value for one in state for value in to.get(one, ())}):
                reached = frozenset(x for one in state for x in to.get(one, {}).get(value, ()))
                if reached not in places:
                    places[reached] = len(places)
                    waiting.append(reached)
                rows[places[state], value] = places[reached]
        accepted = [place for state, place in places.items() if state & finals]
        return regular(self._numbers(scope), rows, 0, accepted)

    def ctr_instantiation(self, scope: Several, values: Several) -> None:
        pairs = zip(self._numbers(scope), unrolled(values), strict=True)
        self._post(And(tuple(sure(x == self._number(v)) for x, v in pairs if str(v) != "*")))

    def clause(self, literals: Several) -> None:
        """One of some variables, or of some negations, holds."""
        self._post(Or(tuple(truth(self._term(one)) for one in literals)))

    ctr_intension_symbolic = ctr_intension
    ctr_extension_unary_symbolic = ctr_extension_unary
    ctr_extension_symbolic = ctr_extension
    ctr_instantiation_symbolic = ctr_instantiation

    # ------------------------------------------------------------ comparisons of several terms

    def ctr_all_different(self, scope: Several, excepting: Several | None) -> None:
        terms = self._numbers(scope)
        if not excepting:
            self._post(all_different(terms))
            return
        apart = (
            Or((sure(x != y), self._within(x, excepting, inside=True)))
            for x, y in combinations(terms, 2)
        )
        self._post(conjoined(terms, apart))

    ctr_all_different_symbolic = ctr_all_different

    def ctr_all_different_lists(self, lists: Several, excepting: Several | None) -> None:
        for one, other in combinations([self._numbers(row) for row in lists], 2):
            apart = [sure(x != y) for x, y in zip(one, other, strict=True)]
            rows = (zip(one, row, strict=True) for row in excepting or ())
            apart += [And(tuple(sure(x == v) for x, v in row)) for row in rows]
            self._post(Or(tuple(apart)))

    def ctr_all_different_matrix(self, matrix: Several, excepting: Several | None) -> None:
        for row in [*matrix, *zip(*matrix, strict=True)]:
            self.ctr_all_different(row, excepting)

    def ctr_all_equal(self, scope: Several, excepting: Several | None) -> None:
        terms = self._numbers(scope)
        if excepting:
            self._post(MEANINGS["allequal_except_n"](self.names, terms, excepting))
        else:
            self._post(all_equal(terms))

    def ctr_not_all_qual(self, scope: Several) -> None:
        self._post(~all_equal(self._numbers(scope)))

    def ctr_ordered(self, scope: Several, operator: Any, lengths: Several | None) -> None:
        terms, relation = self._numbers(scope), ORDERS.get(operator.name, ">")
        added = self._numbers(lengths) if lengths else [Constant(0)] * len(terms)
        if len(added) not in (len(terms) - 1, len(terms)):
            raise ModelError(f"{len(terms)} terms in order have {len(added)} lengths")
        for (x, y), length in zip(pairwise(terms), added, strict=False):  # the last has no next
            self._post(RELATIONS[relation](x + length, y))

    def ctr_lex(self, lists: Several, operator: Any) -> None:
        relation = ORDERS.get(operator.name, ">")
        for pair in pairwise([self._numbers(row) for row in lists]):
            first, then = pair if relation.startswith("<") else pair[::-1]
            self._post(lexicographic(first, then, strict="=" not in relation))

    def ctr_lex_limit(self, scope: Several, limit: Several, operator: Any) -> None:
        self.ctr_lex([scope, limit], operator)

    def ctr_lex_matrix(self, matrix: Several, operator: Any) -> None:
        self.ctr_lex(matrix, operator)
        self.ctr_lex([*zip(*matrix, strict=True)], operator)

    def ctr_precedence(self, scope: Several, values: Several | None, covered: Any) -> None:
        terms = self._numbers(scope)
        domains = (one.domain for one in terms if isinstance(one, Variable))
        order = sorted({v for domain in domains for v in domain}) if values is None else values
        self._post(MEANINGS["precedence"](self.names, terms, [*unrolled(order)]))
        if str(covered).lower() == "true":
            for value in unrolled(order):
                self._post(Count(tuple(terms), (Constant(value),), ">=", Constant(1)))

    # ------------------------------------------------------------------- counting and summing

    def _sum(self, scope: Several, factors: Several | None) -> Expression:
        terms = self._numbers(scope)
        if not factors:
            return total(terms)
        by = [f if isinstance(f, int) else self._number(f) for f in unrolled(factors)]
        return total(f * term for f, term in zip(by, terms, strict=True))

    def ctr_sum(self, scope: Several, factors: Several | None, condition: Any) -> None:
        self._post(self._holds(self._sum(scope, factors), condition))

    def ctr_count(self, scope: Several, values: Several, condition: Any) -> None:
        terms, wanted = self._numbers(scope), self._numbers(values)
        name = condition.operator.name.lower()
        if name in COMPARED and all(isinstance(one, Constant) for one in wanted):
            by_value = {one.constant: one for one in wanted if isinstance(one, Constant)}
            values = tuple(by_value.values())
            self._post(Count(tuple(terms), values, COMPARED[name], self._right(condition)))
        else:
            found = MEANINGS["among"](self.names, terms, wanted)
            self._post(self._holds(found, condition))

    def ctr_nvalues(self, scope: Several, excepting: Several | None, condition: Any) -> None:
        terms, n = self._numbers(scope), self.names
        if excepting and len(excepting) > 1:
            raise ModelError("several values are excepted; one is read")
        if excepting:
            found = MEANINGS["nvalue_except"](n, terms, *excepting)
        else:
            found = MEANINGS["nvalue"](n, *terms)
        self._post(self._holds(found, condition))

    def ctr_cardinality(
        self, scope: Several, values: Several, occurs: Several, closed: Any
    ) -> None:
        terms, wanted = self._numbers(scope), self._numbers(values)
        for value, number_of in zip(wanted, occurs, strict=True):
            if isinstance(number_of, range):
                counted = MEANINGS["count"](self.names, terms, value)
                self._post(self._within(number(counted), number_of, inside=True))
            else:
                self._post(Count(tuple(terms), (value,), "==", self._number(number_of)))
        if str(closed).lower() == "true":
            for term in terms:
                self._post(self._within(term, wanted, inside=True))

    def ctr_minimum(self, scope: Several, condition: Any) -> None:
        self._post(self._holds(minimum(self._numbers(scope)), condition))

    def ctr_maximum(self, scope: Several, condition: Any) -> None:
        self._post(self._holds(maximum(self._numbers(scope)), condition))

    def ctr_minimum_arg(self, scope: Several, condition: Any, rank: Any) -> None:
        self._argument([-x for x in self._numbers(scope)], condition, rank)

    def ctr_maximum_arg(self, scope: Several, condition: Any, rank: Any) -> None:
        self._argument(self._numbers(scope), condition, rank)

    def _argument(self, terms: list[Expression], condition: Any, rank: Any) -> None:
        """A place of the greatest term satisfies a condition: any, the first or the last."""
        most, places = maximum(terms), []
        for place, term in enumerate(terms):
            others = {"FIRST": terms[:place], "LAST": terms[place + 1 :]}.get(rank.name, [])
            beaten = [sure(other < term) for other in others]
            places.append(And((sure(term == most), *beaten, self._holds(place, condition))))
        self._post(Or(tuple(places)))

    # ------------------------------------------------------------------------- connections

    def ctr_element(self, array: Several, index: Any, condition: Any) -> None:
        self._post(self._holds(element(self._numbers(array), self._number(index)), condition))

    def ctr_element_matrix(self, matrix: Several, i: Any, j: Any, condition: Any) -> None:
        rows = [self._numbers(row) for row in matrix]
        self._post(self._holds(element(rows, self._number(i), self._number(j)), condition))

    def ctr_channel(self, there: Several, back: Several | None) -> None:
        ours = self._numbers(there)
        other = ours if back is None else self._numbers(back)
        if len(ours) == len(other):
            self._post(inverse(ours, other))
            return
        if len(ours) > len(other):
            raise ModelError("the first list is longer than the second")
        for place, term in enumerate(ours):
            self._post(sure(element(other, term) == place))

    def ctr_channel_value(self, scope: Several, value: Any) -> None:
        terms, place = self._numbers(scope), self._number(value)
        self._post(self._within(place, range(len(terms)), inside=True))
        for at, term in enumerate(terms):
            self._post(iff(sure(term == 1), sure(place == at)))

    def ctr_circuit(self, scope: Several, size: Any) -> None:
        terms = self._numbers(scope)
        inside = total(indicator(sure(term != place)) for place, term in enumerate(terms))
        self._post(subcircuit(terms))
        self._post(inside >= 1)
        if size is not None:
            self._post(inside == self._number(size))
