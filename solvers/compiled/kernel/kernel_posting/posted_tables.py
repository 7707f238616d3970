"""Tables of allowed and forbidden rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...reading.normal_forms import Rows
from .unposted import Unposted

if TYPE_CHECKING:
    from .form_poster import Poster


def post_rows(poster: Poster, form: Rows) -> None:
    """Require that the values at some places are one of some rows, or none of them."""
    raise Unposted(form)
