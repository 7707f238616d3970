"""Explanations as values: sets of units that cannot hold together, repairs, and their proofs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..models.language.boards.placements import Filling, OnBoard
from ..models.language.boards.sides import Sides
from ..models.language.constraints import And, Constraint, fixed_values
from ..models.language.drawing.as_text import draw_values
from ..models.language.drawing.notebook import HTML, PLAIN
from ..models.language.drawing.svg import draw_svg_captioned, draw_svg_values
from ..models.language.drawing.svg_boards import SPOKEN_OF
from ..models.language.errors import ModelError
from ..models.language.expressions import Variable
from ..models.language.groups import Group
from ..models.language.late_dataclasses import dataclass
from ..models.language.model import Model
from ..models.language.nodes import describe, topological
from ..models.language.phrases import counted, escaped, inside, listed, printable
from ..models.language.rules import Rule, rule
from ..models.language.solution import Solution
from ..models.language.symmetry.invariance import Invariance
from ..models.language.symmetry.symmetries import Symmetry
from ..models.language.symmetry.symmetry_group import TURNS, moves

# --------- The units of an explanation: the rules of a model, their places, or single constraints.


_FEW = 4
KINDS = ("rule", "place", "constraint")
"""The sizes of a unit: a whole rule, a place of it such as `row 3`, a single constraint."""


@dataclass(frozen=True, eq=False)
class Blamed:
    """A rule, a place of it, or a constraint of it, blamed or not as one."""

    rule: str
    """The label of the rule."""
    place: str
    """The place, such as `row 3`; empty for a whole rule."""
    constraints: tuple[Constraint, ...]
    """The constraints, as they were declared."""

    @property
    def constraint(self) -> Constraint:
        """All of it as one constraint."""
        return self.constraints[0] if len(self.constraints) == 1 else And(self.constraints)

    @property
    def squares(self) -> tuple[str, ...]:
        """The names of the variables that it speaks of, in the order of its terms."""
        return tuple(_names(self.constraints))

    def __str__(self) -> str:
        return f"{self.rule}: {self.place}" if self.place else self.rule

    def to_json(self) -> dict[str, Any]:
        """The rule, the place, the constraint in words and the names of its variables."""
        words = describe(self.constraint)
        names = list(self.squares)
        return {"rule": self.rule, "place": self.place, "constraint": words, "squares": names}


def rules_alone(model: Model) -> Model:
    """`model` without its objective; where that may be undefined, a rule that it is not."""
    objective, plain = model.objective, model.without_objective()
    needed = objective.definedness() if objective else []
    if objective is None or not needed:
        return plain
    return plain + rule("the objective is defined", needed)


def units(model: Model, by: str) -> list[Blamed]:
    """The units of every rule of `model`, in order. Raises: ModelError for another kind."""
    if by not in KINDS:
        raise ModelError(f"rules are blamed by {', '.join(KINDS)}, not by {by!r}")
    labels = Counter(one.label for one in model.rules)
    groups = {v.name: group for group in model.groups for v in group.variables}
    rules = ((one, labels[one.label] > 1) for one in model.rules)
    return [unit for one, shared in rules for unit in _units_of(one, by, shared, groups)]


def chosen_rules(model: Model, labels: Iterable[str]) -> set[str]:
    """The labels, each of which a rule bears. Raises: ModelError for any other."""
    found = set(labels)
    for label in sorted(found - {one.label for one in model.rules}):
        model.without(label)  # which says what its rules are
    return found


def _units_of(rule: Rule, by: str, shared: bool, groups: Mapping[str, Group]) -> Iterator[Blamed]:
    """A unit a place; constraints of one rule on the same variables are one place.

    Where other rules share its label, what it says stands for its place.
    """
    if by == "rule":
        yield Blamed(rule.label, _said(rule.constraints) if shared else "", rule.constraints)
        return
    alone, together = len(rule.constraints) == 1 and not shared, by == "place"
    found: dict[Any, list[Constraint]] = {}
    names: dict[Any, str] = {}
    for number, (constraint, name) in enumerate(rule.places()):
        key = (name or frozenset(_names([constraint]))) if together else number
        found.setdefault(key, []).append(constraint)
        where = name or (together and _squares(constraint, groups)) or describe(constraint)
        names.setdefault(key, "" if alone or name == rule.label else where)
    for key, constraints in found.items():
        yield Blamed(rule.label, names[key], tuple(constraints))


def _squares(constraint: Constraint, groups: Mapping[str, Group]) -> str:
    """The squares of a place on one board, or its sides, if they are few and it is no plain sum."""
    names = _names([constraint])
    kept = [name for name in names if isinstance(groups[name], Sides)] or names
    (board, *others) = {groups[name].name: groups[name] for name in kept}.values() or [None]
    if others or not isinstance(board, OnBoard | Sides) or len(names) > _FEW:
        return ""
    is_plain = isinstance(board, Filling) and not re.search(r"[|~(]|^\[", describe(constraint))
    return "" if is_plain else listed([*map(inside, kept)])


def _said(constraints: Sequence[Constraint]) -> str:
    return f"{describe(constraints[0])}{' …' if len(constraints) > 1 else ''}"


def _names(constraints: Iterable[Constraint]) -> list[str]:
    """The names of the variables in constraints, in the order of terms."""
    return [node.name for node in topological(constraints) if isinstance(node, Variable)]


# ---------------- The squares that matter to an explanation, as marks for the pictures of a model.


ASKED, OPEN, ELSEWHERE = "?", ".", " "


def marks(
    model: Model, members: Iterable[Blamed], asked: Iterable[Constraint] = ()
) -> dict[str, Any]:
    """For each variable the value that `members` give it, `?` where it is asked about, `.` where
    they speak of it, and a blank elsewhere.
    """
    found: dict[str, Any] = dict.fromkeys(model.by_name, ELSEWHERE)
    kept = list(members)
    for unit in kept:
        found.update(dict.fromkeys(unit.squares, OPEN))
    for unit in kept:
        found.update(fixed_values(unit.constraints))
    return found | dict.fromkeys(_names(asked), ASKED)


def has_values(marks: Mapping[str, Any]) -> bool:
    """True if some mark is a value, or asked about, so that a picture says something."""
    return not {OPEN, ELSEWHERE}.issuperset(marks.values())


def drawn(model: Model, members: Sequence[Blamed], asked: Iterable[Constraint] = ()) -> str:
    """Units as the text of an SVG file: a small picture of each, with its squares alone; those of
    a rule that gives values are on one.
    """
    asked, each, together = [*asked], [], dict[Any, list[Blamed]]()
    for number, unit in enumerate(members):
        together.setdefault(unit.rule if fixed_values(unit.constraints) else number, []).append(
            unit
        )
    for unit, *more in together.values():
        found = marks(model, [unit, *more], asked).items()
        shown = {name: SPOKEN_OF if x == OPEN else x for name, x in found if x != ELSEWHERE}
        each.append(
            (f"{unit.rule}:\n{unit.place}" if unit.place and not more else unit.rule, shown)
        )
    return draw_svg_captioned(model, each, f"{model.name}: {listed(list(map(str, members)), 4)}")


class Turned:
    """Sets of units that were met, also as turned or mirrored on the board."""

    def __init__(self, model: Model) -> None:
        self._turns = [move for move in moves(model) if move.name in TURNS]
        self._forms = Invariance(model)
        self._met: set[tuple[frozenset[int], ...]] = set()

    def is_new(self, members: Iterable[Blamed], asked: Sequence[Constraint] = ()) -> bool:
        """True unless a set was met that says the same as this one, once it is turned or
        mirrored.
        """
        said = [one for unit in members for one in unit.constraints], asked

        def moved(turn: Symmetry) -> tuple[frozenset[int], ...]:
            return tuple(self._forms.image(each, turn) for each in said)

        new = moved(Symmetry("identity")) not in self._met
        if new:
            self._met.update(map(moved, self._turns))
        return new


def like_these(number: int) -> str:
    """In words, that so many further sets are those shown once they are turned."""
    return f"and {counted(number, 'further set')}, turned or mirrored"


NO_SOLUTION, NOT, REPAIR, NEEDED = "no_solution", "not", "repair", "needed"
"""The questions, as in JSON."""

SMALLEST, ALL, SOME = "all smallest", "all", "some"
MOST_SETS = 6
"""The most sets that a notebook shows."""


@dataclass(frozen=True, eq=False)
class Reason:
    """Units that cannot hold together while any of them less can; or a repair."""

    members: tuple[Blamed, ...]
    """The units, in order of declaration; none where what is hard cannot hold alone."""
    witnesses: tuple[Solution, ...]
    """For each member a solution of the others, judged; of a repair one, of all but its members."""
    question: str
    """As that of the explanation."""
    checked_by: str | None
    """The second solver that says so too; None where it was not asked, or gave no answer."""


@dataclass(frozen=True, eq=False)
class Explanation:
    """The answer to a question of why.

    It is one of three that are never confused: there is a `solution`; what is hard cannot hold
    alone (`is_hard`); or `sets`. Where the time was over before any was known, it is none of them.
    """

    model: Model
    question: str
    """`no_solution`, `not`, `repair` or `needed`."""
    by: str
    reasons: tuple[Reason, ...]
    """The sets with their proofs, the cheapest first."""
    solutions: tuple[Solution, ...]
    """A solution, where there is one, and so nothing to explain; two where one was asked for."""
    exact: str
    """`all smallest`, `all`, or `some`."""
    smallest: bool
    """True if it is proven that no set is smaller than the first."""
    asked: tuple[Constraint, ...]
    """The denial of `not`, as constraints."""
    oracle: str
    calls: int
    """The number of questions to the oracle."""
    seconds: float

    @property
    def sets(self) -> tuple[tuple[Blamed, ...], ...]:
        """The units of each reason."""
        return tuple(reason.members for reason in self.reasons)

    @property
    def has_solution(self) -> Solution | None:
        """A solution, judged, where there is nothing to explain."""
        return self.solutions[0] if self.solutions else None

    @property
    def is_hard(self) -> bool:
        """True if what is hard, the domains and what was declared so, cannot hold alone."""
        return bool(self.reasons) and not self.reasons[0].members

    @property
    def checked_by(self) -> tuple[str, ...]:
        """The solvers that say of every set, too, that it cannot hold together."""
        seconds = [reason.checked_by for reason in self.reasons]
        return () if None in seconds else tuple(dict.fromkeys(filter(None, seconds)))

    def __str__(self) -> str:
        if self.solutions:
            return f"{self.model.name}: there is a solution, and nothing to explain"
        if not self.reasons:
            return f"{self.model.name}: not known in time"
        if self.is_hard:
            return f"{self.model.name}: what is hard cannot hold alone"
        least, sets = len(self.sets[0]), counted(len(self.sets), "set")
        what = "repairs" if self.question == REPAIR else "that cannot hold together"
        return f"{self.model.name}: {sets} {what}, the first of {counted(least, 'unit')}"

    def to_json(self) -> dict[str, Any]:
        """The document `everyway.why/1`, but for the puzzle."""
        sets = [[unit.to_json() for unit in reason.members] for reason in self.reasons]
        repairs = self.question == REPAIR
        return {
            "question": self.question,
            "by": self.by,
            "has_solution": self.has_solution.to_json() if self.has_solution else None,
            "sets": [] if repairs else sets,
            "repairs": sets if repairs else [],
            "exact": self.exact,
            "smallest": len(self.sets[0]) if self.reasons and self.smallest else None,
            "witnesses": [[one.to_json() for one in reason.witnesses] for reason in self.reasons],
            "oracle": self.oracle,
            "checked_by": list(self.checked_by),
            "calls": self.calls,
            "seconds": round(self.seconds, 6),
        }

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """A line that says what was found, each set of rules, and a picture of each."""
        model, sets = self.model, self.sets
        lines, html = [str(self)], [f"<p><b>{escaped(str(self))}</b></p>"]
        turned = Turned(model)
        unlike = [members for members in sets if turned.is_new(members, self.asked)]
        for members in unlike[:MOST_SETS]:
            lines += (f"  {unit}" for unit in members)
            found = marks(model, members, self.asked)
            if has_values(found):
                lines += (f"    {line}" for line in draw_values(model, found).splitlines())
        each = (drawn(model, members, self.asked) for members in unlike[:MOST_SETS])
        fitting = (
            one.replace("<svg", '<svg style="max-width:100%;height:auto"', 1) for one in each
        )
        beside = "".join(f'<div style="flex:0 1 30em">{one}</div>' for one in fitting)
        html.append(f'<div style="display:flex;flex-wrap:wrap;gap:1em">{beside}</div>')
        if len(unlike) < len(sets):
            said = like_these(len(sets) - len(unlike))
            lines.append(said)
            html.append(f"<p>{said}</p>")
        for solution in self.solutions:
            lines.append(draw_values(model, solution.assignment))
            html.append(draw_svg_values(model, solution.assignment))
        left = len(unlike) - MOST_SETS
        if left > 0:
            lines.append(f"… and {left} more")
            html.append(f"<p>… and {left} more</p>")
        return {PLAIN: printable("\n".join(lines)), HTML: "\n".join(html)}
