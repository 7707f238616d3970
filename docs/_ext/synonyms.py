"""Words that a reader may search for, led to the heading of what they mean here."""

from __future__ import annotations

import re

SYNONYMS = {
    "solving": {"Limits, and a process of its own": "timeout, time limit, memory limit, abort"},
    "answers": {
        "All solutions": "enumerate, enumeration, every solution, ortools, or-tools, cpsat",
        "Only some of the variables, without repeats": "distinct, duplicates, subset of variables",
        "Hide an auxiliary variable": "auxiliary, helper, existential, projection, project",
        "Count without listing": "number of solutions, model counting, sharpsat, how many",
        "A uniformly random solution": "random, sampling, sample, uniform, randomize, fuzzing",
        "Diverse solutions, far apart": "diverse, diversity, spread, different",
        "Which constraints conflict": "debug, core, iis, findmus, unsat core",
        "The smallest change that mends it": "relax, relaxation, repair, feasible, mcs",
        "Is my puzzle unique, and what differs": "uniqueness, ambiguous, multiple solutions",
        "Are two models the same": "equivalent, equivalence, diff, compare models",
        "Valid configurations": "auto-tuning, autotuner, kernel tuner, search space, configurator",
        "How long will it take": "estimate, progress, eta, forecast",
    },
    "teaching": {"A folder of submissions": "grade, grading, mark, marking, assess, students"},
    "optimising": {"": "optimal, optimum, optimise, optimize, minimise, minimize, best, objective"},
    "reference/overview": {"Run it": "windows, install, installation, pip, pip install, uv, macos"},
    "reference/constraints/all_different": {"": "alldifferent, alldiff, distinct"},
    "reference/constraints/allowed": {"": "table, tuples, extensional"},
    "reference/constraints/regular": {"": "automaton, automata, dfa"},
    "reference/constraints/circuit": {"": "tsp, tour, hamiltonian"},
    "bring_a_model": {"": "import, minizinc, flatzinc, xcsp, dimacs, opb"},
    "explaining": {"": "unsat, unsatisfiable, infeasible, conflict, mus, hint"},
    "proofs": {"": "certificate, certified"},
    "playground": {"": "browser, online, wasm, pyodide, try"},
    "cluster": {"": "parallel, multicore, distributed, dask"},
    "saving": {"": "resume, checkpoint, export, csv, parquet"},
    "mcp": {"": "llm, ai, agent, assistant, model context protocol, claude, chatgpt"},
    "bench": {"": "benchmark, benchmarks, speed"},
}
"""By page and heading, the words for it; no heading is the title."""


def with_synonyms(text: str, page: str) -> str:
    """`text` of a page of the site, by its name, with entries for the search at its headings."""
    for heading, words in SYNONYMS.get(page, {}).items():
        found = re.search(rf"^#+ {re.escape(heading) or '.*'}$", text, re.MULTILINE)
        if found is None:
            raise ValueError(f"{page} has no heading {heading!r} for the words: {words}")
        entries = ", ".join(f"! {word}" for word in words.split(", "))
        entry = f"\n\n```{{index}} {entries}\n```"
        text = text[: found.end()] + entry + text[found.end() :]
    return text
