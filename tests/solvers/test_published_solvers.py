"""The five published answers as solvers: the one model they solve, and all those they refuse."""

from __future__ import annotations

from types import ModuleType

import pytest

from everyway.models import Model, from_data, is_solution, to_data, variable, variables
from everyway.models.queens import queens
from everyway.solvers.harness.contract import Control, Stopped, Unsupported
from everyway.solvers.harness.options import Options
from everyway.solvers.published import directions, matrix, pairs, rows
from everyway.solvers.published import reversed as backwards

MODULES: list[ModuleType] = [pairs, backwards, rows, directions, matrix]
COUNTS = (1, 1, 0, 0, 2, 10, 4)
every_module = pytest.mark.parametrize("module", MODULES, ids=lambda m: m.REPRESENTATION.name)


@every_module
@pytest.mark.parametrize("size", range(len(COUNTS)))
def test_each_solves_the_declared_model(module: ModuleType, size: int) -> None:
    model = queens(size)
    control = Control()
    found = list(module.solutions(model, control))
    names = {variable.name for variable in model.variables}
    assert len(found) == COUNTS[size]
    assert len({tuple(sorted(values.items())) for values in found}) == len(found)
    assert all(set(values) == names and is_solution(model, values) for values in found)
    assert control.built_after is not None


@every_module
def test_the_traits_say_breadth_first_and_historical(module: ModuleType) -> None:
    traits = module.TRAITS
    assert (traits.streams, traits.interruptible, traits.historical) == (False, True, True)
    assert traits.viewpoint == "squares"
    assert not traits.compared


@every_module
def test_the_name_of_the_model_does_not_matter(module: ModuleType) -> None:
    for model in (queens(4).renamed("ladies"), from_data(to_data(queens(4)))):
        assert len(list(module.solutions(model, Control()))) == 2


def other_models() -> dict[str, Model]:
    plain = queens(5)
    return {
        "an added rule": plain + (plain.variables[0] == 0),
        "a rule less": plain.without("diagonals <= 1"),
        "wrap": queens(5, wrap=True),
        "a hole": queens(5, holes=["r1c1"]),
        "a preplaced queen": queens(5, preplaced=["r1c1"]),
        "a further variable": plain + variable("more", range(2)),
        "fewer variables than a board": Model("a pair", variables("q", 2, range(2))),
        "a board's number of variables": Model("four", variables("q", 4, range(2))),
        "one variable": Model("one", variable("queen[r1c1]", range(3))),
        "too large a board": Model("large", variables("q", 101**2, range(2))),
    }


@every_module
@pytest.mark.parametrize("kind", list(other_models()))
def test_any_other_model_is_unsupported(module: ModuleType, kind: str) -> None:
    name = f"published-{module.REPRESENTATION.name}"
    with pytest.raises(Unsupported, match=rf"{name} solves what queens\(n\) declares .*"):
        next(module.solutions(other_models()[kind], Control()))


def test_the_error_names_what_is_different() -> None:
    plain = queens(5)
    with pytest.raises(Unsupported, match=r"there is queen\[r1c2\] == 0 where queens\(n\) has no"):
        next(rows.solutions(plain + (plain.variables[1] == 0), Control()))


@every_module
def test_nothing_happens_before_the_first_is_asked_for(module: ModuleType) -> None:
    control = Control()
    search = module.solutions(queens(4, wrap=True), control)
    assert control.built_after is None
    search.close()


@every_module
def test_closing_early_is_fine(module: ModuleType) -> None:
    search = module.solutions(queens(6), Control())
    next(search)
    search.close()
    assert list(search) == []


@every_module
def test_a_search_stops_when_it_is_asked_to(module: ModuleType) -> None:
    control = Control(Options(time_limit=0.2))
    control.resume()
    with pytest.raises(Stopped):
        next(module.solutions(queens(20), control))


@every_module
def test_the_tests_are_counted(module: ModuleType) -> None:
    control = Control()
    list(module.solutions(queens(8), control))
    assert control.statistics == {"tries": 15_720, "kept": 2_056}
