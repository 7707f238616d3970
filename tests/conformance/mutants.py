"""Planted faults: a written list of operators, applied to the source of our own adapters.

An operator names every site where it applies; which sites become mutants is drawn from a seed,
and nothing is picked by hand. A site is drawn by its own text, so that a change elsewhere changes
no draw. `plant.py` runs the kit on one of them.

A mutant that survives shows a gap in the kit, which gets a test, or a line that does nothing,
which goes; so what stands here has been drawn and run before.

What changes speed alone is left out by the operators, before anything is drawn:

- a comparison of a size (`len`) or with a named threshold (`_MOST_NODES`) chooses between two
  right ways of doing the same, so that nothing in it is changed;
- where a function promises an enclosure (it returns `Ends`, an `Interval` or a way to compute
  one), a wider one is still right, so that no bound there is moved;
- a factor (`scale`, `weight`, `coefficient`, `divisor`) is never 0, so that nothing is moved where
  it is compared with 0; the key of a sort and the step of a slice put things in order;
- a line that only reports (statistics, notes), looks at the clock or wakes a thread is not dropped;
- a set by which a loop passes over what it has seen (`if … in seen: continue`) may stay empty:
  the same work is done twice;
- a container that maps keys to what was worked out (annotated as a `dict`) may be kept.

And what a mutant would not change at all: the third of a stream that yields once, and an end after
the only solution.
"""

from __future__ import annotations

import ast
import copy
import importlib.util
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

PACKAGE = "everyway.solvers"
ADAPTERS = {
    "flatmap": ("flatmap.intervals", "flatmap.propagators", "flatmap.conflicts",
                "flatmap.unary_terms", "flatmap.translation"),
    "python-constraint": ("python_constraint.translation",),
    "cp-sat": ("cp_sat.translation", "cp_sat.native_constraints", "cp_sat.native"),
    "auto[python]": ("compiled.lowering.running_sums", "compiled.lowering.filters",
                  "compiled.lowering.taken_amounts"),
}  # fmt: skip
"""The modules that are mutated, by the solver that shows it: they turn a model into a search."""
ALSO_SHOWN_BY = {"auto[python]": "auto"}
"""Another solver over the same modules, by which the kit may catch the fault as well."""
STREAMS = {
    "flatmap": ("flatmap",),
    "python-constraint": ("python_constraint",),
    "cp-sat": ("cp_sat", "cp_sat.search"),
    "auto[python]": ("compiled.engines",),
}
"""The modules that hand over solutions."""


@dataclass(frozen=True)
class Mutant:
    """One fault: the `place`-th node of a module in the order of `ast.walk`, changed in one way."""

    operator: str
    solver: str
    module: str
    place: int
    variant: int = 0

    @property
    def key(self) -> str:
        """The mutant as one word."""
        return f"{self.operator}:{self.solver}:{self.module}:{self.place}:{self.variant}"

    def __str__(self) -> str:
        tree = parsed(self.module)
        node = list(ast.walk(tree))[self.place]
        after = mutated(self)
        changed = list(ast.walk(after))[self.place]
        old, new = (" ".join(ast.unparse(n).split())[:60] for n in (node, changed))
        return f"{self.operator:9} {self.module}:{node.lineno}: {old}  ->  {new}"


def read(key: str) -> Mutant:
    """The mutant with this key."""
    operator, solver, module, place, variant = key.split(":")
    return Mutant(operator, solver, module, int(place), int(variant))


@cache
def source(module: str) -> str:
    """The text of a module of the package."""
    spec = importlib.util.find_spec(f"{PACKAGE}.{module}")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).read_text("utf-8")


def parsed(module: str) -> ast.Module:
    """The tree of a module of the package."""
    return ast.parse(source(module))


# --------------------------------------------------------------------------- the operators


def drop(node: ast.AST, variant: int) -> ast.AST | None:
    """A line that does something is dropped: a call, a yield, a sum that is added to."""
    does = isinstance(node, ast.AugAssign) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom)
    )
    if not does or _only_reports(node):
        return None
    return ast.Pass()


REPORTS = {"check", "_check", "searching", "note", "_note", "_note_width", "notify_all", "wait",
         "join", "update", "setdefault"}  # fmt: skip


def _only_reports(node: ast.AST) -> bool:
    call = getattr(node, "value", None)
    return isinstance(call, ast.Call) and _name(call.func) in REPORTS


