"""The names of solvers, and how each run says that it posted constraints."""

import pytest

from everyway.models import Model, circuit, inverse, regular, variables
from everyway.solvers import UnknownSolver, count, solutions
from everyway.solvers.harness.options import Options
from everyway.solvers.harness.registry import SolverName, solver_named


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("choco", ("choco", "", "", "")),
        ("minizinc[gecode]", ("minizinc", "gecode", "", "")),
        ("cp-sat@rows", ("cp-sat", "", "rows", "")),
        ("choco+decomposed", ("choco", "", "", "decomposed")),
        ("minizinc[a.b]@rows+decomposed", ("minizinc", "a.b", "rows", "decomposed")),
        ("a.b:c", ("a.b:c", "", "", "")),
    ],
)
def test_a_name_is_read_in_its_parts(text, parts):
    assert SolverName.read(text) == parts
    assert SolverName.read(text).anywhere == text.replace("@rows", "")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("choco[]", "names no solver; write choco"),
        ("choco@", "names no viewpoint"),
        ("choco+", "names no mode"),
        ("choco+decomposd", "did you mean 'decomposed'"),
        ("choco+decomposed@rows", "decomposed@rows"),
        ("choco[gecode", "cannot read the solver"),
        ("choco]gecode[", "cannot read the solver"),
        ("choco[gecode]x", "cannot read the solver"),
        ("[gecode]", "cannot read the solver '[gecode]'"),
        ("choco[gecode]", "choco has no solver to choose; write choco alone"),
        ("cpmpy[ortols]", "did you mean 'cpmpy-ortools'"),
        ("chocco[gecode]", "no solver 'chocco-gecode'"),
    ],
)
def test_a_name_that_is_none_is_refused_with_what_to_write(text, words):
    with pytest.raises(UnknownSolver) as refused:
        solver_named(text)
    assert words in str(refused.value)


def test_a_family_is_written_with_brackets_too():
    assert solver_named("cpmpy[ortools]") is solver_named("cpmpy-ortools")


def tour():
    x, y = variables("x", 4, range(4)), variables("y", 4, range(4))
    return Model(
        "a tour", x, y, circuit(x), inverse(x, y), ~regular(x, {(0, 0): 0}, 0, [0]) | (x[0] == 1)
    )


def ways(solver, **options):
    with solutions(tour(), solver, **options) as found:
        number = len(list(found))
    return number, found.outcome.posting.ways


@pytest.mark.parametrize("isolate", [False, True])
def test_a_run_says_which_constraints_were_native(isolate):
    number, native = ways("cp-sat", isolate=isolate)
    assert native["native"] == {"circuit": 1, "inverse": 1}
    assert native["decomposed"] == {"regular": 1}
    alone, decomposed = ways("cp-sat+decomposed", isolate=isolate)
    assert decomposed == {
        "native": {},
        "mixed": {},
        "decomposed": {"circuit": 1, "inverse": 1, "regular": 1},
    }
    assert number == alone == count(tour(), "flatmap+decomposed")


def test_what_is_posted_in_parts_of_which_some_are_native_is_mixed():
    number, posted = ways("flatmap")
    assert "circuit" in posted["mixed"]  # an all-different, and steps
    assert number


def test_workers_post_where_it_is_not_seen():
    with solutions(tour(), options=Options(jobs=2), solver="flatmap") as found:
        list(found)
    assert found.outcome.posting is None
