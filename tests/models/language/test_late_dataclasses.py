"""Late dataclasses do what those of the library do; public names are imported in any order."""

from __future__ import annotations

import dataclasses
import inspect
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any, ClassVar

import pytest

import everyway.models
from everyway.models.language import late_dataclasses as late

OPTIONS = [{}, {"eq": False}, {"repr": False}, {"eq": False, "repr": False}, {"kw_only": True}]


def made(module: Any, options: dict[str, bool]) -> tuple[Any, Any]:
    """A class and one that extends it, by a decorator of the name `dataclass`."""

    @module.dataclass(frozen=True, **options)
    class Base:
        """Has defaults of each kind."""

        first: int
        second: tuple[int, ...] = (1, 2)
        third: dict[str, int] = module.field(default_factory=dict)
        fourth: int = module.field(default=7, compare=False, repr=False)
        shared: ClassVar[int] = 3

        def __post_init__(self) -> None:
            if self.first < 0:
                raise ValueError("negative")

    @module.dataclass(frozen=True, **options)
    class Extended(Base):
        """Overrides one and adds one."""

        second: tuple[int, ...] = ()
        fifth: str = "five"

        def __repr__(self) -> str:
            return "written"

    return Base, Extended


USES: dict[str, Callable[[Any, Any], object]] = {
    "signature": lambda module, kind: [
        (p.name, p.kind, p.default if p.name != "third" else 0)
        for p in inspect.signature(kind).parameters.values()
    ],
    "text": lambda module, kind: re.sub("0x.*", "", repr(kind(first=1, second=(4,)))),
    "values": lambda module, kind: vars(kind(first=1, third={"a": 1})),
    "own dictionaries": lambda module, kind: kind(first=1).third is kind(first=1).third,
    "equal": lambda module, kind: kind(first=1) == kind(first=1),
    "not compared": lambda module, kind: kind(first=1, fourth=1) == kind(first=1, fourth=2),
    "another class": lambda module, kind: kind(first=1) == 1,
    "hash": lambda module, kind: kind(first=1) and kind.__hash__ is object.__hash__,
    "checked": lambda module, kind: kind(first=-1),
    "missing": lambda module, kind: kind(),
    "too many": lambda module, kind: kind(first=1, sixth=2),
    "assigned": lambda module, kind: setattr(kind(first=1), "first", 2),
    "deleted": lambda module, kind: delattr(kind(first=1), "first"),
    "new attribute": lambda module, kind: setattr(kind(first=1), "other", 2),
    "replaced": lambda module, kind: vars(module.replace(kind(first=1), first=3, second=(9,))),
    "fields": lambda module, kind: [(f.name, f.type, f.compare) for f in module.fields(kind)],
    "fields of the library": lambda module, kind: [f.name for f in dataclasses.fields(kind)],
    "as a dictionary": lambda module, kind: dataclasses.asdict(kind(first=1)),
    "is one": lambda module, kind: dataclasses.is_dataclass(kind),
    "matched": lambda module, kind: kind(first=1) and kind.__match_args__,
    "frozen": lambda module, kind: kind.__dataclass_params__.frozen,
    "subclass": lambda module, kind: (
        dataclasses.dataclass(frozen=True)(
            type("Below", (kind,), {"__annotations__": {"last": "int"}, "last": 0})
        )(first=1).last
    ),
}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_late_class_does_what_one_of_the_library_does(options: dict[str, bool]) -> None:
    for which in (0, 1):
        for name, use in USES.items():
            ends = []
            for module in (late, dataclasses):
                try:
                    ends.append(repr(use(module, made(module, options)[which])))
                except Exception as error:
                    ends.append(f"{type(error).__name__}: {error}".split("(")[0])
            first, second = (end.replace("delete", "assign to") for end in ends)
            assert first == second, name


def test_nothing_is_generated_before_it_is_used() -> None:
    base, extended = made(late, {})
    assert "__eq__" not in vars(base)
    assert extended(first=1)
    assert "__eq__" in vars(extended)
    assert "__eq__" not in vars(base)


def test_threads_may_make_the_first_object_together() -> None:
    for _ in range(50):
        kind, barrier, found = made(late, {})[0], Barrier(4), list[Any]()

        def first(kind: Any = kind, barrier: Barrier = barrier, found: list[Any] = found) -> None:
            barrier.wait()
            found.append(kind(first=1))

        threads = [Thread(target=first) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [kind(first=1)] * 4


def test_an_object_that_arrives_before_its_class_is_used_is_whole() -> None:
    sent = pickle.dumps(everyway.models.leaper(1, 2))
    code = (
        "import pickle, sys; a, b = (pickle.loads(bytes.fromhex(sys.argv[1])) for _ in 'ab');"
        " assert a == b and hash(a) == hash(b) and repr(a) != object.__repr__(a)"
    )
    subprocess.run([sys.executable, "-c", code, sent.hex()], check=True)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="starts 50 processes")
def test_every_public_name_can_be_the_first_that_is_asked_for() -> None:
    code = (
        "import os, sys, everyway.models as m\n"
        "for name in m.__all__:\n"
        "    if not os.fork():\n"
        "        getattr(m, name); os._exit(0)\n"
        "    assert os.wait()[1] == 0, name\n"
        "assert not any('boards' in name or 'solvers' in name for name in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
