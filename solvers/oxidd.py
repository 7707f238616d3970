"""OxiDD: binary decision diagrams, of each truth and of the whole set of solutions.

The diagram of the set is made first; it is then read, or its paths counted, without a search. A
model whose diagrams take too much memory is stopped by that.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial, reduce
from operator import and_, or_
from typing import Any

from ..models.language.constraints import NEGATED
from ..models.language.expressions import Variable, size
from ..models.language.model import Model
from ..models.language.phrases import grouped
from .harness.adapting.translator import Translator
from .harness.contract import Assignment, Control, Traits

TRAITS = Traits(
    calls_python=False,
    viewpoint="rows",
    module="oxidd.bcdd",
    distribution="oxidd",
    extra="oxidd",
)

MOST_NODES = 2**21
"""The nodes of all diagrams together; it takes about a second to find that there is no room."""
MOST_REMEMBERED = 2**20
"""The results of operations that are remembered."""


_MOST_LEFT = 2**16
_STACK = 2**30
_idle: list[Any] = []
if hasattr(os, "register_at_fork"):  # a copy of a process has no threads, and would wait for them
    os.register_at_fork(before=_idle.clear)


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, in canonical order, read from its diagram."""
    names = [variable.name for variable in model.variables]
    with _made(model, control) as translation:
        for row in translation.rows():
            yield dict(zip(names, row, strict=True))


def counts(model: Model, control: Control) -> Iterator[int]:
    """The number of solutions of `model`: of the paths through its diagram."""
    with _made(model, control) as translation:
        yield translation.count()


@contextmanager
def _made(model: Model, control: Control) -> Iterator[Translation]:
    """The diagrams of `model`."""
    with _manager() as manager:
        translation = Translation(manager, model, control.check)
        translation.post(model.constraints)
        control.statistics["nodes"] = translation.whole.node_count()
        control.searching()
        yield translation


@contextmanager
def _manager() -> Iterator[Any]:
    """A manager of diagrams; one is kept, as each reserves a gigabyte for the stack of a thread.

    Raises: MemoryError, where the library would end the process.
    """
    library: Any = importlib.import_module(TRAITS.module)
    manager = None
    with suppress(IndexError):
        manager = _idle.pop()
    if manager is None or _left_in(manager) > _MOST_LEFT:
        _refuse_want_of_memory(_STACK + 32 * (MOST_NODES + MOST_REMEMBERED))
        manager = library.BCDDManager(MOST_NODES, MOST_REMEMBERED, threads=1)
    try:
        yield manager
    finally:
        _idle[:] = [manager]


def _left_in(manager: Any) -> int:
    """The nodes that are held from before, by errors that somebody keeps."""
    manager.gc()
    return int(manager.num_inner_nodes())


def _refuse_want_of_memory(size: int) -> None:
    """Raises: MemoryError, where a process may not reserve so many bytes."""
    if sys.platform == "win32":
        return
    import mmap

    try:
        mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
    except OSError as error:
        raise MemoryError(f"OxiDD reserves {size} bytes") from error


# -------- A model as binary decision diagrams: one for each truth, and for each value of each term.


Diagram = Any
"""A function of bits; equal ones are one."""
Term = dict[int, Diagram]
"""For each value the diagram of where the term takes it; just one holds, whatever the bits."""

MOST_VALUES = 20_000
MOST_PAIRS = 1_000_000


