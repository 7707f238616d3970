"""Writes the page coming_from.md: ten models, as other languages write them and here.

python docs/make_coming_from.py
"""

from __future__ import annotations

from pathlib import Path

from ten_models import NAMES, OURS, THEIRS, TITLES

PAGE = Path(__file__).with_name("coming_from.md")
IMPORTS = """
import cpmpy as cp
from constraint import AllDifferentConstraint, Problem

from everyway.models import Model, all_different, boolean, circuit, iff, increasing, integer
from everyway.models import regular, total, variables
from everyway.solvers import count
"""
LANGUAGES = {"minizinc": "minizinc", "clingo": "prolog", "xcsp3": "pycsp3"}
"""The languages of blocks; Python is run where the page is."""
CHECKS = {
    "cpmpy": "assert {call} == {number}\n",
    "python_constraint": "assert len(problem.getSolutions()) == {number}\n",
}
INTRODUCTIONS = {
    "minizinc": "A `.mzn` file is read as it is: [MiniZinc](bring_a_model.md#minizinc).",
    "cpmpy": "A `cpmpy.Model` is read as it is: [CPMpy](bring_a_model.md#cpmpy)."
    " The differences are those of CPMpy 1.1.",
    "cp_sat": "A `CpModel` is [read as it is](bring_a_model.md#or-tools-cp-sat).",
    "python_constraint": "A `Problem` is [read as it is](bring_a_model.md#python-constraint)."
    " A function of Python is a `predicate`.",
    "clingo": "A program is written once more: derived atoms become terms and constraints.",
    "xcsp3": "An instance is [read as it is](bring_a_model.md#files), and so is a"
    " [script of PyCSP3](bring_a_model.md#scripts):\n`everyway count ./Queens.py data=8`.",
}
OTHERWISE = {
    "minizinc": [
        (
            "`x div y`, `x mod y`",
            "rounded towards 0",
            "`//` and `%` round down; what is read is written so that it means the same",
        ),
        (
            "an undefined term, as an index outside an array",
            "false in the smallest Boolean expression around it",
            "likewise",
        ),
        (
            "indices of `element`, `circuit`, `inverse`",
            "from 1, or as declared",
            "from 0; shifted when read",
        ),
        (
            "`-a`",
            "each distinct output of Gecode, which may be fewer where an output is computed",
            "each combination of the printed variables; of all variables in a declaration",
        ),
        ("`solve minimize` with `-a`", "better and better ones, then one best", "every best one"),
    ],
    "cpmpy": [
        (
            "`x // y`, `x % y`",
            "rounded towards 0",
            "rounded down; what is read is written so that it means the same",
        ),
        (
            "an undefined term: a divisor 0, an index out of range",
            "false in the nearest Boolean around it, by safe arguments and a guard beside it",
            "likewise, by definition: `~(x // y == 1)` holds where y is 0, `x // y != 1` does not",
        ),
        ("an undefined objective", "no solution", "likewise"),
        (
            "a variable without a constraint",
            "left out of `solveAll`",
            "left out when read, unless it is one of `variables`: then, as in a declaration, it"
            " takes every value",
        ),
        ("values", "stand on the variables afterwards", "in solutions; no variable changes"),
        ("`solveAll` with an objective", "refused; fix the best value first", "every best one"),
        (
            "`LexLessEq([], [])`, `AllEqual([])`",
            "`value()` and the decomposition differ",
            "both hold",
        ),
        (
            "`NoOverlapOptional` of a negative duration",
            "refused by `value()` and by OR-Tools, allowed by the decomposition",
            "does not hold where the task is present",
        ),
        (
            "optional tasks of a duration that may be below 0",
            "`solveAll` by OR-Tools finds a solution several times"
            " (`docs/faults/cpmpy_optional_no_overlap_repeats.py`)",
            "each once",
        ),
    ],
    "cp_sat": [
        (
            "`add_division_equality`, `add_modulo_equality`",
            "rounded towards 0",
            "`//` and `%` round down; what is read is written so that it means the same",
        ),
        ("`only_enforce_if(b)`", "of some constraints", "`implies(b, …)` of any constraint"),
        ("a Boolean for a constraint", "enforced both ways by hand", "a constraint is 0 or 1"),
        ("every solution", "with one worker, and without an objective", "every best one, too"),
        ("a task of size 0", "may not lie within another", "likewise when read"),
    ],
    "python_constraint": [
        ("constraints", "functions of Python", "terms, which solvers see into; `predicate` else"),
        ("an empty domain", "an error", "an error"),
        ("no variables", "no solution", "one solution, the empty one"),
        (
            "division by 0 in a function",
            "an exception",
            "`PredicateError`; in a term the comparison is false",
        ),
        ("objectives", "none", "`minimise=`, `maximise=`"),
    ],
    "clingo": [
        ("what is not said", "false", "open: each variable takes any value of its domain"),
        ("a solution", "an answer set of atoms", "a value for each variable"),
        ("reification", "a derived atom, by rules both ways", "a constraint is a number, 0 or 1"),
        ("`/`, `\\`", "rounded towards 0", "`//` and `%` round down"),
        ("division by 0", "the instance of the rule is dropped", "the comparison is false"),
        ("the best ones", "`--opt-mode=optN`", "every best one, always"),
    ],
    "xcsp3": [
        ("`//`, `%`", "rounded towards 0 in XCSP3's div and mod", "rounded down, as in Python"),
        ("indices", "from 0", "from 0"),
        (
            "a variable without a constraint",
            "no part of a solution",
            "left out when read; of a declaration, it takes every value",
        ),
        ("circuit", "nodes may follow themselves; `size=` asks for all", "`circuit` is of all"),
        ("symbolic values", "symbols", "labels, which are strings"),
    ],
}


def page() -> str:
    """The page."""
    otherwise = "\n".join(map(differences, OTHERWISE))
    models = "\n".join(map(section, TITLES))
    return (
        "# Coming from another language\n\nWritten by `make_coming_from.py`; the tests run each"
        " model in every language, and all have the same number of solutions.\n\n"
        "## What is otherwise\n\n"
        f"{otherwise}\n## Ten models\n\n```python{IMPORTS}```\n\n{models}"
    )


def differences(language: str) -> str:
    """The differences of a language, as a table."""
    name = NAMES.get(language, "OR-Tools CP-SAT")
    rows = "\n".join(f"| {' | '.join(row)} |" for row in OTHERWISE[language])
    return (
        f"### {name}\n\n{INTRODUCTIONS[language]}\n\n| | {name} | here |\n|---|---|---|\n{rows}\n"
    )


def section(key: str) -> str:
    """A model, here and in every language."""
    title, number = TITLES[key]
    ours = f"{OURS[key].strip()}\nassert count(model) == {number}\n"
    others = "\n".join(f"{NAMES[one]}:\n\n{written(one, key)}" for one in NAMES)
    return f"### {title}\n\nHere:\n\n```python\n{ours}```\n\n{others}"


def written(language: str, key: str) -> str:
    """A model in another language, as a block."""
    call = "native.solveAll()"
    if key == "golomb":
        call = "native.solve() and cp.Model(native.constraints, x[3] == 6).solveAll()"
    check = CHECKS.get(language, "").format(call=call, number=TITLES[key][1])
    kind = LANGUAGES.get(language, "python")
    return f"```{kind}\n{THEIRS[language][key].strip()}\n{check}```\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