def _name(node: ast.AST) -> str:
    return getattr(node, "attr", None) or getattr(node, "id", "")


def sign(node: ast.AST, variant: int) -> ast.AST | None:
    """A sign is lost: a minus before or between two terms."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return node.operand
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):
        return ast.BinOp(node.left, ast.Add(), node.right)
    return None


STRICT: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
}  # fmt: skip


def bound(node: ast.AST, variant: int) -> ast.AST | None:
    """A bound is off by one: `<` for `<=`, or a 1 that is added or taken away is not."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        swapped = STRICT.get(type(node.ops[0]))
        if swapped is None:
            return None
        return ast.Compare(node.left, [swapped()], node.comparators)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        one = isinstance(node.right, ast.Constant) and node.right.value == 1
        return node.left if one else None
    return None


def _chooses_a_way(node: ast.AST) -> bool:
    """True if this compares a size or a factor, or with a named threshold; or orders things."""
    match node:
        case ast.keyword(arg="key") | ast.Slice(step=ast.UnaryOp()):
            return True
        case ast.Compare(left=factor, comparators=[ast.Constant(value=0)]) if (
            _name(factor) in FACTORS
        ):
            return True
    names = map(_name, ast.walk(node)) if isinstance(node, ast.Compare) else ()
    return any(name in ("len", "size") or name.strip("_").isupper() for name in names)


FACTORS = ("scale", "weight", "coefficient", "divisor")


def repeat(node: ast.AST, variant: int) -> ast.AST | None:
    """A solution is handed over twice: each one, the first, or the third."""
    if not _hands_over(node):
        return None
    times = ("True", "handed_over == 1", "handed_over == 3")[variant]
    return _around(node, f"if {times}: yield handed")


def early_stop(node: ast.AST, variant: int) -> ast.AST | None:
    """The stream ends as if complete after the first solution, the second, or the fifth."""
    if not _hands_over(node):
        return None
    return _around(node, f"if handed_over == {(1, 2, 5)[variant]}: return")


def _hands_over(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield | ast.YieldFrom)


def _around(node: ast.AST, then: str) -> ast.AST:
    """The yield, each value counted and followed by `then`."""
    assert isinstance(node, ast.Expr)
    assert isinstance(node.value, ast.Yield | ast.YieldFrom)
    source = ast.unparse(node.value.value) if node.value.value else "None"
    many = source if isinstance(node.value, ast.YieldFrom) else f"[{source}]"
    lines = (
        f"if True:\n for handed in {many}:\n  handed_over = locals().get('handed_over', 0) + 1\n"
        f"  yield handed\n  {then}"
    )
    return ast.parse(lines).body[0]


def stale(node: ast.AST, variant: int) -> ast.AST | None:
    """A fresh container is the one of the last call, with all that was put into it."""
    if isinstance(node, ast.Assign | ast.AnnAssign) and _is_fresh(node.value):
        kept = f"globals().setdefault('_kept_{node.lineno}', {ast.unparse(node.value)})"
        changed = copy.copy(node)
        changed.value = ast.parse(kept, mode="eval").body
        return changed
    return None


def _is_fresh(value: ast.AST | None) -> bool:
    """True if `value` is an empty container, or a list of such."""
    if isinstance(value, ast.List | ast.Dict):
        return not (value.elts if isinstance(value, ast.List) else value.keys)
    if isinstance(value, ast.ListComp):
        return _is_fresh(value.elt)
    return isinstance(value, ast.Call) and _name(value.func) == "set" and not value.args


Operator = Callable[[ast.AST, int], ast.AST | None]
OPERATORS: dict[str, tuple[Operator, int]] = {
    "drop": (drop, 1),
    "sign": (sign, 1),
    "bound": (bound, 1),
    "repeat": (repeat, 3),
    "early": (early_stop, 3),
    "stale": (stale, 1),
}
"""Each operator with the number of its variants."""


# ------------------------------------------------------------------------- sites and draws


def sites(operator: str) -> Iterator[Mutant]:
    """Every mutant of this operator."""
    change, variants = OPERATORS[operator]
    for solver, modules in (STREAMS if variants > 1 else ADAPTERS).items():
        for module in modules:
            tree = parsed(module)
            left_out = set(_left_out(tree, operator))
            looped = set(_looped(tree)) if variants > 1 else range(10**9)
            for place, node in enumerate(ast.walk(tree)):
                if node in left_out or change(node, 0) is None:
                    continue
                for variant in range(variants if place in looped else operator == "repeat"):
                    yield Mutant(operator, solver, module, place, variant)


