"""Models are written for CP-SAT, python-constraint and clingo as a person would."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from everyway.formats import written
from everyway.formats.writing import LANGUAGES
from everyway.formats.writing.python_layout import DATA, Data, literal
from everyway.formats.writing.restated import in_windows
from everyway.models import (
    Board,
    Model,
    VariableList,
    allowed,
    among,
    any_of,
    at_least,
    at_most,
    circuit,
    exactly,
    implies,
    integer,
    lexicographic,
    load,
    maximum,
    precedence,
    regular,
    rule,
    subcircuit,
    total,
    variables,
)
from everyway.models.language.global_constraints.loops_and_paths import Loop
from everyway.solvers import Unsupported, count
from tests.formats.reading_back import READERS, enumerated, rows_of

QUEENS = """\
\"\"\"4 rooks on 4×4

Peaceful rooks: k of them, no two in one row or column.
\"\"\"

from constraint import ExactSumConstraint, Problem

problem = Problem()
rook = {(r, c): f"rook[{r}, {c}]" for r in range(1, 5) for c in range(1, 5)}
problem.addVariables(rook.values(), range(2))

# total == 4
problem.addConstraint(ExactSumConstraint(4))
# rows == 1
for r in range(1, 5):
    problem.addConstraint(ExactSumConstraint(1), [rook[r, c] for c in range(1, 5)])
# columns == 1
for c in range(1, 5):
    problem.addConstraint(ExactSumConstraint(1), [rook[r, c] for r in range(1, 5)])

solutions = problem.getSolutions()
print(*solutions, f"solutions: {len(solutions)}", sep="\\n")
"""


def test_python_constraint_has_tests_of_the_variables_of_a_rule():
    assert written(load("rooks", n=4), "python-constraint") == QUEENS
    x = variables("x", 3, range(-1, 3))
    below = written(Model("below 0", x, total(x) <= 2), "python-constraint")
    assert "problem.addConstraint(lambda *values: sum(values) <= 2)" in below


def test_a_table_of_one_column_is_a_set_of_values():
    x = variables("x", 2, range(9))
    model = Model("sets", x, allowed([x[0]], [(1,), (4,)]), x[0] < x[1])
    assert "lambda a: a in [1, 4], [x[0]]" in written(model, "python-constraint")
    values = "cp_model.Domain.from_values([1, 4])"
    assert f"model.add_linear_expression_in_domain(x[0], {values})" in written(model, "ortools")


@pytest.mark.parametrize("language", ["cpmpy", "minizinc", "xcsp3", "ortools", "clingo"])
def test_a_count_that_always_holds_is_left_out(language: str):
    x, n = variables("x", 3, range(9)), integer("n", 3, 4)
    for says, most in (False, n), (True, 2):
        model = Model("counts", x, n, rule("few", at_least(x, 1, 0), at_most(x, 2, most)))
        assert ("few" in written(model, language)) is says


@pytest.mark.parametrize("language", ["cpmpy", "ortools", "python", "python-constraint"])
def test_names_that_no_rule_has_are_not_made(language: str):
    assert "WA, NT" not in written(load("map_colouring"), language)


@pytest.mark.parametrize("language", ["ortools", "python-constraint"])
def test_a_loop_that_leaves_many_pairs_out_is_a_statement(language: str, tmp_path: Path):
    x = variables("x", range(1, 7), range(1, 3))
    out = [(1, 1), (1, 5), (1, 6), (2, 2), (2, 6), (3, 3), (4, 4), (5, 5), (6, 6)]
    pairs = [(i, j) for i in range(1, 7) for j in range(1, 7) if (i, j) not in out]
    model = Model("pairs", x, [any_of(x[i] == 1, x[j] == 2) for i, j in pairs])
    assert f"if (i, j) not in {out}:" in written(model, language)
    assert enumerated(model, language, tmp_path) == rows_of(model)


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
    assert "model.add(maximum_of(0, 9, [x, y]) >= 3)" in text
    assert "def maximum_of(low, high, *given):" in text
    assert "holds" not in text
    assert "cp_model  # 9.15 or later" in text
    assert "# 9.15" not in written(Model("few", x, x > 3), "ortools")


def test_rules_of_truths_are_one_statement_of_cp_sat_and_loops_of_such(tmp_path: Path):
    x = variables("x", 6, range(4))
    far = [implies(x[i] == x[i + 1], x[i] < 2) for i in range(5)]
    either = [implies((x[i] > 0) & (x[i + 1] > 0), x[i] != x[i + 1]) for i in range(5)]
    some = any_of((x[0] == 1) & (x[1] == 2), (x[2] == 1) & ~(x[3] == 2))
    model = Model("truths", x, rule("far", far), rule("either", either), rule("some", some))
    text = written(model, "ortools")
    where = ".only_enforce_if(holds(x[i] == x[i + 1], x[i] != x[i + 1]))\n"
    assert f"for i in range(5):\n    model.add(x[i] < 2){where}" in text
    assert "        [holds(x[j] > 0, x[j] <= 0) for j in range(i, i + 2)]\n" in text
    assert "        all_of([holds(x[2] == 1, x[2] != 1), holds(x[3] != 2, x[3] == 2)])," in text
    assert not re.search(r"^b\d", text, re.MULTILINE)
    assert Counter(READERS["ortools"](text, model, tmp_path)) == rows_of(model)


def test_cp_sat_names_a_truth_that_is_long(tmp_path: Path):
    x = variables("x", 5, ["red", "light blue", "#"])
    long = any_of((x[i] == "red") & (x[j] == "#") for i in range(5) for j in range(5) if i != j)
    model = Model("long", x, implies(long, x[0] == "red"), implies(~long, x[1] == "#"))
    text = written(model, "ortools")
    assert re.search(r"^b1 = some_of\($", text, re.MULTILINE)
    assert DATA not in text
    assert Counter(READERS["ortools"](text, model, tmp_path)) == rows_of(model)


def test_cp_sat_has_domains_in_a_loop():
    assert """\
    (6, [6, 3, 7]),
    (7, [7, 4, 6, 8]),
]:
    model.add_linear_expression_in_domain(
        next_2[i], cp_model.Domain.from_values(numbers)
    )
