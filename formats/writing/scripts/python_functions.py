"""Scripts in Python, and their functions by name: for graphs, truths, tables and automata."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from ....models.language.global_constraints.cumulative import Cumulative
from ....models.language.global_constraints.no_overlap import NoOverlap, NoOverlap2D
from ..preparing import Prepared, are_tasks, in_one_line, renamed
from ..python_layout import STRING, WIDTH, uncoded
from .function_arguments import fitted

if TYPE_CHECKING:
    from .python_arrays import PythonArrays

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
def holds(rule, opposite):
    literal = model.new_bool_var("")
    model.add(rule).only_enforce_if(literal)
    model.add(opposite).only_enforce_if(~literal)
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
    "add_connected": """
def add_connected(chosen, edges, links=None):
    # how far each chosen vertex is from the first one, and the least that its neighbours are
    size = len(chosen)
    far, nearest = ([model.new_int_var(0, size, "") for _ in chosen] for _ in range(2))
    near = [[size] for _ in chosen]
    for (a, b), link in zip(edges, links or [1] * len(edges)):
        near[a].append(far[b] + size * (1 - link))
        near[b].append(far[a] + size * (1 - link))
    for v, one in enumerate(chosen):
        first, later = model.new_bool_var(""), model.new_bool_var("")
        model.add(first + later == one)
        model.add(sum(chosen[:v]) == 0).only_enforce_if(first)
        model.add(far[v] == 0).only_enforce_if(first)
        model.add_min_equality(nearest[v], near[v])
        model.add(far[v] == nearest[v] + 1).only_enforce_if(later)
        model.add(far[v] >= size * (1 - one))
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
    # the root of each vertex, and how far it is
    root = [model.new_int_var(0, size - 1, "") for _ in range(size)]
    far, nearest = ([model.new_int_var(0, size, "") for _ in root] for _ in range(2))
    near = [[size] for _ in root]
    for one, (a, b) in zip(ways, edges):
        model.add(one <= holds(root[a] == root[b], root[a] != root[b]))
        near[a].append(far[b] + size * (1 - one))
        near[b].append(far[a] + size * (1 - one))
    for v in range(size):
        is_root = holds(root[v] == v, root[v] != v)
        model.add(far[v] == 0).only_enforce_if(is_root)
        model.add_min_equality(nearest[v], near[v])
        model.add(far[v] == nearest[v] + 1).only_enforce_if(~is_root)
        model.add(root[v] <= v if roots is None else is_root == roots[v])
    return root
""",
    "add_forest": """
def add_forest(chosen, edges):
    size = 1 + max(map(max, edges))
    root = parts(chosen, edges, size)
    roots = [holds(root[v] == v, root[v] != v) for v in range(size)]
    model.add(sum(chosen) + sum(roots) == size)
""",
    "add_regions": """
def add_regions(same, edges, size, sizes=(), roots=None):
    root = parts(same, edges, size, roots)
    for one, (a, b) in zip(same, edges):
        model.add(holds(root[a] == root[b], root[a] != root[b]) <= one)
    for v, number in enumerate(sizes):
        model.add(number == sum(holds(u == root[v], u != root[v]) for u in root))
""",
}
"""They add constraints to the model; `links`, `ways` and what is chosen are 0 or 1."""
CP_SAT_IN_SHORT = {
    name: re.sub(r"(holds\(\S+ == \S+), \S+ != [^\s()]+\)", r"\1)", text)
    for name, text in CP_SAT.items()
} | {
    "holds": """
def holds(rule):
    literal = model.new_bool_var("")
    model.add(rule).only_enforce_if(literal)
    value = cp_model.LinearExpr.weighted_sum(rule.vars, rule.coeffs) + rule.offset
    others = rule.bounds.complement()
    model.add_linear_expression_in_domain(value, others).only_enforce_if(~literal)
    return literal
"""
}
"""The same, where a comparison has a literal without its opposite being written beside it."""
APART = """
def are_apart(*given):
    # no two overlap along every axis, which has where they start, and their sizes
    axes = [*zip(given[::2], given[1::2])]
    ways = (
        [way for s, d in axes for way in (s[i] + d[i] <= s[j], s[j] + d[j] <= s[i])]
        for i, j in combinations(range(len(given[0])), 2)
    )
    return {}
"""
CPMPY = {
    "are_apart": APART.format("[*map(cp.any, ways)]"),
    "is_connected": """
