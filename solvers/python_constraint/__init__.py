"""python-constraint: depth-first search over Python tests, with forward checking.

The library gets tests and few of its own constraints, on a fresh problem each run, and only what
both its maintained release, python-constraint2, and the old python-constraint have. Of their
solver classes that is `BacktrackingSolver`: the one in both that streams its solutions. Its sums
and products are never asked for: they raise, or lose solutions.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from typing import Any

from ...models.language.global_constraints.predicate import Predicate
from ...models.language.model import Model
from ..harness.adapting.recording import Recording, writer
from ..harness.adapting.translator import tabulated
from ..harness.contract import Assignment, Control, SolverUnavailable, Traits
from ..harness.installing import installed_version
from .translation import ExactSum, Piece, Posted, Translation

TRAITS = Traits(
    compared=True,
    viewpoint="rows",
    module="constraint",
    distribution="python-constraint2",
    native_where=Translation.natives.where,
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
    asked = problem(library, translation, control)
    control.searching()
    yield from asked.getSolutionIter()


def _library() -> Any:
    """The module `constraint`, of whichever release is installed.

    Raises: SolverUnavailable where both are, as one has then overwritten parts of the other.
    """
    if all(map(installed_version, ("python-constraint", "python-constraint2"))):
        raise SolverUnavailable(
            "python-constraint and python-constraint2 are both installed, and overwrite each"
            " other's module; run: pip uninstall -y python-constraint python-constraint2"
            " && pip install python-constraint2"
        )
    return importlib.import_module("constraint")


def problem(library: Any, translation: Translation, control: Control | None = None) -> Any:
    """A fresh problem of the library's that means what `translation` says.

    Without a `control` nothing stops its search.
    """
    made = library.Problem(library.BacktrackingSolver())
    for name, values in translation.domains.items():
        made.addVariable(name, values)
        if control is not None:
            made.addConstraint(_watch(library, control), [name])
    for native in translation.native:
        made.addConstraint(native.made(library), native.scope)
    for posted in translation.posted:
        test = posted.test if control is None else _watched(posted, translation, control)
        asked = library.FunctionConstraint(test, assigned=not posted.early)
        if isinstance(test, ExactSum):
            asked.preProcess = _giving_domains(test)
        made.addConstraint(asked, posted.scope)
    return made


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


# ------------ A model as a script for python-constraint, which needs nothing but that library.
#
# The adapter's own translation is run, and what it asks of the library is written down.


BODY = """{tests}{posted}

NAMES = {names}
found = [tuple(solution[name] for name in NAMES) for solution in problem.getSolutions()]
"""


LONGEST = 20_000
"""Characters of a test that somebody may want to read."""
MOST_ROWS = 2_000
"""Assignments of a predicate, of which those that hold are written down."""


class Readable(Translation):
    """Tests that are short and need nothing else: asked at the end, predicates as their rows."""

    fails_early = False

    def _called_on(self, predicate: Predicate, parts: Sequence[Piece]) -> Piece:
        scope, rows = tabulated(predicate, "a script", self.check)
        if len(rows) > MOST_ROWS:
            raise NotImplementedError("a predicate has too many assignments for a table")
        kept = [row for row, holds in rows if holds]
        variables = tuple(self.variables[variable] for variable in scope)
        return Piece(f"({'{}, ' * len(scope)}) in {kept}", variables)


def _body(model: Model, kind: type[Readable] = Readable) -> str:
    """Raises: Unsupported; NotImplementedError where the library is asked nothing, or too long."""
    library = _library()
    translation = kind(model, Control(), library.Unassigned)
    if translation.impossible or not model.variables:
        raise NotImplementedError("the answer is known without asking python-constraint")
    recording = Recording(
        lambda native: "problem" if isinstance(native, library.Problem) else None, ()
    )
    tests = dict.fromkeys(posted.test for posted in translation.posted)
    texts = [translation.text_of(test) for test in tests]
    if any(len(text) > LONGEST for text in texts):
        raise NotImplementedError("its text is too long to be read")
    translation.posted = [
        posted._replace(test=recording.spoken(posted.test, posted.test.__name__))
        for posted in translation.posted
    ]
    problem(recording.spoken(library, "constraint"), translation)
    return BODY.format(
        tests="".join(f"\n{text}\n\n" for text in texts) + "\n" * bool(tests),
        posted="\n".join(recording.lines),
        names=[*translation.domains],
    )


script = writer(
    "The solutions that python-constraint finds of a small problem.",
    _body,
    library="import constraint",
)
