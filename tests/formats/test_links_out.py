"""Lines between two squares leave by the square at an end, in each language."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from everyway.models import (
    Board,
    Constraint,
    Model,
    allowed,
    any_of,
    connected,
    count,
    implies,
    regions,
    rule,
    total,
    variables,
)
from tests.formats.reading_back import same_set

LANGUAGES = ["cpmpy", "minizinc", "clingo", "ortools", "python-constraint"]
AT_END = {
    "cpmpy": "for k in line if (",
    "minizinc": "in line_at(",
    "clingo": "(I,J) = (K,M;N,P)",
    "ortools": "for k in line if (",
    "python-constraint": "for k in line if (",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_at_a_square(language: str, tmp_path: Path):
    board = Board(2, 3)
    line, number = board.links("line"), board.fill(range(2), "number")
    squares = [*board.open]
    at = [line.at(square) for square in squares]
    model = Model(
        "lines",
        line,
        number,
        rule("none or two", (total(some) == 2 * any_of([x == 1 for x in some]) for some in at)),
        rule("numbered", ((number[s] == 0) == (line.passes(s) == 0) for s in squares)),
        rule("in a corner", (line.turns(square) == 1 for square in ("r1c1", "r2c3"))),
        rule("straight", implies(line["r1c1", "r1c2"] == 1, line.straight("r1c2") == 1)),
    )
    assert AT_END[language] in same_set(model, language, tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(6))
def test_lines_at_some_squares(seed: int, language: str, tmp_path: Path):
    """Of all at an end, of all but one, and of as many that have no square in common."""
    random = Random(f"{language} {seed}")
    board = Board(2, 3)
    line = board.links("line")
    at = {square: line.at(square) for square in board.open}
    other = random.choice([square for square, several in at.items() if len(several) > 2])
    at[other] = random.choice((at[other][1:], at[other][:-1], random.sample([*line], 3)))
    rules: list[Constraint] = [
        random.choice((total(several) <= 1, any_of(x == 1 for x in several)))
        for several in ([*at.values()] if seed % 2 else ())
    ]
    rules += [implies(line.passes(s) == 1, total(several) == 2) for s, several in at.items()]
    same_set(Model("some", line, rule("some", rules)), language, tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_that_are_two_squares(language: str, tmp_path: Path):
    keys = ["r1c1-r1c3", "r1c1-r3c1", "r1c3-r3c3", "r3c1-r3c3", "r1c1-r3c3"]
    x = variables("way", keys, range(3))
    squares = ("r1c1", "r1c3", "r3c1", "r3c3")
    ends = {s: total(v for key, v in zip(keys, x, strict=True) if s in key) for s in squares}
    rules = rule("ends", {s: sums == 1 + (s != "r1c1") for s, sums in ends.items()})
    text = same_set(Model("ways", x, rules), language, tmp_path)
    assert (
        "way[1, 1, 1, 3]" in text or "1, 1, 3" in text or "1,1,1,3" in text or "r1c1_r1c3" in text
    )
    odd = variables("way", ["r1c1-r1c3", "r01c1-r1c3"], range(2))
    same_set(Model("one way", odd, total(odd) == 1), language, tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_squares_as_keys_and_labels(language: str, tmp_path: Path):
    """On a board with gaps, whose squares are facts in clingo."""
    board = Board(2, 3, holes="r1c2 r2c1")
    tent, squares = board.place("tent"), [str(square) for square in board.open]
    camp = variables("camp", ["r1c2", "r2c1"], [*squares, "none"])
    model = Model(
        "tents",
        tent,
        camp,
        rule("its own", {s: count(camp, str(s)) == tent[s] for s in board.open}),
        rule("near", (allowed([one], [(s,) for s in squares[:3]]) for one in camp)),
        rule("not there", camp[0] != "r1c1", (camp[1] == "r1c1") | (camp[1] == "none")),
        rule("some", (tent[square] <= 1 for square in board.open)),
    )
    text = same_set(model, language, tmp_path)
    if language == "clingo":
        assert "square(1,(1;3); 2,2..3)." in text
        assert ":- camp(1,2,(1,1))." in text
        assert "none" in text


@pytest.mark.parametrize("language", ["cpmpy", "ortools", "python-constraint"])
def test_functions_have_the_arguments_of_their_calls(language: str, tmp_path: Path):
    """Of those that one call gives and another does not, both are said."""
    board = Board(2, 2)
    piece, line, links = board.place("piece"), board.links("line"), variables("links", 2, range(2))
    edges = [(0, 1), (1, 2)]
    plain = rule("plain", connected(piece))
    open_edges = rule("by links", connected([1, 1, 1], edges, list(links)))
    texts = [
        same_set(Model("a graph", piece, links, *rules), language, tmp_path)
        for rules in ([plain], [open_edges], [plain, open_edges])
    ]
    assert ["links=None" in text for text in texts] == [False, False, True]
    roots = rule("roots", regions([*line], line.edges, roots=[0, 3]))
    assert "sizes=" not in same_set(Model("regions", line, roots), language, tmp_path)


@pytest.mark.parametrize("seed", range(30))
def test_truths_of_plain_variables_in_minizinc(seed: int, tmp_path: Path):
    """The same truth as it is and as its opposite, of which MiniZinc 2.6 may lose one."""
    random = Random(seed)
    line = Board(2, 2).links("line")
    numbers = [line.passes(s) for s in line.board.open] + [line.turns(s) for s in line.board.open]
    rules = list[Constraint]()
    for _ in range(4):
        one, other = (random.choice(numbers) == random.randint(0, 1) for _ in range(2))
        rules.append(random.choice((one | other, one == other, implies(one, other), one != other)))
    same_set(Model("truths", line, rule("truths", rules)), "minizinc", tmp_path)
