"""Models are written in other languages, and those languages' own tools find the same solutions."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.formats import LANGUAGES, from_minizinc, written
from everyway.models import (
    Board,
    Constraint,
    Model,
    all_different,
    at_most,
    constant,
    element,
    forest,
    integer,
    load,
    loop,
    predicate,
    regions,
    rule,
    total,
    variable,
    variables,
)
from everyway.models.language.files.catalogue import puzzles
from everyway.solvers import Unsupported, count
from tests.formats.reading_back import MODULES, READERS, enumerated, rows_of
from tests.support.command_lines import everyway

HOSTILE = ['a"b\\n', "sum", "n1", "b1", "let", "ß ö", "--> <!--", "'", "x[1]", "x_1", "1x"]
LISTED = ["minizinc", "cpmpy", "ortools", "python-constraint", "clingo"]
SEARCHED_LONG = """
araf balance_loop castle_wall compass country_road fillomino five_cells geradeweg nawabari nurikabe
shikaku simple_loop slitherlink statue_park tatamibari yajilin
"""
LONG = {
    *((name, "python-constraint") for name in ("amazons", "coins", "crowns", "domination")),
    *((name, "python-constraint") for name in ("magic_hexagon", "magic_star", "queens")),
    *((name, "clingo") for name in ("polydivisible", "egyptian_fractions")),
    *((name, "python-constraint") for name in SEARCHED_LONG.split()),
}
"""The texts that their tools search long, or that clingo cannot have."""
KEPT = (*range(0, 60, 6), 701175)


def test_every_language_is_read_back():
    assert set(READERS) == set(LANGUAGES)


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("language", LANGUAGES)
def test_random_models_have_the_same_solutions(language: str, tmp_path: Path):
    for seed in KEPT:
        model = random_model(seed)
        assert enumerated(model, language, tmp_path) == rows_of(model), f"random_model({seed})"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_twice_is_counted_twice(language: str, tmp_path: Path):
    x, y = variables("x", 3, range(2)), variables("y", 3, range(3))
    twice, thrice = [y[0], y[0], y[1], y[2]], [x[0] == 1, x[1] == 1, x[0] == 1, x[0] == 1]
    rules = [total(thrice) >= 3, total(y[k] != 1 for k in (2, 0, 2)) <= 2, at_most(twice, 1, 2)]
    for one in rules:
        model = Model("twice", x, y, one)
        assert enumerated(model, language, tmp_path) == rows_of(model), str(one)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("language", LANGUAGES)
def test_many_random_models_have_the_same_solutions(language: str, tmp_path: Path):
    """CPMpy breaks off at some expressions of constants, Gecode at some numbers.

    Of some truths Gecode gets half (docs/faults): there everyway counts what the text says.
    """
    unread = 0
    for seed in range(2_000):
        model = random_model(seed)
        wanted = rows_of(model)
        try:
            found = enumerated(model, language, tmp_path)
        except Exception:
            unread += 1
            continue
        if language == "minizinc" and found != wanted:
            assert count(from_minizinc(tmp_path / "model.mzn")) == wanted.total(), f"seed {seed}"
            unread += 1
        else:
            assert found == wanted, f"random_model({seed})"
    assert unread <= 20


@pytest.mark.slow
@pytest.mark.parametrize(
    "language", ["minizinc", "cpmpy", "ortools", "python-constraint", "clingo"]
)
@pytest.mark.parametrize("name", [found.name for found in puzzles()])
def test_every_puzzle_has_the_same_solutions(name: str, language: str, tmp_path: Path):
    model = load(name)
    if (name, language) in LONG:
        assert written(model, language) or language == "clingo"
        return
    assert enumerated(model, language, tmp_path) == rows_of(model)


@pytest.mark.parametrize("language", ["minizinc", "clingo"])
def test_loops_and_forests_are_written_in_a_few_rules_with_the_same_solutions(
    language: str, tmp_path: Path
):
    assert len(written(load("slitherlink"), language)) < 5_000
    x = variables("x", 6, range(2))
    square = [(0, 1), (1, 2), (2, 3), (0, 3), (0, 2), (1, 3)]
    for word in (loop, forest):
        model = Model(
            "square",
            x,
            word([x[0], 1 - x[1], x[2] == 1, (x[3] == 0) & (x[4] == 1), *x[4:]], square),
        )
        found = enumerated(model, language, tmp_path)
        assert found == rows_of(model)
        assert len(found) > 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_twice_holds(language: str, tmp_path: Path):
    x = variables("x", 3, range(4))

    def said() -> list[Constraint]:
        return [x[0] * x[1] >= 2, abs(x[1] - x[2]) == 1, x[0] != x[2], all_different(x), x[0] >= 1]

    rules = [rule(f"rule {k}", two) for k, two in enumerate(zip(said(), said(), strict=True))]
    found = enumerated(Model("twice", x, rules), language, tmp_path)
    assert found == rows_of(Model("once", x, said()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_on_boards_have_the_same_solutions(language: str, tmp_path: Path):
    board = Board(2, holes="r1c2")
    line, wall, fence = board.links("line"), board.borders("wall"), Board(1, 2).fences("fence")
    rules = forest(line), regions(wall, sizes=[2, 2, 1]), loop(fence)
    model = Model("sides", line, wall, fence, *rules)
    found, wanted = enumerated(model, language, tmp_path), rows_of(model)
    assert len(wanted) == 4 * 1 * 3
    assert found == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_hostile_names_and_labels_are_only_names(language: str, tmp_path: Path):
    variables = [integer(name, 0, 1) for name in HOSTILE]
    colour = variable("colour", ['r"ed', "gr\\een", "say \\(x)"])
    limit = sum(variables) <= 1
    model = Model('evil" */ --> ; x', variables, colour, limit, colour != "gr\\een")
    found, wanted = enumerated(model, language, tmp_path), rows_of(model)
    assert len(wanted) == 24
    assert found == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_best_solutions_are_the_models(language: str, tmp_path: Path):
    x, y, z = (integer(name, 0, 4) for name in "xyz")
    bounded = [x + y <= 5, element([3, 1, 4, 1, 5], z) >= 2]
    for best in ({"maximise": x + 2 * y - z}, {"minimise": z - x * y}):
        model = Model("best", x, y, z, *bounded, **best)
        found, wanted = enumerated_best(model, language, tmp_path), rows_of(model)
        assert found, language
        assert found <= wanted, language
        if language not in ("minizinc", "dimacs", "smt"):
            assert found == wanted, language


def enumerated_best(model: Model, language: str, folder: Path) -> Counter[tuple[object, ...]]:
    """The best solutions that a language's own tool finds; of some, one alone."""
    text = written(model, language)
    if language == "dimacs":
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        with RC2(WCNF(from_string=text)) as solver:
            held = set(solver.compute() or [])
        said = re.findall(r"^c (\d+) is (\w+) = (\d+)$", text, re.MULTILINE)
        values = {name: int(value) for one, name, value in said if int(one) in held}
        return Counter([tuple(values[variable.name] for variable in model.variables)])
    if language == "smt":
        import z3

        solver = z3.Optimize()
        solver.from_string(text[: text.index("(check-sat)")])
        assert solver.check() == z3.sat
        found = solver.model()
        return Counter([tuple(found[z3.Int(v.name)].as_long() for v in model.variables)])
    every = enumerated(model, language, folder)
    return Counter([list(every)[-1]]) if language == "minizinc" else every


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_not_shown_is_projected_away(language: str, tmp_path: Path):
    x, y, z = (integer(name, 0, 3) for name in "xyz")
    model = Model("pairs", x, y, z, all_different([x, y, z]), x < y).projecting("x", "y")
    found = enumerated(model, language, tmp_path)
    assert found.keys() == rows_of(model).keys()


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one not in ("python", "json")])
def test_several_goals_are_refused(language: str):
    if language in MODULES:
        pytest.importorskip(MODULES[language])
    x, y = integer("x", 0, 3), integer("y", 0, 3)
    with pytest.raises(Unsupported, match="written for one goal"):
        written(Model("two", x, y, minimise=(x, y)), language)


