"""A program that reads XCSP3 from its input and writes the model as data, in one line.

It is run by `xcsp3_files`. Whatever goes wrong is an error in a line, too.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout, suppress
from functools import partialmethod
from importlib import import_module
from itertools import groupby
from operator import itemgetter
from typing import Any

from ..models.language.arithmetic_expressions import product, total
from ..models.language.choices import maximum, minimum
from ..models.language.constraints import RELATIONS, Constraint
from ..models.language.errors import ModelError
from ..models.language.expressions import Expression, indicator
from ..models.language.files.model_as_data import to_data
from ..models.language.model import Model
from ..models.language.rules import Rule
from .cpmpy_meanings import MEANINGS
from .flatzinc.builtin_constraints import boxes_apart
from .flatzinc.terms import groups_by_index, number, sure
from .xcsp3_constraints import Constraints, Several, unrolled
from .xcsp3_files import without_tables

# ------------------------- The constraints of XCSP3 on packing and scheduling, and its objectives.


class Instance(Constraints):
    """Takes all that pycsp3's parser reports of an instance."""

    # ----------------------------------------------------------------- packing and scheduling

    def ctr_nooverlap(self, origins: Several, lengths: Several, zero_ignored: Any) -> None:
        boxes = [[x] for x in origins], [[x] for x in lengths]
        self.ctr_nooverlap_multi(*boxes, zero_ignored)

    def ctr_nooverlap_multi(self, origins: Several, lengths: Several, zero_ignored: Any) -> None:
        """Boxes that do not overlap; of those without extent one may demand it all the same."""
        boxes = [[self._numbers(box) for box in several] for several in (origins, lengths)]
        ignored = str(zero_ignored).lower() == "true"
        self._post(boxes_apart(self.names, *boxes, strict=not ignored))

    def ctr_nooverlap_mixed(
        self, xs: Several, ys: Several, dx: Several, dy: Several, zero_ignored: Any
    ) -> None:
        boxes = [*zip(xs, ys, strict=True)], [*zip(dx, dy, strict=True)]
        self.ctr_nooverlap_multi(*boxes, zero_ignored)

    def ctr_cumulative(
        self, origins: Several, lengths: Several, heights: Several, condition: Any
    ) -> None:
        most = self._most(condition, "cumulative")
        tasks = [self._numbers(given) for given in (origins, lengths, heights)]
        self._post(MEANINGS["cumulative"](self.names, *tasks, most))

    def _loads(self, scope: Several, sizes: Several, bins: Iterable[int]) -> Iterator[Expression]:
        terms, weights = self._numbers(scope), [*unrolled(sizes)]
        for place in bins:
            inside = [indicator(sure(term == place)) for term in terms]
            yield total(w * one for w, one in zip(weights, inside, strict=True))

    def ctr_binpacking(self, scope: Several, sizes: Several, condition: Any) -> None:
        most = self._most(condition, "binPacking")
        bins = {value for one in self._numbers(scope) for value in getattr(one, "domain", ())}
        for load in self._loads(scope, sizes, sorted(bins)):
            self._post(load <= most)

    def _bounded_loads(
        self, scope: Several, sizes: Several, bounds: Several, relation: str
    ) -> None:
        right = self._numbers(bounds)
        for term in self._numbers(scope):
            self._post(self._within(term, range(len(right)), inside=True))
        for load, most in zip(self._loads(scope, sizes, range(len(right))), right, strict=True):
            self._post(RELATIONS[relation](load, most))

    ctr_binpacking_limits = partialmethod(_bounded_loads, relation="<=")
    ctr_binpacking_loads = partialmethod(_bounded_loads, relation="==")

    def ctr_knapsack(
        self, scope: Several, weights: Several, weight: Any, profits: Several, profit: Any
    ) -> None:
        self.ctr_sum(scope, weights, weight)
        self.ctr_sum(scope, profits, profit)

    # ------------------------------------------------------------------------- objectives

    def _aim(self, sense: str, *given: Any) -> None:
        """An objective: a term, or a kind, terms and factors."""
        if self.objective:
            raise ModelError("there is a second objective")
        goal = self._number(*given) if len(given) == 1 else self._special(*given)
        self.objective = {sense: goal}

    obj_minimize = obj_minimize_special = partialmethod(_aim, "minimise")
    obj_maximize = obj_maximize_special = partialmethod(_aim, "maximise")

    def _special(self, kind: Any, terms: Several, factors: Several | None) -> Any:
        name = kind.name
        if name == "SUM":
            return self._sum(terms, factors)
        by = [1] * len(terms) if not factors else [*unrolled(factors)]
        read = [f * t if f != 1 else t for f, t in zip(by, self._numbers(terms), strict=True)]
        several: dict[str, Any] = {
            "MINIMUM": minimum,
            "MAXIMUM": maximum,
            "PRODUCT": product,
            "LEX": tuple,
        }
        if name in several:
            return several[name](read)
        if name == "NVALUES":
            return number(MEANINGS["nvalue"](self.names, *read))
        if name == "EXPRESSION" and len(read) == 1:
            return read[0]
        raise ModelError(f"the objective of the type {name.lower()} is not known")


