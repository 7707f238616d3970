"""Constraints of a user's own, annotated by types and not by texts (no PEP 563)."""

import typing
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from everyway.models import Expression, Variable

from .own_constraints import Apart

Terms = tuple[Expression, ...]


@dataclass(frozen=True, eq=False)
class Plain(Apart):
    terms: tuple[Expression, ...]
    gap: int = 2


@dataclass(frozen=True)
class ByAlias(Apart):
    terms: Terms
    gap: int = 2


@dataclass(frozen=True, eq=False)
class AsText(Apart):
    terms: "Sequence['Expression']"
    gap: int = 2


@dataclass(frozen=True, eq=False)
class AsIterable(Apart):
    terms: Iterable[Variable]
    gap: int = 2


@dataclass(frozen=True, eq=False)
class Annotated(Apart):
    terms: typing.Annotated[list[Expression], "in a row"]
    gap: int = 2
