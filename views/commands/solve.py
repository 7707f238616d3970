"""`everyway solve`: One solution of a puzzle, some, or all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any

from ...models.language.errors import ExitCode
from ...models.language.late_dataclasses import dataclass, field, replace
from ...models.language.nodes import describe
from ...models.language.objectives import Objective
from ...models.language.phrases import grouped, number_of
from ...models.language.solution import Solution
from ...solvers.harness.options import Options
from ...solvers.harness.outcome import Outcome
from ...solvers.harness.rows.packing import Packer
from .. import command_options as option
from .. import searching
from ..command_options import Symmetry
from ..exit_codes import Refused
from ..progress import Forecast, Progress, picture
from ..puzzles import Asked, load, puzzle_options
from ..solution_files import SCHEMA, keep, refuse_beside_saving
from ..standard_streams import answers, complain, is_terminal, say, say_document, say_json, wrapped

EXAMPLES = """\
  everyway solve queens n=12
  everyway solve queens --all --jsonl -S cp-sat
  everyway solve ./my_puzzle.py size=4 -n 3 -t 10
  everyway solve queens n=14 --all --save queens.db
  everyway solve model.mzn --all --as minizinc
  everyway solve queens n=12 --sample 5 --seed 1 --spread
"""


@option.as_command(EXAMPLES, as_json=False)
@puzzle_options()
@option.flag("-a --all every", "Every solution.")
@option.number(
    "--sample",
    "a number of solutions",
    "Draw so many at random: each of all alike, whatever the others are, so that one may come"
    " twice. The same --seed draws the same. Stop after 60 s, unless -t is given.",
)
@option.flag("--spread", "With --sample: far apart, and all different, of many that are drawn.")
@option.enumeration
@option.flag("--isolate", "Run the solver in a process of its own, which may crash.")
@option.memory
@option.json
@option.flag("--jsonl as_lines", "Print each solution as a line of JSON.")
@option.choice(
    "--as language", "Print solutions, and how the search ended, as MiniZinc does.", of=["minizinc"]
)
@option.text("--save FILE", "With --all: keep them in a file that survives whatever ends this.")
@option.text(
    "--second NAME",
    "With --all: ask another solver too, such as diagram; exit code 1 where it differs.",
)
@option.resume
def command(
    asked: Asked,
    options: Options,
    symmetry: Symmetry | None,
    every: bool,
    sample: int | None,
    spread: bool,
    solvers: tuple[str, ...],
    stats: bool,
    as_json: bool,
    as_lines: bool,
    language: str | None,
    save: str | None,
    resume: bool,
    second: str | None,
) -> int:
    """Print one solution of a puzzle, some with --limit, --all, or a --sample.

    Without these it stops at the first solution, and does not look whether there
    are more. How the search went comes on standard error.
    """
    limit = options.limit
    if every and limit:
        raise Refused("--all and --limit contradict each other; give one of them")
    forms = {"--json": as_json, "--jsonl": as_lines, "--as": language}
    option.refuse_several(forms, option.TWO_FORMS)
    if sample or spread:
        if sample is None or (spread and sample < 2):
            raise Refused("--spread goes with a --sample of 2 or more")
        apart: dict[str, object] = {"--sample": sample, "--all": every, "--limit": limit}
        apart |= {"--solver": solvers, "--up-to-symmetry": symmetry}
        apart |= {"--save": save, "--resume": resume, "--second": second, "--stats": stats}
        apart |= {"--isolate": options.isolate, "--cluster": options.cluster}
        option.refuse_several(apart, "do not go together: no search draws a sample")
        return _draw(asked, options, sample, spread, as_json, as_lines, language)
    if second and (symmetry or save or not every):
        raise Refused("a second solver is asked for every solution: write --all, without --save")
    searching.refuse_second(second)
    if save is not None or resume:
        refuse_beside_saving(save, options, symmetry, every=every, forms=forms)
        return keep(asked, str(save), solvers, options, resume=resume, stats=stats, as_json=as_json)
    model = load(asked)
    wanted = replace(options, limit=None if every else limit or 1)
    found = searching.start(model, solvers, wanted, symmetry)
    with Progress(f"solving {model.name}", found.latest.statistics) as progress:
        packer = Packer(found.projected) if second else None
        printer = Printer(progress, packer, as_json, as_lines, language)
        printer.forecast = Forecast(model) if every and not (options.project or symmetry) else None
        outcome, failure = searching.listen(found, printer.hear, None if every or limit else 1)
    again = None
    if packer and second and outcome.complete and not failure:
        what = model, outcome, outcome.solutions, second, options, asked.typed()
        again = searching.second_opinion(*what, map(packer.unpack, printer.rows))
    if as_json:
        more = searching.symmetry_in_json(found, printer.kept) if symmetry else {}
        more = {**more, **searching.incumbent_in_json(found.projected, outcome)}
        more |= again.data if again else {}
        values = {"values": printer.values} if model.objective else {}
        document = {**searching.run_in_json(outcome), **more, **values}
        say_document(SCHEMA, model, **document, solutions=printer.kept)
    if language:
        printer.end(complete=outcome.complete)
    if failure:
        raise failure
    if not (as_json or as_lines):
        searching.print_incumbent(found.projected, outcome)
    complain(searching.summary(outcome, looked_further=bool(every or limit)))
    searching.print_next(asked, outcome.solutions, complete=outcome.complete)
    if symmetry:
        searching.print_breaking(found)
    if stats:
        searching.print_statistics(outcome)
        searching.print_noise(outcome)
    if again:
        complain(again.words)
        if again.code:
            return again.code
    return _exit_code(outcome, every, limit)


def _exit_code(outcome: Outcome, every: bool, limit: int | None) -> int:
    enough = outcome.complete or (not every and outcome.solutions == (limit or 1))
    if not enough:
        return ExitCode.UNDECIDED
    return ExitCode.OK if outcome.solutions else ExitCode.DIFFERENT


def _draw(
    asked: Asked,
    options: Options,
    k: int,
    spread: bool,
    as_json: bool,
    as_lines: bool,
    language: str | None,
) -> int:
    """Print solutions drawn at random, and on standard error how."""
    from ...solvers.diagram.sampling import draw

    model = load(asked)
    options = replace(options, time_limit=options.time_limit or option.SECONDS)
    with Progress(f"drawing from {model.name}") as progress:
        found = draw(model, k, spread=spread, options=options)
        printer = Printer(progress, None, as_json, as_lines, language)
        for one in found.solutions:
            printer.hear(one)
    if as_json:
        far = {"spread": asdict(found.spread)} if found.spread else {}
        seed = {"seed": options.seed, "of": found.number, "how": found.how}
        say_document("everyway.sample/1", model, **seed, **far, solutions=printer.kept)
    if language:
        printer.end(complete=not found.number)
    number = number_of(len(found.solutions), "solution")
    said = f"{number} drawn from {grouped(found.number)}, {found.how}"
    complain(wrapped(said, "", "  ") if found.number else "no solution to draw, proven")
    if found.spread:
        complain(wrapped(str(found.spread), "", "  "))
    searching.print_next(asked, found.number, complete=True)
    return ExitCode.OK if found.number else ExitCode.DIFFERENT


def _value(objective: Objective, solution: Solution) -> str:
    """`mark[4] = 12`, for solutions whose values may differ."""
    point = solution.value if isinstance(solution.value, tuple) else (solution.value,)
    pairs = zip(objective.expressions, point, strict=True)
    return wrapped(", ".join(f"{describe(goal)} = {value}" for goal, value in pairs))


@dataclass
class Printer:
    """Prints solutions as they come; those for one JSON document it keeps."""

    progress: Progress
    packer: Packer | None
    as_json: bool
    as_lines: bool
    language: str | None
    count: int = 0
    rows: list[bytes] = field(default_factory=list)
    """The solutions that were printed, packed, where there is a packer."""
    kept: list[dict[str, Any]] = field(default_factory=list)
    values: list[int | tuple[int, ...] | None] = field(default_factory=list)
    forecast: Forecast | None = None
    """The words on all solutions that are still to be printed."""

    def hear(self, solution: Solution) -> None:
        """Print, or keep, the next solution."""
        self.count += 1
        if self.packer:
            self.rows.append(self.packer.row(solution.assignment))
        if self.as_json:
            self.kept.append(solution.to_json())
            self.values.append(solution.value)
        else:
            if is_terminal(answers()):
                self.progress.stop()
            self._print(solution)
        if not self.count % 256:
            ahead: Callable[[], str] = str
            if self.forecast:
                ahead = partial(self.forecast.ahead, self.count, solution)
            self.progress.report("solving", self.count, ahead=ahead)

    def end(self, *, complete: bool) -> None:
        """Print how the search ended, in the language of the solutions."""
        from ...models.language.files.minizinc_data import ending

        words = ending(self.count, complete=complete)
        if words:
            say(words)

    def _print(self, solution: Solution) -> None:
        if self.as_lines:
            say_json(solution.to_line(), lines=True)
            return
        if self.language:
            from ...models.language.files.minizinc_data import in_minizinc

            say(in_minizinc(solution, solution.value))
            return
        drawn = picture(solution.model, solution.assignment)
        if self.count > 1 and "\n" in drawn:
            say()
        say(drawn)
        objective = solution.model.objective
        if objective and (objective.pareto or objective.within):
            say(_value(objective, solution))
