"""The page of a trace in a real browser, held against the trace that Python made."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.models.crowns import crowns
from everyway.models.map_colouring import map_colouring
from everyway.models.queens import queens
from everyway.models.sudoku import sudoku
from everyway.models.zebra import zebra
from everyway.solvers import count
from everyway.views import trace
from everyway.views.pages.page import Page
from everyway.views.pages.trace_document import TraceDocument
from everyway.views.pages.trace_page import trace_data

from ...support.settings import SEED
from .conftest import LAPTOP, PHONE, WALL, goes_out_of_the_window
from .replayed import outcomes, states
from .shared import CONTRAST, HOSTILE, hostile

pytestmark = pytest.mark.web

SMALL_SUDOKU = sudoku("1..........2.3..", 2, 2)


# ------------------------------------------------------------------------ the page and Python


def test_the_search_in_the_page_is_the_search_in_python(opened):
    """The traces of 200 random models, tried by every way, are the same on both sides."""
    tab = opened(trace(queens(4)))
    models = (random_model(SEED + 90_000 + n) for n in range(215))
    documents = [TraceDocument(model).document(limit=120)[0] for model in models]
    searched = [json.loads(json.dumps(doc)) for doc in documents if doc["parts"] is not None]
    assert len(searched) >= 200
    keys = ("nodes", "taken", "failed", "root", "whole")
    solved = """docs => docs.map(doc => doc.variables.length && doc.variables[0].values
        .flatMap((_, x) => searched(doc, 'fewest', [[0, x]]).nodes)
        .filter((number, i) => i % 4 === 3 && number === 2).length)"""
    for start in range(0, len(searched), 20):
        some = searched[start : start + 20]
        found = tab.evaluate(
            "docs => docs.map(doc => doc.searches.map(s => searched(doc, s.key, [], 120)))", some
        )
        for doc, made in zip(some, found, strict=True):
            for search, other in zip(doc["searches"], made, strict=True):
                assert [search[key] for key in keys] == [other[key] for key in keys], doc["name"]
        # What is decided for the first variable, one value after the other, gives all solutions.
        for doc, number in zip(some, tab.evaluate(solved, some), strict=True):
            fewest = doc["searches"][-1]
            if fewest["whole"] and fewest["root"] == 1:
                assert number == outcomes(fewest).count(2), doc["name"]


STEP = """steps => steps.map(([way, node]) => {
  page.change({search: way});
  page.to(page.order.at[node]);
  return {
    left: page.search.state(node, page.search.batches(node).length - .5).left,
    said: document.getElementById('say').innerText,
    board: [...document.querySelectorAll('#panels svg')].map(svg => svg.getAttribute('aria-label')),
    kept: [...document.querySelectorAll('.chip.only')].length,
    broken: [...document.querySelectorAll('#rules .broken')].map(item => item.innerText),
  };
})"""


@pytest.mark.parametrize(
    "model", [queens(6), crowns(), SMALL_SUDOKU, zebra(), map_colouring()], ids=lambda m: m.name
)
def test_board_and_sentence_are_those_of_the_trace_at_random_steps(model, opened):
    tab, doc, random = opened(trace(model, limit=800)), trace_data(model, limit=800), Random(SEED)
    every = [
        (way, node, left, outcome)
        for way, search in enumerate(doc["searches"])
        for node, (left, outcome) in enumerate(
            zip(states(doc, search), outcomes(search), strict=True)
        )
        if node
    ]
    some = random.sample(every, min(60, len(every)))
    found = tab.evaluate(STEP, [[way, node] for way, node, _, _ in some])
    for (way, node, left, outcome), shown in zip(some, found, strict=True):
        search = doc["searches"][way]
        assert shown["left"] == left
        words = ("rejected by", "dead end, since")[way > 0] if outcome == 0 else "safe so far"
        assert ("Solution" if outcome == 2 else words) in shown["said"]
        if outcome == 0:
            broken = doc["rules"][search["failed"][node][0]][1]
            assert broken in shown["said"]
            assert shown["broken"] == [broken]
        elif model.name == "6 queens":
            squares = [f"r{row}c{x[0] + 1}" for row, x in enumerate(left, 1) if len(x) == 1]
            assert shown["board"] == [f"queen on {', '.join(squares)}"]
        elif model.name == "zebra":
            assert shown["kept"] == sum(len(values) == 1 for values in left)


# --------------------------------------------------------------------------------- controls


@pytest.mark.parametrize("size", [PHONE, LAPTOP, WALL], ids=str)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_control_works_by_mouse_and_by_key(size, theme, opened):
    tab = opened(trace(queens(5)), size=size, theme=theme)
    assert tab.locator("html").get_attribute("data-theme") == theme
    buttons = [b for b in tab.locator("button").all() if b.is_visible()]
    assert len(buttons) >= 18
    for number in range(len(buttons)):
        button = buttons[number]
        if button.is_visible() and button.is_enabled():
            button.click(timeout=2_000)
            assert not goes_out_of_the_window(tab), button.get_attribute("id")
        if tab.locator("#help").is_visible():
            tab.click("#closehelp")
    tab.goto(tab.url.partition("#")[0] + "#way=fewest&walk=depth&step=3&size=try")
    tab.reload()
    tab.wait_for_selector("html[data-ready]")
    for key in [*"sdllwhucz+-bbt?", "Escape"]:
        tab.keyboard.press(key)
        assert not goes_out_of_the_window(tab), key
    for key, step in [("Home", 0), ("ArrowRight", 1), ("ArrowDown", 2), ("ArrowUp", 1), ("r", 0)]:
        tab.keyboard.press(key)
        assert tab.evaluate("() => page.at.t") == step, key
    tab.keyboard.press("End")
    assert "the end" in tab.inner_text("#count")
    tab.locator("#slider").focus()
    for part in ("#say", "#next", "#tree"):
        box = tab.locator(part).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0] + 1


def test_a_step_is_a_rule_a_try_or_a_solution(opened):
    tab = opened(trace(queens(6)), "way=propagate&step=2&size=rule")
    tab.keyboard.press("ArrowRight")  # r3c5 is tried, which ends dead
    while tab.evaluate("() => !page.done"):
        assert "0 dead ends" in tab.inner_text("#sofar")
        assert "dead end" not in tab.inner_text("#say")
        assert tab.locator("#tree .fail").count() == 0
        tab.keyboard.press("ArrowRight")
    assert "1 dead end" in tab.inner_text("#sofar")
    assert "dead end" in tab.inner_text("#say")
    tab.click('[data-size="solution"]')
    tab.keyboard.press("ArrowRight")
    assert "Solution 1" in tab.inner_text("#say")
    assert tab.text_content("#nsol").startswith("1 of 4")
    tab.click('[data-size="try"]')
    tab.click("#play")
    tab.wait_for_function("() => document.getElementById('slider').value > 17")
    tab.click("#play")


def test_the_tree_folds_unfolds_moves_and_leads_to_its_nodes(opened):
    tab = opened(trace(queens(6)), "way=check&step=400")
    few = tab.locator("#tree .g").count()
    tab.locator("#tree .fold").first.click()
    more = tab.locator("#tree .g").count()
    assert more > few
    tab.keyboard.press("u")
    assert tab.locator("#tree .fold").count() == 1 or tab.locator("#tree .g").count() != more
    before = tab.evaluate("() => page.tree.camera.x")
    tab.mouse.move(700, 400)
    tab.mouse.down()
    tab.mouse.move(760, 420, steps=3)
    tab.mouse.up()
    assert tab.evaluate("() => page.tree.camera.x") == before + 60
    tab.mouse.wheel(0, -200)
    assert tab.evaluate("() => page.tree.camera.scale") > 0
    tab.keyboard.press("c")
    tab.locator("#tree .solution").first.click()
    assert "Solution" in tab.inner_text("#say")


def test_the_board_is_walked_by_keys(opened):
    tab = opened(trace(queens(6)), "way=propagate&step=1")
    tab.locator('#panels [tabindex="0"]').focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowLeft"):
        tab.keyboard.press(key)
    assert tab.evaluate("() => document.activeElement.dataset.f") == "1:0"
    tab.keyboard.press("Enter")
    said = tab.inner_text("#say")
    assert re.match(r"Why not queen on r2c1\?.*column 1.*the queen on r1c1", said)
    assert tab.evaluate("() => document.activeElement.dataset.f") == "1:0"
    assert tab.evaluate("() => page.at.t") == 1
    assert tab.locator("#panels .clash").count() == 1
    assert tab.locator("#rules .work").inner_text() == "each column: exactly 1 queen"


def test_a_search_that_only_checks_says_what_it_will_reject(opened):
    tab = opened(trace(queens(6)), "way=check&step=1")
    tab.locator('[data-f="3:3"]').click()
    said = "will reject it, because of the queen on r1c1"
    assert said in tab.inner_text("#say")
    assert "falling diagonal from r1c1" in tab.inner_text("#say")
    assert tab.locator("#panels .clash").count() == 1


def test_a_link_leads_to_the_same_state(opened):
    page = trace(queens(6))
    hash = "way=check&walk=levels&step=300&size=rule&theme=dark&big=1"
    tab = opened(page, hash)
    assert tab.inner_text("#count").startswith("step 300")
    assert tab.locator("html").get_attribute("data-theme") == "dark"
    assert sorted(tab.evaluate("() => location.hash").lstrip("#").split("&")) == sorted(
        hash.split("&")
    )
    assert tab.evaluate("() => page.search.depth[page.id]") == 4
    assert tab.locator("#tree .bands rect").count() == 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_text_stands_out_from_what_is_behind_it(theme, opened):
    for model in (queens(6), zebra()):
        tab = opened(trace(model, limit=500), "ask=1&way=propagate", theme=theme)
        for key in ["d", "ArrowRight", "1", "ArrowRight", "1", "q", "d", "s", "d"]:
            tab.keyboard.press(key)
            assert tab.evaluate(CONTRAST) == []
    tab.evaluate("() => document.documentElement.style.setProperty('--soft', '#777')")
    assert tab.evaluate(CONTRAST) != []


# ---------------------------------------------------------------------------- ask me first


def test_a_question_hides_what_it_asks(opened):
    tab = opened(trace(queens(6)), "way=propagate&ask=1&seed=3")
    assert tab.locator("#sol").is_disabled()
    kinds, asked = set(), 0
    for _ in range(45):
        tab.keyboard.press("ArrowRight")
        assert "below this node" not in tab.inner_text("#sofar")
        if not tab.is_visible("#quiz"):
            continue
        now = tab.evaluate("() => ({...page.quiz.now, t: page.at.t})")
        kinds.add(re.sub(r".*(go on|rule\?|have left|solution).*", r"\1", now["text"]))
        assert tab.inner_text("#say") == ""
        assert not tab.is_visible("#takenbox")
        assert tab.locator("#rules .broken").count() == 0
        if not now["reveals"]:
            assert tab.locator("#tree .asked").count() == 1
        tab.evaluate("() => page.to(999)")  # no way round the question
        assert tab.evaluate("() => [page.at.t, page.pending]") == [now["t"], True]
        tab.keyboard.press(str(now["answer"] + 1))
        asked += 1
        assert "Right" in tab.inner_text("#say")
    assert kinds == {"go on", "rule?", "have left", "solution"}
    assert tab.inner_text("#score") == f"{asked} of {asked} right · questions 3"
    tab.click("#copyscore")
    assert tab.inner_text("#copied").startswith("copied: 6 queens, propagate: ")


def test_a_whole_class_is_asked_the_same(opened):
    asks = """() => page.order.nodes.map((id, t) =>
        page.quiz.question(page.search, page.words, Math.max(1, id), t).text)"""
    page = trace(queens(6))
    one, again, other = (opened(page, f"ask=1&seed={seed}").evaluate(asks) for seed in (5, 5, 6))
    assert one == again
    assert one != other


# --------------------------------------------------------------------------------- what if


def test_what_if_goes_on_from_any_square(opened):
    model = queens(6)
    tab = opened(trace(model), "way=fewest&step=1")
    tab.locator('[data-f="2:4"]').click()
    tab.locator("[data-force]").click()
    assert tab.locator("#ways button").count() == 4
    assert "what if queen on r3c5?" in tab.inner_text("#ways")
    assert "r1c1" in tab.text_content("#tree")
    assert "r3c5" in tab.text_content("#tree")
    queen = model["queen"]
    wanted = count(model + (queen["r1c1"] == 1) + (queen["r3c5"] == 1))
    assert tab.evaluate("() => page.search.below.solved[0]") == wanted == 0
    tab.locator('[data-f="1:0"]').click()  # below the first queen: crossed, and yet
    tab.locator("[data-force]").click()
    assert "dead end" in tab.inner_text("#say")
    link = tab.evaluate("() => location.hash")
    assert "if=0.0_2.4_1.0" in link or "if=" in link
    again = opened(trace(model), link.lstrip("#"))
    assert again.inner_text("#say") == tab.inner_text("#say")
    tab.evaluate("() => { page.suppose('fewest', [[0, 1]]); page.to(1); }")
    assert tab.evaluate("() => page.search.below.solved[0]") == count(model + (queen["r1c2"] == 1))
    tab.locator("#ways button").first.click()
    assert tab.evaluate("() => page.search.key") == "check"


# ----------------------------------------------------------------------------------- hostile


@pytest.mark.parametrize("start", range(0, 30, 6))
def test_names_and_labels_run_nothing(start, opened):
    for text in HOSTILE[start : start + 6]:
        tab = opened(trace(hostile(text), limit=60))
        for key in ["s", "d", "ArrowRight", "q", "ArrowRight", "1", "w"]:
            tab.keyboard.press(key)
        tab.locator("#panels [data-f]").first.click()
        tab.wait_for_timeout(20)
        assert tab.evaluate("() => [window.hacked, document.scripts.length]") == [None, 2]
        assert tab.locator("h1").inner_text() == f"{text} step by step"
        assert tab.title() == f"{text}, step by step"


def test_a_notebook_shows_the_page_in_a_frame(opened):
    page = trace(queens(5))
    notebook = page._repr_html_() + "<script>document.documentElement.dataset.ready = 1</script>"
    frame = opened(Page(notebook, "notebook"), size=(1000, 800)).frame_locator("iframe")
    frame.locator("html[data-ready]").wait_for()
    frame.locator("#next").click()
    assert frame.locator("#say").inner_text().startswith("Queen on r1c1: safe so far.")
    frame.locator("#link").click()


# ------------------------------------------------------------------------------------- paper


@pytest.mark.parametrize("model", [queens(8), zebra(), map_colouring()], ids=lambda m: m.name)
def test_a_state_is_printed_on_one_sheet(model, opened):
    tab = opened(trace(model, limit=200), "step=9", (703, 1010), "dark")  # A4 less its margins
    tab.emulate_media(media="print")
    assert not goes_out_of_the_window(tab)
    for figure in tab.locator("#panels figure, #tree").all():
        box = figure.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 704
        assert box["height"] <= 1010
    for part in ("#mid", "#panels figure"):
        style = tab.locator(part).first.evaluate("part => getComputedStyle(part).breakInside")
        assert style == "avoid"
    assert not tab.is_visible("footer")
    paper = tab.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(255, 255, 255)"
