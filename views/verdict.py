"""The verdict of a comparison, in words and with the proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..comparer.comparison import CLAIMS, WRONG_COUNT, Comparison, Difference, reasons
from ..models.language.check import Violation
from ..models.language.model import Model
from ..models.language.phrases import assigned, grouped, listed, number_of
from ..solvers.harness.contract import plain
from .progress import picture
from .standard_streams import beside, command_lines, styled, wrapped

INDENT = " " * 7
"""As wide as `AGREE` with its gap."""

MOST_VIOLATIONS = 4
COLOURS = {"agree": "green", "same": "green", "unique": "green", "undecided": "yellow"}
"""The colours of verdicts; any other is red."""


def in_colour(verdict: str) -> str:
    """A verdict in capitals and in its colour."""
    return styled(verdict.upper(), fg=COLOURS.get(verdict, "red"), bold=True)


def verdict(comparison: Comparison, other: str) -> str:
    """AGREE, DIFFER or UNDECIDED with the reasons; `other` is how to see a further solution."""
    blocks = [
        f"{in_colour('differ')}  {difference}\n{_proof(difference, comparison)}"
        for difference in comparison.differences
    ]
    if not blocks:
        agreed = comparison.verdict == "agree"
        blocks = [_agreement(comparison) if agreed else _doubt(comparison)]
    if comparison.shown and not comparison.differences:
        blocks.append(_example(comparison, other))
    return "\n\n".join(blocks)


# ----------------------------------------------------------------------------- agreement


def _agreement(comparison: Comparison) -> str:
    assert comparison.common is not None
    (words,) = reasons(comparison)
    line = f"{in_colour('agree')}  {words}  ({comparison.common.short})"
    return "\n".join([line, *_known(comparison, INDENT), *_sampled(comparison)])


def _known(comparison: Comparison, indent: str) -> Iterator[str]:
    for known in comparison.counts:
        yield wrapped(f"known count, {known.source}: {grouped(known.count)}", indent)


def _sampled(comparison: Comparison) -> Iterator[str]:
    if comparison.judged < comparison.distinct:
        judged, distinct = grouped(comparison.judged), grouped(comparison.distinct)
        yield f"{INDENT}a sample of {judged} of {distinct} was held against the rules"


def _example(comparison: Comparison, other: str) -> str:
    """One solution, and how to see another."""
    assert comparison.shown is not None
    number = comparison.distinct
    if number == 1:
        words = ["the only one found" if comparison.verdict != "agree" else "the only one"]
    else:
        words = [f"one of {grouped(number)}. Others:", *command_lines(f"{other} --index 2")]
    return beside(picture(comparison.model, comparison.shown.assignment, 2), words, one_line=True)


# ---------------------------------------------------------------------------- differences


def _proof(difference: Difference, comparison: Comparison) -> str:
    where = "only in" if len(difference.found_by) < len(comparison.runs) else "in"
    which = f", first of {grouped(difference.count)}" if difference.count > 1 else ""
    if difference.kind == WRONG_COUNT:  # which has no witness
        return "\n".join(f"  {line}" for line in _guilt(difference, comparison.model))
    head = wrapped(f"{where} {listed(difference.found_by)}{which}:", "  ")
    witness = _witness(difference, comparison.model)
    return "\n".join([head, witness, *_evidence(difference)])


def _evidence(difference: Difference) -> Iterator[str]:
    """The fewest constraints that show it again, beside the proof."""
    found = difference.evidence
    if found is None:
        return
    indent = "  "
    who = " ".join([difference.solver, *([difference.version] if difference.version else [])])
    runs = number_of(found.runs, "time") if found.runs != 1 else "once"
    if not found.times:
        yield wrapped(f"for a report: asked again {runs}, {who} did not err", indent)
        return
    with_ = f"with {grouped(found.number)} of {number_of(found.of, 'constraint')}"
    if found.model.objective is not None:
        with_ = f"{with_}, to {found.model.objective.words}"
    yield wrapped(
        f"for a report, beside the proof: asked again {runs}, {who} erred {grouped(found.times)}"
        f" of them, at last {with_}{':' if found.constraints else ''}",
        indent,
    )
    for text in found.constraints[:MOST_VIOLATIONS]:
        yield wrapped(text, "     ", "       ")
    if len(found.constraints) > MOST_VIOLATIONS:
        yield f"     and {grouped(len(found.constraints) - MOST_VIOLATIONS)} more"


def _witness(difference: Difference, model: Model) -> str:
    words = list(_guilt(difference, model))
    if difference.solution:
        return beside(picture(model, difference.solution.assignment, 5), words, "     ")
    values = ", ".join(f"{name} = {value!r}" for name, value in difference.witness.items())
    shown = wrapped(values[:400] + ("…" if len(values) > 400 else ""), "     ")
    return "\n".join([shown or "     (no values)", *(f"     {line}" for line in words)])


def _guilt(difference: Difference, model: Model) -> Iterator[str]:
    """The fault of the witness, and so of the solver."""
    match difference.kind:
        case "missing":
            yield "every rule holds (checked without any solver)"
        case "invented":
            yield from broken_rules(difference.violated, model)
        case "not optimal":
            yield from _beaten(difference, model)
        case "wrong value" | "wrong count":
            yield from _refuted(difference)
        case _:
            yield "reported more than once"
    yield f"so {difference.solver} is wrong here"


def _refuted(difference: Difference) -> Iterator[str]:
    """The reason why a best value is wrong, or a count."""
    for violation in difference.violated[:MOST_VIOLATIONS]:
        is_said = violation.rule in CLAIMS
        yield violation.detail if is_said else f"which is no solution: it breaks {violation}"


def _beaten(difference: Difference, model: Model) -> Iterator[str]:
    """The value of the witness, and the better solution."""
    assert model.objective is not None, "there is something to be best in"
    assert difference.better is not None, "it was confirmed"
    values = model.objective.valuation
    assert difference.solution is not None, "it keeps every rule"
    pair = (difference.solution.assignment, difference.better.assignment)
    worse, better = (plain(values.of(one) or ()) for one in pair)
    yield f"every rule holds; its value is {worse}, of {model.objective.words}"
    yield f"better, and every rule holds (checked without any solver): {better}"
    yield f"  {assigned(pair[1])}"


def broken_rules(violated: Sequence[Violation], model: Model) -> Iterator[str]:
    """Each broken rule in words, and below it where it is broken."""
    words = {rule.label: rule.words for rule in model.rules}
    last = None
    for violation in violated[:MOST_VIOLATIONS]:
        if violation.rule != last:
            last = violation.rule
            domain = "not every variable has a value of its domain"
            yield domain if last == "domain" else f"breaks {words.get(last) or last}"
        if violation.detail:
            yield f"  {violation.detail}"
    if len(violated) > MOST_VIOLATIONS:
        yield f"  and {grouped(len(violated) - MOST_VIOLATIONS)} more"


# ------------------------------------------------------------------------------- undecided


def _doubt(comparison: Comparison) -> str:
    first, *more = reasons(comparison)
    indent = " " * 11
    lines = [wrapped(line, indent) for line in more]
    said = f"{in_colour('undecided')}{wrapped(first, indent)[9:]}"
    return "\n".join([said, *lines, *_known(comparison, indent)])
