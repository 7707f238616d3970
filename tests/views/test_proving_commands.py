"""`everyway prove` and `everyway verify`: what they print, write and refuse."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from ..support.command_lines import everyway


@pytest.fixture
def proof(tmp_path: Path) -> Path:
    path = tmp_path / "queens.proof"
    result = everyway("prove", "queens", "n=6", "-o", str(path))
    assert result.exit_code == 0
    assert result.stdout.startswith("4 solutions, and no others · tree of ")
    return path


def test_a_proof_is_checked(proof: Path):
    result = everyway("verify", "queens", "n=6", str(proof))
    assert (result.exit_code, result.stdout) == (0, "checked: exactly 4 solutions, each once\n")
    document = json.loads(everyway("verify", "queens", "n=6", str(proof), "--json").stdout)
    assert (document["schema"], document["count"]) == ("everyway.verify/1", 4)


def test_a_proof_of_another_model_is_refused(proof: Path):
    result = everyway("verify", "queens", "n=5", str(proof))
    assert result.exit_code == 2
    assert "another model" in result.stderr


@pytest.mark.parametrize("words", [["queens"], ["queens", "n=6"], ["--board", "4"]])
def test_without_a_proof_one_is_asked_for(words: list[str]):
    result = everyway("verify", *words)
    assert result.exit_code == 2
    assert "the proof is missing; name the puzzle, and its file last" in result.stderr


def test_a_step_that_does_not_follow_is_named(proof: Path):
    lines = proof.read_text().splitlines()
    place = next(k for k, line in enumerate(lines) if line.startswith("r "))
    proof.write_text("\n".join([*lines[:place], *lines[place + 1 :]]) + "\n")
    result = everyway("verify", "queens", "n=6", str(proof))
    assert result.exit_code == 1
    assert "REFUTED" in result.stderr
    assert ", line " in result.stderr


@pytest.mark.parametrize("text", ["", "no proof\n", "everyway-proof 1\nmodel []\n", "\x00"])
def test_what_is_no_proof_is_said_to_be_none(tmp_path: Path, text: str):
    path = tmp_path / "other.proof"
    path.write_text(text)
    for words in (str(path), str(tmp_path), str(tmp_path / "none")):
        result = everyway("verify", "queens", "n=6", words)
        assert result.exit_code == 2
        assert "Traceback" not in result.stderr


def test_nothing_is_written_of_what_is_too_large(tmp_path: Path):
    path = tmp_path / "queens.proof"
    for limit in (("--steps", "50"), ("-t", "1ms")):
        result = everyway("prove", "queens", "n=8", "-o", str(path), *limit)
        assert result.exit_code == 3
        assert "no proof" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_objective_is_refused_in_words(tmp_path: Path):
    path = tmp_path / "queens.proof"
    least = ("--minimise", "queen[r1c1]")
    result = everyway("prove", "queens", "n=5", *least, "-o", str(path))
    assert result.exit_code == 2
    assert "objective" in result.stderr
    assert not path.exists()


@pytest.mark.parametrize("name", ["all mine.proof", "'; rm -rf x;.proof", "$(x) `y`.proof"])
def test_a_hint_can_be_typed_whatever_the_file_is_called(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    said = everyway("prove", "queens", "n=4", "-o", name).stderr
    words = shlex.split(said.partition("; everyway ")[2].rpartition(" checks it")[0])
    assert words == ["verify", "queens", "n=4", name]
    assert everyway(*words).exit_code == 0


def test_the_hint_of_clauses_can_be_typed_too(tmp_path: Path):
    pytest.importorskip("pysat")
    path = tmp_path / "all mine.drat"
    said = everyway("prove", "queens", "n=4", "--drat", str(path)).stderr
    words = shlex.split(said.partition("; ")[2].rpartition(" checks them")[0])
    assert words == ["drat-trim", str(path.with_suffix(".cnf")), str(path)]
