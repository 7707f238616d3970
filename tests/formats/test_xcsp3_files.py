"""XCSP3 files are read in a process apart; what is hostile never reaches a parser."""

from __future__ import annotations

import json
import lzma
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from everyway.formats import from_xcsp3, xcsp3_files
from everyway.models import Model, ModelError, forbidden, from_data, load, same, to_data
from everyway.models.language.global_constraints.table import Allowed
from everyway.models.language.nodes import topological
from everyway.solvers import solve_all

pytest.importorskip("pycsp3", reason='not installed: pip install "everyway[xcsp3]"')

FILE = """<?xml version="1.0" encoding="UTF-8"?>
<instance format="XCSP3" type="CSP">
  <variables>
    <array id="x" size="[3]"> 0 1 3 </array>
    <array id="g" size="[2][2]"> 0..1 </array>
    <var id="free"> 0..9 </var>
    <var id="gap"> 2 5 </var>
  </variables>
  <constraints>
    <allDifferent> x[] </allDifferent>
    <intension> in(x[0],set(add(x[1],1),x[2])) </intension>
    <sum> <list> g[][] </list> <condition> (eq,1) </condition> </sum>
    <cardinality>
      <list> x[] </list> <values> 1 3 </values> <occurs> 1..2 1..2 </occurs>
    </cardinality>
  </constraints>
</instance>
"""


def read(folder: Path, text: str, name: str = "f.xml") -> Model:
    file = folder / name
    data = text.encode()
    file.write_bytes(lzma.compress(data) if name.endswith("lzma") else data)
    return load(file)


@pytest.mark.parametrize("name", ["f.xml", "f.xml.lzma"])
def test_an_instance_is_read_with_its_arrays(tmp_path: Path, name: str) -> None:
    model = read(tmp_path, FILE, name)
    assert model.name == "f"
    found = {s["x"] for s in solve_all(model)}
    assert found == {(1, 0, 3)}
    assert len(solve_all(model)) == 4
    assert {sum(map(sum, s["g"])) for s in solve_all(model)} == {1}
    assert not {"free", "gap"} & {*(model.projection or [g.name for g in model.groups])}


COUNTS = Path(__file__).with_name("xcsp3_counts.txt")
COUNTING = """
import json, sys
from everyway.formats.xcsp3_program import _answer
from everyway.models.language.files.model_from_data import from_data
from everyway.solvers import solutions
found = []
for text in json.load(sys.stdin):
    read = _answer(text)
    model = from_data(read["model"]) if "model" in read else None
    found.append(read["error"] if model is None else sum(1 for _ in solutions(model, "flatmap")))
print("counts:", json.dumps(found))
sys.stdout.flush()
__import__("os")._exit(0)  # pycsp3 writes files when a process ends
"""


def test_every_constraint_means_what_xcsp3_says(tmp_path: Path) -> None:
    rows = [line.split(" | ") for line in COUNTS.read_text("utf-8").splitlines()[1:]]
    texts = [
        f'<instance format="XCSP3" type="CSP"><variables>{variables}</variables>'
        f"<constraints>{constraints}</constraints></instance>"
        for _, variables, constraints in rows
    ]
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", COUNTING],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    found = json.loads(run.stdout.rpartition("counts: ")[2])
    wrong = [(one, row) for one, row in zip(found, rows, strict=True) if str(one) != row[0]]
    assert not wrong
    assert len(found) > 80


def test_symbols_are_labels(tmp_path: Path) -> None:
    lights = """<instance format="XCSP3" type="CSP"><variables>
      <array id="v" size="[2]" type="symbolic"> green red-yellow </array></variables>
      <constraints><extension><list> v[] </list><supports> (green,red-yellow)(red-yellow,green)
      </supports></extension></constraints></instance>"""
    found = {s["v"] for s in solve_all(read(tmp_path, lights.replace(")\n      <", ")<")))}
    assert found == {("green", "red-yellow"), ("red-yellow", "green")}


@pytest.mark.parametrize(
    ("constraint", "said"),
    [
        ("<cumulative><origins> x[] </origins><lengths> 1 1 1 </lengths><heights> 1 1 1 </heights>"
         "<condition> (ge,1) </condition></cumulative>", "with the conditions le and lt, not with"),
        ("<circuit><list startIndex='1'> x[] </list></circuit>", "f.xml: the constraint circuit: "),
        ("<element><list> x[] </list><value> 1 </value></element>", "not in XCSP3-core"),
        ("<flow><list> x[] </list><balance> 1 0 -1 </balance><arcs> (0,1)(1,2)(0,2) </arcs></flow>",
         "it holds what is not read"),
        ("<intension> foo(x[0]) </intension>", "FOO"),
        ("<extension><list> x[0] x[1] </list><supports> (0,1)(2) </supports></extension>",
         "a row of a table has 1 values for 2 terms"),
        ("<sum><list> x[] </list><coeffs> 1 2 </coeffs><condition> (eq,3) </condition></sum>",
         "the constraint sum: its lists have different lengths"),
        ("<sum><list> x[] </list><coeffs> 1x99999999 </coeffs> </sum>",
         "f.xml:10: a value is repeated too often"),
        ("<intension> eq(x[0],nothing) </intension>", "the constraint intension: "),
        ("<nValues><list> x[] </list><except> 0 1 </except><condition> (eq,1) </condition>"
         "</nValues>", "several values are excepted"),
    ],
)  # fmt: skip
def test_what_is_not_read_is_named(tmp_path: Path, constraint: str, said: str) -> None:
    with pytest.raises(ModelError, match=r"f\.xml") as caught:
        read(tmp_path, FILE.replace("<allDifferent> x[] </allDifferent>", constraint))
    assert said in str(caught.value)


