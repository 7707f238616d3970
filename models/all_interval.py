"""All-interval rows: every note once, and every interval between neighbours once."""

from itertools import pairwise
from typing import Literal

from everyway.models import (
    Constraint,
    Expression,
    Model,
    VariableList,
    all_different,
    counted,
    known,
    puzzle,
    rule,
    variables,
)


@puzzle(
    known("OEIS A006967", n={0: 1, 1: 1, 2: 2, 3: 4, 4: 4, 5: 8, 6: 24, 7: 32, 8: 40}),
    known("OEIS A006967", form="intervals", n={1: 1, 2: 2, 3: 4, 4: 4, 5: 8, 6: 24, 7: 32}),
    known("OEIS A141599; none where n is odd", tone_row=True, n={2: 1, 4: 2, 6: 4, 7: 0, 8: 24}),
    least={"n": 0},
)
def all_interval(
    n: int = 7, tone_row: bool = False, form: Literal["notes", "intervals"] = "notes"
) -> Model:
    """An all-interval series: put the notes 0 to n - 1 in a row with n - 1 different intervals.

    Each note is played once, and the interval between two neighbours, counted upwards or
    downwards alike, never comes twice: 0 3 1 2 for n = 4. In a `tone_row` of the twelve-tone
    composers an octave of n notes has no end: intervals are counted upwards around it, and rows
    start with note 0, since a row begun on another note is the same row in another key. A
    series and its reversal are two; `note[0]` is played first.

    Two ways to say it: `notes` has no other variables, while `intervals` has one for each
    interval too, which a solver may decide first.

    Source: A. Berg's Lyric Suite (1926), with n = 12; CSPLib 007; OEIS A006967, A141599.
    """
    note = variables("note", n, range(n))
    # No note comes twice.
    every_note_once = rule("every note once", all_different(note))
    # A tone row starts on note 0.
    start: object = rule("starts on 0", note[0] == 0) if tone_row and n else []
    intervals = _with_intervals if form == "intervals" else _without_intervals
    name = f"all-interval {'row' if tone_row else 'series'} of {counted(n, 'note')}"
    return Model(name, note, every_note_once, start, *intervals(note, tone_row))


def _without_intervals(note: VariableList, tone_row: bool) -> list[object]:
    steps = [after - before for before, after in pairwise(note)]
    intervals = [step % len(note) if tone_row else abs(step) for step in steps]
    # No interval comes twice.
    return [rule("every interval once", all_different(intervals))]


def _with_intervals(note: VariableList, tone_row: bool) -> list[object]:
    n = len(note)
    interval = variables("interval", max(n - 1, 0), range(1, n))

    def leads(before: Expression, size: Expression, after: Expression) -> Constraint:
        down = size - n if tone_row else -size
        return (after - before == size) | (after - before == down)

    steps = zip(note, interval, note[1:], strict=False)
    return [
        interval,
        # An interval leads from its note to the next, upwards or downwards.
        rule("intervals lead from note to note", (leads(*step) for step in steps)),
        # No interval comes twice.
        rule("every interval once", all_different(interval)),
    ]
