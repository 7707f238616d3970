"""The page of a benchmark in Chromium: marks, controls, sizes of windows, hostile names."""

from __future__ import annotations

import json
from functools import cache

import pytest

from everyway.comparer.benchmark import Benchmark
from everyway.models.queens import queens
from everyway.models.sudoku import sudoku
from everyway.solvers import Options
from everyway.views import bench_page
from everyway.views.pages.page import Page

from ...comparer.test_bench import TIMES, timing
from ...support.settings import a_third
from .shared import CONTRAST, HOSTILE, LAPTOP, PHONE, WALL, goes_out_of_the_window

pytestmark = pytest.mark.web

LATE = {"status": "stopped", "reason": "time limit"}
FAILED = {"status": "failed", "reason": "killed by SIGSEGV", "seconds": dict.fromkeys(TIMES)}


@cache
def page(*names: str) -> Page:
    """Two solvers on queens of four sizes and on a sudoku; one is stopped, and one fails."""
    quick, slow = names or ("quick", "slow")
    puzzles = {f"queens n={n}": queens(n) for n in (4, 5, 6, 7)}
    runs = []
    for place, label in enumerate(puzzles):
        seconds = dict(zip(TIMES, (0.5, 0.1, 0.001, 0.01 * 10**place), strict=True))
        runs.append(timing(label, quick, seconds=seconds, processor={**seconds, "all": 1e-6}))
        runs.append(timing(label, slow, **(LATE if place == 2 else FAILED if place == 3 else {})))
    puzzles["never run"] = queens(8)
    puzzles["sudoku"] = sudoku()
    runs += [timing("sudoku", quick, number) for number in (1, 2, 3)]
    runs += [timing("sudoku", slow, 1, reported=9)]
    found = Benchmark(puzzles, {quick: True, slow: True}, 3, Options(time_limit=9), runs)
    return bench_page(found)


def test_what_was_stopped_is_an_open_mark_at_the_limit_and_no_part_of_a_curve(opened):
    tab = opened(page())
    assert "DIFFER" in tab.text_content("#verdict")
    titles = tab.locator("figure title").all_text_contents()
    assert titles.count("slow, queens n=6: stopped after 9.00 s") == 1
    assert tab.locator(".open").count() == 1
    assert tab.locator(".open title").text_content().endswith("stopped after 9.00 s")
    growth = tab.locator("figure").first
    assert growth.locator("figcaption").text_content() == "queens, by n"
    corners = [path.count("L") for path in tab.evaluate(CURVES)]
    assert corners == [3, 1, 4, 2]  # of growth, and of the cactus plot, which has the sudoku too
    assert "slow failed: n=7; quick not run: n=8; slow not run: n=8" in growth.text_content()
    assert "slow 3 of 6" in tab.locator("figure").last.text_content()
    row = tab.locator("#medians tr", has_text="stopped").text_content()
    assert "> 9.00 s" in row
    assert "killed by SIGSEGV" in tab.text_content("#reasons")


CURVES = "() => [...document.querySelectorAll('.curve')].map(one => one.getAttribute('d'))"


READY = "<script>document.documentElement.dataset.ready = 1</script>"


def test_every_control_works_by_mouse_and_by_keyboard(opened):
    tab = opened(page(), "time=first&clock=processor")
    assert "first solution, CPU time" in tab.text_content("#shown")
    for name, words in (("all", "all solutions"), ("import", "library"), ("wall", "wall time")):
        tab.click(f".bar button:text-is('{name}')")
        assert words in tab.text_content("#shown")
    assert tab.evaluate("location.hash") == "#time=import&clock=seconds"
    tab.focus(".bar button:text-is('CPU')")
    tab.keyboard.press("Enter")
    assert "CPU time" in tab.text_content("#shown")
    assert tab.locator(".bar [aria-pressed=true]").all_text_contents() == ["import", "CPU"]
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.getAttribute('aria-label')") == "table of medians"
    for _ in range(7):  # to the head of the column of times to the last solution
        tab.keyboard.press("Tab")
    tab.keyboard.press("Enter")
    assert tab.locator("th[aria-sort]").text_content() == "all"
    assert "10 ms" in tab.locator("#medians tbody tr").first.text_content()
    assert tab.evaluate("document.activeElement.textContent") == "all"
    with tab.expect_download() as saved:
        tab.click("#save")
    assert json.loads(saved.value.path().read_text())["schema"] == "everyway.bench/1"
    dark = tab.evaluate("document.documentElement.dataset.theme")
    tab.click("#theme")
    assert tab.evaluate("document.documentElement.dataset.theme") != dark


def test_it_fits_every_window_and_stands_out_in_light_and_dark(opened):
    for size, theme in ((PHONE, "dark"), (LAPTOP, "light"), (WALL, "dark")):
        tab = opened(page(), size=size, theme=theme)
        assert not goes_out_of_the_window(tab)
        assert tab.evaluate(CONTRAST) == []
        outside = "() => [...document.querySelectorAll('.plot text')].filter(one =>"
        outside += " one.getBoundingClientRect().right > innerWidth).length"
        assert tab.evaluate(outside) == 0
    tab.emulate_media(media="print")
    assert tab.locator("#medians th button:visible").count() == 10
    assert tab.evaluate(CONTRAST) == []
    frame = opened(Page(page()._repr_html_() + READY, "notebook")).frame_locator("iframe")
    frame.locator(".bar button:text-is('CPU')").click()
    assert "CPU time" in frame.locator("#shown").text_content()


@pytest.mark.parametrize("text", a_third(pytest.param(one) for one in HOSTILE))
def test_names_are_never_scripts(text, opened):
    tab = opened(page(text, f"2{text}"))
    assert tab.evaluate("window.hacked") is None
    assert text in tab.locator("#medians tbody").text_content()


def test_a_solver_looks_alike_whoever_stands_beside_it(opened):
    numbers = "names => Object.fromEntries(numbersOf(names))"
    tab = opened(page())
    main = ["flatmap", "auto", "cp-sat", "sat", "clingo", "diagram"]
    all_of_them = tab.evaluate(numbers, main)
    assert sorted(all_of_them.values()) == list(range(6))
    for few in (main[:2], main[3:], main[::-2]):
        assert tab.evaluate(numbers, few) == {name: all_of_them[name] for name in few}
    many = tab.evaluate(numbers, [f"solver {n}" for n in range(14)])
    assert len({*many.values()}) == 14
