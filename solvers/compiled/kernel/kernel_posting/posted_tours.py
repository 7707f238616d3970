"""Tours of successors, and numbers of values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...reading.normal_forms import Tour, Values
from .unposted import Unposted

if TYPE_CHECKING:
    from .form_poster import Poster


def post_tour(poster: Poster, form: Tour) -> None:
    """Require that successors form one tour."""
    raise Unposted(form)


def post_values(poster: Poster, form: Values) -> None:
    """Require that variables take so many different values."""
    raise Unposted(form)
