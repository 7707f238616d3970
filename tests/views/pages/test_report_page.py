"""The page of a report in a real browser."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from everyway.comparer import compare, reported_claim
from everyway.models import Model
from everyway.models.map_colouring import map_colouring
from everyway.models.queens import queens
from everyway.models.sudoku import sudoku
from everyway.models.zebra import zebra
from everyway.solvers import count, solve_all
from everyway.solvers.harness.options import Options
from everyway.views.pages.report_page import How, document, page_of

from ...support.settings import a_third
from .shared import CONTRAST, HOSTILE, LAPTOP, PHONE, WALL, goes_out_of_the_window, hostile

pytestmark = pytest.mark.web

HERE = How(Options(), 2)
A4 = (703, 1010)
"""A sheet less its margins."""


def data_of(*models: Model, claims=(), **options):
    found = [compare(model, ["flatmap", "auto"], claims, **options) for model in models]
    return document(found, HERE, "everyway report", "n" if len(models) > 1 else "")


@cache
def growing():
    return page_of(*data_of(queens(5), queens(6), queens(8)))


@cache
def differing():
    solutions = list(solve_all(queens(6)))
    bad = queens(6).assignment({"queen": ["r1c1", "r2c4", "r3c6", "r4c1", "r5c3", "r6c5"]})
    return page_of(
        *data_of(queens(6), claims=[reported_claim("mine", [*solutions[:2], solutions[0], bad])])
    )


@cache
def undecided():
    return page_of(*data_of(queens(7), limit=3))


def test_the_gallery_is_filtered_by_squares_and_up_to_symmetry(opened):
    tab = opened(growing())
    assert "AGREE\n\n2 solvers, the same 92 solutions" in tab.inner_text("#verdict")
    tab.click("#different")
    assert tab.inner_text("#found") == "12 chosen; 92 solutions"
    tab.click("#different")
    corner = tab.locator('#heat [aria-label^="r1c1:"]')
    assert corner.get_attribute("aria-label") == "r1c1: in 4 of 92"
    corner.focus()
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("Enter")
    model = queens(8)
    with_it = count(model + (model["queen"]["r2c1"] == 1))
    assert tab.inner_text("#found") == f"{with_it} chosen; 92 solutions"
    assert tab.evaluate("() => document.activeElement.ariaLabel").startswith(f"r2c1: in {with_it}")
    tab.keyboard.press(" ")
    assert tab.inner_text("#found") == f"{92 - with_it} chosen; 92 solutions"
    tab.click("#after")
    assert tab.inner_text("#pageno") == "2 of 4"
    boards = tab.locator("#boards svg").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert len(set(boards)) == 24
    tab.click("#clear")
    assert tab.inner_text("#found") == "92 solutions"


def test_growth_sorting_times_rules_and_the_data_inside(opened):
    tab = opened(growing())
    assert tab.locator("#curves .curve").count() == 2
    tab.click("#sizes th button >> nth=2")
    tab.click("#sizes th button >> nth=2")
    assert tab.locator("#sizes tbody td:nth-child(3)").all_inner_texts() == ["92", "10", "4"]
    for time in ("first", "build", "import", "all"):
        tab.click(f'[data-time="{time}"]')
        assert tab.locator("#dots .series").count() == 2
    tab.click("summary")
    assert tab.locator("#numbers tbody tr").count() == 4
    assert "native: 3 all_different" in tab.inner_text("#runs")
    tab.get_by_role("button", name="next line").nth(2).focus()
    tab.keyboard.press("Enter")
    assert "diagonal" in tab.inner_text("#linesays")
    assert tab.locator("#list .mini svg").count() == 3
    with tab.expect_download() as download:
        tab.click("#save")
    saved = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert [one["comparison"]["verdict"] for one in saved["reports"]] == ["agree"] * 3
    tab.get_by_role("button", name="n").filter(has_text="6").first.click()
    assert "the same 4 solutions" in tab.inner_text("#verdict")
    # The times on the axis stand apart, however many powers of ten there are on a small page.
    gaps = tab.evaluate("""() => {
      put('dots', dotPlot([{name: 'python-constraint', dots: [1e-4, 100]}], 300));
      const boxes = [...document.querySelectorAll('#dots .tick text')].map(one => one.getBBox());
      return boxes.slice(1).map((box, i) => box.x - boxes[i].x - boxes[i].width);
    }""")
    assert gaps
    assert min(gaps) > 5


def test_who_is_wrong_is_shown_with_the_squares_that_prove_it(opened):
    tab = opened(differing())
    cards = tab.locator(".card").all_inner_texts()
    assert len(cards) == 3
    assert "Every rule holds (checked without any solver): so mine is wrong here." in cards[0]
    assert "breaks each column: exactly 1 queen: column 1 has queen on r1c1, r4c1" in cards[1]
    assert tab.locator(".card >> nth=1").locator(".spot").count() == 2 + 6
    assert "reported more than once" in cards[2]
    assert tab.locator("#dots .series").count() == 2


def test_what_was_stopped_is_undecided_and_drawn_as_stopped(opened):
    tab = opened(undecided())
    assert "UNDECIDED\n\nflatmap stopped at its limit with 3 solutions" in tab.inner_text(
        "#verdict"
    )
    assert tab.locator("#dots .stop").count() == 2
    assert "at least" in tab.inner_text("#found")


def test_every_kind_of_model_has_its_pictures(opened):
    tab = opened(page_of(*data_of(sudoku("1..........2.3..", 2, 2))))
    tab.locator("#heat .seg button").nth(2).click()
    assert "have 3 on a square" in tab.inner_text("#heatsays")
    assert (
        tab.locator('#heat [aria-label^="r2c1:"]').get_attribute("aria-label") == "r2c1: in 3 of 3"
    )
    tab = opened(page_of(*data_of(map_colouring())))
    tab.locator("#heat .chip").first.click()
    assert tab.inner_text("#found") == "6 chosen; 18 solutions"
    assert tab.locator("#boards path").count() == 6 * 7
    assert tab.locator("#line path").count() >= 7
    tab = opened(page_of(*data_of(zebra())))
    assert "Englishman" in tab.inner_text("#rules")
    assert tab.is_visible("#boards figure")
    assert not tab.is_visible("#heatsays")
    assert "yellow blue red ivory green" in tab.inner_text("#boards").replace("\n", " ")


@pytest.mark.parametrize(
    ("size", "theme", "page"),
    [
        (PHONE, "light", growing),
        (PHONE, "dark", differing),
        (LAPTOP, "light", undecided),
        (LAPTOP, "dark", growing),
        (WALL, "light", differing),
        (WALL, "dark", undecided),
    ],
)
def test_all_can_be_pressed_read_and_stays_in_the_window(size, theme, page, opened):
    tab = opened(page(), size=size, theme=theme)
    assert tab.locator("html").get_attribute("data-theme") == theme
    assert tab.evaluate(CONTRAST) == []
    for button in tab.locator("button:visible:enabled").all():
        if button.is_visible() and button.get_attribute("id") not in ("theme", "save"):
            button.click()
            assert not goes_out_of_the_window(tab)
    assert tab.evaluate(CONTRAST) == []
    tab.click("#theme")
    assert tab.locator("html").get_attribute("data-theme") != theme


@pytest.mark.parametrize("text", a_third(pytest.param(one) for one in HOSTILE))
def test_names_and_labels_run_nothing(text, opened):
    claim = reported_claim(text, [{"x": text}])
    tab = opened(page_of(*data_of(hostile(text), claims=[claim])))
    tab.locator("#list button").first.click()
    tab.locator("#heat .chip").first.click()
    assert tab.evaluate("() => [window.hacked, document.scripts.length]") == [None, 2]
    assert tab.locator("h1").inner_text() == text
    assert text in tab.inner_text("#cards")


def test_it_is_printed_without_cut_boards(opened):
    for page in (growing(), differing()):
        tab = opened(page, size=A4, theme="dark")
        tab.emulate_media(media="print")
        assert not goes_out_of_the_window(tab)
        for box in (one.bounding_box() for one in tab.locator("svg.board:visible").all()):
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= A4[0] + 1
            assert box["height"] <= A4[1]
        for part in (".board", ".badge", "tr"):
            style = tab.locator(part).first.evaluate("part => getComputedStyle(part).breakInside")
            assert style == "avoid"
        assert (
            tab.evaluate("() => getComputedStyle(document.body).backgroundColor")
            == "rgb(255, 255, 255)"
        )
        assert not tab.is_visible("#save")
