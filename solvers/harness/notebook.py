"""How a comparison shows itself in notebooks: its verdict, its runs, its witnesses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ...models.language.drawing import draw
from ...models.language.notebook import HTML, PLAIN, Bundle
from ...models.language.printable import escaped, printable
from ...models.language.svg import draw_svg

if TYPE_CHECKING:
    from .comparison import Comparison, Difference, RunReport

HEAD = ("solver", "status", "solutions", "verdict", "seconds")
MOST_WITNESSES = 6


def comparison_bundle(comparison: Comparison) -> Bundle:
    """The verdict, a table of the runs, and a witness of each difference."""
    return {PLAIN: printable("\n".join(_lines(comparison))), HTML: "\n".join(_html(comparison))}


def _row(run: RunReport) -> Sequence[str]:
    seconds = run.outcome.seconds.get("all")
    took = "–" if seconds is None else f"{seconds:.3f}"
    reported = f"{run.reported:,}" if run.ran else "–"
    return (run.solver, run.status, reported, run.verdict, took)


def _lines(comparison: Comparison) -> Iterator[str]:
    rows = [HEAD, *map(_row, comparison.runs)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    yield f"{comparison.model.name}: {comparison}"
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"  {'  '.join(cells)}".rstrip()
    for difference in comparison.differences[:MOST_WITNESSES]:
        yield f"{difference}; the first:"
        yield from (f"  {line}" for line in _witness(difference).splitlines())
        yield from (f"  breaks {violation}" for violation in difference.violated)


def _witness(difference: Difference) -> str:
    if difference.solution is None:
        return str(dict(difference.witness))
    return draw(difference.solution)


def _html(comparison: Comparison) -> Iterator[str]:
    yield f"<p><b>{escaped(comparison.model.name)}</b>: {escaped(str(comparison))}</p>"
    yield f"<table><thead><tr>{_cells('th', HEAD)}</tr></thead><tbody>"
    yield from (f"<tr>{_cells('td', _row(run))}</tr>" for run in comparison.runs)
    yield "</tbody></table>"
    for difference in comparison.differences[:MOST_WITNESSES]:
        broken = "; ".join(f"breaks {violation}" for violation in difference.violated)
        yield f"<p>{escaped(str(difference))}; the first:</p>"
        picture = draw_svg(difference.solution) if difference.solution else ""
        yield picture or f"<pre>{escaped(_witness(difference))}</pre>"
        yield f"<p>{escaped(broken)}</p>" if broken else ""


def _cells(kind: str, texts: Sequence[str]) -> str:
    return "".join(f"<{kind}>{escaped(text)}</{kind}>" for text in texts)
