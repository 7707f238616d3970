"""Claims with proofs: decided without a solver, whoever made the claim and whoever the proof."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..models.language.check import Judge, Violation
from ..models.language.late_dataclasses import dataclass
from ..models.language.model import Model
from ..proofs import check
from ..proofs.proof_files import checked_of
from ..solvers.harness.contract import ClaimError
from .claims import Claim


@dataclass(frozen=True)
class ProvenClaim:
    """A claim held against a proof of the number of solutions."""

    name: str
    number: int | None
    """The number of solutions that the proof proves; None where it is refuted."""
    problem: str
    """The first fault of the claim or of its proof in words; nothing where it is proven."""
    violated: tuple[Violation, ...] = ()
    """The rules that the row at fault breaks."""
    undecided: bool = False
    """True if the proof could not be checked within the limits."""

    @property
    def proven(self) -> bool:
        """True if the claim holds every solution, each once, and nothing else."""
        return not self.problem


def decide(
    model: Model, claim: Claim, proof: str | Path, limits: check.Limits | None = None
) -> ProvenClaim:
    """The verdict on `claim` by the proof in a file.

    It is proven where its rows are solutions, by the judge, no two are equal, and they are as many
    as the proof says that there are.

    Raises: ClaimError for a claim or a proof that cannot be read, or a proof of another model.
    """
    try:
        number = checked_of(proof, model, limits).number
    except check.Refuted as error:
        return ProvenClaim(claim.name, None, f"its proof is refuted at {error}")
    except (check.TooLargeProof, MemoryError) as error:
        reason = str(error) or "it takes more memory than there is"
        return ProvenClaim(claim.name, None, f"its proof was not checked: {reason}", undecided=True)
    if model.objective is not None or model.projection:
        raise ClaimError(proof, "it proves all solutions; leave out the objective or projection")
    judge, names, seen = Judge(model), [v.name for v in model.variables], set[tuple[object, ...]]()
    stream = claim.open()
    rows = 0
    try:
        for rows, values in enumerate(stream, start=1):
            wrong = judge.violations(values) if isinstance(values, Mapping) else [_no_row(values)]
            if wrong:
                return ProvenClaim(claim.name, number, f"row {rows} is no solution", tuple(wrong))
            key = tuple([values[name] for name in names])
            if key in seen:
                return ProvenClaim(claim.name, number, f"row {rows} repeats an earlier one")
            seen.add(key)
    finally:
        stream.close()
    status = stream.outcome.status
    if status == "failed":
        raise ClaimError(claim.name, stream.outcome.reason or "the claim failed")
    if rows != number:
        few = f"it has {rows} of {number} solutions, so {number - rows} are missing"
        many = f"it has {rows} solutions, by the judge, where the proof allows {number}"
        return ProvenClaim(claim.name, number, few if rows < number else many)
    return ProvenClaim(claim.name, number, "")


def _no_row(values: object) -> Violation:
    return Violation("domain", f"{values!r} is no assignment")
