"""Claims with proofs: right ones are proven, and no liar is, whatever proof it brings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from everyway.comparer.claims import decide, reported_claim
from everyway.models import load
from everyway.proofs import prove
from everyway.solvers import solve_all
from everyway.solvers.harness.contract import ClaimError

from ..comparer.liars import MUTATIONS, SCENES, expected
from ..support.command_lines import everyway


@pytest.mark.parametrize("name", MUTATIONS)
def test_no_liar_is_proven(name: str, tmp_path: Path):
    caught = 0
    for number, scene in enumerate(SCENES):
        path = tmp_path / f"{number}.proof"
        try:
            prove(scene.model).save(path)
        except ValueError:
            continue
        assert decide(scene.model, reported_claim("right", scene.solutions), path).proven
        reported = MUTATIONS[name](scene)
        lies = any(expected(reported, scene.solutions).values())
        liar = reported_claim("liar", reported)
        assert decide(scene.model, liar, path).proven is not lies, (name, scene.model.name)
        caught += lies
        lines = path.read_text().splitlines()
        lines[4] = f"solutions {len(reported)}"
        path.write_text("\n".join(lines) + "\n")
        again = decide(scene.model, reported_claim("liar", reported), path)
        assert again.proven is not lies
    assert caught


def test_a_claim_with_its_proof_needs_no_solver(tmp_path: Path):
    model = load("queens", n=6)
    claim, proof = tmp_path / "mine.jsonl", tmp_path / "mine.proof"
    found = [dict(one.assignment) for one in solve_all(model)]
    rows = [json.dumps(one) for one in found]
    false = json.dumps({**found[0], "queen[r1c1]": 1})
    prove(model).save(proof)
    given = ("--claim", f"mine={claim}", "--proof", f"mine={proof}")
    for lines, code, words in (
        (rows, 0, "PROVEN  mine: 4 solutions"),
        (rows[1:], 1, "1 are missing"),
        ([*rows, rows[0]], 1, "row 5 repeats"),
        ([*rows[1:], false], 1, "row 4 is no solution"),
    ):
        claim.write_text("\n".join(lines) + "\n")
        result = everyway("compare", "queens", "n=6", *given)
        assert result.exit_code == code
        assert words in result.stdout
    steps = proof.read_text().splitlines()
    proof.write_text("\n".join([*steps[:7], *steps[8:]]) + "\n")
    result = everyway("compare", "queens", "n=6", *given)
    assert result.exit_code == 1
    assert "line " in result.stdout
    assert everyway("compare", "queens", "n=5", *given).exit_code == 2
    assert everyway("compare", "queens", "n=6", "-S", "auto", *given).exit_code == 2


def test_a_proof_of_another_model_decides_nothing(tmp_path: Path):
    proof = tmp_path / "other.proof"
    prove(load("queens", n=5)).save(proof)
    with pytest.raises(ClaimError, match="another model"):
        decide(load("queens", n=6), reported_claim("mine", []), proof)
