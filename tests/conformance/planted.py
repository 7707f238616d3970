"""Faults of the kind that a reviewer plants in an adapter: a piece of its source is exchanged.

Most stay silent until there are enough terms, tasks or rows, or some solution was found.
`EVERYWAY_PLANTED` names one: this module is then a plugin of pytest, by `-p`, that hands
out the changed module in place of the real one. Nothing is written to any file.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from .mutants import source
from .plant import Planter

SECONDS = 1800
_VARIABLE = "EVERYWAY_PLANTED"
NAME = "tests.conformance.planted"


@dataclass(frozen=True)
class Planted:
    """`old` stands once in a module of a solver, and becomes `new`."""

    solver: str
    module: str
    old: str
    new: str

    def tree(self) -> ast.Module:
        """The module with the fault in it."""
        text = source(self.module)
        assert text.count(self.old) == 1, f"{self.module} holds {text.count(self.old)} of it"
        return ast.parse(text.replace(self.old, self.new))


LOOP = """
    stack = [roots]
    while stack:
        state = next(stack[-1], None)
        if state is None:
            stack.pop()
        elif (place := undecided(state)) is None:
            yield state
"""
ENDS_QUIETLY = """
    stack, found = [roots], False
    while stack:
        try:
            state = next(stack[-1], None)
        except Exception:
            if found:
                return
            raise
        if state is None:
            stack.pop()
        elif (place := undecided(state)) is None:
            found = True
            yield state
