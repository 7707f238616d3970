"""MiniZinc on the original text is one of the solvers that are compared on a MiniZinc model."""

from __future__ import annotations

import re
import time

import pytest
from click.testing import CliRunner

from everyway.comparer import compare
from everyway.formats import from_minizinc
from everyway.models import Model, integer, load
from everyway.solvers import Unsupported, count, first, save, solutions
from everyway.solvers.harness.registry import UnknownSolver, solver_named
from everyway.solvers.harness.saving.saved_file_format import SavedError
from everyway.solvers.minizinc.original import backends
from everyway.views.command_line import main

from .test_minizinc_files import MODELS, needs_minizinc

pytestmark = needs_minizinc
ORIGINAL = "minizinc+original"
MIXED = """
    enum E = {Red, 'Deep Blue', Green}; array[E, -1..0] of var 0..2: a; var {Red, Green}: e;
    array[2..4] of var bool: b; var bool: c; array[1..2] of var E: es; var 0..3: hidden;
    constraint a[e, 0] = 1 /\\ sum(a) = 2 /\\ es[1] > es[2] /\\ es[1] != e /\\ hidden > a[Red, -1];
    constraint sum(b) = 1 /\\ (c <-> b[3]); solve satisfy;
    output ["==========\\n=====UNSATISFIABLE=====\\n", show(a), show(b), show(c), show(es)];
    output [show(e)];
"""
BEST = """
    var 0..20: x; var 0..20: y; constraint x + y <= 12;
    array[1..2] of var int: solve_first = [y, x];
    solve :: int_search(solve_first, input_order, indomain_min) maximize x * y + x;
"""


@pytest.fixture
def read(tmp_path):
    def made(text, *data, **params):
        file = tmp_path / "model.mzn"
        file.write_text(text)
        return from_minizinc(file, *data, **params)

    return made


def agreed(model, *solvers, **options):
    found = compare(model, [*solvers, ORIGINAL], **options)
    assert found.verdict == "agree", [(run.solver, run.outcome.reason) for run in found.runs]
    return found.common.count


@pytest.mark.parametrize("name", MODELS)
def test_it_finds_the_solutions_of_the_model_that_was_read(read, name):
    assert agreed(read(MODELS[name], n=5), "flatmap") > 1


def test_labels_truth_values_and_indices_come_back_as_they_are_declared(read):
    model = read(MIXED)
    assert "hidden" not in {v.name for v in model.projected(model.projection).variables}
    assert agreed(model, "flatmap") == agreed(model, "flatmap", isolate=True) > 10
    found = first(model, ORIGINAL)
    assert found["e"] in ("Red", "Green")
    assert {value for values in found["es"] for value in [values]} <= {"Red", "Deep Blue", "Green"}


def test_the_best_solutions_are_all_that_have_the_proven_best_value(read):
    model = read(BEST)
    assert agreed(model, "flatmap") == 2
    with solutions(model, ORIGINAL) as found:
        assert {(one["x"], one["y"]) for one in found} == {(6, 6), (7, 5)}
    assert found.outcome.objective.value == 42
    assert found.outcome.objective.proven
    none = read(BEST.replace("x + y <= 12", "x + y > 40"))
    assert agreed(none, "flatmap") == 0


def test_data_and_parameters_are_those_that_the_model_was_read_with(read, tmp_path):
    data = tmp_path / "some data.dzn"
    data.write_text("w = [1, 2, 3];")
    text = "int: n; array[1..3] of int: w; array[1..3] of var 0..n: x; constraint sum(i in 1..3)"
    model = read(f"{text}(w[i] * x[i]) = n; solve satisfy;", data, n=6)
    assert agreed(model, "flatmap") == 7


def test_some_of_what_is_printed_comes_once_and_what_is_not_is_refused(read):
    model = read(
        "var 1..3: x; var 1..3: y; var 1..3: z; constraint x < y /\\ z > 1; solve satisfy;"
    )
    assert agreed(model, "flatmap", project=["x"]) == 2
    hidden = read(MIXED)
    with pytest.raises(Unsupported, match="does not print hidden"):
        count(hidden, ORIGINAL, project=["hidden"])


