"""Constraints over graphs, as few functions of a script say them, or distances in XCSP3.

A vertex has its distance from the first vertex of its part: 1 more than the nearest neighbour
has, so that what hangs on nothing has none. Distances, and the directions of a loop, are
determined by what is chosen, so that nothing is found twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from .group_arrays import Arrays
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
        return len(on.arrays.tidied(listed)) + len(edges_said([edges[k] for k in order]))

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
    listed = [list_said(arrays, chosen), DATA + edges_said(edges) + DATA]
    listed += [list_said(arrays, one) if isinstance(one, list) else str(one) for one in given]
    listed += [f"{name}={list_said(arrays, several)}" for name, several in named.items()]
    return ", ".join(listed)


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
    return looped if found == edges and min(apart) > 0 and len(looped) < len(plain) else plain


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


# ----------------------------------------------------- The functions of scripts, each by its name.


VALUES = {
    "maximum_of": "add_max_equality({value}, {given})",
    "minimum_of": "add_min_equality({value}, {given})",
    "product_of": "add_multiplication_equality({value}, {given})",
    "distance_of": "add_abs_equality({value}, {given})",
    "quotient_of": "add_division_equality({value}, {given})",
    "remainder_of": "add_modulo_equality({value}, {given})",
    "item_of": "add_element({given}, {value})",
}
"""The functions of a script that make a variable, and the constraint which defines that."""
_VALUE = """
def {}(low, high, *given):
    value = model.new_int_var(low, high, "")
    model.{}
    return value
"""
CP_SAT = {
    "intervals": """
def intervals(starts, sizes):
    pairs = zip(starts, sizes)
    return [model.new_fixed_size_interval_var(*pair, "") for pair in pairs]
""",
    **{
        name: _VALUE.format(name, said.format(value="value", given="*given"))
        for name, said in VALUES.items()
    },
    "holds": """
def holds(rule):
    literal = model.new_bool_var("")
    model.add(rule).only_enforce_if(literal)
    value = cp_model.LinearExpr.weighted_sum(rule.vars, rule.coeffs) + rule.offset
    others = rule.bounds.complement()
    model.add_linear_expression_in_domain(value, others).only_enforce_if(~literal)
    return literal
""",
    "some_of": """
def some_of(literals):
    literal = model.new_bool_var("")
    model.add_max_equality(literal, literals)
    return literal
""",
    "all_of": """
def all_of(literals):
    literal = model.new_bool_var("")
    model.add_min_equality(literal, literals)
    return literal
""",
    **{
        name: f"""
def {name}(successors):
    arcs = []
    for i, successor in enumerate(successors):
        for j in {others}:
            arcs.append((i, j, model.new_bool_var("")))
            model.add(successor == j).only_enforce_if(arcs[-1][2])
    model.add_circuit(arcs)
"""
        for name, others in {
            "add_circuit": "{*range(len(successors))} - {i}",
            "add_subcircuit": "range(len(successors))",
        }.items()
    },
    "distances": """
def distances(size, edges, links):
    # from the nearest vertex at 0, and for each vertex the least of its neighbours
    far = [model.new_int_var(0, size, "") for _ in range(size)]
    near = [[size] for _ in far]
    for (a, b), link in zip(edges, links):
        near[a].append(far[b] + size * (1 - link))
        near[b].append(far[a] + size * (1 - link))
    nearest = [model.new_int_var(0, size, "") for _ in far]
    for least, several in zip(nearest, near):
        model.add_min_equality(least, several)
    return zip(far, nearest)
""",
    "add_connected": """
def add_connected(chosen, edges, links=None):
    size = len(chosen)
    steps = distances(size, edges, links or [1] * len(edges))
    for v, (one, (far, nearest)) in enumerate(zip(chosen, steps)):
        first, later = model.new_bool_var(""), model.new_bool_var("")
        model.add(first + later == one)
        model.add(sum(chosen[:v]) == 0).only_enforce_if(first)
        model.add(far == 0).only_enforce_if(first)
        model.add(far == nearest + 1).only_enforce_if(later)
        model.add(far >= size * (1 - one))
""",
    "add_loop": """
def add_loop(chosen, edges):
    vertices = {v for edge in edges for v in edge}
    arcs = [(v, v, model.new_bool_var("")) for v in vertices]
    for k, (one, (a, b)) in enumerate(zip(chosen, edges)):
        there, back = model.new_bool_var(""), model.new_bool_var("")
        model.add(there + back == one)
        model.add(back <= sum(chosen[:k]))  # the first edge does not go back
        arcs += [(a, b, there), (b, a, back)]
    model.add_circuit(arcs)
    model.add(sum(chosen) >= 1)
