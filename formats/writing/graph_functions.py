"""The functions of scripts that say constraints over graphs, for CP-SAT and for CPMpy."""

from __future__ import annotations

CP_SAT = {
    "holds": """
def holds(constraint, opposite):
    literal = model.new_bool_var("")
    model.add(constraint).only_enforce_if(literal)
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
    "add_circuit": """
def add_circuit(successors, partial=False):
    model.add_circuit(
        [
            (i, j, holds(successor == j, successor != j))
            for i, successor in enumerate(successors)
            for j in range(len(successors))
            if partial or i != j
        ]
    )
""",
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
        model.add(one <= holds(root[a] == root[b], root[a] != root[b]))
    for v, (far, nearest) in enumerate(distances(size, edges, ways)):
        is_root = holds(root[v] == v, root[v] != v)
        model.add(far == 0).only_enforce_if(is_root)
        model.add(far == nearest + 1).only_enforce_if(~is_root)
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
    places = range(len(after))
    edges = [*combinations(places, 2)]
    links = [cp.max([after[a] == b, after[b] == a]) for a, b in edges]
    rules = is_connected([after[v] != v for v in places], edges, links)
    return [*rules, cp.AllDifferent(after), cp.min(after) >= 0, cp.max(after) < len(after)]
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