""" in written(load("simple_paths"), "ortools")


def test_cp_sat_prints_boards_by_rows_and_groups_by_name(tmp_path: Path):
    pytest.importorskip("ortools")
    board = Board(2)
    cell, x = board.fill(range(1, 3)), variables("x", 2, range(3))
    givens = [cell["r1c1"] == 1, cell["r1c2"] == 2, cell["r2c1"] == 2, cell["r2c2"] == 2]
    model = Model("board", cell, x, integer("y", 5, 6), x[0] == 0, x[1] == 2, givens)
    alone = "1 2\n2 2\n\nsolutions: 1 OPTIMAL\n"
    both = "cell:\n1 2\n2 2\nx: 0 2\ny: 5\n\n"
    for made, said in [(Model("alone", cell, givens), alone), (model, both)]:
        file = tmp_path / "script.py"
        file.write_text(written(made, "ortools"))
        done = subprocess.run([sys.executable, file], capture_output=True, text=True, check=True)
        assert said in done.stdout
    file.write_text(written(model.projecting("x[0]", "x[1]"), "ortools"))
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, check=True)
    assert done.stdout == "x: 0 2\nsolutions: 1 OPTIMAL\n"
    file.write_text(written(Model("best", x, x[0] < x[1], maximise=x[0]), "ortools"))
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, check=True)
    assert done.stdout == "OPTIMAL\nx: 1 2\n"


def test_an_array_of_several_domains_is_written_item_by_item():
    group = VariableList("x", (integer("x[0]", 0, 3), integer("x[1]", 0, 1)), (0, 1))
    model = Model("several", group, total(group) == 2)
    assert 'x = [model.new_int_var(0, 3, "x[0]"), model.new_bool_var("x[1]")]' in written(
        model, "ortools"
    )
    assert "problem.addVariable(x[1], range(2))" in written(model, "python-constraint")


def test_automata_are_said_as_such():
    nonogram = load("nonogram")
    assert "(q0,1,q1)(q0,0,q0)(q1,0,q1) </transitions>" in written(nonogram, "xcsp3")
    text = written(nonogram, "ortools")
    assert "    add_pattern([black[r, c] for c in range(1, 7)], pattern)\n" in text
    text = written(nonogram, "python-constraint")
    assert 'for pattern, r in [\n    # row 1: 1\n    ("0*10*", 1),\n' in text
    assert "lambda *values, pattern=pattern: fits(values, pattern),\n" in text
    assert "        [black[r, c] for c in range(1, 7)],\n" in text


@pytest.mark.parametrize("language", ["cpmpy", "python-constraint"])
def test_patterns_are_of_single_digits_and_chains_of_states_alone(language: str, tmp_path: Path):
    """The values 1, 0 and 10 after each other are the digits of 1, 0 and 1, 0."""
    chain = {(0, 1): 1, (1, 0): 2, (2, 2): 2}
    cases = [
        (3, range(11), chain, [2]),
        (3, range(3), {**chain, (1, 1): 1}, [1, 2]),
        (5, range(3), {**chain, (2, 1): 1}, [1]),
        (1, range(3), {(0, 1): 1, (0, 2): 1}, [1]),
        (3, range(2, 11), {(0, 10): 0, (0, 2): 1}, [1]),
    ]
    for size, values, steps, ends in cases:
        x = variables("x", size, values)
        model = Model("read", x, regular(x, steps, 0, ends))
        found = Counter(READERS[language](written(model, language), model, tmp_path))
        assert found == rows_of(model)


@pytest.mark.parametrize("language", ["cpmpy", "ortools", "python-constraint"])
def test_each_rule_of_a_table_keeps_its_numbers(language: str, tmp_path: Path):
    """The scripts of python-constraint call their functions after all loops have ended."""
    x = variables("x", (4, 3), range(2))
    steps = {(0, 0): 0, (0, 1): 1, (1, 0): 1, (1, 1): 0}
    parity = [
        rule(f"row {i}", regular(x[i], steps, 0, [end]), total(x[i]) <= end + 1)
        for i, end in enumerate([1, 0, 0, 1])
    ]
    model = Model("parity", x, parity)
    text = written(model, language)
    if language != "cpmpy":
        assert "    # row 3\n" in text
    assert Counter(READERS[language](text, model, tmp_path)) == rows_of(model)


@pytest.mark.parametrize("language", ["cpmpy", "ortools", "python-constraint", "clingo"])
def test_labels_are_names_in_tables_counts_and_loops(language: str, tmp_path: Path):
    x = variables("x", 4, ["red", "light blue", "#"])
    rows, some = [("red", "#"), ("light blue", "red")], ["red", "#"]
    rules = [allowed(x[:2], rows), allowed([x[2]], [(one,) for one in some])]
    rules += [exactly(x, "red", 1), at_least(x, "light blue", 1), among(x, some, 3)]
    model = Model("labels", x, rules)
    text = written(model, language)
    if language != "clingo":
        assert "[(red, sharp), (light_blue, red)]" in text
        assert "[red, sharp]" in text
    assert Counter(READERS[language](text, model, tmp_path)) == rows_of(model)
    every = variables("x", 3, ["red", "light blue", "#"])
    one_each = Model("each", every, [exactly(every, one, 1) for one in every[0].domain])
    text = written(one_each, language)
    assert language != "cpmpy" or "for i in [red, light_blue, sharp]" in text
    assert Counter(READERS[language](text, one_each, tmp_path)) == rows_of(one_each)
    signs = variables("signs", 2, ["+", "-"])
    model = Model("signs", signs, signs[0] == "-")
    text = written(model, language)
    assert language == "clingo" or "# 0 is +\n# 1 is -\n" in text
    assert Counter(READERS[language](text, model, tmp_path)) == rows_of(model)


def test_cp_sat_has_the_value_of_a_function_where_it_is_used(tmp_path: Path):
    x, y = variables("x", 2, range(4)), variables("y", 2, range(9))
    rules = [x[0] * x[1] == y[0], abs(x[0] - x[1]) == y[1], (x[0] + x[1]) % 3 == y[0] - y[1]]
    for aim in ({}, {"maximise": x[0] * x[1] + y[1]}):
        model = Model("functions", x, y, rules, **aim)
        text = written(model, "ortools")
        assert "model.add_abs_equality(y[1], x[0] - x[1])" in text
        found = Counter(READERS["ortools"](text, model, tmp_path))
        assert found == rows_of(model)
    product = x[0] * x[1]
    model = Model("twice", x, y, product == y[0], maximise=product)
    assert Counter(READERS["ortools"](written(model, "ortools"), model, tmp_path)) == rows_of(model)


def test_cp_sat_prints_once_what_it_may_find_twice(tmp_path: Path):
    pytest.importorskip("ortools")
    letter = variables("letter", 4, range(2))
    turns = {(state, symbol): state ^ symbol for state in (0, 1) for symbol in (0, 1)}
    model = Model("even", letter, regular(letter, turns, 0, [0]))
    text = written(model, "ortools")
    assert (
        """\
        values = tuple(map(self.value, letter))
        if values in self.seen:
            return
        self.seen.add(values)
        print("letter:", *values)
