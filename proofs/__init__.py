"""Proofs that a puzzle has exactly so many solutions, and their checker, which trusts nothing."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .check import TooLargeProof
    from .proof_files import Proof, checked_of, prove

__all__ = ["Proof", "TooLargeProof", "checked_of", "prove"]


def __getattr__(name: str) -> Any:
    """A name, imported when it is asked for, so that `-m everyway.proofs.check` runs alone."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    place = ".check" if name == "TooLargeProof" else ".proof_files"
    return getattr(import_module(place, __name__), name)