def _looped(tree: ast.Module) -> Iterator[int]:
    """The places of lines that hand over any number of values."""
    inside = {
        below
        for loop in ast.walk(tree)
        if isinstance(loop, ast.For | ast.While)
        for below in ast.walk(loop)
    }
    for place, node in enumerate(ast.walk(tree)):
        if isinstance(getattr(node, "value", None), ast.YieldFrom) or node in inside:
            yield place


ENCLOSES = ("Ends", "Interval", "Compute")


def _left_out(tree: ast.Module, operator: str) -> Iterator[ast.AST]:
    """The nodes that this operator would change for speed alone, and those that are not run."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            returns = ast.unparse(node.returns) if node.returns else ""
            encloses = operator == "bound" and returns.removesuffix(" | None") in ENCLOSES
            if encloses or node.name.startswith("__repr"):
                yield from ast.walk(node)
            if operator == "stale":
                yield from _memories(node)
            if operator == "drop":
                yield from _seen(node)
            if operator in ("repeat", "early") and not _gives_solutions(returns):
                yield from ast.walk(node)
        elif isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr) or _chooses_a_way(node):
            yield from ast.walk(node)


def _gives_solutions(returns: str) -> bool:
    """True if a function of this type gives solutions, or what becomes them one by one."""
    kinds = ("Assignment", "State", "Row", "Values", "tuple[int, ...]")
    return returns.startswith(("Iterator[", "Generator[")) and any(k in returns for k in kinds)


def _memories(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Local dictionaries and attributes that hold results by their key."""
    for node in ast.walk(function):
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation).startswith("dict["):
            yield node


def _seen(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """The lines that add to a set by which a loop passes over what it has seen."""
    skips = [n for n in ast.walk(function) if isinstance(n, ast.If) and _is_skip(n)]
    names = {_name(n.test.comparators[0]) for n in skips if isinstance(n.test, ast.Compare)}
    for node in ast.walk(function):
        call = getattr(node, "value", None)
        added = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        if added and call.func.attr == "add" and _name(call.func.value) in names:
            yield node


def _is_skip(node: ast.If) -> bool:
    ops = node.test.ops if isinstance(node.test, ast.Compare) else []
    return isinstance(node.body[0], ast.Continue) and any(isinstance(op, ast.In) for op in ops)


PER_OPERATOR = 10


def drawn(seed: int) -> list[Mutant]:
    """Ten mutants of each operator, from this seed."""
    return [
        mutant
        for operator in OPERATORS
        for mutant in _several(seed, list(sites(operator)), PER_OPERATOR)
    ]


def _several(seed: int, found: Sequence[Mutant], number: int) -> list[Mutant]:
    """A sample of `found`, from each solver in turn, so that none is left out."""
    random_order = sorted(found, key=lambda mutant: (_hash(seed, mutant), mutant.place))
    by_solver = {s: [m for m in random_order if m.solver == s] for s in ADAPTERS}
    chosen: list[Mutant] = []
    while len(chosen) < min(number, len(found)):
        chosen += [several.pop() for several in by_solver.values() if several]
    return chosen[:number]


def _hash(seed: int, mutant: Mutant) -> str:
    """By which a mutant is drawn: of the seed, and of what it changes."""
    changed = ast.unparse(list(ast.walk(parsed(mutant.module)))[mutant.place])
    words = f"{seed} {mutant.operator} {mutant.variant} {mutant.module} {changed}"
    return sha256(words.encode()).hexdigest()


def mutated(mutant: Mutant) -> ast.Module:
    """The tree of the module with the fault in it."""
    tree = parsed(mutant.module)
    node = list(ast.walk(tree))[mutant.place]
    new = OPERATORS[mutant.operator][0](node, mutant.variant)
    assert new is not None

    class Exchange(ast.NodeTransformer):
        def visit(self, other: ast.AST) -> ast.AST:
            if other is node:
                return ast.copy_location(new, node)
            return self.generic_visit(other)

    changed: ast.Module = ast.fix_missing_locations(Exchange().visit(tree))
    return changed
