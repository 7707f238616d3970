"""DIMACS and OPB files are read strictly, and what is wrong is said with its line."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

from everyway.formats import clause_files, from_dimacs, from_opb
from everyway.models import ModelError, load
from everyway.solvers import count, solve_all

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
CNF = "c a comment\np cnf 3 2\n1 -3 0 2\n3 -1 0\n"


def test_a_cnf_has_the_solutions_of_its_clauses() -> None:
    for seed in range(30):
        random = Random(seed)
        clauses = [
            [random.choice((1, -1)) * random.randint(1, 5) for _ in range(random.randint(0, 3))]
            for _ in range(random.randint(0, 6))
        ]
        text = f"p cnf 5 {len(clauses)}\n" + "".join(
            f"{' '.join(map(str, [*one, 0]))}\n" for one in clauses
        )
        expected = [
            row
            for row in product(range(2), repeat=5)
            if all(any(row[abs(at) - 1] == (at > 0) for at in one) for one in clauses)
        ]
        assert sorted(s["x"] for s in solve_all(from_dimacs(text))) == expected


def test_show_lines_project() -> None:
    model = from_dimacs(CNF.replace("p cnf", "c p show 1 0\nc p show 2 0\np cnf"))
    assert model.projection == ("x[1]", "x[2]")
    found = sorted((s["x"][0], s["x"][1]) for s in solve_all(from_dimacs(CNF)))
    assert len(solve_all(model)) == len(set(found)) < len(found)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 2 0\n", "1: the line `p cnf"),
        ("p cnf 2 1\n1 2\n", "2: the last clause does not end"),
        ("p cnf 2 1\n1 3 0\n", "2: the variable 3 is not from 1 to 2"),
        ("p cnf 2 1\n1 -3 0\n", "2: the variable 3"),
        ("p cnf 2 1\n1 x 0\n", "2: a whole number"),
        ("p cnf 2 1\n1 2.5 0\n", "2: a whole number"),
        ("p cnf 2 1\n1 \u0662 0\n", "2: a whole number"),
        ("p cnf 2 2\n1 2 0\n", "2: 2 clauses are announced"),
        ("p cnf 2 1\np cnf 2 1\n1 0\n", "2: there is a second line"),
        ("p wcnf 2 1 5\n", "1: `p cnf VARIABLES"),
        ("p cnf -2 1\n", "1: the numbers"),
        (f"p cnf {10**7} 1\n1 0\n", "1: 10000000 variables are more"),
        (f"p cnf 2 1\n{'9' * 5000} 0\n", "2: a whole number of at most 1000 digits"),
        ("p cnf 2 1\n1 0\nc p show 1 2\n", "3: a line `c p show` ends"),
        ("p cnf 2 1\n1 0\nc p show 3 0\n", "3: `c p show` names"),
        ("", "there is no line"),
    ],
)
def test_a_broken_cnf_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(ModelError, match=r"f\.cnf:") as caught:
        from_dimacs(text, place="f.cnf")
    assert said in str(caught.value)


OPB = """* #variable= 5 #constraint= 2
* a comment; with a semicolon
min: 2 x2 x3 +3 x4 ~x5 ;
+2 x2 x3 -1 x1 ~x3
 >= 1 ; 1 x1 +1 x2 >= 1;
"""


def test_an_opb_has_the_best_solutions_of_its_sums() -> None:
    rows = [
        (2 * b * c + 3 * d * (1 - e), (a, b, c, d, e))
        for a, b, c, d, e in product(range(2), repeat=5)
        if 2 * b * c - a * (1 - c) >= 1 and a + b >= 1
    ]
    best = [row for value, row in rows if value == min(rows)[0]]
    assert sorted(s.row for s in solve_all(from_opb(OPB))) == best
    assert count(from_opb(OPB.replace("min: 2 x2 x3 +3 x4 ~x5 ;", ""))) == len(rows)
    assert count(from_opb("+1 a >= 0;\n-2 b2 -3 b10 <= -2 ;\n")) == 6
    equal = from_opb("1 b2 +2 b10 = 2;")
    assert [dict(s) for s in solve_all(equal)] == [{"b2": 0, "b10": 1}]
    assert count(from_opb("* #variable= 3 #constraint= 1\n1 x2 >= 1;")) == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 x1 >= 1", "1: the last statement does not end"),
        ("1 x1 >= 1;\n1 x2 >= ;", "2: a sum, `>=`"),
        ("1 x1 >= 1;\n1 x2 ;", "2: a sum, `>=`"),
        ("x1 >= 1;", "1: a number is expected before x1"),
        ("1 x1 >= 1;\nmin: 1 x1;", "2: an objective stands once"),
        ("1 !x1 >= 1;", "1: a literal such as"),
        ("soft: 6 ;\n[2] +1 x1 >= 1;", "1: a sum, `>=`"),
        (f"{'9' * 5000} x1 >= 1;", "1: a whole number of at most 1000"),
        ("* #variable= 1 #constraint= 1\n1 x1 +1 y >= 1;", "2: 1 variables are announced"),
        ("* #variable= 1 #constraint= 2\n1 x1 >= 1;", "2: 2 constraints are announced"),
        (f"* #variable= {10**9} #constraint= 1\n1 x1 >= 1;", "2: 1000000000 variables are more"),
    ],
)
def test_a_broken_opb_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(ModelError, match=r"f\.opb:") as caught:
        from_opb(text, place="f.opb")
    assert said in str(caught.value)


def test_too_many_literals_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clause_files, "MOST_LITERALS", 5)
    with pytest.raises(ModelError, match="f:4: there are more than 5 literals"):
        from_dimacs(CNF, place="f")
    with pytest.raises(ModelError, match="f:5: there are more than 5 literals"):
        from_opb(OPB.replace("min: 2 x2 x3 +3 x4 ~x5 ;", ""), place="f")


def test_they_are_puzzle_files(tmp_path: Path) -> None:
    (tmp_path / "a.cnf").write_text(CNF)
    (tmp_path / "a.opb").write_text(OPB)
    assert load(tmp_path / "a.cnf").name == "a"
    assert count(load(tmp_path / "a.cnf")) == 5
    assert count(load(tmp_path / "a.opb")) == 6
    with pytest.raises(ModelError, match="there is no file"):
        load(tmp_path / "b.opb")
    with pytest.raises(ModelError, match="'n'"):
        load(tmp_path / "a.cnf", n=3)
    (tmp_path / "a.cnf").write_bytes(b"p cnf \xff")
    with pytest.raises(ModelError, match="UTF-8"):
        load(tmp_path / "a.cnf")
