"""`everyway fuzz`: Random models: hunts faults of solvers, and shrinks them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

import click

from ...models.language.global_constraints import constraint_classes
from ...models.language.phrases import duration, grouped, number_of, snake_case
from .. import command_options as option
from ..exit_codes import Refused
from ..progress import Progress
from ..standard_streams import headed, say, say_json, styled, wrapped

if TYPE_CHECKING:
    from ...conformance.fuzz.cases import Case
    from ...conformance.fuzz.hunt import Report

SECONDS = 60.0

EXAMPLES = """\
  everyway fuzz
  everyway fuzz --seconds 10m -S cp-sat -S flatmap
  everyway fuzz --constraints all_different,element --seed 7
  everyway fuzz --seed 1234 --models 1
"""


@option.as_command(EXAMPLES)
@option.solver(
    "A solver to be tried, or its address, as my_module:solutions; without it, every"
    " one that is installed, and every engine of auto. Repeatable.",
    viewpoints=False,
)
@option.number(
    "-r --seed",
    "a seed",
    "The number of the first model; each has one. The default is 0.",
    least=0,
    default=0,
)
@click.option(
    "--seconds",
    "most_seconds",
    type=option.seconds,
    help=f"Stop after so long; also 10m, 1h. The default is {SECONDS:.0f}.",
)
@option.number("--models", "a number of models", "Stop after so many models.")
@option.text(
    "--constraints NAME,NAME",
    "Of these constraints and expressions, every model has one, such as all_different.",
    default="",
)
@option.time_limit(
    "For each model and solver; who exceeds it by far is said to hang. The default is 5.",
    default="5",
)
@option.text(
    "--save DIRECTORY",
    "Where faults are saved; the default is ./everyway-fuzz.",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("everyway-fuzz"),
)
def command(
    solvers: tuple[str, ...],
    seed: int,
    most_seconds: float | None,
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

    if most_seconds is None and models is None:
        most_seconds = SECONDS
    names = [name.strip() for name in constraints.split(",") if name.strip()]
    chosen = [solver_named(name) for name in dict.fromkeys(solvers)]
    kinds = kinds_named(names)
    plan = Plan(
        chosen or everyone(),
        seed=seed,
        seconds=most_seconds,
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


# --------------------------------------------------------- The report of `everyway fuzz`, as text.


CONTEXTS = {
    "top": "top",
    "negated": "not",
    "implied": "b=>c",
    "implies": "c=>b",
    "equivalent": "iff",
    "or": "or",
    "xor": "xor",
}
"""The heads of the columns: how a constraint stands in a model."""
MOST_WITNESSES = 4


def fuzz_report(report: Report) -> str:
    """The whole report: what was tried, how each solver fared, each fault, and a last line."""
    cases = map(_case, report.cases)
    return "\n\n".join([_tried(report), _solvers(report), *cases, _verdict(report)])


def _tried(report: Report) -> str:
    """The number of models with each constraint in each context, and anywhere else."""
    coverage = report.coverage
    head = ["models with", *CONTEXTS.values(), "nested", "shapes"]
    rows = [head]
    for kind in constraint_classes():
        tried, there_are = coverage.shapes(kind)
        numbers = [coverage.of(kind, context) for context in CONTEXTS]
        if any(numbers) or coverage.elsewhere[kind]:
            cells = [*numbers, coverage.elsewhere[kind]]
            rows.append([snake_case(kind.__name__), *map(str, cells), f"{tried}/{there_are}"])
    total = f"{number_of(coverage.missed, 'cell')} of constraint, context and shape not tried"
    return "\n".join([*headed(rows, range(1, len(head))), f"  {total}"])


def _solvers(report: Report) -> str:
    """A line for each solver."""
    rows = [["solver", "models", "complete", "unsupported", "faults"]]
    for name, tally in report.tallies.items():
        numbers = (tally.models, tally.complete, tally.unsupported)
        faults = ", ".join(f"{grouped(n)} {kind}" for kind, n in sorted(tally.faults.items()))
        rows.append([name, *map(grouped, numbers), faults or "none"])
    problems = [
        wrapped(f"{name}: {tally.problem}", "  ", "    ")
        for name, tally in report.tallies.items()
        if tally.problem
    ]
    return "\n".join([*headed(rows, (1, 2, 3)), *problems])


def _case(case: Case) -> str:
    """One fault: who, what, on which model, and the script."""
    from ...conformance.fuzz.faults import VERBS

    fault = case.fault
    who = f"{fault.solver} {case.version or ''}".strip()
    title = wrapped(f"FAULT  {who} {VERBS[fault.kind]}", "", "       ")
    lines = [styled(title, fg="red", bold=True), *_facts(case)]
    script = [f"    {line}".rstrip() for line in case.script.splitlines()]
    return "\n".join([*lines, "", *script])


def _facts(case: Case) -> Iterator[str]:
    fault, model = case.fault, case.fault.model
    seen = f"seed {case.number}" + (f", {case.times} models in all" if case.times > 1 else "")
    yield wrapped(f"found in the model of {seen}; the smallest that shows it:", "  ")
    for variable in model.variables:
        values = ", ".join(map(str, list(variable.domain)[:20]))
        yield wrapped(f"{variable.name} in {{{values}}}", "    ", "      ")
    for constraint in model.constraints:
        yield wrapped(str(constraint), "    ", "      ")
    if fault.reason:
        yield wrapped(fault.reason, "  ", "    ")
    else:
        many = number_of(fault.expected.total(), "solution")
        least = "" if fault.exact else "at least "
        reported = grouped(fault.answer.rows.total())
        yield f"  it has {least}{many}; {reported} {'was' if reported == '1' else 'were'} reported"
        witnesses = fault.witnesses
        shown = ", ".join(map(str, witnesses[:MOST_WITNESSES]))
        more = ", …" if len(witnesses) > MOST_WITNESSES else ""
        yield wrapped(f"{fault.kind}: {shown}{more}", "  ", "    ")
    yield wrapped(_about_the_script(case), "  ", "  ")
    yield f"    {case.path}"


def _about_the_script(case: Case) -> str:
    needs = "its library alone" if case.alone else "everyway"
    match case.shown:
        case True:
            shows = "shows the fault"
        case False:
            shows = "does not show the fault; that may lie in how everyway asks"
        case None:
            shows = "was not run"
    return f"the script below, saved with the details, needs {needs} and {shows}:"


def _verdict(report: Report) -> str:
    if report.is_idle:
        refused = any(not tally.problem for tally in report.tallies.values())
        why = "every model was refused" if refused else "no solver could be asked"
        return styled(f"NOTHING TRIED  {why}", bold=True, fg="yellow")
    models = f"{number_of(report.models, 'model')} in {duration(report.seconds)}"
    proven = sum(case.fault.proven for case in report.cases)
    others = len(report.cases) - proven
    ended = "crash or hang" if others == 1 else "crashes or hangs"
    parts = [
        number_of(proven, "proven fault") if proven else "",
        f"{grouped(others)} {ended}" if others else "",
    ]
    found = " and ".join(filter(None, parts)) or "no fault"
    end = "  (interrupted)" if report.interrupted else ""
    first, last = report.plan.seed, report.plan.seed + max(report.models, 1) - 1
    seeds = f"seeds {first} to {last}"
    text = f"{found.upper()}  {models}, {seeds}{end}"
    return styled(wrapped(text), bold=True, fg="red" if report.cases else "green")
