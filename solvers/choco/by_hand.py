"""A model as a script for pychoco, which needs nothing else.

The steps are replayed as for the adapter, and what is asked of pychoco is written down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from ..harness.adapting.recording import Recording, tuple_of
from ..harness.adapting.script import Row, whole
from .replay import Replay
from .translation import Translation

if TYPE_CHECKING:
    from ...models.language.model import Model

TAKEN = ("sys", "Counter", "EXPECTED", "pychoco", "model", "solver", "found")

BODY = """\
model = pychoco.Model()
{posted}

solver = model.get_solver()
{search}found = []
while solver.solve():
    found.append({values})
"""


def script(model: Model, expected: Iterable[Row], about: str) -> str:
    """A script that exits with 1 while Choco does not find exactly the rows of `expected`.

    `model` has integer domains alone. Raises: Unsupported.
    """
    translation = Translation(model, lambda: None)
    translation.noted = partial(translation.step, _NOTE)
    translation.post(model.constraints)
    names = (variable.name for variable in model.variables)

    def named(native: object) -> str | None:
        return next(names, "") if isinstance(native, _Variable) else None

    recording = Recording(named, TAKEN)
    replay = Replay(recording.spoken(_Model(), "model"), recording.spoken(_Automaton, _AUTOMATON))
    for step in translation.steps:
        if step[0] == _NOTE:
            recording.note(step[1])
        else:
            replay.take(*step)
    shown = [replay.variables[term.native] for term in translation.variables.values()]
    order = [*shown, *(replay.variables[name] for name in translation.derived)]
    search = f"solver.set_min_dom_lb_search({', '.join(map(repr, order))})\n"
    body = BODY.format(
        posted="\n".join(recording.lines),
        search=search if order else "",
        values=tuple_of(f"{variable!r}.get_value()" for variable in shown),
    )
    title = "The solutions that Choco, by way of pychoco, finds of a small model."
    return whole(title, about, model, expected, body, library="import pychoco")


_NOTE = "note"
_AUTOMATON = "pychoco.FiniteAutomaton"


class _Model:
    """Takes what is asked of a model of pychoco's, and does nothing."""

    def intvar(self, *_: object) -> _Variable:
        return _Variable()

    boolvar = task = intvar

    def __getattr__(self, name: str) -> Callable[..., _Constraint]:
        return lambda *_: _Constraint()


class _Variable:
    """Stands for a variable of pychoco's, or a task."""


class _Automaton(_Variable):
    """Stands for an automaton of pychoco's."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None


class _Constraint:
    """Stands for a constraint of pychoco's."""

    def post(self) -> None:
        """Nothing."""

    def reify_with(self, truth: _Variable) -> None:
        """Nothing."""
