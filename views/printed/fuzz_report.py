"""The report of `everyway fuzz`, as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...models.language.global_constraints import constraint_classes
from ...models.language.phrases import snake_case
from ..standard_streams import styled
from ..tables import table
from ..wording import counted, duration, grouped, wrapped

if TYPE_CHECKING:
    from ...conformance.fuzz.cases import Case
    from ...conformance.fuzz.hunt import Report

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
    blocks = [_tried(report), _solvers(report), *map(_case, report.cases), _verdict(report)]
    return "\n\n".join(blocks)


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
    total = f"{counted(coverage.missed, 'cell')} of constraint, context and shape not tried"
    first, *others = table(rows, right=range(1, len(head)))
    return "\n".join([styled(first, dim=True), *others, f"  {total}"])


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
    first, *others = table(rows, right=(1, 2, 3))
    return "\n".join([styled(first, dim=True), *others, *problems])


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
        many = counted(fault.expected.total(), "solution")
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
    models = f"{counted(report.models, 'model')} in {duration(report.seconds)}"
    proven = sum(case.fault.proven for case in report.cases)
    others = len(report.cases) - proven
    ended = "crash or hang" if others == 1 else "crashes or hangs"
    parts = [
        counted(proven, "proven fault") if proven else "",
        f"{grouped(others)} {ended}" if others else "",
    ]
    found = " and ".join(filter(None, parts)) or "no fault"
    end = "  (interrupted)" if report.interrupted else ""
    first, last = report.plan.seed, report.plan.seed + max(report.models, 1) - 1
    seeds = f"seeds {first} to {last}"
    text = f"{found.upper()}  {models}, {seeds}{end}"
    return styled(wrapped(text), bold=True, fg="red" if report.cases else "green")
