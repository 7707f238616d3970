"""OxiDD: binary decision diagrams, of each truth and of the whole set of solutions.

The diagram of the set is made first; it is then read, or its paths counted, without a search. A
model whose diagrams take too much memory is stopped by that.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from ...models.language.model import Model
from ..harness.contract import Assignment, Control, Traits
from .translation import Translation

TRAITS = Traits(
    calls_python=False,
    viewpoint="rows",
    module="oxidd.bcdd",
    distribution="oxidd",
    extra="oxidd",
)

MOST_NODES = 2**21
"""The nodes of all diagrams together; it takes about a second to find that there is no room."""
MOST_REMEMBERED = 2**20
"""The results of operations that are remembered."""


_MOST_LEFT = 2**16
_STACK = 2**30
_idle: list[Any] = []
if hasattr(os, "register_at_fork"):  # a copy of a process has no threads, and would wait for them
    os.register_at_fork(before=_idle.clear)


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, in canonical order, read from its diagram."""
    names = [variable.name for variable in model.variables]
    with _made(model, control) as translation:
        for row in translation.rows():
            yield dict(zip(names, row, strict=True))


def counts(model: Model, control: Control) -> Iterator[int]:
    """The number of solutions of `model`: of the paths through its diagram."""
    with _made(model, control) as translation:
        yield translation.count()


@contextmanager
def _made(model: Model, control: Control) -> Iterator[Translation]:
    """The diagrams of `model`."""
    with _manager() as manager:
        translation = Translation(manager, model, control.check)
        translation.post(model.constraints)
        control.statistics["nodes"] = translation.whole.node_count()
        control.searching()
        yield translation


@contextmanager
def _manager() -> Iterator[Any]:
    """A manager of diagrams; one is kept, as each reserves a gigabyte for the stack of a thread.

    Raises: MemoryError, where the library would end the process.
    """
    library: Any = importlib.import_module(TRAITS.module)
    manager = None
    with suppress(IndexError):
        manager = _idle.pop()
    if manager is None or _left_in(manager) > _MOST_LEFT:
        _refuse_want_of_memory(_STACK + 32 * (MOST_NODES + MOST_REMEMBERED))
        manager = library.BCDDManager(MOST_NODES, MOST_REMEMBERED, threads=1)
    try:
        yield manager
    finally:
        _idle[:] = [manager]


def _left_in(manager: Any) -> int:
    """The nodes that are held from before, by errors that somebody keeps."""
    manager.gc()
    return int(manager.num_inner_nodes())


def _refuse_want_of_memory(size: int) -> None:
    """Raises: MemoryError, where a process may not reserve so many bytes."""
    if sys.platform == "win32":
        return
    import mmap

    try:
        mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
    except OSError as error:
        raise MemoryError(f"OxiDD reserves {size} bytes") from error
