"""The seconds that the tests take, as they were recorded once, on two cores without other work.

An ordinary run gives each test, with all its cases, less than half a second: a longer one gets
some of its cases in turn, by the seed, and one whose every case is long none. What it leaves out is
marked `rest`, which `.ci/run` runs too, with some seconds for each test, and beyond these `slow`.
Record again, after `pytest --durations=0 -m "not site" > FILE`, by
`python -m tests.support.seconds FILE`.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections import Counter
from pathlib import Path

RECORDED = Path(__file__).with_name("seconds.json")
SECONDS_OF_A_TEST = 0.4
"""An ordinary run gives a test this much time with all its cases."""
MOST_OF_A_CASE = 0.5
"""A test whose cases take longer, each, is not in an ordinary run."""
SECONDS_OF_THE_REST = 3.0
"""The time of a test in `.ci/run` beside an ordinary run, in turn as well; at least one case."""
WHOLE = ("tests/conformance/test_promises.py", "tests/conformance/test_samples.py")
"""The contract and the samples, which every solver and engine has in an ordinary run."""
NESTED = (
    "tests/conformance/test_promises.py::test_constraints_nested_in_each_other_are_solved",
    "tests/conformance/test_promises.py::test_thousands_of_nested_terms_are_solved",
)
"""Tests of two depths: a solver has one of them in an ordinary run, the other in the rest."""
SEEN_BY_ONE = (
    "tests/conformance/test_semantics.py::test_demands_and_a_capacity_may_all_be_open",
    "tests/explainer/test_step_words.py::test_the_text_of_a_puzzle_is_as_it_was_read",
    "tests/formats/test_minizinc_files.py::test_a_model_reads_nearly_as_it_was_written",
    "tests/models/test_truth.py::test_a_model_has_the_count_of_the_table_on_every_solver_in_time",
    "tests/proofs/test_proofs.py::test_a_constraint_means_what_the_judge_says_on_every_assignment",
    "tests/solvers/harness/test_cluster.py::test_a_cluster_without_workers_is_reported",
    "tests/solvers/test_cp_sat.py::test_deep_and_doubled_expressions_are_ordinary",
)
"""Of a hundred planted faults each of these saw one that no other ordinary test did."""
_LINE = re.compile(r"\s*([\d.]+)s (call|setup|teardown)\s+(\S.*)$")


def one_of(name: str, cases: int) -> int:
    """Of so many cases of a test an ordinary run takes one of this number; 0 for none of them."""
    seconds = _RECORDED.get(name, 0.0)
    if name in NESTED:
        return 2
    if name.startswith(WHOLE) or name in SEEN_BY_ONE:
        return 1
    if seconds > MOST_OF_A_CASE:
        return 0
    return max(1, min(cases, math.ceil(cases * seconds / SECONDS_OF_A_TEST)))


def one_of_the_rest(name: str, cases: int) -> int:
    """Of so many cases of a test the rest takes one of this number."""
    seconds = 0.0 if name in NESTED else _RECORDED.get(name, 0.0)
    return max(1, min(cases, math.ceil(cases * seconds / SECONDS_OF_THE_REST)))


def recorded(lines: list[str]) -> dict[str, float]:
    """The seconds of a case by test, where all its cases take longer than an ordinary run gives."""
    seconds, cases = Counter[str](), Counter[str]()
    for line in lines:
        if found := _LINE.match(line):
            name = found[3].partition("[")[0]
            seconds[name] += float(found[1])
            cases[name] += found[2] == "call"
    return {
        name: round(taken / max(1, cases[name]), 3)
        for name, taken in sorted(seconds.items())
        if taken > SECONDS_OF_A_TEST
    }


_RECORDED: dict[str, float] = json.loads(RECORDED.read_text("utf-8")) if RECORDED.exists() else {}

if __name__ == "__main__":
    found = recorded(Path(sys.argv[1]).read_text("utf-8").splitlines())
    RECORDED.write_text(json.dumps(found, indent=0) + "\n", "utf-8")