def impossible(value: int, *others: int) -> bool:
    return value > sum(others)


@pytest.mark.parametrize("language", ["minizinc", "dimacs", "clingo", "opb", "xcsp3"])
def test_a_predicate_that_is_too_large_is_named(language: str):
    numbers = [integer(f"x{k}", 0, 99) for k in range(4)]
    with pytest.raises(Unsupported, match="impossible"):
        written(Model("large", numbers, predicate(impossible, numbers)), language)


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match="did you mean 'minizinc'"):
        written(load("queens", n=4), "minizink")


def test_python_declares_the_same_model_again():
    model = load("zebra")
    made: dict[str, Model] = {}
    exec(written(model, "python"), made)
    assert rows_of(made["model"]) == rows_of(model)


def test_python_writes_a_number_beside_an_operator_as_a_constant():
    x = integer("x", 0, 3)
    model = Model("fixed", x, constant(2) >= 1, constant(2) - x != constant(-1) * x // 3)
    text = written(model, "python")
    assert "constant(2) >= 1" in text
    made: dict[str, Model] = {}
    exec(text, made)
    assert rows_of(made["model"]) == rows_of(model)


@pytest.mark.parametrize(("language", "library"), [("cpmpy", "cpmpy"), ("smt", "z3")])
def test_a_library_that_writes_and_is_missing_is_named(
    language: str, library: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(sys.modules, library, None)
    refused = everyway("show", "queens", "n=4", "--as", language)
    assert refused.exit_code == 4
    assert f"written by {library}, which is not installed; install it: pip" in refused.stderr


def test_the_command_writes_a_text_or_a_file(tmp_path: Path):
    shown = everyway("show", "queens", "n=4", "--as", "dimacs")
    assert shown.exit_code == 0
    assert shown.stdout == written(load("queens", n=4), "dimacs")
    file = tmp_path / "queens.cnf"
    assert everyway("show", "queens", "n=4", "--as", "dimacs", "-o", str(file)).exit_code == 0
    assert file.read_text() == shown.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--as", "sat"], "'sat' is not one of"),
        (["-o", "x.cnf"], "-o goes with --as"),
        (["--as", "opb", "--svg", "-"], "two forms of output"),
        (["--as", "opb", "--model"], "two forms of output"),
    ],
)
def test_wrong_use_is_refused(words: list[str], said: str):
    refused = everyway("show", "queens", "n=4", *words)
    assert refused.exit_code == 2
    assert said in refused.stderr
