"""Proofs of random models against brute force, damaged ones, and the checker by itself."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from everyway.conformance.instances.cells import samples
from everyway.conformance.instances.enumerate_naively import assignments, solution_rows, truths
from everyway.conformance.instances.random_models import random_model
from everyway.models import (
    Model,
    ModelError,
    all_different,
    any_of,
    integer,
    load,
    predicate,
    total,
    variables,
)
from everyway.models.language.constraints import Constraint
from everyway.models.language.files.model_as_data import fingerprint, structure_as_text
from everyway.models.language.global_constraints.predicate import Predicate
from everyway.proofs import Proof, TooLargeProof, check, prove
from everyway.solvers import count

from ..support.settings import SEED
from .damages import HEADER, believed, damaged

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
KINDS = (None, "tree", "count")


def proofs_of(model: Model) -> dict[str | None, Proof | None]:
    """The proofs by the kind asked for; None for one that is too large. Empty if refused."""
    found: dict[str | None, Proof | None] = {}
    for kind in KINDS:
        try:
            found[kind] = prove(model, kind, steps=50_000)
        except (check.NoProof, ModelError):
            return {}
        except TooLargeProof:
            found[kind] = None
    return found


def listed(lines: list[str]) -> list[tuple[Any, ...]]:
    """The solutions that a tree lists."""
    model = check.read_model(lines[1].partition(" ")[2], check.Limits())
    return list(check.check_tree(model, check.Lines(iter(lines[HEADER:]))))


def is_right(found: check.Checked, lines: list[str], truth: Counter[Any]) -> bool:
    is_listed = found.kind == "count" or Counter(listed(lines)) == truth
    return is_listed and found.number == sum(truth.values())


def run_through(seeds: range, damages: int) -> Counter[str]:
    """Prove random models and damage the proofs; nothing wrong is ever accepted."""
    tally: Counter[str] = Counter()
    for seed in seeds:
        model, random = random_model(seed), Random(seed)
        truth, found = solution_rows(model), proofs_of(model)
        tally["speechless" if not found else "proven"] += 1
        if found:
            assert found[None] is not None, seed
            tally["refused"] += found[None] is None
        for proof in filter(None, found.values()):
            lines = proof.text.splitlines()
            assert is_right(check.check(iter(lines)), lines, truth), (seed, proof.kind)
            tally[proof.kind] += 1
            for _ in range(damages):
                worse = damaged(random, lines)
                said = believed(worse)
                tally["accepted" if said else "caught"] += 1
                assert said is None or is_right(said, worse, truth), (seed, "\n".join(worse))
    return tally


def test_random_models_are_proven_and_damage_is_caught():
    tally = run_through(range(SEED, SEED + 120), damages=4)
    assert tally["proven"] > 100
    assert min(tally["tree"], tally["count"]) > 100
    assert tally["caught"] > tally["accepted"] > 0


@pytest.mark.slow
def test_two_thousand_random_models_are_proven_and_damage_is_caught():
    tally = run_through(range(SEED, SEED + 2_000), damages=10)
    assert tally["caught"] + tally["accepted"] > 40_000
    print(tally)


def leaves(kind: type) -> list[type[Constraint]]:
    own = [kind] if "sample" in vars(kind) and kind.__module__.startswith("everyway.models") else []
    return own + [leaf for sub in kind.__subclasses__() for leaf in leaves(sub)]


@pytest.mark.parametrize("kind", leaves(Constraint), ids=lambda kind: kind.__name__)
def test_a_constraint_means_what_the_judge_says_on_every_assignment(kind: type[Constraint]):
    if kind in (Constraint, Predicate):
        return
    seen = set[bool]()
    for several in samples(kind, 3).values():
        for sample in several:
            model = Model("sample", sample.variables, [sample.constraint])
            read = check.Model(json.loads(structure_as_text(model)))
            boxes = [[[x] for x in row.values()] for row in assignments(sample.variables)]
            said = [not any(read.excludes(k, box) for k in read.constraints) for box in boxes]
            means = [
                all(value for k in read.constraints for _, value in read.values(k, box))
                for box in boxes
            ]
            assert said == means
            assert said == truths(sample.constraint, sample.variables)
            seen |= set(said)
    assert seen == {True, False}


# --------------------------------------------------------------------- damage to the model


def relabelled(lines: list[str], change: Any) -> list[str]:
    """The proof with its model changed, and with the fingerprint of that."""
    data = json.loads(lines[1].partition(" ")[2])
    change(data)
    text = json.dumps(data, separators=(",", ":"))
    stamp = sha256(text.encode()).hexdigest()
    return [lines[0], f"model {text}", f"fingerprint {stamp}", *lines[3:]]


def lines_of(model: Model, kind: str | None = None) -> list[str]:
    return prove(model, kind).text.splitlines()


def test_a_proof_with_a_constraint_dropped_from_the_model_is_refuted_or_of_another_model():
    for kind in ("tree", "count"):
        lines = lines_of(load("queens", n=5), kind)
        for rule in range(3):
            worse = relabelled(lines, lambda data, rule=rule: data[2].pop(rule))
            found = believed(worse)
            assert found is None or found.fingerprint != fingerprint(load("queens", n=5))


def test_the_fingerprint_must_be_that_of_the_model():
    lines = lines_of(load("queens", n=5))
    other = lines_of(load("queens", n=6))
    for worse in ([*lines[:1], other[1], *lines[2:]], [*other[:HEADER], *lines[HEADER:]]):
        assert believed(worse) is None


def test_domains_that_are_empty_or_hold_a_value_twice():
    x = integer("x", 0, 2)
    for kind in ("tree", "count"):
        lines = lines_of(Model("m", [x], [x >= 1]), kind)
        for domain in ([1, 1], [2, 1], [1, True], [1.0, 2], ["a", 1]):
            assert (
                believed(relabelled(lines, lambda d, v=domain: d[0][0].__setitem__(2, v))) is None
            )
        empty = relabelled(lines, lambda d: d[0][0].__setitem__(2, []))
        assert (found := believed(empty)) is None or found.number == 0


@pytest.mark.parametrize("kind", ["tree", "count"])
def test_a_variable_is_called_one(kind: str):
    lines = lines_of(Model("m", [integer("x", 0, 1)], []), kind)
    assert believed(lines).number == 2
    assert believed(relabelled(lines, lambda d: d[0][0].__setitem__(0, "Other"))) is None


@pytest.mark.parametrize("kind", ["tree", "count"])
def test_constraints_without_variables_explain_no_gap(kind: str):
    x, y = integer("x", 0, 1), integer("y", 0, 1)
    lines = lines_of(Model("m", [x, y], [any_of([0 * x == 0]), x != y]), kind)
    true = relabelled(lines, lambda d: d[0].append(["And", []]))
    true = relabelled(true, lambda d: d[2].append(len(d[0]) - 1))
    assert believed(true).number == 2
    for line in range(HEADER, len(true)):
        for text in ("-3 -3", "-3 1", "1 -3", "x 2", "r 2 0:0"):
            found = believed([*true[:line], text, *true[line + 1 :]])
            assert found is None or found.number == 2


def test_a_variable_that_stands_twice_in_a_constraint():
    x, y = integer("x", 0, 3), integer("y", 0, 3)
    for rules in ([all_different([x, x, y])], [x < x], [x - x == 0, x + x + y == 5], [x * x != x]):
        truth = solution_rows(Model("m", [x, y], rules))
        for proof in filter(None, proofs_of(Model("m", [x, y], rules)).values()):
            lines = proof.text.splitlines()
            assert is_right(check.check(iter(lines)), lines, truth)


# ---------------------------------------------------------------------------- the checker


def test_the_checker_imports_the_standard_library_alone():
    tree = ast.parse(Path(check.__file__).read_text("utf-8"))
    names = {a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names}
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert all(node.level == 0 for node in froms)
    names |= {node.module.partition(".")[0] for node in froms if node.module}
    assert names <= sys.stdlib_module_names
    source = Path(check.__file__).read_text("utf-8")
    assert not any(
        word in source for word in ("eval(", "exec(", "__import__", "pickle", "compile(")
    )


def test_the_checker_runs_alone(tmp_path: Path):
    proof = tmp_path / "queens.proof"
    prove(load("queens", n=6)).save(proof)
    program = tmp_path / "check.py"
    program.write_bytes(Path(check.__file__).read_bytes())
    alone = [sys.executable, "-I", "-S", str(program)]
    found = subprocess.run([*alone, str(proof)], capture_output=True, text=True, check=False)
    assert found.returncode == 0
    assert found.stdout.startswith("checked: exactly 4 solutions, each once\n")
    lines = proof.read_text().splitlines()
    proof.write_text("\n".join(lines[:9] + lines[10:]) + "\n")
    found = subprocess.run([*alone, str(proof)], capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert found.stdout.startswith("refuted: line ")
    found = subprocess.run([*alone, str(program)], capture_output=True, text=True, check=False)
    assert found.returncode == 2


@pytest.mark.parametrize(
    ("name", "parameters", "most", "number"),
    [
        ("queens", {"n": 8}, 100_000, 92),
        ("sudoku", {}, 20_000, 1),
        ("dominoes", {"rows": 8, "columns": 8}, 100_000, 12_988_816),
    ],
)
def test_proofs_are_small(name: str, parameters: dict[str, int], most: int, number: int):
    proof = prove(load(name, **parameters))
    assert proof.number == number
    assert len(proof.text) < most


def test_a_proof_that_beats_listing_has_the_count_of_the_solver():
    x = variables("x", 30, range(2))
    model = Model("words", x, [x[k] + x[k + 1] <= 1 for k in range(29)])
    assert prove(model).number == count(model) == 2_178_309


def test_what_a_proof_cannot_speak_of_is_refused_in_words():
    x = integer("x", 0, 3)
    for model in (
        Model("m", [x], [predicate(lambda value: value > 1, x)]),
        Model("m", [x], [x > 0], minimise=x),
    ):
        with pytest.raises(check.NoProof, match=r"predicate|objective"):
            prove(model)


def test_too_large_is_said():
    with pytest.raises(TooLargeProof, match="within 100"):
        prove(load("queens", n=8), steps=100)


def test_sums_and_labels_together():
    x = variables("x", 3, range(1, 10))
    model = Model("m", x, [total(x) == 15, all_different(x), x[0] < x[1], x[1] < x[2]])
    assert prove(model).number == count(model)


def test_terms_that_have_one_amount_for_several_values_may_differ():
    x, y = integer("x", 1, 3), integer("y", 1, 3)
    for rules in ([all_different([x // 3, y])], [all_different([0 * x, y, x])]):
        model = Model("m", [x, y], rules)
        assert listed(lines_of(model, "tree")) == sorted(solution_rows(model))