class Translation(Translator[Term, Diagram]):
    """The diagram of the `whole` of what is required, and of each term.

    A variable is the place of its value in its domain, in bits. There is nothing else to decide:
    every diagram is one over the declared variables, so that nothing comes twice.
    """

    name = "oxidd"

    def __init__(self, manager: Any, model: Model, check: Callable[[], None]) -> None:
        """`manager`, of OxiDD, holds no diagram that matters."""
        self.manager = manager
        self.true, self.false = manager.true(), manager.false()
        self.whole = self.true
        self._bits: list[range] = []
        """The levels that each declared variable has in the diagrams."""
        self._domains: list[Sequence[int]] = []
        self._used = 0
        super().__init__(model, check)

    # ------------------------------------------------------------------------ what is found

    def rows(self) -> Iterator[tuple[int, ...]]:
        """The values of the declared variables, in canonical order."""
        rows: list[tuple[tuple[int, ...], Diagram]] = [((), self.whole)]
        while rows:
            self.check()
            row, left = rows.pop()
            if len(row) < len(self._bits):
                branches = self._branches(len(row), left)
                rows += [((*row, value), further) for value, further in reversed(branches)]
            elif left != self.false:
                yield row

    def count(self) -> int:
        """The number of rows."""
        paths = {self.whole: int(self.whole != self.false)}
        for place in range(len(self._bits)):
            further = Counter[Diagram]()
            for node, number in paths.items():
                self.check()
                for _, left in self._branches(place, node):
                    further[left] += number
            paths = further
        return sum(paths.values())

    def _branches(self, place: int, node: Diagram) -> list[tuple[int, Diagram]]:
        """The values of the variable at `place` with what each leaves of `node`, if anything."""
        codes = [(0, node)]
        for level in self._bits[place]:
            codes = [
                (2 * code + bit, half)
                for code, whole in codes
                for bit, half in enumerate(_halves(whole, level))
                if half != self.false
            ]
        return [(self._domains[place][code], half) for code, half in codes]

    # ------------------------------------------------------------------------------- terms

    def declared(self, variable: Variable) -> Term:
        number = size(variable.domain)
        if number > MOST_VALUES:
            raise self.refused(
                f"each value has a diagram, and it has {grouped(number)}; give it at most"
                f" {grouped(MOST_VALUES)}"
            )
        levels = range(self._used, self._used + (number - 1).bit_length())
        self._used = levels.stop
        self.manager.add_vars(max(0, levels.stop - self.manager.num_vars()))
        self._bits.append(levels)
        self._domains.append([int(value) for value in variable.domain])
        pairs = [(self.manager.not_var(level), self.manager.var(level)) for level in levels]
        term = dict[int, Diagram]()
        for code, value in enumerate(self._domains[-1]):
            self.check()
            term[value] = self._read(pairs, code)
        self.require(self.any_of(list(term.values())))
        return term

    def _read(self, pairs: list[tuple[Diagram, Diagram]], code: int) -> Diagram:
        """Holds where the bits of `pairs` are those of `code`."""
        found = self.true
        for off_or_on in reversed(pairs):
            found &= off_or_on[code & 1]
            code >>= 1
        return found

    def constant(self, value: int) -> Term:
        return {value: self.true}

    def linear(self, terms: Sequence[Term], coefficients: Sequence[int], constant: int) -> Term:
        total = self.constant(constant)
        for term, factor in zip(terms, coefficients, strict=True):
            scaled = (
                {factor * value: here for value, here in term.items()} if factor else {0: self.true}
            )
            total = self._combined(int.__add__, total, scaled)
        return total

    def product(self, left: Term, right: Term) -> Term:
        return self._combined(int.__mul__, left, right)

    def quotient(self, dividend: Term, divisor: Term) -> Term:
        return self._combined(lambda x, y: x // y if y else 0, dividend, divisor)

    def remainder(self, dividend: Term, divisor: Term) -> Term:
        return self._combined(lambda x, y: x % y if y else 0, dividend, divisor)

    def power(self, base: Term, exponent: int) -> Term:
        return self._mapped(lambda value: int(value**exponent), base)

    def absolute(self, term: Term) -> Term:
        return self._mapped(abs, term)

    def least(self, terms: Sequence[Term]) -> Term:
        return reduce(partial(self._combined, min), terms)

    def greatest(self, terms: Sequence[Term]) -> Term:
        return reduce(partial(self._combined, max), terms)

    def chosen(self, items: Sequence[Term], index: Term) -> Term:
        within = {place: here for place, here in index.items() if 0 <= place < len(items)}
        outside = [here for place, here in index.items() if place not in within]
        pairs = [
            (value, here & taken)
            for place, here in within.items()
            for value, taken in items[place].items()
        ]
        return self._joined([*pairs, (min(items[0]), self.any_of(outside))])

    def number(self, truth: Diagram) -> Term:
        return self._joined([(0, ~truth), (1, truth)])

    def _combined(self, function: Callable[[int, int], int], left: Term, right: Term) -> Term:
        """`function` of the values of two terms."""
        if len(left) * len(right) > MOST_PAIRS:
            raise self.refused(
                f"two terms have more than {grouped(MOST_PAIRS)} pairs of values; take smaller"
                " domains"
            )
        return self._joined(
            (function(x, y), here & there) for x, here in left.items() for y, there in right.items()
        )

    def _mapped(self, function: Callable[[int], int], term: Term) -> Term:
        return self._joined((function(value), here) for value, here in term.items())

    def _joined(self, pairs: Iterable[tuple[int, Diagram]]) -> Term:
        """A term that has a value wherever one of its diagrams holds; what never holds is left."""
        found = dict[int, Diagram]()
        for value, here in pairs:
            self.check()
            if here != self.false:
                found[value] = found.get(value, self.false) | here
        return found

    # ------------------------------------------------------------------------------ truths

    def compared(self, left: Term, relation: str, right: Term) -> Diagram:
        match relation:
            case "==":
                return self.any_of([left[value] & right[value] for value in left if value in right])
            case "<=":
                return self._at_most(left, right)
            case ">=":
                return self._at_most(right, left)
            case _:
                return ~self.compared(left, NEGATED[relation], right)

    def _at_most(self, left: Term, right: Term) -> Diagram:
        """Holds where `left` is at most `right`."""
        reached, rest, found = self.false, sorted(right), list[Diagram]()
        for value in sorted(left, reverse=True):
            self.check()
            while rest and rest[-1] >= value:
                reached |= right[rest.pop()]
            found.append(left[value] & reached)
        return self.any_of(found)

    def all_of(self, truths: Sequence[Diagram]) -> Diagram:
        return reduce(and_, self._checked(truths), self.true)

    def any_of(self, truths: Sequence[Diagram]) -> Diagram:
        return reduce(or_, self._checked(truths), self.false)

    def _checked(self, truths: Sequence[Diagram]) -> Iterator[Diagram]:
        for truth in truths:
            self.check()
            yield truth

    def negated(self, truth: Diagram) -> Diagram:
        return ~truth

    def require(self, truth: Diagram) -> None:
        self.whole &= truth


def _halves(node: Diagram, level: int) -> Sequence[Diagram]:
    """The two that are left of `node`: where the bit of `level` is 0, and where it is 1."""
    if node.node_level() != level:
        return node, node
    on, off = node.cofactors()
    return off, on
