"""A model as a native model: what must hold is posted, what is asked about becomes a literal."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from ...models.language.constraints import NEGATED, And, Comparison, Constraint, Core, Not, Or
from ...models.language.expressions import Expression, Indicator, Variable, size
from ...models.language.global_constraints.predicate import Predicate
from ...models.language.model import Model
from ...models.language.nodes import Node, describe, topological
from ..harness.adapting.recording import Recording, Row, tuple_of, whole
from ..harness.adapting.translator import tabulated
from ..harness.contract import Unsupported
from . import native_constraints
from .linearization import Terms
from .native import FALSE, LARGEST, TRUE, Linear, Literal, Native, TooLargeError, single
from .native_constraints import is_native

# ------------------------------------------------------------------------------------ posting plan
# The plan of a model: its posted constraints and its literals, before anything native is made.


Posted = tuple[Constraint, bool]
"""A constraint at the top level, and whether it must hold or must not."""


class Plan:
    """The order in which `constraints` are translated, parts first, and why each node is."""

    def __init__(self, constraints: Sequence[Constraint]) -> None:
        self._decomposed: dict[Node, tuple[Constraint, ...]] = {}
        self.posted = self._unfolded(constraints)
        roots = [part for item in self.posted for part in self._reads_to_post(*item)]
        self.order = topological(roots, self.reads)
        """Every expression that is needed, and every constraint that is needed as a literal."""
        self.uses: dict[Node, list[Node]] = {}
        """The nodes that read each node."""
        for node in self.order:
            self._note_uses(node, self.reads(node))
        for constraint, holds in self.posted:
            self._note_uses(constraint, self._reads_to_post(constraint, holds))
        self.required = _always_defined(constraint for constraint, holds in self.posted if holds)
        """Expressions that are defined in every solution, since what must hold reads them."""

    def decomposed(self, constraint: Constraint) -> tuple[Constraint, ...]:
        """The decomposition of `constraint`, the same nodes each time."""
        if constraint not in self._decomposed:
            self._decomposed[constraint] = tuple(constraint.decompose())
        return self._decomposed[constraint]

    def reads(self, node: Node) -> Sequence[Node]:
        """The nodes that must be translated before `node`, as an expression or a literal."""
        match node:
            case Predicate():
                return ()
            case Constraint() if not isinstance(node, Core):
                return (*node.parts, *self.decomposed(node))
            case _:
                return node.parts

    def _reads_to_post(self, constraint: Constraint, holds: bool) -> Sequence[Node]:
        match constraint:
            case Predicate():
                return ()
            case Comparison() | And() | Or():
                return constraint.parts
            case _:
                return constraint.parts if holds else (constraint,)

    def _unfolded(self, constraints: Sequence[Constraint]) -> list[Posted]:
        """The constraints with conjunctions and decompositions taken apart."""
        posted: dict[Posted, None] = {}
        seen: set[Posted] = set()
        stack: list[Posted] = [(constraint, True) for constraint in reversed(constraints)]
        while stack:
            item = stack.pop()
            if item in seen:
                continue
            seen.add(item)
            inner = self._taken_apart(*item)
            if inner is None or _has_terms(item[0]):
                posted[item] = None
            stack.extend(reversed(inner or ()))
        return list(posted)

    def _taken_apart(self, constraint: Constraint, holds: bool) -> list[Posted] | None:
        """Constraints that together say the same; None if it is posted as it is."""
        match constraint:
            case Not(operand):
                return [(operand, not holds)]
            case And(operands) if holds:
                return [(operand, True) for operand in operands]
            case Or(operands) if not holds:
                return [(operand, False) for operand in operands]
            case Comparison() | And() | Or() | Predicate():
                return None
            case _ if not holds or is_native(constraint):
                return None
            case _:
                return [(part, True) for part in self.decomposed(constraint)]

    def _note_uses(self, user: Node, parts: Iterable[Node]) -> None:
        for part in parts:
            self.uses.setdefault(part, []).append(user)


def _has_terms(constraint: Constraint) -> bool:
    """True if `constraint` has terms that must be defined, whatever it decomposes into."""
    return not isinstance(constraint, And | Or | Not)


def _always_defined(constraints: Iterable[Constraint]) -> set[Node]:
    stack = [
        part
        for constraint in constraints
        for part in constraint.parts
        if isinstance(part, Expression) and not isinstance(constraint, Predicate)
    ]
    found: set[Node] = set()
    while stack:
        node = stack.pop()
        if node not in found and not isinstance(node, Indicator):
            found.add(node)
            stack.extend(part for part in node.parts if isinstance(part, Expression))
    return found


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


# ------------------------------- A model as a script for CP-SAT, which needs nothing but OR-Tools.
#
# The adapter's own translation is run, and what it asks of the library is written down.


PARAMETERS: Mapping[str, Any] = {"num_workers": 1, "enumerate_all_solutions": True}
"""The parameters of the adapter that matter for the solutions that are found."""

MOST_ATTEMPTS = 300
"""The number of times that a script looks for a fault that shows by chance."""

TAKEN = (
    *("sys", "Counter", "EXPECTED", "cp_model", "Collector", "enumerated"),
    *("attempt", "status", "found"),
)

BODY = """\
{posted}


class Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self):
        super().__init__()
        self.found = []

    def on_solution_callback(self):
        self.found.append({values})


def enumerated():
    solver = cp_model.CpSolver()
{parameters}
    collector = Collector()
    status = solver.status_name(solver.solve(model, collector))
    return status, collector.found


# the fault may not show in every run
for attempt in range({attempts}):
    status, found = enumerated()
    print(f"attempt {{attempt + 1}}: {{status}}")
    if status not in ("OPTIMAL", "INFEASIBLE"):
        sys.exit(f"CP-SAT ended with {{status}}, which is not complete")
    if Counter(found) != Counter(EXPECTED):
        break
"""


def script(
    model: Model, expected: Iterable[Row], about: str, parameters: Mapping[str, Any] = PARAMETERS
) -> str:
    """A script that exits with 1 while CP-SAT does not find exactly the rows of `expected`.

    `model` has integer domains alone; `parameters` are those of the solver. Raises: Unsupported.
    """
    library: Any = importlib.import_module("ortools.sat.python.cp_model")
    names = iter(["one", *(variable.name for variable in model.variables)])

    def named(native: Any) -> str | None:
        if isinstance(native, library.CpModel):
            return "model"
        return next(names, native.name) if type(native) is library.IntVar else None

    recording = Recording(named, TAKEN, posted=library.Constraint)
    asked: Any = recording.spoken(library, "cp_model")
    asked.LinearExpr = SimpleNamespace(weighted_sum=_weighted)
    translation = Translation(model, lambda: None, asked)
    body = BODY.format(
        posted="\n".join(recording.lines),
        values=tuple_of(_value(translation, term) for term in translation.variables.values()),
        parameters="\n".join(
            f"    solver.parameters.{name} = {value!r}" for name, value in parameters.items()
        ),
        attempts=MOST_ATTEMPTS if parameters.get("num_workers") != 1 else 1,
    )
    title = "The solutions that CP-SAT, of OR-Tools, finds of a small model."
    library_line = "from ortools.sat.python import cp_model"
    return whole(title, about, model, expected, body, library=library_line)


def _weighted(natives: Sequence[Any], factors: Sequence[int]) -> Any:
    """The sum as one writes it, by operators."""
    total: Any = 0
    for native, factor in zip(natives, factors, strict=True):
        term = native if abs(factor) == 1 else abs(factor) * native
        total = total + term if factor > 0 else total - term
    return total


def _value(translation: Translation, linear: Linear) -> str:
    """The value of a declared variable, in a callback."""
    ((variable, factor),) = linear.terms.items()
    value = f"self.value({translation.native.handle(variable)!r})"
    times = value if factor == 1 else f"{factor} * {value}"
    return f"{times} + {linear.constant}" if linear.constant else times
