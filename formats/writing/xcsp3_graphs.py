"""Constraints over graphs in XCSP3's functional syntax, by distances that variables have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, count, groupby, pairwise, product
from typing import Any

from ...models.language.expressions import Expression, Variable
from ...models.language.global_constraints.inverse import Inverse
from ...models.language.global_constraints.lexicographic import Lexicographic
from ...models.language.global_constraints.regular import Regular
from ...models.language.nodes import Value
from ...solvers.harness.adapting.bounded import Term
from ...solvers.harness.adapting.natives import Ends
from .graph_constraints import Graph

_LIST = re.compile(r"(<allDifferent>|<list>) (.*?) (</allDifferent>|</list>)")
_LEAF = re.compile(r"(?<=[(,])[^(),]+(?=[,)])")
_ITEM, _INDEX = re.compile(r"\w+(?:\[\d+\])+"), re.compile(r"(?<=\[)\d+")
_EXPRESSION = re.compile(r"<intension> (.*) </intension>")
_ONE_SAID = "<sum> <list> {} </list> <condition> (le,1) </condition> </sum>"
_ONE_OF = re.compile(re.escape(_ONE_SAID).replace(r"\{\}", "(.*)"))
_LONGEST = 4_000
"""Longer expressions stand by themselves."""
_BOUND = re.compile(r"(?<=,)-?\d+(?=\) </condition> </sum>)")
_GIVEN = re.compile(r"<intension> eq\(([\w\[\]]*[a-z\]][\w\[\]]*),(-?\d+)\) </intension>")


def grouped(lines: Sequence[str], listed: Callable[[Sequence[str]], str]) -> Iterator[str]:
    """Lines in a row that are alike but for their arguments in one element, if it is shorter.

    That is a group, also of sums of other numbers; a slide, where the arguments move along a list;
    or an instantiation. `listed` writes a list. A line that stands there twice says nothing more
    the second time.
    """
    for _, several in groupby(dict.fromkeys(lines), lambda line: _BOUND.sub("", template(line))):
        some = [*several]
        found, bounds = [[*_of_one_pattern(some, listed)]], [*map(_BOUND.search, some)]
        pattern = _BOUND.sub("%0", template(some[0]))
        if None not in bounds and "%..." in pattern:
            lists = [_LIST.findall(line)[0][1] for line in some]
            rows = zip([one[0] for one in bounds if one], lists, strict=True)
            args = (f"<args> {number} {said} </args>" for number, said in rows)
            found.append(["<group>", pattern, *args, "</group>"])
        yield from min(found, key=lambda one: sum(map(len, one)))


def _of_one_pattern(lines: Sequence[str], listed: Callable[[Sequence[str]], str]) -> Iterator[str]:
    for pattern, several in groupby(lines, template):
        some = [*several]
        given = [_GIVEN.fullmatch(line) for line in some]
        if len(some) == 1 or pattern == some[0]:
            yield from some
            continue
        if "%0" in pattern:
            pattern, args = _by_columns(pattern, [_LEAF.findall(line) for line in some])
        else:
            args = [(_LIST.findall(line)[0][1],) for line in some]
        rows = (f"<args> {' '.join(in_runs(one))} </args>" for one in args)
        found = [some, ["<group>", pattern, *rows, "</group>"], *_slides(pattern, args, listed)]
        if None not in given:
            names, values = ([one[n] for one in given if one] for n in (1, 2))
            one_value = f"{values[0]}x{len(values)}" if len({*values}) == 1 else ""
            said = (
                f"<list> {listed(names)} </list> <values> {one_value or ' '.join(values)} </values>"
            )
            found = [[f"<instantiation> {said} </instantiation>"]]
        yield from min(found, key=lambda one: sum(map(len, one)))


def _slides(
    pattern: str, args: Sequence[Sequence[str]], listed: Callable[[Sequence[str]], str]
) -> Iterator[list[str]]:
    """The constraint of some variables in a row of a list, at each place; none if there is none."""
    rows = [[item for one in row for item in _items(one)] for row in args]
    size = len(rows[0])
    if size < 2 or not all(_ITEM.fullmatch(item) for row in rows for item in row):
        return
    for turn in (1, -1):
        turned = [row[::turn] for row in rows]
        if all(a[1:] == b[:-1] for a, b in pairwise(turned)):
            places = [f"%{place}" for place in range(size)]
            said = pattern.replace("%...", " ".join(places[::turn]))
            if turn < 0 and said == pattern:
                said = re.sub(r"%(\d+)", lambda one: f"%{size - 1 - int(one[1])}", pattern)
            items = [*turned[0], *(row[-1] for row in turned[1:])]
            yield ["<slide>", f"<list> {listed(items)} </list>", said, "</slide>"]


def _items(said: str) -> list[str]:
    """The items of a list whose ranges have both ends."""
    found = list[str]()
    for one in said.split():
        ends = [[*map(int, axis.split(".."))] for axis in re.findall(r"\[(\d[\d.]*)\]", one)]
        if one.count("[") != len(ends):
            return [said]
        name = one.partition("[")[0]
        for place in product(*(range(axis[0], axis[-1] + 1) for axis in ends)):
            found.append(name + "".join(f"[{n}]" for n in place))
    return found


def in_runs(items: Sequence[str]) -> list[str]:
    """Items, those in a row of which one index goes up by 1 as a range of it."""
    runs = list[tuple[str, list[int], list[int]]]()
    for item in items:
        name, place = item, list[int]()
        if _ITEM.fullmatch(item):
            name, place = item.partition("[")[0], [*map(int, _INDEX.findall(item))]
        before, first, last = runs[-1] if runs else ("", [], [])
        if name == before and len(place) == len(last):
            ahead = [b - a for a, b in zip(last, place, strict=True) if a != b]
            if ahead == [1] and sum(a != b for a, b in zip(first, place, strict=True)) == 1:
                runs[-1] = name, first, place
                continue
        runs.append((name, place, place))
    return [name + "".join(map(_span, first, last)) for name, first, last in runs]


def _span(first: int, last: int) -> str:
    return f"[{first}]" if first == last else f"[{first}..{last}]"


def in_cliques(
    lines: Sequence[str], domains: Mapping[str, str], listed: Callable[[Sequence[str]], str]
) -> list[str]:
    """The lines; in place of "at most one of these two", "of these" where each two are so."""
    pairs: dict[int, list[str]] = {}
    near: dict[str, dict[str, None]] = {}
    for place, line in enumerate(lines):
        two = _items(found[1]) if (found := _ONE_OF.fullmatch(line)) else []
        if len(two) == 2 and all(domains.get(one) == "0..1" for one in two):
            pairs[place] = two
            for one, other in (two, two[::-1]):
                near.setdefault(one, {})[other] = None
    said, covered = [*lines], set[frozenset[str]]()
    for place, two in pairs.items():
        clique = two
        for one in near[two[0]] if frozenset(two) not in covered else ():
            clique = [*clique, one] if all(one in near[other] for other in clique) else clique
        if frozenset(two) in covered:
            said[place] = ""
        elif len(clique) > 2:
            said[place] = _ONE_SAID.format(listed(sorted(clique, key=[*domains].index)))
        covered |= {frozenset(pair) for pair in combinations(clique, 2)}
    return [line for line in said if line]


def automaton(one: Regular) -> str:
    """The elements of an automaton."""
    moves = "".join(f"(q{a},{int(symbol)},q{b})" for a, symbol, b in one.transitions)
    final = " ".join(f"q{state}" for state in one.accepting)
    ends = f"<start> q{one.start} </start> <final> {final} </final>"
    return f"<transitions> {moves} </transitions> {ends}"


def row_said(values: Sequence[Value]) -> str:
    """A row of a table."""
    return f"({','.join(map(str, values))})"


def are_variables(terms: Sequence[Expression]) -> bool:
    """True if the terms are variables, each another."""
    return len({one for one in terms if isinstance(one, Variable)}) == len(terms)


def are_lists(one: Sequence[Expression], other: Sequence[Expression]) -> bool:
    """True for two lists of variables, each another in a list, and as many in both."""
    return len(one) == len(other) > 0 and are_variables(one) and are_variables(other)


def are_places(one: Inverse, ends: Ends) -> bool:
    """True if all values are places, and more than two; some readers take none of 0 and 1."""
    inside = all(low >= 0 and 1 < high < len(one.forward) for low, high in ends)
    return inside and are_lists(one.forward, one.backward)


def in_order(on: Any, one: Lexicographic, terms: Sequence[Term]) -> None:
    """Require two lists in the order of a dictionary."""
    natives, operator = [term.native for term in terms], "lt" if one.strict else "le"
    sides = natives[: len(one.left)], natives[len(one.left) :]
    lists = " ".join(f"<list> {on.arrays.listed(side)} </list>" for side in sides)
    on.require_line(f"<lex> {lists} <operator> {operator} </operator> </lex>")


def paired(on: Any, one: Inverse, terms: Sequence[Term]) -> None:
    """Require of each of two lists that it has the places of the other; one list if both are."""
    natives = [term.native for term in terms]
    sides = dict.fromkeys(map(tuple, (natives[: len(one.forward)], natives[len(one.forward) :])))
    lists = [on.arrays.listed(side) for side in sides]
    said = " ".join(f"<list> {one} </list>" for one in lists) if len(lists) > 1 else lists[0]
    on.require_line(f"<channel> {said} </channel>")


_LEX = re.compile(r"<lex> (.*<list> ([^<]*) </list>) (<operator> \w+ </operator>) </lex>")


def in_chains(lines: Sequence[str]) -> list[str]:
    """The lines; lists that are each in order with the next are one chain."""
    found: list[str] = []
    for line in lines:
        before = _LEX.fullmatch(found[-1]) if found else None
        now = _LEX.fullmatch(line)
        first = f"<list> {before[2]} </list> " if before else ""
        if before and now and before[3] == now[3] and now[1].startswith(first):
            found[-1] = f"<lex> {before[1]} {now[1].removeprefix(first)} {now[3]} </lex>"
        else:
            found.append(line)
    return found


def of_rules(
    rules: Iterable[tuple[str, Sequence[str]]], listed: Callable[[Sequence[str]], str]
) -> Iterator[str]:
    """The lines of rules under their remarks, those in a row that are alike as one group.

    There each remark stands before its arguments.
    """
    whole = ((_in_one(lines) if remark else "", remark, lines) for remark, lines in rules)
    for pattern, several in groupby(whole, key=lambda rule: template(rule[0])):
        some = [*several]
        texts, remarks, _ = zip(*some, strict=True)
        apart = list[str]()
        for _, remark, lines in some:
            apart += [remark] * bool(remark and lines) + [*grouped(lines, listed)]
        if "%0" in pattern and len(some) > 1 < len({*texts}):
            said, args = _by_columns(pattern, [_LEAF.findall(text) for text in texts])
            rows = (f"<args> {' '.join(in_runs(one))} </args>" for one in args)
            pairs = (line for pair in zip(remarks, rows, strict=True) for line in pair)
            apart = min(
                apart, ["<group>", said, *pairs, "</group>"], key=lambda one: sum(map(len, one))
            )
        yield from apart


def _in_one(lines: Sequence[str]) -> str:
    """The expressions of a rule as one; empty if they are long, or there are other lines."""
    found = [_EXPRESSION.fullmatch(line) for line in dict.fromkeys(lines)]
    said = ",".join(one[1] for one in found if one)
    if None in found or not 0 < len(said) < _LONGEST:
        return ""
    return f"<intension> {f'and({said})' if len(found) > 1 else said} </intension>"


def _by_columns(pattern: str, rows: list[list[str]]) -> tuple[str, list[tuple[str, ...]]]:
    """A pattern and its arguments, each another, without those that never change."""
    columns = [*zip(*rows, strict=True)]
    apart = [*dict.fromkeys(one for one in columns if len({*one}) > 1)]
    texts = [f"%{apart.index(one)}" if one in apart else one[0] for one in columns]
    return re.sub(r"%(\d+)", lambda one: texts[int(one[1])], pattern), [*zip(*apart, strict=True)]


def template(line: str) -> str:
    """The line with parameters in place of its arguments, of which a list is one."""
    found = _LIST.search(line)
    if found is not None:
        return line if "(" in found[2] else _LIST.sub(r"\1 %... \3", line, count=1)
    places = count()
    return _LEAF.sub(lambda _: f"%{next(places)}", line)


class GraphWords:
    """The words of a graph, for a translation whose terms are texts; mixed into it."""

    domains: dict[str, str]
    further: dict[str, list[str]]
    """The arrays of a word's own variables."""
    taken: set[str]
    _lines: list[str]
    add: Any
    interval: Any

    def word(
        self, word: str, chosen: Sequence[str], edges: Graph, *given: Any, **more: Sequence[str]
    ) -> None:
        """Require a constraint over a graph; lines that are alike stand side by side."""
        if word != "connected":  # its reader has no constraint of numbers alone
            chosen = [
                self.interval(*[int(one)] * 2) if one in ("0", "1") else one for one in chosen
            ]
        before, self._lines = self._lines, []
        getattr(self, f"_{word}")(chosen, edges, *given, **more)
        places = {one: n for n, one in reversed([*enumerate(map(template, self._lines))])}
        self._lines = before + sorted(self._lines, key=lambda one: places[template(one)])

    def free(self, name: str) -> str:
        """The name, or that with a number from 2 on, which nothing has yet."""
        found = next(one for n in count(1) if (one := name + str(n)[n == 1 :]) not in self.taken)
        self.taken.add(found)
        return found

    def _array(self, name: str, size: int, last: int) -> Sequence[str]:
        """New variables from 0 to `last`."""
        name = self.free(name)
        self.further[name] = found = [f"{name}[{place}]" for place in range(size)]
        self.domains |= dict.fromkeys(found, f"0..{last}")
        return found

    def _far(self, size: int, edges: Graph, links: Sequence[str]) -> list[tuple[str, str]]:
        """The distance of each vertex, and a constraint that it is 1 more than some neighbour's."""
        far = self._array("far", size, size)
        near: list[list[str]] = [[] for _ in far]
        for link, (a, b) in zip(links, edges, strict=True):
            near[a].append(_joined(link, far[b], size))
            near[b].append(_joined(link, far[a], size))
        later = [f"add(min({','.join([*some, str(size)])}),1)" for some in near]
        return [
            (one, f"eq({one},{least if some else -1})")
            for one, some, least in zip(far, near, later, strict=True)
        ]

    def _connected(self, chosen: Sequence[str], edges: Graph, links: Sequence[str] = ()) -> str:
        """The first vertex that is chosen, or their number if none is."""
        size = len(chosen)
        (first,) = self._array("first", 1, size)
        far = self._far(size, edges, links or ["1"] * len(edges))
        for v, one in enumerate(chosen):
            self.add(_either(one, f"le({first},{v})", f"ne({first},{v})"))
        for v, (one, (distance, later)) in enumerate(zip(chosen, far, strict=True)):
            inside = f"if(eq({first},{v}),eq({distance},0),{later})"
            self.add(_either(one, inside, f"eq({distance},{size})"))
        return first

    def _touched(self, chosen: Sequence[str], edges: Graph, relation: str) -> Sequence[str]:
        """For each vertex 1 if edges are at it, which sum up to this."""
        size = 1 + max(map(max, edges))
        touched = self._array("at", size, 1)
        for v, one in enumerate(touched):
            some = [mark for mark, edge in zip(chosen, edges, strict=True) if v in edge]
            self.add(relation.format(_sum(some), one))
        return touched

    def _loop(self, chosen: Sequence[str], edges: Graph) -> None:
        self.add(f"ge({_sum(chosen)},1)")
        touched = self._touched(chosen, edges, "eq({},mul(2,{}))")
        self._connected(touched, edges, chosen)

    def _tree(self, chosen: Sequence[str], edges: Graph) -> None:
        touched = self._touched(chosen, edges, "iff(gt({},0),eq({},1))")
        first = self._connected(touched, edges, chosen)
        self.add(f"eq({_sum([*chosen, f'lt({first},{len(touched)})'])},{_sum(touched)})")

    def _roots_of(
        self,
        ways: Sequence[str],
        edges: Graph,
        size: int,
        roots: Sequence[str] = (),
        relation: str = "imp",
    ) -> Sequence[str]:
        """The root of each vertex, the least of its part unless it is given."""
        root = self._array("root", size, size - 1)
        for one, (a, b) in zip(ways, edges, strict=True):
            together = f"eq({root[a]},{root[b]})"
            self.add(f"{relation}({_truth(one)},{together})")
        for v, (distance, later) in enumerate(self._far(size, edges, ways)):
            self.add(f"if(eq({root[v]},{v}),eq({distance},0),{later})")
        for v, one in enumerate(root):
            is_root, other = f"eq({one},{v})", f"ne({one},{v})"
            self.add(_either(roots[v], is_root, other) if roots else f"le({one},{v})")
        return root

    def _forest(self, chosen: Sequence[str], edges: Graph) -> None:
        size = 1 + max(map(max, edges))
        root = self._roots_of(chosen, edges, size)
        roots = [f"eq({one},{v})" for v, one in enumerate(root)]
        self.add(f"eq({_sum([*chosen, *roots])},{size})")

    def _regions(
        self,
        same: Sequence[str],
        edges: Graph,
        size: int,
        sizes: Sequence[str] = (),
        roots: Sequence[str] = (),
    ) -> None:
        root = self._roots_of(same, edges, size, roots, "iff")
        for v, number in enumerate(sizes):
            self.add(f"eq({_sum([f'eq({one},{root[v]})' for one in root])},{number})")


def _sum(terms: Sequence[str]) -> str:
    return f"add({','.join(terms)})" if len(terms) > 1 else terms[0]


def _truth(term: str) -> str:
    """A 0/1 term as a constraint."""
    return term if "(" in term else f"eq({term},1)"


def _joined(link: str, far: str, size: int) -> str:
    """A distance, or at least `size` where a link is 0."""
    apart = f"not({link})" if "(" in link else f"sub(1,{link})"
    return {"0": str(size), "1": far}.get(link, f"add({far},mul({size},{apart}))")


def _either(term: str, then: str, otherwise: str) -> str:
    """One of two, by a 0/1 term."""
    if term in ("0", "1"):
        return then if term == "1" else otherwise
    return f"if({_truth(term)},{then},{otherwise})"
