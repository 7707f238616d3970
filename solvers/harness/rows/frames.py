"""Solutions as data frames of pandas or Polars: a row a solution, a column a variable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any

from ....models.language.expressions import Variable
from .arrays import kind_of


def pandas_frame(variables: Sequence[Variable], columns: Iterable[Sequence[Any]]) -> Any:
    """A `pandas.DataFrame`. Raises: ImportError, with what to install; ValueError."""
    pandas, kinds = _library("pandas"), {"str": str, "big": object}
    found = _typed(variables, columns)
    return pandas.DataFrame(
        {name: pandas.Series(column, dtype=kinds.get(k, k)) for name, k, column in found}
    )


def polars_frame(variables: Sequence[Variable], columns: Iterable[Sequence[Any]]) -> Any:
    """A `polars.DataFrame`. Raises: ImportError, with what to install; ValueError."""
    polars = _library("polars")
    kinds = {"str": polars.String, "big": polars.Object}
    found = _typed(variables, columns)
    return polars.DataFrame(
        [
            polars.Series(name, column, dtype=kinds.get(k) or getattr(polars, k.capitalize()))
            for name, k, column in found
        ]
    )


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(f"to_{name} needs {name}; install it: pip install {name}") from error


def _typed(
    variables: Sequence[Variable], columns: Iterable[Sequence[Any]]
) -> Iterator[tuple[str, str, Sequence[Any]]]:
    """The name of each variable, the smallest type that holds its domain, and its values."""
    if not variables:
        raise ValueError("there are no variables, and so no columns")
    filled = [*columns] or [()] * len(variables)
    kinds = (kind_of(variable.domain) for variable in variables)
    return zip((variable.name for variable in variables), kinds, filled, strict=True)
