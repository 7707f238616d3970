"""Every page in its states, looked at by axe-core for what hinders readers."""

from __future__ import annotations

import pytest

from everyway.models.magic_star import magic_star
from everyway.models.queens import queens
from everyway.models.sudoku import sudoku
from everyway.models.zebra import zebra
from everyway.views import trace

from .shared import LAPTOP, PHONE
from .test_bench_page import page as bench_page
from .test_report_page import differing, growing
from .test_steps_page import page as steps_page

pytestmark = pytest.mark.web

MODELS = [queens(5), zebra(), sudoku("1..........2.3..", 2, 2), magic_star()]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_every_state_of_a_trace_can_be_read_by_all(model, opened, violations):
    tab = opened(trace(model, limit=60), "way=propagate&step=2", size=PHONE, theme="dark")
    tab.locator("#panels [data-f]").nth(1).click()
    assert violations(tab) == []
    tab.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
    tab.emulate_media(color_scheme="light")
    keys = ["d", "ArrowRight", "s", "o", "b", "w", "q", "ArrowRight", "1", "?"]
    for key in keys if model is MODELS[0] else keys[:3:2]:
        tab.keyboard.press(key)
        assert violations(tab) == [], key


PAGES = {"many": growing, "differ": differing, "bench": bench_page, "steps": steps_page}


@pytest.mark.parametrize("made", PAGES.values(), ids=PAGES)
def test_a_report_a_benchmark_and_steps_can_be_read_by_all(made, opened, violations):
    tab = opened(made())
    assert violations(tab) == []
    tab.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    tab.emulate_media(color_scheme="dark")
    assert violations(tab) == []
