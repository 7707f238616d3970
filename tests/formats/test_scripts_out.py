"""Models are written for CP-SAT, python-constraint and clingo as a person would."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from everyway.formats import written
from everyway.models import (
    Model,
    VariableList,
    implies,
    integer,
    load,
    maximum,
    total,
    variables,
)

QUEENS = """\
\"\"\"4 rooks on 4×4\"\"\"

import constraint

problem = constraint.Problem()
rook = {(i, j): f"rook[{i, j}]" for i in range(1, 5) for j in range(1, 5)}
problem.addVariables(rook.values(), range(2))

# total == 4
problem.addConstraint(lambda *row: sum(row) == 4, [*rook.values()])
# rows == 1
for i in range(1, 5):
    problem.addConstraint(lambda *row: sum(row) == 1, [rook[i, j] for j in range(1, 5)])
# columns == 1
for i in range(1, 5):
    problem.addConstraint(lambda *row: sum(row) == 1, [rook[j, i] for j in range(1, 5)])

if __name__ == "__main__":
    solutions = problem.getSolutions()
    print(*solutions, f"{len(solutions)} solutions", sep="\\n")
"""


def test_python_constraint_has_tests_of_the_variables_of_a_rule():
    assert written(load("rooks", n=4), "python-constraint") == QUEENS


def test_numbers_of_a_loop_are_bound_in_its_functions():
    q = variables("q", 6, range(6))
    apart = [abs(q[i] - q[j]) != j - i for i in range(6) for j in range(i + 1, 6)]
    text = written(Model("apart", q, apart), "python-constraint")
    assert "for i, j in combinations(range(6), 2):" in text
    assert "lambda a, b, i=i, j=j: abs(a - b) != j - i, [q[i], q[j]]" in text


def test_cp_sat_has_literals_only_where_they_are_needed():
    on, x, y = integer("on", 0, 1), integer("x", 0, 9), integer("y", 0, 9)
    model = Model("few", on, x, y, implies(on == 1, x == 2), maximum(x, y) >= 3)
    text = written(model, "ortools")
    assert "model.add(x == 2).only_enforce_if(on)" in text
    assert "model.add_max_equality(n1, [x, y])" in text
    assert 'new_bool_var("b' not in text


def test_cp_sat_has_one_literal_for_a_comparison():
    x = variables("x", 3, range(4))
    either = [(x[0] == 1) | (x[k] == 1) for k in (1, 2)]
    text = written(Model("either", x, either), "ortools")
    assert text.count("new_bool_var") == 1
    assert "model.add(x[1] == 1).only_enforce_if(~b1)" in text
    assert "model.add(x[2] == 1).only_enforce_if(~b1)" in text


def test_an_array_of_several_domains_is_written_item_by_item():
    group = VariableList("x", (integer("x[0]", 0, 3), integer("x[1]", 0, 1)), (0, 1))
    model = Model("several", group, total(group) == 2)
    assert 'x = [model.new_int_var(0, 3, "x[0]"), model.new_bool_var("x[1]")]' in written(
        model, "ortools"
    )
    assert "problem.addVariable(x[1], range(2))" in written(model, "python-constraint")


def test_xcsp3_has_what_is_alike_as_groups():
    text = written(load("latin_square", n=4), "xcsp3")
    group = "<group>\n<allDifferent> %... </allDifferent>\n"
    assert f"{group}<args> cell[0][] </args>\n<args> cell[1][] </args>" in text
    assert "%0" not in text
    text = written(load("golomb_ruler"), "xcsp3")
    assert "<intension> lt(%0,%1) </intension>\n<args> mark[0] mark[1] </args>\n" in text
    assert "<allDifferent> sub(mark[1],mark[0]) " in text
    text = written(load("sudoku"), "xcsp3")
    assert "<instantiation> <list> cell[0][0] cell[0][1] cell[0][4] " in text
    assert "<values> 5 3 7 " in text


def test_automata_are_said_as_such():
    nonogram = load("nonogram")
    assert "(q0,1,q1)(q0,0,q0)(q1,0,q1) </transitions>" in written(nonogram, "xcsp3")
    assert "model.add_automaton(" in written(nonogram, "ortools")
    assert "accepts(row, {(0, 1): 1, (0, 0): 0, (1, 0): 1}, 0, [1])" in written(
        nonogram, "python-constraint"
    )


def test_digits_are_drawn_in_each_script():
    for language in ("cpmpy", "ortools", "python-constraint"):
        assert '"""\n53..7....\n6..195...\n' in written(load("sudoku"), language)


def test_clauses_have_one_literal_for_two_values():
    text = written(load("rooks", n=2), "dimacs")
    assert "c 2 is rook[r1c1] = 1, else 0" in text
    assert "c p show 2 3 4 5 0" in text


@pytest.mark.parametrize(
    ("language", "needs"), [("ortools", "ortools"), ("python-constraint", "constraint")]
)
def test_a_script_prints_what_it_finds(language: str, needs: str, tmp_path: Path):
    pytest.importorskip(needs)
    x = variables("x", 2, range(3))
    model = Model("less", x, x[0] < x[1])
    for made, said in ((model, "3 solutions"), (model.projecting("x[0]"), "2 solutions")):
        file = tmp_path / "script.py"
        file.write_text(written(made, language))
        done = subprocess.run([sys.executable, file], capture_output=True, text=True, check=True)
        assert said in done.stdout.splitlines()[-1]
    best = tmp_path / "best.py"
    best.write_text(written(Model("best", x, x[0] < x[1], maximise=x[0] + x[1]), language))
    done = subprocess.run([sys.executable, best], capture_output=True, text=True, check=True)
    assert "2" in done.stdout
