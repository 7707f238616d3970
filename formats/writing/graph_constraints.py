"""Constraints over graphs, as few functions of a script say them, or distances in XCSP3.

A vertex has its distance from the first vertex of its part: 1 more than the nearest neighbour
has, so that what hangs on nothing has none. Distances, and the directions of a loop, are
determined by what is chosen, so that nothing is found twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import mul
from types import MappingProxyType
from typing import Any

from ...models.language.arithmetic_expressions import total
from ...models.language.constraints import Constraint
from ...models.language.expressions import Constant, Indicator
from ...models.language.global_constraints.circuit import Circuit, Subcircuit
from ...models.language.global_constraints.connected import Connected, Edge
from ...models.language.global_constraints.loops_and_paths import Loop, Path
from ...models.language.global_constraints.regions import Regions
from ...models.language.global_constraints.trees import Forest, Tree
from ...solvers.harness.adapting.bounded import Term
from ...solvers.harness.adapting.natives import Native
from .brackets import bare
from .families import letters_but
from .group_arrays import Array, Arrays
from .python_layout import DATA, literal

Graph = list[Edge]


def _as_loop(path: Path) -> list[Constraint]:
    """A path as a loop, which goes from its end to its start over one vertex more."""
    last, ends = path.vertices, (path.start, path.end)
    pairs = [(end == vertex, (last, vertex)) for end in ends for vertex in range(last)]
    further = [(Indicator(one), edge) for one, edge in pairs]
    marks, edges = zip(*zip(path.chosen, path.edges, strict=True), *further, strict=True)
    return [0 <= path.start, path.start < last, Loop(marks, edges)]


def _in_order(on: Any, marks: Sequence[Any], edges: Sequence[Edge]) -> tuple[list[Any], Graph]:
    """The marks and their edges, by the distance of the ends if that is shorter."""

    def length(order: Sequence[int]) -> int:
        listed = list_said(on.arrays, [str(marks[k]) for k in order])
        return len(on.arrays.tidied(listed)) + len(edges_of(on.arrays, [edges[k] for k in order]))

    apart = sorted(range(len(edges)), key=lambda k: (edges[k][1] - edges[k][0], edges[k]))
    order = min(range(len(edges)), apart, key=length)
    return [marks[k] for k in order], [edges[k] for k in order]


def _posted(on: Any, one: Any, terms: Sequence[Term]) -> None:
    """Require a constraint over a graph by `word`, with the edges as data."""
    chosen, size = [term.native for term in terms], one.size
    match one:
        case Path():
            on.post(_as_loop(one))
        case Tree(marks, edges, vertices, True):
            on.post([total(marks) == vertices - 1])
            every = (Constant(1),) * vertices
            on.post([Connected(every, edges, marks)])
        case Connected(_, edges):
            ways = dict(zip(edges, terms[size:], strict=True))
            if all(link.is_fixed for link in ways.values()) and one.is_simple:
                joined = [(min(edge), max(edge)) for edge in ways if ways[edge].low]
                joined.sort(key=lambda edge: (edge[1] - edge[0], edge))
                on.word("connected", chosen[:size], joined)
            else:
                open_, pairs = _in_order(on, chosen[size:], edges)
                on.word("connected", chosen[:size], pairs, open_)
        case Regions(same, edges, size, sizes, _):
            first, then = len(same), len(same) + len(sizes)
            named = {"sizes": chosen[first:then], "roots": chosen[then:]}
            kept = {name: some for name, some in named.items() if some}
            on.word("regions", *_in_order(on, chosen[:first], edges), size, **kept)
        case _:
            places = {v: n for n, v in enumerate(sorted({v for edge in one.edges for v in edge}))}
            pairs = [(places[a], places[b]) for a, b in one.edges]
            on.word(type(one).__name__.lower(), *_in_order(on, chosen, pairs))


def _is_said(one: Any, ends: Any) -> bool:
    """True for a graph of some edges."""
    return bool(one.edges) and (not isinstance(one, Connected | Regions) or one.size > 1)


OVER_GRAPHS = [
    Native[Any](kind, _posted, _is_said) for kind in (Connected, Loop, Path, Tree, Forest, Regions)
]
CIRCUITS = [
    Native[Any](
        kind,
        lambda on, one, terms: on.circuit(terms, partial=isinstance(one, Subcircuit)),
        lambda one, ends: len(ends) > 1 and all(low < high for low, high in ends),
    )
    for kind in (Circuit, Subcircuit)
]


def list_said(arrays: Arrays, texts: Sequence[str]) -> str:
    """A list of 0/1 terms in Python; of numbers, or of the opposites of a group, in few words."""
    if {*texts} == {"0", "1"}:
        ones = [place for place, one in enumerate(texts) if one == "1"]
        return f"{DATA}[int(v in {ones}) for v in range({len(texts)})]{DATA}"
    if len({*texts}) == 1 < len(texts):
        return f"[{texts[0]}] * {len(texts)}"
    texts = [bare(one) for one in texts]
    for sign in ("1 - ", "~"):
        items = [one.removeprefix(sign) for one in texts]
        whole = arrays.tidied(f"[{', '.join(items)}]").removeprefix("[*").removesuffix("()]")
        if all(one.startswith(sign) for one in texts) and not {*whole} & {*", ["}:
            return f"{DATA}[{sign}one for one in {whole}{'()' * whole.endswith('.values')}]{DATA}"
    return f"[{', '.join(texts)}]"


def arguments(
    arrays: Arrays,
    chosen: Sequence[str],
    edges: Graph,
    given: Sequence[Any] = (),
    named: Mapping[str, Any] = MappingProxyType({}),
) -> str:
    """The arguments of one of the functions of a script, in Python."""
    listed = [list_said(arrays, chosen), DATA + edges_of(arrays, edges) + DATA]
    listed += [list_said(arrays, one) if isinstance(one, list) else str(one) for one in given]
    listed += [f"{name}={list_said(arrays, several)}" for name, several in named.items()]
    return ", ".join(listed)


def edges_of(arrays: Arrays, edges: Graph) -> str:
    """The list of edges in Python, by the keys of their variables if they have such."""
    by_keys = (_by_keys(arrays, array, edges) for array in arrays.arrays)
    return next(filter(None, by_keys), "") or edges_said(edges)


def edges_said(edges: Graph) -> str:
    """The list of edges in Python, by loops over those equally far apart if that is shorter."""
    apart: dict[int, list[int]] = {}
    for a, b in edges:
        apart.setdefault(b - a, []).append(a)
    texts = [f"*[(i, i + {gap}) for i in {_numbers(some)}]" for gap, some in apart.items()]
    looped, plain = f"[{', '.join(texts)}]", literal(edges)
    found = [(a, a + gap) for gap, some in apart.items() for a in some]
    if edges == sorted(found) != found:
        looped, found = f"sorted({looped})", edges
    is_said = 0 < min(apart, default=0) and found == edges and len(looped) < len(plain)
    return looped if is_said else plain


def _by_keys(arrays: Arrays, array: Array, edges: Graph) -> str:
    """The list of edges by the keys of an array: vertices, or two squares; empty for others."""
    keys, names = [*array.keys], letters_but(arrays.taken)
    width = len(keys[0]) if len(keys) == len(edges) and not array.axes else 0
    if width not in (2, 4) or not all(len(k) == width and {*map(type, k)} == {int} for k in keys):
        return ""
    columns = [*zip(*keys, strict=True)]
    wide = max(columns[-1]) - min(columns[-1]) + 1 if width == 4 else 1
    for factors in ((wide, 1), (wide + 1, 1)) if width == 4 else ((1,),):
        half = len(factors)
        ends = [(_added(k[:half], factors), _added(k[half:], factors)) for k in keys]
        shift = ends[0][0] - edges[0][0]
        if edges == [(a - shift, b - shift) for a, b in ends]:
            more = f" {'-' if shift > 0 else '+'} {abs(shift)}" if shift else ""
            said = [
                " + ".join(f"{f} * {n}" if f > 1 else n for f, n in zip(factors, some, strict=True))
                for some in (names[:half], names[half:width])
            ]
            over = f"for {', '.join(names[:width])} in {array.name}"
            return f"[({said[0]}{more}, {said[1]}{more}) {over}]"
    if width == 4 and len(edges_said(edges)) > _LONG:
        squares = sorted({square for key in keys for square in (key[:2], key[2:])})
        number = {square: place for place, square in enumerate(squares)}
        if edges == [(number[key[:2]], number[key[2:]]) for key in keys]:
            return f"numbered({array.name})"
    return ""


_LONG = 120
"""Edges of a longer text are numbered by a function."""


def _added(numbers: Sequence[int], factors: Sequence[int]) -> int:
    return sum(map(mul, numbers, factors))


def _numbers(numbers: list[int]) -> str:
    """The numbers, which ascend: as a range if they are one, or one without each n-th."""
    span = range(numbers[0], numbers[-1] + 1)
    left_out = next((n for n in span if n not in numbers), None)
    if left_out is None:
        return literal(span)
    for step in range(2, len(span)):
        rest = left_out % step
        if [n for n in span if n % step != rest] == numbers:
            return f"{literal(span)} if i % {step} != {rest}"
    return literal(numbers)
