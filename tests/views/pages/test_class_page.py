"""The page of a class, its feedback and its points."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from everyway.comparer.model_comparison import FEW, ModelDifference
from everyway.comparer.submission_reports import read_points
from everyway.comparer.submissions import Examination, examined
from everyway.models import Board, Model
from everyway.models.language.check import Violation
from everyway.models.language.errors import ModelError
from everyway.models.language.late_dataclasses import replace
from everyway.models.queens import queens
from everyway.solvers.harness.options import Options
from everyway.views import class_files
from everyway.views.command_line import main
from everyway.views.pages.class_page import Checked, _broken, class_page, feedback_page

from .shared import CONTRAST, LAPTOP, PHONE, WALL, goes_out_of_the_window

SUBMISSIONS = {
    "anna.py": "from everyway.models.queens import queens as right\n"
    "def queens(n: int = 8):\n    return right(n)\n",
    "ben.py": "from everyway.models.queens import queens as right\n"
    "def queens(n: int = 8):\n    return right(n).without('diagonals <= 1')\n",
    "cara.py": "from everyway.models.queens import queens as right\n"
    "def queens(n: int = 8):\n    queen = (plain := right(n))['queen']\n"
    "    return plain + (queen['r1c2'] == 0)\n",
    "dora.py": "raise RuntimeError('</script><script>window.hacked=1</script>')\n",
}
RULE = "same 6, too many 2.5, else 0, same 1 each"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("class") / "submissions"
    found.mkdir()
    for name, text in SUBMISSIONS.items():
        (found / name).write_text(text, "utf-8")
    return found


@pytest.fixture(scope="module")
def checked(folder):
    choices = ({"n": "4"}, {"n": "5"})
    limits = Options(time_limit=20.0)
    reports = {
        str(file): list(examined(Examination(str(file), "queens", choices, options=limits)))
        for file in sorted(folder.iterdir())
    }
    return Checked(
        "queens n=4..5",
        "everyway check",
        ("", "n=4..5", "--against", "queens"),
        [queens(4), queens(5)],
        reports,
        read_points(RULE),
    )


def test_each_file_is_described_in_two_sentences(checked):
    anna, ben, cara, dora = checked.document()[0]["files"]
    assert anna["says"] == [
        "The model has the same solutions as the reference for n=4 and n=5.",
        "Nothing is to be mended.",
    ]
    assert ben["says"][0] == "With n=4 the model has 24 solutions where there should be 2."
    assert "it breaks “each diagonal: at most 1 queen”, since" in ben["says"][1]
    pieces = {place for place, value in enumerate(ben["values"]) if value}
    assert ben["broken"]
    assert all(len(line) > 1 and pieces.issuperset(line) for line in ben["broken"])
    assert cara["says"][0] == "With n=4 the model has 1 solution where there should be 2."
    assert cara["says"][1].startswith(
        "A solution is missing, such as the one shown: the model forbids"
    )
    assert cara["broken"] == [[1]]
    assert dora["says"][0] == "With n=4 the model could not be checked."
    assert [file["points"] for file in (anna, ben, cara, dora)] == [8, 2.5, 0, 0]
    assert checked.points.most(2) == 8


UNREADABLE = (
    *("", "same", "same ten", "same -1", "same 1e3", "fair 3", "same 1, same 2", "same 1;else 0"),
    *("same 10 __import__('os')", "same 1 each each", "same 99999999"),
)


@pytest.mark.parametrize("rule", UNREADABLE)
def test_points_that_cannot_be_read_are_refused(rule):
    with pytest.raises(ModelError, match=r"cannot read|given twice"):
        read_points(rule)


def test_points_count_once_or_for_each_choice():
    assert read_points(" same  10 ").of(["same", "same"]) == 10
    assert read_points("same 10, else 1").of(["same", "failed", "too few"]) == 1
    assert read_points("same 2 each, else 0.5 each").of(["same", "failed"]) == 2.5
    assert read_points("too many 4").of(["undecided"]) == 0


def test_check_writes_a_page_and_feedback_for_each(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    asked = ["check", str(folder), "--against", "queens", "n=4", "--csv", "--points", "same 3"]
    pages = ["--html", "class.html", "--feedback", "feedback"]
    result = CliRunner().invoke(main, [*asked, *pages], prog_name="everyway")
    assert result.exit_code == 1
    assert [row["points"] for row in csv.DictReader(result.stdout.splitlines())] == [
        "3.0",
        "0.0",
        "0.0",
        "0.0",
    ]
    assert "4 files written to feedback" in result.stderr
    written = sorted(file.name for file in (tmp_path / "feedback").iterdir())
    assert written == ["anna.html", "ben.html", "cara.html", "dora.html"]
    assert "cara" not in (tmp_path / "feedback" / "ben.html").read_text("utf-8")
    Path("other").mkdir()
    Path("other/anna.html").write_text("mine")
    refused = CliRunner().invoke(main, [*asked, "--feedback", "other"], prog_name="everyway")
    assert "is no page of ours" in refused.stderr
    assert Path("other/anna.html").read_text() == "mine"


NAMED = """file,id,name
anna.py,7,Anna A.
ben.py,8,
cara.py,9,Cara <b>
dora.py,10,Dora
"""


def check(folder, *more):
    asked = ["check", str(folder), "--against", "queens", "n=4", *more]
    return CliRunner().invoke(main, asked, prog_name="everyway")


def test_a_platform_reads_ids_points_and_comments(folder, tmp_path):
    (names := tmp_path / "names.csv").write_text(NAMED, "utf-8")
    result = check(folder, "--csv", "--points", "same 3", "--names", str(names), "--jobs", "3")
    rows = list(csv.DictReader(result.stdout.splitlines()))
    assert [(row["id"], row["points"]) for row in rows] == [
        ("7", "3.0"),
        ("8", "0.0"),
        ("9", "0.0"),
        ("10", "0.0"),
    ]
    assert rows[1]["comment"].startswith("With n=4 the model has 24 solutions where")
    assert 'too many, such as {"queen": ["r1c4", "r2c3"' in rows[1]["comment"]
    assert "dora.py" in rows[3]["comment"]
    assert str(folder) not in result.stdout


def test_a_table_of_excel_is_read_and_who_sent_nothing_is_named(folder, tmp_path):
    text = NAMED.replace(",", ";") + "eva.py;11;Eva\n"
    (names := tmp_path / "names.csv").write_text(text, "utf-8-sig")
    result = check(folder, "--csv", "--names", str(names))
    assert len(result.stdout.splitlines()) == 5
    assert "no file was sent by Eva" in result.stderr


def test_folders_in_a_folder_are_not_passed_over_in_silence(tmp_path):
    (tmp_path / "Eva").mkdir()
    (tmp_path / "Eva" / "queens.py").write_text("")
    assert "its folders are not looked into: Eva; put .py" in check(tmp_path).stderr
    (tmp_path / "anna.py").write_text(SUBMISSIONS["anna.py"], "utf-8")
    result = check(tmp_path)
    assert result.exit_code == 0
    assert "are checked; its folders are not looked into: Eva" in result.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "has no columns file and id; begin it with the line: file,id,name"),
        ("name,id\nanna.py,1\n", "has no columns file and id"),
        ("file,id\nanna.py,1\nanna.py,2\n", "has the file 'anna.py' twice"),
        ("file,id\nanna.py,1\nben.py,2\ncara.py,3\n", "has no line for dora.py"),
        ("file,id\nanna.py\n", "has no id for 'anna.py'; give each file one"),
        (f"file,id\n{'a' * 200_000},1\n", "is no CSV file: field larger than field limit"),
    ],
    ids=lambda value: value[:20],
)
def test_names_that_do_not_fit_are_refused_before_a_file_is_read(folder, tmp_path, text, said):
    (names := tmp_path / "names.csv").write_text(text, "utf-8")
    result = check(folder, "--names", str(names))
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_several_jobs_report_the_same_in_the_same_order(folder):
    assert json.loads(check(folder, "--json").stdout) == json.loads(
        check(folder, "--json", "--jobs", "4").stdout
    )


RIGHT = "def queens(n: int = 8):\n    return right(n)\n"


def test_programs_are_alike_but_for_names_comments_and_blanks(tmp_path):
    texts = {
        "one.py": f"from a import right\n{RIGHT}",
        "two.py": '"""Mine."""\nfrom a import right\n\n# so\n'
        "def mine(size: int = 8):\n    return right(size)\n",
        "other.py": f"from a import wrong as right\n{RIGHT}",
        "constant.py": f"from a import right\n{RIGHT.replace('8', '9')}",
        "named.py": 'queen = place("queen")\ndame = place("dame")\nqueen["r1c2"] == "dame"',
        "renamed.py": 'piece = place("my piece")\nb = place("b")\npiece["r1c2"] == "b"',
        "square.py": 'queen = place("queen")\ndame = place("dame")\nqueen["r2c2"] == "dame"',
        "swapped.py": 'queen = place("queen")\ndame = place("dame")\nqueen["r1c2"] == "queen"',
        "broken.py": "def (",
        "puzzle.toml": "",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    found = class_files._alike([str(tmp_path / name) for name in texts])
    alike = {Path(one).name: [Path(other).name for other in same] for one, same in found.items()}
    same = {"one.py": ["two.py"], "named.py": ["renamed.py"]}
    assert alike == same | {other: [one] for one, (other,) in same.items()}


@pytest.mark.web
@pytest.mark.parametrize(
    ("size", "theme"), [(PHONE, "dark"), (LAPTOP, "light"), (WALL, "dark")], ids=str
)
def test_the_page_of_a_class_and_its_feedback(size, theme, checked, opened):
    tab = opened(class_page(checked), size=size, theme=theme)
    rows = "#files tbody tr"
    assert "1 of 4 submissions have the same solutions" in tab.inner_text("#verdict")
    assert tab.locator(rows).count() == 4
    tab.click("#verdicts .chip >> text=too few")
    assert ["cara.py" in one.inner_text() for one in tab.locator(rows).all()] == [True]
    tab.click("#verdicts .chip >> text=too few")
    tab.evaluate("() => document.querySelectorAll('#files th button')[2].click()")
    assert "dora.py" not in tab.locator(rows).last.inner_text()
    assert "anna.py" in tab.locator(rows).last.inner_text()
    assert tab.locator("#files svg.board").count() == 2
    assert tab.locator("#files .spot").count() > 2
    assert tab.evaluate("() => [window.hacked, document.scripts.length]") == [None, 2]
    tab.click("#big")
    assert not goes_out_of_the_window(tab)
    assert tab.evaluate(CONTRAST) == []
    with tab.expect_download() as download:
        tab.click("#save")
    assert (
        json.loads(Path(download.value.path()).read_text("utf-8"))["schema"] == "everyway.class/1"
    )
    ben = next(name for name in checked.reports if name.endswith("ben.py"))
    checked = replace(checked, who={ben: "Ben B."})
    tab = opened(feedback_page(checked, ben), size=size, theme=theme)
    assert tab.inner_text("h1").startswith("Ben B.")
    assert tab.inner_text("h1 small") == "ben.py, queens n=4..5"
    assert (
        tab.evaluate("() => (one => one.scrollWidth - one.clientWidth)($('each').parentNode)") == 0
    )
    assert "2.5 of 8 points" in tab.inner_text("#verdict")
    assert tab.locator("#each tbody tr").count() == 2
    assert "everyway check ben.py n=4..5 --against queens" in tab.inner_text("#facts")
    assert not goes_out_of_the_window(tab)
    assert tab.evaluate(CONTRAST) == []


def test_what_a_submission_forbids_goes_by_the_names_of_the_puzzle():
    model = queens(4)
    broken = Violation("apart", "crown[r1c3] + crown[r2c1] <= 1", ("crown[r1c3]",))
    (shown,) = _broken(ModelDifference(FEW, 1, True, {}, (broken,)), model)
    assert shown.detail == "queen[r1c3] + queen[r2c1] <= 1"
    assert shown.variables == ("queen[r1c3]",)
    two = Model("two", Board(4).place("queen"), Board(4).place("king"))
    assert _broken(ModelDifference(FEW, 1, True, {}, (broken,)), two) == [broken]
