"""Slides of a lesson: keys, a button and a finger turn them, and they can be read everywhere."""

from __future__ import annotations

from typing import Any

import pytest

from ...support import lessons
from .shared import CONTRAST, LAPTOP, PHONE, goes_out_of_the_window

pytestmark = pytest.mark.web


def test_slides_open_an_answer_before_they_go_on(opened: Any) -> None:
    """By keys, by a button, and by the finger, which scrolls."""
    first, *_ = sorted(lessons.made.LEARN.glob("[0-9]*.md"))
    page = lessons.slides.slides(first.read_text("utf-8"))
    slide = "slides[here()].querySelector('h1, h2').textContent"
    for size, theme in ((LAPTOP, "light"), (PHONE, "dark")):
        tab = opened(page, size=size, theme=theme)
        for _ in range(2):
            tab.keyboard.press("ArrowRight")
        tab.wait_for_function("() => here() === 2")
        assert tab.evaluate("slides[2].querySelector('details').open") is False
        tab.click("#on")
        assert tab.evaluate("[here(), slides[2].querySelector('details').open]") == [2, True]
        tab.click("#on")
        tab.wait_for_function(f"() => here() === 3 && {slide} === 'Rules'")
        tab.evaluate("main.scrollTo({ left: main.clientWidth })")
        tab.wait_for_function("() => element('place').textContent.startsWith('2 / ')")
        assert tab.locator("aside").nth(1).is_hidden()
        tab.keyboard.press("n")
        assert tab.locator("aside").nth(1).is_visible()
        assert not goes_out_of_the_window(tab)
        assert tab.evaluate(CONTRAST) == []
        tab.emulate_media(media="print")
        assert tab.evaluate("slides.every(slide => slide.scrollWidth <= slide.clientWidth)")
        assert tab.locator("nav").is_hidden()