""",
    "add_tree": """
def add_tree(chosen, edges):
    vertices = range(1 + max(map(max, edges)))
    at = [[one for one, edge in zip(chosen, edges) if v in edge] for v in vertices]
    touched = [some_of(several) for several in at]
    model.add(sum(chosen) == sum(touched) - some_of(chosen))
    add_connected(touched, edges, chosen)
""",
    "parts": """
def parts(ways, edges, size, roots=None):
    # the root of each vertex, the least of its part unless it is given
    root = [model.new_int_var(0, size - 1, "") for _ in range(size)]
    for one, (a, b) in zip(ways, edges):
        model.add(one <= holds(root[a] == root[b]))
    for v, (far, nearest) in enumerate(distances(size, edges, ways)):
        is_root = holds(root[v] == v)
        model.add(far == 0).only_enforce_if(is_root)
        model.add(far == nearest + 1).only_enforce_if(~is_root)
        model.add(root[v] <= v if roots is None else is_root == roots[v])
    return root
""",
    "add_forest": """
def add_forest(chosen, edges):
    size = 1 + max(map(max, edges))
    root = parts(chosen, edges, size)
    roots = [holds(root[v] == v) for v in range(size)]
    model.add(sum(chosen) + sum(roots) == size)
""",
    "add_regions": """
def add_regions(same, edges, size, sizes=(), roots=None):
    root = parts(same, edges, size, roots)
    for one, (a, b) in zip(same, edges):
        model.add(holds(root[a] == root[b]) <= one)
    for v, number in enumerate(sizes):
        model.add(number == sum(holds(u == root[v]) for u in root))
""",
}
"""They add constraints to the model; `links`, `ways` and what is chosen are 0 or 1."""
CPMPY = {
    "distances": """
def distances(size, edges, links):
    # from the nearest vertex at 0, and for each vertex the least of its neighbours
    far = cp.intvar(0, size, shape=size)
    near = [[size] for _ in far]
    for (a, b), link in zip(edges, links):
        near[a].append(far[b] + size * (1 - link))
        near[b].append(far[a] + size * (1 - link))
    return zip(far, map(cp.min, near))
""",
    "is_connected": """
def is_connected(chosen, edges, links=None):
    size = len(chosen)
    steps = distances(size, edges, [1] * len(edges) if links is None else links)
    return [
        far == size * (1 - one) + one * cp.max([0, *chosen[:v]]) * (nearest + 1)
        for v, (one, (far, nearest)) in enumerate(zip(chosen, steps))
    ]
""",
    "is_subcircuit": """
def is_subcircuit(after):
    # the steps from the first vertex of the tour, 0 outside
    size = len(after)
    step = cp.intvar(0, size, shape=size)
    first = cp.min([v + size * (one == v) for v, one in enumerate(after)])
    rules = [cp.AllDifferent(after), cp.min(after) >= 0, cp.max(after) < size]
    for v, one in enumerate(after):
        rules.append(cp.any([one == v, first == v]).implies(step[v] == 0))
        rules.append(cp.any([one == v, one == first, step[one] == step[v] + 1]))
    return rules
""",
    "degrees": """
def degrees(chosen, edges):
    vertices = range(1 + max(map(max, edges)))
    at = [[one for one, edge in zip(chosen, edges) if v in edge] for v in vertices]
    return [cp.sum(several) for several in at]
""",
    "is_loop": """
def is_loop(chosen, edges):
    degree = degrees(chosen, edges)
    touched = [cp.min([1, one]) for one in degree]
    even = [one == 2 * some for one, some in zip(degree, touched)]
    return [cp.sum(chosen) > 0, *even, *is_connected(touched, edges, chosen)]
""",
    "is_tree": """
def is_tree(chosen, edges):
    touched = [cp.min([1, one]) for one in degrees(chosen, edges)]
    number = cp.sum(touched) - cp.max(chosen)
    return [cp.sum(chosen) == number, *is_connected(touched, edges, chosen)]
""",
    "parts": """
def parts(ways, edges, size, roots=None):
    # the root of each vertex, the least of its part unless it is given
    root = cp.intvar(0, size - 1, shape=size)
    rules = [one <= (root[a] == root[b]) for one, (a, b) in zip(ways, edges)]
    for v, (far, nearest) in enumerate(distances(size, edges, ways)):
        rules.append(far == (root[v] != v) * (nearest + 1))
        rules.append(root[v] <= v if roots is None else (root[v] == v) == roots[v])
    return root, rules
""",
    "is_forest": """
