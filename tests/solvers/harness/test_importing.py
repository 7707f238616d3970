"""Ctrl-C while a library is imported, which may drop what is raised in it."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from everyway.solvers.harness.installing import imported

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise on Windows")
DROPPED = "try:\n    os.kill(os.getpid(), signal.SIGINT)\nexcept KeyboardInterrupt:\n    pass\n"


def test_ctrl_c_that_a_library_drops_is_heard_after_its_import(tmp_path, monkeypatch):
    (tmp_path / "drops_what_is_raised.py").write_text(f"import os, signal\n{DROPPED}whole = True\n")
    monkeypatch.syspath_prepend(tmp_path)
    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        imported("drops_what_is_raised")
    assert signal.getsignal(signal.SIGINT) is handler
    assert sys.modules.pop("drops_what_is_raised").whole


def test_what_an_import_raises_comes_through(monkeypatch):
    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(ImportError):
        imported("no_module_of_this_name")
    assert signal.getsignal(signal.SIGINT) is handler
