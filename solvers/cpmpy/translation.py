"""A model as a CPMpy model; each term and truth has a variable of its own."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any

from ...models.language.constraints import Constraint
from ...models.language.model import Model
from ..harness.adapting.bounded import BoundedTranslator, Term
from ..harness.adapting.recording import Recording, plain, tuple_of, writer
from ..harness.installing import imported
from . import native_constraints as of
from .replay import COMPLETE, OPTIONS

LARGEST = {"ortools": 2**50, "z3": 2**50, "exact": 2**14, "pumpkin": 2**20}
"""The largest value for each of CPMpy's solvers.

For Exact, CPMpy makes a Boolean for each value in the range of a variable. Pumpkin goes through a
wide range a step at a time, and has 32 bits.
"""
MOST_FACTORS = 6
"""The greatest exponent of a power that is posted as one."""


def known_to(native: Any) -> set[str]:
    """The names of the variables that CPMpy finds in a model of its; it leaves the others out."""
    find: Any = importlib.import_module("cpmpy.transformations.get_variables")
    return {variable.name for variable in find.get_variables_model(native)}


class Translation(BoundedTranslator):
    """The `native` model; its numbers are those of Python."""

    natives = of.NATIVES

    def __init__(
        self,
        model: Model,
        check: Callable[[], None],
        solver: str = "",
        module: Any = None,
    ) -> None:
        """For the `solver` of that name in CPMpy, or else for any, and values of any size.

        `module` is asked in place of CPMpy, if it is there.
        """
        self.name = f"cpmpy-{solver}" if solver else "cpmpy"
        self.solver, self.largest = solver, LARGEST[solver] if solver else None
        self.module = imported("cpmpy") if module is None else module
        self.native = self.module.Model()
        self.impossible = False
        """True if it is seen already that there is no solution."""
        super().__init__(model, check)

    def interval(self, low: int, high: int) -> Any:
        return self.module.intvar(low, high, name=self.fresh("n"))

    def among(self, values: list[int]) -> Any:
        variable = self.interval(values[0], values[-1])
        self.add(self.module.any([variable == value for value in values]))
        return variable

    def literal(self, value: int) -> int:
        return value

    def weighted(self, natives: list[Any], coefficients: list[int], constant: int) -> Any:
        parts = [f * native for native, f in zip(natives, coefficients, strict=True)]
        return self.module.sum(parts) + constant

    def multiplied(self, left: Term, right: Term) -> Any:
        """The product; for Pumpkin of what is 0 or more, as it panics where signs are mixed."""
        if self.solver not in ("", "pumpkin") or min(left.low, right.low) >= 0:
            return left.native * right.native
        x, y = left.native - left.low, right.native - right.low
        return x * y + left.low * right.native + right.low * left.native - left.low * right.low

    def divided(self, by: str, dividend: Term, divisor: Term) -> Any | None:
        """The division; CPMpy makes no expression of numbers alone."""
        if dividend.is_fixed and divisor.is_fixed:
            return None
        divide = self.module.Division if by == "div" else self.module.Modulo
        return divide(dividend.native, divisor.native)

    def raised(self, base: Term, exponent: int) -> Any | None:
        """The power, if it is low: CPMpy writes it as products one by one."""
        if exponent > MOST_FACTORS or self.solver in ("", "pumpkin"):
            return None
        return self.module.Power(base.native, exponent)

    def extreme(self, which: str, natives: list[Any]) -> Any:
        return getattr(self.module, which)(natives)

    def item(self, natives: list[Any], index: Any) -> Any:
        return self.module.Element(natives, index)

    def conjunction(self, truths: list[Any]) -> Any:
        return self.module.all(truths)

    def disjunction(self, truths: list[Any]) -> Any:
        return self.module.any(truths)

    def reified(self, constraint: Any) -> Any:
        name = self.module.boolvar(name=self.fresh("b"))
        self.add(name == constraint)
        return name

    def opposite(self, truth: Any) -> Any:
        return ~truth

    def zero_or_one(self, truth: Any) -> Any:
        """An integer variable: CPMpy takes no Boolean where it wants an index."""
        number = self.interval(0, 1)
        self.add((number == 1) == truth)
        return number

    def add(self, constraint: Any) -> None:
        self.native.add([constraint])

    def refute(self) -> None:
        self.impossible = True

    def require_different(self, terms: Sequence[Term]) -> None:
        raise NotImplementedError("an all-different is posted as every other constraint")

    def is_native(self, constraint: Constraint) -> bool:
        wrong = of.wrong_with(self.solver, of.WRONG)
        open_demands = of.has_open_demands(constraint, self.solver)
        return not (isinstance(constraint, wrong) or open_demands) and super().is_native(constraint)

    def is_reified(self, constraint: Constraint) -> bool:
        wrong = of.wrong_with(self.solver, of.WRONG_REIFIED)
        return not isinstance(constraint, wrong) and super().is_reified(constraint)

    def given(self, constraint: Constraint, terms: Sequence[Term]) -> list[Any]:
        """The natives of `terms`, with variables for numbers that CPMpy refuses."""
        given = [term.native for term in terms]
        first = of.variables_first(constraint, self.solver)
        if all(isinstance(native, int) for native in given):
            first = max(first, 1)  # CPMpy makes no constraint of numbers alone
        given[:first] = map(self._variable, given[:first])
        return given

    def _variable(self, native: Any) -> Any:
        return self.interval(native, native) if isinstance(native, int) else native


# --------------- A model as a script for CPMpy, which needs CPMpy and the library of one solver.
#
# The adapter's own translation is run, and what it asks of CPMpy is written down.


TAKEN = (
    *("sys", "Counter", "EXPECTED", "cp"),
    *("found", "show", "solver", "status"),
)

BODY = """\
{posted}

found = []


def show():
    found.append({values})


solver = cp.SolverLookup.get("{solver}", model)
solver.user_vars = {{{names}}}  # or CPMpy leaves out the variables of no constraint
solver.solveAll(display=show, call_from_model=True{options})
status = solver.status().exitstatus.name
if status not in {complete}:
    sys.exit(f"CPMpy ended with {{status}}, which is not complete")
"""


def _body(model: Model, solver: str) -> str:
    """Raises: Unsupported, and NotImplementedError where CPMpy is asked nothing."""
    module: Any = importlib.import_module("cpmpy")
    recording = recording_of(model, module)
    asked = recording.spoken(module, "cp")
    translation = Translation(model, lambda: None, solver, asked)
    translation.noted = recording.note
    translation.post(model.constraints)
    if translation.impossible or not known_to(plain(translation.native)):
        raise NotImplementedError("the answer is known without asking CPMpy")
    names = [repr(term.native) for term in translation.variables.values()]
    return BODY.format(
        posted="\n".join(recording.lines),
        values=tuple_of(f"{name}.value()" for name in names),
        names=", ".join(names),
        solver=solver,
        options="".join(f", {name}={value!r}" for name, value in OPTIONS.get(solver, {}).items()),
        complete=COMPLETE,
    )


script = writer(
    "The solutions that CPMpy finds of a small model with {solver}.",
    _body,
    library="import cpmpy as cp",
)


def recording_of(model: Model, module: Any) -> Recording:
    """The questions to CPMpy, as lines in which variables have the names of `model`."""
    declared = {f"n{place}": v.name for place, v in enumerate(model.variables, 1)}

    def named(native: Any) -> str | None:
        if isinstance(native, module.Model):
            return "model"
        is_variable = hasattr(native, "lb") and not hasattr(native, "_bv")
        return declared.get(native.name, native.name) if is_variable else None

    return Recording(named, TAKEN)
