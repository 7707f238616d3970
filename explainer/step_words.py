"""Steps in words: as a person would say them who explains the puzzle to another."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple, TypeVar

from ..models.language.boards.placements import OnBoard, Placement
from ..models.language.boards.sides import Sides
from ..models.language.boards.sketches import Helpers
from ..models.language.drawing.column_tables import Columns
from ..models.language.global_constraints.all_different import AllDifferent
from ..models.language.late_dataclasses import replace
from ..models.language.model import Model
from ..models.language.nodes import by_key, describe
from ..models.language.phrases import inside, listed
from .explanation import Blamed, units
from .graph_words import GraphWords, Reason
from .stepwise import Fact, Step
from .techniques import TECHNIQUES, Techniques

T = TypeVar("T")
K = TypeVar("K")

_FEW = 3
_LONG = 50
_MANY = 10
_WAYS = 2
_ADJECTIVES = {"black", "white"}
_listed = partial(listed, most=None)


class Explained(NamedTuple):
    """A step in words, and the two hints that come before them."""

    step: Step
    sentences: list[str]
    where: str
    """The place to look at."""
    squares: tuple[str, ...]
    """The names of the variables there."""
    rule: str
    """The rule that helps, without a value."""

    @property
    def hints(self) -> list[str]:
        """Three hints, each of which says more."""
        return [self.where, self.rule, " ".join(self.sentences)]


class StepWords:
    """The words of the steps of one model, which are said in their order."""

    def __init__(self, model: Model) -> None:
        self._group = {v.name: group for group in model.groups for v in group.variables}
        self._domains = {v.name: list(v.domain) for v in model.variables}
        inner = [inside(v.name) for v in model.variables]
        self._alone = len(set(inner)) == len(inner) and not any(map(str.isdigit, inner))
        titles = {s.members: s.title for s in model.sketches if isinstance(s, Columns)}
        self._columns = {name: title for members, title in titles.items() for name in members}
        helpers = (s for s in model.sketches if isinstance(s, Helpers))
        self._helpers = {name for sketch in helpers for name in sketch.groups}
        every = units(model, "place")
        rules = Counter(unit.rule for unit in every)
        self._single = {rule for rule, number in rules.items() if number == 1}
        self._rules_of = Counter(name for _, name in {(u.rule, self._named(u)) for u in every})
        self._graphs = GraphWords(model)
        self._techniques = Techniques(model)
        self._decided = {v.name for v in model.variables if len(v.domain) == 1}
        self._known: dict[str, list[Fact]] = {}
        self._number = 0
        self._out: dict[Fact, tuple[str, Fact | None]] = {}
        """The place that ruled a value out, and the value alike that it has, if it has one."""

    def _said(self, step: Step) -> tuple[Step, list[str]]:
        """The next step, perhaps by other known facts, and its sentence; of a chain, several."""
        self._number += 1
        for mark in step.marks:
            cause = mark.known[0] if mark.known and _differ(mark.rules[0]) else None
            self._out |= {fact: (self.place(mark.rules[0]), cause) for fact in mark.found}
            self._learn(mark.found)
        step = self._clearer(step)
        self._learn(step.found)
        found = [] if not step.found else self._sentences(step)
        self._out |= dict.fromkeys(step.found, (f"step {self._number}", None))
        return step, found or [f"the rest follows at once: {self.facts(self._rest(step))}."]

    def _learn(self, facts: Iterable[Fact]) -> None:
        """Keep the value of each variable, or until it has one all that it is not."""
        for fact in facts:
            self._known.setdefault(fact.name, []).append(fact)
            if fact.holds:
                self._known[fact.name] = [fact]
                self._decided.add(fact.name)

    def _clearer(self, step: Step) -> Step:
        """`step` by as many known facts, or a few more, by which fewer things would go wrong."""
        wrong = [] if step.chain else self._reasons(step)
        if len(wrong) < _WAYS:
            return step
        names = step.rules[0].squares
        clear = replace(step, known=tuple(f for name in names for f in self._known.get(name, ())))
        fewer = self._reasons(clear)
        for fact in clear.known if 0 < len(fewer) < len(wrong) else ():
            left = replace(clear, known=tuple(one for one in clear.known if one != fact))
            clear = left if self._reasons(left) == fewer else clear
        return clear if len(clear.known) <= len(step.known) + _FEW else step

    def explained(self, step: Step) -> Explained:
        """The next step, in sentences and hints."""
        step, said = self._said(step)
        full = self._last_in(step)
        places = (full,) if full else step.rules if step.technique else ()
        if places:
            where = " and ".join(map(self.place, places))
            squares = [name for unit in places for name in unit.squares]
        else:
            squares = [fact.name for fact in step.found or self._rest(step)]
            names = [self._name(name) for name in dict.fromkeys(squares)]
            where = _listed(names if len(names) <= _MANY else [*names[:_MANY], "others"])
        seen = tuple(dict.fromkeys(squares))
        return Explained(step, said, f"Look at {where}.", seen, f"{self._seen(step)}.")

    def _seen(self, step: Step) -> str:
        """The rule that helps, without a value."""
        if step.technique:
            return f"{TECHNIQUES[step.technique]} ({step.technique})"
        if step.chain:
            return "The opposite leads to a contradiction, by a chain of easy steps"
        if step.rules:
            return f"The rule: {self.places(step.rules)}"
        return "All there follows at once" if not step.found else TECHNIQUES["naked single"]

    def _last_in(self, step: Step) -> Blamed | None:
        """The place that a full house fills."""
        if step.technique != "full house":
            return None
        return self._techniques.last_in(step.found[0].name, self._decided)

    def _rest(self, step: Step) -> list[Fact]:
        """The values that the last marks decide."""
        found = [fact for mark in step.marks for fact in mark.found if fact.holds]
        return [fact for fact in found if not self._is_absent(fact)] or found

    # ------------------------------------------------------------------------- sentences

    def _sentences(self, step: Step) -> list[str]:
        found = self.facts(step.found)
        if step.chain:
            return [f"{found}. Suppose {self._supposed(step)}:", *self._chain(step)]
        name = f" ({step.technique})" if step.technique else ""
        full = self._last_in(step)
        if full:
            return [f"{found}{name}: the last one left{self._in(full)}."]
        reason = self._because(step) if step.rules else self._all_else(step.known)
        return [f"{found}{name}: {reason}."]

    def _in(self, unit: Blamed) -> str:
        """` in row 3`, or in brackets a rule that is a sentence."""
        return f" ({unit.rule})" if unit.rule in self._single else f" in {self.place(unit)}"

    def _supposed(self, step: Step) -> str:
        assert step.supposed is not None
        fact = self._plain(step.supposed)
        noun = self._piece(fact)
        if not noun or self._is_adjective(noun):
            return self.facts([fact])
        return f"there is {'a' if fact.value else 'no'} {noun}"

    def _chain(self, step: Step) -> Iterator[str]:
        """A sentence for each deduction; those of one known fact alone are said together."""

        def cause(link: Step) -> Fact | None:
            return link.known[0] if link.found and link.rules and len(link.known) == 1 else None

        supposed = step.supposed and self._plain(step.supposed)
        for known, links in groupby(step.chain, key=cause):
            if known is None:
                yield from map(self._link, links)
            else:
                parts = [f"{self.facts(k.found)} ({self._rule_of(k)})" for k in links]
                begin = "" if known == supposed else f"{self.facts([known])}, "
                yield f"{begin}so {self._together(parts)};"

    def _rule_of(self, link: Step) -> str:
        """The reason of a fact that follows from one said just before."""
        reason = self._otherwise(link)
        return f"otherwise {reason}" if reason else self.places(link.rules)

    @staticmethod
    def _together(parts: Sequence[str]) -> str:
        """Parts one after another, of which each begins as the first with `no crown at`."""
        begin = re.match(r"no \w+ ", parts[0])
        if begin is None or not all(part.startswith(begin[0]) for part in parts):
            return "; ".join(parts)
        return ", ".join([parts[0], *(part.removeprefix(begin[0]) for part in parts[1:])])

    def _link(self, link: Step) -> str:
        if link.found and link.rules:
            return f"then {self.facts(link.found)}: {self._because(link)};"
        if link.found:
            return f"then {self.facts(link.found)}, as nothing else is left{self._before(link)};"
        if not link.rules:
            name = self._name(link.known[0].name)
            if link.known[0].holds:
                return f"but {' and '.join(self._facts(list(link.known)))} cannot both be."
            return f"then nothing is left for {name}{self._before(link)}."
        if self._is_row_of_none(link, link.rules[0].squares):
            return f"then {self._none(link)} is left {self._within(link)}."
        reason = self._otherwise(link)
        if reason:
            return f"but then {reason} ({self.facts(link.known)})."
        return f"but that breaks {self.places(link.rules)}, as {self.facts(link.known)}."

    def _before(self, link: Step) -> str:
        """The places and steps that ruled values out before the chain, in brackets."""
        said = self._all_else([fact for fact in link.known if fact in self._out])
        return f" ({said})" if said else ""

    def _otherwise(self, step: Step) -> str:
        """The ways in which a constraint over a graph would fail, where it alone is used."""
        alike = _grouped(self._reasons(step), lambda one: (one[0], one[1][:-1]))
        ways = [
            words.format(*first, _listed([names[-1] for _, names in several], word="or"))
            for (words, first), several in alike
        ]
        return "" if len(ways) > _WAYS else ", or ".join(ways)

    def _reasons(self, step: Step) -> list[Reason]:
        constraints = [c for unit in step.rules for c in unit.constraints]
        alone = len(constraints) == 1
        return self._graphs.reasons(constraints[0], step.known, step.found) if alone else []

    def _because(self, step: Step) -> str:
        place, (fact, *more) = self.places(step.rules), step.found
        reason = self._otherwise(step)
        if reason:
            return f"otherwise {reason}" + (f" ({self.facts(step.known)})" if step.known else "")
        values = {str(found.value): None for found in step.found if not found.holds}
        if step.technique in ("pointing", "claiming") and values:
            one, other = step.rules
            whole, rest = (one, other) if step.known[0].name not in other.squares else (other, one)
            has = f"{self.place(whole)} has room for {_listed([*values], word='or')}"
            return f"{has} only in {self.place(rest)}"
        scope = [name for name in step.rules[0].squares if name != fact.name]
        if len(step.rules) == 1 and not more and fact.holds and len(step.known) > 1:
            if self._is_row_of_none(step, scope) and fact.value:
                return f"{self._none(step, ' other')} is left {self._within(step)}"
            if self._is_last_place(step, fact, scope):
                can = f"can be {self._is(fact).removeprefix('is ').removeprefix('= ')}"
                alone = step.rules[0].rule in self._single
                return (
                    f"nothing else {can} ({place})" if alone else f"nothing else in {place} {can}"
                )
        return f"{place}, and {self.facts(step.known)}" if step.known else place

    def _is_row_of_none(self, step: Step, scope: Sequence[str]) -> bool:
        """True if all known is that no piece is on the squares `scope`."""
        return {f.name for f in step.known} >= set(scope) and all(map(self._is_absent, step.known))

    def _is_last_place(self, step: Step, fact: Fact, scope: Iterable[str]) -> bool:
        """True if each value is taken in the place, and this one by no other as far as is known."""
        other = {f.name for f in step.known if f.holds != (f.value == fact.value)}
        differ = _differ(step.rules[0])
        values = {value for name in other | {fact.name} for value in self._domains[name]}
        return other == set(scope) and len(values) == len(other) + 1 and differ

    def _all_else(self, facts: Iterable[Fact]) -> str:
        """The places, and the steps, that rule out values of a variable."""
        parts = []
        for by, several in _grouped(facts, lambda fact: self._out[fact][0]):
            causes = [(self._out[fact][1], fact) for fact in several]
            has = by not in self._single and all(c and c.value == f.value for c, f in causes)
            values = _listed([str(f.value) for f in several], word="and" if has else "or")
            values = values if len(several) <= _MANY else f"{len(several)} others"
            parts.append(f"{by} has {values}" if has else f"not {values} by {by}")
        return "; ".join(parts)

    # ----------------------------------------------------------------------------- places

    def places(self, rules: Iterable[Blamed]) -> str:
        """Places, one after another."""
        kept = list(rules)
        sentences = all(unit.rule in self._single for unit in kept)
        return (" and " if sentences else ", with ").join(map(self.place, kept))

    def place(self, unit: Blamed) -> str:
        """The name of a place, with its rule where another rule has such a place, too."""
        named = self._named(unit)
        return named if _differ(unit) or self._rules_of[named] < 2 else f"{named} ({unit.rule})"

    def _within(self, step: Step) -> str:
        """`in row 3`, `for numbers in r1c1`."""
        place = self.places(step.rules)
        return f"{'for' if place.startswith(step.rules[0].rule) else 'in'} {place}"

    def _named(self, unit: Blamed) -> str:
        """A place as its author named it: by its rule where that has no other, or by its line."""
        if unit.rule in self._single or not unit.place:
            return unit.rule
        if re.fullmatch(r"\S+((, \S+)* and \S+)", unit.place):  # perhaps how two squares lie
            family, *counted = re.split(" [=<>]", unit.rule)
            line = self._line(unit.squares) if "," in unit.place else ""
            return line or f"{family} {'' if counted else 'at '}{unit.place}"
        if re.fullmatch(r"r\d+c\d+\S*", unit.place):
            return f"{unit.rule} {'at' if '-' in unit.place else 'in'} {unit.place}"
        if unit.place != describe(unit.constraints[0]):
            return unit.place
        words = re.sub(r"\w+\[([^][]+)\]", r"\1", unit.place) if self._alone else unit.place
        return self._line(unit.squares) or (words if len(words) < _LONG else unit.rule)

    def _line(self, names: Sequence[str]) -> str:
        """`row 3` of squares that are all of one."""
        group = self._group[names[0]] if names else None
        if not isinstance(group, OnBoard):
            return ""
        squares = {variable.name: square for square, variable in group.by_square.items()}
        lines = [*group.board.rows, *group.board.columns]
        scope = {squares.get(name) for name in names}
        return next((line.name for line in lines if set(line.members) == scope), "")

    # ------------------------------------------------------------------------------ facts

    def facts(self, facts: Iterable[Fact]) -> str:
        """Facts, those of one value or of one variable together."""
        return ", ".join(self._facts(list(facts)))

    def _facts(self, facts: list[Fact]) -> Iterator[str]:
        for (noun, there), several in _grouped(facts, lambda f: (self._piece(f), bool(f.value))):
            if noun:
                yield self._pieces(noun, [self._name(f.name) for f in several], there)
            else:
                yield from (f"{self._name(f.name)} {self._is(f)}" for f in several if f.holds)
                yield from self._denied([f for f in several if not f.holds])

    def _pieces(self, noun: str, squares: Sequence[str], there: bool) -> str:
        verb = "is" if len(squares) == 1 else "are"
        if self._is_adjective(noun):
            return f"{_listed(squares)} {verb} {'' if there else 'not '}{noun}"
        plural = "s" if there and len(squares) > 1 else ""
        return f"{'' if there else 'no '}{noun}{plural} at {_listed(squares)}"

    @staticmethod
    def _is_adjective(noun: str) -> bool:
        return noun in _ADJECTIVES or noun.endswith("ed")

    def _is(self, fact: Fact) -> str:
        column = self._columns.get(self._group[fact.name].name)
        return f"is in {column} {fact.value}" if column else f"= {fact.value}"

    def _denied(self, facts: list[Fact]) -> Iterator[str]:
        by_name = _grouped(facts, lambda f: f.name)
        sets = [(name, tuple(f.value for f in several)) for name, several in by_name]
        for values, names in _grouped(sets, lambda one: one[1]):
            named = [self._name(name) for name, _ in names]
            (of, *more) = {name.rpartition(" of ")[0] for name in named}
            if of and not more:
                named = [f"{of} of {_listed([name.rpartition(' of ')[2] for name in named])}"]
            yield f"{_listed(named)} {self._not(names[0][0], len(named), values)}"

    def _not(self, first: str, number: int, values: Sequence[object]) -> str:
        verb = "is" if number == 1 else "are"
        column = self._columns.get(self._group[first].name)
        inside = f"in {column} " if column else ""
        left = [str(value) for value in self._domains[first] if value not in values]
        if len(left) <= min(_FEW, len(values) - 1):
            each = "" if number == 1 else "each "
            return f"{verb} {each}{inside}{_listed(left, word='or')}"
        return f"{verb} not {inside}{_listed(list(map(str, values)), word='or')}"

    def _plain(self, fact: Fact) -> Fact:
        """Of a 0/1 variable the value that it has."""
        if fact.holds or self._domains[fact.name] != [0, 1]:
            return fact
        return Fact(fact.name, 1 - fact.value)

    def _piece(self, fact: Fact) -> str:
        """The piece that is there or not, by a fact of a placement."""
        group = self._group[fact.name]
        return group.name if isinstance(group, Placement | Sides) and fact.holds else ""

    def _is_absent(self, fact: Fact) -> bool:
        return bool(self._piece(fact)) and not fact.value

    def _none(self, step: Step, other: str = "") -> str:
        """`no other square`, or `nothing`, by what a step speaks of."""
        if all(isinstance(self._group[f.name], OnBoard) for f in (*step.known, *step.found)):
            return f"no{other} square"
        return "nothing else" if other else "nothing"

    def _name(self, name: str) -> str:
        group = self._group[name]
        is_helper = group.name in self._helpers
        if (self._alone and not is_helper) or isinstance(group, Placement | Sides):
            return inside(name)
        return f"{group.name} of {inside(name)}" if isinstance(group, OnBoard) else name


def _differ(unit: Blamed) -> bool:
    return any(isinstance(constraint, AllDifferent) for constraint in unit.constraints)


def _grouped(items: Iterable[T], key: Callable[[T], K]) -> Iterable[tuple[K, list[T]]]:
    """Items of one key together, in the order of their first ones."""
    return by_key((key(item), item) for item in items).items()
