"""Variables that match by what two scripts print as JSON, and values that only look like them."""

import re
from pathlib import Path

import pytest

from everyway.comparer.submission_reports import Report
from everyway.comparer.submissions import Examination, examined
from everyway.models.language.files import catalogue, printed_json

REFERENCE = """
from everyway.models import Model, all_different, variables

def reference():
    start, end = (variables(name, 3, range(1, 5)) for name in ("start", "end"))
    return Model("reference", start, end, all_different(start), all_different(end),
                 start[0] < end[0], end[2] == 3)
"""
CPMPY = """
import cpmpy as cp, json
a, b = cp.intvar(0, 3, shape=3), cp.intvar(0, 3, shape=3)
model = cp.Model(cp.AllDifferent(a), cp.AllDifferent(b), b[0] < a[0], a[2] == 2)
if model.solve():
    low = [int(one) for one in b.value()]
    print("solved")
    print(json.dumps({
        "end": (a.value() + 1).tolist(), "start": [one + 1 for one in low],
        "most": max(low), "order": sorted(low), "far": abs(low[0]), "sum": sum(low),
        "some": low[0] if low[1] > 1 else low[2], "twice": [low[0], low[0]], "none": None,
    }))
"""
CP_SAT = """
import json
from ortools.sat.python import cp_model
model = cp_model.CpModel()
a, b = ([model.new_int_var(1, 4, "") for _ in range(3)] for _ in range(2))
model.add_all_different(a)
model.add_all_different(b)
model.add(b[0] < a[0])
model.add(a[2] == 3)
solver = cp_model.CpSolver()
assert solver.solve(model) == cp_model.OPTIMAL
low = [solver.value(one) for one in b]
print(json.dumps({
    "end": [solver.value(one) for one in a], "start": low,
    "most": max(low), "order": sorted(low), "far": abs(low[0]), "sum": sum(low),
    "some": low[0] if low[1] > 1 else low[2], "twice": [low[0], low[0]], "none": None,
}, indent=2))
"""
PYTHON_CONSTRAINT = """
from constraint import AllDifferentConstraint, Problem
import json
problem = Problem()
problem.addVariables(["a0", "a1", "a2", "b0", "b1", "b2"], range(1, 5))
problem.addConstraint(AllDifferentConstraint(), ["a0", "a1", "a2"])
problem.addConstraint(AllDifferentConstraint(), ["b0", "b1", "b2"])
problem.addConstraint("b0 < a0")
problem.addConstraint("a2 == 3")
found = problem.getSolution()
low = [found[f"b{place}"] for place in range(3)]
print(json.dumps({
    "end": [found[f"a{place}"] for place in range(3)], "start": low,
    "most": max(low), "order": sorted(low), "far": abs(low[0]), "sum": sum(low),
    "some": low[0] if low[1] > 1 else low[2], "twice": [low[0], low[0]], "none": None,
}))
"""
SCRIPTS = {"cpmpy": CPMPY, "ortools": CP_SAT, "constraint": PYTHON_CONSTRAINT}
LIBRARIES = pytest.mark.parametrize("library", SCRIPTS)


def written(folder: Path, name: str, text: str) -> str:
    """The path of a new file."""
    (folder / f"{name}.py").write_text(text, "utf-8")
    return str(folder / f"{name}.py")


def judged(folder: Path, text: str, reference: str = REFERENCE) -> Report:
    """The report on a script."""
    files = written(folder, "script", text), written(folder, "reference", reference)
    (report,) = examined(Examination(*files, ({},), in_process=True))
    return report


@LIBRARIES
def test_keys_are_known_that_always_have_the_values_of_the_same_variables(
    library: str, tmp_path: Path
) -> None:
    pytest.importorskip(library, reason=f"not installed: {library}")
    found = catalogue.find(written(tmp_path, "script", SCRIPTS[library])).printed
    assert found.keys() == {"start", "end", "twice"}
    assert [place for place, _ in enumerate(found["end"])] == [0, 1, 2]
    assert {by for _, by in found["end"].values()} == {int(library == "cpmpy")}
    assert len({name for name, _ in [*found["end"].values(), *found["start"].values()]}) == 6


@LIBRARIES
def test_variables_match_by_what_a_script_prints(library: str, tmp_path: Path) -> None:
    pytest.importorskip(library, reason=f"not installed: {library}")
    same = judged(tmp_path, SCRIPTS[library])
    assert (same.verdict, same.expected, same.found) == ("same", 48, 48)
    assert "start by what is printed as JSON" in str(same.reason)
    wrong = SCRIPTS[library].replace("b[0] < a[0]", "b[0] <= a[0]").replace("b0 < a0", "b0 <= a0")
    many = judged(tmp_path, wrong)
    assert (many.verdict, many.expected, many.found) == ("too many", 48, 84)
    witness = many.differences[0].witness
    assert witness["start[0]"] == witness["end[0]"]


