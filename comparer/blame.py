"""Blame: claims compared with each other and with the judge, a partition at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate, chain, pairwise
from random import Random
from typing import Any

from ..models.language.check import Judge
from ..models.language.errors import PredicateError
from ..models.language.late_dataclasses import dataclass, field
from ..solvers.harness.contract import Incomplete
from ..solvers.harness.rows.packing import Packer
from .optimality import Optimality
from .spool import PARTITIONS, Spool

_REPORT_EVERY = 1024

KINDS = ("missing", "invented", "not optimal", "repeated")
"""Faults that a claim can be proven to have."""


@dataclass(frozen=True)
class Witness:
    """The first row that proves one kind of fault: in canonical order, malformed rows last."""

    row: bytes
    """Packed, or the text of a malformed row."""
    reporters: tuple[bool, ...]
    """For each bucket, True if it reported the row."""
    packed: bool


@dataclass(eq=False)
class Bucket:
    """Claims of the same multiset of solutions, all complete or none, and their proven faults.

    A solution can be missing only from claims that are complete.
    """

    spool: Spool
    complete: int = 0
    """The number of them that claim to be the whole set: all or none."""
    distinct: int = 0
    """Different rows, malformed ones included."""
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    witnesses: dict[str, Witness] = field(default_factory=dict)

    def prove(self, kind: str, witness: Witness, count: int = 1) -> None:
        """Record `count` proofs, the first by `witness`; the first of all is kept."""
        self.counts[kind] += count
        known = self.witnesses.get(kind)
        if known is None or (not witness.packed, witness.row) < (not known.packed, known.row):
            self.witnesses[kind] = witness


@dataclass
class Findings:
    """The result of comparing all buckets."""

    buckets: list[Bucket]
    distinct: int = 0
    """Different rows that anybody reported."""
    judged: int = 0
    """The number of them that were judged; fewer than `distinct` is a sample."""
    first: bytes | None = None
    """The first row, in canonical order, of those known to be solutions."""
    problem: str | None = None
    """The reason why the judge could not judge a row: a predicate failed, or no time was left."""
    optimality: Optimality | None = None
    """The values of all that was claimed, where the model has an objective."""


@dataclass
class Partition:
    """One partition: the rows of each bucket, and those on which the buckets differ."""

    rows: list[list[bytes]]
    """The rows of each bucket, as often as it reported them."""
    distinct: list[set[bytes]]
    """The same, each once."""
    agreed: set[bytes]
    """In every claim that says that it is complete; where none does, in any."""
    disputed: set[bytes]


@dataclass(frozen=True)
class Sample:
    """The agreed rows that are judged where they are too many."""

    quotas: list[int]
    """The number of rows of each partition, beside the first."""
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
    buckets: list[Bucket],
    packer: Packer,
    judge: Judge,
    *,
    limit: int,
    seed: int | None,
    progress: Callable[[int], None] = lambda judged: None,
    reported: Iterable[Mapping[str, Any]] = (),
) -> Findings:
    """Compare `buckets`, and judge every row that anybody reported.

    Past `limit` rows on which all agree, a sample of them of this size is judged, drawn by `seed`;
    rows on which they differ are judged in any case. Under an objective, `reported` are solutions
    found on the way, which may be better than some that are claimed.
    """
    findings = Findings(buckets)
    if judge.model.objective is not None:
        findings.optimality = Optimality(judge)
        findings.optimality.read([bucket.spool for bucket in buckets], packer, reported)
    sample = _sample(buckets, limit, seed or 0)
    for number in range(PARTITIONS):
        partition = _partition(buckets, number)
        _count(partition, number, findings)
        agreed = sample.of(partition.agreed, number) if sample else partition.agreed
        for row, values, holds in _held([*partition.disputed, *agreed], findings, packer, judge):
            _blame(row, values, holds, partition.distinct, findings, judge)
            if not findings.judged % _REPORT_EVERY:
                progress(findings.judged)
    return findings


def _held(
    rows: Sequence[bytes], findings: Findings, packer: Packer, judge: Judge
) -> Iterator[tuple[bytes, Mapping[str, Any], bool]]:
    """Each of `rows` with its values, and True if it holds; without what cannot be judged."""
    done = 0
    with suppress(PredicateError, Incomplete):
        for values, holds in judge.each(map(packer.unpack, rows)):
            done += 1
            yield rows[done - 1], values, holds
    for row in rows[done:]:  # from the first that cannot be judged, one by one
        values = packer.unpack(row)
        try:
            holds = judge.solves(values)
        except (PredicateError, Incomplete) as error:
            findings.problem = findings.problem or str(error)
        else:
            yield row, values, holds


def _blame(
    row: bytes,
    values: Mapping[str, Any],
    holds: bool,
    distinct: Sequence[set[bytes]],
    findings: Findings,
    judge: Judge,
) -> None:
    """Record the buckets that are proven to lack or to invent a row that was judged."""
    findings.judged += 1
    best = findings.optimality
    witness = _witness(row, distinct)
    if holds and best is not None and best.better_than(values) is not None:
        for bucket, claims in zip(findings.buckets, witness.reporters, strict=True):
            if claims:
                bucket.prove("not optimal", witness)
        return
    if holds and (findings.first is None or row < findings.first):
        findings.first = row
    if holds and all(witness.reporters):
        return
    judge.accepts(values)  # raises for a constraint that contradicts itself, before any blame
    claims_of = zip(findings.buckets, witness.reporters, strict=True)
    for number, (bucket, reported) in enumerate(claims_of):
        if holds and bucket.complete and not reported:
            if best is None or best.is_missed_by(number, values):
                bucket.prove("missing", witness)
        elif reported and not holds:
            bucket.prove("invented", witness)


def _partition(buckets: Sequence[Bucket], number: int) -> Partition:
    rows = [bucket.spool.rows(number) for bucket in buckets]
    distinct = [set(reported) for reported in rows]
    if len(distinct) == 1:
        return Partition(rows, distinct, distinct[0], set())
    union = set[bytes]().union(*distinct)
    whole = [own for bucket, own in zip(buckets, distinct, strict=True) if bucket.complete]
    agreed = whole[0].intersection(*whole[1:]) if whole else union
    return Partition(rows, distinct, agreed, union - agreed)


def _count(partition: Partition, number: int, findings: Findings) -> None:
    """Count what is different, what came more than once, and what could not be packed."""
    texts = [bucket.spool.malformed(number) for bucket in findings.buckets]
    foreign = [set(reported) for reported in texts]
    malformed = set[bytes]().union(*foreign)
    findings.distinct += len(partition.agreed) + len(partition.disputed) + len(malformed)
    findings.judged += len(malformed)
    packed, text = (partition.rows, partition.distinct, True), (texts, foreign, False)
    for rows, distinct, is_packed in (packed, text):
        for bucket, reported, own in zip(findings.buckets, rows, distinct, strict=True):
            bucket.distinct += len(own)
            if len(reported) > len(own):
                first = min(row for row, count in Counter(reported).items() if count > 1)
                witness = _witness(first, distinct, packed=is_packed)
                bucket.prove("repeated", witness, len(reported) - len(own))
            if own and not is_packed:
                bucket.prove("invented", _witness(min(own), distinct, packed=False), len(own))


def _witness(row: bytes, distinct: Sequence[set[bytes]], *, packed: bool = True) -> Witness:
    return Witness(row, tuple(row in own for own in distinct), packed)


def _sample(buckets: Sequence[Bucket], limit: int, seed: int) -> Sample | None:
    """The rows to judge of those on which all agree; None where all are judged."""
    if sum(bucket.spool.reported for bucket in buckets) <= limit:
        return None
    sizes: list[int] = []
    firsts: list[tuple[bytes, int]] = []
    for number in range(PARTITIONS):
        agreed = _partition(buckets, number).agreed
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
