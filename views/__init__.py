"""The command line, its text and JSON, and pages: `trace` shows a search in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .pages.trace_page import trace as trace

__all__ = ["trace"]


def __getattr__(name: str) -> Any:
    """A function for a page, imported when it is asked for."""
    if name in __all__:
        from .pages import trace_page

        return getattr(trace_page, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
