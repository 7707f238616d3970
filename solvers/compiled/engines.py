"""One run of the compiled solver: plan, choose an engine, and change it where that pays."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...models.language.model import Model
from ...models.language.nodes import describe
from ..harness.contract import Assignment, Control, Unsupported
from ..harness.registry import solver_named
from ..harness.rows.arrays import ROWS, collected
from . import choosing
from .kernel.kernel_posting.unposted import Unposted
from .kernel_run import DIAGRAM, KernelRun
from .loops_run import NO_LLVMLITE, SHARE, can_compile
from .loops_run import Engines as Engines
from .plan import Task, at_root, read, task_of
from .shared_search import counts_by_propagation, rows_by_propagation

if TYPE_CHECKING:
    from .kernel_trial import Trial
    from .llvm.engine import Compiled

FIRST_ROWS = 8
"""The most rows that are given before an engine is chosen."""
LOADING = 100_000_000
"""The work of loading what compiles, for which merging is tried first."""
MOST_TRIAL = 64
"""The multiple of the work of compiling after which the kernel goes on for good."""

Row = tuple[int, ...]


class Search(KernelRun):
    """One run of the solver on a model."""

    def __init__(self, model: Model, control: Control, engines: Engines) -> None:
        super().__init__(model, control, engines)
        self._name = NAMES.get(engines) or f"auto[{engines.value}]"

    def assignments(self) -> Iterator[Assignment]:
        """Every solution."""
        names = tuple(variable.name for variable in self.model.variables)
        return (dict(zip(names, row, strict=True)) for row in self.rows())

    def rows(self) -> Iterator[Any]:
        """Every solution, as a tuple of the values in order of the variables, or many at once."""
        return self._found(counting=False)

    def counts(self) -> Iterator[int]:
        """The number of solutions, in parts."""
        return self._unless_merged(self._found(counting=True))

    def _found(self, *, counting: bool) -> Iterator[Any]:
        """Solutions in the form that is asked for, or their number in parts."""
        if self.engines in ALONE:
            yield from ALONE[self.engines](self, counting)
            return
        task, trial = self._task(counting=counting)
        found = self._at_once(task, trial)
        if found is not None:
            self._begin("propagation")
            yield from [len(found)] if counting else found
            return
        if self.control.project is not None:
            yield from self._projected(task, trial)
            return
        if counting and "merge" in self.control.options.shortcuts:
            from .counting_by_merging import Merging

            self._merging = Merging(task, self.control.check)
            merged = self._merged(0.0, LOADING) if trial is None and task.is_large else None
            if merged is not None:
                yield merged
                return
        if trial is None and not task.is_large:
            order = task.best
            if choosing.in_python(order) <= choosing.SHORT:
                yield from self._in_order(task, order, counting=counting)
                return
        trial = trial or self._trial(task, counting=counting)
        if trial is None:
            yield from self._without_kernel(task, counting=counting)
        else:
            yield from self._with_kernel(task, trial)

    # ----------------------------------------------------------------------- engines by name

    def _kernel_alone(self, counting: bool) -> Iterator[Any]:
        given = read(self.model)
        if not given.domains:  # there is no variable, or one without values
            found = self._at_once(at_root(given, self.control.check), None) or []
            self._begin("kernel")
            yield from [len(found)] if counting else found
            return
        try:
            trial = self._posted(given, counting=counting)
        except Unposted as reason:
            what = self._not_taken()
            raise Unsupported(f"{self._name} does not take {what}: {reason}") from reason
        task = self._at_root_of(given, trial)
        self._begin("kernel")
        if task.domains is not None:
            yield from self._by_kernel(task, trial)

    def _not_taken(self) -> str:
        """The first variable, or constraint, that the kernel does not take alone, in words."""
        from .kernel.kernel_search import posted

        variables = self.model.variables
        parts = [(variable.name, Model("part", variable)) for variable in variables]
        parts += [
            (describe(constraint), Model("part", *variables, constraint))
            for constraint in self.model.constraints
        ]
        for words, part in parts:
            task = read(part)
            try:
                posted(task.domains or [], task.forms, task.place_of)
            except Unposted:
                return words
        return "this model"

    def _loops_alone(self, counting: bool) -> Iterator[Any]:
        task = task_of(self.model, self.control.check)
        if task.domains is None:
            return
        if task.open_variables > choosing.MOST_LEVELS:
            raise Unsupported(
                f"{self._name} nests {choosing.MOST_LEVELS} loops at most, and this model has"
                f" {task.open_variables} open variables"
            )
        yield from self._in_order(task, task.best, counting=counting)

    def _propagation_alone(self, counting: bool) -> Iterator[Any]:
        task = task_of(self.model, self.control.check)
        self._begin("propagation")
        if task.domains is not None:
            yield from self._by_propagation(task, counting)

    def _diagram_alone(self, counting: bool) -> Iterator[Any]:
        diagram = solver_named(Engines.DIAGRAM.value).module
        self._begin("diagram")
        if counting:
            yield from diagram.counts(self.model, self.control)
            return
        for found in diagram.solutions(self.model, self.control):
            yield tuple(found[variable.name] for variable in self.model.variables)

    # ----------------------------------------------------------------------- propagating

    def _task(self, *, counting: bool) -> tuple[Task, Trial | None]:
        """The task at the root fixpoint, and the kernel's search where it was the kernel that
        found it, since there is too much for Python.
        """
        given, trial = read(self.model), None
        if given.domains is not None and choosing.is_for_the_kernel(given):
            trial = self._trial(given, counting=counting)
        if trial is None:
            return at_root(given, self.control.check), None
        return self._at_root_of(given, trial), trial

    def _at_root_of(self, task: Task, trial: Trial) -> Task:
        """A task at the root fixpoint, propagated by the kernel."""
        from .kernel.kernel_search import root

        domains = root(trial.posted, task.domains or [], self.control.check)
        return replace(task, domains=domains)

    def _trial(self, task: Task, *, counting: bool) -> Trial | None:
        """The kernel's search of a task that has not begun; None where there is none."""
        if not self._may_compile() or not task.domains:
            return None
        try:
            return self._posted(task, counting=counting)
        except Unposted:
            return None

    def _posted(self, task: Task, *, counting: bool) -> Trial:
        """The same. Raises: Unposted where the kernel does not take it."""
        from .kernel.kernel_search import posted  # which small tasks do without
        from .kernel_trial import Trial

        project = self.control.project
        places = None if project is None else [task.place_of[name] for name in project]
        domains = task.domains or []
        found = posted(domains, task.forms, task.place_of, counting=counting, project=places)
        return Trial(found, counting=counting)

    def _at_once(self, task: Task, trial: Trial | None) -> list[Row] | None:
        """All solutions, if propagation finds them at once."""
        if task.domains is None:
            return []
        if trial is not None:
            return None  # its auxiliary variables may still be open
        if not task.open_variables:
            return [tuple(domain[0] for domain in task.domains)]
        if task.is_large and self.control.project is None:
            return choosing.tried(task, self.control.check)
        return None

    def _projected(self, task: Task, trial: Trial | None) -> Iterator[Any]:
        """One solution for each combination of the projected variables."""
        trial = trial or self._trial(task, counting=False)
        if trial is not None:
            self._begin("kernel")
            yield from self._by_kernel(task, trial)
            return
        self._begin("propagation")
        yield from self._by_propagation(task, counting=False)

    def _by_propagation(self, task: Task, counting: bool) -> Iterator[Any]:
        if self.control.project is None:
            search = counts_by_propagation if counting else rows_by_propagation
            return search(task, self.model, self.control, self._name)
        places = map(task.place_of.__getitem__, self.control.project)
        return task.dynamic().projected(places, self.control.check, self.control.statistics)

    def _without_kernel(self, task: Task, *, counting: bool) -> Iterator[Any]:
        """The search by loops, or by propagation in Python."""
        order = choosing.in_loops(task, self.control.check, machine=self._may_compile())
        if order is not None:
            yield from self._in_order(task, order, counting=counting)
            return
        if self._merging is not None:
            merged = self._merged(SHARE * choosing.by_propagation(task, self.control.check))
            if merged is not None:
                yield merged
                return
        missing = self.engines is Engines.BOTH and not can_compile()
        self._begin("propagation", **({"because": NO_LLVMLITE} if missing else {}))
        yield from self._by_propagation(task, counting)

    def _with_kernel(self, task: Task, trial: Trial) -> Iterator[Any]:
        """The search by the kernel, or by loops as soon as they look quicker.

        A part of what loops cost to compile is spent on the kernel before they are written. What a
        trial finds is kept until it is chosen, but for the first rows: nobody is to wait for these,
        and they are left out where loops find them again.
        """
        counting = trial.counting
        self._begin("kernel")
        trial.go_on(choosing.FIRST, self.control.check)
        yield from self._first_rows(task, trial)
        compiling = choosing.compiling(task)
        few = task.open_variables <= choosing.MOST_LEVELS
        expected = 0.0 if few else float("inf")
        limit = choosing.FIRST + compiling / 12
        last = MOST_TRIAL * compiling if few or counting else 0.0
        by_tree = float("inf")
        while limit < last and not (trial.is_done or self._is_hopeless(trial)):
            before, by_tree = by_tree, min(trial.left, trial.left_lately())
            falls = by_tree <= before / 2  # an estimate that is not to be trusted
            merged = self._merged(trial.work / 10, by_tree / 1000, trial.work if falls else DIAGRAM)
            if merged is not None:
                yield merged
                return
            trial.go_on(limit, self.control.check)
            yield from self._first_rows(task, trial)
            if trial.work > choosing.LATE * expected and not trial.is_done:
                left = trial.sampled_left(self.control.check)
                expected = trial.work + left
                if self._are_loops_quicker(task, trial, left):
                    self._promised = task.best.nodes
                    yield from self._in_order(task, task.best, counting=counting)
                    if self._given and not counting:
                        raise RuntimeError("loops do not find solutions that the kernel found")
                    return
            limit *= 2
        if counting and self._is_hopeless(trial):
            merged = self._merged(0.0, trial.left)
            if merged is not None:
                yield merged
                return
        yield from self._by_kernel(task, trial)

    def _instead(self, compiled: Compiled, words: array[int], nodes: int) -> Iterator[Any] | None:
        """The kernel's search of what loops have left, where they have made enough for that."""
        from .handing_over import rest_of, untried_by_loops

        left = untried_by_loops(compiled, words, self.model.variables, self._given)
        rest = rest_of(self.model, left)
        task = read(rest)
        if task.domains is None:
            return iter(())
        trial = self._trial(task, counting=False)
        if trial is None:
            return None
        trial.go_on(choosing.FIRST, self.control.check)
        spent = nodes * choosing.at_a_node(compiled.program)
        if not trial.is_done and trial.sampled_left(self.control.check) > spent:
            return None
        self.model = rest
        self._begin("kernel", after="machine code", boxes=left.boxes)
        return self._by_kernel(task, trial)

    def _first_rows(self, task: Task, trial: Trial) -> Iterator[Any]:
        """A few rows, once."""
        from .kernel_trial import tuples

        if not trial.counting and not self._given:
            for batch in trial.take(FIRST_ROWS):
                self._given.update(tuples(batch, len(task.names)))
                yield from self._shaped(batch)

    def blocks(self) -> Iterator[Any]:
        """Every solution, in NumPy arrays of rows × variables."""
        self._form = "block"
        rows: list[Row] = []
        found: Any
        for found in self.rows():
            if isinstance(found, tuple):
                rows.append(found)
            else:
                yield found
            if len(rows) == ROWS:
                yield from collected(rows, self.model.variables)
                rows.clear()
        yield from collected(rows, self.model.variables)

    def batches(self) -> Iterator[Row | array[int]]:
        """Every solution: a row, or of machine code many of them, one behind the other."""
        self._form = "array"
        return self.rows()


NAMES = {Engines.BOTH: "auto", Engines.MACHINE: "compiled", Engines.PYTHON: "generated"}
"""The solvers that choose among engines."""
ALONE = {
    Engines.KERNEL: Search._kernel_alone,
    Engines.LOOPS: Search._loops_alone,
    Engines.PROPAGATION: Search._propagation_alone,
    Engines.DIAGRAM: Search._diagram_alone,
}
"""The engines that are asked by name: each searches by itself, or says that it cannot."""
