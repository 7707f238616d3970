"""Faults in models: the checker, from its one table, refuses whatever `from_data` refuses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from everyway.conformance.instances.cells import samples
from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, ModelError, from_data
from everyway.models.language.constraints import Constraint
from everyway.models.language.global_constraints import constraint_classes
from everyway.models.language.global_constraints.predicate import Predicate
from everyway.proofs import check

from ..support.settings import SEED
from .mutated_models import as_in_a_proof, mutated

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
HARMLESS = (
    "may reach a number of|holds the control character|is not written as the language writes"
    "|it must be at least|which no transition reaches|which is not 0 or 1"
)
"""Great numbers are refused where they are computed; texts are compared, and shown in ASCII; rows
that come twice, and states of other numbers or that are never reached, mean the same; a duration or
a demand below 0 is false; a term over a graph is looked at where it has a value.
"""
STRICTER = (
    "labels beside numbers|node of a (number|term)|two transitions|a row of a table|an object holds"
    "|over 1,000,000 values"
)
"""Refused beyond that: labels in arithmetic or in an order, and what has two readings."""


@cache
def models() -> list[Model]:
    kinds: list[type[Constraint]] = [
        kind for kind in constraint_classes() if kind is not Predicate and "sample" in vars(kind)
    ]
    several = [
        sample for kind in kinds for some in samples(kind, 3).values() for sample in some[:2]
    ]
    small = [Model("sample", one.variables, [one.constraint]) for one in several]
    return small + [random_model(seed) for seed in range(150)]


def refusal(read: Callable[[], object]) -> str | None:
    try:
        read()
    except (ModelError, check.NoProof, *check.UNREADABLE) as error:
        return str(error) or type(error).__name__
    return None


def run_through(seeds: range) -> Counter[tuple[bool, bool]]:
    tally: Counter[tuple[bool, bool]] = Counter()
    for seed in seeds:
        random = Random(seed)
        data = mutated(random.choice(models()), random)
        text = as_in_a_proof(data)
        by_data = refusal(lambda data=data: from_data(data))
        by_check = refusal(lambda text=text: check.read_model(text, check.Limits()))
        tally[by_data is None, by_check is None] += 1
        if by_data and not by_check:
            assert re.search(HARMLESS, by_data), (seed, by_data, text)
        if by_check and not by_data:
            assert re.search(STRICTER, by_check), (seed, by_check, text)
    return tally


def test_what_is_no_model_is_no_proof_either():
    tally = run_through(range(SEED, SEED + 2_000))
    assert tally[False, False] > 1_000
    assert tally[True, True] > 150


@pytest.mark.slow
def test_what_is_no_model_is_no_proof_either_in_thirty_thousand_ways():
    print(run_through(range(SEED, SEED + 30_000)))


def test_every_kind_of_the_language_is_in_the_table_with_its_fields():
    from everyway.models.language.files.model_from_data import NODES
    from everyway.models.language.late_dataclasses import fields

    for name, kind in NODES.items():
        if kind is not Predicate:
            shape = re.findall("=?[A-Za-z][+]?", check.KINDS[name][0])
            assert len(shape) == len(fields(kind)), name
    assert len(check.KINDS) == len(NODES) - 1
