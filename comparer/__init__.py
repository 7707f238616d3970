"""Solvers compared by whole sets of solutions, with proof of who is wrong; two models likewise.

>>> from everyway.comparer import compare
>>> from everyway.models.queens import queens
>>> compare(queens(6), ["flatmap", "brute-force@rows"]).verdict
'agree'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..solvers.harness.contract import ClaimError, Disagreement

if TYPE_CHECKING:
    from .benchmark import Benchmark, bench
    from .claims import Claim, read_claim, reported_claim, saved_claim, solver_claim
    from .comparing_models import compare_models, compare_sets
    from .comparing_solvers import compare
    from .comparison import Comparison
    from .model_comparison import ModelComparison
    from .uniqueness import Uniqueness, unique

__all__ = [
    "Benchmark",
    "Claim",
    "ClaimError",
    "Comparison",
    "Disagreement",
    "ModelComparison",
    "Uniqueness",
    "bench",
    "compare",
    "compare_models",
    "compare_sets",
    "read_claim",
    "reported_claim",
    "saved_claim",
    "solver_claim",
    "unique",
]

_LATER = {
    **dict.fromkeys(__all__, ".claims"),
    **dict.fromkeys(("Benchmark", "bench"), ".benchmark"),
    **dict.fromkeys(("Uniqueness", "unique"), ".uniqueness"),
    **dict.fromkeys(("compare_models", "compare_sets"), ".comparing_models"),
    "Comparison": ".comparison",
    "ModelComparison": ".model_comparison",
    "compare": ".comparing_solvers",
}
"""Names that few programs need; imported from there when first asked for."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        from ..models.language.habits import no_attribute

        raise no_attribute(__name__, name, __all__)
    return getattr(import_module(_LATER[name], __name__), name)
