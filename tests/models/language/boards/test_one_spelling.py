"""A square has one spelling, and a number the digits of ASCII, wherever they are read."""

from __future__ import annotations

import pytest

from everyway.models import Model, ModelError, boolean, exactly
from everyway.models.boards import Board
from everyway.models.language.boards.graphs_by_name import graph
from everyway.models.language.expressions import whole_in
from everyway.models.language.files.rule_text import read_rule
from everyway.models.language.files.text_puzzles import function_of
from everyway.models.queens import queens
from everyway.solvers import count

from ....support.command_lines import everyway

ODD = ["R1C2", "r１c2", "r01c02", "r1c02", "r+1c2", "r1_0c2", " r1c2", "r1c2 ", "r1c²", "r٣c2"]


@pytest.mark.parametrize("written", ODD)
def test_another_spelling_is_no_square(written):
    model = queens(4)
    with pytest.raises(ModelError, match="is not a square"):
        model["queen"].board.square(written)
    with pytest.raises(ModelError, match="is not a square"):
        model.assignment({"queen": [written]})


@pytest.mark.parametrize("written", [one for one in ODD if one == one.strip()])
def test_another_spelling_is_refused_by_commands_and_files(written, tmp_path):
    assert everyway("count", "queens", "n=4", "--given", written).exit_code == 2
    assert everyway("count", "queens", "n=4", "--given", f"{written}=1").exit_code == 2
    assert everyway("count", "queens", "n=4", "--rule", f"at {written}").exit_code == 2
    assert everyway("check", "queens", "n=4", f'{{"queen": ["{written}"]}}').exit_code == 2
    with pytest.raises(ModelError):
        read_rule(f"{written} == 1", queens(4))
    with pytest.raises(ModelError):
        Board(4, holes=[written])
    text = f'name = "q"\npiece = "queen"\nboard = "4"\nrules = ["at {written}"]\n'
    with pytest.raises(ModelError):
        function_of("q.toml", text)()
    claim = tmp_path / "claim.jsonl"
    claim.write_text(f'{{"queen": []}}\n{{"queen": ["{written}"]}}\n', "utf-8")
    found = everyway("compare", "queens", "n=4", "-S", "flatmap", "--claim", f"s={claim}")
    assert found.exit_code == 2
    assert f"{claim}, line 2, column 12: '{written}' is not a square" in found.stderr


def test_names_that_look_like_squares_in_other_spellings_are_no_squares():
    grid = [boolean(f"q[{name}]") for name in ("r1c1", "r01c1", "r１c1", "r1c2")]
    model = Model("m", grid, exactly(grid, 1, 1))
    for viewpoint in ("squares", "partition"):
        assert count(model, "flatmap", viewpoint=viewpoint) == 4


@pytest.mark.parametrize("written", ["１２", "1_000", "1e3", "²", "0x10", "", "1 2", "+", "٣"])
def test_a_number_has_the_digits_of_ascii(written):
    with pytest.raises(ValueError, match="is no whole number"):
        whole_in(written)
    assert everyway("count", "queens", f"n={written}").exit_code == 2
    with pytest.raises(ModelError):
        graph(f"path_{written}")


def test_blanks_around_a_number_are_none_of_it():
    assert [whole_in(" 12 "), whole_in("+3"), whole_in("-0"), whole_in("007")] == [12, 3, 0, 7]