def test_an_objective_is_read(tmp_path: Path) -> None:
    text = FILE.replace('type="CSP"', 'type="COP"').replace(
        "</instance>",
        "<objectives><maximize> add(g[0][0],x[0]) </maximize></objectives></instance>",
    )
    assert [s["g"][0][0] for s in solve_all(read(tmp_path, text))] == [1]


ENTITIES = '<!DOCTYPE i [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>\n<instance/>'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ENTITIES, ":1: a document type and entities are refused"),
        (FILE.replace("<instance", "\n" + ENTITIES + "<instance"), ":3: a document type"),
        (FILE.replace("UTF-8", "UTF-7"), ":1: the encoding UTF-7 is refused"),
        (FILE.replace("0..9", f"0..{10**15}"), ":6: a number has more than 15 digits"),
        (FILE.replace("[2][2]", "[1000000][1000000]"), ":5: the arrays have more than"),
        (FILE[:-40], "line "),
        (FILE.replace("<allDifferent> x[] </allDifferent>", "<allDifferent> y[] </allDifferent>"),
         "y"),
        (FILE.replace("<allDifferent> x[] </allDifferent>", "<knapsack> x[] </knapsack>"), "f.xml"),
        (FILE.replace(' 2 5 </var>', " </var>").replace('"gap"', '"gap" type="symbolic"'), "f.xml"),
        (FILE.replace('"free"', '"gap"'), "gap is declared twice"),
        ("not xml", "line 1"),
        ("", "line 1"),
    ],
)  # fmt: skip
def test_a_broken_or_hostile_file_is_one_clear_error(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ModelError, match=r"f\.xml") as caught:
        read(tmp_path, text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_compressed_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xcsp3_files, "MOST_BYTES", 1000)
    with pytest.raises(ModelError, match="more than 0 MB of text"):
        read(tmp_path, FILE + " " * 1000, "f.xml.lzma")
    (tmp_path / "g.xml.lzma").write_bytes(lzma.compress(FILE.encode())[:-30])
    with pytest.raises(ModelError, match="cannot be read as compressed text"):
        from_xcsp3(tmp_path / "g.xml.lzma")


def test_time_and_a_lost_process_are_errors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(xcsp3_files, "SECONDS", 0.01)
    with pytest.raises(ModelError, match="was not read within 0 s"):
        read(tmp_path, FILE)
    monkeypatch.setattr(xcsp3_files, "SECONDS", 100)
    monkeypatch.setattr(xcsp3_files.sys, "executable", "/bin/false")
    with pytest.raises(ModelError, match="ended with 1"):
        read(tmp_path, FILE)


def test_what_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(name: str) -> Any:
        return None

    monkeypatch.setattr(xcsp3_files, "find_spec", none)
    with pytest.raises(ModelError, match="needs pycsp3: pip install"):
        read(tmp_path, FILE)


def test_a_file_beside_runs_nothing(tmp_path, monkeypatch):
    (tmp_path / "json.py").write_text("open('it ran', 'w')\n")
    monkeypatch.chdir(tmp_path)
    assert len(solve_all(read(tmp_path, FILE))) == 4
    assert not (tmp_path / "it ran").exists()


def test_notes_are_labels_and_rules_keep_their_order(tmp_path):
    noted = FILE.replace("<sum>", '<sum note="one\n  alone">').replace(
        "> x[] </all", ' note="17"> x[] </all', 1
    )
    noted = noted.replace("<cardinality>", '<block note="how often"> <cardinality>')
    noted = noted.replace(
        "</cardinality>", "</cardinality> <intension> ne(x[0],x[1]) </intension> </block>"
    )
    model = read(tmp_path, noted)
    assert [rule.label for rule in model.rules if len(rule.label) < 10] == [
        "17",
        "one alone",
        "how often",
    ]
    assert [len(rule.constraints) for rule in model.rules] == [1, 1, 1, 3]


def test_a_list_of_values_is_one_table(tmp_path):
    listed = "<extension> <list> x[0] </list> <conflicts> 1 3 </conflicts> </extension>"
    model = read(tmp_path, FILE.replace("<allDifferent>", f"{listed} <allDifferent>", 1))
    assert str(model.constraints[0]) == str(forbidden([model["x"][0]], [(1,), (3,)]))


def test_tables_of_the_same_rows_share_them(tmp_path):
    rows = "(0,0,*)(1,*,1)(2,1,0)(2,2,2)"
    table = f"<extension> <list> %0 %1 %2 </list> <supports> {rows} </supports> </extension>"
    group = f"<group> {table} <args> x[0] x[1] x[2] </args> <args> x[1] x[2] x[0] </args> </group>"
    alone = table.replace("%0 %1 %2", "x[2] x[0] x[1]")
    plain = "<extension> <list> x[0] x[1] </list> <supports> (0,0) (1,1) (2,1) </supports>"
    text = FILE.replace("<allDifferent>", f"{group} {alone} {plain} </extension> <allDifferent>", 1)
    model = read(tmp_path, text)
    found = [each for each in topological(model.constraints) if isinstance(each, Allowed)]
    assert len(found) == 3 * 3 + 1
    assert len({id(table.rows) for table in found}) == len({table.rows for table in found}) == 4
    assert same(model, from_data(json.loads(json.dumps(to_data(model)))))
    assert len(xcsp3_files.without_tables({"model": to_data(model)})["tables"]) == 4
