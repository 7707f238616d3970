"""Proofs that a puzzle has exactly so many solutions, and their checker, which trusts nothing."""

from .proof_files import Proof, checked_of, prove
from .proving_trees import TooLargeProof

__all__ = ["Proof", "TooLargeProof", "checked_of", "prove"]
