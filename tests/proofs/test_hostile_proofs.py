"""Proofs that somebody wrote to mislead or exhaust the checker; limits, Ctrl-C and exit codes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from everyway.models import Model, boolean, load, variables
from everyway.proofs import TooLargeProof, check, prove

from ..support.command_lines import everyway

BIT = ["Variable", "x", {"range": [0, 1, 1]}]
TRUE = ["AllDifferent", [0]]
DOUBLED = [["Variable", "x", [9]], *(["Product", [k, k]] for k in range(60))]
POWERS = [["Variable", "x", [9]], ["Power", 0, 1000], ["Power", 1, 1000], ["Power", 2, 1000]]


def lines(model: Any, kind: str, number: int, *steps: str) -> list[str]:
    text = model if isinstance(model, str) else json.dumps(model)
    stamp = sha256(text.encode()).hexdigest()
    head = ["everyway-proof 1", f"model {text}", f"fingerprint {stamp}", f"proof {kind}"]
    return [*head, f"solutions {number}", *steps, "end"]


BOTH = ("b 0", "s", "s")
REFUSED: dict[str, list[str]] = {
    "nothing": [],
    "a header twice": lines([[], [], []], "tree", 1, "s")[:2] * 2,
    "a header missing": [*lines([[BIT], [0], []], "tree", 2, *BOTH)[:3], "solutions 2", *BOTH],
    "no end": lines([[BIT], [0], []], "tree", 2, *BOTH)[:-1],
    "NaN": lines('[[["Variable","x",[NaN]]],[0],[]]', "tree", 1, "s"),
    "a float": lines([[["Variable", "x", [0.0, 1]]], [0], []], "tree", 2, *BOTH),
    "a domain that is no list": lines([[["Variable", "x", 7]], [0], []], "tree", 1, "s"),
    "a huge range": lines([[["Variable", "x", {"range": [0, 10**30, 1]}]], [0], []], "tree", 0),
    "a huge number": lines(f'[[["Variable","x",[{"9" * 5000}]]],[0],[]]', "tree", 1, "s"),
    "a falling range": lines(
        [[["Variable", "x", {"range": [5, 0, -1]}]], [0], []], "tree", 2, *BOTH
    ),
    "an infinite range": lines(
        [[["Variable", "x", {"range": [0, 1, 0]}]], [0], []], "tree", 2, *BOTH
    ),
    "a variable listed twice": lines([[BIT], [0, 0], []], "tree", 2, *BOTH),
    "a variable not listed": lines([[BIT, ["Variable", "y", [1, 2]]], [0], []], "tree", 2, *BOTH),
    "a name twice": lines([[BIT, BIT], [0, 1], []], "tree", 2, *BOTH),
    "a constant as a variable": lines([[["Constant", 5, [0, 1]]], [0], []], "tree", 2, *BOTH),
    "a constraint as a variable": lines(
        [[BIT, ["Increasing", [0], [1, 2]]], [0, 1], []], "tree", 4, "b 0", *BOTH, *BOTH
    ),
    "a constant as a constraint": lines([[BIT, ["Constant", 1]], [0], [1]], "tree", 2, *BOTH),
    "numbers that are truths": lines([[BIT, TRUE], [False], [True]], "tree", 2, *BOTH),
    "a node of itself": lines([[BIT, ["Not", 1]], [0], [1]], "tree", 2, *BOTH),
    "a node that is not there": lines([[BIT, ["Not", -1]], [0], [1]], "tree", 2, *BOTH),
    "an unknown kind": lines([[BIT, ["Magic", 0]], [0], [1]], "tree", 2, *BOTH),
    "a predicate": lines([[BIT, ["Predicate", "os:system", [0]]], [0], [1]], "tree", 2, *BOTH),
    "an objective": lines([[BIT], [0], [{"goals": [["minimise", 0]]}]], "tree", 2, *BOTH),
    "deep JSON": lines("[" * 100_000 + "]" * 100_000, "tree", 1, "s"),
    "an object": lines({"a": 1, "b": 2, "c": 3}, "tree", 1, "s"),
    "products that double": lines([[*DOUBLED, ["AllEqual", [60]]], [0], [61]], "tree", 1, "s"),
    "powers of powers": lines([[*POWERS, ["AllEqual", [3]]], [0], [4]], "tree", 1, "s"),
    "labels that are added": lines(
        [[["Variable", "x", ["a", "b"]], ["Sum", [0], [2], 0], ["AllEqual", [1, 1]]], [0], [2]],
        *("tree", 2, *BOTH),
    ),
    "another kind of proof": lines([[BIT], [0], []], "guess", 2, *BOTH),
    "too great for a factor": lines(
        [
            [["Variable", "x", [10**400]], ["Sum", [0], [1.5], 0], ["AllEqual", [1]]],
            [0],
            [2],
        ],
        *("tree", 1, "s"),
    ),
}
REFUSED |= {
    "a solution of nothing": lines([[["Variable", "x", []]], [0], []], "tree", 1, "s"),
    "a count of nothing": lines([[["Variable", "x", []]], [0], []], "count", 5, "v 0", "1", "e"),
}
REFUTED: dict[str, list[str]] = {
    "steps left over": lines([[BIT], [0], []], "tree", 2, *BOTH, "s"),
    "other digits": lines([[BIT], [0], []], "tree", 2, "b \u0660", "s", "s"),
    "what is never true": lines([[["Or", []]], [], [0]], "tree", 1, "s"),
    "what is never true, counted": lines([[["Or", []]], [], [0]], "count", 1, "e"),
    "a gap without a constraint": lines([[BIT], [0], []], "count", 1, "v 0", "1 -1", "e"),
    "two first nodes": lines([[BIT], [0], []], "count", 2, "v 0", "1 1", "1 1", "e"),
    "a level missing": lines([[BIT], [0], []], "count", 1, "e"),
    "a value gone twice": lines(
        [[BIT, ["Constant", 0], ["Comparison", 0, "==", 1]], [0], [2]],
        *("tree", 1, "r 0 0:1,1", "s"),
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_proof_is_refused_in_words(name: str):
    with pytest.raises(check.NoProof):
        check.check(iter(REFUSED[name]))


def test_names_of_a_hostile_file_reach_no_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    file, bit = tmp_path / "hostile.proof", ["Variable", "\x1b[2J\ud800", [0, 1]]
    text = lines([[bit, ["AllDifferent", [0]]], [0], [1]], "tree", 1, "r 0 0:1", "s")
    file.write_text("\n".join(text))
    assert check.main([str(file)]) == 1
    assert capsys.readouterr().out == (
        "refuted: line 6: \\x1b[2J\\ud800 = 1: constraint 0 allows it\n"
    )


@pytest.mark.parametrize("name", REFUTED)
def test_what_does_not_follow_is_refuted(name: str):
    with pytest.raises(check.Refuted, match=r"line \d"):
        check.check(iter(REFUTED[name]))


@pytest.mark.parametrize("kind", ["Sum", "And", "Not"])
def test_deep_and_shared_nodes_are_read_once_each(kind: str):
    nodes: list[list[Any]] = [BIT, ["Constant", 0], ["Comparison", 0, ">=", 1]]
    deep = 2_000 if kind == "Not" else 60
    nodes += [["And", [k, k]] if kind == "And" else ["Not", k] for k in range(2, 2 + deep)]
    if kind == "Sum":
        nodes = [BIT, *(["Sum", [k, k], [1, 1], 0] for k in range(60)), ["Constant", 0]]
        nodes.append(["Comparison", 60, ">=", 61])
    found = check.check(iter(lines([nodes, [0], [len(nodes) - 1]], "tree", 2, *BOTH)))
    assert found.number == 2


def test_a_million_lines_are_followed_without_recursion():
    many = lines([[BIT], [0], []], "tree", 2, "b 0", *["b 0"] * 20_000, "s", "s")
    assert check.check(iter(many)).number == 2


def test_a_number_that_python_does_not_write_is_too_large():
    model = Model("m", [boolean(f"x{k}") for k in range(14_000)], [])
    with pytest.raises(TooLargeProof, match="digits"):
        prove(model, "count")


def test_values_of_all_sizes_are_proven():
    for size in (10**12, 10**30):
        x = variables("x", 3, [-size, 0, size])
        model = Model("m", x, [x[0] + x[1] != x[2], x[0] <= x[1]])
        assert prove(model, "tree").number == prove(model, "count").number == 14


def test_limits_leave_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "queens.proof"
    given = ("prove", "queens", "n=9", "-o", str(path))
    assert everyway(*given, "-t", "0.001").exit_code == 3
    assert everyway(*given, "--steps", "10").exit_code == 3

    def none(*_: object, **__: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr("everyway.proofs.proof_files._smallest", none)
        result = everyway(*given)
        assert result.exit_code == 3
        assert "memory" in result.stderr
    assert not list(tmp_path.iterdir())
    prove(load("queens", n=8)).save(path)
    assert everyway("verify", "queens", "n=8", str(path)).exit_code == 0
    late = everyway("verify", "queens", "n=8", str(path), "-t", "0.000001")
    assert late.exit_code == 3
    assert "not checked" in late.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="interrupts are sent otherwise there")
def test_ctrl_c_leaves_no_file(tmp_path: Path):
    path = tmp_path / "queens.proof"
    words = ["prove", "queens", "n=13", "-o", str(path), "--kind", "tree"]
    program = (
        "import sys; from everyway.views.start import main; print('ready', flush=True); main()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as run:
        assert run.stdout is not None
        run.stdout.readline()
        time.sleep(2)
        run.send_signal(signal.SIGINT)
        assert run.wait(60) == 130
    assert not list(tmp_path.iterdir())
