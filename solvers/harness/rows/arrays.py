"""Solutions as NumPy arrays, rows × variables: for those who want many of them at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import islice
from typing import Any, cast

from ....models.language.errors import ModelError
from ....models.language.expressions import Variable
from ....models.language.viewpoints.viewpoint import View

ROWS = 16_384
"""The rows of a full block."""


def numpy() -> Any:
    """NumPy. Raises: ImportError, with what to install."""
    try:
        return import_module("numpy")
    except ImportError as error:
        raise ImportError("arrays need NumPy; install it: pip install numpy") from error


def smallest_type(variables: Sequence[Variable]) -> Any:
    """The smallest signed integer type that holds every value of `variables`.

    Raises: ModelError for labels, or values past 64 bits.
    """
    np = numpy()
    least = most = 0
    for variable in variables:
        if variable.labelled:
            raise ModelError(f"arrays hold integers, and {variable.name} takes labels")
        domain = cast(Sequence[int], variable.domain)
        least, most = min(least, domain[0]), max(most, domain[-1])
    for name in ("int8", "int16", "int32", "int64"):
        ends = np.iinfo(name)
        if ends.min <= least and most <= ends.max:
            return np.dtype(name)
    raise ModelError(f"arrays hold 64 bits, and the values of this model are {least} to {most}")


def collected(rows: Iterable[Sequence[int]], variables: Sequence[Variable]) -> Iterator[Any]:
    """Rows one by one, put together in blocks."""
    np, kind = numpy(), smallest_type(variables)
    rest = iter(rows)
    while block := list(islice(rest, ROWS)):
        yield np.array(block, dtype=kind).reshape(len(block), len(variables))


def declared(block: Any, view: View, variables: Sequence[Variable]) -> Any:
    """A block of the variables of `view` as one of the declared `variables`."""
    if not view.marks:
        return block
    np = numpy()
    places = {variable.name: place for place, variable in enumerate(view.model.variables)}
    found = np.empty((len(block), len(variables)), dtype=smallest_type(variables))
    for place, variable in enumerate(variables):
        name, value = view.marks.get(variable.name, (variable.name, None))
        column = block[:, places[name]]
        found[:, place] = column if value is None else column == value
    return found
