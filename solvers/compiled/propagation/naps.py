"""Leaving out for a while what helps too seldom."""

from __future__ import annotations

ASKED, LEAST_USE, SLEEP = 60, 10, 2000
"""How often something is asked before it is judged; it sleeps where it helped in less than one of
so many, and for how many questions."""


class Nap:
    """A back-off for what helps too seldom and is not needed for a right answer."""

    def __init__(self) -> None:
        self._asleep = self._asked = self._useful = 0

    def asleep(self) -> bool:
        """True if this question is to be left out."""
        if self._asleep:
            self._asleep -= 1
            return True
        return False

    def note(self, useful: bool) -> None:
        """It was asked, and helped or not."""
        self._asked += 1
        self._useful += useful
        if self._asked == ASKED:
            if self._useful * LEAST_USE < self._asked:
                self._asleep = SLEEP
            self._asked = self._useful = 0
