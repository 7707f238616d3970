"""Planted faults in our own adapters, and whether the conformance kit catches them."""

import ast
from functools import cache

import pytest

from .mutants import ADAPTERS, OPERATORS, PER_OPERATOR, Mutant, drawn, mutated, parsed, read, sites
from .plant import verdict

pytestmark = pytest.mark.slow  # each mutant is judged by the whole kit

SEED = 3
"""The first draw that was made once the rules of `mutants` stood as they are."""
LEAST = 58
"""The number of the sixty that have to be caught."""


@cache
def mutants() -> list[Mutant]:
    return drawn(SEED)


def test_sixty_mutants_are_drawn_from_the_list_of_operators() -> None:
    assert len(set(mutants())) == 60 == PER_OPERATOR * len(OPERATORS)
    assert drawn(SEED) == mutants()
    assert {mutant.solver for mutant in mutants()} == set(ADAPTERS)
    assert all(read(mutant.key) == mutant for mutant in mutants())


@pytest.mark.parametrize("operator", OPERATORS)
def test_every_mutant_is_another_program(operator: str) -> None:
    for mutant in sites(operator):
        changed = mutated(mutant)
        assert ast.dump(changed) != ast.dump(parsed(mutant.module)), mutant
        compile(changed, mutant.key, "exec")


@pytest.mark.parametrize("number", range(2, 60, 10))
def test_one_of_each_operator_is_caught(number: int) -> None:
    mutant = mutants()[number]
    assert verdict(mutant).startswith("caught"), mutant


@pytest.mark.slow
def test_all_but_two_of_sixty_are_caught() -> None:
    """Lists every mutant with its verdict."""
    verdicts = {}
    for mutant in mutants():
        verdicts[mutant] = verdict(mutant)
        print(f"{verdicts[mutant]:70} {mutant}", flush=True)
    listed = "\n".join(f"{verdict:70} {mutant}" for mutant, verdict in verdicts.items())
    assert sum(verdict.startswith("caught") for verdict in verdicts.values()) >= LEAST, listed