def is_connected(chosen, edges, links=None):
    # how far each chosen vertex is from the first one, and size for the others
    size = len(chosen)
    far = cp.intvar(0, size, shape=size)
    near = [[size] for _ in far]
    for (a, b), link in zip(edges, [1] * len(edges) if links is None else links):
        near[a].append(far[b] + size * (1 - link))
        near[b].append(far[a] + size * (1 - link))
    return [
        far[v]
        == size * (1 - one) + one * cp.max([0, *chosen[:v]]) * (cp.min(near[v]) + 1)
        for v, one in enumerate(chosen)
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
    # the root of each vertex, and how far it is
    root, far = cp.intvar(0, size - 1, shape=size), cp.intvar(0, size, shape=size)
    near, rules = [[size] for _ in far], []
    for one, (a, b) in zip(ways, edges):
        rules.append(one <= (root[a] == root[b]))
        near[a].append(far[b] + size * (1 - one))
        near[b].append(far[a] + size * (1 - one))
    for v, several in enumerate(near):
        rules.append(far[v] == (root[v] != v) * (cp.min(several) + 1))
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

_FEW_TASKS = 3
TASKS = {
    "are_apart": APART.format("all(map(any, ways))"),
    "are_within": """
def are_within(capacity, starts, durations, demands):
    tasks = [*zip(starts, durations, demands)]
    loads = (sum(n for s, d, n in tasks if s <= time < s + d) for time in starts)
    return max(loads) <= capacity
""",
}
"""Tests of where tasks, or boxes, are."""


def are_many(one: Cumulative | NoOverlap | NoOverlap2D, ends: object = ()) -> bool:
    """True for some tasks, or boxes, of which a function says more shortly where they are."""
    starts = one.x if isinstance(one, NoOverlap2D) else one.starts
    return len(starts) > _FEW_TASKS and are_tasks(one)


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
    **TASKS,
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
    "numbered": """
def numbered(keys):
    # edges between squares, each by its number in the order of all
    squares = sorted({square for key in keys for square in (key[:2], key[2:])})
    return [(squares.index(key[:2]), squares.index(key[2:])) for key in keys]
""",
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

OF_ITERTOOLS = ("combinations", "product")
"""The functions of that module which a script may call."""


def script_of(
    prepared: Prepared,
    arrays: PythonArrays,
    library: str,
    *parts: Iterable[str],
    further: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """A script of parts, each of some lines, with an empty line between them.

    It has those of the functions that it calls, `further` ones among them.
    """
    listed = [[*part] for part in parts]
    body = "\n".join(line for part in listed for line in part)
    functions: list[str] = []
    for name, text in reversed(({**FUNCTIONS, **further}).items()):
        if re.search(rf"(?<![\w.]){name}\(", "\n".join([*functions, body])):
            functions.insert(0, text)
    functions = fitted(functions, body)
    text = "".join([*functions, body])
    called = [name for name in OF_ITERTOOLS if f"{name}(" in text]
    of_module = [name for name in called if name in arrays.named]
    imports = ["import itertools"] if of_module else []
    imports += ["import re"] if re.search(r"\bre\.f\w+\(", text) else []
    called = [name for name in called if name not in of_module]
    imports += [f"from itertools import {', '.join(called)}"] if called else []
    title, *rest = (line.replace('"', "'") for line in prepared.head(text))
    head = [f'"""{title}"""'] if not rest else [f'"""{title}', "", *rest, '"""']
    head += ["", *imports, "", library] if imports else ["", library]
    every = [head, _constants(arrays.labels, prepared.labels, body), functions, *listed]
    found = "\n\n".join("\n".join(part) for part in every if part) + "\n"
    for name in of_module:
        call = re.compile(rf"{STRING}|#.*|(?<![\w.])({name}\()")
        found = call.sub(lambda one: f"itertools.{one[1]}" if one[1] else one[0], found)
    return uncoded(found)


def _constants(names: Mapping[int, str], labels: Mapping[int, str], body: str) -> list[str]:
    """The lines that give names to the codes of labels, from 0; a remark where `body` has none."""
    if not labels:
        return []
    values = f"range({len(labels)})" if len(labels) > 1 else "0"
    said = renamed({name: labels[code] for code, name in names.items()}, "# ")
    if {*names.values()}.isdisjoint(re.findall(rf"{STRING}|#.*|\w+", body)):
        return [f"# {code} is {in_one_line(label)}" for code, label in labels.items()]
    line = f"{', '.join(names.values())} = {values}"
    if len(line) > WIDTH:
        line = "\n".join(["(", *(f"    {name}," for name in names.values()), f") = {values}"])
    return [line, *said]
