"""OR-Tools CP-SAT: the declared model in its constraints, enumerated by one worker.

`translation` turns expressions into linear ones and what is asked about into literals, by way of
`native`; `native_constraints` is the table of what CP-SAT has; `search` runs it, also by blocking.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from functools import cache, partial
from importlib import metadata

from ...models.language.model import Model
from ..harness.contract import Assignment, Control, SolverUnavailable, Traits
from .native_constraints import NATIVE
from .search import enumerated, projected
from .search import improving as improving
from .translation import Translation, places
from .translation import script as script

TRAITS = Traits(
    projects=True,
    blocks=True,
    calls_python=False,
    randomised=True,
    compared=True,
    viewpoint="squares",
    module="ortools.sat.python.cp_model",
    distribution="ortools",
    native_where=NATIVE.where,
)


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model` once; a normal end means that there are no more.

    Raises: Unsupported before the first one, naming what CP-SAT cannot hold.
    """
    refuse_old_releases()
    translation = Translation(model, control.check)
    control.searching()
    search = partial(_every, translation, control)
    names = control.project
    found = search(False) if names is None else projected(names, search, translation, control)
    with closing(found):
        yield from found


def _every(
    translation: Translation, control: Control, varied: bool
) -> Generator[Assignment, None, None]:
    """Every solution of the native model as it is, in the model's own variables."""
    held = places(translation.native, list(translation.variables.values()))
    names = [variable.name for variable in translation.variables]
    as_they_are = all(factor == 1 and not constant for _, factor, constant in held)
    indices = [index for index, _, _ in held]
    with closing(enumerated(translation.native, indices, control, varied=varied)) as rows:
        for row in rows:
            values = (
                row
                if as_they_are
                else [
                    factor * value + constant
                    for value, (_, factor, constant) in zip(row, held, strict=True)
                ]
            )
            yield dict(zip(names, values, strict=True))


@cache
def refuse_old_releases() -> None:
    """Raises: SolverUnavailable where OR-Tools is too old to enumerate rightly.

    9.11 aborts the process on some models, and 9.12 repeats solutions.
    """
    import ortools  # noqa: F401 (where it is missing, this says so)

    found = metadata.version("ortools")
    major, minor = (int(part) for part in found.split(".")[:2])
    if (major, minor) < (9, 13):
        raise SolverUnavailable(
            f"cp-sat finds OR-Tools {found}, which aborts or repeats solutions;"
            " pip install --upgrade 'ortools>=9.13'"
        )
