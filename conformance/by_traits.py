"""The tests that a solver has to pass, by its own traits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..solvers.harness.contract import Traits

Test = TypeVar("Test", bound=Callable[..., Any])
_WANTED = "everyway_traits"


def only(**traits: bool) -> Callable[[Test], Test]:
    """A test for the solvers with these traits alone."""

    def marked(test: Test) -> Test:
        setattr(test, _WANTED, traits)
        return test

    return marked


def wanted(test: Callable[..., Any]) -> dict[str, Any]:
    """The traits that `test` asks for, by name."""
    found: dict[str, Any] = getattr(test, _WANTED, {})
    return found


def is_for(test: Callable[..., Any], traits: Traits) -> bool:
    """True if a solver with these traits has to pass `test`."""
    return all(getattr(traits, name) == value for name, value in wanted(test).items())
