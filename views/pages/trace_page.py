"""The page on which a search is stepped through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...explainer import Fact, Step
from ...explainer.step_words import Explained
from ...models.language.drawing.layers import WIDEST
from ...models.language.expressions import size as size_of
from ...models.language.model import Model
from .gallery import Json, command_for, panels
from .page import Page, made
from .trace_document import LIMIT, RECORDED, WAYS, TraceDocument

SCRIPTS = (
    *("replay", "propagation", "search", "words", "layers", "boards"),
    *("tree", "quiz", "program", "steps"),
)
WALKS = ("depth", "levels")
MOST_KEPT = 5_000
"""The most removals and failures of one search that are in a page which can work them out."""


def trace(
    model: Model,
    *,
    order: str = "depth",
    way: str = "fewest",
    viewpoint: str = "auto",
    limit: int = LIMIT,
    time_limit: float | None = RECORDED,
    command: str = "",
) -> Page:
    """The search of `model` by `flatmap`, step by step, as a page of HTML.

    The page begins with the search depth first, or with `order="levels"` level by level, and with
    the `way` "check", "propagate", "fewest", "degree" or "weighted". All of them are on the page,
    each up to `limit` tries, and as far as it comes in `time_limit` seconds. It says the `command`
    that makes it again. In a notebook it shows itself; `.save(path)` writes it, and `.html` is its
    text.

    Raises: ValueError for another order or way, or a limit below 1; ModelError for a viewpoint that
    the model does not have.
    """
    if order not in WALKS:
        raise ValueError(f"a search goes in order 'depth' or 'levels', not {order!r}")
    if way not in (keys := [one.key for one in WAYS]):
        raise ValueError(f"a search goes by one of the ways {', '.join(keys)}, not {way!r}")
    if limit < 1:
        raise ValueError(f"a trace shows at least 1 try, not {limit}")
    recorded = TraceDocument(model, viewpoint)
    document, grounds = recorded.document(limit=limit, most_kept=MOST_KEPT, time_limit=time_limit)
    document["start"] = {"way": way, "walk": order}
    chosen = [f"--order={order}", f"--way={way}", f"--viewpoint={viewpoint}"]
    usual = ("--order=depth", "--way=fewest", "--viewpoint=auto")
    options = [option for option in chosen if option not in usual]
    document["command"] = command or command_for("trace", model, *options)
    return trace_page(model.name, document, grounds)


def trace_page(name: str, document: dict[str, Any], grounds: Sequence[str]) -> Page:
    """The page of a trace, drawn on the `grounds` of its boards."""
    files = ["trace.css", "layers.css", *(f"{script}.js" for script in SCRIPTS)]
    return made(f"{name}, step by step", "trace.html", files, document, name=name, grounds=grounds)


def trace_data(
    model: Model,
    *,
    viewpoint: str = "auto",
    limit: int = LIMIT,
    time_limit: float | None = RECORDED,
) -> dict[str, Any]:
    """The searches of `model` as `everyway.trace/1`, which the page replays."""
    return TraceDocument(model, viewpoint).document(limit=limit, time_limit=time_limit)[0]


# --------------------- The page of the steps to the one solution of a puzzle, each with its board.
#
#     {name, command, variables, domains, panels, given: [[place, value]],
#      steps: [{says, hints, values: [[place, value]], gone: [[place, value]],
#               found: [place], used: [place], scope: [place], look: [place]}]}
#
# is its data; places are those of variables in the declaration. `values` are all that the step and
# the marks before it decide, `gone` all that they rule out, `used` the variables of its known
# facts, `scope` those of its rules, and `look` where the first two of its `hints` say to look; of
# a variable with many values, `domains` has none.


def steps_page(model: Model, steps: Sequence[Explained], command: str = "") -> Page:
    """The page of `steps`, each with its sentences, to the solution of `model`."""
    shown, grounds = panels(model, _places(model, (f.name for s in steps for f in s.step.found)))
    given = [m for one in steps[:1] for m in one.step.marks if not m.known]
    document = {
        "name": model.name,
        "command": command,
        "variables": [variable.name for variable in model.variables],
        "domains": [
            [*map(str, v.domain)] if size_of(v.domain) <= WIDEST else [] for v in model.variables
        ],
        "panels": shown,
        "given": _values(model, given),
        "steps": list(_steps(model, steps)),
    }
    files = ["report.css", "deductions.css", "layers.css"]
    files += ["layers.js", "pictures.js", "deductions.js"]
    title = f"{model.name}, a deduction at a time"
    return made(title, "deductions.html", files, document, name=model.name, grounds=grounds)


def _steps(model: Model, steps: Iterable[Explained]) -> Iterator[Json]:
    causes: dict[Fact, Fact] = {}
    for one in steps:
        step = one.step
        causes |= {fact: m.known[0] for m in step.marks if m.known for fact in m.found}
        facts = step.found or [fact for mark in step.marks for fact in mark.found if fact.holds]
        used = step.known if step.rules else [causes.get(fact, fact) for fact in step.known]
        yield {
            "says": one.sentences,
            "hints": one.hints[:2],
            "values": _values(model, [*step.marks, step]),
            "gone": _values(model, [*step.marks, step], holds=False),
            "found": _places(model, (fact.name for fact in facts)),
            "used": _places(model, (fact.name for fact in used)),
            "scope": _places(model, (name for unit in step.rules for name in unit.squares)),
            "look": _places(model, one.squares),
        }


def _values(model: Model, steps: Iterable[Step], *, holds: bool = True) -> list[list[Any]]:
    """The values that steps find or rule out, each with the place of its variable."""
    facts: list[Fact] = [fact for step in steps for fact in step.found if fact.holds == holds]
    return [[model.places[fact.name], fact.value] for fact in facts]


def _places(model: Model, names: Iterable[str]) -> list[int]:
    return sorted({model.places[name] for name in names})
