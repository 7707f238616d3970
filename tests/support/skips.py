"""The line that says which tests of a run were not run, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest

from everyway.models import counted

ALL_RUN = "not run: none of the tests that were asked for"


def not_run(reports: Iterable[pytest.TestReport | pytest.CollectReport]) -> str:
    """The number of tests that `reports` say were skipped, by reason, the most frequent first."""
    reasons = Counter(map(reason, reports))
    listed = "; ".join(f"{why} ({number})" for why, number in reasons.most_common())
    return f"not run: {counted(reasons.total(), 'test')}: {listed}" if reasons else ALL_RUN


def reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    """The reason for which a test was skipped, without what differs from test to test."""
    assert isinstance(report.longrepr, tuple)
    why = report.longrepr[2].removeprefix("Skipped: ").strip()
    return why if why.startswith("not installed") else why.partition(": ")[0]
