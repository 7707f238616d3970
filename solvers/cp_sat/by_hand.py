"""A model as a script for CP-SAT, which needs nothing but OR-Tools.

It writes down what this adapter posts, from the native model itself, so that the script asks of
CP-SAT exactly what was asked of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..harness.adapting.script import Row, commented, header, literal
from .translation import Translation, places

if TYPE_CHECKING:
    from ...models.language.model import Model

PARAMETERS: Mapping[str, Any] = {"num_workers": 1, "enumerate_all_solutions": True}
"""The parameters of the adapter that matter for the solutions that are found."""

MOST_ATTEMPTS = 300
"""The number of times that a script looks for a fault that shows by chance."""

SCRIPT = '''"""{title}

{about}
"""

import sys
from collections import Counter

from ortools.sat.python import cp_model

{expected}

model = cp_model.CpModel()
{posted}


class Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self):
        super().__init__()
        self.found = []

    def on_solution_callback(self):
        self.found.append(({values}))


def enumerated():
    solver = cp_model.CpSolver()
{parameters}
    collector = Collector()
    status = solver.status_name(solver.solve(model, collector))
    return status, collector.found


# the fault may not show in every run
for attempt in range({attempts}):
    status, found = enumerated()
    print(f"attempt {{attempt + 1}}: {{status}}, {{len(found)}} solutions reported")
    if status in ("OPTIMAL", "INFEASIBLE") and Counter(found) == Counter(EXPECTED):
        continue
    print("missing:", sorted((Counter(EXPECTED) - Counter(found)).elements()))
    print("invented or repeated:", sorted((Counter(found) - Counter(EXPECTED)).elements()))
    sys.exit(1)
print("the fault did not show")
'''


def script(
    model: Model, expected: Iterable[Row], about: str, parameters: Mapping[str, Any] = PARAMETERS
) -> str:
    """A script that exits with 1 while CP-SAT does not find exactly the rows of `expected`.

    `model` has integer domains alone; `parameters` are those of the solver. Raises: Unsupported.
    """
    translation = Translation(model, lambda: None)
    proto = translation.native.model.proto
    held = places(translation.native, list(translation.variables.values()))
    indices = (index for index, _, _ in held)
    names = dict(zip(indices, (variable.name for variable in model.variables), strict=True))
    terms = [_scaled(f"self.value(v[{index}])", factor, plus) for index, factor, plus in held]
    title = "The solutions that CP-SAT, of OR-Tools, finds of a small model."
    return SCRIPT.format(
        title=title,
        about=header(about),
        expected=literal("EXPECTED", [v.name for v in model.variables], expected),
        posted="\n".join([*_declared(proto, names), *_posted(proto)]),
        values="".join(f"{term}, " for term in terms).rstrip(" "),
        parameters="\n".join(
            f"    solver.parameters.{name} = {value!r}" for name, value in parameters.items()
        ),
        attempts=MOST_ATTEMPTS if parameters.get("num_workers") != 1 else 1,
    )


def _scaled(term: str, factor: int, plus: int) -> str:
    times = term if factor == 1 else f"{factor} * {term}"
    return times if not plus else f"{times} + {plus}"


def _declared(proto: Any, names: Mapping[int, str]) -> Iterable[str]:
    yield "v = [  # variables; those without a name are determined by the others"
    for place, variable in enumerate(proto.variables):
        ends = list(variable.domain)
        call = f"model.new_int_var({ends[0]}, {ends[-1]}, {variable.name!r}),"
        if len(ends) > 2:
            domain = f"cp_model.Domain.from_flat_intervals({ends})"
            call = f"model.new_int_var_from_domain({domain}, {variable.name!r}),"
        yield f"    {call}{commented(names[place]) if place in names else ''}"
    yield "]"


def _posted(proto: Any) -> Iterable[str]:
    intervals: dict[int, str] = {}
    for place, constraint in enumerate(proto.constraints):
        kind = _kind(constraint)
        if kind == "interval":
            intervals[place] = f"task{place}"
            yield f"task{place} = {_interval(constraint.interval)}"
            continue
        enforced = ", ".join(map(_switch, constraint.enforcement_literal))
        when = f".only_enforce_if({enforced})" if enforced else ""
        yield f"model.{_call(kind, getattr(constraint, kind), intervals)}{when}"


def _kind(constraint: Any) -> str:
    """The one field that is set."""
    if hasattr(constraint, "WhichOneof"):
        return str(constraint.WhichOneof("constraint"))
    names = [name[4:] for name in dir(constraint) if name.startswith("has_")]
    return next(name for name in names if getattr(constraint, f"has_{name}")())


def _switch(number: int) -> str:
    return f"v[{number}]" if number >= 0 else f"v[{~number}].negated()"


def _linear(expression: Any) -> str:
    """A linear expression of Python's."""
    return _sum(expression.vars, expression.coeffs, expression.offset)