"""
        in text
    )
    file = tmp_path / "script.py"
    file.write_text(text)
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, check=True)
    *lines, last = done.stdout.splitlines()
    assert last == f"solutions: {count(model)} OPTIMAL"
    assert len({*lines}) == len(lines) == count(model)


def _avoiding(words: Sequence[Sequence[int]], symbols: Sequence[int]) -> dict[Any, int]:
    """The moves of an automaton, whose states are the ends of what was read, that avoids words."""
    states = [(), *product(symbols), *product(symbols, repeat=2)]
    moves = {}
    for state, symbol in product(states, symbols):
        line = (*state, symbol)
        if not any(line[-len(word) :] == (*word,) for word in words):
            moves[states.index(state), symbol] = states.index(line[-2:])
    return moves


@pytest.mark.parametrize("language", ["cpmpy", "ortools", "clingo", "python-constraint"])
@pytest.mark.parametrize(
    ("words", "are_windows"),
    [
        ([(1, 1)], True),
        ([(1, 1, 1)], True),
        ([(0, 1, 0), (2, 2, 2)], True),
        ([(0, 1), (1, 0), (2, 1), (1, 2)], False),
    ],
)
def test_automata_that_forbid_few_words_are_windows(
    language: str, words: list[Any], are_windows: bool, tmp_path: Path
):
    x = variables("x", 5, range(3))
    line = regular(x, _avoiding(words, range(3)), 0, range(13))
    assert (in_windows(line) is not line) == are_windows
    model = Model("line", x, line)
    assert enumerated(model, language, tmp_path) == rows_of(model)


def test_other_automata_stay():
    x, states = variables("x", 5, range(2)), range(7)
    moves = _avoiding([(1, 1, 1)], range(2))
    for moves_, accepting in (
        (moves, [*states][:-1]),  # not every state
        ({move: to for move, to in moves.items() if move[0] != 1}, states),  # one dies
        ({(s, a): s ^ a for s in (0, 1) for a in (0, 1)}, [0]),
    ):
        line = regular(x, moves_, 0, accepting)
        assert in_windows(line) is line
    line = regular(variables("y", 5, range(3)), moves, 0, states)  # no move reads a 2
    assert in_windows(line) is line


@pytest.mark.parametrize("language", ["cpmpy", "ortools", "clingo", "python-constraint"])
def test_lists_of_values_by_square(language: str, tmp_path: Path):
    board = Board(2, 3)
    cell = board.fill(["a", "b", "#"], "Problem")
    kinds = [["a"], ["a", "#"], ["b", "#"], ["a", "b"], ["#"], ["a", "b"]]
    given = [
        allowed([cell[s]], [(v,) for v in some]) for s, some in zip(board.open, kinds, strict=True)
    ]
    few = variables("ExactSumConstraint", 2, range(3))
    model = Model("lists", cell, few, given, [allowed([one], [(0,), (2,)]) for one in few])
    assert enumerated(model, language, tmp_path) == rows_of(model)


def test_lists_of_values_of_one_key_or_keys_of_several_sizes(tmp_path: Path):
    labels = ["],) in ", "]", "z"]
    pick = variables("pick", [1, 2, 3, (1, 1), (1, 2)], labels)
    x = variables("x", 3, range(4))
    twice = [allowed([one], [(0,), (n,)]) for n in (1, 2) for one in x]
    named = [allowed([one], [(label,) for label in labels[:2]]) for one in pick]
    model = Model("lists", x, pick, rule("x", twice), rule("pick", named))
    assert enumerated(model, "clingo", tmp_path) == rows_of(model)


def test_cp_sat_takes_the_opposites_of_nested_truths_once():
    x = variables("x", 90, range(2))
    holds = x[0] == 1
    for one in x[1:]:
        holds = ~(holds & (one == 1)) | (holds & (one == 0))
    assert written(Model("nested", x, holds), "ortools").count("_of(") < 600


@pytest.mark.parametrize(
    "language", ["minizinc", "cpmpy", "ortools", "python-constraint", "clingo"]
)
def test_tables_and_diagonals_have_the_same_solutions(language: str, tmp_path: Path):
    if language == "minizinc" and shutil.which("minizinc") is None:
        pytest.skip("MiniZinc is not installed")
    models = [load("queens", n=4), load("nonogram", rows="1/1/1", columns="1/1/1")]
    models.append(load("kakuro", grid=r"# 3\ 4\ ; \4 . . ; \3 . .".replace(" ; ", "\n")))
    for model in models:
        found = Counter(READERS[language](written(model, language), model, tmp_path))
        assert found == rows_of(model)


def test_digits_are_drawn_in_each_script():
    for language in ("cpmpy", "ortools", "python-constraint"):
        assert '"""\n53..7....\n6..195...\n' in written(load("sudoku"), language)


