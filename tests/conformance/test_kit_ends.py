"""The kit ends, whatever a solver does, and says what to install."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from everyway.conformance import conformance_of, limits
from everyway.conformance.limits import StillRunning, ended_after

ROOT = Path(__file__).parents[2]
DEAF = """
from itertools import repeat
from everyway.conformance import limits, plugin
limits._PATIENCE = limits._NATIVE = 0.5
with limits.ended_after(0.3):
    sum(repeat(0))
"""
WITHOUT_PYTEST = """
import sys
sys.modules["pytest"] = None
from everyway.conformance import conformance_of
conformance_of("flatmap")
"""


def test_the_alarm_rings_again_where_tidying_up_does_not_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "_PATIENCE", 1.0)
    monkeypatch.setattr(limits, "_GRACE", 0.2)

    def lingers() -> None:
        try:
            time.sleep(60)
        finally:
            time.sleep(60)

    start = time.monotonic()
    with pytest.raises(StillRunning), ended_after(0.2):
        lingers()
    assert time.monotonic() - start < 30


def test_a_process_that_hears_no_signal_is_ended_with_the_place_where_it_stands() -> None:
    done = ran("-c", DEAF)
    assert done.returncode == 1
    assert "Timeout" in done.stderr
    assert 'File "<string>", line 6' in done.stderr


def test_a_test_is_named_after_its_solver_where_a_process_is_ended() -> None:
    test = vars(conformance_of("flatmap"))["test_labels_come_back_as_they_were_declared"]
    name = test.__func__.__code__.co_name
    assert name == "flatmap: test_labels_come_back_as_they_were_declared"


def test_without_pytest_the_kit_says_what_to_install() -> None:
    done = ran("-c", WITHOUT_PYTEST)
    assert "the kit needs pytest; install it: pip install pytest" in done.stderr


@pytest.mark.parametrize(
    ("library", "words", "advice"),
    [
        ("pychoco", ["--everyway-solver=choco"], "--everyway-solver choco: choco needs pychoco"),
        ("hypothesis", ["tests/test_house.py"], "the tests need an extra: pip install '.[test]'"),
        ("xdist", ["tests/test_house.py"], "the tests need an extra: pip install '.[test]'"),
    ],
)
def test_without_a_library_pytest_says_what_to_install(
    tmp_path: Path, library: str, words: list[str], advice: str
) -> None:
    (tmp_path / "without.py").write_text(f"import sys\nsys.modules[{library!r}] = None\n")
    plugins = ["-p", "without", "-p", "no:cacheprovider", "--override-ini", "addopts="]
    done = ran("-m", "pytest", *plugins, *words, path=tmp_path)
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert advice in said
    assert "pip install" in said
    assert "Traceback" not in said


def ran(*words: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    found = {"PYTHONPATH": str(path), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": ""} if path else {}
    if path and "tests/test_house.py" in words:  # plugins would import it first
        found |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    environment = {k: v for k, v in (os.environ | found).items() if v}
    command = [sys.executable, *words]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=200, check=False
    )
