"""Graphs as rules of clingo, by what is reached from the least vertex; automata as its facts."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any

from ....models.language.constraints import Constraint
from ....models.language.expressions import Expression, Variable
from ....models.language.global_constraints.circuit import Circuit, Subcircuit
from ....models.language.global_constraints.connected import Connected, OverGraph
from ....models.language.global_constraints.loops_and_paths import Loop, Path
from ....models.language.global_constraints.regions import Regions
from ....models.language.global_constraints.trees import Forest, Tree
from ....models.language.model import Model
from ..brackets import bare
from ..families import Loop as Repeated
from ..families import comprehension, in_families, kinds, one_loop
from .clingo_predicates import NotSaid, Predicates, pooled
from .clingo_reading import names_of
from .clingo_rules import Rule

if TYPE_CHECKING:
    from .as_clingo import _Rules

Over = Circuit | Subcircuit | OverGraph

_BOTH = "link({n}J,I) :- link({n}I,J)."
_TOUCHED = "inside({n}I) :- link({n}I,_)."
_FROM_LEAST = "reached({n}I) :- inside({n}I), I = #min {{J : inside({n}J)}}."
_FURTHER = "reached({n}J) :- reached({n}I), link({n}I,J)."
_ALL = ":- inside({n}I), not reached({n}I)."
_DEGREE = "#count {{J : link({n}I,J)}}"
_GROWN = ":- inside({n}_), #sum {{1,I : inside({n}I); -1,I,J : link({n}I,J), I < J}} != 1."
_RULES: dict[type[Constraint], list[str]] = {
    Connected: [
        _BOTH,
        _FROM_LEAST,
        "reached({n}J) :- reached({n}I), link({n}I,J), inside({n}J).",
        _ALL,
    ],
    Loop: [_BOTH, _TOUCHED, f":- inside({{n}}I), {_DEGREE} != 2.", _FROM_LEAST, _FURTHER, _ALL],
    Path: [
        _BOTH,
        _TOUCHED,
        ":- start({n}I), end({n}I), inside({n}_).",
        f":- start({{n}}I), not end({{n}}I), {_DEGREE} != 1.",
        f":- end({{n}}I), not start({{n}}I), {_DEGREE} != 1.",
        f":- inside({{n}}I), not start({{n}}I), not end({{n}}I), {_DEGREE} != 2.",
        "reached({n}I) :- start({n}I).",
        _FURTHER,
        _ALL,
    ],
    Tree: [_BOTH, _FROM_LEAST, _FURTHER, _ALL, _GROWN],
    Forest: [
        _BOTH,
        "tree({n}I,J) :- link({n}I,J), tree({n}K,I) : link({n}K,I), K != J.",
        ":- link({n}I,J), not tree({n}I,J).",
    ],
    Regions: [
        _BOTH,
        "joined({n}I,K) :- joined({n}I,J), link({n}J,K).",
        ":- edge({n}I,J), joined({n}I,J), not link({n}I,J).",
    ],
    Circuit: ["reached({n}J) :- next({n}0,J).", "reached({n}J) :- reached({n}I), next({n}I,J)."],
    Subcircuit: [
        "link({n}I,J) :- next({n}I,J), I != J.",
        _TOUCHED,
        _FROM_LEAST,
        _FURTHER,
        _ALL,
    ],
}
"""The rules of each kind; `{n}` is the number of a constraint, if there are several."""
_NAMES = [
    "link",
    "inside",
    "reached",
    "start",
    "end",
    "tree",
    "joined",
    "edge",
    "next",
    "size",
    "root",
]
Edges = Sequence[tuple[int, int]]
"""The two vertices of each edge."""
_Rows = Sequence[tuple[tuple[int, ...], str | bool]]
"""Vertices, and a truth for each, or a list of a term."""


class Graphs:
    """The constraints over graphs of a model; rules of one kind are for all of that kind."""

    def __init__(self, predicates: Predicates, model: Model) -> None:
        self._predicates = predicates
        self._several = Counter(map(_kind, model.constraints))
        self._names: dict[Any, dict[str, str]] = {}
        """The predicates of each kind."""
        self._defined: dict[tuple[str, ...], str] = {}
        """The predicates of constraints alone of their kind, by the rules that make them."""
        self._number = 0
        self._lines: list[str] = []

    def add(self, rules: _Rules, one: Over) -> None:
        """Require a constraint. Raises: NotSaid if no rules are written for it."""
        kind, is_known = _kind(one), _kind(one) in self._names
        number = f"{self._number + 1}," if self._several[kind] > 1 else ""
        names = self._names.get(kind) or {name: self._predicates.fresh(name) for name in _NAMES}
        written = [*self._own(rules, one, number, names)]
        if not is_known:
            of_all = [line.format(n="N," * bool(number)) for line in _rules(one)]
            written += (_renamed(line, names) for line in of_all)
        if not number:
            written = self._but_defined(written, [*names.values()])
        self._names[kind] = names
        self._number += 1
        self._lines += written

    def _but_defined(self, lines: Sequence[str], names: Sequence[str]) -> list[str]:
        """The rules of a constraint, with predicates of another one for those that are the same."""
        left = [*lines]
        for name in names:
            heads = [line for line in left if line.startswith(f"{name}(")]
            made_by = tuple(re.sub(rf"\b{name}\(", "(", line) for line in heads)
            same = self._defined.setdefault(made_by, name)
            if heads and same != name:
                rest = (line for line in left if line not in heads)
                left = [re.sub(rf"\b{name}\(", f"{same}(", line) for line in rest]
        return left

    def facts(self) -> list[str]:
        """The rules of the constraints that were added since this was asked for."""
        found, self._lines = self._lines, []
        return found

    def _predicate_of(self, parts: Sequence[Expression]) -> str:
        """The predicate of variables whose keys are their places here; empty if they have none."""
        found = [self._predicates.text[one.name] for one in parts if isinstance(one, Variable)]
        name = found[0].partition("[")[0] if found else ""
        kind = self._predicates.kinds.get(name)
        if kind is None or kind.is_truth or len(kind.keys) != len(parts):
            return ""
        return kind.atom if found == [f"{name}[{place}]" for place in range(len(parts))] else ""

    def _between_squares(self, parts: Sequence[Expression], edges: Edges) -> str:
        """The predicate of variables whose keys are two squares each, the ends of the edges.

        Empty for other variables, and where not each vertex is one square.
        """
        found = [self._predicates.text[one.name] for one in parts if isinstance(one, Variable)]
        name = found[0].partition("[")[0] if found else ""
        kind = self._predicates.kinds.get(name)
        if kind is None or not kind.is_truth or {*map(len, kind.keys)} != {4}:
            return ""
        listed = [f"{name}[{', '.join(map(str, key))}]" for key in kind.keys]
        ends = [(key[:2], key[2:]) for key in kind.keys]
        if found != listed or len(found) < len(parts):
            return ""
        pairs = {
            *chain(*(zip(edge, two, strict=True) for edge, two in zip(edges, ends, strict=True)))
        }
        vertices, squares = ({*several} for several in zip(*pairs, strict=True))
        return kind.atom if len(vertices) == len(squares) == len(pairs) else ""

    def _own(self, rules: _Rules, one: Over, n: str, names: dict[str, str]) -> Iterator[str]:
        """The rules of one constraint alone."""

        def rows(name: str, found: _Rows) -> Iterator[str]:
            yield from self._rows(f"{names[name]}({n}", found)

        def truths(parts: Sequence[Expression], edges: Any = None) -> _Rows:
            keys = edges or [(vertex,) for vertex in range(len(parts))]
            found = (rules.truth_counted(part) for part in parts)
            texts = (bare(one) if isinstance(one, str) else one for one in found)
            return [*zip(keys, texts, strict=True)]

        def terms(parts: Sequence[Expression]) -> _Rows:
            return [((v,), f"[{term.native}]") for v, term in enumerate(rules.required(parts))]

        def linked(chosen: Sequence[Expression], edges: Edges) -> Iterator[str]:
            if atom := self._between_squares(chosen, edges):
                yield f"{names['link']}({n}(I,J),(K,M)) :- {atom}(I,J,K,M)."
            else:
                yield from rows("link", truths(chosen, edges))

        def ruled(line: str) -> str:
            return _renamed(line.format(n=n, last=last), names)

        match one:
            case Circuit(parts) | Subcircuit(parts):
                last = len(parts) - 1
                if not n and (atom := self._predicate_of(parts)):
                    names["next"] = atom
                else:
                    yield from rows("next", terms(parts))
                if isinstance(one, Circuit):
                    yield ruled(":- I = 0..{last}, not reached({n}I).")
                else:
                    yield ruled(":- J = 0..{last}, #count {{I : next({n}I,J)}} != 1.")
                return
        if not one.is_simple or not one.edges:
            raise NotSaid
        last = one.size - 1
        edges = one.edges
        match one:
            case Connected(chosen, _, links):
                yield from rows("inside", truths(chosen))
                yield from rows("link", truths(links, edges))
            case Loop(chosen):
                yield from linked(chosen, edges)
                yield ruled(":- not inside({n}_).")
            case Path(chosen, _, start, end):
                yield from rows("link", truths(chosen, edges))
                for name, part in (("start", start), ("end", end)):
                    (term,) = rules.required([part])
                    if term.low < 0 or term.high > last:
                        raise NotSaid
                    yield from rows(name, [((), f"[{term.native}]")])
            case Tree(chosen, _, _, spanning):
                yield from (
                    rows("link", truths(chosen, edges)) if spanning else linked(chosen, edges)
                )
                yield ruled("inside({n}0..{last})." if spanning else _TOUCHED)
            case Forest(chosen):
                yield from linked(chosen, edges)
            case Regions(same, _, _, sizes, roots):
                yield from rows("link", truths(same, edges))
                yield from rows("edge", [(edge, True) for edge in edges])
                yield ruled("joined({n}I,I) :- I = 0..{last}.")
                yield from rows("size", terms(sizes))
                yield from rows("root", truths(roots))
            case _:
                raise NotSaid

    def _rows(self, head: str, rows: _Rows) -> Iterator[str]:
        """Rules that make an atom of vertices where a truth holds, or with the value of a term.

        Edges stand in their order, or by the distance of their ends, if that is shorter.
        """

        def rule(text: str, loops: Sequence[Repeated] = ()) -> str:
            tree: Any = ast.parse(comprehension(text, loops) if loops else text, mode="eval").body
            several = Rule(self._predicates, tree.generators if loops else ())
            *keys, last = (tree.elt if loops else tree).elts
            named, bodies = [several.expression(key, []) for key in keys], [list[str]()]
            match last:
                case ast.List([ast.Constant() as value]):
                    named.append(several.expression(value, []))
                case ast.List([value]):
                    bodies, named = [[several.read(value, "X")]], [*named, "X"]
                case ast.List([]):
                    pass
                case _:
                    bodies = several.bodies(last, wanted=True)
            return "\n".join(several.text(body, f"{head}{','.join(named)})") for body in bodies)

        def looped(text: str, loops: Sequence[Repeated]) -> str | None:
            try:
                return rule(text, loops)
            except (NotSaid, SyntaxError):
                return None

        def lines(several: Iterable[str]) -> list[str]:
            some = [*several]
            found = in_families(some, self._predicates.taken, 4, looped)
            return "\n".join(rule(one) if one in some else one for one in found).splitlines()

        in_order, by_distance = list[str](), dict[int, list[str]]()
        for key, value in rows:
            if value is not False:
                said = "[]" if value is True else value
                text = f"({''.join(f'{one}, ' for one in key)}{said},)"
                in_order.append(text)
                by_distance.setdefault(key[-1] - key[0] if key else 0, []).append(text)
        ways = [lines(in_order)]
        ways.append([line for several in by_distance.values() for line in lines(several)])
        yield from min(ways, key=lambda way: len("".join(way)))


def _kind(one: Constraint) -> tuple[object, ...]:
    has = (bool(getattr(one, name, ())) for name in ("spanning", "sizes", "roots"))
    return (type(one), *has)


def _rules(one: Over) -> list[str]:
    found = [*_RULES[type(one)]]
    if isinstance(one, Regions) and one.sizes:
        found.append(":- size({n}I,X), #count {{J : joined({n}I,J)}} != X.")
    if isinstance(one, Regions) and one.roots:
        found.append(":- joined({n}I,I), #count {{J : joined({n}I,J), root({n}J)}} != 1.")
    return found


def _renamed(line: str, names: dict[str, str]) -> str:
    return re.sub(r"\b[a-z]+(?=\()", lambda one: names.get(one[0], one[0]), line)


# ------------------------------------------------------------------------------------ automata


class Automata:
    """The lines that automata read: each has its automaton as facts, and rules read them all."""

    def __init__(self, predicates: Predicates, *, alone: bool) -> None:
        """A line that is `alone` in the model has no number."""
        self._predicates, self._alone = predicates, alone
        self._state, self._arc, self._final = map(predicates.fresh, ("state", "arc", "final"))
        self._lines: list[tuple[str, str, str]] = []
        """The start, the variables and the end of each line, as tuples in Python."""
        self._facts: list[tuple[tuple[str, str], int]] = []
        """The transitions and last states of lines whose facts were not asked for yet."""

    def add(self, call: ast.Call) -> None:
        """Require what a call says in Python: an automaton accepts a line. Raises: NotSaid."""
        items, *given = call.args
        if isinstance(items, ast.List):  # a few variables, which are shorter so
            several = one_loop(
                [*map(ast.unparse, items.elts)], self._predicates.taken, comprehension
            )
            items = ast.parse(several or "[]", mode="eval").body
        match items:
            case ast.ListComp(_, [ast.comprehension(_, ast.Call(_, ends), [])]) if len(ends) < 3:
                places = range(*map(ast.literal_eval, ends))
            case _:
                raise NotSaid
        steps, start, accepting = map(ast.literal_eval, given)
        number = len(self._lines) + 1
        line = f"({number}, {places[0] - 1}, {start})", f"({number}, {ast.unparse(items)})"
        self._rule(line[1], ())
        if not steps or not accepting or (self._alone and self._lines):
            raise NotSaid
        arcs = "; ".join(f"{a},{symbol},{b}" for (a, symbol), b in sorted(steps.items()))
        self._lines.append((*line, f"({number}, {places[-1]})"))
        self._facts.append(((arcs, pooled(sorted(accepting))), number))

    def facts(self) -> Iterator[str]:
        """The automata of the lines that were added since this was asked for."""
        added, self._facts = self._facts, []
        for (arcs, states), several in groupby(added, lambda pair: pair[0]):
            lines = pooled([number for _, number in several])
            if self._alone:
                yield f"{self._arc}({arcs}). {self._final}({states})."
            else:
                yield f"{self._arc}({lines},({arcs})). {self._final}({lines},{states})."

    def rules(self) -> Iterator[str]:
        """The rules by which all lines are read, those alike in loops."""
        if self._lines:
            yield "% automata read the lines, and end in a final state"
        alike: dict[str, list[str]] = {}
        for part in chain(*zip(*self._lines, strict=True)):
            alike.setdefault(kinds(part), []).append(part)
        for parts in alike.values():
            loop = one_loop(parts, self._predicates.taken, self._looped)
            yield from [loop] if loop else (self._rule(part, ()) for part in parts)

    def _looped(self, part: str, loops: Sequence[Repeated]) -> str | None:
        with suppress(NotSaid):
            return self._rule(part, loops)
        return None

    def _rule(self, part: str, loops: Sequence[Repeated]) -> str:
        """The rule for a part of a line, within loops. Raises: NotSaid."""
        tree: Any = ast.parse(comprehension(part, loops) if loops else part, mode="eval").body
        (number, *parts), outer = (tree.elt.elts, tree.generators) if loops else (tree.elts, [])
        inner = parts[0].generators if isinstance(parts[0], ast.ListComp) else []
        rule = Rule(self._predicates, [*outer, *inner])
        names = [name for loop in [*outer, *inner] for name in names_of(loop)]
        if not {*names}.isdisjoint("STX"):
            raise NotSaid
        key = "" if self._alone else f"{rule.expression(number, [])},"
        match parts:
            case [ast.ListComp(item)]:
                arc = f"{self._arc}(S,X,T)" if self._alone else f"{self._arc}({key}(S,X,T))"
                body = [f"{self._state}({key}{names[-1]}-1,S)", arc, rule.read(item, "X")]
                return rule.text(body, f"{self._state}({key}{names[-1]},T)")
            case [place, start]:
                ends = (rule.expression(one, []) for one in (place, start))
                return rule.text([], f"{self._state}({key}{','.join(ends)})")
        last = rule.expression(parts[0], [])
        ended = f"not {self._state}({key}{last},S) : {self._final}({key}S)"
        return f":- {', '.join([*rule.conditions(outer, []), ended])}."
