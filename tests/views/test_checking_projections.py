"""`everyway check` of solutions that leave out what is projected away."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ..support.command_lines import everyway

CORNER = """
from everyway.models import Model, integer

def corner(best: bool = False, whole: bool = False) -> Model:
    x, y, h = integer("x", 0, 3), integer("y", 0, 3), integer("h", 0, 5)
    goal = {"maximise": h - x} if best else {}
    model = Model("corner", x, y, h, h < x + y, h != 5, x != 3, **goal)
    return model if whole else model.projecting("x")
"""


@pytest.fixture
def corner(tmp_path: Path) -> str:
    path = tmp_path / "corner.py"
    path.write_text(CORNER)
    return str(path)


@pytest.mark.parametrize(
    ("values", "wrong"),
    [
        ({"x": 0}, None),
        ({"x": 0, "h": 2}, None),
        ({"x": 0, "h": 3}, "others"),
        ({"x": 1, "y": 0}, None),
        ({"x": 0, "y": 0}, "others"),
        ({"x": 3}, "others"),
        ({"x": 4}, "domain"),
        ({"y": 1}, "domain"),
        ({"x": 1, "y": 3, "h": 3}, None),
        ({"x": 1, "y": 3, "h": 4}, "h < x + y"),
    ],
)
def test_what_has_no_value_is_searched_for(corner: str, values: Any, wrong: str | None):
    result = everyway("check", corner, json.dumps(values), "--json")
    (found,) = json.loads(result.stdout)["solutions"]
    assert result.exit_code == (wrong is not None)
    assert found["holds"] == (wrong is None)
    assert [one.partition(":")[0] for one in found["violated"]] == ([wrong] if wrong else [])


@pytest.mark.parametrize(
    ("values", "wrong"),
    [
        ({"x": 0}, None),
        ({"x": 0, "h": 1}, "reach 2"),
        ({"x": 0, "y": 3, "h": 1}, "its value is 1"),
        ({"x": 2, "y": 3}, None),
        ({"x": 2, "y": 2}, "reach 2"),
    ],
)
def test_it_is_searched_for_at_the_best_value(corner: str, values: Any, wrong: str | None):
    result = everyway("check", corner, "best=yes", json.dumps(values))
    assert "2 is the greatest" in result.stderr
    assert result.exit_code == (wrong is not None)
    assert (wrong or "every rule holds") in result.stdout


def test_several_are_judged_in_their_lines(corner: str, tmp_path: Path):
    lines = ['{"x": 0}', '{"x": 3}', '{"x": 1, "y": 3, "h": 4}', '{"x": 2}']
    file = tmp_path / "some.jsonl"
    file.write_text("\n".join(lines))
    result = everyway("check", corner, str(file))
    assert result.exit_code == 1
    assert "line 2: breaks others" in result.stdout
    assert "2 of 4 solutions broken" in result.stdout


def test_without_a_projection_every_variable_has_to_have_a_value(corner: str):
    result = everyway("check", corner, "whole=yes", '{"x": 0, "y": 3}')
    assert result.exit_code == 1
    assert "h has no value" in result.stdout


def test_what_is_not_known_in_time_is_a_failure(corner: str):
    result = everyway("check", corner, '{"x": 0}', "--time-limit", "0.000000001")
    assert result.exit_code == 4
    assert "the judge of some variables has" in result.stderr
