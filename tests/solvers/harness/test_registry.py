"""Finding solvers: in the folder, in other packages, and where something is broken."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import pytest

import everyway.solvers
from everyway.comparer import compare
from everyway.models import Model, integer
from everyway.solvers import count, first
from everyway.solvers.harness import registry
from everyway.solvers.harness.contract import SolverUnavailable, Traits
from everyway.solvers.harness.registry import (
    Solver,
    UnknownSolver,
    address_named,
    addresses,
    default_solvers,
    solver_named,
    solvers,
)

from ...support.command_lines import everyway as typed

MODEL = Model("numbers", integer("x", 0, 2))

OFFERED = """
[everyway.solvers]
whole-module = some_solver
one-function = some_solver : another
nested = some_solver:Family.solve [fast]
flatmap = some_solver
absent = no_such_module:solutions
without = some_solver:no_such_function
raising = raises_when_imported
needy = needs_a_library
"""

SOME_SOLVER = '''
"""A solver of another package."""
from everyway.solvers import Traits

TRAITS = Traits(streams=False, viewpoint="squares")

def solutions(model, control):
    yield from ({"x": x} for x in range(3))

def another(model):
    return [{"x": 1}]

another.traits = Traits(randomised=True)

class Family:
    @staticmethod
    def solve(model):
        return [{"x": 2}]
'''

NEEDY = """
from everyway.solvers import Traits

TRAITS = Traits(module="no_such_library", distribution="No-Such", compared=True)

def solutions(model, control):
    import no_such_library
