"""python-constraint: depth-first search over Python tests, with forward checking.

The library gets tests and few of its own constraints, on a fresh problem each run, and only what
both its maintained release, python-constraint2, and the old python-constraint have. Of their
solver classes that is `BacktrackingSolver`: the one in both that streams its solutions.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from ...models.language.model import Model
from ..harness.contract import Assignment, Control, SolverUnavailable, Traits
from .by_hand import script as script
from .native_constraints import NATIVE_WHERE
from .translation import ExactSum, Posted, Translation

TRAITS = Traits(
    compared=True,
    viewpoint="rows",
    module="constraint",
    distribution="python-constraint2",
    native_where=NATIVE_WHERE,
)

_LONG_DOMAIN = 5_000


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, found by python-constraint."""
    library = _library()
    translation = Translation(model, control, library.Unassigned)
    if translation.impossible:
        return
    if not model.variables:
        yield {}  # of which the library would say that there is none
        return
    problem = _problem(library, translation, control)
    control.searching()
    yield from problem.getSolutionIter()


def _library() -> Any:
    """The module `constraint`, of whichever release is installed.

    Raises: SolverUnavailable where both are, as one has then overwritten parts of the other.
    """
    if all(map(_is_installed, ("python-constraint", "python-constraint2"))):
        raise SolverUnavailable(
            "python-constraint and python-constraint2 are both installed, and overwrite each"
            " other's module; run: pip uninstall -y python-constraint python-constraint2"
            " && pip install python-constraint2"
        )
    return importlib.import_module("constraint")


def _is_installed(distribution: str) -> bool:
    try:
        version(distribution)
    except PackageNotFoundError:
        return False
    return True


def _problem(library: Any, translation: Translation, control: Control) -> Any:
    """A fresh problem of the library's that means what `translation` says."""
    problem = library.Problem(library.BacktrackingSolver())
    for name, values in translation.domains.items():
        problem.addVariable(name, values)
        problem.addConstraint(_watch(library, control), [name])
    for native in translation.native:
        whole = getattr(library, native.name)(*native.arguments)
        problem.addConstraint(whole, [variable.name for variable in native.scope])
    for posted in translation.posted:
        test = _watched(posted, translation, control)
        asked = library.FunctionConstraint(test, assigned=not posted.early)
        if isinstance(test, ExactSum):
            asked.preProcess = _giving_domains(test)
        problem.addConstraint(asked, posted.scope)
    return problem


def _watch(library: Any, control: Control) -> Any:
    """A test of one variable that always holds, and stops the search when it must end.

    The library asks it at every node, first: its own loops let nothing interrupt them.
    """

    def unstopped(value: int) -> bool:
        control.check()
        return True

    native = library.FunctionConstraint(unstopped)
    # The library would try a test of one variable on its domain and drop it before the search.
    native.preProcess = lambda *_: None
    return native


def _giving_domains(test: ExactSum) -> Any:
    """The function that the library calls before its search, which hands domains to `test`."""

    def pre_process(names: Any, domains: Any, *_: Any) -> None:
        test.watch([domains[name] for name in names])

    return pre_process


def _watched(posted: Posted, translation: Translation, control: Control) -> Any:
    """The test, stopped at every call where a node may try it on very many values."""
    if max(len(translation.domains[name]) for name in posted.scope) < _LONG_DOMAIN:
        return posted.test

    def test(*values: object) -> Any:
        control.check()
        return posted.test(*values)

    return test
