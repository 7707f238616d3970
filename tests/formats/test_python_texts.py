"""A text constraint is read into terms only where these mean what Python says of every value."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path
from typing import Any

import constraint as pc
import pytest

from everyway.formats import from_python_constraint
from everyway.models.language.check import Judge
from everyway.models.language.errors import PredicateError
from everyway.models.language.global_constraints.predicate import Predicate
from everyway.solvers import count, solve_all

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
DOMAINS: dict[str, list[Any]] = {
    "a": [-2, 0, 1, 3], "b": [-1, 1, 2], "u": [0, 1, 2], "flag": [False, True], "os": ["x", "mac"],
    "x": ["x", "y"], "odd": ["0.5", 0.5], "abs_": [1, 2],
}  # fmt: skip


def read(text: str, **domains: list[Any]) -> Any:
    problem = pc.Problem()
    for name, domain in (domains or {n: d for n, d in DOMAINS.items() if n in text}).items():
        problem.addVariable(name, domain)
    problem.addConstraint(text)
    return from_python_constraint(problem)


def is_terms(model: Any) -> bool:
    return not any(isinstance(one, Predicate) for one in model.constraints)


def by_python(text: str, model: Any) -> list[tuple[Any, ...]]:
    names = [variable.name for variable in model.variables]
    code = compile(text, "a text", "eval")
    rows = product(*(dict.fromkeys(DOMAINS[name]) for name in names))
    return [row for row in rows if eval(code, dict(zip(names, row, strict=True)))]


AS_TERMS = """
a < b
-2 <= a * b < 3 != u
a % b == 0
a // b == -1 or a % 2 == 1
u == 0 or a % u == 0
u != 0 and a // u in (1, -2, 3)
u != 0 and not (a % (u * 2) == 0 or a // u == 1)
(a < b) + (b < u) == 1
(flag or a == 1) + 1 == 2
not flag or a > b
flag and not a < -b
not a == b
(not a == 1) == flag
min(a, b, 1) + max(a, u) >= abs(a - b)
a in [1, 3] or b not in {1, -1}
a in (u, b + 1)
a - b - u == +1 and --a == a
a == b == u
os == "mac" or x == "y"
"x" != os
os in ("mac",) and os != x or a > 1
1_0 > a
(1 < 2) == flag
""".strip().splitlines()
AS_PREDICATES = """
a / 2 == 0.5
a ** 2 == 4
a & b
a == 1 | b == 2
~a < b
a < 1.5
a
a and b
a or u > 1
a if flag else b
a in range(0, 4)
a is not None and a > b
flag == True
sum((a, b)) > 1
all(value > 0 for value in (b, u))
os < "n"
os == x == "x"
os + "y" == "xy"
len(os) > 1
odd == "0.5"
odd == 0.5
a == os
a in (1, "x")
a < b in (1, 2)
bool(a)
(a := 1) > 0
round(a / 2) == b
a * 1000000000000000000000 > 5
""".strip().splitlines()


@pytest.mark.parametrize("text", AS_TERMS)
def test_what_the_grammar_says_alike_becomes_terms(text: str) -> None:
    model = read(text)
    found = [tuple(one.row) for one in solve_all(model)]
    expected = by_python(text, model)
    assert is_terms(model)
    assert found == [tuple(map(plain, row)) for row in sorted_as(model, expected)]


@pytest.mark.parametrize("text", AS_PREDICATES)
def test_what_it_cannot_say_stays_as_python_says(text: str) -> None:
    model = read(text)
    assert not is_terms(model)
    assert len(solve_all(model)) == len(by_python(text, model))


def plain(value: Any) -> Any:
    return value if isinstance(value, str) else int(value)


def sorted_as(model: Any, rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    places = [{value: k for k, value in enumerate(v.domain)} for v in model.variables]
    return sorted(rows, key=lambda row: [at[v] for at, v in zip(places, row, strict=True)])


@pytest.mark.parametrize(
    "text", ["a % u == 0", "u != 0 or a // u == 1", "u == 0 and a % u == 0", "all_different(a, b)",
             "a == mac", "min(a) == 1", "a % u in (1, 2) or u == 0", "1 // (a - a) == b"],
)  # fmt: skip
def test_what_python_raises_is_raised(text: str) -> None:
    with pytest.raises(PredicateError):
        solve_all(read(text))


def test_a_name_that_hides_a_function_or_a_label_is_no_other_thing() -> None:
    with pytest.raises(PredicateError):
        solve_all(read("min(a, b) == 1", min=[1, 2], a=[1, 2], b=[1, 2]))
    found = solve_all(read("os == 'mac' and mac == 'os'", os=["mac", "pc"], mac=["os", "pc"]))
    assert [one.row for one in found] == [("mac", "os")]
    found = solve_all(read(r"path == 'a\\b'", path=["a\\b", "a\\\\b"]))
    assert [one.row for one in found] == [("a\\b",)]
    model = read('t == "0.5\'" and p != t', p=[0.5], t=["0.5", "0.5'"])
    assert not is_terms(model)
    assert [one.row for one in solve_all(model)] == [("0.5", "0.5''")]
    assert not solve_all(read("a == b", a=[nan := float("nan"), 1.5], b=[nan]))
    assert not is_terms(read("a < b", a=[0.5, 2], b=[1, 2]))


class Texts:
    """Random conditions over four variables, of what is read and of what is not."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def number(self, depth: int) -> str:
        pick = self.random
        if depth == 0 or pick.random() < 0.2:
            return pick.choice(["a", "b", "u", "flag", "1", "2", "-3", "0"])
        one, other = self.number(depth - 1), self.number(depth - 1)
        form = pick.choice(
            ["{} + {}", "{} - {}", "{} * {}", "({} - {})", "{} // b", "{} % b", "({}) % u",
             "-({})", "abs({})", "min({}, {})", "max({}, 2, {})", "{} // 2", "({c}) + {}"]
        )  # fmt: skip
        return form.format(one, other, c=self.condition(depth - 1))

    def condition(self, depth: int) -> str:
        pick = self.random
        if depth == 0 or pick.random() < 0.3:
            one, other, third = (self.number(depth) for _ in range(3))
            sign, last = (pick.choice(["==", "!=", "<", "<=", ">", ">="]) for _ in range(2))
            form = pick.choice(
                ["{0} {3} {1}"] * 4
                + ["{0} {3} {1} {4} {2}", "{0} in ({1}, {2})", "{0} not in [{1}, 1]", "flag"]
            )
            return form.format(one, other, third, sign, last)
        one, other = self.condition(depth - 1), self.condition(depth - 1)
        form = pick.choice(
            ["{} and {}", "{} or {}", "not {}", "not ({})", "({}) == ({})", "({} or {})",
             "u == 0 or {}", "u != 0 and ({})"]
        )  # fmt: skip
        return form.format(one, other)


@pytest.mark.parametrize("seed", range(5))
def test_random_texts_mean_what_python_says(seed: int) -> None:
    texts, read_as_terms = Texts(seed), 0
    for _ in range(60):
        text = texts.condition(3)
        model = read(text, **{name: DOMAINS[name] for name in ("a", "b", "u", "flag")})
        try:
            expected = by_python(text, model)
        except ZeroDivisionError:
            assert not is_terms(model), text
            continue
        read_as_terms += is_terms(model)
        assert {row for row, solves in judged(model) if solves} == {*expected}, text
    assert read_as_terms > 20


def judged(model: Any) -> Any:
    judge, names = Judge(model), [variable.name for variable in model.variables]
    for row in product(*(variable.domain for variable in model.variables)):
        yield row, judge.solves(dict(zip(names, row, strict=True)))


@pytest.mark.parametrize("name", ["dedispersion", "microhh", "hotspot"])
def test_a_published_space_has_its_size_as_text_and_as_declared(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent.parent.parent / "benchmarks"))
    import configurations

    space = configurations.SPACES[name]()
    model = from_python_constraint(configurations.problem(space))
    assert is_terms(model)
    assert count(model) == count(configurations.declared(space)) == space.size
