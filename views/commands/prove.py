"""`everyway prove`: A proof that a puzzle has exactly so many solutions, for a small checker."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from ...models.language.errors import ExitCode
from ...models.language.model import Model
from ...models.language.phrases import grouped, number_of
from .. import command_options as option
from ..exit_codes import Failed, Refused
from ..progress import Progress
from ..puzzles import Asked, load, puzzle_options
from ..solution_files import write_file
from ..standard_streams import complain, say, say_document

if TYPE_CHECKING:
    from ...proofs.proof_files import Proof


EXAMPLES = """\
  everyway prove queens n=8 -o queens.proof
  everyway prove dominoes rows=8 columns=8 -o tilings.proof
  everyway prove sudoku -o sudoku.proof --kind tree -t 10
"""


@option.as_command(EXAMPLES)
@puzzle_options()
@option.new_file("-o --output", "The proof.")
@option.new_file("--drat", "Instead a DRAT proof in clauses, beside FILE.cnf.")
@option.choice(
    "--kind",
    "A tree lists the solutions, a count does not; else the smaller one.",
    of=["tree", "count"],
)
@option.number(
    "--steps",
    "a number of steps",
    "Try at most so many removals of a tree, and nodes of a count; else 1000000.",
    default=1_000_000,
)
@option.time_limit()
def command(
    asked: Asked,
    output: str | None,
    drat: str | None,
    kind: str | None,
    steps: int,
    time_limit: float | None,
    as_json: bool,
) -> int:
    """Write a proof that a puzzle has exactly so many solutions, each once.

    `everyway verify`, or `python -m everyway.proofs.check FILE`, checks it without any
    solver. Exit code 3: no proof within the limits, and nothing is written.
    """
    from ...proofs.check import TooLargeProof

    if (output is None) == (drat is None):
        raise Refused("name the file of the proof: -o FILE, or --drat FILE for one in clauses")
    model = load(asked)
    if output is None:
        return _in_clauses(model, str(drat), time_limit, as_json=as_json)
    try:
        found = _proof(model, kind, steps, time_limit)
    except TooLargeProof as error:
        complain(f"no proof: {error}; raise --steps or --time-limit")
        return ExitCode.UNDECIDED
    write_file(output, found.text.encode())
    size = len(found.text.encode())
    if as_json:
        more = {"kind": found.kind, "count": found.number, "steps": found.steps, "bytes": size}
        say_document("everyway.prove/1", model, **more, file=output)
    else:
        number = number_of(found.number, "solution")
        only = ", and no others" if found.number else ""
        lines, kilobytes = number_of(found.steps, "line"), grouped(-(-size // 1000))
        say(f"{number}{only} · {found.kind} of {lines}, {kilobytes} KB · checked")
        again = f"everyway verify {asked.typed()} {shlex.quote(output)}"
        complain(f"written to {output}; {again} checks it")
    return ExitCode.OK


def _proof(model: Model, kind: str | None, steps: int, limit: float | None) -> Proof:
    """Raises: Refused for a model of which proofs cannot speak; TooLargeProof."""
    from ...proofs import check
    from ...proofs.proof_files import prove

    with Progress(f"proving {model.name}"):
        try:
            return prove(model, kind, steps=steps, look=check.deadline(limit))
        except MemoryError as error:
            raise check.TooLargeProof("it takes more memory than there is") from error
        except check.NoProof as error:
            raise Refused(f"no proof can speak of this: {error}") from error


def _in_clauses(model: Model, path: str, limit: float | None, *, as_json: bool) -> int:
    """Write a DRAT proof and its clauses; the exit code. Raises: Refused, Failed."""
    from ...solvers.harness.contract import Control, Stopped, Unsupported
    from ...solvers.harness.installing import pip_install
    from ...solvers.harness.options import Options
    from ...solvers.sat.refuted_clauses import no_further

    control = Control(Options(time_limit=limit))
    control.resume()
    try:
        with Progress(f"proving {model.name}"):
            found = no_further(model, control)
    except Unsupported as error:
        raise Refused(f"no clauses say this: {error}") from error
    except ImportError as error:
        raise Failed(f"python-sat is not installed; {pip_install('sat')}") from error
    except Stopped:
        complain(f"no proof: none within {limit:g} s; raise --time-limit")
        return ExitCode.UNDECIDED
    clauses = str(Path(path).with_suffix(".cnf"))
    if clauses == path:
        raise Refused("the clauses go into a file that ends in .cnf; name the proof otherwise")
    write_file(clauses, found.cnf.encode())
    write_file(path, found.drat.encode())
    if as_json:
        more = {"kind": "drat", "count": found.number, "clauses": clauses}
        say_document("everyway.prove/1", model, **more, file=path)
    else:
        say(f"{number_of(found.number, 'solution')}, and clauses that nothing else satisfies")
        again = shlex.join(["drat-trim", clauses, path])
        complain(f"written to {clauses} and {path}; {again} checks them")
    return ExitCode.OK
