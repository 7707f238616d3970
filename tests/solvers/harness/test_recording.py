"""Questions to a library are written down as Python that asks the same again."""

from __future__ import annotations

import sys
from itertools import count
from random import Random
from typing import Any

import pytest

from everyway.models import Model
from everyway.models.language.expressions import Variable
from everyway.solvers.choco.translation import script as choco_script
from everyway.solvers.harness.adapting.recording import Recording


class Library:
    """Remembers what it is asked; its objects are distinguished by their names."""

    def __init__(self) -> None:
        self.log: list[str] = []

    def thing(self, *parts: object, name: str) -> Thing:
        self.log.append(f"thing {parts} {name}")
        return Thing(name)

    def post(self, *parts: object, strictly: bool = False) -> None:
        self.log.append(f"post {parts} {strictly}")

    def add(self, part: object) -> Library:
        self.log.append(f"add {part}")
        return self

    def count(self) -> int:
        return len(self.log)


class Thing:
    """The operand of operators, fully bracketed."""

    def __init__(self, words: str, *, is_made: bool = False) -> None:
        self.words, self.is_made = words, is_made

    def __repr__(self) -> str:
        return self.words

    def joined(self, *words: object) -> Thing:
        return Thing(f"({' '.join(map(repr, words))})", is_made=True)

    def __add__(self, other: object) -> Thing:
        return self if other == 0 else self.joined(self, "+", other)

    def __radd__(self, other: object) -> Thing:
        return self.joined(other, "+", self)

    def __sub__(self, other: object) -> Thing:
        return self.joined(self, "-", other)

    def __rsub__(self, other: object) -> Thing:
        return self.joined(other, "-", self)

    def __mul__(self, other: object) -> Thing:
        return self.joined(self, "*", other)

    def __rmul__(self, other: object) -> Thing:
        return self.joined(other, "*", self)

    def __lt__(self, other: object) -> Thing:
        return self.joined(self, "<", other)

    def __ge__(self, other: object) -> Thing:
        return self.joined(self, ">=", other)

    def __abs__(self) -> Thing:
        return self.joined("abs", self)

    def __invert__(self) -> Thing:
        return self.joined("~", self)

    def held(self) -> Thing:
        return self.joined("held", self)


def named(native: object) -> str | None:
    return str(native) if isinstance(native, Thing) and not native.is_made else None


def asked(recording: Recording, library: Library) -> Any:
    return recording.spoken(library, "library")


def test_the_lines_ask_what_was_asked() -> None:
    for seed in range(50):
        random, library = Random(seed), Library()
        recording = Recording(named, ["library"])
        native = asked(recording, library)
        terms: list[Any] = [native.thing(1, name="x"), native.thing(name="y")]
        for _ in range(12):
            left, right = random.choice(terms), random.choice([*terms, 3, -1])
            operations = (
                lambda left, right: left + right,
                lambda left, right: right - left,
                lambda left, right: left - right,
                lambda left, right: left * right,
                lambda left, right: 2 * left,
                lambda left, right: left < right,
                lambda left, right: left >= right,
                lambda left, _: abs(left),
                lambda left, _: ~left,
                lambda left, _: left.held(),
            )
            terms.append(random.choice(operations)(left, right))
            native.post([terms[-1], (left, right)], strictly=random.random() < 0.5)
        again = Library()
        exec("\n".join(recording.lines), {"library": again})
        assert again.log == library.log, recording.lines


def test_what_an_operation_leaves_as_it_is_is_written_so() -> None:
    library = Library()
    recording = Recording(named, ["library"])
    native = asked(recording, library)
    x = native.thing(name="x")
    native.add(x + 0)
    assert native.count() == 2
    assert recording.lines == ['x = library.thing(name="x")', "library.add(x)"]


@pytest.mark.parametrize(
    ("wanted", "line"),
    [
        ("queen[0, 1]", "queen_0_1 = {}  # queen[0, 1]"),
        ("in", "in_ = {}  # in"),
        ("print", "print_ = {}  # print"),
        ("library", "library_ = {}  # library"),
        ("1", "v_1 = {}  # 1"),
        ("", "v1 = {}"),
        ("é\n!", "v_ = {}  # \\xe9\\n!"),
    ],
)
def test_names_are_made_python(wanted: str, line: str) -> None:
    recording = Recording(lambda _: wanted, ["library"])
    recording.kept(object(), "made()")
    assert recording.lines == [line.format("made()")]


def test_no_two_objects_share_a_name() -> None:
    numbers = count()
    recording = Recording(lambda _: ("v1", "a b", "a_b", "", "")[next(numbers)], [])
    for _ in range(5):
        recording.kept(object(), "made()")
    names = [line.partition(" ")[0] for line in recording.lines]
    assert names == ["v1", "a_b", "a_b_", "v1_", "v2"]


def test_a_script_for_choco_is_written_without_choco(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pychoco", None)
    x, solver = Variable("x", range(3)), Variable("solver", (1, 4))
    text = choco_script(Model("small", x, solver, x < solver, x + solver != 3), [], "about")
    lines = text.splitlines()
    assert "x = model.intvar(0, 2)" in lines
    assert "solver_ = model.intvar([1, 4])  # solver" in lines
    assert lines[lines.index("# x < solver") + 1] == 'model.arithm(x, "<", solver_).post()'