"""


@pytest.fixture
def afresh():
    """The memory of the registry is cleared, before and after."""
    remembered = registry._own, registry._entry_points, address_named, addresses
    for function in remembered:
        function.cache_clear()
    yield
    for function in remembered:
        function.cache_clear()


@pytest.fixture
def offered(tmp_path, monkeypatch, afresh):
    """A package on the path that offers solvers, some of them broken."""
    folder = tmp_path / "some_solver-2.5.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: some-solver\nVersion: 2.5\n")
    (folder / "entry_points.txt").write_text(OFFERED)
    (tmp_path / "some_solver.py").write_text(SOME_SOLVER)
    (tmp_path / "needs_a_library.py").write_text(NEEDY)
    (tmp_path / "raises_when_imported.py").write_text("raise ValueError('a typing slip')\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in ("some_solver", "needs_a_library"):
        sys.modules.pop(name, None)


# -------------------------------------------------------------------------------- the folder


def test_our_own_solvers_are_there_by_name():
    own = {name: f"everyway.solvers.{name.replace('-', '_')}" for name in (
        "brute-force", "cp-sat", "flatmap", "python-constraint",
    )}  # fmt: skip
    own["flatmap-levels"] = "everyway.solvers.flatmap.levels"
    own |= {
        f"published-{way}": f"everyway.solvers.published.{way}"
        for way in ("pairs", "reversed", "rows", "directions", "matrix")
    }
    found = {solver.name: solver.address for solver in solvers()}
    assert own.items() <= found.items()
    assert list(found) == sorted(found)


def test_modules_without_solutions_are_no_solvers():
    names = {solver.name for solver in solvers()}
    assert not {name for name in names if name.startswith("harness")}
    assert not names & {"published", "published-skeleton", "flatmap-terms", "cp-sat-native"}
    with pytest.raises(UnknownSolver):
        solver_named("flatmap-terms")


def test_every_solver_is_reported_in_a_line_and_is_found_by_its_name():
    for solver in solvers():
        assert solver.summary, solver.name
        assert solver_named(solver.name).address == solver.address
        assert isinstance(solver.traits, Traits)


def test_every_solver_loads_without_its_library_being_touched_before():
    assert all(solver.load() >= 0 for solver in solvers() if solver.is_installed())


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("flatmop", "flatmap"), ("cpsat", "cp-sat"), ("brute_force", "brute-force")],
)
def test_an_unknown_name_leads_to_the_nearest(name, nearest):
    with pytest.raises(UnknownSolver, match=f"no solver '{name}'; did you mean '{nearest}'"):
        solver_named(name)


def test_a_name_like_no_other_leads_to_those_that_there_are():
    with pytest.raises(UnknownSolver, match=r"there are auto, brute-force"):
        solver_named("zzz")


def test_a_file_that_is_dropped_into_the_folder_is_a_solver(tmp_path, monkeypatch, afresh):
    (tmp_path / "one_more.py").write_text(SOME_SOLVER)
    (tmp_path / "several").mkdir()
    (tmp_path / "several" / "__init__.py").write_text("")
    (tmp_path / "several" / "in_one.py").write_text(SOME_SOLVER)
    (tmp_path / "several" / "helper.py").write_text("")
    (tmp_path / "slip.py").write_text("def solutions(model:\n")
    monkeypatch.setattr(everyway.solvers, "__path__", [*everyway.solvers.__path__, str(tmp_path)])
    before = {solver.name for solver in solvers()}
    assert {"one-more", "several-in-one", "slip", "flatmap"} <= before
    assert not before & {"several", "several-helper"}
    assert count(MODEL, "one-more") == count(MODEL, "several-in-one") == 3
    with pytest.raises(SolverUnavailable, match=r"slip cannot be imported.*SyntaxError"):
        first(MODEL, "slip")
    for name in [name for name in sys.modules if name.startswith("everyway.solvers.")]:
        if name.rpartition(".")[2] in ("one_more", "several", "in_one", "helper"):
            monkeypatch.delitem(sys.modules, name)


# ----------------------------------------------------------------------------- other packages


@pytest.mark.usefixtures("offered")
def test_entry_points_name_a_module_or_a_function():
    assert count(MODEL, "whole-module") == 3
    assert first(MODEL, "one-function")["x"] == 1
    assert first(MODEL, "nested")["x"] == 2
    assert solver_named("whole-module").summary == "A solver of another package."


@pytest.mark.usefixtures("offered")
def test_a_function_has_traits_of_its_own_or_those_of_its_module():
    assert solver_named("whole-module").traits == Traits(streams=False, viewpoint="squares")
    assert solver_named("one-function").traits == Traits(randomised=True)
    assert solver_named("nested").traits.viewpoint == "squares"


@pytest.mark.usefixtures("offered")
def test_our_own_solver_comes_before_another_of_the_same_name():
    assert solver_named("flatmap").address == "everyway.solvers.flatmap"
    assert [s.address for s in solvers() if s.name == "flatmap"] == ["everyway.solvers.flatmap"]


BROKEN = {
    "absent": "no_such_module:solutions (ModuleNotFoundError: No module named 'no_such_module')",
    "without": "some_solver:no_such_function (AttributeError",
    "raising": "raises_when_imported (ValueError: a typing slip)",
}


@pytest.mark.usefixtures("offered")
def test_a_broken_package_is_listed_and_spoils_nothing():
    assert BROKEN.keys() <= {solver.name for solver in solvers()}
    assert "flatmap" in [solver.name for solver in default_solvers()]
    assert not BROKEN.keys() & {solver.name for solver in default_solvers()}
    assert compare(MODEL, ["flatmap", "whole-module"]).verdict == "agree"
    assert compare(MODEL).verdict == "agree"


@pytest.mark.usefixtures("offered")
def test_a_broken_package_is_listed_on_the_command_line():
    listed = typed("solvers")
    assert listed.exit_code == 0
    assert all(f"{name}  broken" in listed.stdout for name in BROKEN)
    assert "needy  not installed: pip install No-Such" in listed.stdout
    assert typed("count", "queens", "n=4").exit_code == 0
    asked = typed("count", "queens", "n=4", "-S", "absent")
    assert asked.exit_code == 4
    assert "no_such_module" in asked.stderr


@pytest.mark.usefixtures("offered")
@pytest.mark.parametrize(("name", "words"), BROKEN.items())
def test_a_broken_package_is_unavailable_and_says_why(name, words):
    with pytest.raises(SolverUnavailable) as caught:
        first(MODEL, name)
    assert words in str(caught.value)
    assert name in str(caught.value)


# -------------------------------------------------------------------------------- libraries


@pytest.mark.usefixtures("offered")
def test_a_library_that_is_missing_comes_with_the_line_that_installs_it():
    needy = solver_named("needy")
    assert not needy.is_installed()
    assert needy.version() is None
    assert "needy" not in [solver.name for solver in default_solvers()]
    with pytest.raises(
        SolverUnavailable,
        match=r"needy needs no_such_library.*install it: pip install No-Such",
    ):
        first(MODEL, "needy")
    outcome = compare(MODEL, ["flatmap", "needy"]).runs[1].outcome
    assert outcome.status == "unavailable"


def test_a_module_of_a_package_that_is_missing_is_not_installed():
    solver = Solver("deep", "everyway.solvers.flatmap")
    vars(solver)["traits"] = Traits(module="no_such_library.part")
    assert not solver.is_installed()
    assert solver.how_to_install == "pip install no_such_library.part"


def test_the_version_is_that_of_the_library():
    solver = Solver("test", "everyway.solvers.flatmap")
    pytest_version = importlib.metadata.version("pytest")
    for traits, version in (
        (Traits(), None),
        (Traits(module="pytest"), pytest_version),
        (Traits(module="_pytest", distribution="pytest"), pytest_version),
        (Traits(module="pytest", distribution="no-such"), pytest_version),
        (Traits(module="sys"), None),
    ):
        vars(solver)["traits"] = traits
        assert solver.version() == version


def test_the_default_solvers_are_installed_and_worth_comparing_our_own_first():
    found = default_solvers()
    assert [solver.name for solver in found[:2]] == ["auto", "flatmap"]
    assert all(solver.traits.compared and solver.is_installed() for solver in found)
    assert not any(solver.traits.historical for solver in found)


LOADED = """
import sys
before = set(sys.modules)
{code}
loaded = {{name.partition(".")[0] for name in set(sys.modules) - before}}
print(*loaded - set(sys.stdlib_module_names))
"""


@pytest.mark.parametrize(
    "code",
    [
        "import everyway.models, everyway.solvers",
        "from everyway.solvers.harness.registry import solvers\n"
        "for solver in solvers(): solver.summary, solver.version(), solver.is_installed()",
    ],
)
def test_no_library_is_loaded_before_its_solver_is_used(code):
    command = [sys.executable, "-c", LOADED.format(code=code)]
    root = Path(__file__).parents[3]
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root).stdout
    assert said.split() == ["everyway"]
