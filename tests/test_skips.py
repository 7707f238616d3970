"""A run ends by saying which tests were not run, and why."""

from __future__ import annotations

import pytest

from .support.skips import ALL_RUN, not_run


def skipped(why: str) -> pytest.TestReport:
    return pytest.TestReport("a test", ("a.py", 1, "a"), {}, "skipped", ("a.py", 1, why), "setup")


def test_reasons_are_counted_and_what_is_not_installed_is_named() -> None:
    reasons = [
        "Skipped: late: 3 of 9 after 1.5 seconds of CPU",
        "Skipped: late: 4 of 9 after 2.5 seconds of CPU",
        "Skipped: not installed: install minizinc from https://www.minizinc.org",
    ]
    assert not_run(map(skipped, reasons)) == (
        "not run: 3 tests: late (2);"
        " not installed: install minizinc from https://www.minizinc.org (1)"
    )


def test_where_all_are_run_it_says_so() -> None:
    assert not_run([]) == ALL_RUN
