"""The conformance kit: on other people's solvers, as they run it, in a project of their own."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from everyway.conformance import conformance_of
from everyway.conformance.limits import is_for, only
from everyway.solvers.harness.contract import Traits

pytestmark = pytest.mark.slow  # the kit runs whole suites, in processes of its own

DOCUMENT = Path(__file__).parents[2] / "docs" / "add_a_solver.md"
BLOCK = re.compile(r"^```python\n# file: (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WITHOUT_A_CLOCK = ("-k", "not ctrl_c and not time_limit and not asked_to_stop")
SMALL = ("--everyway-models=40", "--everyway-samples=1", "--everyway-time-limit=2")

LOSES = """
from my_solver import solutions as all_of_them

def solutions(model, control):
    for values in all_of_them(model, control):
        if list(values.values()).count(1) < 2:
            yield values
"""
REFUSES = '''
from everyway.solvers import Unsupported

def solutions(model):
    """A generator that refuses everything."""
    yield from refuse(model)

def refuse(model):
    raise Unsupported(f"{model.name} is too hard")
'''
HANGS = """
def solutions(model):
    while model.variables:
        pass
    yield {}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with the files of the document, and some solvers that fall short."""
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\naddopts = --strict-markers --strict-config\nfilterwarnings = error\n"
    )
    written = dict(BLOCK.findall(DOCUMENT.read_text("utf-8")))
    assert len(written) == 2
    for name, text in {**written, "loses.py": LOSES, "refuses.py": REFUSES}.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "hangs.py").write_text(HANGS)
    return tmp_path


def kit(project: Path, *arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=project,
        capture_output=True,
        text=True,
        timeout=500,
    )
    return done.returncode, done.stdout + done.stderr


def test_the_solver_of_the_document_conforms(project: Path) -> None:
    code, said = kit(project, "--everyway-solver=my_solver:solutions", *SMALL, *WITHOUT_A_CLOCK)
    assert code == 0, said
    assert "conformance of my_solver:solutions" in said
    assert re.search(r"AllDifferent +10 +10", said)
    assert re.search(r"random models +40 models run, 0 wrong, 0 unsupported", said)
    assert "it conforms" in said


def test_the_solver_of_the_document_has_forty_lines(project: Path) -> None:
    lines = (project / "my_solver.py").read_text().splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 40


def test_one_import_is_enough(project: Path) -> None:
    some = "test_mine.py"
    (project / some).write_text(
        "from everyway.conformance import conformance_of\n"
        "TestMine = conformance_of('my_solver', models=10, samples=1)\n"
    )
    code, said = kit(project, some, "-k", "random_models or labels")
    assert code == 0, said
    assert re.search(r"random models +10 models run", said)
    assert re.search(r"promises +2 passed", said)


def test_what_fails_is_shown_as_code_that_shows_it_again(project: Path) -> None:
    chosen = ("-k", "random_models or AllDifferent-top", "--tb=no", "-p", "no:randomly")
    code, said = kit(project, "--everyway-solver=loses", *SMALL, *chosen)
    assert code == 1
    assert re.search(r"AllDifferent +10 !\d", said)
    assert re.search(r"random models +40 models run, \d+ wrong", said)
    assert "it does not conform" in said
    start = said.index("# AllDifferent")
    program = said[start : said.index("\n", said.index("print(compare(", start))]
    assert len(re.findall(r"= variable\(", program)) == 2, "two ones are lost: no more is needed"
    assert "FAILED" not in said[start:], "it stands last"
    (project / "again.py").write_text(program)
    again = subprocess.run(
        [sys.executable, "again.py"], cwd=project, capture_output=True, text=True, check=True
    )
    assert "missing" in again.stdout


def test_what_is_refused_is_counted_and_fails_nobody(project: Path) -> None:
    chosen = ("-k", "AllDifferent or random_models or labels")
    code, said = kit(project, "--everyway-solver=refuses:solutions", *SMALL, *chosen)
    assert code == 0, said
    assert re.search(r"AllDifferent +10 \?10 +10 \?10", said)
    assert re.search(r"random models +40 models run, 0 wrong, 40 unsupported", said)
    assert re.search(r"promises +2 unsupported", said)


@pytest.mark.skipif(sys.platform == "win32", reason="a shell's `&` is POSIX")
def test_the_kit_runs_where_ctrl_c_is_ignored(project: Path) -> None:
    words = f"{sys.executable} -m pytest -q --everyway-solver=flatmap -k ctrl_c > said & wait $!"
    done = subprocess.run(["sh", "-c", words], cwd=project, check=False, timeout=500)
    assert done.returncode == 0, (project / "said").read_text()


def test_a_solver_that_hangs_fails_and_does_not_hang_the_kit(project: Path) -> None:
    budget = ("--everyway-time-limit=0.1", "--everyway-samples=1", "--everyway-shrink=0", "-x")
    code, said = kit(project, "--everyway-solver=hangs", *budget, "-k", "random_models")
    assert code == 1
    assert "still running after 5.2 seconds" in said


@pytest.mark.parametrize("address", ["no_such_module:solutions", "my_solver:no_such", "nonsense"])
def test_a_solver_that_is_not_there_is_a_usage_error(project: Path, address: str) -> None:
    code, said = kit(project, f"--everyway-solver={address}")
    assert code == 4, said
    assert f"--everyway-solver {address}" in said


def test_several_solvers_are_distinguished(project: Path) -> None:
    solvers = ("--everyway-solver=flatmap", "--everyway-solver=my_solver:solutions")
    code, said = kit(project, *solvers, "-k", "labels_come_back")
    assert code == 0, said
    assert "conformance of flatmap" in said
    assert "conformance of my_solver:solutions" in said


def test_traits_switch_tests_off() -> None:
    @only(streams=True, interruptible=True)
    def test() -> None: ...

    assert is_for(test, Traits())
    assert not is_for(test, Traits(streams=False))
    names = dir(conformance_of("flatmap"))
    assert "test_memory_does_not_grow_with_the_number_of_solutions" in names


NOTHING_MORE = """
import sys
import everyway.models, everyway.solvers
from everyway.conformance import conformance_of, solving
from everyway.conformance.instances import random_models
assert not any(name.partition(".")[0].strip("_") == "pytest" for name in sys.modules)
"""
TINY = """
import sys
import everyway.conformance.plugin
assert not any(name.startswith(("everyway.models", "everyway.solvers")) for name in sys.modules)
"""


@pytest.mark.parametrize("program", [NOTHING_MORE, TINY], ids=["pytest", "plugin"])
def test_neither_brings_in_the_other(program: str) -> None:
    subprocess.run([sys.executable, "-c", program], check=True)
