"""The bars that must hold: each is a ratio of two medians of the same rounds, or one figure.

To add one, add an entry to `BARS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from statistics import median

from rounds import Record, Results
from tasks import named

Measure = Callable[[Record], float]


def searching(record: Record) -> float:
    """Processor seconds of the search alone."""
    return record.processor["searching"]


def everything(record: Record) -> float:
    """Processor seconds of all but the imports."""
    return sum(record.processor[phase] for phase in ("declaring", "building", "searching"))


def preparing(record: Record) -> float:
    """Processor milliseconds from the model to the search: lowering, ordering, compiling."""
    return 1000 * record.processor["building"]


def wall(record: Record) -> float:
    """Wall seconds of the search alone."""
    return record.wall["searching"]


def cores(record: Record) -> float:
    """The number of cores of the search, on average."""
    return record.processor["searching"] / record.wall["searching"]


def memory(record: Record) -> float:
    """Megabytes at the peak, beyond those at the end of the imports."""
    return record.megabytes


INSIDE: Mapping[Measure, str] = {
    searching: "outside",
    everything: "inside",
    preparing: "itself",
    wall: "outside",
    memory: "inside",
}
"""The place of the time, or memory, to compile: inside a measure or outside."""


CALLED = {
    "auto[loops], arrays again": "auto[loops], arrays",
    "auto[python], assignments": "auto[python], solutions",
}
"""The whole call, for entrants that measure a part of one."""


TWO_AT_ONCE = "C, two processes at once"
"""The entrant that shows if there are two idle cores."""


@dataclass(frozen=True)
class Bar:
    """Entrant `ours`, over `theirs` where it is named, at a task."""

    name: str
    task: str
    ours: str
    theirs: str | None
    limit: float
    measure: Measure = searching
    at_least: bool = False
    needs_idle_cores: bool = False
    measure_of_theirs: Measure | None = None
    """The measure of `theirs`, if not that of `ours`."""

    @property
    def inside(self) -> str:
        """`inside` or `outside`: the place of the time to compile."""
        return "inside" if self._is_whole else INSIDE[self.measure]

    @property
    def _is_whole(self) -> bool:
        """True where the two are whole processes."""
        return self.ours.endswith("whole process")

    def value(self, results: Results) -> float | None:
        """The ratio, or the figure; None if an entrant did not run."""
        return self._value(results, self.ours, self.measure)

    def as_called(self, results: Results) -> float | None:
        """The ratio of the searches within one call, where `ours` is measured apart."""
        called = CALLED.get(self.ours)
        return self._value(results, called, self.measure) if called else None

    def with_building(self, results: Results) -> float | None:
        """The ratio with all but the imports inside, where the bar is on the search alone."""
        plain = self.measure is searching and self.measure_of_theirs is None
        if not plain or self._is_whole or self.theirs is None:
            return None
        return self._value(results, CALLED.get(self.ours, self.ours), everything)

    def why_not_said(self, results: Results) -> str | None:
        """The reason why a figure below the limit says nothing, if so: other work had the cores."""
        runs = results.records(self.task, TWO_AT_ONCE).values()
        if not self.needs_idle_cores or not runs:
            return None
        seen = median(map(cores, runs))
        return f"busy machine: two C programs had {seen:.2f} cores" if seen < 1.9 else None

    def _value(self, results: Results, entrant: str, measure: Measure) -> float | None:
        ours = results.records(self.task, entrant)
        if not ours or self.theirs is None:
            return median(map(measure, ours.values())) if ours else None
        theirs = results.records(self.task, self.theirs)
        both = ours.keys() & theirs.keys()
        theirs_by = self.measure_of_theirs or measure
        return median(measure(ours[n]) / theirs_by(theirs[n]) for n in both) if both else None

    def is_met(self, value: float) -> bool:
        """True if `value` is within the limit."""
        return value >= self.limit if self.at_least else value <= self.limit


MEASURES = {"everything": everything, "preparing": preparing, "memory": memory}


def _read(text: str) -> Iterator[Bar]:
    """Bars of a text: a line with a task, then for each bar its name, two entrants, and the limit.

    The second entrant is empty where the bar is on one figure; a measure may follow the limit.
    """
    task = ""
    for line in text.strip().splitlines():
        name, *rest = line.split(" | ")
        if rest:
            ours, theirs, limit, *named = map(str.strip, rest)
            measure = MEASURES[named[0]] if named else searching
            yield Bar(name, task, ours, theirs or None, float(limit), measure)
        else:
            task = name


_ARRAYS = "auto[loops], arrays"
_AGAIN = f"{_ARRAYS} again"
_WHOLE = "everyway count, whole process"
_OLD = """magic squares of order 4 | Langford, 8 pairs | sudoku with many solutions
    | Latin squares of order 5 | all-interval series of 11 | Costas arrays of 9
    | 11 queens on a torus | 9 crowns"""
_SMALL = """magic squares of order 4 | Langford, 8 pairs | all-interval series of 11
    | Costas arrays of 9 | 11 queens on a torus | 9 crowns"""
"""Up to 20 variables."""
_COMPILED = (
    ("12 queens", "auto[loops], count"),
    ("14 queens", "auto[loops], count"),
    ("14 queens", "auto[loops], arrays"),
    ("15 queens", "auto[loops], count by the mirror"),
    *((task, _ARRAYS) for task in named(_SMALL)),
)

BARS = (
    # The yardstick itself, then machine code.
    *_read("""
