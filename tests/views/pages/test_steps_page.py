"""The page of the steps to a solution in Chromium: boards, controls, windows, hostile names."""

from __future__ import annotations

from functools import cache

import pytest

from everyway.explainer import steps
from everyway.explainer.step_words import StepWords
from everyway.models import Model, load, variables
from everyway.solvers import first
from everyway.views.pages.page import Page
from everyway.views.pages.trace_page import steps_page, trace

from ...support.settings import a_third
from .shared import CONTRAST, HOSTILE, LAPTOP, PHONE, WALL, goes_out_of_the_window, hostile

pytestmark = pytest.mark.web


def page_of(model: Model) -> Page:
    return steps_page(model, [*map(StepWords(model).explained, steps(model))])


@cache
def page() -> Page:
    return page_of(load("queens", n=8, preplaced="r1c1 r2c5"))


BOARD = "() => document.querySelector('#board svg').getAttribute('aria-label')"
SAID = "() => [...document.querySelectorAll('#says p')].map(one => one.textContent)"


def test_the_board_is_as_it_is_at_each_step(opened):
    tab = opened(page())
    assert tab.evaluate(BOARD) == "step 0: r1c1 r2c5"
    assert tab.evaluate(SAID) == ["2 values are given."]
    assert tab.locator("#all li:visible").count() == 0 == tab.locator(".mark").count()
    assert tab.locator("#first").is_disabled()
    tab.keyboard.press("ArrowRight")
    assert tab.evaluate(BOARD) == "step 1: r1c1 r2c5"
    assert tab.locator(".mark.found").count() == 1
    said = tab.evaluate(SAID)
    assert said[0] == "no queen at r8c2. Suppose there is a queen:"
    assert said[-1] == "but that breaks column 8, as queens at r3c8 and r4c8."
    tab.keyboard.press("ArrowRight")
    assert tab.text_content("#count") == "2 of 17"
    assert tab.locator("#all li:visible").count() == 2
    tab.click("#every")
    assert tab.locator("#all li:visible").count() == 17
    tab.click("#all button:text-is('queen at r7c2: no other square is left in row 7.')")
    assert tab.evaluate(BOARD) == "step 12: r1c1 r2c5 r7c2"
    assert tab.locator(".mark.used").count() == tab.locator(".mark.scope").count() - 1 == 7
    tab.click("#last")
    assert tab.evaluate(BOARD) == "step 17: r1c1 r2c5 r3c8 r4c6 r5c3 r6c7 r7c2 r8c4"
    assert tab.locator("#next").is_disabled()
    tab.keyboard.press("ArrowLeft")
    assert tab.text_content("#count") == "16 of 17"
    assert tab.locator("[aria-current=step]").count() == 1


@pytest.mark.rest
def test_what_steps_speak_of_is_drawn_with_its_clues_and_numbers(opened):
    tab = opened(page_of(load("nurikabe", plan=".../..2")))
    assert tab.locator("#board svg").count() == 2, "the sizes of the islands, too"
    tab.click("#next")
    crosses = tab.locator(".absent").evaluate_all(
        "all => all.map(one => one.getAttribute('d').match(/[0-9.]+/)[0]).map(x => x % 40)"
    )
    assert max(crosses) > 25, "beside the clue, not on it"
    tab = opened(page_of(load("slitherlink", plan="33")))
    assert tab.locator("#board .marks text").all_text_contents() == ["1", "1", "2"]
    tab = opened(page_of(load("slant", clues="1.0/.../0.1")))
    assert tab.locator("#board svg > :last-child").get_attribute("class") == "points"


SIZE = "parseFloat(one.getAttribute('font-size')) * one.getScreenCTM().a"


@pytest.mark.rest
def test_a_table_of_houses_can_be_read_on_a_phone(opened):
    for page in (steps_page(load("zebra"), []), trace(load("zebra"), limit=9)):
        tab = opened(page, size=PHONE)
        sizes = tab.evaluate(
            f"() => [...document.querySelectorAll('.may text')].map(one => {SIZE})"
        )
        assert len(sizes) > 90
        assert min(sizes) >= 9
        assert not goes_out_of_the_window(tab)