def test_clauses_have_one_literal_for_two_values():
    text = written(load("rooks", n=2), "dimacs")
    assert "c 2 is rook[r1c1] = 1, else 0" in text
    assert "c p show 2 3 4 5 0" in text


@pytest.mark.parametrize(
    ("language", "needs", "says"),
    [
        ("ortools", "ortools", "solutions: {} OPTIMAL"),
        ("python-constraint", "constraint", "solutions: {}"),
    ],
)
def test_a_script_prints_what_it_finds(language: str, needs: str, says: str, tmp_path: Path):
    pytest.importorskip(needs)
    x = variables("x", 2, range(3))
    model = Model("less", x, x[0] < x[1])
    for made, number in ((model, 3), (model.projecting("x[0]"), 2)):
        file = tmp_path / "script.py"
        file.write_text(written(made, language))
        done = subprocess.run([sys.executable, file], capture_output=True, text=True, check=True)
        assert says.format(number) in done.stdout.splitlines()[-1]
    best = tmp_path / "best.py"
    best.write_text(written(Model("best", x, x[0] < x[1], maximise=x[0] + x[1]), language))
    done = subprocess.run([sys.executable, best], capture_output=True, text=True, check=True)
    assert "2" in done.stdout


@pytest.mark.parametrize("language", sorted(LANGUAGES.keys() - {"json"}))
def test_the_summary_of_a_puzzle_stands_in_the_head(language: str):
    said = "Fill the cells from the dots between them, no number twice in a row or column."
    model = load("kropki")
    assert said.lower() in "".join(written(model, language).split("\n")[:5]).lower()
    own = Model(model.name, *model.groups, *model.rules)
    assert said not in written(own, language)


