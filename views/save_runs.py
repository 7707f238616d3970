"""`everyway solve --all --save FILE`: every solution into a file, and on with it another time."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import exit_codes
from .command_options import Symmetry
from .exit_codes import Refused
from .progress import Progress
from .puzzles import refusals, say_document
from .searching import failures, only, print_statistics, refuse_missing_viewpoints, summary
from .standard_streams import complain, say
from .variants import Asked, load
from .wording import counted, grouped

if TYPE_CHECKING:
    from ..solvers.harness.options import Options
    from ..solvers.harness.saving.save import Saved


def refuse_beside_saving(
    path: str | None,
    options: Options,
    symmetry: Symmetry | None,
    *,
    every: bool,
    lines: Sequence[str],
) -> None:
    """Raises: Refused where options make no sense together."""
    if path is None:
        raise Refused("--resume goes on with a file; name it with --save FILE")
    if not every:
        raise Refused("--save keeps every solution; write --all too")
    kept = "whatever becomes of this process, the file can be gone on with"
    refused = {
        "--jsonl: `everyway export` writes what was saved": "--jsonl" in lines,
        "--as: `everyway export` writes what was saved": "--as" in lines,
        f"{symmetry and symmetry.typed}: every solution is saved": symmetry,
        f"--isolate: {kept}": options.isolate,
        f"--memory: {kept}": options.memory,
        "--cluster: one machine writes the file": options.cluster,
    }
    for words, given in refused.items():
        if given:
            raise Refused(f"--save does without {words}")


def keep(
    asked: Asked,
    path: str,
    solvers: Sequence[str],
    options: Options,
    *,
    resume: bool,
    stats: bool,
    as_json: bool,
) -> int:
    """Save every solution of the puzzle that was asked for; how it went is printed."""
    from ..solvers.harness.saving.save import save

    model = load(asked)
    with refusals(), failures(), Progress(f"saving {model.name}") as progress:
        refuse_missing_viewpoints(model, [], options.viewpoint)

        def hear(number: int, statistics: Any) -> None:
            if not number % 256:
                progress.report("saving", number, statistics)

        saved = save(model, path, only(solvers), resume=resume, hear=hear, options=options)
    if as_json:
        say_document(
            "everyway.save/1",
            model,
            **saved.outcome.to_json(),
            file=str(saved.path),
            solutions=saved.outcome.solutions,
            complete=saved.complete,
            resumed=saved.resumed,
            digest=saved.digest,
            rows_judged=saved.rows.to_json(),
        )
    else:
        _print(saved, asked)
    if stats:
        print_statistics(saved.outcome)
    if not saved.complete:
        return exit_codes.UNDECIDED
    return exit_codes.OK if saved.outcome.solutions else exit_codes.DIFFERENT


def _print(saved: Saved, asked: Asked) -> None:
    if saved.resumed is not None:
        complain(f"resumed after {counted(saved.resumed, 'solution')}")
    number = saved.outcome.solutions
    if saved.complete:
        say(f"{saved.path}: {counted(number, 'solution')}, complete  ({(saved.digest or '')[:12]})")
        complain(str(saved.rows))
    else:
        say(f"{saved.path}: at least {grouped(number)}, not complete")
    complain(summary(saved.outcome))
    if not saved.complete:
        again = f"everyway solve {asked.typed()} --all --save {shlex.quote(str(saved.path))}"
        complain(f"to go on: {again} --resume")
