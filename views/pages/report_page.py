"""The page of a report: who agrees, who is wrong, the proof, and the solutions."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from html import escape
from typing import Unpack

from ...comparer.claims import Claim
from ...comparer.comparing_solvers import compare
from ...comparer.comparison import Comparison
from ...models.language.check import as_model
from ...models.language.errors import ModelError
from ...models.language.model import Model
from ...solvers.harness.options import RunOptions, asked, offers
from ...solvers.harness.processes.payload import payload_of
from .gallery import Json
from .page import Page, made, web_file
from .report_document import How, document

ROUNDS = 3
STYLES = ("plots.css", "report.css")
SCRIPTS = ("plots.js", "sheet.js", "pictures.js", "solutions.js", "report.js")


@offers(RunOptions)
def report(
    model: Model,
    solvers: str | Iterable[str] | None = None,
    claims: Iterable[Claim] = (),
    *,
    rounds: int = ROUNDS,
    **keywords: Unpack[RunOptions],
) -> Page:
    """A comparison of solvers on `model` as a page of HTML: proofs, times and solutions.

    Solvers and claims are those of `compare`, and so are the options, but for `isolate`: each
    solver has a process of its own unless the model cannot travel to one. Quick ones are run
    `rounds` times, for their times. In a notebook the page shows itself; `.save(path)` writes it.

    Raises: ValueError for less than one round; what `compare` raises.
    """
    if rounds < 1:
        raise ValueError(f"rounds is {rounds}; a report needs at least 1")
    keywords.setdefault("isolate", _can_travel(as_model(model)))
    options = asked(**keywords)
    found = compare(model, solvers, claims, options=options)
    return report_page([found], How(options, rounds))


def report_page(
    comparisons: Sequence[Comparison], how: How, command: str = "", parameter: str = ""
) -> Page:
    """The page of comparisons that were made; of several, by which `parameter` they differ."""
    return page_of(*document(comparisons, how, command or _command(comparisons), parameter))


def page_of(data: Json, grounds: Sequence[str]) -> Page:
    """The page of a document `everyway.report/1` and the grounds of its boards."""
    last = data["reports"][-1]
    name = last["name"]
    verdict = last["comparison"]["verdict"]
    body = web_file("report.html").replace("{{name}}", escape(name))
    body += f'<div id="grounds" hidden>{"".join(grounds)}</div>'
    return made(f"{name}: {verdict}", body, data, styles=STYLES, scripts=SCRIPTS)


def _can_travel(model: Model) -> bool:
    try:
        payload_of(model)
    except ModelError:
        return False
    return True


def _command(comparisons: Sequence[Comparison]) -> str:
    """The command that compares the same, where the puzzle is one that has a name or a file."""
    found = comparisons[-1]
    recipe = found.model.recipe
    if recipe is None:
        return ""
    params = {name: value for name, value in recipe.params.items() if value not in (None, "")}
    words = [recipe.puzzle, *(f"{name}={_typed(value)}" for name, value in params.items())]
    words += [word for rule in recipe.rules for word in ("--rule", rule)]
    words += [word for given in recipe.givens for word in ("--given", given)]
    for name, value in recipe.objective.items():
        texts = value if isinstance(value, tuple) else (str(value),)
        words += [word for text in texts for word in (f"--{name}", text)]
    words += [word for run in found.runs if run.outcome.viewpoint for word in ("-S", run.solver)]
    return f"everyway report {shlex.join(words)}"


def _typed(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
