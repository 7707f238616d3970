"""Solutions as data frames of pandas or Polars: a row a solution, a column a variable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

from ....models.language.expressions import Variable
from .arrays import kind_of


def pandas_frame(variables: Sequence[Variable], rows: Iterable[Sequence[Any]]) -> Any:
    """A `pandas.DataFrame`. Raises: ImportError, with what to install; ValueError."""
    pandas, columns = _library("pandas"), _columns(variables, rows)
    kinds = {"str": str, "big": object}
    return pandas.DataFrame(
        {name: pandas.Series(column, dtype=kinds.get(k, k)) for name, k, column in columns}
    )


def polars_frame(variables: Sequence[Variable], rows: Iterable[Sequence[Any]]) -> Any:
    """A `polars.DataFrame`. Raises: ImportError, with what to install; ValueError."""
    polars, columns = _library("polars"), _columns(variables, rows)
    kinds = {"str": polars.String, "big": polars.Object}
    return polars.DataFrame(
        [
            polars.Series(name, column, dtype=kinds.get(k) or getattr(polars, k.capitalize()))
            for name, k, column in columns
        ]
    )


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(f"to_{name} needs {name}; install it: pip install {name}") from error


def _columns(
    variables: Sequence[Variable], rows: Iterable[Sequence[Any]]
) -> list[tuple[str, str, list[Any]]]:
    """The name of each variable, the smallest type that holds its domain, and its values."""
    if not variables:
        raise ValueError("there are no variables, and so no columns")
    columns = [*map(list, zip(*rows, strict=True))] or [[] for _ in variables]
    return [
        (v.name, kind_of(v.domain), column) for v, column in zip(variables, columns, strict=True)
    ]
