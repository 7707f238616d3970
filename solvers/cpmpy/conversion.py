"""A CPMpy model as a model of ours, and back."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any

from ...models.language.arithmetic_expressions import product, total
from ...models.language.choices import element, maximum, minimum
from ...models.language.constraints import Constraint, all_of, any_of, as_constraint
from ...models.language.expressions import (
    Expression,
    Variable,
    as_expression,
    bounds,
    indicator,
    integer,
)
from ...models.language.global_constraints.all_different import all_different
from ...models.language.global_constraints.all_equal import all_equal
from ...models.language.global_constraints.circuit import circuit
from ...models.language.global_constraints.count import count
from ...models.language.global_constraints.increasing import increasing
from ...models.language.global_constraints.inverse import inverse
from ...models.language.global_constraints.logic import implies, xor
from ...models.language.global_constraints.table import allowed, forbidden
from ...models.language.model import Model
from ..harness.contract import Unsupported
from .translation import Translation


def to_cpmpy(model: Model) -> Any:
    """`model` as a CPMpy model over integers; its auxiliary variables are determined.

    The declared variables are named n1, n2, … in the order of declaration.
    Raises: Unsupported for what cannot be translated.
    """
    translation = Translation(model, lambda: None)
    translation.post(model.constraints)
    if translation.impossible:
        translation.native.add([importlib.import_module("cpmpy").BoolVal(False)])
    return translation.native


def from_cpmpy(native: Any, variables: Sequence[Any] = ()) -> Model:
    """The CPMpy model `native`; `variables` are such of its that no constraint may mention.

    CPMpy's division and remainder round towards 0, and are written so.
    Raises: Unsupported for an objective, or a constraint that has no counterpart here.
    """
    if native.objective_ is not None:
        raise Unsupported("a CPMpy model with an objective has no counterpart; drop the objective")
    find: Any = importlib.import_module("cpmpy.transformations.get_variables")
    reader = _Reader()
    for variable in [*find.get_variables_model(native), *variables]:
        reader.declare(variable)
    rules = [as_constraint(reader.read(rule), "a constraint") for rule in native.constraints]
    return Model("from CPMpy", list(reader.variables.values()), rules)


class _Reader:
    """Reads CPMpy's expressions, over the `variables` declared so far."""

    def __init__(self) -> None:
        self.variables: dict[str, Variable] = {}

    def declare(self, native: Any) -> None:
        """A variable, once."""
        if native.name not in self.variables:
            self.variables[native.name] = integer(native.name, int(native.lb), int(native.ub))

    def read(self, native: Any) -> Any:
        """An expression, constraint or number; a list for a list."""
        if isinstance(native, list | tuple) or hasattr(native, "tolist"):
            several = native.tolist() if hasattr(native, "tolist") else native
            if isinstance(several, list | tuple):
                return [self.read(item) for item in several]
            native = several
        if isinstance(native, bool | int):
            return int(native)
        if native.name in self.variables:
            return self.variables[native.name]
        if hasattr(native, "_bv"):
            return self.variables[native._bv.name] == 0
        if native.name == "boolval":
            return all_of([]) if native.args[0] else any_of([])
        if native.name not in _MEANINGS:
            raise Unsupported(f"CPMpy's {native.name} has no counterpart here: {native}")
        return _MEANINGS[native.name](*[self.read(part) for part in native.args])


def _number(value: Any) -> Expression:
    return indicator(value) if isinstance(value, Constraint) else as_expression(value, "a term")


def _truncated(dividend: Any, divisor: Any) -> Expression:
    """The quotient rounded towards 0."""
    x, y = _number(dividend), _number(divisor)
    if bounds(x)[0] >= 0 and bounds(y)[0] >= 0:
        return x // y
    sign = indicator(x * y > 0) - indicator(x * y < 0)
    return sign * (abs(x) // abs(y))


def _rest(dividend: Any, divisor: Any) -> Expression:
    """The remainder of the quotient rounded towards 0: it has the dividend's sign."""
    return _number(dividend) - _number(divisor) * _truncated(dividend, divisor)


def _weighted(weights: Sequence[int], terms: Sequence[Any]) -> Expression:
    return total(w * _number(term) for w, term in zip(weights, terms, strict=True))


_MEANINGS: dict[str, Callable[..., Any]] = {
    "==": lambda a, b: _number(a) == _number(b),
    "!=": lambda a, b: _number(a) != _number(b),
    "<": lambda a, b: _number(a) < _number(b),
    "<=": lambda a, b: _number(a) <= _number(b),
    ">": lambda a, b: _number(a) > _number(b),
    ">=": lambda a, b: _number(a) >= _number(b),
    "and": lambda *parts: all_of(parts),
    "or": lambda *parts: any_of(parts),
    "not": lambda part: ~as_constraint(part, "the operand of not"),
    "->": implies,
    "xor": lambda *parts: xor(parts),
    "sum": lambda *terms: total(map(_number, terms)),
    "wsum": _weighted,
    "sub": lambda a, b: _number(a) - _number(b),
    "-": lambda a: -_number(a),
    "mul": lambda *factors: product(map(_number, factors)),
    "div": _truncated,
    "mod": _rest,
    "pow": lambda base, exponent: _number(base) ** exponent,
    "abs": lambda term: abs(_number(term)),
    "max": lambda *terms: maximum(map(_number, terms)),
    "min": lambda *terms: minimum(map(_number, terms)),
    "element": lambda items, index: element(map(_number, items), _number(index)),
    "alldifferent": lambda *terms: all_different(map(_number, terms)),
    "allequal": lambda *terms: all_equal(map(_number, terms)),
    "table": lambda terms, rows: allowed(map(_number, terms), rows),
    "negative_table": lambda terms, rows: forbidden(map(_number, terms), rows),
    "circuit": lambda *terms: circuit(map(_number, terms)),
    "inverse": lambda there, back: inverse(map(_number, there), map(_number, back)),
    "increasing": lambda *terms: increasing(map(_number, terms)),
    "strictly_increasing": lambda *terms: increasing(map(_number, terms), strict=True),
    "count": lambda terms, value: count(map(_number, terms), _number(value)),
}
"""The meanings of CPMpy's names."""
