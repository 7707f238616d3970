"""The limits within which a diagram is built, and the error where it passes them."""

from __future__ import annotations

from collections.abc import Callable

from ...models.language.late_dataclasses import dataclass
from ...models.language.phrases import grouped
from ..harness.contract import Unsupported

MOST_NODES = 2_000_000
"""The most nodes before any are merged from below, and the most solutions that are listed."""
MOST_NODES_COUNTED = 40_000_000
"""The most nodes where only two levels are held."""
PAGES = "/proc/self/statm"
"""In this file Linux says how many pages of memory this process has."""
PAGE = 4096


class TooLarge(Unsupported):
    """The diagram passed a limit at `level` of `levels`, its variables in the order `order`.

    `limit` is the limit in words, with the name of what raises it.
    """

    is_memory = False
    """True if it ran out of memory: more nodes would not help."""

    def __init__(self, level: int, levels: int, order: str, limit: str) -> None:
        super().__init__(
            f"the diagram has {limit} at level {level} of {levels} in the order {order!r}"
        )
        self.level, self.levels, self.order, self.limit = level, levels, order, limit

    def after(self, others: int) -> TooLarge:
        """The same, of the first order that was tried, and so many others."""
        tried = f" and {others} other{'s' * (others > 1)}" if others else ""
        return self._copy(f"{self}{tried}")

    def with_more(self, words: str) -> TooLarge:
        """The same with `words` at the end of its message."""
        return self._copy(f"{self}; {words}")

    def _copy(self, text: str) -> TooLarge:
        found = TooLarge(self.level, self.levels, self.order, self.limit)
        found.args, found.is_memory = (text,), self.is_memory
        return found


@dataclass(frozen=True)
class Limits:
    """The limits of one build."""

    check: Callable[[], None]
    """Raises where the search must end; called every few milliseconds."""
    nodes: int
    """The most nodes, before any of them are merged from below."""
    memory: int | None = None
    """The most bytes of this process."""
    width: int = MOST_NODES
    """The most nodes of a level, where only two levels are held."""

    def look(self, nodes: int, level: int, levels: int, order: str, needed: int = 0) -> None:
        """Raises: TooLarge where there are too many `nodes`, or `needed` bytes more are too many;
        as `check` does.
        """
        self.check()
        if nodes > self.nodes:
            raise TooLarge(
                level, levels, order, f"more than {grouped(self.nodes)} nodes (the limit `nodes`)"
            )
        if self.memory is not None and resident() + needed > self.memory:
            limit = f"more than {grouped(self.memory)} bytes (the limit `memory`)"
            error = TooLarge(level, levels, order, limit)
            error.is_memory = True
            raise error


def resident() -> int:
    """The bytes of memory that this process has; 0 where that is not known."""
    try:
        with open(PAGES, encoding="ascii") as pages:
            return int(pages.read().split()[1]) * PAGE
    except OSError:
        return 0
