"""The families of the benchmarks: each makes a model, on whose count independent programs agree."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from everyway.solvers import count

FOLDER = Path(__file__).parent.parent / "benchmarks"


def test_two_solvers_agree_on_a_tiny_instance_of_every_family_and_so_do_the_bare_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.setenv("EVERYWAY_BENCHMARK_PROGRAMS", str(tmp_path))
    import programs
    from families.catalogue import FAMILIES, task_named
    from measure import Clock
    from ours import models
    from programs import BARE

    programs.build(tmp_path, None)
    bare = {"DLX in C", "rows merged in Python", "CaDiCaL"} - ({"DLX in C"} if not cc() else set())
    found = {}
    for family in FAMILIES.values():
        task = family.task(family.tiny, 1)
        assert task_named(task.name).declared.keywords == task.declared.keywords
        one, other = (sum(count(m, s) for m in models(task.declared())) for s in ("auto", "cp"))
        programs = {BARE[name](task, Clock()) for name in bare & {*family.entrants}}
        found[family.name] = {one, other, *programs}
    assert {name: counts for name, counts in found.items() if len(counts) > 1} == {}
    assert sum(counts != {0} for counts in found.values()) > 25


def cc() -> str | None:
    return shutil.which("cc")
