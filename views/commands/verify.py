"""`everyway verify`: Whether a proof of the solutions of a puzzle is right."""

from __future__ import annotations

from ...models.language.errors import ExitCode
from ...models.language.phrases import number_of
from .. import command_options as option
from ..progress import Progress
from ..puzzles import Asked, load, puzzle_options
from ..standard_streams import complain, say, say_document

EXAMPLES = """\
  everyway verify queens n=8 queens.proof
  everyway verify dominoes rows=8 columns=8 tilings.proof
"""


@option.as_command(EXAMPLES)
@puzzle_options("PUZZLE [NAME=VALUE]... FILE")
@option.time_limit()
@option.text(
    "--memory SIZE",
    "Stop past so much memory, about.",
    type=option.memory_size,
    default="2G",
    show_default=True,
)
def command(asked: Asked, time_limit: float | None, memory: int, as_json: bool) -> int:
    """Check a proof that `everyway prove`, or anybody, wrote, without any solver; and
    that it is about this puzzle.

    Exit code 1: a step does not follow. 2: it is no proof, or of another model. 3: the
    limits are too low to say.
    """
    from ...proofs import check
    from ...proofs.proof_files import checked_of

    puzzle, path = asked.without_last("the proof is missing; name the puzzle, and its file last")
    model = load(puzzle)
    limits = check.Limits(check.deadline(time_limit), memory / 1_000_000)
    with Progress(f"checking {path}"):
        try:
            found = checked_of(path, model, limits)
        except (check.TooLargeProof, MemoryError) as error:
            complain(f"not checked: {error or 'it takes more memory than there is'}")
            return ExitCode.UNDECIDED
        except check.Refuted as error:
            if as_json:
                say_document("everyway.verify/1", model, verdict="refuted", reason=str(error))
            complain(f"REFUTED  {path}, {error}")
            return ExitCode.DIFFERENT
    if as_json:
        more = {"kind": found.kind, "count": found.number}
        say_document("everyway.verify/1", model, verdict="checked", **more)
    else:
        number = number_of(found.number, "solution")
        once = ", each once" if found.number > 1 else ""
        say(f"checked: {'exactly ' if found.number else ''}{number}{once}")
    return ExitCode.OK
