"""A model as a native model: what must hold is posted, what is asked about becomes a literal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ...models.language.constraints import NEGATED, And, Comparison, Constraint, Not, Or
from ...models.language.domains import size
from ...models.language.expressions import Expression, Variable
from ...models.language.global_constraints.predicate import Predicate
from ...models.language.model import Model
from ...models.language.nodes import Node, describe
from ..harness.adapting.translator import tabulated
from ..harness.contract import Unsupported
from . import native_constraints
from .linear_expressions import FALSE, TRUE, Linear, Literal, single
from .linearization import Terms
from .native import Native
from .native_variables import LARGEST, TooLargeError
from .posting_plan import Plan

_MOST_LISTED = 1_000


class Translation:
    """The native model of `model`, and where each declared variable stands in it."""

    def __init__(self, model: Model, check: Callable[[], None], library: Any = None) -> None:
        """`check` is called often, and may raise to end the translation.

        `library` is asked in place of CP-SAT's module, if it is there.
        Raises: Unsupported for what CP-SAT cannot hold, naming it.
        """
        self.native = Native(library)
        self._check = check
        self._literals: dict[Node, Literal] = {}
        self.variables: dict[Variable, Linear] = {}
        for variable in model.variables:
            check()
            with _naming(variable):
                self.variables[variable] = self._declared(variable)
        self._plan = plan = Plan(model.constraints)
        literal = self._literals.__getitem__
        self._terms = Terms(self.native, self.variables, literal, plan.uses, plan.required)
        self._translate()

    def _declared(self, variable: Variable) -> Linear:
        domain, native = variable.domain, self.native
        if not isinstance(domain, range):
            return single(native.among([int(value) for value in domain]))
        if domain.step == 1:
            return single(native.interval(domain[0], domain[-1]))
        if size(domain) <= _MOST_LISTED:
            return single(native.among(domain))
        if max(abs(domain[0]), abs(domain[-1])) > LARGEST:
            raise TooLargeError
        return Linear({native.interval(0, size(domain) - 1): domain.step}, domain[0])

    def _translate(self) -> None:
        for node in self._plan.order:
            self._check()
            with _naming(node):
                if isinstance(node, Expression):
                    self._terms.add(node)
                elif isinstance(node, Constraint):
                    self._literals[node] = self._literal(node)
        for constraint, holds in self._plan.posted:
            self._check()
            with _naming(constraint):
                self._post(constraint, holds)

    # ------------------------------------------------------------------------ literals

    def _literal(self, constraint: Constraint) -> Literal:
        """Holds exactly where `constraint` does; its parts are translated."""
        native, literals = self.native, self._literals
        match constraint:
            case Comparison(_, relation, _):
                related = native.compare(self._difference(constraint), relation)
                return native.all_of([self._defined(constraint), related])
            case And(operands):
                return native.all_of(literals[operand] for operand in operands)
            case Or(operands):
                return native.any_of(literals[operand] for operand in operands)
            case Not(operand):
                return ~literals[operand]
            case Predicate():
                return self._tabulated_literal(constraint)
            case _:
                parts = [literals[part] for part in self._plan.decomposed(constraint)]
                return native.all_of([self._defined(constraint), *parts])

    def _difference(self, comparison: Comparison) -> Linear:
        return self._terms.linear(comparison.left).minus(self._terms.linear(comparison.right))

    def _defined(self, constraint: Constraint) -> Literal:
        return self._terms.defined(constraint.parts)

    # ------------------------------------------------------------------------- posting

    def _post(self, constraint: Constraint, holds: bool) -> None:
        """Require that `constraint` holds, or else that it does not."""
        match constraint:
            case Comparison():
                self._post_comparison(constraint, holds)
            case And(operands) | Or(operands):
                literals = [self._literals[operand] for operand in operands]
                self.native.clause(literals if holds else [~literal for literal in literals])
            case Predicate():
                scope, rows = self._tabulated(constraint)
                kept = [row for row, allowed in rows if allowed == holds]
                native_constraints.table(self.native, scope, kept, allowed=True)
            case _ if not holds:
                self.native.clause([~self._literals[constraint]])
            case _ if native_constraints.is_native(constraint):
                parts = [self._terms.linear(part) for part in constraint.parts]
                native_constraints.post(self.native, constraint, parts)
            case _:
                pass  # the plan posts its decomposition as well

    def _post_comparison(self, comparison: Comparison, holds: bool) -> None:
        native, difference = self.native, self._difference(comparison)
        if holds:
            return native.require(difference, comparison.relation)
        defined, negated = self._defined(comparison), NEGATED[comparison.relation]
        if defined == TRUE:
            return native.require(difference, negated)
        return native.clause([~defined, native.compare(difference, negated)])

    # ---------------------------------------------------------------------- predicates

    def _tabulated(
        self, predicate: Predicate
    ) -> tuple[list[Linear], list[tuple[tuple[int, ...], bool]]]:
        scope, rows = tabulated(predicate, "cp-sat", self._check)
        return [self.variables[variable] for variable in scope], rows

    def _tabulated_literal(self, predicate: Predicate) -> Literal:
        scope, table = self._tabulated(predicate)
        outcomes = {holds for _, holds in table}
        if len(outcomes) == 1:
            return TRUE if True in outcomes else FALSE
        native, literal = self.native, self.native.boolean()
        rows = [(*row, int(holds)) for row, holds in table]
        native_constraints.table(native, [*scope, single(literal)], rows, allowed=True)
        return literal


@contextmanager
def _naming(node: Node) -> Iterator[None]:
    """Turns `TooLargeError` into `Unsupported` that names `node`."""
    try:
        yield
    except TooLargeError:
        raise Unsupported(
            f"cp-sat cannot translate {describe(node)}: values may pass 2**60 in size, where"
            " CP-SAT could overflow; take smaller domains, or use a solver such as flatmap"
        ) from None


def places(native: Native, linears: Sequence[Linear]) -> list[tuple[int, int, int]]:
    """The place of each of `linears` in a native solution: index, factor and constant."""
    found = []
    for linear in linears:
        ((variable, factor),) = linear.terms.items()
        found.append((native.index(variable), factor, linear.constant))
    return found
