"""Exercises: each can be solved from its file, and a wrong answer is shown where it is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from everyway.solvers import count
from everyway.views import checking_models, puzzles

from ..support.command_lines import everyway
from ..support.settings import a_third

EXERCISES = checking_models.names()
ANSWERS = {name: Path(checking_models.exercises.__path__[0]) / f"{name}.py" for name in EXERCISES}
NOT_NEXT = "        [column[i] != column[i + 1] for i in range(n - 1)],\n"

WRONG = {
    "bus_seats": [
        (
            'abs(seat["Ben"] - seat["Cleo"]) == 1',
            'seat["Cleo"] - seat["Ben"] == 1',
            "TOO FEW  3 seats on a bus: 2 solutions, the reference 4",
            "seat: Ann 1, Ben 3, Cleo 2",
            "breaks Ben and Cleo sit side by side",
        ),
        (
            '(seat["Ann"] == 1) | (seat["Ann"] == n)',
            'seat["Ann"] == 1 or seat["Ann"] == n',
            "FAILED",
            "| for or",
        ),
    ],
    "chancellors": [
        (
            '.without("diagonals <= 1")',
            "",
            "TOO FEW  3 chancellors",
            "breaks each diagonal: at most 1 queen",
            "has queen on r3c1, r2c2, r1c3",
        ),
    ],
    "crossed_sudoku": [
        (
            "cell.along(diagonals)",
            "cell.along(cell.board.diagonals)",
            "TOO FEW",
            "falling diagonal from r2c1: cell[r2c1] = 3, cell[r3c2] = 3",
        ),
    ],
    "discount": [
        (
            "books >= 5",
            "books > 5",
            "DIFFERENT",
            "pens = 3  books = 2  paid = 20",
            "breaks what is paid",
        ),
    ],
    "gentle": [
        ("(taken(value), value)", "-taken(value)", "DIFFERENT  case 1", "tried = 3 2 1"),
        (
            "sorted(values, key=lambda value: (taken(value), value))",
            "sorted(values, key=taken)",
            "DIFFERENT  case 4",
            "tried = 1 4",
        ),
    ],
    "give_up": [
        (
            "any_of(given[r] == 1 for r in some)",
            "sum(given[r] for r in some) == 1",
            "TOO FEW  case 2",
            "give_up = 0 1 1 0",
            "breaks one of (1, 2)",
        ),
        (
            "        minimise=total(given),  #:\n",
            "",
            "TOO MANY  case 1",
            "its value is 2; 1 is the least",
        ),
    ],
    "island": [
        (
            'iff(knight["Cem"] == 1, knight["Ada"] == 0)',
            'knight["Ada"] == 0',
            "DIFFERENT",
            "breaks what Cem says",
        ),
    ],
    "knight_columns": [
        (
            "        [abs(column[i] - column[i + 2]) != 1 for i in range(n - 2)],  #:\n",
            "",
            "TOO MANY  3 knights",
            "r1c3 and r3c2 have knight",
        ),
        (
            "    )\n",
            f"{NOT_NEXT}    )\n",
            "TOO FEW  3 knights",
            "breaks column[0] != column[1]",
        ),
    ],
    "lost_solutions": [
        (
            '        rule("the library did not find it", number["a"] != number["b"]),  #:\n',
            "",
            "TOO MANY",
            "number: a 0, b 0",
            "breaks the library did not find it",
        ),
    ],
    "next_one": [
        ("-degree(one)", "degree(one)", "DIFFERENT  case 2", "variable = 1"),
        ("if other in undecided", "", "DIFFERENT  case 3", "variable = 2"),
    ],
    "night_shifts": [
        (
            "(1, 2): 0,",
            "(1, 0): 0, (1, 2): 0,",
            "TOO MANY  2 days",
            "shift = 1 0",
            "breaks no early shift",
        ),
        (
            "(2, 2): 0,",
            "(2, 1): 2, (2, 2): 0,",
            "TOO MANY  3 days",
            "shift = 1 1 1",
            "breaks never three",
        ),
    ],
    "no_double": [
        (
            "2 * (ending_in_a + others)",
            "2 * others",
            "DIFFERENT  words of 5 letters",
            "words = 48",
            "words = 164",
        ),
    ],
    "no_spare": [
        (
            "in kept if other != one",
            "in range(len(days)) if other != one",
            "DIFFERENT",
            "kept = 0 0 1 1",
            "breaks person 3",
        ),
        (
            "            kept = others  #:\n",
            "            return others\n",
            "DIFFERENT",
            "kept = 0 1 1 1",
            "breaks person 1",
        ),
    ],
    "only_once": [
        (
            "else propagated(left)",
            "else left",
            "TOO MANY  case 2",
            "x = 2 1 2",
            "breaks x[2] keeps [3]",
        ),
    ],
    "optimist": [
        ("worth + value * left // kilos", "worth", "DIFFERENT  case 2", "worth = 8", "worth = 14"),
        (
            "value * left // kilos",
            "value * left / kilos",
            "FAILED  case 2",
            "is the float 14.0; write 14",
        ),
    ],
    "photo": [
        (
            '(place["Eve"] != 1) & (',
            '(place["Eve"] != 1) | (',
            "TOO MANY",
            "Dan 4, Eve 5",
            "breaks Eve not at an end",
        ),
    ],
    "postage": [
        (
            "        minimise=total(stamps),  #:\n",
            "",
            "TOO MANY  a letter of 3",
            "its value is 3; 1 is the least",
        ),
        (
            "minimise=total(stamps)",
            "minimise=(('max', stamps['five']), total(stamps))",
            "TOO FEW  a letter of 6",
            "three 2",
        ),
    ],
    "quiet_rooks": [
        (
            "main_diagonals) == 0",
            "diagonals) == 0",
            "SAME  3 quiet rooks: no solution",
            "TOO FEW  4 quiet rooks",
            "breaks each diagonal: exactly 0 rooks",
        ),
    ],
    "relay": [
        (
            '        rule("leg and runner say the same", inverse(leg, runner)),  #:\n',
            "",
            "TOO MANY  a relay of 3 legs: 54 solutions, the reference 1",
            "breaks leg and runner say the same",
        ),
    ],
    "ribbons": [
        (
            "lexicographic(bead, turned)",
            "lexicographic(bead, turned, strict=True)",
            "TOO FEW  ribbons of 2 beads",
            "bead = 0 0",
        ),
    ],
    "round_trip": [
        (
            "circuit(after)",
            "[after[i] != after[j] for i in range(n) for j in range(i)]",
            "TOO MANY  4 islands",
            "after = 1 0 3 2",
            "breaks one tour of all islands",
        ),
        ("<= 2", "< 2", "TOO FEW  3 islands", "after = 1 2 0", "breaks at most 2 places"),
    ],
    "safe_bishops": [
        (
            "abs(column - last)",
            "column - last",
            "TOO MANY  2 bishops",
            "has bishop on r1c1, r2c2",
        ),
    ],
    "shy_kings": [
        (
            "board.windows(2, 2)",
            "board.adjacent",
            "TOO MANY  3 shy kings",
            "has king on r1c3, r2c2",
        ),
    ],
    "stairs": [
        ("= 0, 1", "= 1, 1", "DIFFERENT  ways up 8 stairs", "ways = 55", "ways = 34"),
    ],
    "sums": [
        (
            "if any(x + y in zs for y",
            "if all(x + y in zs for y",
            "TOO FEW  case 1",
            "number: x 1, y 1, z 2",
        ),
    ],
    "teams": [
        (
            "precedence(team, range(3))",
            "team[0] == 0",
            "TOO MANY  2 people",
            "team = 0 2",
            "breaks each is in a team that is there, or in the next one",
        ),
    ],
    "timetable": [
        (
            "sport[c] + 1 == music[c]",
            "sport[c] < music[c]",
            "TOO FEW  a timetable of 1",
            "breaks broken wishes",
        ),
        (
            "for one in (maths, music, sport)]),  #:",
            "for one in (maths, sport)]),  #:",
            "TOO MANY  a timetable of 2",
            "music = 3 3",
            "breaks a teacher, one class",
        ),
    ],
    "towards_zero": [
        (
            "conditional(x * y >= 0, 1, -1) * (abs(x) // abs(y))",
            "x // y",
            "DIFFERENT",
            "x = -1  y = 2  q = -1",
        ),
    ],
    "up_and_down": [
        (
            "(path[-1] - 1, path[-1] + 1)",
            "(path[-1], path[-1] + 1)",
            "TOO MANY  paths of length 2",
            "height = 0 0",
            "breaks each step leads up or down by one",
        ),
    ],
    "workshop": [
        (
            '        rule("one can of paint", no_overlap(paint, painting)),  #:\n',
            "",
            "TOO MANY  2 shelves",
            "paint = 3 4",
            "breaks one can of paint",
        ),
        (
            "paint[i] + painting[i] <= end",
            "paint[i] <= end",
            "DIFFERENT  1 shelves",
            "end = 3",
            "breaks all done",
        ),
    ],
}
"""For each exercise a fragment of its solution, another in its place, and what is then said."""

COUNTS: dict[str, tuple[int, ...]] = {
    "bus_seats": (4, 8, 12),
    "chancellors": (2, 8, 20, 94),
    "crossed_sudoku": (12,),
    "discount": (14,),
    "gentle": (1, 1, 1, 1),
    "give_up": (2, 3, 2),
    "island": (1,),
    "knight_columns": (9, 52, 451),
    "lost_solutions": (2, 4, 6),
    "next_one": (1, 1, 1, 1),
    "night_shifts": (3, 8, 20, 51, 130),
    "no_double": (1, 1, 1, 1, 1, 1, 1, 1),
    "no_spare": (1, 1, 1, 1),
    "only_once": (4, 1, 1, 1),
    "optimist": (1, 1, 1, 1, 1),
    "photo": (12,),
    "postage": (1, 1, 1, 2, 1, 2, 1, 1, 3, 2),
    "quiet_rooks": (0, 4, 16),
    "relay": (1, 3),
    "ribbons": (6, 18, 45, 135),
    "round_trip": (2, 2, 2, 2),
    "safe_bishops": (2, 5, 24, 125),
    "shy_kings": (0, 2, 14),
    "stairs": (1, 1, 1, 1, 1, 1, 1, 1, 1),
    "sums": (8, 12, 4, 0),
    "teams": (2, 5, 14, 41),
    "timetable": (14, 80, 126),
    "towards_zero": (10, 14, 18),
    "up_and_down": (1, 1, 2, 3, 5, 8),
    "workshop": (1, 2, 2),
}
"""The number of solutions at each choice of parameters, by another model than the answer."""


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", EXERCISES)
def test_an_exercise_is_begun_solved_and_marked(name: str, tmp_path: Path) -> None:
    assert everyway("new", "--exercise", name).exit_code == 0
    file = tmp_path / f"{name}.py"
    text = file.read_text("utf-8")
    assert ("#:" in text, "marked with" in text, "reference" in text) == (False, False, False)
    begun = everyway("check", file.name, "--in-process")
    assert begun.exit_code == 1, begun.output
    assert "too many" in begun.output or "lacks" in begun.output
    assert max(map(len, text.splitlines())) <= 100
    solution = ANSWERS[name].read_text("utf-8")
    file.write_text(solution, "utf-8")
    solved = everyway("check", file.name, "--in-process")
    assert (solved.exit_code, solved.stderr) == (0, f"exercise {name}: solved\n"), solved.output
    for old, new, *said in WRONG[name]:
        assert old in solution
        file.write_text(solution.replace(old, new), "utf-8")
        wrong = everyway("check", file.name, "--in-process")
        assert wrong.exit_code in (1, 4)
        output = " ".join(wrong.output.split())
        assert [words for words in said if " ".join(words.split()) not in output] == []


@pytest.mark.parametrize("name", EXERCISES)
def test_an_answer_has_the_known_number_of_solutions(name: str) -> None:
    found = checking_models.find(name)
    choices = [[f"{key}={value}" for key, value in one.items()] for one in choices_of(found)]
    for path in {str(ANSWERS[name]), found.reference}:
        models = [puzzles.model_of([path, *choice]) for choice in choices]
        assert tuple(map(count, models)) == COUNTS[name]


def choices_of(exercise: checking_models.Exercise) -> Iterator[Mapping[str, Any]]:
    return puzzles.choices(exercise.checked)


@pytest.mark.parametrize("name", a_third(map(pytest.param, EXERCISES)))
def test_answers_are_marked_in_processes_of_their_own(name: str) -> None:
    assert everyway("check", str(ANSWERS[name])).exit_code == 0


def test_the_exercises_are_listed_by_lesson_and_a_name_that_is_near_is_offered() -> None:
    listed = everyway("new", "--exercise")
    names = [line.split()[0] for line in listed.stdout.splitlines()[1:]]
    assert (listed.exit_code, sorted(names)) == (0, EXERCISES)
    assert names.index("quiet_rooks") < names.index("photo") < names.index("stairs")
    assert max(map(len, listed.stdout.splitlines())) <= 80
    wrong = everyway("new", "--exercise", "quiet_rook")
    assert wrong.exit_code == 2
    assert "no exercise 'quiet_rook'; did you mean 'quiet_rooks'?" in wrong.stderr
    assert "did you mean" in everyway("check", "a.py", "--exercise", "quiet_rook").stderr


def test_the_file_of_an_exercise_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "photo.py").write_text("mine", "utf-8")
    assert everyway("new", "--exercise", "photo").exit_code == 2
    assert (tmp_path / "photo.py").read_text("utf-8") == "mine"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["new"], "the name is missing"),
        (["new", "--exercise", "photo", "--toml"], "leave out --toml"),
        (["check", "photo.py"], "there is no file or folder photo.py"),
        (["check", "--exercise", "photo"], "something is missing"),
        (["check", "a.py", "n=4", "--exercise", "teams"], "without parameters"),
        (["check", "a.py", "--exercise", "photo", "--against", "queens"], "leave out --against"),
        (["check", "mine.py"], "--against PUZZLE, or --exercise NAME"),
        (["check", "queens", "{}", "--in-process"], "are for --against and --exercise"),
        (["check", "photo.py", "--in-process", "--memory", "2G"], "exclude each other"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: list[str], message: str) -> None:
    result = everyway(*arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())


def test_choices_are_shown_as_far_as_the_first_that_is_wrong(tmp_path: Path) -> None:
    answer = ANSWERS["quiet_rooks"].read_text("utf-8")
    wrong = answer.replace("main_diagonals) == 0", "main_diagonals) == n // 4")
    (tmp_path / "quiet_rooks.py").write_text(wrong, "utf-8")
    said = everyway("check", "quiet_rooks.py", "--in-process").stdout
    verdicts = re.findall(r"^([A-Z]+)  (\d) quiet rooks", said, re.MULTILINE)
    assert verdicts == [("SAME", "3"), ("DIFFERENT", "4")]


def test_a_class_is_marked_by_the_name_of_the_exercise(tmp_path: Path) -> None:
    folder = tmp_path / "answers"
    folder.mkdir()
    good = ANSWERS["photo"].read_text("utf-8")
    (folder / "ann.py").write_text(good, "utf-8")
    (folder / "bob.py").write_text(checking_models.find("photo").start, "utf-8")
    words = ("--exercise", "photo", "--in-process")
    marked = everyway("check", "answers", *words, "--html", "class.html")
    assert marked.exit_code == 1
    page = (tmp_path / "class.html").read_text("utf-8")
    assert "everyway check answers --exercise photo --in-process --html class.html" in page
    assert checking_models.find("photo").reference not in page
    rows = [line.split()[:2] for line in marked.stdout.splitlines()[1:3]]
    assert rows == [["ann.py", "same"], ["bob.py", "different"]]
    alone = everyway("check", "answers/ann.py", *words)
    assert (alone.exit_code, alone.stderr) == (0, "exercise photo: solved\n")


def test_a_file_called_like_an_exercise_is_held_against_what_is_asked(tmp_path: Path) -> None:
    (tmp_path / "photo.py").write_text(checking_models.find("photo").start, "utf-8")
    words = ("--against", "./photo.py", "--in-process")
    assert everyway("check", "photo.py", *words).exit_code == 0
