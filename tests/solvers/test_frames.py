"""A set of solutions as a data frame has a column a variable, and the values as they are."""

from __future__ import annotations

from typing import Any

import pytest

from everyway.models import Model, integer, total, variable, variables
from everyway.models.queens import queens
from everyway.solvers import solution_set, solve_all
from everyway.solvers.harness.rows import frames

PACKAGES = ("pandas", "polars")
SETS = {"listed": solve_all, "diagram": solution_set}


def mixed() -> Model:
    colour, x = variable("colour", ["red", "green"]), integer("x", -3, 3)
    q, far = variables("q", 2, range(300)), variable("far", [-(2**40), 2**62])
    return Model("mixed", colour, x, q, far, total(q) <= 1, x >= 2)


def none(model: Model) -> Model:
    return model + (model["x"] < 0)


def frame_of(found: Any, package: str) -> Any:
    pytest.importorskip(package, reason=f"not installed: install {package}")
    return getattr(found, f"to_{package}")()


def columns(frame: Any) -> dict[str, list[Any]]:
    return {str(name): frame[name].to_list() for name in frame.columns}


@pytest.mark.parametrize("made", SETS)
@pytest.mark.parametrize("package", PACKAGES)
def test_a_column_has_the_values_of_a_variable(package: str, made: str) -> None:
    for model in (mixed(), none(mixed()), queens(6)):
        found = SETS[made](model)
        frame = frame_of(found, package)
        expected = {v.name: [one[v.name] for one in found] for v in model.variables}
        assert columns(frame) == expected
        values = [value for column in columns(frame).values() for value in column]
        assert {*map(type, values)} <= {int, str}


@pytest.mark.parametrize("package", PACKAGES)
def test_whole_numbers_have_the_smallest_type_also_of_no_solution(package: str) -> None:
    for model in (mixed(), none(mixed())):
        frame = frame_of(solve_all(model), package)
        types = [str(frame[name].dtype).lower() for name in frame.columns]
        assert types[0] in ("str", "string", "object")
        assert types[1:] == ["int8", "int16", "int16", "int64"]


@pytest.mark.parametrize("package", PACKAGES)
def test_numbers_past_64_bits_stay_whole(package: str) -> None:
    found = solve_all(Model("far", variable("far", [1, 2**70])))
    assert columns(frame_of(found, package)) == {"far": [1, 2**70]}


@pytest.mark.parametrize("package", PACKAGES)
def test_a_lacking_package_and_a_model_without_variables_are_named(
    package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValueError, match="no variables, and so no columns"):
        frame_of(solve_all(Model("nothing")), package)

    def lacking(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(frames, "import_module", lacking)
    with pytest.raises(ImportError, match=f"to_{package} needs {package}.*pip install {package}"):
        getattr(solve_all(queens(4)), f"to_{package}")()
