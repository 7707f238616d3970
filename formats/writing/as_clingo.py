"""A model as a program for clingo, in which a rule refutes what a constraint forbids.

A variable is an atom for each of its values, as in `cell(1,2,5)`; one of 0 and 1 is an atom that
says that it is 1. What has no rules of few words is written as the adapter's ground rules.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from ...models.language.constraints import Constraint
from ...models.language.expressions import Variable
from ...models.language.model import Model
from ...solvers.clingo import translation as clingo
from ...solvers.harness.adapting.literals import Aim, Literal, costs
from ...solvers.harness.adapting.literals import Term as Literals
from ...solvers.harness.contract import Control, Unsupported
from .as_literals import two_valued
from .brackets import at_top
from .clingo_rules import NotSaid, Predicates, Rules, quoted
from .group_arrays import keys_of, labelled_rules
from .preparing import Prepared, identifiers, in_one_line, renamed


class _Program(clingo.Translation):
    """Ground rules, in which one atom stands for a variable of 0 and 1."""

    def __init__(self, labelled: Container[str], program: Any, model: Model) -> None:
        """The values of the variables that are `labelled` are no numbers."""
        self._labelled = labelled
        super().__init__(program, model, Control())

    def declared(self, variable: Variable) -> Literals:
        is_truth = [*variable.domain] == [0, 1] and variable.name not in self._labelled
        self._within[variable] = variable.bounds(())  # other rules are not of the ends
        return two_valued(variable, self.new) if is_truth else super().declared(variable)


def text(model: Model) -> str:
    """`model` as a program for clingo. Raises: Unsupported."""
    prepared = Prepared(model, "clingo")
    aim = None if prepared.goal is None else Aim(prepared.model, prepared.goal)
    posted = prepared.model if aim is None else aim.model
    ground = clingo.Rules()
    program = _Program(prepared.labelled, ground, posted)
    names = _predicates(model)
    terms = {variable.name: term for variable, term in program.variables.items()}
    atoms = _atoms_of(model, prepared, terms, names)
    text_of = {literal: atom for one in atoms.values() for literal, atom in one.items()}
    predicates = Predicates(model, prepared, names)
    rules = Rules(predicates, posted, prepared)
    start = len(ground.noted)
    body: list[str] = []
    for label, constraints in labelled_rules(model, posted):
        lines: list[str] = []
        for is_said, several in groupby(_said(rules, constraints), lambda pair: pair[1] is not None):
            if is_said:
                lines += rules.said([one for _, some in several for one in some or []])
            else:
                program.post([constraint for constraint, _ in several])
                lines += (rule.text(text_of) for rule in ground.noted[start:])
                start = len(ground.noted)
        lines = [*rules.definitions(), *lines]
        body += [f"% {in_one_line(label)}"] if label and lines else []
        body += predicates.facts(lines)
    if aim is not None:
        weights = enumerate(costs(aim.terms(program)))
        body += (rule.text(text_of) for rule in ground.noted[start:])
        parted = (f"{cost},{n}: {clingo.text_of(one, text_of)}" for n, (one, cost) in weights)
        body.append(f"#minimize {{{'; '.join(parted)}}}.")
    lines = [f"% {remark}" for remark in prepared.head()]
    lines += renamed({new: old for old, new in names.items()}, "% ")
    lines.append("% clingo --project=show --warn=no-atom-undefined 0 FILE finds all solutions")
    true = clingo.text_of(program.true, {})
    lines += [f"{true}."] if any(f"{true} " in f"{one.replace('.', ' ')}" for one in body) else []
    return "\n".join([*lines, *predicates.choices(), *body, *_shown(prepared, atoms), ""])


def _said(
    rules: Rules, constraints: Sequence[Constraint]
) -> Iterator[tuple[Constraint, list[str] | None]]:
    """Each constraint, and its tests; None if rules do not say it."""
    for constraint in constraints:
        try:
            yield constraint, rules.tests(constraint)
        except (NotSaid, Unsupported):
            yield constraint, None


def _shown(prepared: Prepared, atoms: Mapping[str, Mapping[Literal, str]]) -> list[str]:
    """What a solution consists of."""
    shown = {one.name for one in prepared.shown}
    hidden = [atom for name, one in atoms.items() if name not in shown for atom in one.values()]
    wanted = [atom for name, one in atoms.items() if name in shown for atom in one.values()]
    if {*map(_signature, hidden)}.isdisjoint(map(_signature, wanted)):
        return [f"#show {one}." for one in dict.fromkeys(map(_signature, wanted))] or ["#show."]
    return ["#show.", *(f"#show {atom} : {atom}." for atom in wanted)]


def _signature(atom: str) -> str:
    """The name of an atom, and the number of its arguments."""
    name, bracket, inside = atom.partition("(")
    inner = re.sub(r'"(?:[^"\\]|\\.)*"', '""', inside[:-1])
    commas = sum(inner[place] == "," for place in at_top(inner))
    return f"{name}/{commas + 1 if bracket else 0}"


def _predicates(model: Model) -> dict[str, str]:
    """A predicate for each group."""
    lowered = {one.name: one.name[:1].lower() + one.name[1:] for one in model.groups}
    wanted = {name: re.sub(r"^(a\d*)$", r"\1_v", plain) for name, plain in lowered.items()}
    return identifiers(wanted, ["not"])


def _atoms_of(
    model: Model, prepared: Prepared, terms: Mapping[str, Literals], names: Mapping[str, str]
) -> dict[str, dict[Literal, str]]:
    """For each variable the atoms of its literals, in which none is negative.

    Raises: Unsupported for a number that clingo does not have.
    """
    found: dict[str, dict[Literal, str]] = {}
    for group in model.groups:
        keys = keys_of(group) or [()] * len(group.variables)
        for variable, key in zip(group.variables, keys, strict=True):
            term, name = terms[variable.name], names[group.name]
            is_truth = min(term.values()) < 0
            found[variable.name] = {
                literal: _atom(
                    name, [*key, *([] if is_truth else [prepared.value(variable, code)])]
                )
                for code, literal in term.items()
                if literal > 0
            }
    return found


def _atom(name: str, arguments: Sequence[int | str]) -> str:
    for one in arguments:
        if isinstance(one, int) and abs(one) > clingo.LARGEST:
            raise Unsupported(f"clingo has no number {one}, to show {name}")
    listed = ",".join(quoted(one) for one in arguments)
    return f"{name}({listed})" if arguments else name
