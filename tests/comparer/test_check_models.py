"""`everyway check --against`: submissions held against a reference, whatever they do."""

from __future__ import annotations

import csv
import io
import json
import os
import sys

import pytest

from ..support.command_lines import everyway

BEGIN = "from everyway.models import *\n"
BOARD = "    b = Board(n)\n    dame = b.place('dame')\n"
PLACED = "dame, dame.per(b.rows) == 1, dame.per(b.columns) == 1"

SUBMISSIONS = {
    "same": f"{BEGIN}print('noise')\ndef queens(n: int = 8):\n{BOARD}"
    f"    return Model('mine', {PLACED}, dame.per(b.diagonals) <= 1)\n",
    "many": f"{BEGIN}def queens(n: int = 8):\n{BOARD}    return Model('mine', {PLACED})\n",
    "few": f"{BEGIN}def anything(n):\n{BOARD}"
    f"    return Model('mine', {PLACED}, dame.per(b.diagonals) <= 1, dame['r1c1'] == 1)\n",
    "raises": "def raises(n: int = 8):\n    return 1 // 0\n",
    "crashes": "import os\ndef crashes(n: int = 8):\n    print('last words')\n    os.abort()\n",
    "leaves": "import os\nos._exit(0)\n",
    "hangs": "def hangs(n: int = 8):\n    while True:\n        pass\n",
    "lacks": f"{BEGIN}def lacks(size: int = 8):\n    return Model('x', integer('q', 0, 1))\n",
    "broken": "def broken(:\n",
    "_private": "1 // 0\n",
}
VERDICTS = {
    "same": "same",
    "many": "too many",
    "few": "too few",
    **dict.fromkeys(("raises", "crashes", "leaves", "hangs", "lacks", "broken"), "failed"),
}


@pytest.fixture
def folder(tmp_path):
    for name, text in SUBMISSIONS.items():
        (tmp_path / f"{name}.py").write_text(text)
    return tmp_path


def test_a_whole_folder_as_csv_a_line_for_each_file(folder):
    words = ("--against", "queens", "n=4", "-t", "1", "--csv")
    result = everyway("check", str(folder), *words)
    assert result.exit_code == 1
    rows = {
        row["file"].split("/")[-1][:-3]: row for row in csv.DictReader(io.StringIO(result.stdout))
    }
    assert {name: row["verdict"] for name, row in rows.items()} == VERDICTS
    assert (rows["many"]["solutions"], rows["many"]["expected"]) == ("24", "2")
    assert rows["many"]["broken_rules"].startswith("each diagonal: at most 1 queen")
    assert rows["few"]["broken_rules"] == "dame[r1c1] == 1"
    assert json.loads(rows["few"]["witness"]) == {"queen": ["r1c2", "r2c4", "r3c1", "r4c3"]} or (
        json.loads(rows["few"]["witness"]) == {"queen": ["r1c3", "r2c1", "r3c4", "r4c2"]}
    )
    assert "ZeroDivisionError" in rows["raises"]["reason"]
    assert rows["crashes"]["reason"].endswith("it printed: last words")
    assert "status 0" in rows["leaves"]["reason"]
    assert "does not end within 1 s" in rows["hangs"]["reason"]
    assert "no parameter 'n'" in rows["lacks"]["reason"]
    assert "syntax error" in rows["broken"]["reason"]


def test_one_file_for_a_range_of_parameters(folder):
    many = everyway("check", str(folder / "many.py"), "--against", "queens", "n=3..4")
    assert many.exit_code == 1
    assert "TOO MANY  3 queens: 6 solutions, the reference 0" in many.stdout
    assert "the submission allows 22 solutions too many:" in many.stdout
    assert "breaks each diagonal: at most 1 queen" in many.stdout
    same = everyway("check", str(folder / "same.py"), "--against", "queens", "n=3..5")
    assert same.stdout.count("SAME") == 3
    assert (same.exit_code, "noise" in same.stdout + same.stderr) == (0, False)


def test_each_choice_has_its_own_verdict_after_a_crash(folder):
    result = everyway(
        "check", str(folder / "crashes.py"), "--against", "queens", "n=3..4", "--json"
    )
    found = json.loads(result.stdout)
    assert (result.exit_code, found["schema"]) == (4, "everyway.check-models/1")
    checks = found["files"][0]["checks"]
    assert [check["params"] for check in checks] == [{"n": "3"}, {"n": "4"}]
    assert {check["verdict"] for check in checks} == {"failed"}


def test_a_table_of_a_folder(folder):
    for name in ("hangs", "crashes", "leaves", "raises", "lacks"):
        (folder / f"{name}.py").unlink()
    result = everyway("check", str(folder), "--against", "queens", "n=4")
    lines = [line for line in result.stdout.splitlines() if line[2] != " "]
    assert [line.split()[0] for line in lines] == [
        "file",
        "broken.py",
        "few.py",
        "many.py",
        "same.py",
    ]
    assert "n=4: 24 for 2; each diagonal: at most 1 queen" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 79