def is_forest(chosen, edges):
    size = 1 + max(map(max, edges))
    root, rules = parts(chosen, edges, size)
    roots = cp.sum([root[v] == v for v in range(size)])
    return [*rules, cp.sum(chosen) + roots == size]
""",
    "are_regions": """
def are_regions(same, edges, size, sizes=(), roots=None):
    root, rules = parts(same, edges, size, roots)
    rules += [(root[a] == root[b]) <= one for one, (a, b) in zip(same, edges)]
    return rules + [cp.sum(root == root[v]) == one for v, one in enumerate(sizes)]
""",
}
"""They give lists of constraints."""
NUMBERS = {
    "parts": """
def parts(size, edges, ways):
    # the least vertex of the part of each vertex
    part = [*range(size)]
    for one, (a, b) in zip(ways, edges):
        if one and part[a] != part[b]:
            new, old = sorted([part[a], part[b]])
            part = [new if vertex == old else vertex for vertex in part]
    return part
""",
    "is_connected": """
def is_connected(chosen, edges, links=None):
    links = [1] * len(edges) if links is None else links
    ways = [one and chosen[a] and chosen[b] for one, (a, b) in zip(links, edges)]
    part = parts(len(chosen), edges, ways)
    return len({vertex for vertex, one in zip(part, chosen) if one}) < 2
""",
    "parts_of": """
def parts_of(chosen, edges):
    # the ends of the edges, and in which part they are
    ends = [vertex for one, edge in zip(chosen, edges) if one for vertex in edge]
    part = parts(1 + max(map(max, edges)), edges, chosen)
    return ends, {part[vertex] for vertex in ends}
""",
    "is_loop": """
def is_loop(chosen, edges):
    ends, found = parts_of(chosen, edges)
    return len(found) == 1 and {ends.count(vertex) for vertex in ends} == {2}
""",
    "is_tree": """
def is_tree(chosen, edges):
    ends, found = parts_of(chosen, edges)
    return len(found) < 2 and sum(chosen) == len({*ends}) - len(found)
""",
    "is_forest": """
def is_forest(chosen, edges):
    ends, found = parts_of(chosen, edges)
    return sum(chosen) == len({*ends}) - len(found)
""",
    "are_regions": """
def are_regions(same, edges, size, sizes=(), roots=None):
    part = parts(size, edges, same)
    inside = all((part[a] == part[b]) == one for one, (a, b) in zip(same, edges))
    right = all(part.count(part[v]) == number for v, number in enumerate(sizes))
    found = part if roots is None else [v for v, one in zip(part, roots) if one]
    return inside and right and (roots is None or sorted(found) == sorted({*part}))
""",
}
"""They look at numbers."""

TOURS = {
    "is_circuit": """
def is_circuit(after):
    seen, place = set(), 0
    while place not in seen:
        seen.add(place)
        place = after[place]
    return len(seen) == len(after)
""",
    "is_subcircuit": """
def is_subcircuit(after):
    inside = {place for place, one in enumerate(after) if one != place}
    seen, place = set(), min(inside, default=0)
    while place not in seen:
        seen.add(place)
        place = after[place]
    return seen.issuperset(inside)
""",
}
"""The functions that follow the successors of places, of which no two are alike."""
TESTS = {
    **TOURS,
    **NUMBERS,
    "first_in_turn": """
def first_in_turn(line, numbers):
    first = [line.index(one) if one in line else len(line) for one in numbers]
    return first == sorted(first)
""",
}
"""The functions of the tests of python-constraint."""
FUNCTIONS = {
    "is_clear": """
def is_clear(squares, i, j, r, c):
    # no gap is between two squares in line
    far = max(abs(i - r), abs(j - c), 1)
    steps = [(r + (i - r) * k // far, c + (j - c) * k // far) for k in range(far)]
    return all(one in squares for one in steps)
""",
    "add_pattern": """
def add_pattern(line, pattern):
    moves, state = [], 0
    for sign, star in re.findall(r"(\\d)(\\*?)", pattern):
        moves.append((state, int(sign), state if star else state + 1))
        state += not star
    model.add_automaton(line, 0, [state], moves)
""",
    "fits": """
def fits(values, pattern):
    return bool(re.fullmatch(pattern, "".join(map(str, values))))
""",
    "rows": """
def rows(length, pattern):
    every = product(sorted({*pattern} - {"*"}), repeat=length)
    return [[*map(int, row)] for row in every if re.fullmatch(pattern, "".join(row))]
""",
    "accepts": """
def accepts(line, step, start, accepting):
    state = start
    for symbol in line:
        state = step.get((state, symbol))
    return state in accepting
""",
}
"""The functions that a script may have in each library."""
