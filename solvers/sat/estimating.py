"""The number of solutions where counting does not end: an estimate, and bounds on it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import closing
from itertools import takewhile
from math import comb, prod
from typing import Unpack

from ...models.language.check import as_model
from ...models.language.expressions import size
from ...models.language.late_dataclasses import dataclass
from ...models.language.model import Model
from ...models.language.own_constraints import without_own
from ...models.language.phrases import number_of, numbers_of_any_length, shortened
from ...models.language.viewpoints.labels import without_labels
from ...models.language.viewpoints.viewpoint import in_viewpoint
from ..harness.adapting.literals import Literal, Term
from ..harness.contract import Control, Incomplete, Stopped
from ..harness.options import TimedOptions, asked, offers
from ..harness.running.independent_parts import story
from ..harness.running.optimising import without_objective
from .refuted_clauses import GuardedSearch

PROBES, CONFIDENCE = 100, 0.95
STORY_SECONDS = 1.0
"""Seconds for the number of solutions with some of the rules alone."""


@dataclass(frozen=True)
class Estimate:
    """The number of solutions, not counted."""

    about: int
    """The mean of the probes, which is right on average over all seeds and may be far below for
    one; `at_most` where that is less.
    """
    at_least: int
    """There are so many or more, with the confidence."""
    at_most: int
    """There are no more, for certain: so many keep the first rules, or have values at all."""
    confidence: float
    probes: int

    @property
    def words(self) -> str:
        """`about 46 000 000 000`: the first two digits."""
        with numbers_of_any_length():
            number = round(self.about, 2 - len(str(self.about)))
        return f"about {shortened(number).removeprefix('about ')}" if self else "0"

    def __str__(self) -> str:
        if not self:
            return "no solution, as is proven"
        return (
            f"an estimate by {number_of(self.probes, 'probe')}, no count:"
            f" {shortened(self.at_least)} or more with {self.confidence:.0%} confidence,"
            f" {shortened(self.at_most)} or fewer for certain"
        )

    def __bool__(self) -> bool:
        """False where it is proven that there is no solution."""
        return self.at_most > 0


@offers(TimedOptions)
def estimate(
    model: Model,
    *,
    seed: int | None = None,
    probes: int = PROBES,
    **keywords: Unpack[TimedOptions],
) -> Estimate:
    """About the number of solutions of `model`, where counting does not end.

    A probe gives each variable in turn one of the values that some solution has with those before,
    each alike, as a SAT solver proves. The product of the numbers of such values is the number of
    solutions on average (Knuth, Estimating the efficiency of backtrack programs, 1975). By
    Markov's inequality a probe is `c` times the number or more with a chance of at most 1/c: so the
    least one bounds it from below, as do the lower quartile, the median and the upper quartile by
    the binomial distribution; each of the four may fail with a fourth of what the confidence
    leaves. From above probes bound nothing.

    Raises: Unsupported for what clauses cannot say; Incomplete where the time limit passed.
    """
    if probes < 1:
        raise ValueError(f"{probes} is no number of probes; give 1 or more")
    options = asked(**keywords)
    options.refuse("an estimate", "limit", "cluster", "isolate", "memory")
    declared = as_model(model)
    options = options.projecting(declared)
    control, found = Control(options), list[int]()
    control.resume()
    try:
        sought = without_objective(declared, control).projecting(*options.project or ())
        prefers = "squares" if sought.projection else "rows"
        view = in_viewpoint(without_labels(without_own(sought))[0], prefers=prefers).model
        names = sought.projection and {
            v.name for v in declared.projected(sought.projection).variables
        }
        shown = [v for v in view.variables if not names or v.name in names]
        with closing(GuardedSearch(view, (), view.constraints, control)) as search:
            terms = [search.terms[variable.name] for variable in shown]
            draw = random.Random(options.seed if seed is None else seed)
            while len(found) < probes:
                found.append(_probe(search, terms, draw))
        if not found[0]:  # then it is so for all, and proven
            return Estimate(0, 0, 0, CONFIDENCE, probes)
        most = _at_most(sought, prod(size(v.domain) for v in shown), control)
    except Stopped:
        raise Incomplete(
            f"{declared.name} was probed {number_of(len(found), 'time')} of {probes} before the"
            " time limit; give a longer one",
            len(found),
        ) from None
    about, least = sum(found) // probes, _at_least(sorted(found))
    return Estimate(min(about, most), min(max(least, 1), most), most, CONFIDENCE, probes)


def _probe(search: GuardedSearch, terms: Sequence[Term], draw: random.Random) -> int:
    """The product of the numbers of values that lead to a solution, each time one at random."""
    path, number, known = list[Literal](), 1, set(search.literals([]) or ())
    for term in terms:
        ways = []
        for literal in term.values():
            model = known if literal in known else set(search.literals([*path, literal]) or ())
            if model:
                ways.append((literal, model))
        if not ways:
            return 0
        literal, known = draw.choice(ways)
        path.append(literal)
        number *= len(ways)
    return number if known else 0


def _at_least(found: Sequence[int]) -> int:
    """A bound from below, with the confidence, by some of the probes in ascending order."""
    number, bounds = len(found), []
    for part in range(4):
        place = part * number // 4
        low, high = 0.0, 1.0  # of the chance with which one probe may be as large
        for _ in range(40):
            chance = (low + high) / 2
            above = range(number - place, number + 1)
            tail = sum(comb(number, k) * chance**k * (1 - chance) ** (number - k) for k in above)
            low, high = (chance, high) if tail <= (1 - CONFIDENCE) / 4 else (low, chance)
        bounds.append(found[place] * int(low * 10**9) // 10**9)
    return max(bounds)


def _at_most(model: Model, assignments: int, control: Control) -> int:
    """The least number known that there are no more than."""
    seconds = min(control.remaining() or STORY_SECONDS, STORY_SECONDS)
    steps = takewhile(lambda step: step.exact, story(model, time_limit=seconds))
    return min([assignments, *(step.number for step in steps)])
