"""`everyway count`: How many solutions a puzzle has."""

from __future__ import annotations

import itertools
import sys
from dataclasses import asdict
from typing import Any

from ...models.language.errors import ExitCode
from ...models.language.late_dataclasses import replace
from ...models.language.model import Model
from ...models.language.phrases import numbers_of_any_length
from ...models.language.solution import Solution
from ...solvers.harness.options import Options
from ...solvers.harness.outcome import Outcome
from ...solvers.harness.running.enumeration import DEFAULT_SOLVER, Enumeration
from ...solvers.harness.running.independent_parts import Counted, counted
from .. import command_options as option
from .. import searching
from ..command_options import Symmetry
from ..exit_codes import Refused
from ..progress import Progress
from ..puzzles import Asked, load, puzzle_options
from ..standard_streams import complain, is_terminal, say, say_document, wrapped

EXAMPLES = """\
  everyway count queens n=10
  everyway count sudoku -S cp-sat --json
  everyway count queens n=16 --time-limit 10
  everyway count queens --up-to-symmetry
  everyway count ./script.py:2
  everyway count queens n=30 --estimate --seed 1
"""


@option.as_command(EXAMPLES)
@puzzle_options()
@option.enumeration
@option.text(
    "--second NAME",
    "Ask again: a solver, such as diagram, or the counter ganak; 1 where it differs.",
)
@option.flag(
    "--estimate as_estimate",
    "About how many, and how sure that is, where counting does not end: this is no count."
    " Stop after 60 s, unless -t is given.",
)
def command(
    asked: Asked,
    options: Options,
    symmetry: Symmetry | None,
    solvers: tuple[str, ...],
    stats: bool,
    as_json: bool,
    second: str | None,
    as_estimate: bool,
) -> int:
    """Print how many solutions a puzzle has: the number alone.

    Where something stopped the search, it prints `at least` and the number so far.
    The numbers of parts that share no variable are multiplied, unless solutions are
    to be limited, projected or counted up to symmetry.
    """
    if as_estimate:
        apart: dict[str, object] = {"--estimate": True, "--limit": options.limit}
        apart |= {"--second": second, "--up-to-symmetry": symmetry}
        apart |= {"--solver": solvers, "--stats": stats, "--cluster": options.cluster}
        option.refuse_several(apart, "do not go together: an estimate counts nothing")
        return _estimate(asked, options, as_json)
    searching.refuse_second(second)
    model = load(asked)
    found = searching.start(model, solvers, options, symmetry)
    parts = None if symmetry else _in_parts(model, solvers, options)
    if parts:
        outcome, number, failure = parts.outcome, parts.number, None
        more: dict[str, Any] = {"parts": parts.parts} if parts.multiplied else {}
    else:
        outcome, failure = _one_by_one(found)
        least = outcome.objective.least if outcome.objective else 0
        number = outcome.solutions if outcome.complete else max(outcome.solutions, least)
        more = searching.symmetry_in_json(found) if symmetry else {}
    again = None
    if second and outcome.complete and not failure:
        if symmetry or options.limit:
            raise Refused("a second count is of all solutions; leave --up-to-symmetry out")
        again = searching.second_opinion(model, outcome, number, second, options, asked.typed())
        more |= again.data
    if as_json:
        more = {**searching.run_in_json(outcome), "count": number, **more}
        say_document("everyway.count/1", model, **more)
    if failure:
        raise failure
    if not as_json:
        with numbers_of_any_length():
            say(f"{'' if outcome.complete else 'at least '}{number}")
        if outcome.complete and outcome.objective and outcome.objective.points:
            complain(outcome.objective.words)
        if parts and parts.multiplied:
            complain("multiplied over parts that share no variable")
    if not outcome.complete:  # of parts, the numbers of those that were counted say nothing alone
        complain(searching.summary(replace(outcome, solutions=number)))
    elif outcome.complete_by != outcome.solver:
        complain(outcome.ending)
    elif again is None and is_terminal(sys.stderr):
        complain(f"counted by {searching.counted_by(outcome)}")
    if again is not None:
        complain(again.words)
        if again.code:
            return again.code
    searching.print_next(asked, number, complete=outcome.complete)
    if symmetry:
        searching.print_breaking(found)
    if stats:
        searching.print_statistics(outcome)
    return ExitCode.OK if outcome.complete else ExitCode.UNDECIDED


def _estimate(asked: Asked, options: Options, as_json: bool) -> int:
    """Print about how many solutions there are, and on standard error how sure that is."""
    from ...solvers.sat.estimating import estimate

    model = load(asked)
    options = replace(options, time_limit=options.time_limit or option.SECONDS)
    with Progress(f"probing {model.name}"):
        found = estimate(model, options=options)
    if as_json:
        say_document("everyway.estimate/1", model, seed=options.seed, estimate=asdict(found))
        return ExitCode.OK
    say(found.words)
    complain(wrapped(str(found), "", "  "))
    searching.print_next(asked, found.at_most, complete=True)
    return ExitCode.OK


def _one_by_one(found: Enumeration) -> tuple[Outcome, Exception | None]:
    """The outcome once all are enumerated, and what to raise if that failed."""
    numbers = itertools.count(1)
    with Progress(f"counting {found.model.name}", found.latest.statistics) as progress:

        def hear(solution: Solution) -> None:
            number = next(numbers)
            if not number % 1024:
                progress.report("counting", number)

        return searching.listen(found, hear)


def _in_parts(model: Model, solvers: tuple[str, ...], options: Options) -> Counted | None:
    """The product over parts that share no variable; None where all must be enumerated."""
    with Progress(f"counting {model.name}") as progress:
        return counted(
            model,
            searching.only(solvers) or DEFAULT_SOLVER,
            options,
            hear=lambda number, statistics: progress.report("counting", number, statistics),
        )
