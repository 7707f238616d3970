"""`everyway fuzz`: Random models: hunts faults of solvers, and shrinks them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

import click

from ..command_options import as_command, seconds, solver_option, whole
from ..exit_codes import Refused
from ..printed.run_table import fuzz_report
from ..progress import Progress
from ..puzzles import refusals
from ..standard_streams import say, say_json

SECONDS = 60.0

EXAMPLES = """\
  everyway fuzz
  everyway fuzz --seconds 10m -S cp-sat -S flatmap
  everyway fuzz --constraints all_different,element --seed 7
  everyway fuzz --seed 1234 --models 1
"""


@as_command(EXAMPLES)
@solver_option(
    "A solver to be tried, or its address, as my_module:solutions; without it, every"
    " one that is installed, and every engine of auto. Repeatable.",
    viewpoints=False,
)
@click.option(
    "-r",
    "--seed",
    type=whole("a seed", 0),
    default=0,
    help="The number of the first model; each has one. The default is 0.",
)
@click.option(
    "--seconds",
    "duration",
    type=seconds,
    help=f"Stop after so long; also 10m, 1h. The default is {SECONDS:.0f}.",
)
@click.option("--models", type=whole("a number of models"), help="Stop after so many models.")
@click.option(
    "--constraints",
    metavar="NAME,NAME",
    default="",
    help="Of these constraints and expressions, every model has one, such as all_different.",
)
@click.option(
    "-t",
    "--time-limit",
    type=seconds,
    default="5",
    help="For each model and solver; who exceeds it by far is said to hang. The default is 5.",
)
@click.option(
    "--save",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("everyway-fuzz"),
    metavar="DIRECTORY",
    help="Where faults are saved; the default is ./everyway-fuzz.",
)
def command(
    solvers: tuple[str, ...],
    seed: int,
    duration: float | None,
    models: int | None,
    constraints: str,
    time_limit: float,
    save: Path,
    as_json: bool,
) -> int:
    """Draw random models over the whole language, and hold what every solver finds
    against brute force.

    A solver that loses, invents or repeats solutions, that crashes or that hangs is
    shown on the smallest model on which it still does, with a script in its library's
    own words that shows it without everyway.

    Exit code 1: wrong solutions, proven; 4: only crashes and hangs; 0: no fault.
    """
    from ...conformance.fuzz.hunt import Plan, everyone, hunt
    from ...conformance.fuzz.numbered_models import kinds_named
    from ...solvers.harness.registry import solver_named

    if duration is None and models is None:
        duration = SECONDS
    names = [name.strip() for name in constraints.split(",") if name.strip()]
    with refusals():
        chosen = [solver_named(name) for name in dict.fromkeys(solvers)]
        kinds = kinds_named(names)
    plan = Plan(
        chosen or everyone(),
        seed=seed,
        seconds=duration,
        models=models,
        kinds=kinds,
        time_limit=time_limit,
        folder=save,
        required=bool(solvers),
    )
    _refuse_what_cannot_be_written(plan.folder)
    with Progress("fuzzing") as progress:
        found = hunt(plan, progress.say)
    if as_json:
        say_json(found.to_json())
    else:
        say(fuzz_report(found))
    return found.exit_code()


def _refuse_what_cannot_be_written(folder: Path) -> None:
    """Raises: Refused before hours of work, not after. What it makes to see it is gone again."""
    made = [place for place in (folder, *folder.parents) if not place.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=folder).close()
    except OSError as error:
        why = "it is a file" if isinstance(error, FileExistsError) else error.strerror
        raise Refused(
            f"faults cannot be saved in {folder}: {why}; name another by --save"
        ) from error
    finally:
        for place in made:
            with suppress(OSError):
                place.rmdir()
