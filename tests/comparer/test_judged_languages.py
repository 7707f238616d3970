"""Models written elsewhere: their names, shapes, parameters and symmetries beside a reference's."""

from __future__ import annotations

from pathlib import Path
from shutil import which

import pytest

from everyway.comparer import compare_models
from everyway.comparer.submissions import Examination, examined
from everyway.formats.minizinc_files import inputs_of
from everyway.models import Model, ModelError, all_different, symmetries, variable, variables
from everyway.models.queens import queens
from everyway.solvers import solutions

from ..support.command_lines import everyway

ROW = variables("seat", 3, range(3))
SEATS = Model("seats", ROW, all_different(ROW), ROW[0] < ROW[2])


def alone(*names: str, least: int = 0) -> Model:
    """The same with variables of these names, each alone."""
    own = [variable(name, range(least, least + 3)) for name in names]
    return Model("theirs", *own, all_different(own), own[0] < own[2])


@pytest.mark.parametrize(
    "names",
    [
        ("Seat_0", "Seat_1", "Seat_2"),
        ("seat1", "seat2", "seat3"),
        ("0", "1", "2"),
        "(9,) (10,) (11,)",
    ],
)
def test_variables_alone_match_an_array_in_the_order_of_their_numbers(
    names: tuple[str, ...],
) -> None:
    names = tuple(names.split()) if isinstance(names, str) else names
    theirs = alone(*names)
    found = compare_models(SEATS, theirs)
    assert found.verdict == "same"
    assert found.matching.second_names == list(names)
    turned = Model("t", *theirs.variables[::-1], theirs.constraints)
    assert compare_models(SEATS, turned).verdict == "same"
    assert compare_models(turned, SEATS).verdict == "same"


def test_values_are_shifted_where_a_mapping_says_so() -> None:
    theirs = alone("place1", "place2", "place3", least=1)
    found = compare_models(SEATS, theirs)
    assert found.verdict == "different"
    assert "write --map NAME=OTHER-1" in found.matching.notes[0]
    shifted = compare_models(SEATS, theirs, {"seat": "place-1"})
    assert (shifted.verdict, shifted.counts) == ("same", (3, 3))
    assert shifted.matching.notes == ("seat[0] stands for place1 - 1",)
    wrong = compare_models(SEATS.without(SEATS.rules[1].label), theirs, {"seat": "place-1"})
    (few,) = wrong.differences
    assert (few.kind, few.count, few.witness["seat[0]"] > few.witness["seat[2]"]) == (
        "too few",
        3,
        True,
    )
    labelled = Model("l", variable("colour", ["red", "blue"]))
    with pytest.raises(ModelError, match="colour has labels, to which no number can be added"):
        compare_models(labelled, labelled, {"colour": "colour+1"})


def test_arrays_of_the_same_size_match_if_their_shape_may_be_the_same() -> None:
    wide, tall, flat = (
        variables("x", (2, 3), range(2)),
        variables("x", (3, 2), range(2)),
        variables("y", 6, [0, 1]),
    )
    assert compare_models(Model("a", wide), Model("b", flat)).verdict == "same"
    with pytest.raises(ModelError, match=r"an array of \(2, 3\) cannot stand for one of \(3, 2\)"):
        compare_models(Model("a", wide), Model("b", tall))


def test_what_one_side_has_alone_is_projected_away_unless_it_may_stand_for_something() -> None:
    slack, several = variable("slack", range(2)), variables("aux", 2, range(2))
    mine = Model("mine", ROW, slack, SEATS.constraints)
    found = compare_models(mine, Model("theirs", ROW, several, SEATS.constraints))
    assert found.verdict == "same"
    assert found.matching.words == "compared on seat[0] …"
    assert [note.partition(" of")[0] for note in found.matching.notes] == ["slack", "aux"]
    others = [variables(name, 2, range(2)) for name in ("a", "b", "c", "d")]
    with pytest.raises(ModelError, match="not clear what stands for what; say so by --map"):
        compare_models(
            Model("m", ROW, *others[:2], ROW[0] < 2), Model("t", ROW, *others[2:], ROW[0] < 2)
        )


def test_a_file_without_parameters_is_judged_at_those_of_the_reference(tmp_path: Path) -> None:
    file = tmp_path / "four.py"
    file.write_text(
        "from everyway.models import *\nc = variables('c', 4, range(4))\n"
        "lines = [all_different(c[i] + k * i for i in range(4)) for k in (-1, 0, 1)]\n"
        "four = Model('four', c, lines)\n"
    )
    for n, verdict in ((4, "same"), (5, "failed")):
        order = Examination(str(file), "queens", ({"n": n},), in_process=True)
        assert [one.verdict for one in examined(order)] == [verdict]
    several = Examination(str(file), "queens", ({"n": 4}, {"n": 5}), in_process=True)
    assert {one.verdict for one in examined(several)} == {"failed"}
    assert all("give the reference one value of n" in one.reason for one in examined(several))