@LIBRARIES
def test_what_two_scripts_print_counts_more_than_names_in_common(
    library: str, tmp_path: Path
) -> None:
    pytest.importorskip(library, reason=f"not installed: {library}")
    pytest.importorskip("constraint", reason="not installed: constraint")
    swapped = {"a": "b", "b": "a"}
    theirs = re.sub(r"\b[ab](?=\d|\{place)", lambda one: swapped[one[0]], PYTHON_CONSTRAINT)
    report = judged(tmp_path, SCRIPTS[library], theirs)
    assert (report.verdict, report.found) == ("same", 48)


HEADS = {
    "cpmpy": """
import json, cpmpy as cp
g = cp.intvar(0, 3, shape=(2, 2))
m = cp.Model(g.sum() == 3)
""",
    "ortools": """
import json
from ortools.sat.python import cp_model
m = cp_model.CpModel()
g = [m.new_int_var(0, 3, "") for _ in range(4)]
m.add(sum(g) == 3)
class Shown(cp_model.CpSolverSolutionCallback):
    def on_solution_callback(self):
        print(json.dumps({"grid": [[self.value(g[2 * i + j]) for j in (0, 1)] for i in (0, 1)]}))
s = cp_model.CpSolver()
s.parameters.enumerate_all_solutions = True
""",
}
SHOW = 'print(json.dumps({"grid": g.value().tolist()}))'


@pytest.mark.parametrize(
    ("library", "ending"),
    [
        ("cpmpy", f"m.solveAll(display=lambda: {SHOW})"),
        ("cpmpy", f"while m.solve():\n    {SHOW}\n    m += cp.any(g != g.value())"),
        ("cpmpy", f's = cp.SolverLookup.get("ortools", m)\nif s.solve():\n    {SHOW}'),
        ("ortools", "s.solve(m, Shown())"),
        ("ortools", "s.solve(model=m, solution_callback=Shown())"),
    ],
)
def test_what_is_printed_for_each_solution_is_read(
    library: str, ending: str, tmp_path: Path
) -> None:
    pytest.importorskip(library, reason=f"not installed: {library}")
    found = catalogue.find(written(tmp_path, "script", HEADS[library] + ending)).printed
    assert [*found["grid"]] == ["[0][0]", "[0][1]", "[1][0]", "[1][1]"]


@pytest.mark.parametrize(
    ("line", "keys"),
    [
        ("print('{\"x\": 1}', json.dumps({'p': v[0]}), 'end')", {"p"}),
        (
            "print(json.dumps({'p': v[0], 'q': [[v[1]], {'r': v[2] + 7}]})); raise SystemExit(1)",
            "pq",
        ),
        ("print(json.dumps({'p': v[0]})); problem.getSolution()", "p"),
        (
            "print(json.dumps({'p': v[0], 'q': [v[1], 3], 'r': [], 's': v[1] * 1.0, 't': 10**12}))",
            "p",
        ),
        ("print({'p': v[0]})", ""),
        ("print(json.dumps([v[0]]))", ""),
        ("print('{' * 500, '[' * 500)", ""),
        ("print(json.dumps({'p': ['a', 'b', 'c', 'd', 'e'][v[0]]}))", ""),
        ("print(json.dumps({'p': v[0]})); 1 / 0", ""),
    ],
)
def test_the_last_object_that_is_printed_is_read(
    line: str, keys: str | set[str], tmp_path: Path
) -> None:
    pytest.importorskip("constraint", reason="not installed: constraint")
    head, _, _ = PYTHON_CONSTRAINT.partition("low =")
    text = f'{head}v = [found[f"a{{place}}"] for place in range(3)]\n{line}\n'
    found = catalogue.find(written(tmp_path, "script", text)).printed
    assert found.keys() == {*keys}
    assert "q" not in found or [by for _, by in found["q"].values()] == [0, 7]


def test_a_script_that_takes_long_is_not_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("constraint", reason="not installed: constraint")
    monkeypatch.setattr(printed_json, "SECONDS", 0.0)
    puzzle = catalogue.find(written(tmp_path, "script", PYTHON_CONSTRAINT))
    assert len(puzzle.model().variables) == 6
    assert puzzle.printed == {}


def test_what_is_printed_may_be_any_number_or_text(tmp_path: Path) -> None:
    pytest.importorskip("constraint", reason="not installed: constraint")
    text = """
from constraint import Problem
import json
problem = Problem()
problem.addVariable("a", ["3", "4"])
found = problem.getSolution()
print(json.dumps({"one": int(found["a"]) + 1, "huge": 10**400, "same": found["a"]}))
"""
    assert catalogue.find(written(tmp_path, "script", text)).printed.keys() == {"same"}
