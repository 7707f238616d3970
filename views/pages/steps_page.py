"""The page of the steps to the one solution of a puzzle, each with its board.

    {name, variables, panels, given: [[place, value]],
     steps: [{says, values: [[place, value]], found: [place], used: [place], scope: [place]}]}

is its data; places are those of variables in the declaration. `values` are all that the step and
the marks before it decide, `used` the variables of its known facts, `scope` those of its rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from ...explainer import Fact, Step
from ...models.language.model import Model
from .gallery import Json, panels
from .page import Page, made, web_file


def steps_page(model: Model, steps: Sequence[tuple[Step, Sequence[str]]]) -> Page:
    """The page of `steps`, each with its sentences, to the solution of `model`."""
    shown, grounds = panels(model)
    given = [m for step, _ in steps[:1] for m in step.marks if not m.known]
    document = {
        "name": model.name,
        "variables": [variable.name for variable in model.variables],
        "panels": shown,
        "given": _values(model, given),
        "steps": list(_steps(model, steps)),
    }
    body = web_file("deductions.html").replace("{{name}}", escape(model.name))
    body += f'<div id="grounds" hidden>{"".join(grounds)}</div>'
    return made(
        f"{model.name}, a deduction at a time",
        body,
        document,
        styles=["report.css", "deductions.css"],
        scripts=["pictures.js", "deductions.js"],
    )


def _steps(model: Model, steps: Iterable[tuple[Step, Sequence[str]]]) -> Iterator[Json]:
    causes: dict[Fact, Fact] = {}
    for step, said in steps:
        causes |= {fact: m.known[0] for m in step.marks if m.known for fact in m.found}
        facts = step.found or [fact for mark in step.marks for fact in mark.found if fact.holds]
        used = step.known if step.rules else [causes.get(fact, fact) for fact in step.known]
        yield {
            "says": list(said),
            "values": _values(model, [*step.marks, step]),
            "found": _places(model, (fact.name for fact in facts)),
            "used": _places(model, (fact.name for fact in used)),
            "scope": _places(model, (name for unit in step.rules for name in unit.squares)),
        }


def _values(model: Model, steps: Iterable[Step]) -> list[list[Any]]:
    """The values that steps find, each with the place of its variable."""
    facts: list[Fact] = [fact for step in steps for fact in step.found if fact.holds]
    return [[model.places[fact.name], fact.value] for fact in facts]


def _places(model: Model, names: Iterable[str]) -> list[int]:
    return sorted({model.places[name] for name in names})
