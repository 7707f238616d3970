"""`everyway make`: A new puzzle with one solution, that no clue can be left out of."""

from __future__ import annotations

import shlex

import click

from ...models.language.constraints import fixed_values
from ...models.language.errors import ExitCode
from ...models.language.phrases import counted
from .. import command_options as option
from ..exit_codes import Refused
from ..progress import Progress, picture
from ..standard_streams import say, say_document, wrapped

EXAMPLES = """\
  everyway make sudoku --seed 1
  everyway make slitherlink --size 6 --steps "at most 40, no chain"
  everyway make futoshiki --most-clues 8 -t 2m
"""


@option.as_command(EXAMPLES)
@click.argument("genre", metavar="GENRE")
@option.number("-r --seed", "a seed", "The same seed makes the same puzzle.", least=0, default=0)
@option.number("--size", "a size", "Squares in a row; of kakuro, without the black ones outside.")
@option.number("--most-clues", "a number of clues", "Make others until one has at most so many.")
@option.text(
    "--steps TEXT",
    "Make others until one is solved so, step by step: 'at most 40', 'at least 40', 'no chain'"
    " (no supposition is refuted) or 'chain', apart by commas.",
    default="",
)
@option.flag("--quick", "Do not count the steps, which may take longer than all else.")
@option.time_limit("Stop after so long in all; else 60 s.", default="60")
def command(
    genre: str,
    seed: int,
    size: int | None,
    most_clues: int | None,
    steps: str,
    quick: bool,
    time_limit: float,
    as_json: bool,
) -> int:
    """Make a puzzle of akari, futoshiki, kakuro, skyscrapers, slitherlink or sudoku.

    It has one solution, which two solvers prove, and several as soon as any clue is left
    out. The steps are those of `everyway why --steps`. Exit codes: 0 made, 3 not in time.
    """
    from ..making import make

    if quick and steps:
        raise Refused("--quick counts no steps; leave out --steps, or --quick")
    with Progress(f"making {genre}"):
        made = make(
            genre,
            seed=seed,
            size=size,
            most_clues=most_clues,
            steps=steps,
            graded=not quick,
            time_limit=time_limit,
        )
    if as_json:
        say_document("everyway.make/1", made.model, **made.to_json())
        return ExitCode.OK
    say(picture(made.model, fixed_values(made.model.constraints)))
    say(wrapped(f"{counted(made.clues, 'clue')}; {made.uniqueness.reason}", "", "  "))
    if made.steps is not None and made.hardest is not None:
        chain, places, known = made.hardest
        hardest = f"{counted(places, 'place')} of rules and {counted(known, 'known fact')}"
        hardest += f", by a chain of {chain}" if chain else ""
        say(wrapped(f"{counted(made.steps, 'step')}, the hardest of {hardest}", "", "  "))
    say(f"everyway solve {shlex.join([genre, *made.words])}")
    if made.address:
        say(made.address)
    return ExitCode.OK
