"""Small files that aim at the time and the memory of the checker: each ends, in words."""

from __future__ import annotations

import subprocess
import sys
from itertools import groupby
from pathlib import Path

import pytest

from everyway.models import load
from everyway.proofs import check, prove

from ..support.command_lines import everyway
from .bombs import BIT, Bomb, bombs, proof_of

ALL = list(bombs())
FAMILIES = [list(some) for _, some in groupby(ALL, key=lambda bomb: bomb[0].partition("(")[0])]
LARGEST = [family[-1] for family in FAMILIES]
SECONDS, MEGABYTES = 2, 300
ENDINGS = {0: "checked: ", 1: "refuted: ", 2: "no proof: ", 3: "not checked: "}
"""The first words of the checker, by its exit code."""
CHECK = str(Path(check.__file__))
MEASURED = f"""
import resource, runpy, sys
try:
    runpy.run_path({CHECK!r}, run_name="__main__")
finally:
    used = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    with open("/proc/self/status") as status:  # what getrusage says is of the parent, too
        most = next(line.split()[1] for line in status if line.startswith("VmHWM"))
    print(used, most, file=sys.stderr)
"""
"""The checker, with its CPU time and its greatest memory in kB at the end."""


def ended(bomb: Bomb, file: Path) -> None:
    """Run the checker on it as a program of its own; it ends within its limits, in words."""
    file.write_text(bomb[1](), encoding="utf-8")
    limits = ["-t", str(SECONDS), "--memory", str(MEGABYTES)]
    how = ["-c", MEASURED] if Path("/proc/self/status").exists() else [CHECK]
    run = subprocess.run(
        [sys.executable, "-I", *how, str(file), *limits], capture_output=True, text=True
    )
    if len(how) == 2:
        used, kilobytes = map(float, run.stderr.split())
        assert used < 3 * SECONDS + 3, (bomb[0], used)
        assert kilobytes < (MEGABYTES + 250) * 1_000, (bomb[0], kilobytes)
    code, said = run.returncode, run.stdout
    assert code in ENDINGS, (bomb[0], code, said)
    assert said.startswith(ENDINGS[code]), (bomb[0], said)
    assert len(said.splitlines()) == 1 + (code == 0), (bomb[0], said)
    assert len(said) < 5_000, bomb[0]


@pytest.mark.parametrize("bomb", LARGEST, ids=lambda bomb: bomb[0])
def test_the_largest_of_each_cause_ends_within_its_limits(bomb: Bomb, tmp_path: Path):
    ended(bomb, tmp_path / "bomb.proof")


@pytest.mark.slow
@pytest.mark.parametrize("bomb", ALL, ids=lambda bomb: bomb[0])
def test_each_of_three_hundred_ends_within_its_limits(bomb: Bomb, tmp_path: Path):
    ended(bomb, tmp_path / "bomb.proof")


def test_there_are_three_hundred_of_twenty_causes():
    assert len(ALL) >= 300
    assert len(FAMILIES) == 20


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file here")
def test_an_endless_file_is_refused_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert check.main(["/dev/zero"]) == 2
    assert capsys.readouterr().out.startswith("no proof: line 1: it has more than")
    result = everyway("verify", "queens", "n=4", "/dev/zero")
    assert result.exit_code == 2
    assert "line 1: it has more than" in result.stderr
    claim = tmp_path / "ok.jsonl"
    claim.write_text("")
    given = ("--claim", f"s={claim}", "--proof", "s=/dev/zero")
    result = everyway("compare", "queens", "n=6", *given)
    assert result.exit_code == 2
    assert "line 1: it has more than" in result.stderr


def test_time_and_memory_of_a_proof_are_said_where_they_are_too_little(tmp_path: Path):
    path, claim = tmp_path / "queens.proof", tmp_path / "ok.jsonl"
    prove(load("queens", n=7)).save(path)
    claim.write_text("")
    for more, words in (
        (("-t", "0.000001"), "it takes more than 1e-06 s"),
        (
            ("--memory", "10k"),
            "it takes more memory than 0 MB",
        ),
    ):
        result = everyway("verify", "queens", "n=7", str(path), *more)
        assert (result.exit_code, "not checked" in result.stderr) == (3, True)
        assert words in result.stderr
        given = ("--claim", f"s={claim}", "--proof", f"s={path}", *more)
        result = everyway("compare", "queens", "n=7", *given)
        assert result.exit_code == 3
        assert words in result.stdout
        assert result.stdout.startswith("UNDECIDED  s: its proof was not checked")


def test_want_of_memory_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def none(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(check, "check", none)
    assert check.main([__file__]) == 3
    assert capsys.readouterr().out == "not checked: it takes more memory than there is\n"


def test_the_checker_of_the_package_warns_of_nothing(tmp_path: Path):
    path = tmp_path / "queens.proof"
    prove(load("queens", n=4)).save(path)
    words = [sys.executable, "-W", "error", "-m", "everyway.proofs.check", str(path)]
    found = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("checked: exactly 2 solutions, each once\n")


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (("b 0", "s", "s", "end"), "nothing may follow the end"),
        (("b 00", "s", "s"), "is no number from 0"),
    ],
)
def test_what_is_left_over_or_odd_is_refused(steps: tuple[str, ...], words: str):
    text = proof_of(f'[[["Variable","x",{BIT}]],[0],[]]', "tree", "2", *steps)
    with pytest.raises((check.NoProof, check.Refuted), match=words):
        check.check(iter(text.splitlines()))


def test_a_constant_with_a_further_field_does_not_change_what_is_counted():
    nodes = '["Variable","x",[0,1]],["Constant",1,"x"],["Constant",1],["Count",[0],[1],"==",2]'
    model = f"[[{nodes}],[0],[3]]"
    with pytest.raises(check.NoProof, match="node 1: Constant has 1 fields"):
        check.check(iter(proof_of(model, "tree", "0", "x 0").splitlines()))
