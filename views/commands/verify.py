"""`everyway verify`: Whether a proof of the solutions of a puzzle is right."""

from __future__ import annotations

import click

from ...models.language.errors import ExitCode
from ..command_options import as_command, memory, seconds
from ..progress import Progress
from ..puzzles import refusals, say_document
from ..standard_streams import complain, counted, say
from ..variants import Asked, load, puzzle_options

EXAMPLES = """\
  everyway verify queens n=8 queens.proof
  everyway verify dominoes rows=8 columns=8 tilings.proof
"""


@as_command(EXAMPLES)
@puzzle_options("PUZZLE [NAME=VALUE]... FILE")
@click.option("-t", "--time-limit", type=seconds, help="Stop after so long.")
@click.option(
    "--memory",
    type=memory,
    default="2G",
    show_default=True,
    metavar="SIZE",
    help="Stop past so much memory, about.",
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
    with Progress(f"checking {path}"), refusals():
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
        number = counted(found.number, "solution")
        once = ", each once" if found.number > 1 else ""
        say(f"checked: {'exactly ' if found.number else ''}{number}{once}")
    return ExitCode.OK
