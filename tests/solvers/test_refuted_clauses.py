"""Proofs in clauses that nothing else is left, by a small checker; and counts by ganak."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from everyway.conformance.instances.enumerate_naively import solution_rows
from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, integer, load, loop, variables
from everyway.solvers import count
from everyway.solvers.harness.contract import Control, Stopped, Unsupported
from everyway.solvers.harness.options import Options
from everyway.solvers.sat import refuted_clauses
from everyway.solvers.sat.refuted_clauses import counted_by_ganak, no_further

from ..support.command_lines import everyway
from ..support.settings import SEED

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
Clause = frozenset[int]


def clauses_in(text: str) -> list[Clause]:
    lines = [line for line in text.splitlines() if line[:1] not in ("c", "p", "d")]
    return [frozenset(map(int, line.split()[:-1])) for line in lines]


def follows(clauses: list[Clause], clause: Clause) -> bool:
    """True if unit propagation refutes the negation of `clause`."""
    true = {-one for one in clause}
    while True:
        left = [clause - {-one for one in true} for clause in clauses if not clause & true]
        if not all(left):
            return True
        units = {one for some in left if len(some) == 1 for one in some}
        if not units:
            return False
        true |= units
        if any(-one in true for one in units):
            return True


def is_refuted(cnf: str, drat: str) -> bool:
    """True if each clause of the proof follows from those before, and the last one is empty."""
    known = clauses_in(cnf)
    for clause in clauses_in(drat):
        if not follows(known, clause):
            return False
        known.append(clause)
    return bool(known) and not known[-1]


@cache
def solvable() -> list[tuple[int, Model, int]]:
    found = []
    for seed in range(SEED, SEED + 12):
        model = random_model(seed)
        found.append((seed, model, sum(solution_rows(model).values())))
    return found


@pytest.mark.parametrize(("seed", "model", "number"), solvable())
def test_nothing_but_the_solutions_satisfies_the_clauses(seed: int, model: Model, number: int):
    pytest.importorskip("pysat")
    try:
        found = no_further(model, Control())
    except Unsupported:
        return
    assert found.number == number, seed
    assert is_refuted(found.cnf, found.drat)
    if number:
        lines = found.cnf.splitlines()
        assert not is_refuted("\n".join(lines[:-1]), found.drat)


def test_a_proof_rests_on_no_clause_that_is_added_while_searching():
    """The solver `sat` adds those of a loop once a model breaks it; a proof has it decomposed."""
    pytest.importorskip("pysat")
    side = variables("side", 12, range(2))
    edges = [(a, a + 1) for a in range(9) if (a + 1) % 3] + [(a, a + 3) for a in range(6)]
    model = Model("loops", side, loop(side, edges))
    found = no_further(model, Control())
    assert found.number == count(model, "sat") == 13
    assert is_refuted(found.cnf, found.drat)


def test_a_proof_without_its_steps_is_no_proof():
    pytest.importorskip("pysat")
    found = no_further(load("queens", n=5), Control())
    assert found.number == 10
    assert is_refuted(found.cnf, found.drat)
    assert not is_refuted(found.cnf, "0\n")
    assert "c 2 means queen[r1c1] = 0" in found.cnf


@pytest.mark.parametrize("name", ["n=5", "n=6"])
def test_a_checker_of_somebody_else_accepts_it(name: str, tmp_path: Path):
    pytest.importorskip("pysat")
    from dratify import check_proof, parse_dimacs

    drat, cnf = tmp_path / "queens.drat", tmp_path / "queens.cnf"
    assert everyway("prove", "queens", name, "--drat", str(drat)).exit_code == 0
    found = check_proof(parse_dimacs(cnf.read_text()), drat.read_text(), engine="python")
    assert found.ok
    assert found.reached_empty
    fewer = "\n".join(cnf.read_text().splitlines()[:-1])  # without the last solution excluded
    assert not check_proof(parse_dimacs(fewer), drat.read_text(), engine="python").ok


def test_drat_is_written_beside_its_clauses(tmp_path: Path):
    pytest.importorskip("pysat")
    drat, cnf = tmp_path / "queens.drat", tmp_path / "queens.cnf"
    result = everyway("prove", "queens", "n=5", "--drat", str(drat))
    assert result.exit_code == 0
    assert result.stdout == "10 solutions, and clauses that nothing else satisfies\n"
    assert is_refuted(cnf.read_text(), drat.read_text())
    assert everyway("prove", "queens", "--drat", str(drat), "-o", str(cnf)).exit_code == 2
    assert everyway("prove", "queens").exit_code == 2
    assert everyway("prove", "queens", "--drat", str(tmp_path / "all.cnf")).exit_code == 2


def test_nothing_is_written_where_time_runs_out(tmp_path: Path):
    pytest.importorskip("pysat")
    given = ("--drat", str(tmp_path / "queens.drat"), "-t", "0.001")
    assert everyway("prove", "queens", "n=9", *given).exit_code == 3
    assert not list(tmp_path.iterdir())


def test_an_objective_is_refused():
    x = integer("x", 0, 3)
    with pytest.raises(Unsupported, match="objective"):
        no_further(Model("m", [x], [x > 0], minimise=x), Control())


@pytest.mark.parametrize(("seed", "model", "number"), solvable())
def test_ganak_counts_as_brute_force_does(seed: int, model: Model, number: int):
    pytest.importorskip("pyganak")
    try:
        assert counted_by_ganak(model, Control()) == number, seed
    except Unsupported:
        return


def test_ganak_counts_what_cannot_be_listed():
    pytest.importorskip("pyganak")
    assert counted_by_ganak(Model("m", variables("x", 40, range(5)), []), Control()) == 5**40
    result = everyway("count", "dominoes", "rows=6", "columns=6", "--second", "ganak")
    assert (result.exit_code, result.stdout) == (0, "6728\n")
    assert "the same" in result.stderr


def test_a_second_count_that_differs_is_said(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(refuted_clauses, "counted_by_ganak", lambda model, control: 5)
    result = everyway("count", "queens", "n=6", "--second", "ganak")
    assert (result.exit_code, result.stdout) == (1, "4\n")
    assert "DIFFER  ganak counts 5" in result.stderr


def test_a_counter_that_fails_or_takes_long_gives_no_number(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(refuted_clauses, "is_installed", lambda: True)
    for program in ("print('c nothing')", "print(4); raise SystemExit(3)"):
        monkeypatch.setattr(refuted_clauses, "_PROGRAM", program)
        with pytest.raises(RuntimeError, match="ganak ended"):
            counted_by_ganak(load("queens", n=4), Control())
    monkeypatch.setattr(refuted_clauses, "_PROGRAM", "while True: pass")
    control = Control(Options(time_limit=0.3))
    control.resume()
    with pytest.raises(Stopped):
        counted_by_ganak(load("queens", n=4), control)
    monkeypatch.setattr(refuted_clauses, "is_installed", lambda: False)
    assert everyway("count", "queens", "--second", "ganak").exit_code == 4
