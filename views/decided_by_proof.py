"""Claims that bring a proof, decided by it and the judge, without a solver."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import exit_codes
from .exit_codes import Refused
from .progress import Progress
from .puzzles import refusals, say_document
from .standard_streams import say, styled
from .wording import counted, grouped

if TYPE_CHECKING:
    from ..comparer.claims import Claim
    from ..comparer.proven_claims import ProvenClaim
    from ..models.language.model import Model
    from ..solvers.harness.options import Options


def decide_claims(
    model: Model, claims: Sequence[Claim], proofs: Sequence[str], options: Options, *, as_json: bool
) -> int:
    """Print the verdict on each claim by its proof, `NAME=FILE`; the exit code. Raises: Refused."""
    from ..comparer.proven_claims import decide
    from ..proofs import check

    paths = dict(_named(word) for word in proofs)
    names = [claim.name for claim in claims]
    if len(paths) < len(proofs) or sorted(names) != sorted(paths):
        raise Refused(
            "each --proof NAME=FILE is for one --claim NAME=FILE, and the other way round"
        )
    with refusals(), Progress(f"checking proofs of {model.name}"):
        megabytes = options.memory / 1_000_000 if options.memory else check.MEGABYTES
        look = check.deadline(options.time_limit)
        found = [
            decide(model, claim, paths[claim.name], check.Limits(look, megabytes))
            for claim in claims
        ]
    if as_json:
        say_document("everyway.proven/1", model, claims=[_in_json(one) for one in found])
    else:
        say("\n".join(map(_in_words, found)))
    if all(one.proven for one in found):
        return exit_codes.OK
    wrong = any(not (one.proven or one.undecided) for one in found)
    return exit_codes.DIFFERENT if wrong else exit_codes.UNDECIDED


def _named(word: str) -> tuple[str, str]:
    name, equals, path = word.partition("=")
    if not (name and equals and path):
        raise Refused(
            f"{word!r} is no proof of a claim; write NAME=FILE, for example mine=all.proof"
        )
    return name, path


def _in_words(one: ProvenClaim) -> str:
    if one.proven:
        number = counted(one.number or 0, "solution")
        once = ", each once" if (one.number or 0) > 1 else ""
        return (
            f"{styled('PROVEN', fg='green', bold=True)}  {one.name}: {number}, and no others{once}"
        )
    rules = "".join(f"\n     {violation}" for violation in one.violated[:4])
    word = "UNDECIDED" if one.undecided else styled("DIFFER", fg="red", bold=True)
    what = f"{word}  {one.name}: {one.problem}{rules}"
    known = f"\n     proven: {grouped(one.number)} in all" if one.number is not None else ""
    return what + known


def _in_json(one: ProvenClaim) -> dict[str, object]:
    violated = [str(violation) for violation in one.violated]
    verdict = "proven" if one.proven else "undecided" if one.undecided else "differ"
    reason = one.problem or None
    return {
        "name": one.name,
        "verdict": verdict,
        "count": one.number,
        "reason": reason,
        "violated": violated,
    }