@pytest.mark.parametrize("name", ["mine", "a_file_with_quite_a_long_name_of_a_student"])
def test_a_table_says_the_whole_explanation(tmp_path, name):
    reason = " ".join(f"word{number}" for number in range(40))
    (tmp_path / f"{name}.py").write_text(f"raise ValueError({reason!r})\n")
    result = everyway("check", str(tmp_path), "--against", "queens", "n=4")
    assert reason in " ".join(result.stdout.split())
    assert "…" not in result.stdout
    long = [line for line in result.stdout.splitlines() if len(line) > 79]
    assert [line for line in long if "/" not in line] == []


def test_what_is_the_same_for_each_choice_is_reported_once(tmp_path):
    (tmp_path / "mine.py").write_text(
        f"{BEGIN}def mine(n):\n    return Model(f'mine {{n}}', integer('q', 0, 1))\n"
    )
    words = ("--against", "queens", "n=4..6")
    text = everyway("check", str(tmp_path / "mine.py"), *words).stdout
    assert text.count("FAILED") == 1
    assert text.endswith("  likewise 5 queens and 6 queens\n")


@pytest.mark.skipif(sys.platform != "linux", reason="memory is capped on Linux alone")
def test_a_file_that_eats_memory_has_failed(tmp_path):
    (tmp_path / "grows.py").write_text("def grows(n: int = 8):\n    return [0] * 10**9\n")
    words = ("--against", "queens", "n=4", "--memory", "500M")
    result = everyway("check", str(tmp_path / "grows.py"), *words)
    assert result.exit_code == 4
    assert "it needs more memory than it may have" in " ".join(result.stdout.split())


def test_what_makes_no_sense_is_refused(tmp_path):
    (tmp_path / "one.py").write_text("")
    file = str(tmp_path / "one.py")
    for words, expected in (
        (["nowhere.py", "--against", "queens"], "there is no file"),
        ([file, "--against", "queens", "n=7..4"], "is no range"),
        ([file, "--against", "queens", "m=4"], "no parameter 'm'"),
        ([file, "--against", "quens"], "did you mean"),
        ([file, "--against", "queens", "--csv", "--json"], "give one of them"),
        ([file, "--against", "queens", "--rule", "rows == 1"], "takes no --board"),
        (["queens", "{}", "--csv"], "are for --against"),
    ):
        result = everyway("check", *words)
        assert (result.exit_code, expected in result.stderr) == (2, True), result.stderr
    (tmp_path / "one.py").unlink()
    assert "no puzzle file" in everyway("check", str(tmp_path), "--against", "queens").stderr


@pytest.mark.skipif(not os.path.exists("/proc/self/mem"), reason="no file that fails when read")
def test_a_file_that_cannot_be_read_is_refused_before_it_is_run(tmp_path):
    file = tmp_path / "mine.py"
    file.symlink_to("/proc/self/mem")
    result = everyway("check", str(file), "--against", "queens", "n=4")
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{file} cannot be read: Input/output error" in result.stderr


RISING = (
    "from everyway.models import *\ndef rising(n: int = 40):\n    bits = [integer(f'b{k}', 0, 1)"
)
RISING += " for k in range(n)]\n    return Model('bits', *bits"


@pytest.mark.parametrize(
    ("rules", "verdict", "solutions"),
    [("", "same", 2**40), (", bits[0] <= bits[39]", "too few", 3 * 2**38)],
)
def test_models_too_large_to_list_are_compared_as_sets(tmp_path, rules, verdict, solutions):
    for name, text in {"reference": f"{RISING})\n", "mine": f"{RISING}{rules})\n"}.items():
        (tmp_path / f"{name}.py").write_text(text)
    against = ("--against", f"{tmp_path / 'reference.py'}:rising", "--json")
    found = json.loads(everyway("check", str(tmp_path / "mine.py"), *against).stdout)
    ((report,),) = [one["checks"] for one in found["files"]]
    assert (report["verdict"], report["solutions"], report["expected"]) == (
        verdict,
        solutions,
        2**40,
    )
    assert "too many to list; compared as sets" in report["reason"]
    assert [one["count"] for one in report["differences"]] == [2**38] * (verdict != "same")


def test_a_number_of_solutions_that_were_not_all_found_is_unknown(tmp_path):
    text = f"{RISING}, predicate(lambda *all: True, *bits))\n"
    (tmp_path / "reference.py").write_text(text)
    (tmp_path / "mine.py").write_text(f"{RISING}, bits[0] + bits[39] == 3)\n")
    against = ("--against", f"{tmp_path / 'reference.py'}:rising", "-t", "1", "--csv")
    said = everyway("check", str(tmp_path / "mine.py"), *against).stdout
    (row,) = csv.DictReader(io.StringIO(said))
    assert (row["verdict"], row["solutions"], row["expected"]) == ("too few", "0", "")
    said = everyway("check", str(tmp_path / "mine.py"), *against[:-1]).stdout
    assert said.startswith("TOO FEW  bits: 0 solutions, the reference an unknown number\n")