def test_python_constraint_follows_a_tour_by_a_function(tmp_path: Path):
    pytest.importorskip("constraint")
    x, y = variables("x", 4, range(4)), variables("y", 4, range(4))
    rules = circuit(x), subcircuit(y), subcircuit([x[1], 1, y[2], 3 - x[0]])
    for made in rules:
        model = Model("tours", x, y, x[0] != 3, y[1] == 0, y[3] == x[3], made)
        text = written(model, "python-constraint")
        assert len(max(text.split("\n"), key=len)) <= 100
        found = Counter(READERS["python-constraint"](text, model, tmp_path))
        assert found == rows_of(model) != Counter()


def test_python_constraint_compares_lists_and_first_places(tmp_path: Path):
    pytest.importorskip("constraint")
    x, y = variables("x", 4, range(3)), variables("y", 3, range(3))
    rules = [lexicographic(x[:3], y)]
    rules += [lexicographic([x[1], 1, x[0] + 1], [y[2], x[3], 2], strict=True)]
    rules += [precedence(x, [0, 1, 2]), precedence([x[1], 2, y[0] + 1, x[2]], [2, 1])]
    rules += [any_of(lexicographic(x[:3], y), precedence(x, [2, 1]))]
    for one in rules:
        model = Model("in order", x, y, one)
        assert enumerated(model, "python-constraint", tmp_path) == rows_of(model), str(one)
    assert "[*values] <= [values[" in written(load("necklaces"), "python-constraint")


def test_a_test_that_nobody_could_read_is_refused_before_it_fills_the_memory():
    model = load("slitherlink")
    (fence,) = (one for one in model.constraints if isinstance(one, Loop))
    with pytest.raises(Unsupported, match="too long to be read; take another language"):
        written(model + ~fence, "python-constraint")


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_that_are_no_range_are_written(language: str, tmp_path: Path):
    coin, coins = variables("coin", [1, 5, 10], range(7)), variables("coins", [2, 4], range(3))
    rules = total(value * coin[value] for value in (1, 5, 10)) == 16, coins[2] + coins[4] == 2
    assert len(rows_of(model := Model("change", coin, coins, *rules))) == 3 * 4
    assert enumerated(model, language, tmp_path) == rows_of(model)


def test_a_text_with_the_sign_of_data_stays_a_text():
    text = f"{DATA}exit(){DATA}"
    assert literal(text) == r'"\x01exit()\x01"'
    assert literal(Data(text)) == "exit()"
