"""`everyway report`: A page on what solvers say of a puzzle: verdict, proof, times, solutions."""

from __future__ import annotations

from ...models.language.late_dataclasses import replace
from ...solvers.harness.options import Options
from .. import command_options as option
from ..exit_codes import Refused, worst
from ..progress import Progress
from ..puzzles import Asked, choices, load, puzzle_options
from ..solution_files import write_page
from ..standard_streams import say, say_json, wrapped
from ..verdict import in_colour
from .compare import apart, claim_options, compared, print_runs

EXAMPLES = """\
  everyway report queens n=8 --open
  everyway report queens n=4..9 -S flatmap -S cp-sat -o growth.html
  everyway report sudoku --time-limit 10 --rounds 5
  everyway report ./my_puzzle.py --claim chuffed=solutions.jsonl
"""


@option.as_command(EXAMPLES)
@puzzle_options()
@option.solver(several=True)
@claim_options
@option.limit
@option.number(
    "--rounds",
    "a number of rounds",
    "How often to run a solver that is quick, for its times; else 3, with a range 2.",
)
@option.search
@option.memory
@option.in_process
@option.page
def command(
    asked: Asked,
    options: Options,
    solvers: tuple[str, ...],
    complete: tuple[str, ...],
    partial: tuple[str, ...],
    rounds: int | None,
    in_process: bool,
    output: str | None,
    show: bool,
    stats: bool,
    as_json: bool,
) -> int:
    """Write a page on what solvers say of a puzzle, compared as `everyway compare` does.

    The page needs no network: the verdict with its proof, solvers, times, rules, and a
    gallery of the solutions. With a range, n=4..9, it shows growth as well. The exit
    code is that of the comparison. With --json, print the report as data instead.
    """
    from ..pages.report_page import ROUNDS, How, document, page_of

    each, parameter = _each(asked)
    if len(each) > 1 and (complete or partial):
        raise Refused("a claim is of one puzzle; leave out the range, or the claims")
    models, options = list(map(load, each)), apart(options, in_process=in_process)
    with Progress("comparing") as progress:
        found = [compared(model, solvers, complete, partial, options, progress) for model in models]
        how = How(options, rounds or (ROUNDS if len(each) == 1 else 2), progress.report)
        data, grounds = document(found, how, option.typed(), parameter)
    if as_json:
        say_json(data)
    else:
        for one in found:
            word, _, reason = str(one).partition("  ")
            say(f"{in_colour(word)}{wrapped(f'{one.model.name}: {reason}', '  ', '  ')}")
        write_page(page_of(data, grounds), output, show, asked.name or found[-1].model.name)
    if stats:
        for one in found:
            print_runs(one)
    return worst(one.exit_code() for one in found)


def _each(asked: Asked) -> tuple[list[Asked], str]:
    """The puzzle for each value of a range such as n=4..9, and the name of that parameter."""
    puzzle, assignments = asked.words[:1], asked.words[1:]
    every = list(choices(assignments))
    ranges = [name for name in every[0] if len({choice[name] for choice in every}) > 1]
    if len(ranges) > 1:
        raise Refused(
            f"one range at a time, not {' and '.join(ranges)}; give one value of the rest"
        )
    words = [(*puzzle, *(f"{name}={value}" for name, value in one.items())) for one in every]
    return [replace(asked, words=one) for one in words], "".join(ranges)
