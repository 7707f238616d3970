"""Models as MiniZinc text in its own global constraints, which Gecode propagates whole.

The adapter of everyway writes most of them as decompositions, so that solvers stay independent; a
peer is measured at its best.
"""

from __future__ import annotations

from collections.abc import Sequence

from everyway.models import Constraint, Model
from everyway.models.language.global_constraints.cardinality import Cardinality
from everyway.models.language.global_constraints.circuit import Circuit
from everyway.models.language.global_constraints.lexicographic import Lexicographic
from everyway.models.language.global_constraints.regular import Regular
from everyway.models.language.global_constraints.table import Allowed
from everyway.solvers.harness.adapting.bounded import Term
from everyway.solvers.harness.contract import Control
from everyway.solvers.minizinc.translation import Translation


class WithGlobals(Translation):
    """As the adapter's, with more constraints posted natively."""

    def is_native(self, constraint: Constraint) -> bool:
        match constraint:
            case Allowed() | Regular():
                return bool(constraint.terms)
            case Circuit():
                return len(constraint.successors) > 1
            case Lexicographic():
                return bool(constraint.left) and len(constraint.left) == len(constraint.right)
            case Cardinality():
                return bool(constraint.terms)
        return super().is_native(constraint)

    def require_native(self, constraint: Constraint, terms: Sequence[Term]) -> None:
        names = [term.native for term in terms]
        match constraint:
            case Allowed():
                self._table(names, constraint)
            case Regular():
                self._regular(names, constraint)
            case Circuit():
                self._call("circuit", f"array1d(0..{len(names) - 1}, {_list(names)})")
            case Lexicographic():
                half = len(names) // 2
                kind = "lex_less" if constraint.strict else "lex_lesseq"
                self._call(kind, _list(names[:half]), _list(names[half:]))
            case Cardinality():
                size = len(constraint.terms)
                kind = "global_cardinality_closed" if constraint.closed else "global_cardinality"
                values = list(map(int, constraint.values))
                self._call(kind, _list(names[:size]), str(values), _list(names[size:]))
            case _:
                super().require_native(constraint, terms)

    def _call(self, name: str, *arguments: str) -> None:
        self._includes.add(name.removesuffix("_closed"))
        self._includes.add(name)
        self.add(f"{name}({', '.join(arguments)})")

    def _table(self, names: list[str], constraint: Allowed) -> None:
        rows = "".join(f"|{', '.join(map(str, row))}" for row in constraint.rows)
        self._call("table", _list(names), f"[{rows}|]")

    def _regular(self, names: list[str], constraint: Regular) -> None:
        """States from 1, as MiniZinc counts them; 0 is failure."""
        letters = sorted({int(value) for _, value, _ in constraint.transitions})
        states = 1 + max(
            [constraint.start, *(s for a, _, b in constraint.transitions for s in (a, b))]
        )
        after = {(a, int(value)): b + 1 for a, value, b in constraint.transitions}
        rows = "".join(
            "|" + ", ".join(str(after.get((state, value), 0)) for value in _span(letters))
            for state in range(states)
        )
        first = letters[0] - 1
        shifted = _list([f"{name} - {first}" if first else name for name in names])
        for name in names:
            self.add(f"{name} in {letters[0]}..{letters[-1]}")
        accepting = "{" + ", ".join(str(state + 1) for state in constraint.accepting) + "}"
        size = str(letters[-1] - first)
        start = str(constraint.start + 1)
        self._call("regular", shifted, str(states), size, f"[{rows}|]", start, accepting)


def _span(letters: list[int]) -> range:
    return range(letters[0], letters[-1] + 1)


def _list(names: Sequence[str]) -> str:
    return f"[{', '.join(names)}]"


def text_of(model: Model) -> str:
    """The model as MiniZinc text, with a search that takes the smallest domain first."""
    translation = WithGlobals(model, Control().check)
    translation.post(model.constraints)
    return translation.text()