14 queens
our C, whole board / the reference C | C, whole board | reference C, whole board | 1.05
15 queens
our C, half board / the reference C | C, half board | reference C, half board | 1.05
14 queens
our C, writing / the reference C | C, writing | reference C, writing | 1.05
count, the mirror off / C | auto[loops], count | C, whole board | 1
all solutions into arrays / C writing them | auto[loops], arrays | C, writing | 1
15 queens
count with the mirror only / C, half board | auto[loops], count by the mirror | C, half board | 1
14 queens
0/1 squares / integers | auto[loops], count, squares | auto[loops], count | 1.1
0/1 squares / integers, building inside | auto[loops], count, squares | auto[loops], count | 1.1 \
| everything
"""),
    *(Bar("auto[loops] / old CP solver", t, _AGAIN, "old CP solver", 0.05) for t in named(_OLD)),
    *_read(f"""
12 queens
auto[python] / CP-SAT | auto[python], assignments | CP-SAT | 0.125
auto[python] / python-constraint | auto[python], assignments | python-constraint | 0.05
auto[python] / old CP solver | auto[python], assignments | old CP solver | 1
everyway count / old CP solver in a bare script | {_WHOLE} | old CP solver, whole process | 0.8
everyway count / CP-SAT in a bare script | {_WHOLE} | CP-SAT, whole process | 0.1
flatmap / python-constraint | flatmap, solutions | python-constraint | 1 | everything
"""),
    *(Bar(f"compile time, ms: {w}", task, w, None, 100.0, preparing) for task, w in _COMPILED),
    *_read("""
sudoku of 17 givens
unique sudoku, auto / CP-SAT | auto, solutions | CP-SAT | 2 | everything
unique sudoku, auto / CP-SAT, default | auto, solutions | CP-SAT, default | 2 | everything
14 queens
peak memory, MB: auto[loops], lazily | auto[loops], solutions |  | 60 | memory
peak memory, MB: auto, lazily | auto, solutions |  | 60 | memory
"""),
    # One job takes at least its processor time, also on an idle core.
    Bar(
        "two jobs: CPU of one / wall of two",
        "15 queens",
        "auto[loops], one job",
        "auto[loops], two jobs",
        1.8,
        measure_of_theirs=wall,
        at_least=True,
        needs_idle_cores=True,
    ),
)