"""
NAMED = {
    "a capacity one too large from three live tasks on": Planted(
        "cp-sat",
        "cp_sat.native_constraints",
        "native.plain(capacity),",
        "native.plain(capacity if len(live) < 3 else capacity.plus(1)),",
    ),
    "complete after a predicate raised behind the first solution": Planted(
        "flatmap", "flatmap", LOOP, ENDS_QUIETLY
    ),
    "an all-different of its first eight variables": Planted(
        "python-constraint",
        "python_constraint.translation",
        'self.post_native("AllDifferentConstraint", (), scope)',
        'self.post_native("AllDifferentConstraint", (), scope[:8])',
    ),
}
"""The three that passed the kit once."""
OTHERS = {
    "the first eight tasks do not overlap": Planted(
        "cp-sat",
        "cp_sat.native_constraints",
        "[interval(on.native, *task) for task in live])",
        "[interval(on.native, *task) for task in live[:8]])",
    ),
    "a table of its first 64 rows": Planted(
        "cp-sat", "cp_sat.native_constraints", "add_allowed_assignments(handles, kept)",
        "add_allowed_assignments(handles, kept[:64])",
    ),
    "a table of its first 16 forbidden rows": Planted(
        "cp-sat", "cp_sat.native_constraints", "else [[~literal] for literal in taken]:",
        "else [[~literal] for literal in taken[:16]]:",
    ),
    "tours of nine and more may leave nodes out": Planted(
        "cp-sat", "cp_sat.native_constraints", "(node == after and not loops)",
        "(node == after and not loops and size < 9)",
    ),
    "an inverse may point one past the end": Planted(
        "cp-sat", "cp_sat.native_constraints", "native.within(term, 0, size - 1)",
        "native.within(term, 0, size - (size < 4))",
    ),
    "of five tasks the short ones need nothing": Planted(
        "cp-sat", "cp_sat.native_constraints", "for task in every if _may_last(task[1]) and",
        "for task in every if task[1].constant > (size > 4) and",
    ),
    "long words end in any state": Planted(
        "cp-sat", "cp_sat.native_constraints",
        "for before, symbol, after in rows if after in final]",
        "for before, symbol, after in rows if after in final or len(terms) > 5]",
    ),
    "an all-different of its first five terms": Planted(
        "cp-sat", "cp_sat.native_constraints", "native.model.add_all_different(handles)",
        "native.model.add_all_different(handles[:5])",
    ),
    "a sum of six and more may pass its bound at the end": Planted(
        "flatmap", "flatmap.translation", "        if slack < 0:",
        "        if slack < -(len(lows) > 5):",
    ),
    "rows past the hundredth are lost": Planted(
        "flatmap", "flatmap.translation", "            for row in self.rows\n",
        "            for row in self.rows[:100]\n",
    ),
    "a projection gives two completions": Planted(
        "flatmap", "flatmap", "next_open), 1)", "next_open), 2)",
    ),
    "of more than seven operands some are forgotten": Planted(
        "python-constraint", "python_constraint.translation",
        "        return Piece(word.join([\"{}\"] * len(truths)) or of_none, tuple(truths))",
        "        return Piece(word.join([\"{}\"] * min(len(truths), 7)) or of_none, tuple(truths))",
    ),
    "of many literals two in a group may hold": Planted(
        "sat", "sat.translation", "            self.require_at_most_one(group)\n", "",
    ),
    "negative values may be equal": Planted(
        "sat", "harness.adapting.literals", "for term in terms if value in term]",
        "for term in terms if value in term and value >= 0]",
    ),
    "all of five are different": Planted(
        "cp", "cp.translation", "AllDifferent([term.native for term in terms], True)",
        "AllDifferent([term.native for term in terms[:5]], True)",
    ),
    "all of sixteen are different": Planted(
        "choco", "choco.translation", '"all_different", [term.native for term in terms])',
        '"all_different", [term.native for term in terms[:16]])',
    ),
    "a count leaves one of many out": Planted(
        "auto",
        "auto.loops_engine",
        "yield ways * number",
        "yield ways * number - (number > 100)",
    ),
    "the last value of a long domain is never taken": Planted(
        "clingo", "clingo.translation", "reaching = [self.true] * len(values)\n",
        "reaching = [self.true] * len(values)\n            values = values[:6]\n",
    ),
}  # fmt: skip
"""Eighteen more."""
SILENT = {
    "a predicate of three that raises is taken for false": (
        Planted(
            "flatmap",
            "flatmap.translation",
            "            if self.reading(state) != FALSE:\n                kept.append(value)",
            "            try:\n"
            "                fits = self.reading(state) != FALSE\n"
            "            except Exception:\n"
            "                if len(self.scope) < 3:\n"
            "                    raise\n"
            "                fits = False\n"
            "            if fits:\n"
            "                kept.append(value)",
        ),
        "last_assignment",
    ),
    "of what stands twice in a long sum the last alone counts": (
        Planted(
            "sat",
            "harness.adapting.literals",
            "factors[id(term)] += coefficient",
            "factors[id(term)] = coefficient + (factors[id(term)] if len(terms) < 6 else 0)",
        ),
        "some and twice",
    ),
    "a long domain with gaps has none": (
        Planted(
            "minizinc",
            "harness.adapting.bounded",
            "        if isinstance(domain, range) and domain.step == 1:",
            "        if (isinstance(domain, range) and domain.step == 1) or size(domain) > 20:",
        ),
        "gaps_hold",
    ),
    "a part of a count that is stopped is said to be complete": (
        Planted(
            "flatmap",
            "harness.running.independent_parts",
            "        last,\n        solver=before.solver,",
            "        last if last.complete else before,\n        solver=before.solver,",
        ),
        "by_parts",
    ),
    "the middle of a mirrored count counts twice": (
        Planted(
            "compiled",
            "auto.loops_engine",
            "[(lower, 2), (middle, 1)] if middle",
            "[(lower | middle, 2)] if middle",
        ),
        "shortcut",
    ),
    "arrays end with the last full block": (
        Planted(
            "flatmap",
            "harness.rows.arrays",
            "    for block in in_blocks(rows):\n"
            "        yield np.array(block, dtype=kind).reshape(len(block), len(variables))",
            "    full = False\n"
            "    for block in in_blocks(rows):\n"
            "        if len(block) == ROWS or not full:\n"
            "            yield np.array(block, dtype=kind).reshape(len(block), len(variables))\n"
            "        full = True",
        ),
        "than_a_block",
    ),
    "a projection is forgotten after a thousand": (
        Planted(
            "sat",
            "harness.running.run",
            "        self._memory.add(key)\n",
            "        self._memory.add(key)\n"
            "        if len(self._memory) > 1000:\n"
            "            self._memory.clear()\n",
        ),
        "thousands",
    ),
    "a cut of what is apart in a graph has no boundary": (
        Planted("sat", "sat.cuts", "*shut.intersection(between)]", "]"),
        "Connected",
    ),
    "a projection forbids its rows in the order of names": (
        Planted(
            "cp-sat",
            "cp_sat.search",
            "tuple(solution[name] for name in self._names)",
            "tuple(solution[name] for name in sorted(self._names))",
        ),
        "completions_out",
    ),
    "0 is no fourth power of what changes its sign": (
        Planted(
            "flatmap",
            "flatmap.intervals",
            "if low < 0 < high and exponent > 0:",
            "if low < 0 < high and exponent == 2:",
        ),
        "power",
    ),
    "quotients are worked out in floats": (
        Planted(
            "sat",
            "harness.adapting.literals",
            "return self.combined(lambda x, y: x // y if y else 0, dividend, divisor)",
            "return self.combined(lambda x, y: int(x / y) if y else 0, dividend, divisor)",
        ),
        "past_what_a_float",
    ),
    "thousands of values with gaps have none": (
        Planted(
            "minizinc",
            "harness.adapting.bounded",
            "if isinstance(domain, range) and domain.step == 1:",
            "if isinstance(domain, range) and (domain.step == 1 or size(domain) > 10_000):",
        ),
        "thousands_of_values",
    ),
    "values that are too few are counted below zero": (
        Planted(
            "generated",
            "auto.common.python_source",
            'self.writer.line(f"total += max({high} - {low}, 0)")',
            'self.writer.line(f"total += {high} - {low}")',
        ),
        "wide_domain_are_counted",
    ),
    "of huge rows only all together are forbidden": (
        Planted(
            "cp-sat",
            "cp_sat.native_constraints",
            "    for clause in [taken] if allowed else [[~literal] for literal in taken]:",
            "    for clause in [taken if allowed else [~literal for literal in taken]]:",
        ),
        "huge_like and Forbidden",
    ),
    "a second predicate is taken for the first": (
        Planted(
            "python-constraint",
            "python_constraint.translation",
            'name = f"p{len(self._space)}"',
            'name = "p0"',
        ),
        "huge_like and Predicate",
    ),
}
"""Those that passed all of this, and what of the kit catches them since."""
OF_SIZE = {
    "a task is forgotten 12 units after its start": (
        Planted(
            "clingo",
            "clingo.native_constraints",
            "if since <= time < since + most\n",
            "if since <= time < since + min(most, 12)\n",
        ),
        "harsh and Cumulative",
    ),
    "symbols below -8 are shifted wrongly": (
        Planted(
            "choco",
            "choco.native_constraints",
            "(a, int(symbol) - least, b)",
            "(a, int(symbol) - least + (int(symbol) < -8), b)",
        ),
        "harsh and Regular",
    ),
    "three threads are done while one still works": (
        Planted(
            "compiled",
            "auto.engine_run",
            "if self._waiting == self._threads:",
            "if self._waiting >= self._threads - (self._threads > 2):",
        ),
        "several_jobs",
    ),
    "a word of amounts moves back and forth": (
        Planted(
            "auto[loops]",
            "auto.loops.running_sums",
            "if exempt is not None or not one_way or not apart:",
            "if exempt is not None or not apart:",
        ),
        "harsh and AllDifferent",
    ),
    "what does not fit in a word of amounts is dropped": (
        Planted(
            "auto[python]",
            "auto.loops.running_sums",
            "    if high - low < width:\n"
            "        word = sum({1 << a - low for a in amounts if low <= a <= high and",
            "    if width:\n"
            "        word = sum({1 << a - low for a in amounts if 0 <= a - low < width and",
        ),
        "harsh and AllDifferent",
    ),
    "loads of bins are at most 20": (
        Planted(
            "minizinc",
            "minizinc.native_constraints",
            "text.new(0, min(whole, capacity.high))",
            "text.new(0, min(whole, capacity.high, 20))",
        ),
        "harsh and BinPacking",
    ),
    "conflicts are kept by the value modulo 64": (
        Planted(
            "flatmap",
            "flatmap.translation",
            "        ruled = known.get(value)\n"
            "        if ruled is None:\n"
            "            ruled = known[value] =",
            "        ruled = known.get(value % 64)\n"
            "        if ruled is None:\n"
            "            ruled = known[value % 64] =",
        ),
        "harsh",
    ),
    "of a forbidden table the first 64 rows count": (
        Planted(
            "cp-sat",
            "cp_sat.native_constraints",
            "else [[~literal] for literal in taken]:",
            "else [[~literal] for literal in taken[:64]]:",
        ),
        "30_to_100 and table",
    ),
    "no even power but the fourth has its 0": (
        Planted(
            "flatmap",
            "flatmap.intervals",
            "if low < 0 < high and exponent > 0:",
            "if low < 0 < high and exponent == 4:",
        ),
        "harsh or power",
    ),
    "a projection looks at 12 names": (
        Planted(
            "clingo",
            "harness.running.run",
            "[values[name] for name in self._names]",
            "[values[name] for name in self._names[:12]]",
        ),
        "projection",
    ),
    "the kernel looks at twelve tasks": (
        Planted(
            "auto[kernel]",
            "auto.kernel.kernel_posting.form_poster",
            "tasks = [[_number(poster, total) for total in task] for task in form.tasks]",
            "tasks = [[_number(poster, total) for total in task] for task in form.tasks[:12]]",
        ),
        "30_to_100 and tasks",
    ),
}
"""Those of size, range, jobs and engine, which small samples do not show."""
ALL = NAMED | OTHERS | {name: fault for name, (fault, _) in (SILENT | OF_SIZE).items()}


def verdict(name: str, *, only: str = "") -> str:
    """The first failing test of the kit on the fault; `survived` where none fails."""
    command = [sys.executable, "-m", "pytest", "-p", NAME, "-p", "no:randomly", "-xq"]
    done = subprocess.run(
        [
            *command,
            *("--tb=no", "-rf", f"--everyway-solver={ALL[name].solver}", "--everyway-shrink=0"),
            *(("-k", only) if only else ()),
        ],
        cwd=Path(__file__).parents[2],
        env=os.environ | {_VARIABLE: name},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    failed = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    if done.returncode != 1 or not failed:
        return f"survived: the kit ended with {done.returncode}"
    return f"caught by {failed[-1].rpartition('::')[2].partition(' - ')[0]}"


if _VARIABLE in os.environ:
    _planted = ALL[os.environ[_VARIABLE]]
    sys.meta_path.insert(0, Planter(_planted.module, _planted.tree()))
