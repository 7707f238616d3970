"""Who is wrong: claims against each other and against the judge, a partition at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, pairwise
from random import Random

from ..models.language.check import Judge
from ..models.language.errors import PredicateError
from ..solvers.harness.rows.packing import Packer
from .spool import PARTITIONS, Spool, repeated

_REPORT_EVERY = 1024

KINDS = ("missing", "invented", "repeated")
"""What a claim can be proven guilty of."""


@dataclass(frozen=True)
class Witness:
    """The first row that proves one kind of fault: in canonical order, malformed rows last."""

    row: bytes
    """Packed, or the text of a malformed row."""
    reporters: tuple[bool, ...]
    """Which parties reported it."""
    packed: bool = True


@dataclass(eq=False)
class Party:
    """Claims of one and the same multiset of solutions, and what is proven about it.

    `complete` says that one of them claims to be the whole set: only then can anything be missing.
    """

    spool: Spool
    complete: bool
    distinct: int = 0
    """Different rows, malformed ones included."""
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    witnesses: dict[str, Witness] = field(default_factory=dict)

    def guilty(self, kind: str, witness: Witness, count: int = 1) -> None:
        """Note `count` proofs, of which `witness` is the first; the first of all is kept."""
        self.counts[kind] += count
        known = self.witnesses.get(kind)
        if known is None or (not witness.packed, witness.row) < (not known.packed, known.row):
            self.witnesses[kind] = witness


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
            party.guilty("missing", Witness(row, reporters))
        elif reported and not holds:
            party.guilty("invented", Witness(row, reporters))


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
    texts = [party.spool.malformed(number) for party in findings.parties]
    foreign = [set(reported) for reported in texts]
    malformed = set[bytes]().union(*foreign)
    findings.distinct += len(part.agreed) + len(part.disputed) + len(malformed)
    findings.judged += len(malformed)
    for place, party in enumerate(findings.parties):
        party.distinct += len(part.heaps[place]) + len(foreign[place])
        _count_repeats(party, part.rows[place], part.heaps[place], part.heaps, packed=True)
        _count_repeats(party, texts[place], foreign[place], foreign, packed=False)
        if foreign[place]:
            first = min(foreign[place])
            reporters = tuple(first in heap for heap in foreign)
            party.guilty("invented", Witness(first, reporters, False), len(foreign[place]))


def _count_repeats(
    party: Party, rows: list[bytes], heap: set[bytes], heaps: list[set[bytes]], *, packed: bool
) -> None:
    if len(rows) > len(heap):
        first = min(repeated(rows))
        reporters = tuple(first in other for other in heaps)
        party.guilty("repeated", Witness(first, reporters, packed), len(rows) - len(heap))


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