def test_the_command_that_was_run_is_said_and_marked_where_it_cannot_be_copied(opened):
    command = "everyway why './a <b>.py' --steps -o x.html"
    for page in (
        steps_page(Model("nothing"), [], command),
        trace(Model("nothing"), command=command),
    ):
        tab = opened(page)
        assert tab.text_content("pre:has(+ button)") == command
        tab.click("pre + button")
        assert tab.evaluate("() => String(getSelection())") == command
    assert opened(steps_page(Model("nothing"), [])).locator("pre").count() == 0


def test_a_hint_comes_in_three_presses(opened):
    small = load("sudoku", givens="......42...12...", box_rows=2, box_columns=2)
    tab = opened(page_of(small))
    assert tab.locator(".firm.given").count() == 4 == tab.locator(".firm").count()
    tab.click("#next")
    before = tab.evaluate(BOARD).partition(": ")[2]
    said = ["Look at box at r1c3.", "Only one there has no value yet (full house)."]
    for presses in (1, 2):
        tab.click("#hint")
        assert tab.evaluate(SAID) == said[:presses]
        assert tab.text_content("#count") == f"2 of 12, hint {presses} of 3"
        assert tab.evaluate(BOARD) == f"step 1: {before}"
        assert [tab.locator(f".mark.{look}").count() for look in ("scope", "found")] == [4, 0]
        assert tab.locator("#all li:visible").count() == 1
    tab.click("#hint")
    assert tab.evaluate(SAID) == ["r1c3 = 1 (full house): the last one left in box at r1c3."]
    assert tab.locator(".mark.found").count() == 1
    assert tab.text_content("#count") == "2 of 12"
    tab.click("#hint")
    tab.keyboard.press("ArrowRight")
    assert tab.text_content("#count") == "3 of 12"
    tab.click("#last")
    assert tab.locator("#hint").is_disabled()


def test_what_has_no_board_is_a_list(opened):
    x = variables("x", ["one", "two"], range(3))
    tab = opened(page_of(Model("m", x, x["one"] == 2, x["two"] + x["one"] == 3)))
    tab.click("#last")
    assert tab.locator("#board mark").text_content() == "two 1"


def test_a_table_shows_what_each_step_finds_and_rules_out(opened):
    tab = opened(page_of(load("zebra")))
    assert tab.locator("#board .firm.given").all_text_contents() == ["Norwegian", "milk"]
    tab.click("#next")
    assert tab.locator("#board .firm.set").all_text_contents() == ["blue"]
    assert tab.locator("#board .mark.found").count() == 1
    assert tab.locator("#board .may:has-text('green')").count() == 4  # blue stands alone
    tab.click("#next")
    assert sorted(tab.locator("#board .may.now").all_text_contents()) == ["green", "ivory"]
    tab.click("#next")
    assert tab.locator("#board .may:has-text('green')").count() == 3
    tab.click("#last")
    assert tab.locator("#board .may").count() == 0
    assert "?" not in tab.text_content("#board")


def test_it_fits_every_window_and_stands_out_in_light_and_dark(opened):
    for size, theme in ((PHONE, "dark"), (LAPTOP, "light"), (WALL, "dark")):
        tab = opened(page(), size=size, theme=theme)
        assert not goes_out_of_the_window(tab)
        assert tab.evaluate(CONTRAST) == []


@pytest.mark.parametrize("text", a_third(pytest.param(one) for one in HOSTILE))
def test_names_are_never_scripts(text, opened):
    model = hostile(text)
    solution = first(model)
    assert solution is not None
    known = [model.by_name[name] == value for name, value in solution.assignment.items()]
    tab = opened(page_of(model + known[:-1]))
    assert tab.evaluate("window.hacked") is None
    assert text in tab.text_content("main")
