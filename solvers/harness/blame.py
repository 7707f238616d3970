"""Who is wrong: claims against each other and against the judge, a partition at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, pairwise
from random import Random

from ...models.language.check import Judge
from ...models.language.errors import PredicateError
from .packing import Packer
from .spool import PARTITIONS, Spool, repeated

_REPORT_EVERY = 1024

KINDS = ("missing", "invented", "repeated")
"""What a claim can be proven guilty of."""


@dataclass(frozen=True)
class Witness:
    """The first solution, in canonical order, that proves one kind of fault."""

    row: bytes
    reporters: tuple[bool, ...]
    """Which parties reported it."""


@dataclass(eq=False)
class Party:
    """Claims of one and the same multiset of solutions, and what is proven about it.

    `complete` says that one of them claims to be the whole set: only then can anything be missing.
    """

    spool: Spool
    complete: bool
    distinct: int = 0
    """Different rows, misfits included."""
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    witnesses: dict[str, Witness] = field(default_factory=dict)

    def guilty(self, kind: str, row: bytes, reporters: tuple[bool, ...], count: int = 1) -> None:
        """Note `row` as a proof; the smallest of each kind is kept as its witness."""
        self.counts[kind] += count
        known = self.witnesses.get(kind)
        if known is None or row < known.row:
            self.witnesses[kind] = Witness(row, reporters)


@dataclass
class Findings:
    """What came out of comparing all parties."""

    parties: list[Party]
    distinct: int = 0
    """Different rows that anybody reported."""
    judged: int = 0
    """How many of them were held against the declared model; fewer than `distinct` is a sample."""
    first: bytes | None = None
    """The first row, in canonical order, of those known to be solutions."""
    problem: str | None = None
    """Why the judge could not judge a row: a predicate of the model failed."""


@dataclass
class Part:
    """One partition: the rows of each party, and those on which the parties differ."""

    rows: list[list[bytes]]
    """Of each party, as often as it reported them."""
    heaps: list[set[bytes]]
    """The same, each once."""
    agreed: set[bytes]
    """In every claim that says that it is complete; where none does, in any."""
    disputed: set[bytes]


@dataclass(frozen=True)
class Sample:
    """Which of the agreed rows are judged where they are too many."""

    quotas: list[int]
    """How many of each partition, beside the first."""
    first: bytes
    """The first of all in canonical order, which people are shown."""
    seed: int

    def of(self, agreed: set[bytes], number: int) -> Iterable[bytes]:
        """The rows to judge among the agreed ones of a partition."""
        shown = [self.first] if self.first in agreed else []
        # sorted, so that the seed alone decides
        others = sorted(agreed.difference(shown))
        return chain(shown, Random(f"{self.seed}/{number}").sample(others, self.quotas[number]))


def examine(
    parties: list[Party],
    packer: Packer,
    judge: Judge,
    *,
    limit: int,
    seed: int | None,
    progress: Callable[[int], None] = lambda judged: None,
) -> Findings:
    """Compare `parties`, and judge every row that anybody reported.

    Past `limit` rows on which all agree, a sample of them of this size is judged, drawn by `seed`;
    rows on which they differ are judged in any case.
    """
    findings = Findings(parties)
    sample = _sample(parties, limit, seed or 0)
    for number in range(PARTITIONS):
        part = _part(parties, number)
        _count(part, number, findings)
        agreed = sample.of(part.agreed, number) if sample else part.agreed
        for row in chain(part.disputed, agreed):
            _try_row(row, part.heaps, findings, packer, judge)
            if not findings.judged % _REPORT_EVERY:
                progress(findings.judged)
    return findings


def _try_row(
    row: bytes, heaps: Sequence[set[bytes]], findings: Findings, packer: Packer, judge: Judge
) -> None:
    """Judge `row`, and note who is guilty of leaving it out or of making it up."""
    try:
        holds = judge.solves(packer.unpack(row))
    except PredicateError as error:
        findings.problem = findings.problem or str(error)
        return
    findings.judged += 1
    if holds and (findings.first is None or row < findings.first):
        findings.first = row
    reporters = tuple(row in heap for heap in heaps)
    if holds and all(reporters):
        return
    for party, reported in zip(findings.parties, reporters, strict=True):
        if holds and party.complete and not reported:
            party.guilty("missing", row, reporters)
        elif reported and not holds:
            party.guilty("invented", row, reporters)


def _part(parties: Sequence[Party], number: int) -> Part:
    rows = [party.spool.rows(number) for party in parties]
    heaps = [set(reported) for reported in rows]
    if len(heaps) == 1:
        return Part(rows, heaps, heaps[0], set())
    union = set[bytes]().union(*heaps)
    whole = [heap for party, heap in zip(parties, heaps, strict=True) if party.complete]
    agreed = whole[0].intersection(*whole[1:]) if whole else union
    return Part(rows, heaps, agreed, union - agreed)


def _count(part: Part, number: int, findings: Findings) -> None:
    """Count what is different, what came more than once, and what could not be packed."""
    findings.distinct += len(part.agreed) + len(part.disputed)
    misfits: set[bytes] = set()
    for party, rows, heap in zip(findings.parties, part.rows, part.heaps, strict=True):
        texts = party.spool.misfits(number)
        foreign = set(texts)
        misfits |= foreign
        party.distinct += len(heap) + len(foreign)
        party.counts["invented"] += len(foreign)
        party.counts["repeated"] += len(rows) - len(heap) + len(texts) - len(foreign)
        if len(rows) > len(heap):
            first = min(repeated(rows))
            reporters = tuple(first in other for other in part.heaps)
            party.guilty("repeated", first, reporters, 0)
    findings.distinct += len(misfits)
    findings.judged += len(misfits)


def _sample(parties: Sequence[Party], limit: int, seed: int) -> Sample | None:
    """What to judge of the rows on which all agree; None where that is everything."""
    if sum(party.spool.reported for party in parties) <= limit:
        return None
    sizes: list[int] = []
    firsts: list[tuple[bytes, int]] = []
    for number in range(PARTITIONS):
        agreed = _part(parties, number).agreed
        sizes.append(len(agreed))
        if agreed:
            firsts.append((min(agreed), number))
    if sum(sizes) <= limit or not firsts:
        return None
    first, place = min(firsts)
    sizes[place] -= 1
    total, others = max(1, sum(sizes)), max(0, limit - 1)
    shares = [others * passed // total for passed in accumulate(sizes, initial=0)]
    return Sample([after - before for before, after in pairwise(shares)], first, seed)