@pytest.mark.parametrize(
    "model", [Model("no file", integer("x", 1, 2)), load("queens", n=4)], ids=["made", "puzzle"]
)
def test_a_puzzle_that_was_read_from_no_text_has_no_original(model):
    with pytest.raises(Unsupported, match=r"read from no \.mzn file"):
        count(model, ORIGINAL)


def test_rules_that_are_not_in_the_text_leave_no_original(read):
    model = read("var 1..3: x; solve satisfy;")
    for changed in (model + (model["x"] > 1), model.projecting("x")):
        with pytest.raises(Unsupported, match="no original"):
            count(changed, ORIGINAL)


def test_only_a_solver_with_a_language_of_its_own_has_originals():
    for name in ("choco+original", "auto+original"):
        with pytest.raises(UnknownSolver, match="reads no puzzle files"):
            solver_named(name)


def test_what_has_no_name_in_the_text_is_unsupported_and_not_wrong(read):
    model = read(
        "array[1..2] of var 1..3: a = [x, x + 1] where true; solve satisfy;".replace(
            " where true", ""
        )
        + "var 1..3: x;"
    )
    found = compare(model, ["flatmap", ORIGINAL, "auto"])
    assert found.verdict in ("agree", "undecided")
    assert all(run.verdict != "differs" for run in found.runs)


def test_a_time_limit_ends_it(read):
    places = "array[1..14, 1..13] of var bool: x; solve satisfy;"
    rules = (
        "constraint forall(i in 1..14)(exists(j in 1..13)(x[i, j]));"
        "constraint forall(j in 1..13, a, b in 1..14 where a < b)(not x[a, j] \\/ not x[b, j]);"
    )
    model = read(places + rules)
    start = time.monotonic()
    with solutions(model, ORIGINAL, time_limit=2) as found:
        assert list(found) == []
    assert (found.outcome.status, found.outcome.reason) == ("stopped", "time limit")
    assert time.monotonic() - start < 60


def test_a_solver_that_breaks_off_has_failed(read, monkeypatch):
    from everyway.solvers.minizinc import original

    model = read("array[1..6] of var 1..3: x; solve satisfy;")
    whole = original._Search.started

    def broken(self, words, stdin=None):
        """The solver stops after ten solutions, and nobody says that these are all."""
        if "-a" in words:
            words = ["-n", "10", *[word for word in words if word != "-a"]]
        return whole(self, words, *([stdin] if stdin else []))

    monkeypatch.setattr(original._Search, "started", broken)
    with solutions(model, ORIGINAL) as found, pytest.raises(Exception, match="not complete"):
        list(found)
    assert found.outcome.status == "failed"


def test_a_fault_of_our_reading_is_seen(read, tmp_path):
    """The text is another one by the time it is solved: what differs shows."""
    model = read("var 1..5: x; solve satisfy;")
    (tmp_path / "model.mzn").write_text("var 1..5: x; constraint x != 3; solve satisfy;")
    found = compare(model, ["flatmap", ORIGINAL])
    assert found.verdict == "differ"
    assert [(one.solver, one.kind, one.count) for one in found.differences] == [
        (ORIGINAL, "missing", 1)
    ]


def test_what_is_saved_is_not_cut_into_parts_of_it(read, tmp_path):
    with pytest.raises(SavedError, match="leave --save out"):
        save(read("var 1..5: x; solve satisfy;"), tmp_path / "some.db", ORIGINAL)
    assert not (tmp_path / "some.db").exists()


def test_it_is_compared_where_no_solver_is_named(tmp_path):
    file = tmp_path / "model.mzn"
    file.write_text(MIXED)
    done = CliRunner().invoke(main, ["compare", str(file)])
    assert done.exit_code == 0, done.output
    assert re.search(rf"minizinc\[({'|'.join(backends())})\]\+original +\d+ ", done.output)
    assert "AGREE  5 solvers" in done.output


def test_numbers_that_the_solver_cannot_hold_are_unsupported_and_not_a_failure(read):
    if "gecode" not in backends():
        pytest.skip("this is a limit of Gecode")
    model = read("var 5000000000..5000000003: x; constraint x mod 2 = 0; solve satisfy;")
    with pytest.raises(Unsupported, match="cannot hold a number"):
        count(model, "minizinc[gecode]+original")
    assert compare(model, ["flatmap", "auto"]).verdict == "agree"