def _sum(variables: Sequence[int], coefficients: Sequence[int], offset: int = 0) -> str:
    pairs = zip(variables, coefficients, strict=True)
    signs = {1: "", -1: "-"}
    terms = [f"{signs.get(c, f'{c} * ')}v[{v}]" for v, c in pairs]
    if offset or not terms:
        terms.append(str(offset))
    return " + ".join(terms).replace("+ -", "- ")


def _interval(task: Any) -> str:
    if not list(task.size.vars):
        call, size = "new_fixed_size_interval_var", str(task.size.offset)
        return f'model.{call}({_linear(task.start)}, {size}, "")'
    ends = ", ".join(_linear(part) for part in (task.start, task.size, task.end))
    return f'model.new_interval_var({ends}, "")'


def _call(kind: str, body: Any, intervals: Mapping[int, str]) -> str:
    """The method that posts `body`, with its arguments."""
    match kind:
        case "linear":
            return _within(body)
        case "bool_or" | "bool_and" | "bool_xor" | "at_most_one" | "exactly_one":
            return f"add_{kind}([{', '.join(map(_switch, body.literals))}])"
        case "int_prod" | "int_div" | "int_mod" | "lin_max":
            return _arithmetic(kind, body)
        case "all_diff":
            return f"add_all_different([{_listed(body.exprs)}])"
        case "element":
            index, target = _linear(body.linear_index), _linear(body.linear_target)
            return f"add_element({index}, [{_listed(body.exprs)}], {target})"
        case "table":
            width, values = len(body.exprs), list(body.values)
            rows = [tuple(values[k : k + width]) for k in range(0, len(values), width)]
            which = "forbidden" if body.negated else "allowed"
            return f"add_{which}_assignments([{_listed(body.exprs)}], {rows})"
        case "automaton":
            moves = zip(
                body.transition_tail, body.transition_label, body.transition_head, strict=True
            )
            ends = f"{body.starting_state}, {list(body.final_states)}, {list(moves)}"
            return f"add_automaton([{_listed(body.exprs)}], {ends})"
        case "circuit":
            arcs = zip(body.tails, body.heads, map(_switch, body.literals), strict=True)
            listed = ", ".join(f"({tail}, {head}, {switch})" for tail, head, switch in arcs)
            return f"add_circuit([{listed}])"
        case "no_overlap":
            return f"add_no_overlap([{', '.join(intervals[k] for k in body.intervals)}])"
        case "cumulative":
            tasks = ", ".join(intervals[k] for k in body.intervals)
            demands, capacity = _listed(body.demands), _linear(body.capacity)
            return f"add_cumulative([{tasks}], [{demands}], {capacity})"
        case _:
            raise NotImplementedError(f"no script is written for a constraint of kind {kind}")


def _listed(expressions: Iterable[Any]) -> str:
    return ", ".join(map(_linear, expressions))


def _within(body: Any) -> str:
    """A sum is in a domain, said as simply as it can be."""
    terms, domain = _sum(body.vars, body.coeffs), list(body.domain)
    if not list(body.vars):
        terms = "cp_model.LinearExpr.sum([])"
    elif len(domain) == 2:
        low, high = domain
        if low == high:
            return f"add({terms} == {low})"
        return f"add_linear_constraint({terms}, {low}, {high})"
    within = f"cp_model.Domain.from_flat_intervals({domain})"
    return f"add_linear_expression_in_domain({terms}, {within})"


def _arithmetic(kind: str, body: Any) -> str:
    target, parts = _linear(body.target), [_linear(part) for part in body.exprs]
    match kind:
        case "int_prod":
            return f"add_multiplication_equality({target}, [{', '.join(parts)}])"
        case "int_div":
            return f"add_division_equality({target}, {', '.join(parts)})"
        case "int_mod":
            return f"add_modulo_equality({target}, {', '.join(parts)})"
        case _:
            return f"add_max_equality({target}, [{', '.join(parts)}])"
