"""The command line, its text and JSON, and pages: a search, a comparison, a benchmark."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .pages.report_page import bench_page as bench_page
    from .pages.report_page import report as report
    from .pages.trace_page import trace as trace

__all__ = ["bench_page", "report", "trace"]


def __getattr__(name: str) -> Any:
    """A function for a page, imported when it is asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    place = ".pages.trace_page" if name == "trace" else ".pages.report_page"
    return getattr(import_module(place, __name__), name)
