"""Values that the solver chooses: of a matrix by its indices, of two by a condition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Any

from .constraints import as_constraint
from .errors import ModelError
from .expressions import (
    Constant,
    Element,
    Expression,
    Indicator,
    Sum,
    as_expression,
    as_number,
    bounds,
    same_kind,
)
from .nodes import Node, describe


def conditional(condition: object, then: object, otherwise: object) -> Expression:
    """`then` where `condition` holds, `otherwise` where it does not: if-then-else as a value.

    Undefined where either of the two values is, also the one that is not taken, as `element` is
    over an array with an undefined item. A condition with an undefined term does not hold.

    >>> from everyway.models import conditional, integer
    >>> x = integer("x", -5, 5)
    >>> conditional(x < 0, 0, x)
    (0 if x < 0 else x)
    """
    holds = as_constraint(condition, "the condition of conditional")
    values = [as_expression(value, "a value of conditional") for value in (otherwise, then)]
    same_kind(values, "conditional")
    return Element(tuple(values), Indicator(holds))


def element_of_rows(array: Iterable[object], indices: Sequence[object]) -> Expression:
    """The item of rows, or of rows of rows, at `indices`; undefined where one is outside."""
    items, shape = _read(array, len(indices))
    read = [as_number(index, "an index of element") for index in indices]
    for place, (index, size) in enumerate(zip(read, shape, strict=True)):
        if isinstance(index, Constant) and index.constant not in range(size):
            raise ModelError(
                f"index {index.constant} is outside: along dimension {place} the array of element"
                f" has {size}; write 0 to {size - 1}"
            )
    # With the others inside, the place is in the whole array exactly where the first is.
    inside = [read[0], *map(_inside, read[1:], shape[1:])]
    strides = tuple(prod(shape[place + 1 :]) for place in range(len(shape)))
    return Element(items, Sum(tuple(inside), strides, 0))


def _inside(index: Expression, size: int) -> Expression:
    """`index`, undefined where it is not in `range(size)`."""
    low, high = bounds(index)
    if low >= 0 and high < size:
        return index
    return Element(tuple(map(Constant, range(size))), index)


def _read(array: Any, depth: int) -> tuple[tuple[Expression, ...], tuple[int, ...]]:
    """The items row by row, and the shape. Raises: ModelError for rows that are not alike."""
    shape = getattr(array, "shape", None)
    if isinstance(shape, tuple) and len(shape) != depth:
        raise ModelError(f"the array of element has {len(shape)} dimensions: {needs(len(shape))}")
    if isinstance(shape, tuple) and isinstance(getattr(array, "members", None), tuple):
        return array.members, shape
    if isinstance(array, str | Node) or not isinstance(array, Iterable):
        shown = describe(array) if isinstance(array, Node) else repr(array)
        raise ModelError(
            f"element with several indices takes a list of rows, and {shown} stands where a row"
            " should; write element([[1, 2], [3, 4]], i, j)"
        )
    if depth == 1:
        items = tuple(as_expression(item, "element") for item in array)
        return items, (len(items),)
    rows = [_read(row, depth - 1) for row in array]
    shapes = list(dict.fromkeys(shape for _, shape in rows))
    if len(shapes) > 1:
        one, other = (" × ".join(map(str, shape)) for shape in shapes[:2])
        raise ModelError(f"the rows of element differ: one has {one} items, another {other}")
    if not rows or not rows[0][0]:
        raise ModelError("element of nothing has no value; give it rows with at least one item")
    return tuple(item for row, _ in rows for item in row), (len(rows), *shapes[0])


def needs(dimensions: int) -> str:
    """The call of `element` for an array of `dimensions` dimensions."""
    names = ", ".join(("i", "j", "k")[:dimensions]) + (", …" if dimensions > 3 else "")
    return f"write element(x, {names})"
