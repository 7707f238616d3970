"""Every lesson runs as a notebook, and prints what it says that it prints."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from everyway.views import checking_models, progress

from .support import lessons
from .support.settings import a_third

LEARN = Path(__file__).parent.parent / "docs" / "learn"
LESSONS = sorted(LEARN.glob("[0-9]*.md"))
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
    assert 550 <= len(prose.split()) <= 1000
    own = [
        one for one in checking_models.names() if f"`{one}`" in text.split("\n## Exercises\n")[1]
    ]
    assert own == [one for one in checking_models.names() if lesson_of(one) == number]
    assert 2 <= len(own) <= 3


def lesson_of(exercise: str) -> int:
    found = re.match(r"Lesson (\d+): ", checking_models.find(exercise).summary)
    assert found is not None
    return int(found[1])


def test_the_index_has_every_lesson_and_each_leads_to_the_next() -> None:
    links = re.findall(r"\((\d\d_\w+\.md)\)", (LEARN / "index.md").read_text("utf-8"))
    assert list(dict.fromkeys(links)) == [lesson.name for lesson in LESSONS]
    for lesson, following in pairwise(LESSONS):
        assert lesson.read_text("utf-8").rstrip().endswith(f"]({following.name})")


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
