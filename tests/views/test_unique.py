"""`everyway unique`: its words, its drawings, its documents and its exit codes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from xml.etree import ElementTree

import pytest

from everyway import explainer
from everyway.explainer import Explanation, possible_values
from everyway.models import Model, subset
from everyway.models.language.drawing.as_text import draw_values
from everyway.models.language.drawing.candidates import candidate_values
from everyway.models.language.drawing.svg import draw_svg_values
from everyway.models.language.solution import Solution
from everyway.models.queens import queens
from everyway.models.slitherlink import slitherlink
from everyway.models.sudoku import sudoku
from everyway.solvers import Incomplete, first, marginals

from ..support.command_lines import everyway, fruitless

HERE = "tests.support.lying_solvers"
FOUR = ("sudoku", "box_rows=2", "box_columns=2", "givens=1....2..4....3..")
"""A sudoku of four solutions, whose right half is open."""
CHAIN = '''
from everyway.models import Model, ModelError, variables

def chain(most: int = 2) -> Model:
    """Numbers that rise."""
    x = variables("x", 3, range(most + 1))
    return Model("a chain", x, x[0] < x[1], x[1] < x[2])

def fails() -> Model:
    """It raises."""
    raise RuntimeError("on purpose")
'''


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("chain.py").write_text(CHAIN)
    return tmp_path


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines()]


# ------------------------------------------------------------------------------ one puzzle


def test_the_only_solution_is_drawn_and_its_proof_named():
    found = everyway("unique", "queens", "n=1")
    assert found.exit_code == 0
    assert lines(found.stdout) == ["Q", "UNIQUE  1 solution, proven by auto and by flatmap"]
    assert not found.stderr


def test_of_several_two_are_drawn_and_the_squares_that_differ_marked():
    found = everyway("unique", *FOUR)
    assert found.exit_code == 1
    shown = lines(found.stdout)
    assert shown[:2] == ["1           2", "1 4 │ 2 3   1 4 │ 2 3"]
    assert shown[6] == "They differ in cell[r2c3], cell[r2c4], cell[r4c3] and cell[r4c4]."
    assert shown[7:12] == [". . │ . .", ". . │ * *", "────┼────", ". . │ . .", ". . │ * *"]
    assert shown[12:] == ["SEVERAL  4 solutions"]


def test_a_list_has_no_squares_to_mark():
    found = everyway("unique", "./chain.py", "most=3")
    assert found.exit_code == 1
    assert "They differ in x[" in found.stdout
    assert "*" not in found.stdout
    assert lines(found.stdout)[-1] == "SEVERAL  4 solutions"


def test_where_there_is_none_it_says_why():
    found = everyway("unique", "queens", "n=2", "--rule", "r1c1 == 1")
    assert found.exit_code == 1
    verdict, *reasons = lines(found.stdout)
    assert verdict == "NONE  no solution, proven by auto and by flatmap"
    assert lines(everyway("why", "queens", "n=2", "--rule", "r1c1 == 1").stdout)[0] == reasons[0]
    assert "rows == 1" in found.stdout


def test_what_is_not_known_in_time_is_neither():
    found = everyway("unique", fruitless(Path.cwd()), "-t", "300ms")
    assert found.exit_code == 3
    assert found.stdout == "UNDECIDED  no solution so far: auto stopped (time limit)\n"
    assert "give a longer --time-limit" in found.stderr
    for limit in ("300ms", "1s", "4s"):  # on a busy machine even one solution takes its time
        alone = everyway("unique", "./chain.py", "--second", f"{HERE}:stays", "-t", limit)
        assert alone.exit_code == 3
        if "alone" in alone.stdout:
            break
    assert "UNDECIDED  1 solution, by auto alone:" in alone.stdout
    assert "x = 0 1 2" in alone.stdout


def test_a_number_that_is_not_counted_in_time_is_a_least_one():
    for limit in ("1s", "4s", "16s"):  # on a busy machine even two solutions take their time
        found = everyway("unique", "queens", "n=24", "-t", limit, "--candidates")
        if found.exit_code != 3:
            break
    assert found.exit_code == 1
    assert "SEVERAL  at least " in found.stdout
    assert "stopped before all was known" in found.stderr
    assert "Not known: queen[r1c1]=0" in found.stdout


@pytest.mark.parametrize("liar", ["loses", "invents"])
def test_a_solver_that_is_proven_wrong_has_an_exit_code_of_its_own(liar):
    found = everyway("unique", "./chain.py", "--second", f"{HERE}:{liar}")
    assert found.exit_code == 4
    assert found.stdout.startswith("DIFFER  1 solution is missing" if liar == "loses" else "DIFFER")
    assert f"this is a fault of {HERE}:{liar}" in " ".join(found.stdout.split())
    assert "everyway show ./chain.py --as json" in " ".join(found.stdout.split())
    assert "UNIQUE" not in found.stdout


def test_an_error_of_our_own_is_said_as_one_of_everyway(monkeypatch):
    from everyway.comparer import uniqueness
    from everyway.solvers import flatmap

    whole = flatmap.solutions
    monkeypatch.setattr(uniqueness, "SECOND_SOLVERS", ("flatmap",))
    monkeypatch.setattr(flatmap, "solutions", lambda *asked: (x for x in list(whole(*asked))[1:]))
    from everyway.solvers.harness.registry import solver_named

    vars(solver_named("flatmap")).pop("function", None)
    found = everyway("unique", "./chain.py")
    monkeypatch.undo()
    vars(solver_named("flatmap")).pop("function", None)
    assert found.exit_code == 4
    assert "this is a fault of everyway" in " ".join(found.stdout.split())


def reasons(*solutions: Solution) -> Explanation:
    """No reason why there is no solution, for want of time or since there is one."""
    shown = (), solutions, "all", False, (), "sat", 1, 0.0
    return Explanation(queens(4), "no_solution", "place", *shown)


def test_where_the_reasons_are_late_it_says_where_they_are_to_be_had(monkeypatch):
    monkeypatch.setattr(explainer, "why", lambda model, **options: reasons())
    found = everyway("unique", "queens", "n=3")
    assert (found.exit_code, len(lines(found.stdout))) == (1, 1)
    assert found.stderr.startswith("not known in time: everyway why queens n=3, with a longer -t")
    assert document("queens", "n=3")["why"]["sets"] == []


def test_where_reasons_contradict_the_proof_it_is_an_error(monkeypatch):
    solution = first(queens(4))
    monkeypatch.setattr(explainer, "why", lambda model, **options: reasons(solution))
    found = everyway("unique", "queens", "n=3")
    assert found.exit_code == 4
    assert "sat has a solution, against this: no solution, proven by auto" in found.stderr


# -------------------------------------------------------------------------------- candidates


def test_candidates_are_drawn_with_their_numbers():
    found = everyway("unique", *FOUR, "--candidates", "--svg", "found.svg")
    shown = lines(found.stdout)
    start = shown.index("Candidates, of 4 solutions; * where the two above differ:")
    assert shown[start + 1 : start + 6] == [
        "  1   4 │  23  23",
        "  3   2 │ *14 *14",
        "────────┼────────",
        "  4   1 │  23  23",
        "  2   3 │ *14 *14",
    ]
    assert shown[start + 6 :] == [
        f"  cell[r{row}c{column}]: {'1 in 2, 4 in 2' if row in (2, 4) else '2 in 2, 3 in 2'}"
        for row in (1, 2, 3, 4)
        for column in (3, 4)
    ] + [
        "Same in all: cell[r1c2]=4, cell[r2c1]=3, cell[r3c2]=1, cell[r4c1]=2",
        "All or none: cell[r1c3]=3, cell[r1c4]=2, cell[r3c3]=2, cell[r3c4]=3",
        "All or none: cell[r2c3]=4, cell[r2c4]=1, cell[r4c3]=1, cell[r4c4]=4",
    ]
    drawing = Path("found.svg").read_text()
    assert drawing.count("<title>4: 2 of 4</title>") == 4
    frames = [
        one for one in ElementTree.fromstring(drawing).iter() if "s-huered" in one.get("class", "")
    ]
    assert len(frames) == 4
    assert "written to found.svg" in found.stderr


def test_on_a_placement_stands_the_number_of_solutions():
    shown = lines(everyway("unique", "queens", "n=6", "--candidates", "--given", "r1c2").stdout)
    assert not any(line.startswith("Candidates") for line in shown)
    shown = lines(everyway("unique", "queens", "n=8", "--candidates").stdout)
    start = shown.index("Candidates, of 92 solutions; * where the two above differ:")
    row = [word.removeprefix("*") for word in shown[start + 1].split()]
    assert row == ["4", "8", "16", "18", "18", "16", "8", "4"]
    assert len(shown) == start + 9


def test_many_values_are_counted_and_long_numbers_are_shares():
    model = sudoku("." * 81)
    numbers = {v.name: dict.fromkeys(v.domain, 10**20) for v in model.variables}
    values = candidate_values(model, {**numbers, "cell[r1c1]": {5: 9 * 10**20}}, ["cell[r1c2]"])
    assert (values["cell[r1c1]"], values["cell[r1c2]"]) == (5, "*123456789")
    drawing = draw_svg_values(model, values)
    assert drawing.count(">11 %</text>") == 80 * 9
    assert "100 000 000 000 000 000 000 of 900 000" in drawing
    few = {"cell[r1c1]": dict.fromkeys(range(10, 40), 1)}
    assert candidate_values(model, {**numbers, **few})["cell[r1c1]"] == "30 values"
    assert "30 values" in draw_svg_values(model, candidate_values(model, {**numbers, **few}))


def test_squares_with_the_same_candidates_are_no_area():
    model = sudoku("." * 81)
    found = candidate_values(model, {v.name: {4: 1, 9: 1} for v in model.variables})
    assert 'class="f-tint' not in draw_svg_values(model, found)


def test_what_is_not_counted_is_drawn_without_numbers():
    model = sudoku("." * 81)
    unknown = {v.name: {4: 0, 9: 0} for v in model.variables}
    values = candidate_values(model, unknown, undecided=["cell[r1c1]"])
    assert (values["cell[r1c1]"], values["cell[r1c2]"]) == ("49?", "49")
    drawing = draw_svg_values(model, values)
    assert ">49?</text>" in drawing
    alone = candidate_values(model, {**unknown, "cell[r1c1]": {4: 0}}, undecided=["cell[r1c1]"])
    assert alone["cell[r1c1]"] == "4?"
    assert "<title>4:" not in drawing
    board = queens(n=4)
    values = candidate_values(board, {v.name: {0: 0, 1: 0} for v in board.variables})
    assert set(values.values()) == {"?"}


def test_sides_and_members_of_sets_have_a_question_mark():
    model = slitherlink("2 .\n. 3")
    found = candidate_values(model, {v.name: {0: 1, 1: 3} for v in model.variables})
    assert draw_values(model, found).splitlines()[:2] == ["· ? · ? ·", "? 2 ?   ?"]
    chosen = subset("s", range(3))
    found = candidate_values(model := Model("sets", chosen), {v.name: {0: 1, 1: 3} for v in chosen})
    assert draw_values(model, found) == "s = {0?, 1?, 2?}"


def test_a_picture_of_candidates_says_no_piece_is_there():
    found = draw_svg_values(queens(n=4), explainer.candidates(queens(n=4)).drawn())
    assert 'aria-label="4 queens: queen on r1c2 (1), r1c3 (1), r2c1 (1)' in found


def test_candidates_that_are_not_known_in_time_are_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(possible_values, "marginals", undecided)
    monkeypatch.setattr(possible_values, "Live", undecided)
    found = everyway("unique", "queens", "n=4", "--candidates")
    assert found.exit_code == 1
    start = lines(found.stdout).index(
        "Candidates, of at least 2 solutions; * where the two above differ:"
    )
    assert lines(found.stdout)[start + 1] == " ? *? *?  ?"
    assert "Not known: queen[r1c1]=0, queen[r1c1]=1," in found.stdout
    assert everyway("show", "queens", "n=4", "--candidates").exit_code == 3
    assert everyway("unique", "--each", "-", "--candidates", given="queens n=4").exit_code == 1


def undecided(*_: object, **__: object) -> None:
    raise Incomplete("on purpose", None)


# ------------------------------------------------------------------- candidates, by `show`


def test_show_draws_candidates_and_says_what_is_the_same():
    found = everyway("show", "golomb_ruler", "--candidates")
    assert found.exit_code == 0
    assert lines(found.stdout) == [
        "Candidates, of 4 solutions:",
        "0 . . . . . . . . . . 11",
        "  mark[1]: 1 in 1, 2 in 2, 3 in 1",
        "  mark[2]: 4 in 2, 7 in 2",
        "  mark[3]: 8 in 1, 9 in 2, 10 in 1",
        "All or none: mark[1]=2, mark[2]=7",
        "All or none: mark[2]=4, mark[3]=9",
    ]
    assert "Candidates, of 1 solution:" in everyway("show", "sudoku", "--candidates").stdout
    none = everyway("show", "queens", "n=3", "--candidates")
    assert (none.exit_code, none.stdout, none.stderr) == (1, "", "there is no solution\n")


def test_show_draws_candidates_as_a_picture_and_as_json():
    words = ("show", *FOUR, "--candidates")
    assert everyway(*words, "--svg", "found.svg").stdout.startswith("  cell[r1c3]: 2 in 2, 3 in 2")
    assert Path("found.svg").read_text().count("<title>4: 2 of 4</title>") == 4
    assert everyway(*words, "--svg").stdout.strip() == Path("found.svg").read_text().strip()
    found = json.loads(everyway(*words, "--json").stdout)
    assert (found["schema"], found["count"]) == ("everyway.candidates/1", 4)
    assert found["marginals"]["cell[r1c3]"] == {"2": 2, "3": 2}
    said = found["candidates"]
    assert said["values"]["cell[r1c3]"] == [2, 3]
    assert said["same"]["cell[r1c2]"] == 4
    assert said["undecided"] == {}
    assert said["together"][0][0] == {"name": "cell[r1c3]", "value": 3, "holds": True}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["-S", "cp-sat"], "--candidates are of all solutions"),
        (["--index", "2"], "--candidates are of all solutions"),
        (["--jobs", "2"], "--candidates are of all solutions"),
        (["--model"], "--candidates and --model are two forms of output"),
        (["--as", "dimacs"], "--candidates and --as are two forms of output"),
    ],
)
def test_show_refuses_what_candidates_do_without(more: list[str], said: str):
    found = everyway("show", "queens", "n=4", "--candidates", *more)
    assert found.exit_code == 2
    assert said in found.stderr


def test_where_there_is_one_solution_there_is_nothing_open():
    assert "Candidates" not in everyway("unique", "sudoku", "--candidates").stdout


# ------------------------------------------------------------------------------ as JSON


def document(*words: str) -> dict:
    found = json.loads(everyway("unique", *words, "--json").stdout)
    assert found.pop("schema") == "everyway.unique/1"
    return found


def test_the_document_has_the_verdict_the_solutions_and_the_numbers():
    one = document("./chain.py")
    assert (one["verdict"], one["count"], one["exact"]) == ("unique", 1, True)
    assert one["solutions"] == [{"x": [0, 1, 2]}]
    assert one["solvers"] == ["auto", "flatmap"]
    assert one["puzzle"]["name"] == "./chain.py"
    some = document(*FOUR, "--candidates")
    assert (some["verdict"], some["count"], some["exact"]) == ("several", 4, True)
    assert some["differing"] == ["cell[r2c3]", "cell[r2c4]", "cell[r4c3]", "cell[r4c4]"]
    assert some["marginals"]["cell[r1c3]"] == {"2": 2, "3": 2}
    assert some["solvers"] == ["auto"]
    assert some["marginals"].keys() == marginals(sudoku(box_rows=2, box_columns=2)).keys()
    none = document("./chain.py", "most=1")
    assert (none["verdict"], none["count"], none["solutions"]) == ("none", 0, [])
    assert none["why"]["sets"][0][0]["rule"]
    wrong = document("./chain.py", "--second", f"{HERE}:loses")
    assert (wrong["verdict"], wrong["exact"]) == ("differ", False)
    assert wrong["differences"][0]["kind"] == "missing"


# ------------------------------------------------------------------------------ --each


def each(text: str, *words: str):
    Path("puzzles.txt").write_text(text)
    found = everyway("unique", "--each", "puzzles.txt", *words)
    return found, [json.loads(line) for line in found.stdout.splitlines()]


def test_each_puzzle_of_a_file_has_a_line_of_json():
    text = "# setters'\n./chain.py\n\n  ./chain.py most=3\nsudoku givens='53..7....' box_rows=1\n"
    found, answers = each(text)
    assert [one["line"] for one in answers] == [2, 4, 5]
    assert [one["verdict"] for one in answers] == ["unique", "several", "error"]
    assert {one["schema"] for one in answers} == {"everyway.unique/1"}
    assert answers[1]["asked"] == "./chain.py most=3"
    assert answers[1]["puzzle"]["params"] == {"most": 3}
    assert answers[2]["error"]
    assert answers[2]["error"] in found.stderr
    assert found.exit_code == 2


def test_the_exit_code_is_that_of_the_worst_line():
    codes = {"./chain.py": 0, "./chain.py most=3": 1, "./chain.py most=1": 1, "nowhere": 2}
    for line, code in codes.items():
        assert each(f"./chain.py\n{line}\n./chain.py\n")[0].exit_code == code
    late = "./chain.py\n./chain.py\n"
    assert each(late, "--second", f"{HERE}:stays", "-t", "200ms")[0].exit_code == 3
    assert each(late, "--second", f"{HERE}:loses")[0].exit_code == 4


def test_what_is_wrong_with_a_line_is_said_and_the_others_go_on():
    text = "./chain.py 'most=3\n./chain.py --rule x\n./chain.py:fails\n./chain.py n=4\n./chain.py"
    found, answers = each(text)
    assert [one["verdict"] for one in answers] == ["error"] * 4 + ["unique"]
    assert answers[0]["error"] == '"./chain.py \'most=3": No closing quotation'
    assert "'--rule' is not a parameter" in answers[1]["error"]
    assert "on purpose" in answers[2]["error"]
    assert "'n'" in answers[3]["error"]
    assert "fault of everyway" not in found.stderr


def test_rules_and_givens_are_added_to_each():
    found, answers = each("queens n=6\nqueens n=4\n", "--given", "r1c2")
    assert [one["count"] for one in answers] == [1, 1]
    assert found.exit_code == 0


def test_puzzles_come_from_standard_input_too():
    found = everyway("unique", "--each", "-", given="./chain.py\n")
    assert json.loads(found.stdout)["verdict"] == "unique"


# ------------------------------------------------------------------------------ bad input


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "something is missing; write everyway unique"),
        (["sudoku", "--each", "puzzles.txt"], "--each reads every puzzle from its file"),
        (["--each", "nowhere.txt"], "nowhere.txt cannot be read: No such file"),
        (["--each", "latin1.txt"], "latin1.txt cannot be read: 'utf-8' codec"),
        (["--each", "none.txt"], "none.txt names no puzzle; write one a line"),
        (["--each", "puzzles.txt", "--json"], "--each and --json are two forms of output"),
        (["sudoku", "--svg", "a.svg"], "add --candidates"),
        (["sudoku", "--candidates", "--svg", "-"], "--svg draws the candidates to a file"),
        (["sudoku", "--second", "sta"], "no solver 'sta'; did you mean 'sat'?"),
        (["--each", "puzzles.txt", "--second", "sta"], "no solver 'sta'"),
        (["sudoku", "--second", "auto[python]"], "is no second solver where auto has answered"),
        (["sudokus"], "did you mean"),
        (["sudoku", "-t", "soon"], "is not a time"),
    ],
)
def test_what_makes_no_sense_is_refused(words, said):
    Path("puzzles.txt").write_text("sudoku\n")
    Path("none.txt").write_text("# nothing\n\n")
    Path("latin1.txt").write_bytes(b"caf\xe9\n")
    found = everyway("unique", *words)
    assert found.exit_code == 2
    assert said in found.stderr
    assert not found.stdout
    assert not os.path.exists("a.svg")
