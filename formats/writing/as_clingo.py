"""A model as a ground program for clingo, which shows `value(NAME,VALUE)` of each variable."""

from __future__ import annotations

from collections.abc import Iterator

from ...models.language.model import Model
from ...solvers.clingo.translation import LARGEST, Rules, Translation, text_of
from ...solvers.harness.adapting.literals import Aim, costs
from ...solvers.harness.contract import Control, Unsupported
from .preparing import Prepared


def text(model: Model) -> str:
    """`model` as a program. Raises: Unsupported."""
    prepared = Prepared(model, "clingo")
    aim = None if prepared.goal is None else Aim(prepared.model, prepared.goal)
    posted = prepared.model if aim is None else aim.model
    rules = Rules()
    translation = Translation(rules, posted, Control())
    translation.post(posted.constraints)
    weights = [] if aim is None else costs(aim.terms(translation))
    terms = {variable.name: term for variable, term in translation.variables.items()}

    def shown() -> Iterator[str]:
        for variable in prepared.shown:
            for code, literal in terms[variable.name].items():
                value = prepared.value(variable, code)
                if isinstance(value, int) and abs(value) > LARGEST:
                    raise Unsupported(f"clingo has no number {value}, to show {variable.name}")
                plain = _quoted(value) if isinstance(value, str) else value
                yield f"value({_quoted(variable.name)},{plain}) :- {text_of(literal, {})}."

    lines = [f"% {remark}" for remark in prepared.remarks({})]
    lines.append("% clingo --project=show --warn=no-atom-undefined 0 FILE finds all solutions")
    lines += [rule.text({}) for rule in rules.noted]
    lines += shown()
    lines.append("#show value/2.")
    if aim is not None:
        parts = (f"{cost},{n}: {text_of(one, {})}" for n, (one, cost) in enumerate(weights))
        lines.append(f"#minimize {{{'; '.join(parts)}}}.")
    return "\n".join([*lines, ""])


def _quoted(text: str) -> str:
    """`text` as clingo's, which has signs for three characters alone."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{plain}"'
