"""Faults planted by hand in our adapters, silent on small models: the kit catches them."""

import pytest

from everyway.solvers.harness.registry import solver_named

from .planted import ALL, NAMED, OF_SIZE, OTHERS, SILENT, Planted, verdict

STAGES = {"cp-sat": "larger and Cumulative", "flatmap": "behind"}
"""The part of the kit that catches a named fault soonest; slow tests run the rest."""


@pytest.mark.parametrize("fault", ALL.values(), ids=ALL)
def test_each_changes_its_module(fault: Planted) -> None:
    compile(fault.tree(), fault.module, "exec")


@pytest.mark.parametrize("name", NAMED)
def test_what_passed_the_kit_once_is_caught(name: str) -> None:
    stage = STAGES.get(NAMED[name].solver, "known_puzzles")
    assert verdict(name, only=stage).startswith("caught"), name


@pytest.mark.slow
@pytest.mark.parametrize("name", SILENT | OF_SIZE)
def test_what_was_silent_in_larger_or_longer_models_is_caught(name: str) -> None:
    fault, stage = (SILENT | OF_SIZE)[name]
    if not solver_named(fault.solver).is_installed():
        pytest.skip(f"{fault.solver} is not installed")
    assert verdict(name, only=stage).startswith("caught"), name


@pytest.mark.slow
def test_at_least_seventeen_of_eighteen_others_are_caught() -> None:
    verdicts = {name: verdict(name) for name in OTHERS}
    listed = "\n".join(f"{verdict:70} {name}" for name, verdict in verdicts.items())
    print(listed)
    assert sum(verdict.startswith("caught") for verdict in verdicts.values()) >= 17, listed
