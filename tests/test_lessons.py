"""Every lesson runs as a notebook, and prints what it says that it prints."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise
from pathlib import Path

import pytest

from everyway.views import checking_models, progress

from .support import lessons
from .support.settings import a_third

LEARN = Path(__file__).parent.parent / "docs" / "learn"
LESSONS = sorted(LEARN.glob("[0-9]*.md"))
FOR_TEACHERS = "\n## For teachers\n"
pytestmark = pytest.mark.skipif(not LESSONS, reason="the documentation is not here")


@pytest.mark.parametrize(
    "lesson", a_third(pytest.param(lesson, id=lesson.stem) for lesson in LESSONS)
)
def test_a_lesson_prints_what_it_says(lesson: Path, tmp_path: Path) -> None:
    for source, stated, found in lessons.run(lesson, tmp_path):
        if stated is None:
            assert found == "" or source.startswith("%%writefile"), source
        else:
            assert lessons.agrees(stated, found), f"{source}\n>>>\n{found}"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)
def test_a_lesson_asks_first_is_short_and_ends_in_its_exercises(lesson: Path) -> None:
    text = lesson.read_text("utf-8")
    assert text.startswith(lessons.HEAD)
    number = int(lesson.stem[:2])
    assert f"\n# {number}. " in text
    assert "?" in text.split("\n## ")[0]
    assert text.count("**Predict.**") >= 2
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    assert 550 <= len(prose.partition(FOR_TEACHERS)[0].split()) <= 1000
    asked = text.split("\n## Exercises\n")[1]
    own = [one for one in checking_models.names() if f"`{one}`" in asked]
    assert own == [one for one in checking_models.names() if lesson_of(one) == number]
    assert 2 <= len(own) <= 3


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)
def test_a_question_stands_before_what_answers_it(lesson: Path) -> None:
    """Between a cell and its output there is no question; a notebook does not print it again."""
    text, _ = lessons.made.divided(lesson.read_text("utf-8"))
    for source, below in lessons.made.parts(text):
        output = lessons.made.OUTPUT.search(below) if source else None
        assert "**Predict.**" not in below[: output.start() if output else 0], source
    cells = lessons.notebook(lesson).cells
    assert [cell for cell in cells if cell.cell_type == "code" and cell.outputs] == []
    prose = "".join(cell.source for cell in cells if cell.cell_type == "markdown")
    folded = [
        output for output in lessons.stated(lesson) if output and f"```text\n{output}" in prose
    ]
    assert folded == []
    assert "For teachers" not in prose
    assert ".md" not in prose


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)
def test_a_lesson_has_its_time_notes_for_teachers_and_expected_mistakes(lesson: Path) -> None:
    text, notes = lessons.made.divided(lesson.read_text("utf-8"))
    assert re.match(r"\nAbout \d\d minutes, (and \d\d|or two)", notes)
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    noted = [title for title, _ in lessons.slides.NOTE.findall(notes)]
    assert len(noted) >= 3
    assert [title for title in noted if title not in headings] == []
    assert notes.partition("\nExpected mistakes:\n\n")[2].count("- ") >= 3


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.stem)
def test_the_slides_of_a_lesson_have_its_headings_cells_and_notes(lesson: Path) -> None:
    text, notes = lessons.made.divided(lesson.read_text("utf-8"))
    html = lessons.slides.slides(lesson.read_text("utf-8")).html
    shown = re.sub(r"\s+", "", unescape(re.sub("<[^<>]+>", "", html)))
    for source, _ in lessons.made.parts(text):
        assert re.sub(r"\s+", "", source) in shown
    titles = [unescape(title) for title in re.findall(r"<h[12]>(.*?)</h[12]>", html)]
    assert list(dict.fromkeys(titles)) == re.findall(r"^##? (.*)$", text, re.MULTILINE)
    assert html.count("<aside>") == 1 + len(lessons.slides.NOTE.findall(notes))


def test_a_link_of_a_lesson_leads_to_a_file_beside_it_or_nowhere() -> None:
    text = "[one](02_a.md), [two](index.md#b), [three](https://a.org/02_a.md)"
    links = "[one](02_a.ipynb), two, [three](https://a.org/02_a.md)"
    assert lessons.made.relinked(text, "ipynb") == links


def test_a_lesson_leads_to_where_others_run_it_once_there_is_an_address() -> None:
    links = pytest.importorskip("links", reason="Sphinx is not installed")
    assert "OWNER" not in links.REPOSITORY or "Colab" not in links._made_of("learn/01_a")
    made = links._made_of("learn/01_a", "https://github.com/some/everyway")
    place = f"{links.FOLDER}/_static/lessons/01_a.ipynb"
    assert f"research.google.com/github/some/everyway/blob/gh-pages/{place}" in made
    assert f"mybinder.org/v2/gh/some/everyway/gh-pages?labpath={place}" in made
    first = lessons.made.json.loads(lessons.made.lesson_files()["01_first_puzzle.ipynb"])
    assert first["cells"][0]["source"] == "%pip install -q everyway"


def lesson_of(exercise: str) -> int:
    found = re.match(r"Lesson (\d+): ", checking_models.find(exercise).summary)
    assert found is not None
    return int(found[1])


def test_the_index_has_every_lesson_and_each_leads_to_the_next() -> None:
    links = re.findall(r"\((\d\d_\w+\.md)\)", (LEARN / "index.md").read_text("utf-8"))
    assert list(dict.fromkeys(links)) == [lesson.name for lesson in LESSONS]
    for lesson, following in pairwise(LESSONS):
        assert lesson.read_text("utf-8").rstrip().endswith(f"]({following.name})")


def test_the_course_has_each_lesson_with_its_exercises() -> None:
    weeks = re.findall(
        r"^\| \*\*(\d+)\*\* (.*?) \|", (LEARN / "course.md").read_text("utf-8"), re.MULTILINE
    )
    exercises = {one: lesson_of(one) for one in checking_models.names()}
    assert len(weeks) == len(LESSONS)
    for (week, shown), lesson in zip(weeks, LESSONS, strict=True):
        assert f"({lesson.name})" in shown
        own = [one for one, number in exercises.items() if number == int(week)]
        assert sorted(re.findall(r"`(\w+)`", shown)) == own


def test_an_output_that_differs_is_seen() -> None:
    assert lessons.agrees("4 in 2 ms\n", "4 in 17 ms")
    assert lessons.agrees("a\n…\nc", "a\nb\nb\nc")
    assert not lessons.agrees("4", "44")
    assert not lessons.agrees("a\nc", "a\nb\nc")


@pytest.mark.parametrize("in_a_notebook", [True, False])
def test_a_command_leaves_no_spinner_in_a_notebook(
    in_a_notebook: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "is_terminal", lambda stream: True)
    monkeypatch.delenv(progress.KERNEL, raising=False)
    if in_a_notebook:
        monkeypatch.setenv(progress.KERNEL, "1")
    with progress.Progress("counting") as line:
        assert line._timer.is_alive() is not in_a_notebook
