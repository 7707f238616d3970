"""Planted faults in our own adapters, and whether the conformance kit catches them."""

import ast

import pytest

from .mutants import ADAPTERS, OPERATORS, PER_OPERATOR, Mutant, drawn, mutated, parsed, read, sites
from .plant import verdict

pytestmark = pytest.mark.slow  # each mutant is judged by the whole kit

SEED = 3
"""The first draw that was made once the rules of `mutants` stood as they are."""
MUTANTS = drawn(SEED)
LEAST = 58
"""The number of the sixty that have to be caught."""


def key(mutant: Mutant) -> str:
    return mutant.key


def test_sixty_mutants_are_drawn_from_the_list_of_operators() -> None:
    assert len(set(MUTANTS)) == 60 == PER_OPERATOR * len(OPERATORS)
    assert drawn(SEED) == MUTANTS
    assert {mutant.solver for mutant in MUTANTS} == set(ADAPTERS)
    assert all(read(mutant.key) == mutant for mutant in MUTANTS)


@pytest.mark.parametrize("operator", OPERATORS)
def test_every_mutant_is_another_program(operator: str) -> None:
    for mutant in sites(operator):
        changed = mutated(mutant)
        assert ast.dump(changed) != ast.dump(parsed(mutant.module)), mutant
        compile(changed, mutant.key, "exec")


@pytest.mark.parametrize("mutant", MUTANTS[2::10], ids=key)
def test_one_of_each_operator_is_caught(mutant: Mutant) -> None:
    assert verdict(mutant).startswith("caught"), mutant


@pytest.mark.slow
def test_all_but_two_of_sixty_are_caught() -> None:
    """Lists every mutant with its verdict."""
    verdicts = {}
    for mutant in MUTANTS:
        verdicts[mutant] = verdict(mutant)
        print(f"{verdicts[mutant]:70} {mutant}", flush=True)
    listed = "\n".join(f"{verdict:70} {mutant}" for mutant, verdict in verdicts.items())
    assert sum(verdict.startswith("caught") for verdict in verdicts.values()) >= LEAST, listed
