"""The command line, its text and JSON, and pages: a search, a comparison, a benchmark."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .making import Made as Made
    from .making import make as make
    from .pages.report_page import bench_page as bench_page
    from .pages.report_page import report as report
    from .pages.trace_page import trace as trace

__all__ = ["Made", "bench_page", "make", "report", "trace"]
_PLACES = {"Made": ".making", "make": ".making", "trace": ".pages.trace_page"}


def __getattr__(name: str) -> Any:
    """A public name, imported when it is asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_PLACES.get(name, ".pages.report_page"), __name__), name)
