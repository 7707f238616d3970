"""The engines of auto, asked by name: each searches alone, or says what it does not take."""

import subprocess
import sys
from collections.abc import Callable

import pytest

from everyway.models import (
    Model,
    all_different,
    any_of,
    load,
    maximum,
    predicate,
    total,
    variable,
    variables,
)
from everyway.solvers import Unsupported, count, solutions, solve_all
from everyway.solvers.auto import TRAITS_OF, backends, engines, plan
from everyway.solvers.auto.kernel.machine_source import records as at
from everyway.solvers.auto.kernel_engine import Trial
from everyway.solvers.harness.registry import UnknownSolver, solver_named

ENGINES = [f"auto[{name}]" for name in TRAITS_OF]
SAYS = {
    "auto[kernel]": {"kernel"},
    "auto[loops]": {"machine code", "python loops"},
    "auto[python]": {"python loops", "kernel"},
    "auto[diagram]": {"diagram"},
}

pytestmark = pytest.mark.skipif(
    len(backends()) < len(TRAITS_OF), reason="llvmlite is not installed"
)


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_searches_alone_and_says_so(engine: str) -> None:
    for model in (load("queens", n=6), load("sudoku"), load("langford", n=4)):
        with solutions(model, engine) as found:
            rows = {solution.row for solution in found}
        assert found.outcome.statistics["engine"] in SAYS[engine]
        assert "handed_over" not in found.outcome.statistics
        assert rows == {solution.row for solution in solve_all(model, "flatmap")}
        assert count(model, engine) == len(rows)


@pytest.mark.filterwarnings("ignore:rule")
@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_knows_the_edges(engine: str) -> None:
    x, y = variable("x", range(4)), variable("y", range(3))
    for model, number in (
        (Model("empty"), 1),
        (Model("false", any_of([])), 0),
        (Model("none", x, x > 3), 0),
        (Model("free", x, y), 12),
        (Model("one", x, x == 2), 1),
    ):
        assert count(model, engine) == len(solve_all(model, engine)) == number


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_projects(engine: str) -> None:
    x, y = variables("x", 3, range(3)), variable("y", range(9))
    model = Model("sums", x, y, total(x) == y, x[0] != x[1])
    with solutions(model.projecting("y"), engine) as found:
        assert sorted(solution.row[-1] for solution in found) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_finds_the_best(engine: str) -> None:
    x = variables("x", 4, range(4))
    model = Model("best", x, all_different(x), minimise=maximum(x[0] + x[1], x[2] * 2))
    assert count(model, engine) == count(model, "brute-force") > 0


@pytest.mark.parametrize("jobs", [2, 3])
@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_keeps_its_name_in_several_jobs(engine: str, jobs: int) -> None:
    with solutions(load("queens", n=7), engine, jobs=jobs) as found:
        assert len({solution.row for solution in found}) == 40
    assert found.outcome.statistics.get("engine", "boxes") in SAYS[engine] | {"boxes"}


def test_what_an_engine_does_not_take_is_said() -> None:
    x = variables("x", 700, range(2))
    with pytest.raises(Unsupported, match="600 loops at most, and this model has 700"):
        count(Model("long", x, total(x) == 3), "auto[loops]")
    far = variable("far", range(3))
    with pytest.raises(Unsupported, match=r"does not take .*far.*: numbers are too great"):
        count(Model("far", far, far * 2**62 + far < 2**63), "auto[kernel]")
    wide = [variable(name, range(400)) for name in "ab"]
    with pytest.raises(Unsupported, match=r"does not take <lambda>\(a, b\)"):
        count(Model("test", *wide, predicate(lambda a, b: a < b, *wide)), "auto[kernel]")


def test_an_engine_that_is_none_is_refused_by_name() -> None:
    with pytest.raises(UnknownSolver, match="no engine 'kernal'; did you mean 'kernel'"):
        solver_named("auto[kernal]")


def test_without_llvmlite_the_loops_say_what_to_install() -> None:
    script = (
        "import importlib.util as util, sys\n"
        "find = util.find_spec\n"
        "util.find_spec = lambda name, *rest: None if 'llvm' in name else find(name, *rest)\n"
        "sys.modules['llvmlite'] = None\n"
        "from everyway.models import load\n"
        "from everyway.solvers import SolverUnavailable, count\n"
        "from everyway.solvers.harness.registry import solver_named\n"
        "print(solver_named('auto').backends())\n"
        "for name in ('kernel', 'loops', 'python', 'diagram'):\n"
        "    try:\n"
        "        print(count(load('queens', n=6), f'auto[{name}]'))\n"
        "    except SolverUnavailable as error:\n"
        "        print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    there, *answers = done.stdout.splitlines()
    assert there == "['kernel', 'python', 'diagram']"
    assert [answer for answer in answers if "needs llvmlite" not in answer] == ["4"] * 3
    assert len(answers) == 4


def ordered_by(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """By trial, 1 where it goes on in the declared order."""
    settle, found = engines.settle_order, list[int]()

    def settled(trial: Trial, check: Callable[[], None]) -> None:
        settle(trial, check)
        found.append(trial.memory[at.IN_ORDER])

    monkeypatch.setattr(engines, "settle_order", settled)
    return found


def test_the_declared_order_is_taken_where_it_leaves_far_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = ordered_by(monkeypatch)
    designs = load("block_designs", v=8, b=14, r=7, k=4, meetings=3)
    assert sum(1 for _ in solutions(designs, "auto")) == 6150
    assert sum(1 for _ in solutions(load("langford", n=8), "auto")) == 300
    assert found[0] == 1
    assert sum(found) == 1


@pytest.mark.parametrize("engine", ["auto", "auto[python]"])
def test_a_search_that_goes_on_in_another_order_finds_the_same(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = [load("queens", n=6), load("steiner_triples", v=7), load("block_designs")]
    expected = [sorted(one.row for one in solutions(model, "flatmap")) for model in models]
    found = ordered_by(monkeypatch)
    for name, number in {"FIRST": 200, "SHORT": 0, "FEW": 1, "WORTH_ASKING": 0}.items():
        monkeypatch.setattr(plan, name, number)
    monkeypatch.setattr(plan, "STEPS_BY_WEIGHTS", 20)
    monkeypatch.setattr(plan, "SURELY_MORE", 1e-9)
    rows = [sorted(one.row for one in solutions(model, engine)) for model in models]
    assert rows == expected
    assert engine != "auto" or any(found)
