"""Reasons why the kernel does not take a model."""

from __future__ import annotations

from .....models.language.nodes import Node, describe


class Unposted(Exception):
    """The kernel has no propagator for a node, or its numbers are too great; says which."""

    def __str__(self) -> str:
        (reason,) = self.args
        return describe(reason) if isinstance(reason, Node) else str(reason)
