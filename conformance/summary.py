"""The report below the results: each constraint in each context, and the first failing case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..models.language.phrases import grouped

Fact = Mapping[str, Any]
"""The facts of one test: its solver, its part of the kit, its outcome, its tally if any."""

_LEGEND = "models run, !wrong, ~late, ?unsupported"


def solvers_in(facts: Sequence[Fact]) -> list[str]:
    """The solvers that were tested."""
    return list(dict.fromkeys(fact["solver"] for fact in facts))


def lines(facts: Sequence[Fact], solver: str) -> Iterator[str]:
    """The report on `solver`."""
    own = [fact for fact in facts if fact["solver"] == solver]
    tallies = [fact["tally"] for fact in own if fact.get("tally")]
    cells = {(t["row"], t["column"]): t for t in tallies if t["column"]}
    if cells:
        yield from _table(cells)
        yield ""
        yield from _reached(tallies)
        yield ""
    for part in ("promises", "semantics", "large", "puzzles", "counting", "objectives", "stopping"):
        outcomes = Counter(fact["outcome"] for fact in own if fact["part"] == part)
        if outcomes:
            yield f"{part:19} {_in_words(outcomes)}"
    rows = dict.fromkeys(t["row"] for t in tallies if not t["column"])
    drawn = {row: [t for t in tallies if t["row"] == row] for row in rows}
    for name, several in {"samples": list(cells.values()), **drawn}.items():
        if several:
            yield f"{name:19} {_summed(several)}"
    yield from ("", _verdict(own))
    first = next((t["first"] for t in tallies if t["first"]), "")
    if first:
        yield from ("", "the first failing case, as a program that shows it:", "", first)


def _table(cells: Mapping[tuple[str, str], Fact]) -> Iterator[str]:
    rows = list(dict.fromkeys(row for row, _ in sorted(cells)))
    columns = [c for c in _contexts() if any((row, c) in cells for row in rows)]
    yield f"{'':19}" + "".join(f"{c:>11}" for c in columns)
    for row in rows:
        yield f"{row:19}" + "".join(f"{_cell(cells.get((row, c))):>11}" for c in columns)
    yield f"({_LEGEND})"


def _reached(tallies: Sequence[Fact]) -> Iterator[str]:
    """The most terms or rows in one place, and the ends of the numbers, of each constraint."""
    yield f"{'reached':19}{'terms, rows':>13}{'numbers from':>26}{'to':>26}"
    for row in dict.fromkeys(sorted(tally["row"] for tally in tallies)):
        own = [tally["reach"] for tally in tallies if tally["row"] == row]
        ends = min(r["least_number"] for r in own), max(r["greatest_number"] for r in own)
        numbers = "".join(f"{grouped(number):>26}" for number in ends)
        yield f"{row:19}{max(r['most'] for r in own):>13}{numbers}"


def _contexts() -> Sequence[str]:
    from ..models.language.sample_scenes import COMPOSED, HUGE, SIZES, TWO_ALIKE
    from .instances.cells import CONTEXTS
    from .instances.harsh_models import HARSH
    from .instances.large_forms import LARGE

    return [*CONTEXTS, *SIZES, HUGE, TWO_ALIKE, COMPOSED, HARSH, LARGE]


def _cell(tally: Fact | None) -> str:
    if tally is None:
        return "-"
    signs = (("!", "failures"), ("~", "late"), ("?", "unsupported"))
    counted = (f" {sign}{tally[name]}" for sign, name in signs if tally[name])
    return f"{tally['models']}{''.join(counted)}"


def _summed(tallies: Sequence[Fact]) -> str:
    models, wrong, late, refused = (
        sum(t[name] for t in tallies) for name in ("models", "failures", "late", "unsupported")
    )
    in_words = f", {grouped(late)} late" if late else ""
    return (
        f"{grouped(models)} models run, {grouped(wrong)} wrong{in_words},"
        f" {grouped(refused)} unsupported"
    )


def _in_words(outcomes: Counter[str]) -> str:
    words = (("passed", "passed"), ("failed", "failed"), ("skipped", "unsupported"))
    return ", ".join(f"{outcomes[key]} {word}" for key, word in words if outcomes[key])


def _verdict(facts: Sequence[Fact]) -> str:
    failed = sum(fact["outcome"] == "failed" for fact in facts)
    if failed:
        return f"{failed} of {len(facts)} tests failed: it does not conform"
    return f"{len(facts)} tests, none failed: it conforms, as far as it supports"
