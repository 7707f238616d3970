"""Nodes of the language: constraints as literals, expressions as terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .....models.language.constraints import Constraint
from .....models.language.expressions import Expression
from ...reading.normal_forms import Absolute
from .unposted import Unposted

if TYPE_CHECKING:
    from .form_poster import Poster, Term


def require(poster: Poster, constraint: Constraint) -> None:
    """Require any constraint."""
    raise Unposted(constraint)


def absolute(poster: Poster, term: Absolute) -> int:
    """A variable that is the distance of a total from 0."""
    raise Unposted(term)


def term_of(poster: Poster, expression: Expression) -> tuple[int, list[Term]]:
    """The constant and the terms whose sum is an expression that is always defined."""
    raise Unposted(expression)
