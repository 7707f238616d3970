"""A back-off for propagation that seldom finds anything."""

from __future__ import annotations

ASKED, LEAST_USE, SKIPPED = 60, 10, 2000
"""After 60 calls of which fewer than one in 10 found anything, the next 2,000 are skipped."""


class BackOff:
    """Counts the calls of a function that may be skipped without making an answer wrong."""

    def __init__(self) -> None:
        self._left = self._asked = self._useful = 0

    def skips(self) -> bool:
        """True if this call is to be skipped."""
        if self._left:
            self._left -= 1
            return True
        return False

    def record(self, useful: bool) -> None:
        """Count a call that found something, or nothing."""
        self._asked += 1
        self._useful += useful
        if self._asked == ASKED:
            if self._useful * LEAST_USE < self._asked:
                self._left = SKIPPED
            self._asked = self._useful = 0