MOST_MEMORY = 8 * 2**30
"""The bytes that reading may take, where the system can bound them."""


def main() -> None:
    """Read, write, and end at once: pycsp3 writes files when a process ends."""
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # nothing that a library prints is taken for the answer
    with suppress(ImportError, ValueError, OSError):
        resource: Any = import_module("resource")
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    output.write(json.dumps(without_tables(_answer(sys.stdin.buffer.read().decode()))))
    output.flush()
    os._exit(0)


def _answer(text: str) -> dict[str, Any]:
    said = io.StringIO()
    try:
        with redirect_stdout(said):
            return {"model": to_data(_read(text))}
    except MemoryError:
        return {"error": "it needs too much memory; take a smaller instance"}
    except RecursionError:
        return {"error": "its expressions nest too deep for pycsp3's parser"}
    except SystemExit:
        named = re.search(r"\b(?:ctr|obj)_(\w+)", said.getvalue())
        what = named[1].replace("_", " ") if named else " ".join(said.getvalue().split()[-12:])
        return {"error": f"it holds what is not read: {what}"[:400]}
    except BaseException as error:
        place = f"line {error.position[0]}: " if hasattr(error, "position") else ""
        own = isinstance(error, ModelError)
        kind = "" if own else f"pycsp3's parser breaks off, {type(error).__name__}: "
        why = str(error) or "it holds what that does not know"
        return {"error": f"{place}{kind}{why}"[:400]}


def _read(text: str) -> Model:
    sys.argv = ["xcsp3", "-nocompile"]  # pycsp3 reads them, and compiles its own model otherwise
    parser: Any = import_module("pycsp3.parser.xparser")
    methods: Any = import_module("pycsp3.parser.callbacks").Callbacks
    kinds = parser.TypeCtr

    class Loader(parser.CallbackerXCSP3):  # type: ignore[misc]
        """Reports constraints, trees of operators as they are written, and says which it cannot.

        The notes of constraints, and of blocks of them, are the labels of rules.
        """

        def load_constraints(self, entries: Any) -> None:
            names = self.cb.names
            for entry in entries:
                before, note = names.label, entry.attributes.get("note")
                if note is not None:
                    self.notes += 1
                    names.label = self.notes, " ".join(str(note).split())
                super().load_constraints([entry])
                names.label = before

        notes = 0

        def load_ctr(self, constraint: Any) -> None:
            try:
                given = [one.value for one in constraint.ctr_args]
                if constraint.type == kinds.INTENSION and len(given) == 1:
                    self.cb.ctr_intension(None, *given)
                elif constraint.type == kinds.CLAUSE and len(given) == 1:
                    self.cb.clause(*given)
                else:
                    super().load_ctr(constraint)
            except (AssertionError, TypeError, ValueError, LookupError, AttributeError) as error:
                why = str(error) or "it is not of XCSP3-core"
                why = "its lists have different lengths" if why.startswith("zip()") else why
                raise ModelError(f"the constraint {constraint.type.name.lower()}: {why}") from error

    read = type("Callbacks", (Instance, methods), {})()
    Loader(parser.ParserXCSP3(io.StringIO(text)), read).load_instance()
    # A variable without a constraint is no part of a solution in XCSP3.
    groups = groups_by_index(one for one in read.variables.values() if one.name in read.used)
    rules: list[Rule | Constraint] = []
    for (_, note), found in groupby(read.found, itemgetter(0)):
        alike = [constraint for _, constraint in found]
        rules += [Rule(note, tuple(alike))] if note else alike
    return Model("xcsp3", *groups, *rules, **read.objective)


if __name__ == "__main__":
    main()