def images(row: tuple[int, ...]) -> set[tuple[int, ...]]:
    """The queens of a row of columns, turned and mirrored in all eight ways."""
    found = set()
    for _ in range(4):
        row = tuple(row[::-1].index(column) for column in range(len(row)))  # a quarter turn
        found |= {row, row[::-1]}
    return found


@pytest.mark.skipif(which("minizinc") is None, reason="MiniZinc is not installed")
@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("int: n; array[1..n] of var 1..n: q; solve satisfy;", ["n"]),
        ("enum COLOUR; var COLOUR: c;", ["COLOUR"]),
        ("array[1..2] of int: w;", ["w"]),
        ("int: n = 3; % int: m;\nvar 1..n: x; constraint x > 1; solve satisfy;", []),
        ("array[1..2] of var 1..3: q; constraint forall(i in 1..2)(q[i] > 1);", []),
        ('string: s = "; int: n"; var 1..3: x; output [s];', []),
    ],
)
def test_the_parameters_of_minizinc_without_a_value_are_known(
    text: str, names: list[str], tmp_path: Path
) -> None:
    (tmp_path / "m.mzn").write_text(text)
    assert inputs_of(str(tmp_path / "m.mzn")) == names


@pytest.mark.parametrize(("head", "said"), [("n: int = 4", " n=4"), ("", "")])
def test_where_to_look_next_has_the_parameters_that_the_file_has(
    head: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code = (
        f"from everyway.models import *\ndef never({head}):\n    return Model('no', any_of([]))\n"
    )
    Path("never.py").write_text(code)
    found = everyway("check", "never.py", "--against", "queens", "n=4")
    assert f"Next: everyway why never.py{said}\n" in found.stderr


def test_a_model_that_has_no_solution_at_all_lacks_them_all(tmp_path: Path) -> None:
    file = tmp_path / "never.py"
    file.write_text("from everyway.models import *\nnever = Model('never', any_of([]))\n")
    (one,) = examined(Examination(str(file), "queens", ({"n": 4},), in_process=True))
    assert (one.verdict, one.differences[0].count, one.found) == ("too few", 2, 0)


@pytest.mark.parametrize("breaking", ["c[0] == 2", "c[0] < c[6]"])
def test_a_model_that_breaks_a_symmetry_is_judged_up_to_it(breaking: str) -> None:
    c, reference = variables("c", 7, range(7)), queens(7)
    lines = [all_different(c[i] + k * i for i in range(7)) for k in (-1, 0, 1)]
    everything = {one["c"] for one in solutions(Model("all", c, lines))}
    kept = {row for row in everything if eval(breaking, {"c": row})}
    lost = {row for row in everything if not images(row) & kept}

    group = symmetries(reference)
    found = compare_models(reference, Model("t", c, lines, eval(breaking, {"c": c})), group=group)
    assert (found.verdict == "same") == (not lost)
    for one in found.differences:
        witness = [key for key, value in one.witness.items() if value == 1]
        row = tuple(int(key[-2]) - 1 for key in sorted(witness))
        assert (one.kind, one.count, row in lost) == ("too few", len(lost), True)


def test_wrong_solutions_are_wrong_up_to_symmetry_too() -> None:
    loose = Model("loose", ROW, all_different(ROW))
    found = compare_models(SEATS, loose, group=symmetries(SEATS))
    assert (found.verdict, found.differences[0].count) == ("too many", 3)


def test_what_cannot_be_judged_up_to_symmetry_is_refused(tmp_path: Path) -> None:
    one = everyway("check", "queens.py", "--against", "queens", "--symmetry", "square")
    assert (one.exit_code, "no file or folder" in one.stderr) == (2, True)
    two = everyway("check", "queens", "n=4", "{}", "--up-to-symmetry")
    assert (two.exit_code, "are for --against" in " ".join(two.stderr.split())) == (2, True)
    three = everyway("check", "queens.py", "--against", "queens", "--up-to-symmetry=square")
    assert (three.exit_code, three.stderr) == (2, one.stderr)
    four = everyway("count", "queens", "n=5", "--up-to-symmetry=square")
    assert (four.exit_code, "did you mean 'squares'" in four.stderr) == (2, True)
    assert everyway("count", "queens", "n=5", "--up-to-symmetry=squares").stdout == "2\n"
    pair = variables("b", 2, range(2))
    mine = Model("mine", ROW, pair, SEATS.constraints)
    with pytest.raises(ModelError, match="b of mine would be left out, but up to symmetry"):
        compare_models(mine, SEATS, group=symmetries(mine))
