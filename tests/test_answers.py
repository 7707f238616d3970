"""The page of answers has a line for every public thread that it was written for."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent / "docs" / "answers.md"
THREADS = """
or-tools#3345
or-tools#4220
or-tools#4640 or-tools#3605
cpmpy#713 cpmpy#661 cpmpy#788 cpmpy#659
conjure#545 conjure#749
conjure#652
chuffed#218
python-constraint#60 python-constraint#61
or-tools#1590 or-tools#1671 z3#4675 sbv#565 csb#7 verilator#8024 verilator#8042
minizinc-python#87
MiniZincIDE#202 libminizinc#285
choco-solver#526 choco-solver#509
Syllabus#20 xclingo2#12 clingo-explaid#36
cpmpy#984
or-tools#811 or-tools#1235
SudokuSolver#25 SudokuSolver#34 SudokuSolver#73
SudokuStudio#26
sudoku-exchange-puzzle-bank#1 shadify#3 Puzzle#5 nonocross#1 GCWizard#643
tdoku#3 opensudoku#113 hexapipes#38 Sudoku#26 Sudoku#556
penpa-edit#41 penpa-edit#226 sdvx#4
Interactive-Sudoku-Solver#8 Interactive-Sudoku-Solver#10 Interactive-Sudoku-Solver#12
CoursIA#11805 CoursIA#3282 CoursIA#8253
simpleai#43
reasoning-gym#153 reasoning-gym#159 awesome_or-tools#20
KTT#32 baybe#365 helion#1415 kernel_tuner#251
""".strip().splitlines()
"""A question a line, with the threads that ask it."""
pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not here")


def answers():
    """The text below each heading of a question."""
    return re.split(r"^##+ ", PAGE.read_text("utf-8"), flags=re.MULTILINE)[1:]


@pytest.mark.parametrize("threads", THREADS)
def test_every_thread_has_an_answer_with_lines_that_run_or_a_command(threads):
    for thread in threads.split():
        name, number = thread.split("#")
        link = re.compile(rf"\(https://github\.com/[\w-]+/{name}/issues/{number}\)")
        own = [answer for answer in answers() if link.search(answer)]
        assert len(own) == 1, thread
        assert "```python\n" in own[0] or "`everyway " in own[0], thread


def test_every_answer_is_short():
    for answer in answers():
        for snippet in re.findall(r"```python\n(.*?)```", answer, re.DOTALL):
            lines = [line for line in snippet.splitlines() if line and "import " not in line]
            assert len(lines) <= 8, answer.partition("\n")[0]


def test_there_are_as_many_questions_as_were_reviewed():
    assert len(THREADS) == 25
