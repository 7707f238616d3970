"""Reasons why the kernel does not take a model."""

from __future__ import annotations


class Unposted(Exception):
    """The kernel has no propagator for a form, or its numbers are too great."""
